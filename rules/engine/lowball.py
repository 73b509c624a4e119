"""Low hands: the same cards under rules by which the lower hand wins.

| system | ace | straights and flushes | best hand |
|---|---|---|---|
| ace-to-five | low | do not count | 5-4-3-2-A |
| ace-to-six | low | count against the hand | 6-4-3-2-A |
| deuce-to-seven | high | count against the hand | 7-5-4-3-2 |

A `LowRank` is a `HandRank` of which the greater is the lower hand, so that best hands,
comparisons and pots work with it as they are.

>>> from rules.engine.cards import format_cards, parse_cards
>>> best = best_low(parse_cards("2c 3d 4h 5s 6c 7d 9h"), Low.DEUCE_TO_SEVEN)
>>> best.rank, format_cards(best.five)
(LowRank('2-7 high card 75432'), '7d 5s 4h 3d 2c')
>>> wheel, pair = map(parse_cards, ("5h 4h 3h 2h Ah", "2c 2s 3d 4d 5d"))
>>> rank_low(wheel, Low.ACE_TO_FIVE) > rank_low(pair, Low.ACE_TO_FIVE)
True
>>> rank_low(wheel, Low.ACE_TO_SIX) > rank_low(pair, Low.ACE_TO_SIX)
False
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import Card, Rank
from rules.engine.ranking import MULTIPLICITY, STRAIGHTS, Category, HandRank, require_hand


class Low(StrEnum):
    """How low hands rank."""

    ACE_TO_FIVE = "A-5"
    ACE_TO_SIX = "A-6"
    DEUCE_TO_SEVEN = "2-7"

    def height(self, rank: Rank) -> int:
        """What a rank counts: 1 for an ace that is low, otherwise 2 to 14."""
        return 1 if rank is Rank.ACE and self is not Low.DEUCE_TO_SEVEN else rank


_HEIGHTS: Final = {low: {rank: low.height(rank) for rank in Rank} for low in Low}
# Top cards of the straights that count against a hand. An ace that is only high makes no
# straight with a five, one that is only low none with a king.
_STRAIGHTS: Final[dict[Low, frozenset[Rank]]] = {
    Low.ACE_TO_FIVE: frozenset(),
    Low.ACE_TO_SIX: frozenset(STRAIGHTS) - {Rank.ACE},
    Low.DEUCE_TO_SEVEN: frozenset(STRAIGHTS) - {Rank.FIVE},
}
# Without straights and flushes the shape of a hand is its category.
_CATEGORIES: Final = {
    times: category for category, times in MULTIPLICITY.items() if category is not Category.FLUSH
}
_TOPS: Final = {frozenset(run): top for top, run in STRAIGHTS.items()}


@dataclass(frozen=True, slots=True)
class LowRank(HandRank):
    """Strength of five cards as a low hand; greater is better, equal means a tie.

    `category` and `ranks` as in `HandRank`, the ace below the deuce where it is low. Ranks of
    different systems cannot be compared.
    """

    system: Low

    def __str__(self) -> str:
        return f"{self.system.value} {HandRank.__str__(self)}"

    def __repr__(self) -> str:
        return f"LowRank({str(self)!r})"

    def __lt__(self, other: HandRank) -> bool:
        return self._depth < self._depth_of(other)

    def __le__(self, other: HandRank) -> bool:
        return self._depth <= self._depth_of(other)

    def __gt__(self, other: HandRank) -> bool:
        return self._depth > self._depth_of(other)

    def __ge__(self, other: HandRank) -> bool:
        return self._depth >= self._depth_of(other)

    @property
    def _depth(self) -> tuple[int, ...]:
        height = _HEIGHTS[self.system]
        return (-self.category, *[-height[rank] for rank in self.ranks])

    def _depth_of(self, other: HandRank) -> tuple[int, ...]:
        if not isinstance(other, LowRank) or other.system is not self.system:
            raise TypeError(f"{self!r} cannot be compared with {other!r}")
        return other._depth

    @property
    def is_ace_king(self) -> bool:
        """Never: that name belongs to high hands."""
        return False

    @property
    def is_wheel(self) -> bool:
        """5-4-3-2-A as the best hand of ace-to-five."""
        return self.system is Low.ACE_TO_FIVE and self.ranks == STRAIGHTS[Rank.FIVE]

    def qualifies(self, highest: Rank = Rank.EIGHT) -> bool:
        """Whether it has no pair and no card above *highest*: eight or better."""
        unpaired = self.category is Category.HIGH_CARD
        return unpaired and self.system.height(self.ranks[0]) <= highest


def rank_low(cards: Sequence[Card], system: Low) -> LowRank:
    """Strength of the lowest hand that 5, 6 or 7 cards hold.

    Raises:
        CardCountError, DuplicateCardError
    """
    require_hand(cards)
    found = (rank_five_low(five, system) for five in combinations(cards, 5))
    return max(found, key=lambda rank: rank._depth)


def best_low(cards: Sequence[Card], system: Low) -> BestHand:
    """Lowest five of 5, 6 or 7 cards; of cards that would serve alike the earlier one plays.

    Raises:
        CardCountError, DuplicateCardError
    """
    return best_low_with_board(cards, (), system)


def best_low_with_board(board: Sequence[Card], hole: Sequence[Card], system: Low) -> BestHand:
    """Lowest five of board and hole cards, of equal ones those with the fewest hole cards.

    Raises:
        CardCountError, DuplicateCardError
    """
    cards = [*board, *hole]
    require_hand(cards)

    def worth(five: Sequence[Card]) -> tuple[int, ...]:
        return rank_five_low(five, system)._depth

    fives = [tuple([cards[at] for at in places]) for places in _fives(len(cards), len(board))]
    five = max(fives, key=worth)
    rank = rank_five_low(five, system)
    order = rank.five_ranks
    return BestHand(
        rank,
        tuple(sorted(five, key=lambda card: order.index(card.rank))),
        tuple(card for card in cards if card not in five),
    )


@cache
def _fives(cards: int, board: int) -> tuple[tuple[int, ...], ...]:
    """The places of any five, first those with the fewest beyond the *board*."""
    fives = combinations(range(cards), 5)
    return tuple(sorted(fives, key=lambda places: sum(at >= board for at in places)))


def eight_or_better(cards: Sequence[Card]) -> BestHand | None:
    """The best low by ace-to-five if it is eight or better, else None.

    Raises:
        CardCountError, DuplicateCardError
    """
    return qualified(best_low(cards, Low.ACE_TO_FIVE), Rank.EIGHT)


def qualified(best: BestHand, highest: Rank | None) -> BestHand | None:
    """*best* if its low has no card above *highest*, else None; without a limit all count."""
    if highest is None or (isinstance(best.rank, LowRank) and best.rank.qualifies(highest)):
        return best
    return None


def rank_five_low(five: Sequence[Card], system: Low) -> LowRank:
    """Strength of exactly five cards, which are not checked."""
    height, straights = _HEIGHTS[system], _STRAIGHTS[system]
    ranks = sorted([card.rank for card in five], key=height.__getitem__, reverse=True)
    if len(set(ranks)) < 5:
        count = Counter(ranks)
        ranks = sorted(count, key=lambda rank: (count[rank], height[rank]), reverse=True)
        return LowRank(_CATEGORIES[tuple(count[rank] for rank in ranks)], tuple(ranks), system)
    if not straights:
        return LowRank(Category.HIGH_CARD, tuple(ranks), system)
    top = _TOPS.get(frozenset(ranks))
    straight = top if top in straights else None
    # Flushes count where straights do.
    suited = len({card.suit for card in five}) == 1
    if straight is None:
        return LowRank(Category.FLUSH if suited else Category.HIGH_CARD, tuple(ranks), system)
    if not suited:
        return LowRank(Category.STRAIGHT, (straight,), system)
    royal = straight is Rank.ACE
    return LowRank(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (straight,), system)
