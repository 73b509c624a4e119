"""How the dealer's 990 possible hands stand against the player's, for every board and hole.

Nothing here depends on a pay table. Boards and holes are those of `rules.analysis.boards`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Final

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
    suited_cards,
)
from rules.engine.tables import rank_tables

Counts = NDArray[np.uint16]
Bytes = NDArray[np.uint8]

DEALER_HANDS: Final = 990
"""Two of the 45 cards that are neither on the board nor the player's."""

# Boards at a time, so that what is made of them stays in the cache.
_CHUNK: Final = 2048
_FEW: Final = 128


@dataclass(frozen=True, slots=True)
class Showdown:
    """By board and hole, uint16 each: the player's strength, and how many of the dealer's 990
    hands are weaker and equal. Where board and hole cannot meet the numbers mean nothing.

    `cards` are the cards left of each kind beside the board, (boards, kinds).
    """

    strength: Counts
    weaker: Counts
    equal: Counts
    cards: Bytes

    @property
    def kinds(self) -> int:
        return int(self.cards.shape[1])

    def unqualified(self, boards: slice, threshold: int) -> NDArray[np.int32] | None:
        """Of the dealer's 990 hands those below the strength *threshold*: (boards, holes).

        None if there are none on any of these boards.
        """
        below = self.strength[boards] < threshold
        if not below.any():
            return None
        one, two = multisets(2, self.kinds).T
        cards = self.cards[boards]
        ways = _pair_ways(cards) * below
        square = below[:, _square(self.kinds)]
        with_kind = np.einsum("bxz,bz->bx", square, cards, dtype=np.int32) - np.diagonal(
            square, axis1=1, axis2=2
        )
        unqualified: NDArray[np.int32] = ways.sum(axis=1, dtype=np.int32)[:, None] + below
        unqualified -= with_kind.take(one, axis=1)
        unqualified -= with_kind.take(two, axis=1)
        return unqualified


@dataclass(frozen=True, slots=True)
class Showdowns:
    """Plain boards by their multiset of five ranks; suited ones by the number of cards in the
    suit, 3 to 5, each by set × multiset, the multiset running faster."""

    plain: Showdown
    suited: dict[int, Showdown]


_lock: Final = Lock()
_kept: Showdowns | None = None


def showdowns() -> Showdowns:
    """The same at every call, about 80 MB; the first call of the process takes a second."""
    global _kept
    if _kept is None:
        with _lock:
            if _kept is None:
                _kept = _build()
    return _kept


def _build() -> Showdowns:
    plain_strength = _plain_strengths()
    plain = _compare(plain_strength, plain_cards(5).astype(np.uint8))
    suited = {}
    for count in (3, 4, 5):
        cards = suited_cards(count, 5 - count).reshape(-1, SUITED_KINDS).astype(np.uint8)
        suited[count] = _compare(_suited_strengths(count, plain_strength), cards)
    return Showdowns(plain, suited)


def _plain_strengths() -> Counts:
    """Strength of board and hole by ranks alone: (multisets of five, 91)."""
    tables = rank_tables()
    keys = tables.rank_keys[7]
    sums = keys[multisets(5)].sum(axis=1)[:, None] + keys[multisets(2)].sum(axis=1)
    found: Counts = tables.by_sum[7].take(sums, mode="clip")
    return found


def _suited_strengths(count: int, plain: Counts) -> Counts:
    """The better of the flush and of what the ranks make: (sets × multisets, 351)."""
    flush = rank_tables().flush
    bits = np.concatenate([1 << np.arange(RANKS), np.zeros(RANKS, np.int64)])
    hole_bits = np.bitwise_or.reduce(bits[multisets(2, SUITED_KINDS)], axis=1)
    set_bits = np.bitwise_or.reduce(1 << rank_sets(count), axis=1)
    by_set = flush[set_bits[:, None] | hole_bits]
    board = joined(count, 5 - count)
    found = np.empty((*board.shape, SUITED_HOLES), np.uint16)
    ranks = hole_ranks()
    for at, boards in enumerate(board):
        np.maximum(plain[boards][:, ranks], by_set[at], out=found[at])
    return found.reshape(-1, SUITED_HOLES)


def _compare(strength: Counts, cards: Bytes) -> Showdown:
    weaker, equal = np.empty_like(strength), np.empty_like(strength)
    in_threads(
        lambda chunk: _compare_chunk(strength[chunk], cards[chunk], weaker[chunk], equal[chunk]),
        len(strength),
        _CHUNK,
    )
    return Showdown(strength, weaker, equal, cards)


def in_threads(work: Callable[[slice], None], length: int, size: int) -> None:
    """Do *work* on all slices of so many, two at a time: numpy lets go of the interpreter."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, _chunks(length, size)))


def _chunks(length: int, size: int) -> Iterator[slice]:
    return (slice(start, min(start + size, length)) for start in range(0, length, size))


def _compare_chunk(strength: Counts, cards: Bytes, weaker: Counts, equal: Counts) -> None:
    """Of all hands beside the board those that are weaker (or equal), less those that hold one
    of the player's cards: the two hole cards never stand in a third hand together."""
    place = np.empty(strength.shape, np.uint8)
    for at in _chunks(len(strength), _FEW):
        ways = _pair_ways(cards[at])
        place[at], weaker[at], equal[at] = _ordered(strength[at], ways)
    kinds = cards.shape[1]
    one, two = multisets(2, kinds).T
    pairs, turned = one * kinds + two, two * kinds + one
    with_weaker, with_no_better = _with_card(place, cards)
    weaker -= np.ascontiguousarray((with_weaker[pairs] + with_weaker[turned]).T)
    equal -= np.ascontiguousarray((with_no_better[pairs] + with_no_better[turned]).T)
    # The player's own hand is equal to itself, and was taken away with each of its cards.
    equal += 1
    equal -= weaker


def _pair_ways(cards: Bytes) -> Counts:
    """In how many ways each hole can be dealt from *cards*: (boards, holes)."""
    one, two = multisets(2, cards.shape[1]).T
    held = cards.astype(np.uint16)
    return np.where(
        one == two, held[:, one] * (held[:, one] - 1) // 2, held[:, one] * held[:, two]
    )


def _ordered(strength: Counts, ways: Counts) -> tuple[Bytes, Counts, Counts]:
    """Per hole: its place among the different strengths beside its board, and how many hands
    are weaker, and weaker or equal."""
    boards, holes = strength.shape
    bits = holes.bit_length()
    keys = strength.astype(np.uint32) << bits | np.arange(holes, dtype=np.uint32)
    keys.sort(axis=1)
    order = (keys & (1 << bits) - 1).astype(np.intp)
    keys >>= bits
    order += np.arange(boards)[:, None] * holes
    places = np.zeros((boards, holes), np.uint8)
    np.cumsum(keys[:, 1:] != keys[:, :-1], axis=1, dtype=np.uint8, out=places[:, 1:])
    # By board and place, the hands up to there; the last one written of a place stands.
    up_to = np.zeros((boards, 257), np.uint16)
    running = np.cumsum(ways.take(order), axis=1, dtype=np.uint16)
    at = places + np.arange(boards)[:, None] * 257 + 1
    up_to.put(at, running)
    place = np.empty((boards, holes), np.uint8)
    place.put(order, places)
    at = place + np.arange(boards)[:, None] * 257
    return place, up_to.take(at), up_to.take(at + 1)


def _square(kinds: int) -> Index:
    """Hole of every ordered pair of kinds: (kinds, kinds)."""
    square = np.empty((kinds, kinds), np.intp)
    one, two = multisets(2, kinds).T
    square[one, two] = square[two, one] = np.arange(len(one))
    return square


def _with_card(place: Bytes, cards: Bytes) -> tuple[Bytes, Bytes]:
    """Hands that hold one certain card of kind *x* and are weaker than *x* with *y*, and those
    that are no better: (kinds × kinds, boards) each, *y* running faster."""
    kinds, boards = cards.shape[1], len(cards)
    ranks = np.ascontiguousarray(place.T)[_square(kinds)]
    weaker = np.zeros((kinds, kinds, boards), np.uint8)
    no_better = np.zeros((kinds, kinds, boards), np.uint8)
    left = np.ascontiguousarray(cards.T)
    met = np.empty((kinds, boards), np.uint8)
    for x in range(kinds):
        mine = ranks[x]
        for z in range(kinds):
            others = left[z] - (left[z] > 0) if z == x else left[z]
            np.less(mine[z], mine, out=met.view(np.bool_))
            np.multiply(met, others, out=met)
            np.add(weaker[x], met, out=weaker[x])
            np.less_equal(mine[z], mine, out=met.view(np.bool_))
            np.multiply(met, others, out=met)
            np.add(no_better[x], met, out=no_better[x])
    return weaker.reshape(kinds * kinds, boards), no_better.reshape(kinds * kinds, boards)
