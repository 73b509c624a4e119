"""The fives of a hand that are worth as much as its best five."""

from collections.abc import Set
from itertools import combinations

from rules.engine.cards import Card, Rank
from rules.engine.ranking import high_first, rank_hand
from trainer.drills.named_hand import NamedHand


def right_fives(named: NamedHand) -> tuple[frozenset[Card], ...]:
    """Every five of the cards with the strength of the best, that of the engine first."""
    best = frozenset(named.best.five)
    others = (
        frozenset(five)
        for five in combinations(named.cards, 5)
        if rank_hand(five) == named.rank and best != frozenset(five)
    )
    return (best, *others)


def nearest_five(named: NamedHand, given: Set[Card]) -> frozenset[Card]:
    """The right five with the most of the *given* cards: these themselves if they are right."""
    return max(right_fives(named), key=lambda five: len(five & given))


def ranks_alike(named: NamedHand) -> tuple[Rank, ...]:
    """The ranks of which it is all the same which card plays, high first."""
    fives = right_fives(named)
    sometimes = frozenset.union(*fives) - frozenset.intersection(*fives)
    return high_first({card.rank for card in sometimes})
