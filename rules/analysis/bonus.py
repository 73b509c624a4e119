"""The bonus of Russian poker as one wager: first five cards, then a bought sixth."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from rules.analysis.boards import RANKS, Index, joined, multisets, rank_counts, rank_sets
from rules.analysis.hands import without_rounding
from rules.analysis.payoffs import classes
from rules.analysis.values import Assumption, BetValue, Paid, add_up
from rules.engine.batch import strengths
from rules.engine.cards import DECK, Card
from rules.games.base import PayRow, Ruleset, WagerResult
from rules.games.russian_poker import settle_bonus


def bonus_value(ruleset: Ruleset, stake: Decimal = Decimal(1)) -> BetValue:
    """Of a player who buys the sixth card whenever the first five are on no row.

    The tables alone speak: no maximum, no rounding.
    """
    free = {**without_rounding(ruleset).switches, "bonus_max_payout": "none"}
    judged = replace(ruleset, switches=free | {"max_payout_scope": "bet"})
    tables = [(key, ruleset.tables[key]) for key in ("bonus_first5", "bonus6")]
    return add_up(_results(judged, stake), tables, Assumption.CARD_BOUGHT)


def _results(ruleset: Ruleset, stake: Decimal) -> Iterator[Paid]:
    """One settlement for each pair of rows that the five and the six stand on."""
    rows = {
        key: [ruleset.tables[key].row_for(rank) for rank in classes().ranks]
        for key in ("bonus_first5", "bonus6")
    }
    found: dict[tuple[PayRow | None, PayRow | None], WagerResult] = {}
    for one in deals_of_six():
        pair = rows["bonus_first5"][one.five], rows["bonus6"][one.six]
        if pair not in found:
            found[pair] = settle_bonus(one.cards[:5], one.cards[5], stake, ruleset)
        result = found[pair]
        yield Paid(one.deals, result.profit / Fraction(stake), result.table, result.row)


@dataclass(frozen=True, slots=True)
class DealsOfSix:
    """Deals of five cards and a sixth with the same pay classes, by their places in `classes`:
    of the five, and of the best five of six. `cards` are one of these deals."""

    five: int
    six: int
    cards: tuple[Card, ...]
    deals: int


@lru_cache(maxsize=1)
def deals_of_six() -> tuple[DealsOfSix, ...]:
    """All 2,598,960 × 47 deals."""
    parts = [_plain(), _in_suit(4), _in_suit(5)]
    rows = np.concatenate([rows for rows, _ in parts])
    ways = np.concatenate([ways for _, ways in parts])
    rows, ways = rows[ways > 0], ways[ways > 0]
    of_strength = classes().of_strength.astype(np.int64)
    both = of_strength[strengths(rows[:, :5].copy())] << 8 | of_strength[strengths(rows)]
    pairs, first, place = np.unique(both, return_index=True, return_inverse=True)
    deals = np.zeros(len(pairs), np.int64)
    np.add.at(deals, place, ways)
    return tuple(
        DealsOfSix(pair >> 8, pair & 0xFF, tuple(DECK[each] for each in row), number)
        for pair, row, number in zip(
            pairs.tolist(), rows[first].tolist(), deals.tolist(), strict=True
        )
    )


def _rows(five: Index, sixth: Index) -> NDArray[np.uint8]:
    """Each five cards, (fives, 5), with each of their sixths, (fives, sixths)."""
    fives = np.broadcast_to(five[:, None, :], (*sixth.shape, 5))
    return np.concatenate([fives, sixth[:, :, None]], axis=2).reshape(-1, 6).astype(np.uint8)


def _plain() -> tuple[NDArray[np.uint8], Index]:
    """Of five cards with at most three of a suit the ranks matter, and of the sixth its rank."""
    ranks = multisets(5)
    counts = rank_counts(5).astype(np.int64)
    ways = np.array([comb(4, held) for held in range(6)])[counts].prod(axis=1)
    np.subtract.at(ways, joined(4, 1), _hands_in_suit(4))
    np.subtract.at(ways, joined(5, 0), _hands_in_suit(5))
    # Suits in turn: a card of the next suit is not among its neighbours of the same rank.
    five = 4 * ranks + np.arange(5) % 4
    sixth = 4 * np.arange(RANKS) + counts.cumsum(axis=1) % 4
    return _rows(five, sixth), (ways[:, None] * np.maximum(4 - counts, 0)).ravel()


def _in_suit(count: int) -> tuple[NDArray[np.uint8], Index]:
    """Of five cards with *count* clubs, a fifth one a diamond; the sixth a club or a heart."""
    sets, others = rank_sets(count), multisets(5 - count)
    clubs = np.repeat(sets, len(others), axis=0)
    rest = np.tile(others, (len(sets), 1))
    five = np.concatenate([4 * clubs, 4 * rest + 1], axis=1)
    ranks = np.arange(RANKS)
    sixth = np.broadcast_to(np.concatenate([4 * ranks, 4 * ranks + 2]), (len(five), 2 * RANKS))
    club_left = (clubs[:, :, None] != ranks).all(axis=1)
    others_left = 3 - (rest[:, :, None] == ranks).sum(axis=1)
    left = np.concatenate([club_left, others_left], axis=1)
    return _rows(five, sixth), (left * _hands_in_suit(count)).ravel()


def _hands_in_suit(count: int) -> int:
    """Which suit it is, and the suits of the other cards, of which there is one at most."""
    return 4 if count == 5 else 12
