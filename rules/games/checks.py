"""What is odd about a pay table: falling odds, hands without a row, rows that dispute a hand."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Final

from rules.engine.cards import Rank
from rules.engine.ranking import HandRank
from rules.games.base import CATEGORY_OF, Bound, PayHand, PayRow, PayTable, pay_hand

# Weakest and strongest leading rank of a hand of five cards, where not every rank leads one.
_LEADS: Final[dict[PayHand, tuple[Rank, Rank]]] = {
    PayHand.HIGH_CARD: (Rank.SEVEN, Rank.ACE),
    PayHand.ACE_KING: (Rank.ACE, Rank.ACE),
    PayHand.TWO_PAIR: (Rank.THREE, Rank.ACE),
    PayHand.STRAIGHT: (Rank.FIVE, Rank.ACE),
    PayHand.FLUSH: (Rank.SEVEN, Rank.ACE),
    PayHand.STRAIGHT_FLUSH: (Rank.FIVE, Rank.KING),
    PayHand.ROYAL_FLUSH: (Rank.ACE, Rank.ACE),
}


def leading_ranks(hand: PayHand) -> tuple[Rank, ...]:
    """The ranks that a row for *hand* may be narrowed to, weakest first."""
    low, high = _LEADS.get(hand, (Rank.TWO, Rank.ACE))
    return tuple(rank for rank in Rank if low <= rank <= high)


@cache
def pay_classes() -> tuple[HandRank, ...]:
    """One hand for every pay hand and leading rank, weakest first: all that rows tell apart.

    Only the leading rank of `ranks` is filled in, for ace-king the first two.
    """
    return tuple(
        HandRank(CATEGORY_OF[hand], (rank, Rank.KING) if hand is PayHand.ACE_KING else (rank,))
        for hand in PayHand
        for rank in leading_ranks(hand)
    )


def falls(table: PayTable) -> list[tuple[PayRow, PayRow]]:
    """Pairs (stronger, weaker) of rows that pay neighbouring hands, the stronger hand less."""
    paying = [row for row in map(table.row_for, pay_classes()) if row is not None]
    found: dict[tuple[PayRow, PayRow], None] = {}
    for weaker, stronger in pairwise(paying):
        # An amount and odds compare only once the stake is known.
        if stronger.pays < weaker.pays and stronger.fixed is weaker.fixed:
            found[stronger, weaker] = None
    return list(found)


def missing_hands(table: PayTable, usual: PayTable) -> list[PayHand]:
    """Hands that the *usual* table lists and *table* does not, the strongest first.

    A royal flush counts as missing although the straight-flush row would pay it.
    """
    return [
        hand
        for hand in reversed(PayHand)
        if any(_lists(usual, rank) and not _lists(table, rank) for rank in _classes_of(hand))
    ]


def disputed(table: PayTable) -> list[tuple[PayRow, PayRow, PayHand]]:
    """Rows "or better" and "or less" that meet at a hand which no closer row settles."""
    found = []
    for better in table.rows:
        for less in table.rows:
            if better.bound is Bound.OR_BETTER and less.bound is Bound.OR_LESS:
                hand = next(_met(table, better, less), None)
                if hand is not None:
                    found.append((better, less, hand))
    return found


def _met(table: PayTable, better: PayRow, less: PayRow) -> Iterator[PayHand]:
    for rank in pay_classes():
        hand = pay_hand(rank)
        meet = better.covers(rank) and less.covers(rank)
        alike = better.narrows(hand) is less.narrows(hand)
        if meet and alike and table.row_for(rank) in (better, less):
            yield hand


def _classes_of(hand: PayHand) -> list[HandRank]:
    return [rank for rank in pay_classes() if pay_hand(rank) is hand]


def _lists(table: PayTable, rank: HandRank) -> bool:
    return any(row.covers(rank) for row in table.rows)


def usual_hands(tables: Sequence[PayTable]) -> list[PayHand]:
    """Hands that more than half of *tables* list, the strongest first."""
    return [
        hand
        for hand in reversed(PayHand)
        if 2 * sum(lists_hand(table, hand) for table in tables) > len(tables)
    ]


def lists_hand(table: PayTable, hand: PayHand) -> bool:
    """Whether a row covers some of this very *hand*."""
    return any(_lists(table, rank) for rank in _classes_of(hand))


class Pairs(StrEnum):
    """Which pairs a table names: any, or those of some ranks."""

    ANY = "any"
    SOME = "some"


def pairs_named(table: PayTable) -> Pairs | None:
    """None if no row names a pair."""
    ranks = {row.rank for row in table.rows if row.hand is PayHand.PAIR}
    if not ranks:
        return None
    return Pairs.ANY if None in ranks else Pairs.SOME
