"""Look-up tables of strengths, made from the rules when first asked for.

A strength is an integer: 0 is no hand, 1 (7-5-4-3-2 of two suits) to 7462 (royal flush) are
the classes of five cards in the order of `HandRank`, and 7463 (deuces) to 7475 (aces) are
five of a kind, which needs a joker. Greater is stronger, equal means a tie.

Ranks and sets of ranks are written as bits here: bit 0 is the deuce, bit 12 the ace. A multiset
of ranks is a code of four such masks, 13 bits each: the ranks held at least once in the lowest
bits, then those held at least twice, three and four times.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.engine.cards import Rank
from rules.engine.ranking import STRAIGHTS, Category

Ints = NDArray[np.int64]
Strengths = NDArray[np.uint16]

SIZES: Final = (5, 6, 7)
RANK_SETS: Final = 1 << 13
NATURAL: Final = 7462
FIVE_OF_A_KIND: Final = range(NATURAL + 1, NATURAL + 14)
# Every strength and 0: the length of an array that is indexed by strength.
STRENGTHS: Final = NATURAL + 14

# By number of cards, what each rank adds to the sum by which a multiset of that many ranks is
# known. Sums of different multisets differ, which a test checks; each number is about the
# least that keeps them so, which makes the tables small.
RANK_KEYS: Final[Mapping[int, tuple[int, ...]]] = {
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    6: (0, 1, 5, 22, 98, 422, 1734, 5760, 14270, 37951, 90838, 206930, 436437),
    7: (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
}


@dataclass(frozen=True, slots=True)
class RankTables:
    """Read-only arrays, about 21 MB.

    - `rank_keys[n]`: int64 (13,), what a card of each rank adds to the sum of *n* cards;
    - `by_sum[n]`: uint16, the strength of *n* cards of that sum which hold no flush; 0 where
      no cards have that sum, as in the last element;
    - `flush`: uint16 (8192,), the strength of five or more cards of one suit by the mask of
      their ranks (bit 0 deuce), a flush or a straight flush; 0 for fewer than five;
    - `straight`: uint16 (8192,), the strength of the highest straight in a mask of ranks, or 0;
    - `category`: uint8 (7476,), `Category` by strength; 255 for none;
    - `ranks`: uint8 (7476, 5), `HandRank.ranks` (2 to 14) by strength, then zeros; the first
      column is the leading rank.
    """

    rank_keys: Mapping[int, Ints]
    by_sum: Mapping[int, Strengths]
    flush: Strengths
    straight: Strengths
    category: NDArray[np.uint8]
    ranks: NDArray[np.uint8]


_lock: Final = Lock()
_tables: RankTables | None = None


def rank_tables() -> RankTables:
    """The same tables at every call; the first one of the process takes some 40 ms."""
    global _tables
    if _tables is None:
        with _lock:
            if _tables is None:
                _tables = _build()
    return _tables


def mask_of(ranks: tuple[Rank, ...]) -> int:
    return sum(1 << (rank - Rank.TWO) for rank in ranks)


@lru_cache(maxsize=1)
def rank_multisets() -> tuple[Ints, ...]:
    """Codes of all multisets of 0 to 7 ranks, each rank at most four times, by their number."""
    found = [np.zeros(1, np.int64), *[np.zeros(0, np.int64)] * max(SIZES)]
    for rank in range(13):
        held = [0] * 5
        for times in range(1, 5):
            held[times] = held[times - 1] | 1 << (13 * (times - 1) + rank)
        # From the greatest number down: the smaller ones are still without this rank.
        for size in range(max(SIZES), 0, -1):
            found[size] = np.concatenate(
                [found[size - times] + held[times] for times in range(min(size, 4) + 1)]
            )
    for codes in found:
        codes.flags.writeable = False
    return tuple(found)


def masks(codes: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Ranks held at least once, twice, three and four times."""
    full = RANK_SETS - 1
    return codes & full, codes >> 13 & full, codes >> 26 & full, codes >> 39


def rank_sums(codes: Ints, size: int) -> Ints:
    """Index into `RankTables.by_sum[size]` of multisets of ranks."""
    keys = _sum_over_bits(RANK_KEYS[size])
    once, twice, thrice, four = masks(codes)
    return keys[once] + keys[twice] + keys[thrice] + keys[four]


def _sum_over_bits(values: tuple[int, ...]) -> Ints:
    """Of a mask of 13 bits, the sum of the values of its bits."""
    sums = np.zeros(1, np.int64)
    for value in values:
        sums = np.concatenate([sums, sums + value])
    return sums


def _highest() -> list[Ints]:
    """`[n][mask]`: the highest *n* ranks of a mask, or all if there are fewer."""
    every = np.arange(RANK_SETS)
    top = np.zeros(RANK_SETS, np.int64)
    for bit in range(13):
        top[1 << bit : 2 << bit] = 1 << bit
    highest = [np.zeros(RANK_SETS, np.int64), top]
    for _ in range(4):
        highest.append(top | highest[-1][every ^ top])
    return highest


def _straights() -> Ints:
    """Of a mask of ranks, the bit of the top of its highest straight, or 0."""
    every = np.arange(RANK_SETS)
    tops = np.zeros(RANK_SETS, np.int64)
    for top, run in reversed(STRAIGHTS.items()):
        held = mask_of(run)
        tops[every & held == held] = mask_of((top,))
    return tops


# A hand in order of strength as one integer: the category, then the mask of the ranks that
# make it, then that of the kickers. Masks of equally many ranks compare as the ranks do, from
# the highest down.
def _order(category: Category, made: Ints, kickers: Ints | int = 0) -> Ints:
    return category << 26 | made << 13 | kickers


def _order_without_flush(codes: Ints, highest: list[Ints], straights: Ints) -> Ints:
    once, twice, thrice, four = masks(codes)
    top = highest[1]
    quads, trips, pair = top[four], top[thrice], top[twice]
    full = top[twice ^ trips]
    two_pair = highest[2][twice]
    straight = straights[once]
    cases = [
        (four > 0, _order(Category.FOUR_OF_A_KIND, quads, top[once ^ quads])),
        ((thrice > 0) & (full > 0), _order(Category.FULL_HOUSE, trips, full)),
        (straight > 0, _order(Category.STRAIGHT, straight)),
        (thrice > 0, _order(Category.THREE_OF_A_KIND, trips, highest[2][once ^ trips])),
        (two_pair != pair, _order(Category.TWO_PAIR, two_pair, top[once ^ two_pair])),
        (twice > 0, _order(Category.PAIR, pair, highest[3][once ^ pair])),
    ]
    conditions, orders = zip(*cases, strict=True)
    return np.select(conditions, orders, _order(Category.HIGH_CARD, highest[5][once]))


def _order_in_suit(highest: list[Ints], straights: Ints) -> Ints:
    """By the mask of five or more ranks of one suit; 0 for fewer."""
    every = np.arange(RANK_SETS)
    royal = straights == mask_of((Rank.ACE,))
    order = np.where(
        straights > 0,
        np.where(
            royal,
            _order(Category.ROYAL_FLUSH, straights),
            _order(Category.STRAIGHT_FLUSH, straights),
        ),
        _order(Category.FLUSH, highest[5][every]),
    )
    return np.where(highest[5] == highest[4], 0, order)


def _build() -> RankTables:
    highest, straights = _highest(), _straights()
    multisets = rank_multisets()
    orders = {size: _order_without_flush(multisets[size], highest, straights) for size in SIZES}
    in_suit = _order_in_suit(highest, straights)
    # Every class is that of some five cards: this is what numbers them.
    classes = np.unique(np.concatenate([orders[5], in_suit[in_suit > 0]]))

    def strengths(order: Ints) -> Strengths:
        return (np.searchsorted(classes, order) + 1).astype(np.uint16)

    by_sum = {}
    for size in SIZES:
        sums = rank_sums(multisets[size], size)
        by_sum[size] = np.zeros(sums.max() + 2, np.uint16)
        by_sum[size][sums] = strengths(orders[size])
    flush = np.where(in_suit > 0, strengths(in_suit), 0).astype(np.uint16)
    straight_order = _order(Category.STRAIGHT, straights)
    straight = np.where(straights > 0, strengths(straight_order), 0).astype(np.uint16)

    category = np.full(STRENGTHS, 255, np.uint8)
    category[1 : NATURAL + 1] = classes >> 26
    category[NATURAL + 1 :] = Category.FIVE_OF_A_KIND
    ranks = np.zeros((STRENGTHS, 5), np.uint8)
    ranks[1 : NATURAL + 1] = _ranks_of(classes, highest[1])
    ranks[NATURAL + 1 :, 0] = list(Rank)
    tables = RankTables(
        {size: np.array(keys) for size, keys in RANK_KEYS.items()},
        by_sum,
        flush,
        straight,
        category,
        ranks,
    )
    for array in (
        *tables.rank_keys.values(),
        *by_sum.values(),
        *(flush, straight, category, ranks),
    ):
        array.flags.writeable = False
    return tables


def _ranks_of(classes: Ints, top: Ints) -> NDArray[np.uint8]:
    """Tie-break vectors of orders, highest first, padded with zeros to five."""
    rank_of = np.zeros(RANK_SETS, np.uint8)
    rank_of[1 << np.arange(13)] = list(Rank)
    made, kickers = classes >> 13 & RANK_SETS - 1, classes & RANK_SETS - 1
    columns = np.empty((len(classes), 5), np.uint8)
    for at in range(5):
        now = top[np.where(made > 0, made, kickers)]
        columns[:, at] = rank_of[now]
        kickers = np.where(made > 0, kickers, kickers ^ now)
        made = np.where(made > 0, made ^ now, 0)
    return columns
