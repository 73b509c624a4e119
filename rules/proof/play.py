"""Casino Hold'em and Ultimate Texas Hold'em with the best play, and with none."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from rules.engine.ranking import HandRank
from rules.engine.text import gettext_noop
from rules.games import casino_holdem, ultimate_texas_holdem
from rules.games.base import PayTable, Ruleset, make_rows
from rules.games.settlement import Ending, Round
from rules.proof.base import Claim, Group, Unit
from rules.proof.sources import CARDSFLIP, DISCOUNT, GOLDEN_NUGGET, PLAYTECH, REFERENCE

if TYPE_CHECKING:
    from rules.analysis.casino_holdem import CasinoHoldem
    from rules.analysis.ultimate import Ultimate


def _ante(full_house: int = 3, flush: int = 2) -> str:
    """Reference's table with two of its odds open."""
    return (
        f"royal flush 100, straight flush 20, quads 10, full house {full_house}, flush {flush}, "
        "straight or less 1"
    )


_ANTE: Final = _ante()


def _casino_rules(rows: str, ante_on_no_qualify: str) -> Ruleset:
    default = casino_holdem.GAME.default_ruleset()
    tables = {**default.tables, "ante": PayTable(make_rows(rows))}
    switches = {**default.switches, "ante_on_no_qualify": ante_on_no_qualify}
    return replace(default, tables=tables, switches=switches)


@lru_cache
def _solved(rows: str, ante_on_no_qualify: str) -> "CasinoHoldem":
    from rules.analysis.casino_holdem import solve

    return solve(_casino_rules(rows, ante_on_no_qualify))


def _casino(rows: str = _ANTE, ante_on_no_qualify: str = "table") -> "CasinoHoldem":
    return _solved(rows, ante_on_no_qualify)


@lru_cache
def _ultimate() -> "Ultimate":
    from rules.analysis.ultimate import solve

    return solve(ultimate_texas_holdem.GAME.default_ruleset())


def _casino_edge(rows: str = _ANTE, ante_on_no_qualify: str = "table") -> Fraction:
    return _casino(rows, ante_on_no_qualify).edge


def _always_called() -> Fraction:
    return -_casino().always_called


def _never_folded() -> Fraction:
    """House edge where every hand is played for the most before the flop."""
    holes = _ultimate().preflop
    won = sum((hole.play[max(hole.play)] * hole.combinations for hole in holes), Fraction(0))
    return -won / sum(hole.combinations for hole in holes)


def _played_before_the_flop() -> int:
    return sum(hole.best > 0 for hole in _ultimate().preflop)


def _percent(key: str, expected: str, compute: Callable[[], Fraction], title: str) -> Claim:
    return Claim(key, expected, REFERENCE, compute, Unit.PERCENT, title)


_ONE_TO_ONE: Final = "high card or better 1"
_BEST_PLAY: Final = gettext_noop("House edge with the best play")
CASINO: Final = Group(
    "casino-holdem",
    gettext_noop("Casino Hold’em"),
    gettext_noop("Under the rules of Reference, of the ante; the best play over all deals."),
    (
        _percent("casino-edge", "2.15765", _casino_edge, _BEST_PLAY),
        Claim(
            "casino-edge-published",
            "2.16",
            PLAYTECH,
            _casino_edge,
            Unit.PERCENT,
            _BEST_PLAY,
        ),
        _percent(
            "casino-calls",
            "81.9906",
            lambda: _casino().call_frequency,
            gettext_noop("How often the best play calls"),
        ),
        Claim(
            "casino-calls-published",
            "82",
            CARDSFLIP,
            lambda: _casino().call_frequency,
            Unit.PERCENT,
            gettext_noop("How often the best play calls"),
        ),
        Claim(
            "casino-stake",
            "2.639812",
            REFERENCE,
            lambda: _casino().average_stake,
            Unit.ANTES,
            gettext_noop("Average stake with the best play, in antes"),
        ),
        _percent(
            "casino-risk",
            "0.817348",
            lambda: _casino().element_of_risk,
            gettext_noop("What the house keeps of all that is staked"),
        ),
        _percent(
            "casino-flat",
            "3.08767",
            partial(_casino_edge, _ANTE, "flat"),
            gettext_noop("House edge where the ante pays 1 if the dealer does not qualify"),
        ),
        _percent(
            "casino-one",
            "11.13479",
            partial(_casino_edge, _ONE_TO_ONE),
            gettext_noop("House edge where the ante always pays 1"),
        ),
        _percent(
            "casino-flush",
            "4.57436",
            partial(_casino_edge, _ante(flush=1)),
            gettext_noop("House edge where a flush pays 1"),
        ),
        _percent(
            "casino-full-house",
            "-0.05236",
            partial(_casino_edge, _ante(full_house=4)),
            gettext_noop("House edge where a full house pays 4"),
        ),
        _percent(
            "casino-always-called",
            "7.899643",
            _always_called,
            gettext_noop("House edge where every hand is called"),
        ),
    ),
)
ULTIMATE: Final = Group(
    "ultimate-texas-holdem",
    gettext_noop("Ultimate Texas Hold’em"),
    gettext_noop("Under the rules of Reference, of the ante; the best play over all deals."),
    (
        _percent("ultimate-edge", "2.18497", lambda: _ultimate().edge, _BEST_PLAY),
        Claim(
            "ultimate-edge-published",
            "2.185",
            GOLDEN_NUGGET,
            lambda: _ultimate().edge,
            Unit.PERCENT,
            _BEST_PLAY,
        ),
        Claim(
            "ultimate-play",
            "2.152210",
            REFERENCE,
            lambda: _ultimate().average_play,
            Unit.ANTES,
            gettext_noop("Average Play bet with the best play, in antes"),
        ),
        Claim(
            "ultimate-stake",
            "4.152210",
            REFERENCE,
            lambda: _ultimate().average_stake,
            Unit.ANTES,
            gettext_noop("Average stake with the best play, in antes"),
        ),
        _percent(
            "ultimate-risk",
            "0.526219",
            lambda: _ultimate().element_of_risk,
            gettext_noop("What the house keeps of all that is staked"),
        ),
        Claim(
            "ultimate-risk-published",
            "0.526",
            GOLDEN_NUGGET,
            lambda: _ultimate().element_of_risk,
            Unit.PERCENT,
            gettext_noop("What the house keeps of all that is staked"),
        ),
        Claim(
            "ultimate-preflop",
            "69",
            REFERENCE,
            _played_before_the_flop,
            title=gettext_noop("Of 169 kinds of hole cards, those played before the flop"),
        ),
        _percent(
            "ultimate-never-folded",
            "40.704701",
            _never_folded,
            gettext_noop("House edge where every hand is played before the flop"),
        ),
    ),
)

# --- two hands against each other ------------------------------------------------------------

Qualifies = Callable[[HandRank], bool]


def _pair_of_fours(rank: HandRank) -> bool:
    return casino_holdem.dealer_qualifies(rank, casino_holdem.GAME.default_ruleset())


def _pair(rank: HandRank) -> bool:
    rules = ultimate_texas_holdem.GAME.default_ruleset()
    return ultimate_texas_holdem.dealer_qualifies(rank, rules)


def _share(ending: Ending, qualifies: Qualifies = _pair, always: bool = True) -> Fraction:
    """Of all rounds, those that end so; unless *always* only where the dealer qualifies."""
    from rules.analysis.casino_holdem import ROUNDS, state_values
    from rules.analysis.flops import DEALS, grids, weigh
    from rules.analysis.payoffs import find_payoffs

    rules = ultimate_texas_holdem.GAME.default_ruleset()
    bets = dict.fromkeys(("ante", "blind", "play"), Decimal(1))

    def counts(round_: Round) -> Fraction:
        found = ultimate_texas_holdem.settle(round_, bets, rules)
        dealer = found.dealer
        qualified = always or (dealer is not None and qualifies(dealer.rank))
        return Fraction(found.ending is ending and qualified)

    values = state_values(find_payoffs(rules.tables["blind"], qualifies, counts), 1)
    return Fraction(weigh([grid.deals for grid in grids()], values), DEALS * ROUNDS)


TWO_HANDS: Final = Group(
    "two-hands",
    gettext_noop("Two hands of hold’em"),
    gettext_noop("How often player and dealer end how, if both stay to the river."),
    (
        _percent(
            "two-hands-win",
            "47.966293",
            partial(_share, Ending.WIN),
            gettext_noop("The player’s hand is higher"),
        ),
        _percent(
            "two-hands-loss",
            "47.966293",
            partial(_share, Ending.LOSS),
            gettext_noop("The dealer’s hand is higher"),
        ),
        Claim(
            "two-hands-tie",
            "4.067413",
            DISCOUNT,
            partial(_share, Ending.TIE),
            Unit.PERCENT,
            gettext_noop("The hands tie"),
        ),
        _percent(
            "two-hands-win-fours",
            "29.278114",
            partial(_share, Ending.WIN, _pair_of_fours, False),
            gettext_noop("Higher than a dealer with a pair of fours or better"),
        ),
        _percent(
            "two-hands-loss-fours",
            "43.074462",
            partial(_share, Ending.LOSS, _pair_of_fours, False),
            gettext_noop("Lower than a dealer with a pair of fours or better"),
        ),
        _percent(
            "two-hands-tie-fours",
            "3.424584",
            partial(_share, Ending.TIE, _pair_of_fours, False),
            gettext_noop("A tie with a dealer with a pair of fours or better"),
        ),
    ),
)

GROUPS: Final = (CASINO, ULTIMATE, TWO_HANDS)
