"""What five cards are worth, found by counting ranks and suits of 5, 6 or 7 cards.

>>> from rules.engine.cards import parse_cards
>>> rank_hand(parse_cards("As 2d 3h 4c 5s"))
HandRank('straight 5')
>>> rank_hand(parse_cards("Ks Kd 9c 9h 9s Ah 2c")) > rank_hand(parse_cards("As Js 9s 4s 2s"))
True
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import cycle, repeat
from typing import Final

from rules.engine.cards import Card, Rank, Suit, format_cards, require_distinct
from rules.engine.errors import CardCountError


class Category(IntEnum):
    """Greater is stronger. A royal flush is the ace-high straight flush under its own name.

    Five of a kind takes a wild card; without one the categories are `NATURAL_CATEGORIES`.
    """

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
    FIVE_OF_A_KIND = 10

    @property
    def label(self) -> str:
        """`two pair`: the English name, also used in documents and case files."""
        return self.name.lower().replace("_", " ")


NATURAL_CATEGORIES: Final[tuple[Category, ...]] = tuple(
    category for category in Category if category is not Category.FIVE_OF_A_KIND
)

# How often each rank of the tie-break vector stands in the five cards.
MULTIPLICITY: Final[dict[Category, tuple[int, ...]]] = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FIVE_OF_A_KIND: (5,),
}

STRAIGHT_CATEGORIES: Final = frozenset(
    {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
)
SUITED_CATEGORIES: Final = frozenset(
    {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
)

# The ten straights by their top rank, highest first; in the last one the ace stands low.
STRAIGHTS: Final[dict[Rank, tuple[Rank, ...]]] = {
    Rank(top): tuple(Rank(top - step) for step in range(5)) for top in range(14, 5, -1)
} | {Rank.FIVE: (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)}
_ABOVE_A_LOW_ACE: Final = STRAIGHTS[Rank.FIVE][:4]


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
        repeat = zip(self.ranks, MULTIPLICITY[self.category], strict=True)
        return tuple(rank for rank, times in repeat for _ in range(times))

    @property
    def is_ace_king(self) -> bool:
        """High card with ace and king: a name of its own in Russian poker, no other strength."""
        return self.category is Category.HIGH_CARD and self.ranks[:2] == (Rank.ACE, Rank.KING)


def parse_hand_rank(text: str) -> HandRank:
    """Inverse of `str(HandRank)`: `two pair AK7`.

    Raises:
        ValueError: unless five cards exist that *text* describes.
    """
    label, _, letters = text.rpartition(" ")
    by_letter = {rank.letter: rank for rank in Rank}
    try:
        category = Category[label.upper().replace(" ", "_")]
        rank = HandRank(category, tuple(by_letter[letter] for letter in letters))
        exists = rank_hand(example_hand(rank)) == rank
    except (IndexError, KeyError, ValueError):
        exists = False
    if not exists:
        raise ValueError(f"not a hand rank: {text!r}")
    return rank


def example_hand(rank: HandRank) -> tuple[Card, ...]:
    """Five cards worth *rank*, in order of importance.

    >>> from rules.engine.cards import format_cards
    >>> format_cards(example_hand(parse_hand_rank("full house 63")))
    '6c 6d 6h 3s 3c'
    """
    suits = repeat(Suit.CLUBS) if rank.category in SUITED_CATEGORIES else cycle(Suit)
    return tuple(map(Card, rank.five_ranks, suits))


def rank_hand(cards: Sequence[Card]) -> HandRank:
    """Strength of the best five of 5, 6 or 7 cards.

    Raises:
        CardCountError: for any other number of cards.
        DuplicateCardError: if a card stands twice.
    """
    require_hand(cards)
    suit = flush_suit(cards)
    if suit is not None:
        suited = high_first([card.rank for card in cards if card.suit is suit])
        if top := top_of_run(suited):
            royal = top is Rank.ACE
            return HandRank(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (top,))
        # Of at most seven cards two are left: too few for a full house or four of a kind.
        return HandRank(Category.FLUSH, suited[:5])

    held = high_first([card.rank for card in cards])
    ranks = tuple(dict.fromkeys(held))
    # Likewise with five different ranks.
    if top := top_of_run(ranks):
        return HandRank(Category.STRAIGHT, (top,))
    if len(ranks) == len(held):
        return HandRank(Category.HIGH_CARD, ranks[:5])
    times = [held.count(rank) for rank in ranks]
    if 4 in times:
        four = ranks[times.index(4)]
        return HandRank(Category.FOUR_OF_A_KIND, (four, *_without(ranks, four)[:1]))
    pairs = [rank for rank, count in zip(ranks, times, strict=True) if count == 2]
    if 3 in times:
        threes = [rank for rank, count in zip(ranks, times, strict=True) if count == 3]
        # Of two triples the lower one serves as the pair.
        if fillers := [*threes[1:], *pairs]:
            return HandRank(Category.FULL_HOUSE, (threes[0], max(fillers)))
        return HandRank(Category.THREE_OF_A_KIND, (threes[0], *_without(ranks, threes[0])[:2]))
    if len(pairs) >= 2:
        high, low = pairs[:2]
        # A third pair is only a candidate for the kicker.
        return HandRank(Category.TWO_PAIR, (high, low, *_without(ranks, high, low)[:1]))
    return HandRank(Category.PAIR, (pairs[0], *_without(ranks, pairs[0])[:3]))


def require_hand(cards: Sequence[Card]) -> None:
    """Raises: CardCountError, DuplicateCardError: unless 5, 6 or 7 different cards."""
    if not 5 <= len(cards) <= 7:
        raise CardCountError(expected="5–7", found=len(cards), cards=format_cards(cards) or "–")
    require_distinct(cards)


def flush_suit(cards: Iterable[Card]) -> Suit | None:
    """The suit that five or more of at most seven cards have."""
    suits = [card.suit for card in cards]
    # At most two cards are of another suit, so one of the first three is of this one.
    for suit in suits[:3]:
        if suits.count(suit) >= 5:
            return suit
    return None


def straight_top(ranks: Iterable[Rank]) -> Rank | None:
    """Top of the highest five in a row; the ace also stands below the deuce."""
    return top_of_run(high_first(set(ranks)))


def top_of_run(ranks: tuple[Rank, ...]) -> Rank | None:
    """`straight_top` of different ranks, the highest first."""
    for top, fifth in zip(ranks, ranks[4:], strict=False):
        if top - fifth == 4:
            return top
    return Rank.FIVE if Rank.ACE in ranks and ranks[-4:] == _ABOVE_A_LOW_ACE else None


def high_first(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    return tuple(sorted(ranks, reverse=True))


def _without(ranks: Sequence[Rank], *gone: Rank) -> tuple[Rank, ...]:
    return tuple([rank for rank in ranks if rank not in gone])
