"""Casino Hold’em: a dealer without game leaves the ante won, whoever holds more."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, cycle
from typing import Final

from rules.engine.cards import Card, Rank, Suit, parse_cards
from rules.engine.ranking import Category, rank_hand
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.casino_holdem import dealer_qualifies
from rules.games.settlement import Round
from rules.rounds.base import Course, Example, Situation, lay, least_stake

# The dealer's pair of aces is game and his king-high none wherever the edge lies.
_BOARD: Final = "Ad 9c 7h 4s 2d"
_DRY_BOARD: Final = "Kd Jc 9h 7s 4d"

_FOLD: Final = lay("Js 5h", board="Kd 9c 7h", folded=True)
_NO_GAME: Final = (
    lay("Ks 3h", "Qh 2c", _DRY_BOARD),
    lay("Qs 3h", "Qh 2c", _DRY_BOARD),
    lay("8s 3h", "Qh 2c", _DRY_BOARD),
)
_WIN: Final = (
    lay("9s 7s", "As Qc", _BOARD),
    lay("Kd 5d", "As Qc", "Ad 9d 7d 4s 2h"),
)
_TIE: Final = lay("Ks 3h", "Kh 2c", "Ad Ac 9h 7s 6d")
_LOSS: Final = lay("9s 3h", "As Qc", _BOARD)

_NO_PAIR: Final = parse_cards("As Kd Qc Jh 9s 8d 7c")
# Cards beside a pair among seven.
_BESIDE: Final = 5
_PAIRS: Final = {rank.letter: rank for rank in Rank}


def situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    return tuple(_situations(ruleset))


def _situations(ruleset: Ruleset) -> Iterator[Situation]:
    def play(*rounds: Round) -> tuple[Example, ...]:
        return tuple(_example(round_, ruleset) for round_ in rounds)

    yield Situation("fold", gettext_noop("The guest folds"), play(_FOLD))
    name = gettext_noop("The dealer has no game, whoever’s hand is higher")
    yield Situation("no-game", name, play(*_NO_GAME))
    name = gettext_noop("The dealer has game, the guest’s hand is higher")
    yield Situation("win", name, play(*_WIN))
    name = gettext_noop("The dealer has game, the hands are equal")
    yield Situation("tie", name, play(_TIE))
    name = gettext_noop("The dealer has game and the higher hand")
    yield Situation("loss", name, play(_LOSS))


def _example(round_: Round, ruleset: Ruleset) -> Example:
    bets = {bet: least_stake(bet, ruleset) for bet in ("ante", "aa")}
    if not round_.folded:
        bets["call"] = 2 * bets["ante"]
    return Example(round_, bets)


def edge(ruleset: Ruleset) -> tuple[tuple[Card, ...], ...]:
    lowest = _PAIRS[ruleset.switches["qualifier"]]
    below = _beside(Rank(lowest - 1), high=True) if lowest > Rank.TWO else _NO_PAIR
    return _beside(lowest, high=False), below


@cache
def _beside(pair: Rank, *, high: bool) -> tuple[Card, ...]:
    """The weakest seven cards with this pair and no more, or with *high* the strongest."""
    others = sorted((rank for rank in Rank if rank is not pair), reverse=high)
    # Two to spare: enough to break up a straight.
    hands = [_cards(pair, beside) for beside in combinations(others[: _BESIDE + 2], _BESIDE)]
    pairs = [cards for cards in hands if rank_hand(cards).category is Category.PAIR]
    return (max if high else min)(pairs, key=rank_hand)


def _cards(pair: Rank, beside: Sequence[Rank]) -> tuple[Card, ...]:
    """A card of the pair in the hand, the other on the board; no flush."""
    ranks = (pair, beside[0], pair, *beside[1:])
    return tuple(map(Card, ranks, cycle(Suit)))


COURSE: Final = Course(
    game="casino-holdem",
    bets=("ante", "call", "aa"),
    situations=situations,
    edge=edge,
    qualifies=dealer_qualifies,
)
