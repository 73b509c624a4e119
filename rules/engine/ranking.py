"""What five cards are worth, found by counting ranks and suits of 5, 6 or 7 cards.

>>> from rules.engine.cards import parse_cards
>>> rank_hand(parse_cards("As 2d 3h 4c 5s"))
HandRank('straight 5')
>>> rank_hand(parse_cards("Ks Kd 9c 9h 9s Ah 2c")) > rank_hand(parse_cards("As Js 9s 4s 2s"))
True
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rules.engine.cards import Card, Rank, Suit, format_cards, require_distinct
from rules.engine.errors import CardCountError


class Category(IntEnum):
    """Greater is stronger. A royal flush is the ace-high straight flush under its own name."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """`two pair`: the English name, also used in documents and case files."""
        return self.name.lower().replace("_", " ")


# How often each rank of the tie-break vector stands in the five cards.
_MULTIPLICITY: Final[dict[Category, tuple[int, ...]]] = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}

STRAIGHTS: Final[dict[Rank, tuple[Rank, ...]]] = {
    Rank(top): tuple(Rank(top - step) for step in range(5)) for top in range(6, 15)
} | {Rank.FIVE: (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)}


@dataclass(frozen=True, slots=True, order=True)
class HandRank:
    """Strength of five cards; ordered, greater is stronger, equal means a tie.

    `ranks` is the tie-break vector, most significant first: the top rank of a straight
    (5 for A-2-3-4-5), else the ranks of quads, trips and pairs before the kickers.
    """

    category: Category
    ranks: tuple[Rank, ...]

    def __str__(self) -> str:
        return f"{self.category.label} {''.join(rank.letter for rank in self.ranks)}"

    def __repr__(self) -> str:
        return f"HandRank({str(self)!r})"

    @property
    def five_ranks(self) -> tuple[Rank, ...]:
        """The ranks of the five cards in order of importance; a wheel is 5 4 3 2 A."""
        if self.category in STRAIGHT_CATEGORIES:
            return STRAIGHTS[self.ranks[0]]
        repeat = zip(self.ranks, _MULTIPLICITY[self.category], strict=True)
        return tuple(rank for rank, times in repeat for _ in range(times))

    @property
    def is_ace_king(self) -> bool:
        """High card with ace and king: a name of its own in Russian poker, no other strength."""
        return self.category is Category.HIGH_CARD and self.ranks[:2] == (Rank.ACE, Rank.KING)


STRAIGHT_CATEGORIES: Final = frozenset(
    {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
)


def parse_hand_rank(text: str) -> HandRank:
    """Inverse of `str(HandRank)`: `two pair AK7`.

    Raises:
        ValueError: if *text* names no category or no ranks of it.
    """
    label, _, letters = text.rpartition(" ")
    try:
        category = Category[label.upper().replace(" ", "_")]
        ranks = tuple(Rank("23456789TJQKA".index(letter) + 2) for letter in letters)
    except (KeyError, ValueError):
        raise ValueError(f"not a hand rank: {text!r}") from None
    return HandRank(category, ranks)


def rank_hand(cards: Sequence[Card]) -> HandRank:
    """Strength of the best five of 5, 6 or 7 cards.

    Raises:
        CardCountError: for any other number of cards.
        DuplicateCardError: if a card stands twice.
    """
    require_hand(cards)
    suit = flush_suit(cards)
    suited = () if suit is None else high_first(c.rank for c in cards if c.suit is suit)
    if top := straight_top(suited):
        royal = top is Rank.ACE
        return HandRank(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (top,))

    count = Counter(card.rank for card in cards)
    ranks = high_first(count)
    fours, threes, pairs = (
        [rank for rank in ranks if count[rank] == times] for times in (4, 3, 2)
    )
    if fours:
        return HandRank(Category.FOUR_OF_A_KIND, (fours[0], *_without(ranks, fours[0])[:1]))
    # Of two triples the lower one serves as the pair.
    fillers = high_first([*threes[1:], *pairs])
    if threes and fillers:
        return HandRank(Category.FULL_HOUSE, (threes[0], fillers[0]))
    if suited:
        return HandRank(Category.FLUSH, suited[:5])
    if top := straight_top(ranks):
        return HandRank(Category.STRAIGHT, (top,))
    if threes:
        return HandRank(Category.THREE_OF_A_KIND, (threes[0], *_without(ranks, threes[0])[:2]))
    if len(pairs) >= 2:
        high, low = pairs[:2]
        # A third pair is only a candidate for the kicker.
        return HandRank(Category.TWO_PAIR, (high, low, *_without(ranks, high, low)[:1]))
    if pairs:
        return HandRank(Category.PAIR, (pairs[0], *_without(ranks, pairs[0])[:3]))
    return HandRank(Category.HIGH_CARD, ranks[:5])


def require_hand(cards: Sequence[Card]) -> None:
    """Raises: CardCountError, DuplicateCardError: unless 5, 6 or 7 different cards."""
    if not 5 <= len(cards) <= 7:
        raise CardCountError(expected="5–7", found=len(cards), cards=format_cards(cards) or "–")
    require_distinct(cards)


def flush_suit(cards: Iterable[Card]) -> Suit | None:
    """The suit held five times or more."""
    count = Counter(card.suit for card in cards)
    return next((suit for suit, number in count.items() if number >= 5), None)


def straight_top(ranks: Iterable[Rank]) -> Rank | None:
    """Top of the highest five in a row; the ace also stands below the deuce."""
    held = set(ranks)
    for top in range(Rank.ACE, Rank.FOUR, -1):
        if held.issuperset(STRAIGHTS[Rank(top)]):
            return Rank(top)
    return None


def high_first(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    return tuple(sorted(ranks, reverse=True))


def _without(ranks: Sequence[Rank], *gone: Rank) -> tuple[Rank, ...]:
    return tuple(rank for rank in ranks if rank not in gone)
