"""What a hand is worth, the slow way: rank five cards, try every five of more."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from rules.engine.cards import Card

# Weakest first. An ace-king is a high-card hand with a name of its own (Russian poker only).
NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
LADDER = ("high card", "ace-king", *NAMES[1:])

# (place in NAMES, the ranks that are compared after it); a greater tuple is a stronger hand.
Strength = tuple[int, ...]


def rank_five(cards: Sequence[Card]) -> Strength:
    ranks = sorted([int(card.rank) for card in cards], reverse=True)
    return _rank_five(tuple(ranks), len({card.suit for card in cards}) == 1)


@cache
def _rank_five(ranks: tuple[int, ...], one_suit: bool) -> Strength:
    """Of ranks, the highest first."""
    groups = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    grouped = tuple(rank for rank, _ in groups)
    shape = tuple(count for _, count in groups)
    top = 0
    if len(groups) == 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif ranks == (14, 5, 4, 3, 2):
            top = 5
    if top and one_suit:
        return (9,) if top == 14 else (8, top)
    if shape == (4, 1):
        return (7, *grouped)
    if shape == (3, 2):
        return (6, *grouped)
    if one_suit:
        return (5, *ranks)
    if top:
        return (4, top)
    return ({(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), *grouped)


def best_five(cards: Iterable[Card]) -> tuple[Card, ...]:
    return max(combinations(cards, 5), key=rank_five)


def best_rank(cards: Iterable[Card]) -> Strength:
    return max(map(rank_five, combinations(cards, 5)))


def name_of(strength: Strength, *, ace_king: bool) -> str:
    if ace_king and strength[:3] == (0, 14, 13):
        return "ace-king"
    return NAMES[strength[0]]


def lead_of(strength: Strength) -> int:
    """The first rank after the category: of the pair, the higher pair, the run …"""
    return strength[1] if len(strength) > 1 else 14
