"""Bets judged on one hand alone, and how often dealers qualify."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from rules.engine.ranking import HandRank, parse_hand_rank
from rules.engine.text import gettext_noop
from rules.games import casino_holdem, russian_poker, ultimate_texas_holdem
from rules.games.base import Game, PayTable, Ruleset, make_rows
from rules.proof.base import Claim, Group, Unit
from rules.proof.sources import REFERENCE, TRIPS_QUOTED

if TYPE_CHECKING:
    from rules.analysis.values import BetValue

_HANDS: Final = (
    "royal flush",
    "straight flush",
    "quads",
    "full house",
    "flush",
    "straight",
    "trips",
    "two pair",
    "pair A",
)


def table(odds: str) -> PayTable:
    """`50 40 30 …`: odds from the royal flush down, as they stand in the titles of claims."""
    return PayTable(make_rows(", ".join(map(" ".join, zip(_HANDS, odds.split(), strict=False)))))


def with_tables(game: Game, **odds: str) -> Ruleset:
    """Reference's rules with some tables replaced."""
    default = game.default_ruleset()
    changed = {
        key: replace(default.tables[key], rows=table(text).rows) for key, text in odds.items()
    }
    return replace(default, tables={**default.tables, **changed})


@lru_cache
def _trips(odds: str) -> "BetValue":
    from rules.analysis.hands import trips_value

    return trips_value(with_tables(ultimate_texas_holdem.GAME, trips=odds))


@lru_cache
def _aa(odds: str) -> "BetValue":
    from rules.analysis.hands import aa_value

    return aa_value(with_tables(casino_holdem.GAME, aa=odds))


@lru_cache
def _alone(cards: int, odds: str) -> "BetValue":
    from rules.analysis.hands import table_value

    return table_value(table(odds), cards)


@lru_cache
def _bonus(first_five: str, six: str) -> "BetValue":
    """One wager, the sixth card always bought."""
    from rules.analysis.bonus import bonus_value

    return bonus_value(with_tables(russian_poker.GAME, bonus_first5=first_five, bonus6=six))


Valued = Callable[[], "BetValue"]


def _edge(value: Valued) -> Fraction:
    return value().edge


def _net(value: Valued) -> Fraction:
    return value().net


def _hit_rate(value: Valued) -> Fraction:
    return value().hit_rate


_EDGE: Final = gettext_noop("%(odds)s: house edge")
_NET: Final = gettext_noop("%(odds)s: what the player wins in all hands together")
_HITS: Final = gettext_noop("How often it pays")


def _table_claims(
    key: str,
    value: Callable[[str], "BetValue"],
    rows: tuple[tuple[str, str, int | None], ...],
) -> tuple[Claim, ...]:
    """Of tables by their odds: house edge in percent, and units won by the player, if known."""
    found = []
    for odds, edge, net in rows:
        name = f"{key}-{odds.replace(' ', '-')}"
        valued = partial(value, odds)
        words = {"odds": odds}
        compute = partial(_edge, valued)
        found.append(Claim(f"{name}-edge", edge, REFERENCE, compute, Unit.PERCENT, _EDGE, words))
        if net is not None:
            won = partial(_net, valued)
            found.append(Claim(f"{name}-net", str(net), REFERENCE, won, title=_NET, words=words))
    return tuple(found)


def _quoted(key: str, odds: str, edge: str) -> Claim:
    compute = partial(_edge, partial(_trips, odds))
    return Claim(key, edge, TRIPS_QUOTED, compute, Unit.PERCENT, _EDGE, {"odds": odds})


# --- how often dealers qualify ---------------------------------------------------------------


def _at_least(cards: int, weakest: HandRank) -> int:
    from rules.engine.batch import strength_of_rank
    from rules.engine.counting import distribution

    return int(distribution(cards)[strength_of_rank(weakest) :].sum())


def _below(cards: int, weakest: HandRank) -> int:
    from rules.engine.counting import distribution

    return int(distribution(cards).sum()) - _at_least(cards, weakest)


def _between(cards: int, weakest: HandRank, limit: HandRank) -> int:
    return _at_least(cards, weakest) - _at_least(cards, limit)


def _edge_of(game: Game, qualifies: Callable[[HandRank, Ruleset], bool]) -> HandRank:
    """The weakest hand of five cards with which the dealer of Reference qualifies."""
    from rules.engine.batch import rank_of
    from rules.engine.tables import NATURAL

    rules = game.default_ruleset()
    return next(
        rank for strength in range(1, NATURAL + 1) if qualifies(rank := rank_of(strength), rules)
    )


def _qualified(
    cards: int, game: Game, qualifies: Callable[[HandRank, Ruleset], bool], yes: bool
) -> int:
    weakest = _edge_of(game, qualifies)
    return _at_least(cards, weakest) if yes else _below(cards, weakest)


_ACE_KING: Final = parse_hand_rank("high card AK432")
_TWOS: Final = parse_hand_rank("pair 2543")
_ACES: Final = parse_hand_rank("pair A432")
_TWO_PAIR: Final = parse_hand_rank("two pair 324")

QUALIFYING: Final = Group(
    "qualifying",
    gettext_noop("How often the dealer qualifies"),
    gettext_noop("Under the rules of Reference, in all hands of five or of seven cards."),
    (
        Claim(
            "qualifying-russian",
            "1463700",
            REFERENCE,
            partial(_qualified, 5, russian_poker.GAME, russian_poker.dealer_qualifies, yes=True),
            title=gettext_noop("Russian poker, five cards: game"),
        ),
        Claim(
            "qualifying-russian-not",
            "1135260",
            REFERENCE,
            partial(_qualified, 5, russian_poker.GAME, russian_poker.dealer_qualifies, yes=False),
            title=gettext_noop("Russian poker, five cards: no game"),
        ),
        Claim(
            "qualifying-ultimate",
            "110490100",
            REFERENCE,
            partial(
                _qualified,
                7,
                ultimate_texas_holdem.GAME,
                ultimate_texas_holdem.dealer_qualifies,
                yes=True,
            ),
            title=gettext_noop("Ultimate Texas Hold’em, seven cards: qualifies"),
        ),
        Claim(
            "qualifying-casino-not",
            "32406420",
            REFERENCE,
            partial(_qualified, 7, casino_holdem.GAME, casino_holdem.dealer_qualifies, yes=False),
            title=gettext_noop("Casino Hold’em, seven cards: does not qualify"),
        ),
        Claim(
            "ace-king",
            "167280",
            REFERENCE,
            partial(_between, 5, _ACE_KING, _TWOS),
            title=gettext_noop("Ace-king in five cards"),
        ),
        Claim(
            "pair-of-aces",
            "84480",
            REFERENCE,
            partial(_between, 5, _ACES, _TWO_PAIR),
            title=gettext_noop("A pair of aces in five cards"),
        ),
    ),
)

# --- side bets -------------------------------------------------------------------------------

_T2: Final = "50 40 30 8 6 5 3"
_T3: Final = "50 40 30 8 7 4 3"
TRIPS: Final = Group(
    "trips",
    gettext_noop("Trips of Ultimate Texas Hold’em"),
    gettext_noop("Odds from the royal flush down to three of a kind; all hands of seven cards."),
    (
        *_table_claims(
            "trips",
            _trips,
            (
                ("50 40 30 9 7 4 3", "0.9018", -1_206_516),
                (_T2, "1.9040", -2_547_324),
                (_T3, "3.4979", -4_679_700),
                ("50 40 20 7 6 5 3", "6.1808", -8_268_988),
                ("50 40 30 9 6 5 3", "-0.6921", None),
                ("50 40 30 7 6 5 3", "4.5002", None),
                ("50 40 30 8 6 4 3", "6.5234", None),
                ("50 40 20 8 6 5 3", "3.5847", None),
                ("100 40 30 8 7 4 3", "3.3363", None),
            ),
        ),
        _quoted("trips-quoted-2", _T2, "1.9"),
        _quoted("trips-quoted-3", _T3, "3.50"),
        Claim(
            "trips-hits",
            "15.2700",
            REFERENCE,
            partial(_hit_rate, partial(_trips, _T3)),
            Unit.PERCENT,
            _HITS,
        ),
    ),
)

_AA: Final = "100 50 40 30 20 7 7 7 7"
AA: Final = Group(
    "aa",
    gettext_noop("AA bonus of Casino Hold’em"),
    gettext_noop("Odds from the royal flush down to a pair of aces; hole cards and flop."),
    (
        *_table_claims(
            "aa",
            _aa,
            (
                (_AA, "6.2583", -162_652),
                ("100 50 40 30 25 7 7 7 7", "5.2756", None),
                ("100 50 40 30 10 7 7 7 7", "8.2238", None),
                ("100 50 40 30 20 10 8 7 7", "2.9681", None),
            ),
        ),
        Claim(
            "aa-hits",
            "10.8759",
            REFERENCE,
            partial(_hit_rate, partial(_aa, _AA)),
            Unit.PERCENT,
            _HITS,
        ),
    ),
)

_TR: Final = "1000 500 300 100 50 25"
_T: Final = "1000 500 200 70 50 40 25"
_SIX_8: Final = "300 150 100 30 15 8"
_SIX_7: Final = "300 150 100 30 15 7"
_TOGETHER: Final = gettext_noop("%(first)s, then %(six)s: house edge")
_TOGETHER_NET: Final = gettext_noop(
    "%(first)s, then %(six)s: what the player wins in all deals together"
)
_TOGETHER_HITS: Final = gettext_noop("%(first)s, then %(six)s: how often it pays")


def _together(
    key: str, first: str, six: str, edge: str, net: int | None, hits: str
) -> tuple[Claim, ...]:
    words = {"first": first, "six": six}
    value = partial(_bonus, first, six)
    percent = (
        Claim(
            f"{key}-edge", edge, REFERENCE, partial(_edge, value), Unit.PERCENT, _TOGETHER, words
        ),
        Claim(
            f"{key}-hits",
            hits,
            REFERENCE,
            partial(_hit_rate, value),
            Unit.PERCENT,
            _TOGETHER_HITS,
            words,
        ),
    )
    if net is None:
        return percent
    won = partial(_net, value)
    return (
        *percent,
        Claim(f"{key}-net", str(net), REFERENCE, won, title=_TOGETHER_NET, words=words),
    )


BONUSES: Final = (
    Group(
        "bonus-5",
        gettext_noop("Bonus on five cards"),
        gettext_noop("Odds from the royal flush down to a straight or three of a kind."),
        _table_claims(
            "bonus-5",
            partial(_alone, 5),
            (
                (_T, "3.0494", -79_252),
                ("3000 800 250 150 100 50", "30.7832", -800_044),
                (_TR, "57.1476", -1_485_244),
                ("1000 500 200 100 60 40", "51.6962", None),
            ),
        ),
    ),
    Group(
        "bonus-6",
        gettext_noop("Bonus on the best five of six cards"),
        gettext_noop("Odds from the royal flush down to a straight or three of a kind."),
        _table_claims(
            "bonus-6",
            partial(_alone, 6),
            (
                (_SIX_8, "33.7847", -6_878_056),
                (_SIX_7, "35.5609", -7_239_676),
                ("1000 200 50 25 20 10 5", "10.2248", None),
                ("1000 200 100 20 15 10 7", "8.5614", None),
                ("1000 200 50 25 15 10 5", "15.2790", None),
            ),
        ),
    ),
    Group(
        "bonus-together",
        gettext_noop("Bonus of Russian poker as one wager"),
        gettext_noop(
            "Paid by the first table if the first five cards are on it, otherwise by the second "
            "with the sixth card, which is always bought."
        ),
        (
            *_together("bonus-tr-8", _TR, _SIX_8, "5.2725", -6_440_396, "3.6835"),
            *_together("bonus-tr-7", _TR, _SIX_7, "6.6607", -8_136_116, "3.6835"),
            *_together("bonus-t-8", _T, _SIX_8, "-35.9239", None, "5.4817"),
        ),
    ),
)

GROUPS: Final = (QUALIFYING, TRIPS, AA, *BONUSES)
