"""Boards and hole cards up to what can matter for the strength of seven cards.

Ranks are 0 (deuce) to 12 (ace) here. A *set* of ranks has no rank twice, a *multiset* may have
one up to four times; both are known by their place in colexicographic order. A board is

- *plain* if no suit stands three times on it: with two hole cards it makes no flush, so that
  only its multiset of five ranks matters, and of a hole card its rank: 13 kinds of cards;
- *suited* if one suit does: what matters is the set of ranks in that suit and the multiset of
  the ranks of the other cards, and of a hole card its rank and whether it has the suit:
  26 kinds, 0–12 of the suit and 13–25 of others.

Two hole cards are a multiset of two kinds: 91 of plain kinds, 351 of suited kinds.
"""

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

Index = NDArray[np.intp]

RANKS: Final = 13
SUITED_KINDS: Final = 26
SUITED_HOLES: Final = 351


def set_index(ranks: Index) -> Index:
    """Place of sets; *ranks* along the last axis, rising."""
    size = ranks.shape[-1]
    found = np.zeros(ranks.shape[:-1], np.intp)
    for at in range(size):
        found += _binomials(at + 1)[ranks[..., at]]
    return found


def multiset_index(ranks: Index) -> Index:
    """Place of multisets; *ranks* along the last axis, in any order."""
    return set_index(np.sort(ranks, axis=-1) + np.arange(ranks.shape[-1]))


@lru_cache
def _binomials(below: int) -> Index:
    return np.array([comb(n, below) for n in range(SUITED_KINDS + 8)], np.intp)


@lru_cache
def rank_sets(size: int) -> Index:
    """All sets of *size* ranks by their place, (sets, size), each rising."""
    return _listed(list(combinations(range(RANKS), size)), size)


@lru_cache
def multisets(size: int, kinds: int = RANKS) -> Index:
    """All multisets of *size* by their place, those of five equal ranks too: (…, size)."""
    return _listed(list(combinations_with_replacement(range(kinds), size)), size)


def _listed(rows: list[tuple[int, ...]], size: int) -> Index:
    # Colexicographic order is that of the elements read from the last one.
    rows.sort(key=lambda row: row[::-1])
    listed = np.array(rows, np.intp).reshape(len(rows), size)
    listed.flags.writeable = False
    return listed


@lru_cache
def with_rank(size: int) -> Index:
    """Place of each multiset of *size* ranks with one rank more: (multisets, 13)."""
    rows = multisets(size)[:, None, :]
    added = np.broadcast_to(np.arange(RANKS)[None, :, None], (len(rows), RANKS, 1))
    return multiset_index(
        np.concatenate([np.broadcast_to(rows, (len(rows), RANKS, size)), added], axis=2)
    )


@lru_cache
def set_with_rank(size: int) -> Index:
    """Place of each set of *size* ranks with one rank more: (sets, 13), −1 if it is in the set."""
    found = np.full((len(rank_sets(size)), RANKS), -1, np.intp)
    for at, ranks in enumerate(rank_sets(size).tolist()):
        for rank in set(range(RANKS)).difference(ranks):
            found[at, rank] = set_index(np.array(sorted([*ranks, rank]), np.intp))
    return found


@lru_cache
def joined(suited: int, others: int) -> Index:
    """Place of the multiset that a set and a multiset make together: (sets, multisets)."""
    sets, rest = rank_sets(suited), multisets(others)
    shape = (len(sets), len(rest))
    return multiset_index(
        np.concatenate(
            [
                np.broadcast_to(sets[:, None, :], (*shape, suited)),
                np.broadcast_to(rest[None, :, :], (*shape, others)),
            ],
            axis=2,
        )
    )


def rank_counts(size: int) -> NDArray[np.uint8]:
    """How often each rank stands in each multiset of *size*: (multisets, 13)."""
    same = multisets(size)[:, :, None] == np.arange(RANKS)
    found: NDArray[np.uint8] = same.sum(axis=1, dtype=np.uint8)
    return found


def plain_cards(size: int) -> NDArray[np.int64]:
    """Cards left of each rank beside each multiset: (multisets, 13); none below zero."""
    return np.maximum(4 - rank_counts(size).astype(np.int64), 0)


def suited_cards(suited: int, others: int) -> NDArray[np.int64]:
    """Cards left of each of the 26 kinds: (sets, multisets, 26)."""
    sets, rest = rank_sets(suited), multisets(others)
    cards = np.empty((len(sets), len(rest), SUITED_KINDS), np.int64)
    in_suit = (sets[:, :, None] == np.arange(RANKS)).any(axis=1)
    cards[:, :, :RANKS] = ~in_suit[:, None, :]
    cards[:, :, RANKS:] = 3 - rank_counts(others)[None, :, :].astype(np.int64)
    return cards


def hole_ranks() -> Index:
    """Of each of the 351 holes of suited kinds, the one of the 91 with its ranks."""
    return multiset_index(multisets(2, SUITED_KINDS) % RANKS)
