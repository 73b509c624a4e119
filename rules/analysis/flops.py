"""All flops with all hole cards, up to what makes a difference, each with its number of deals.

Three grids: flops of one suit, of two suits, of three suits. A suit of the flop is a group of
its own; the suits that are not on the flop are one group together, because a hole card gains
nothing by being of the one or the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.analysis.boards import (
    RANKS,
    SUITED_HOLES,
    Index,
    joined,
    multiset_index,
    multisets,
    rank_counts,
    rank_sets,
)
from rules.analysis.streets import FlopSums, Values

DEALS: Final = 25_989_600
"""Hole cards and flops: 1326 × 19,600."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Flops × holes of one number of suits.

    `hole_ranks`: the one of the 91 multisets of ranks of each hole. `suited` and `mixed`, of
    shape (flops, holes): how many deals of flop and hole each place stands for, with hole cards
    of one suit and of two; 0 where they cannot meet. `plain` are rows of `FlopSums.plain`;
    `parts` are number of cards in a suit of the flop, rows and columns of `FlopSums.suited`.
    """

    hole_ranks: Index
    suited: Values
    mixed: Values
    plain: Index
    parts: tuple[tuple[int, Index, Index], ...]

    @property
    def deals(self) -> Values:
        """How many deals each place stands for."""
        return self.suited + self.mixed

    def values(self, sums: FlopSums) -> Values:
        """The sums of all flops and holes, (flops, holes)."""
        found = sums.plain[self.plain][:, self.hole_ranks]
        for count, rows, columns in self.parts:
            found += sums.suited[count].reshape(-1, SUITED_HOLES)[rows][:, columns]
        return found


@lru_cache(maxsize=1)
def grids() -> tuple[Grid, Grid, Grid]:
    sets, pairs, threes = rank_sets(3), rank_sets(2), multisets(3)
    one = _grid(
        ranks=[list(map(tuple, sets.tolist())), None],
        suits=[1, 3],
        times=np.full(len(sets), 4),
        plain=joined(3, 0).ravel(),
        rows=[(3, np.arange(len(sets)))],
    )
    both, single = np.divmod(np.arange(len(pairs) * RANKS), RANKS)
    two = _grid(
        ranks=[
            list(map(tuple, pairs[both].tolist())),
            *_singles(single[:, None]),
            None,
        ],
        suits=[1, 1, 2],
        times=np.full(len(both), 12),
        plain=joined(2, 1).ravel(),
        rows=[(2, np.arange(len(both))), (1, single * 91 + multiset_index(pairs[both]))],
    )
    # The three suits are given to the ranks in every way; equal ranks make some of them alike.
    alike = np.array([1, 2, 6])[rank_counts(3).max(axis=1) - 1]
    others = [np.delete(threes, at, axis=1) for at in range(3)]
    three = _grid(
        ranks=[*_singles(threes), None],
        suits=[1, 1, 1, 1],
        times=24 // alike,
        plain=np.arange(len(threes)),
        rows=[(1, threes[:, at] * 91 + multiset_index(others[at])) for at in range(3)],
    )
    return one, two, three


def _singles(ranks: Index) -> list[list[tuple[int, ...]] | None]:
    """One group for each column, with one rank of each flop."""
    return [[(rank,) for rank in column] for column in ranks.T.tolist()]


def weigh(weights: Iterable[Values], values: Iterable[Values | NDArray[np.bool_]]) -> int:
    """The sum of all products over the grids."""
    return sum(
        # Down the flops in 64 bits, `require_room` sees to that; across the holes in Python's.
        sum((weight * value).sum(axis=0).tolist())
        for weight, value in zip(weights, values, strict=True)
    )


def _grid(
    ranks: list[list[tuple[int, ...]] | None],
    suits: list[int],
    times: Index,
    plain: Index,
    rows: list[tuple[int, Index]],
) -> Grid:
    """*ranks* are those on each flop by group, *suits* how many suits each group is, *times*
    how many flops each stands for, *rows* the rows of the groups that are a suit."""
    kinds = RANKS * len(suits)
    one, two = multisets(2, kinds).T
    group, rank = np.divmod(np.arange(kinds), RANKS)
    left = np.ones((len(times), kinds), np.int64)
    for at, held in enumerate(ranks):
        for flop, gone in enumerate(held or ()):
            left[flop, [at * RANKS + each for each in gone]] = 0
    many = np.array(suits)[group]
    together = group[one] == group[two]
    ways = left[:, one] * left[:, two] * times[:, None]
    suited = ways * np.where(together & (one != two), many[one], 0)
    apart = np.where(together, many[one] * (many[one] - 1), many[one] * many[two])
    mixed = ways * np.where(one == two, apart // 2, apart)
    parts = []
    for at, (count, keys) in enumerate(rows):
        kind = np.where(group == at, rank, RANKS + rank)
        parts.append((count, keys, multiset_index(np.stack([kind[one], kind[two]], axis=1))))
    hole_ranks = multiset_index(np.stack([rank[one], rank[two]], axis=1))
    return Grid(hole_ranks, suited, mixed, plain, tuple(parts))
