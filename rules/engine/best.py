"""Which five cards play.

>>> from rules.engine.cards import format_cards, parse_cards
>>> best = best_five(parse_cards("Kd 7s 7h 2c Ks 7c 7d"))
>>> str(best.rank), format_cards(best.five), format_cards(best.spare)
('four of a kind 7K', '7s 7h 7c 7d Kd', '2c Ks')
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.engine.cards import AnyCard, Card
from rules.engine.ranking import (
    STRAIGHT_CATEGORIES,
    SUITED_CATEGORIES,
    Category,
    HandRank,
    flush_suit,
    rank_hand,
)

# Cards that make the combination itself; the others of the five are kickers.
CORE_SIZE: Final[dict[Category, int]] = {
    Category.HIGH_CARD: 1,
    Category.PAIR: 2,
    Category.TWO_PAIR: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 5,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 5,
    Category.FOUR_OF_A_KIND: 4,
    Category.STRAIGHT_FLUSH: 5,
    Category.ROYAL_FLUSH: 5,
    Category.FIVE_OF_A_KIND: 5,
}


@dataclass(frozen=True, slots=True)
class BestHand:
    """The five that play, in order of importance, and the cards that do not."""

    rank: HandRank
    five: tuple[Card, ...]
    spare: tuple[Card, ...]

    @property
    def laid(self) -> tuple[AnyCard, ...]:
        """The five as they lie on the table, in the same order: not what wild cards stand for."""
        return self.five

    @property
    def core(self) -> tuple[Card, ...]:
        """The cards of the combination without its kickers; ace and king for ace-king."""
        return self.five[: 2 if self.rank.is_ace_king else CORE_SIZE[self.rank.category]]

    def cards_at(self, position: int) -> tuple[Card, ...]:
        """The cards of `rank.ranks[position]`: two for a pair, one for a kicker or a top card."""
        rank = self.rank.ranks[position]
        return tuple(card for card in self.five if card.rank is rank)

    def playing(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Those of *cards* that are among the five."""
        return tuple(card for card in cards if card in self.five)


def best_five(cards: Sequence[Card]) -> BestHand:
    """Best five of 5, 6 or 7 cards; of cards that would serve alike the earlier one plays.

    Raises:
        CardCountError, DuplicateCardError
    """
    rank = rank_hand(cards)
    order, pool = rank.ranks, cards
    if rank.category in SUITED_CATEGORIES:
        suit = flush_suit(cards)
        pool = [card for card in cards if card.suit is suit]
    if rank.category in STRAIGHT_CATEGORIES:
        order = rank.five_ranks
        pool = tuple({card.rank: card for card in reversed(pool)}.values())
    # Cards that serve alike keep their order, and those of no rank that is named come last.
    place = {named: at for at, named in enumerate(order)}
    five = tuple(sorted(pool, key=lambda card: place.get(card.rank, len(place)))[:5])
    return BestHand(rank, five, tuple([card for card in cards if card not in five]))


def best_with_board(board: Sequence[Card], hole: Sequence[Card]) -> BestHand:
    """Best five of board and hole cards, any number of either.

    Where a board card and a hole card would serve alike the board's plays, so the five hold
    as few hole cards as they can.

    Raises:
        CardCountError, DuplicateCardError
    """
    return best_five([*board, *hole])
