"""Split the pot: hands that tie or do not, and the chips that each seat has put in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import Category
from rules.engine.variants import HandRules, best_hand
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.hands import draw_hand
from trainer.drills.stream import Stream

LOW_RANKS: Final = (
    *(Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR),
    *(Rank.FIVE, Rank.SIX, Rank.SEVEN, Rank.EIGHT),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """A board of five and two cards of each seat that goes to showdown, in no order of seats."""

    board: list[Card]
    holes: list[list[Card]]


@dataclass(frozen=True, slots=True)
class Contest:
    """By which hands are compared for the pot or its high half, and for its low half."""

    high: HandRules
    low: HandRules | None = None


# A layout for so many players; in a house without a low half `Contest.low` is None.
Plan = Callable[[Deck, int, Contest], Layout]


def uniform(deck: Deck, players: int, contest: Contest) -> Layout:
    """All cards uniform."""
    return Layout(deck.draw(5), [deck.draw(2) for _ in range(players)])


def twins(deck: Deck, players: int, contest: Contest) -> Layout:
    """Two ranks, or one rank twice, in two hands; the board and the other hands uniform, the
    latter drawn again, up to six times, until none beats the two for the pot or its high
    half."""
    return _equal(deck, players, 2, contest.high, tuple(Rank))


def triplets(deck: Deck, players: int, contest: Contest) -> Layout:
    """Two ranks in three hands; the rest as for two. Two players: as for two."""
    return _equal(deck, players, min(players, 3), contest.high, tuple(Rank))


def board(deck: Deck, players: int, contest: Contest) -> Layout:
    """A straight, flush, full house or four of a kind on the board, each equally likely, a
    class of it uniform; the hands uniform."""
    made = draw_hand(deck, deck.rng.choice(_ON_BOARD))
    return Layout(deck.rng.shuffled(made), [deck.draw(2) for _ in range(players)])


def low(deck: Deck, players: int, contest: Contest) -> Layout:
    """Five different ranks up to eight, three of them on the board and two in one hand; the
    rest uniform."""
    ranks = deck.ranks(5, LOW_RANKS)
    own, laid = deck.each(ranks[:2]), deck.each(ranks[2:])
    laid += deck.draw(2)
    return Layout(deck.rng.shuffled(laid), [own, *(deck.draw(2) for _ in range(players - 1))])


def low_twins(deck: Deck, players: int, contest: Contest) -> Layout:
    """Five different ranks up to eight, three of them on the board and two in each of two
    hands; two board cards from nine up; the other hands uniform, drawn again, up to six
    times, until none beats the two for the low half."""
    return _equal(deck, players, 2, contest.low or contest.high, LOW_RANKS)


# Most hands fit at once; low hands are slow to rank.
_REDRAWN: Final = 6

_ON_BOARD: Final = (
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
)


def _equal(
    deck: Deck, players: int, count: int, rules: HandRules, among: Sequence[Rank]
) -> Layout:
    """*count* hands of the same ranks that nobody beats by *rules*."""
    lows = among is LOW_RANKS
    ranks = deck.ranks(5, among)
    own = ranks[:2] if lows or count > 2 or deck.rng.below(5) else [ranks[0], ranks[0]]
    holes = [deck.each(own) for _ in range(count)]
    laid = deck.each(ranks[2:]) if lows else deck.draw(5)
    if lows:
        laid += deck.draw(2, lambda card: card.rank not in LOW_RANKS)
    best = best_hand(holes[0], rules, laid)

    def is_no_better(hole: Sequence[Card]) -> bool:
        other = best_hand(hole, rules, laid)
        return best is None or other is None or other.rank <= best.rank

    holes += [_draw_until(deck, is_no_better) for _ in range(players - count)]
    return Layout(deck.rng.shuffled(laid), holes)


def _draw_until(deck: Deck, fits: Callable[[Sequence[Card]], bool]) -> list[Card]:
    """Two cards; after `_REDRAWN` misses any two."""
    for _ in range(_REDRAWN):
        two = deck.draw(2)
        if fits(two):
            return two
        deck.put_back(two)
    return deck.draw(2)


# --- chips -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Money:
    """What has been put in, counted in the smallest chip: by live seat and by folded seat."""

    live: tuple[int, ...]
    folded: tuple[int, ...]


# Live and folded players at a table, by level, each pair equally likely.
TABLES: Final = {
    1: ((2, 1), (2, 2), (3, 1), (3, 2)),
    2: ((3, 0), (3, 1), (3, 2), (4, 0), (4, 1)),
    3: ((4, 0), (4, 1), (4, 2), (5, 0), (5, 1)),
}
# Of so many pots of the first level all but one are odd.
_ODD: Final = 4
# Of so many hands of the third level one ends with a bet that nobody called.
_UNCALLED: Final = 3
_LEAST, _MOST = 10, 60


def put_in(rng: Stream, level: int, live: int, folded: int) -> Money:
    """Level 1: everybody alive has put in the same, from 10 to 60 chips; folded seats less,
    drawn again until three of four pots are odd. Level 2: one seat is all-in for 10 to 40, the
    others have put in 5 to 40 more. Level 3: two seats, of five players every second time
    three, are all-in for different amounts, each 5 to 30 above the one before; every third
    time one of the others has bet 5 to 40 more than anybody called. Folded seats have put in
    anything up to the called bets."""
    if level == 1:
        return _level_one(rng, live, folded)
    shorts = 1
    if level == 3:
        shorts = 2 + (rng.below(2) if live == 5 else 0)
    heights = [_LEAST + rng.below(31)]
    heights += [heights[-1] + 5 + rng.below(26) for _ in range(shorts - 1)]
    top = heights[-1] + 5 + rng.below(36)
    heights += [top] * (live - shorts)
    dead = tuple(1 + rng.below(top) for _ in range(folded))
    if level == 3 and not rng.below(_UNCALLED):
        heights[-1] += 5 + rng.below(36)
    return Money(tuple(rng.shuffled(heights)), dead)


def _level_one(rng: Stream, live: int, folded: int) -> Money:
    odd = rng.below(_ODD) > 0
    for _ in range(TRIES):
        height = _LEAST + rng.below(_MOST - _LEAST + 1)
        dead = tuple(1 + rng.below(height - 1) for _ in range(folded))
        if (live * height + sum(dead)) % 2 == odd:
            break
    return Money((height,) * live, dead)


HIGH: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("uniform", uniform, (20, 40, 45)),
    Stratum("twins", twins, (45, 35, 30), frozenset({"split-pot", "odd-chip"})),
    Stratum("triplets", triplets, (15, 10, 10), frozenset({"split-pot", "odd-chip"})),
    Stratum("shared-board", board, (20, 15, 15), frozenset({"split-pot", "odd-chip"})),
)
HIGH_LOW: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("uniform", uniform, (10, 20, 20)),
    Stratum("twins", twins, (20, 20, 15), frozenset({"split-pot", "odd-chip"})),
    Stratum("low", low, (40, 35, 40), frozenset({"high-low"})),
    Stratum("low-twins", low_twins, (30, 25, 25), frozenset({"high-low", "odd-chip"})),
)
