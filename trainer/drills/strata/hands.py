"""Five-card hands drawn uniformly from those of a kind.

A *class* is a `HandRank` that five cards can have; there are 7,462. Ranks are drawn first, by
class, and suits second, each assignment that leaves the class alone equally likely.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product
from typing import Final

from rules.engine.cards import Card, Rank, Suit
from rules.engine.ranking import (
    STRAIGHTS,
    SUITED_CATEGORIES,
    Category,
    HandRank,
    straight_top,
)
from trainer.drills.strata.base import TRIES, Deck

HIGH_FIRST: Final = tuple(sorted(Rank, reverse=True))


@cache
def classes(category: Category) -> tuple[HandRank, ...]:
    """All classes of *category*, the strongest first."""
    return tuple(HandRank(category, ranks) for ranks in _VECTORS[category]())


def _unpaired() -> Iterable[tuple[Rank, ...]]:
    return (ranks for ranks in combinations(HIGH_FIRST, 5) if straight_top(ranks) is None)


def _with_kickers(leads: int, kickers: int) -> Callable[[], Iterable[tuple[Rank, ...]]]:
    """Vectors of *leads* falling ranks and then *kickers* other falling ranks of any height."""

    def vectors() -> Iterable[tuple[Rank, ...]]:
        for lead in combinations(HIGH_FIRST, leads):
            others = [rank for rank in HIGH_FIRST if rank not in lead]
            for rest in combinations(others, kickers):
                yield (*lead, *rest)

    return vectors


def _tops(*tops: Rank) -> Callable[[], Iterable[tuple[Rank, ...]]]:
    return lambda: ((top,) for top in tops)


_VECTORS: Final[dict[Category, Callable[[], Iterable[tuple[Rank, ...]]]]] = {
    Category.HIGH_CARD: _unpaired,
    Category.PAIR: _with_kickers(1, 3),
    Category.TWO_PAIR: _with_kickers(2, 1),
    Category.THREE_OF_A_KIND: _with_kickers(1, 2),
    Category.STRAIGHT: _tops(*STRAIGHTS),
    Category.FLUSH: _unpaired,
    Category.FULL_HOUSE: _with_kickers(1, 1),
    Category.FOUR_OF_A_KIND: _with_kickers(1, 1),
    Category.STRAIGHT_FLUSH: _tops(*[top for top in STRAIGHTS if top is not Rank.ACE]),
    Category.ROYAL_FLUSH: _tops(Rank.ACE),
}


@cache
def beginning(category: Category, ranks: tuple[Rank, ...]) -> tuple[HandRank, ...]:
    """The classes of *category* whose tie-break vector begins with *ranks*."""
    return tuple(rank for rank in classes(category) if rank.ranks[: len(ranks)] == ranks)


def lay(deck: Deck, *hands: HandRank) -> list[list[Card]]:
    """Cards for classes that one deck can hold side by side, flush hands in different suits.

    The suits of the flush hands are drawn first, then every other rank gets its suits.

    Raises: ValueError: if a rank would be needed more often than it is left.
    """
    laid: list[list[Card]] = [[] for _ in hands]
    suited = [at for at, hand in enumerate(hands) if hand.category in SUITED_CATEGORIES]
    suits = deck.rng.sample(tuple(Suit), len(suited))
    for at, suit in zip(suited, suits, strict=True):
        laid[at] = [deck.take(rank, suit) for rank in hands[at].five_ranks]
    for at, hand in enumerate(hands):
        if at not in suited:
            laid[at] = _lay_unsuited(deck, hand)
    return laid


def _lay_unsuited(deck: Deck, hand: HandRank) -> list[Card]:
    ranks = hand.five_ranks
    cards: list[Card] = []
    for _ in range(TRIES):
        for rank in dict.fromkeys(ranks):
            cards += deck.of_rank(rank, ranks.count(rank))
        if len({card.suit for card in cards}) > 1:
            return cards
        deck.put_back(cards)
        cards = []
    raise ValueError(f"no suits are left that keep {hand} from being a flush")


def draw_hand(deck: Deck, category: Category) -> list[Card]:
    """A class of *category*, each equally likely, and its cards. The deck must be whole."""
    return lay(deck, deck.rng.choice(classes(category)))[0]


# Five ranks of which no three lie within five neighbours, the ace being high and low: with
# these on the board no two cards complete a straight.
DRY: Final = tuple(
    ranks
    for ranks in combinations(HIGH_FIRST, 5)
    if not any(len(set(ranks) & set(run)) >= 3 for run in STRAIGHTS.values())
)
# Suits of five board cards with no suit three times: no two cards complete a flush.
DRY_SUITS: Final = tuple(
    suits for suits in product(Suit, repeat=5) if max(suits.count(suit) for suit in Suit) <= 2
)


def dry_board(deck: Deck) -> list[Card]:
    """Five cards with which nobody completes a straight or a flush: ranks, then suits."""
    ranks, suits = deck.rng.choice(DRY), deck.rng.choice(DRY_SUITS)
    return [deck.take(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
