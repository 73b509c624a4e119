"""How many hands of five, six and seven cards have each strength, exactly.

A distribution is int64 of shape (7476,), indexed by strength (`rules.engine.tables`): element 0
is 0. The hands with any property of their strength are one masked sum:

>>> from rules.engine.ranking import Category
>>> int(distribution(5)[rank_tables().category == Category.FULL_HOUSE].sum())
3744
"""

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.engine.cards import DECK, Rank
from rules.engine.jokers import Joking
from rules.engine.tables import (
    FIVE_OF_A_KIND,
    RANK_KEYS,
    RANK_SETS,
    SIZES,
    STRENGTHS,
    Ints,
    Strengths,
    masks,
    rank_multisets,
    rank_sums,
    rank_tables,
)


def distribution(cards: int, joker: Joking = Joking.NONE) -> Ints:
    """Hands of 5, 6 or 7 cards by the strength of their best five.

    With a *joker* they are dealt from 53 cards, of which it is one.

    Raises:
        ValueError: for another number of cards.
    """
    _require_size(cards)
    found = _without_joker(cards)
    if joker is not Joking.NONE:
        found += _with_joker(cards, joker)
    return found


def _require_size(cards: int) -> None:
    if cards not in SIZES:
        raise ValueError(f"5, 6 or 7 cards are expected, not {cards}")


def _without_joker(cards: int) -> Ints:
    """By multisets of ranks, and apart from them the hands with a flush.

    At most seven cards with five of one suit hold no full house and no four of a kind.
    """
    tables = rank_tables()
    by_sum = tables.by_sum[cards]
    codes = rank_multisets()[cards]
    found = _count(by_sum[rank_sums(codes, cards)], _ways(codes))
    for suited in range(5, cards + 1):
        flush, sums, ways = _in_one_suit(suited, cards, cards)
        found -= _count(by_sum[sums], ways)
        found += _count(tables.flush[flush], ways.sum())
    return found


def _with_joker(cards: int, joker: Joking) -> Ints:
    """Likewise of the hands that hold the joker: *cards* − 1 others decide what it becomes."""
    codes = rank_multisets()[cards - 1]
    best_rank = _best_rank(codes, cards, joker)
    found = _count(best_rank, _ways(codes))
    # Keys for five cards tell any four apart, too.
    size = max(cards - 1, 5)
    sums = rank_sums(codes, size)
    by_sum = np.empty(sums.max() + 1, np.uint16)
    by_sum[sums] = best_rank
    completed = _best_added(rank_tables().flush)
    for suited in range(4, cards):
        flush, sums, ways = _in_one_suit(suited, cards - 1, size)
        best = by_sum[sums]
        found -= _count(best, ways)
        found += _count(np.maximum(best, completed[flush]), ways)
    return found


def _best_rank(codes: Ints, cards: int, joker: Joking) -> Strengths:
    """The strength of *cards* − 1 ranks with the best that the joker adds, flushes apart."""
    tables = rank_tables()
    once, _, _, four = masks(codes)
    sums = rank_sums(codes, cards)
    best = np.zeros(len(codes), np.uint16)
    bug = joker is Joking.BUG
    for rank in (Rank.ACE,) if bug else Rank:
        at = rank - Rank.TWO
        with_it = tables.by_sum[cards].take(sums + RANK_KEYS[cards][at], mode="clip")
        fifth = np.uint16(FIVE_OF_A_KIND[at])
        np.maximum(best, np.where(four >> at & 1, fifth, with_it), out=best)
    if bug:
        np.maximum(best, _best_added(tables.straight)[once], out=best)
    return best


def _best_added(by_mask: Strengths) -> Strengths:
    """Of each mask of ranks, the greatest value of those with one rank more."""
    every = np.arange(RANK_SETS)
    best = np.zeros(RANK_SETS, np.uint16)
    for rank in range(13):
        with_it = every | 1 << rank
        np.maximum(best, np.where(with_it != every, by_mask[with_it], 0), out=best)
    return best


def _in_one_suit(suited: int, cards: int, size: int) -> tuple[Ints, Ints, Ints]:
    """All ranks of *suited* cards of one suit, with all multisets of ranks of the other suits.

    Returns the masks of the former, of shape (F, 1); the sums of the keys for *size* cards of
    both together, (F, O); and the numbers of hands with each multiset of the latter, (O,).
    """
    every = np.arange(RANK_SETS)
    flush = every[np.bitwise_count(every) == suited][:, None]
    others = rank_multisets()[cards - suited]
    once, _, thrice, _ = masks(others)
    return (
        flush,
        rank_sums(flush, size) + rank_sums(others, size),
        4 * _powers(3)[once & ~thrice],
    )


def _ways(codes: Ints) -> Ints:
    """Hands that have each multiset of ranks: of four suits one, two, three or four a rank."""
    once, twice, thrice, four = masks(codes)
    ways: Ints = _powers(4)[once & ~twice | thrice & ~four] * _powers(6)[twice & ~thrice]
    return ways


@lru_cache
def _powers(base: int) -> Ints:
    """Of each mask, *base* to the power of the number of its ranks."""
    ranks = np.bitwise_count(np.arange(RANK_SETS))
    powers: Ints = np.power(base, ranks, dtype=np.int64)
    return powers


def _count(values: Strengths, ways: Ints) -> Ints:
    weights = np.broadcast_to(ways, values.shape).ravel()
    # Sums of floats, but of whole numbers far below 2**53: exact.
    counts = np.bincount(values.ravel(), weights=weights, minlength=STRENGTHS)
    return counts.astype(np.int64, copy=False)


# Brute force takes this many cards of each hand from a list that is made once.
_LISTED: Final = 5
_CHUNK: Final = 1 << 16


def enumerate_all(cards: int) -> Ints:
    """The same distribution as `distribution(cards)`, by ranking each hand of the deck.

    Combinations stand in colexicographic order, by their highest card first: so the fives of
    cards below any card are the first ones of the list, and hands are those fives with all
    higher cards. For 5, 6 and 7 cards it takes some 0.05, 0.1 and 0.5 seconds.

    Raises:
        ValueError: for another number of cards.
    """
    _require_size(cards)
    tables = rank_tables()
    by_sum, keys = tables.by_sum[cards], RANK_KEYS[cards]
    sums, suits = _fives(keys)
    in_suit = [np.bitwise_count(ranks) for ranks in suits]
    at_least = [[np.flatnonzero(held >= count) for count in range(6)] for held in in_suit]
    found = np.zeros(STRENGTHS, np.int64)
    for others in combinations(range(_LISTED, len(DECK)), cards - _LISTED):
        below = comb(min(others, default=len(DECK)), _LISTED)
        more = sum(keys[card // 4] for card in others)
        ranks = [sum(1 << card // 4 for card in others if card % 4 == suit) for suit in range(4)]
        for start in range(0, below, _CHUNK):
            stop = min(start + _CHUNK, below)
            strengths = by_sum.take(sums[start:stop] + more)
            for suit in range(4):
                flushes = at_least[suit][5 - ranks[suit].bit_count()]
                flushes = flushes[slice(*flushes.searchsorted([start, stop]))]
                strengths[flushes - start] = tables.flush[suits[suit][flushes] | ranks[suit]]
            found += np.bincount(strengths, minlength=STRENGTHS)
    return found


def _fives(keys: tuple[int, ...]) -> tuple[Ints, list[NDArray[np.uint16]]]:
    """All fives of the deck: the sums of their keys, and by suit the masks of their ranks."""
    sums = np.zeros(1, np.int64)
    suits = [np.zeros(1, np.uint16)] * 4
    for size in range(1, _LISTED + 1):
        highest = range(size - 1, len(DECK))
        # With the highest card come all combinations of one card fewer below it.
        parts = [(card, slice(comb(card, size - 1))) for card in highest]
        sums = np.concatenate([sums[below] + keys[card // 4] for card, below in parts])
        suits = [
            np.concatenate(
                [
                    ranks[below] | np.uint16(1 << card // 4 if card % 4 == suit else 0)
                    for card, below in parts
                ]
            )
            for suit, ranks in enumerate(suits)
        ]
    return sums, suits
