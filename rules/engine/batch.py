"""Whole arrays of hands to strengths, and single hands by the same tables.

A card is its `Card.id` here, 0 (2c) to 51 (As): 4 × (rank − 2) + suit, suits in the order
c, d, h, s. What a strength is stands in `rules.engine.tables`; `rank_of` reads it.

>>> from rules.engine.cards import parse_cards
>>> rank_of(strength(card_ids(parse_cards("As 2d 3h 4c 5s"))))
HandRank('straight 5')
>>> strengths(np.array([[48, 49, 50, 51, 0], [0, 5, 10, 15, 16]], np.uint8))
array([7441, 5855], dtype=uint16)
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.engine.cards import DECK, Card, Rank, format_cards
from rules.engine.errors import CardCountError, DuplicateCardError, UnknownCardError
from rules.engine.ranking import Category, HandRank
from rules.engine.tables import (
    RANK_KEYS,
    RANK_SETS,
    SIZES,
    STRENGTHS,
    Ints,
    RankTables,
    Strengths,
    rank_tables,
)

__all__ = [
    "RankTables",
    "card_id",
    "card_ids",
    "rank_of",
    "rank_tables",
    "strength",
    "strength_of_rank",
    "strength_of_strings",
    "strengths",
]

# A card adds to the key of a hand: in bits 0–15 one to the counter of its suit, four bits each,
# and above them the key of its rank. With 3 added to each counter, the top bit of the one that
# has reached 5 tells that there is a flush.
_RANK_AT: Final = 16
_THREE_MORE: Final = 0x3333
_FIVE_OR_MORE: Final = 0x8888
# The key of a single hand begins with a bit for each card.
_KEY_AT: Final = len(DECK)
_CARDS: Final = (1 << _KEY_AT) - 1
_KEY_THREE_MORE: Final = _THREE_MORE << _KEY_AT
_KEY_FIVE_OR_MORE: Final = _FIVE_OR_MORE << _KEY_AT
_SUM_AT: Final = _RANK_AT + _KEY_AT
# What is no card sends the rank sum beyond every table, and the ranks of a suit too.
_NO_CARD: Final = 1 << 40
_NO_RANK: Final = RANK_SETS
# Rows at a time: what is made of so many stays in the cache.
_CHUNK: Final = 1 << 16


def card_id(card: Card) -> int:
    return card.id


def card_ids(cards: Iterable[Card]) -> list[int]:
    return [card.id for card in cards]


def strengths(hands: NDArray[np.uint8]) -> Strengths:
    """Strengths of the best five cards of each row.

    *hands* is uint8 of shape (N, 5), (N, 6) or (N, 7), card ids 0..51, those of a row
    different, which is not checked; the answer is uint16 of shape (N,), 1..7462. A row with an
    id above 51 is no hand: 0.

    Raises:
        ValueError: for another shape or dtype.
    """
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] not in SIZES:
        raise ValueError(
            "uint8 of shape (N, 5), (N, 6) or (N, 7) is expected, "
            f"not {hands.dtype} of shape {hands.shape}"
        )
    found = np.empty(len(hands), np.uint16)
    for start in range(0, len(hands), _CHUNK):
        chunk = slice(start, start + _CHUNK)
        _rank_rows(np.ascontiguousarray(hands[chunk]), found[chunk])
    return found


def _rank_rows(hands: NDArray[np.uint8], found: Strengths) -> None:
    count, size = hands.shape
    by_sum = rank_tables().by_sum[size]
    one, two = _array_keys(size)
    # Two neighbouring cards are one number of 16 bits, at any address.
    pairs = np.ndarray((count, size // 2), np.uint16, hands, strides=(size, 2))
    keys = two.take(pairs[:, 0])
    for column in range(1, size // 2):
        keys += two.take(pairs[:, column])
    if size % 2:
        keys += one.take(hands[:, -1])
    # Clipped, the sum of a row that is no hand meets the last element, a zero.
    by_sum.take(keys >> _RANK_AT, out=found, mode="clip")
    keys += _THREE_MORE
    keys &= _FIVE_OR_MORE
    suited = np.flatnonzero(keys.astype(np.bool_))
    found[suited] = _flush_strengths(hands[suited], keys[suited])


def _flush_strengths(hands: NDArray[np.uint8], flags: Ints) -> Strengths:
    """Of rows with five or more cards of the suit whose flag is set."""
    suits = (flags >= 1 << 4).astype(np.int64) + (flags >= 1 << 8) + (flags >= 1 << 12)
    suit_ranks, flush = _array_suits()
    ranks = suit_ranks.take(hands + (suits << 8)[:, None])
    return flush[np.bitwise_or.reduce(ranks, axis=1)]


@lru_cache(maxsize=len(SIZES))
def _array_keys(size: int) -> tuple[Ints, Ints]:
    """Keys by one byte, an id, and by two bytes, two ids in either byte order."""
    one = np.full(256, _NO_CARD, np.int64)
    one[: len(DECK)] = [_key(card, size) for card in DECK]
    return one, (one[:, None] + one).ravel()


@lru_cache(maxsize=1)
def _array_suits() -> tuple[NDArray[np.uint16], Strengths]:
    """Rank bit by 256 × suit + id, 0 if the card is of another suit; `flush`, by these."""
    ranks = np.full((4, 256), _NO_RANK, np.uint16)
    ranks[:, : len(DECK)] = [
        [1 << (card.rank - Rank.TWO) if card.suit == suit else 0 for card in DECK]
        for suit in range(4)
    ]
    flush = np.zeros(2 * RANK_SETS, np.uint16)
    flush[:RANK_SETS] = rank_tables().flush
    return ranks.ravel(), flush


def _key(card: Card, size: int) -> int:
    return RANK_KEYS[size][card.rank - Rank.TWO] << _RANK_AT | 1 << 4 * card.suit


# For single hands, in the forms that plain Python reads fastest: the keys by card id, which are
# filled in when first missed, the strengths by sum, and those of a flush.
_keys_5: Final[dict[int, int]] = {}
_keys_6: Final[dict[int, int]] = {}
_keys_7: Final[dict[int, int]] = {}
_by_sum_5 = _by_sum_6 = _by_sum_7 = _flush = memoryview(b"")


def _fill() -> None:
    global _by_sum_5, _by_sum_6, _by_sum_7, _flush
    tables = rank_tables()
    _flush = tables.flush.data
    _by_sum_5, _by_sum_6, _by_sum_7 = (tables.by_sum[size].data for size in SIZES)
    # Last, so that another thread finds no key or everything.
    for size, keys in zip(SIZES, (_keys_5, _keys_6, _keys_7), strict=True):
        keys.update({card.id: _key(card, size) << _KEY_AT | 1 << card.id for card in DECK})


def strength(ids: Sequence[int]) -> int:
    """Strength of the best five of 5, 6 or 7 card ids, 1..7462.

    Raises:
        CardCountError, DuplicateCardError
        UnknownCardError: if an id is not 0..51.
    """
    size = len(ids)
    try:
        # Written out, because a loop over seven cards costs as much as all the rest.
        if size == 7:
            a, b, c, d, e, f, g = ids
            keys = _keys_7
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
            by_sum = _by_sum_7
        elif size == 5:
            a, b, c, d, e = ids
            keys = _keys_5
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            by_sum = _by_sum_5
        elif size == 6:
            a, b, c, d, e, f = ids
            keys = _keys_6
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
            by_sum = _by_sum_6
        else:
            raise CardCountError(expected="5–7", found=size, cards=_shown(ids))
    except KeyError as error:
        missed = error.args[0]
        if missed not in range(len(DECK)):
            raise UnknownCardError(token=str(missed)) from error
        _fill()
        return strength(ids)
    # A sum of equally many powers of two has fewer bits exactly if two of them are the same.
    if (key & _CARDS).bit_count() != size:
        twice = next(each for at, each in enumerate(ids) if each in ids[:at])
        raise DuplicateCardError(card=_shown([twice]))
    if flag := key + _KEY_THREE_MORE & _KEY_FIVE_OR_MORE:
        suit = (flag >> _KEY_AT).bit_length() // 4 - 1
        return _flush[sum([1 << (each >> 2) for each in ids if each & 3 == suit])]
    return by_sum[key >> _SUM_AT]


def _shown(ids: Iterable[int]) -> str:
    return format_cards(DECK[each] for each in ids if 0 <= each < len(DECK)) or "–"


_IDS: Final = {str(card): card.id for card in DECK}


def strength_of_strings(cards: Sequence[str]) -> int:
    """Strength of 5, 6 or 7 cards written exactly as `str(Card)`: `As`, `Td`.

    Raises:
        UnknownCardError, CardCountError, DuplicateCardError
    """
    try:
        return strength([_IDS[card] for card in cards])
    except KeyError as error:
        raise UnknownCardError(token=str(error.args[0])) from error


@lru_cache(maxsize=STRENGTHS)
def rank_of(strength: int) -> HandRank:
    """The class of a strength.

    Raises:
        ValueError: if it is not 1..7475.
    """
    if not 1 <= strength < STRENGTHS:
        raise ValueError(f"not the strength of five cards: {strength}")
    tables = rank_tables()
    ranks = tuple(Rank(rank) for rank in tables.ranks[strength].tolist() if rank)
    return HandRank(Category(int(tables.category[strength])), ranks)


def strength_of_rank(rank: HandRank) -> int:
    """Inverse of `rank_of`."""
    return _strengths_by_rank()[rank]


@lru_cache(maxsize=1)
def _strengths_by_rank() -> dict[HandRank, int]:
    return {rank_of(strength): strength for strength in range(1, STRENGTHS)}
