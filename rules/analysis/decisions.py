"""The dealer's hands against given cards, one by one: what a decision on the flop or the river
is worth. It shares nothing with the sums over classes but the ranking of seven cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.analysis.payoffs import Rates
from rules.engine.batch import card_ids, strengths
from rules.engine.cards import DECK, Card, require_distinct
from rules.games.settlement import require_cards

Values = NDArray[np.int64]

BOARDS: Final = 1081
"""Pairs of turn and river that a flop and a hole leave."""


@dataclass(frozen=True, slots=True)
class Counts:
    """By board: the player's strength, and of the dealer's 990 hands those that are weaker,
    equal and below a threshold."""

    strength: NDArray[np.uint16]
    weaker: Values
    equal: Values
    unqualified: Values

    def values(self, rates: Rates) -> Values:
        """By board, summed over the dealer's hands."""
        values: Values = rates.fixed[self.strength]
        values += rates.weaker[self.strength] * self.weaker
        values += rates.equal[self.strength] * self.equal
        values += rates.unqualified[self.strength] * self.unqualified
        return values


def river_counts(hole: Sequence[Card], board: Sequence[Card], threshold: int) -> Counts:
    """Of one board of five.

    Raises:
        CardCountError, DuplicateCardError
    """
    rest = _rest(hole, board, 5)
    dealers = rest[_pairs(len(rest))]
    return _count(np.array([card_ids(board)], np.uint8), hole, dealers[None], threshold)


def flop_counts(hole: Sequence[Card], flop: Sequence[Card], threshold: int) -> Counts:
    """Of all 1081 boards that may come of a flop.

    Raises:
        CardCountError, DuplicateCardError
    """
    rest = _rest(hole, flop, 3)
    pairs = rest[_pairs(len(rest))]
    boards = np.concatenate(
        [np.broadcast_to(np.array(card_ids(flop), np.uint8), (len(pairs), 3)), pairs], axis=1
    )
    return _count(boards, hole, pairs[_apart()], threshold)


def _rest(hole: Sequence[Card], board: Sequence[Card], count: int) -> NDArray[np.uint8]:
    require_cards(hole, 2)
    require_cards(board, count)
    require_distinct([*hole, *board])
    return np.array([card.id for card in DECK if card not in hole and card not in board], np.uint8)


@lru_cache
def _pairs(cards: int) -> NDArray[np.intp]:
    return np.array(list(combinations(range(cards), 2)))


@lru_cache(maxsize=1)
def _apart() -> NDArray[np.intp]:
    """Of each of the 1081 pairs of 47 cards the 990 pairs that share no card with it."""
    pairs = _pairs(47)
    shared = (pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
    return np.nonzero(~shared)[1].reshape(len(pairs), -1)


def _count(
    boards: NDArray[np.uint8],
    hole: Sequence[Card],
    dealers: NDArray[np.uint8],
    threshold: int,
) -> Counts:
    """*boards* (n, 5), *dealers* (n, 990, 2)."""
    own = np.empty((len(boards), 7), np.uint8)
    own[:, :5] = boards
    own[:, 5:] = card_ids(hole)
    rows = np.empty((*dealers.shape[:2], 7), np.uint8)
    rows[:, :, :5] = boards[:, None, :]
    rows[:, :, 5:] = dealers
    mine = strengths(own)
    theirs = strengths(rows.reshape(-1, 7)).reshape(dealers.shape[:2])
    return Counts(
        mine,
        (theirs < mine[:, None]).sum(axis=1),
        (theirs == mine[:, None]).sum(axis=1),
        (theirs < threshold).sum(axis=1),
    )
