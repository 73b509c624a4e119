"""Sums over turn and river, for every flop and hole at once.

A layer gives every board and hole an integer (`Layer`); wanted is its sum over the 1081 pairs
of turn and river that a flop and a hole leave (`FlopSums`). It splits, because every board is
plain unless one of the suits of the flop comes to stand three times:

    sum = ranks of the flop, as if every board were plain
        + for each suit on the flop: suited value − plain value, of the boards suited in it

so that a suit of the flop matters by the set of its ranks and the multiset of the others:
2,483 keys for 22,100 flops. Pairs that contain a hole card are taken away again: of all pairs
those with the one card, those with the other, and back the one pair that has both. On those
boards the layer may hold anything, as long as it holds the same each time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.analysis.boards import (
    RANKS,
    SUITED_HOLES,
    SUITED_KINDS,
    Index,
    hole_ranks,
    joined,
    multisets,
    plain_cards,
    rank_sets,
    set_with_rank,
    with_rank,
)

Values = NDArray[np.int64]
# In 32 or 64 bits; the difference of two of them fits as well.
LayerValues = NDArray[np.signedinteger]


@dataclass(frozen=True, slots=True)
class Layer:
    """Values by board and hole: `plain` (6188, 91), `suited[n]` (sets, multisets, 351)."""

    plain: LayerValues
    suited: dict[int, LayerValues]


@dataclass(frozen=True, slots=True)
class FlopSums:
    """`plain` by multiset of three ranks, (455, 91); `suited[n]`, for a suit with *n* cards on
    the flop, by its set and the multiset of the others, (sets, multisets, 351)."""

    plain: Values
    suited: dict[int, Values]


def flop_sums(layer: Layer) -> FlopSums:
    """The suited values of *layer* are overwritten."""
    more = {5: layer.suited[5], 4: layer.suited[4], 3: layer.suited[3]}
    ranks = hole_ranks()
    for count, values in more.items():
        board = joined(count, 5 - count)
        for at, boards in enumerate(board):
            values[at] -= layer.plain[boards][:, ranks]
    four = _rivers(more)
    return FlopSums(_plain_sums(layer.plain), _suited_sums(more, four))


def _plain_sums(plain: LayerValues) -> Values:
    """Of every flop by ranks, over all pairs without the hole's cards."""
    four = _sum_over(plain, with_rank(4), plain_cards(4))
    twice = _sum_over(four, with_rank(3), plain_cards(3))
    one, two = multisets(2).T
    hole = np.arange(len(one))
    with_one, with_two = with_rank(3)[:, one], with_rank(3)[:, two]
    both = np.take_along_axis(with_rank(4)[with_one], two[None, :, None], axis=2)[:, :, 0]
    return twice // 2 - four[with_one, hole] - four[with_two, hole] + plain[both, hole]


def _sum_over(values: LayerValues, places: Index, cards: Values) -> Values:
    """For each board, the sum of *values* at *places* over the cards that may come."""
    found = np.zeros((len(places), values.shape[1]), np.int64)
    for rank in range(RANKS):
        found += values[places[:, rank]] * cards[:, rank, None]
    return found


def _with_one_more(at: int, count: int, others: int, boards: Mapping[int, LayerValues]) -> Values:
    """Of the set *at* of *count* ranks with every multiset of *others*, the sum of the values
    of *boards* over the cards that may come."""
    found = np.zeros((len(multisets(others)), SUITED_HOLES), np.int64)
    for place in set_with_rank(count)[at]:
        if place >= 0:
            found += boards[count + 1][place]
    if count in boards:
        values, places = boards[count][at], with_rank(others)
        found += 3 * values[places].sum(axis=1)
        for rank in multisets(others).T:
            found -= values[places[np.arange(len(places)), rank]]
    return found


def _rivers(five: Mapping[int, LayerValues]) -> dict[int, Values]:
    """Of boards of four with 2, 3 or 4 cards in the suit: the sum over all rivers."""
    return {
        count: np.stack(
            [_with_one_more(at, count, 4 - count, five) for at in range(len(rank_sets(count)))]
        )
        for count in (2, 3, 4)
    }


def _suited_sums(five: Mapping[int, LayerValues], four: Mapping[int, Values]) -> dict[int, Values]:
    found = {}
    for count in (1, 2, 3):
        sets = range(len(rank_sets(count)))
        sums = np.stack([_with_one_more(at, count, 3 - count, four) for at in sets])
        # Every pair came twice, either card first.
        sums //= 2
        one, two = multisets(2, SUITED_KINDS).T
        for kind in range(SUITED_KINDS):
            board = _Added(count, 3 - count).add(kind)
            for holes in (np.flatnonzero(one == kind), np.flatnonzero(two == kind)):
                board.put(sums, holes, four, -1)
        for hole, (x, y) in enumerate(multisets(2, SUITED_KINDS).tolist()):
            board = _Added(count, 3 - count).add(x).add(y)
            board.put(sums, np.array([hole]), five, +1)
        found[count] = sums
    return found


class _Added:
    """Boards of all sets and multisets with some cards more: which ones these then are."""

    def __init__(self, count: int, others: int) -> None:
        self.count, self.others = count, others
        self.sets: Index = np.arange(len(rank_sets(count)))
        self.rest: Index = np.arange(len(multisets(others)))

    def add(self, kind: int) -> "_Added":
        if kind < RANKS:
            # −1, no such set, stays.
            places = np.vstack([set_with_rank(self.count), np.full((1, RANKS), -1)])
            self.sets = places[self.sets, kind]
            self.count += 1
        else:
            self.rest = with_rank(self.others)[self.rest, kind - RANKS]
            self.others += 1
        return self

    def put(
        self, sums: Values, holes: Index, boards: Mapping[int, LayerValues], sign: int
    ) -> None:
        """Add to *sums* the values of *boards* of these holes; boards not suited have none."""
        if self.count not in boards:
            return
        real = np.flatnonzero(self.sets >= 0)
        values = boards[self.count][self.sets[real][:, None, None], self.rest[:, None], holes]
        sums[real[:, None, None], np.arange(len(self.rest))[:, None], holes] += sign * values
