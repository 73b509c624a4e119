"""The hands of a deal by strength, and which of them are close."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from rules.engine.cards import Rank
from rules.engine.compare import Basis, Decision, compare_best, decide
from rules.engine.ranking import STRAIGHT_CATEGORIES, HandRank
from trainer.drills.answers import dense_places
from trainer.drills.deals import Deal
from trainer.drills.showdown import Showdown, is_kicker, showdown, showdown_tags, traps

Pair = tuple[int, int]


@dataclass(frozen=True)
class Ordered:
    """A showdown with the place of every hand: 1 is the strongest, equal hands share one."""

    table: Showdown

    @cached_property
    def ranks(self) -> tuple[HandRank, ...]:
        return tuple(hand.rank for hand in self.table.hands)

    @cached_property
    def places(self) -> tuple[int, ...]:
        falling = sorted(self.ranks, reverse=True)
        return dense_places(falling.index(rank) for rank in self.ranks)

    def at(self, place: int) -> tuple[int, ...]:
        """The hands, counted from 0, that share *place*."""
        return tuple(hand for hand, found in enumerate(self.places) if found == place)

    @property
    def by_place(self) -> list[tuple[int, ...]]:
        return [self.at(place) for place in range(1, max(self.places) + 1)]

    def between(self, one: int, other: int) -> Decision:
        return decide(self.ranks[one], self.ranks[other])

    def duel(self, one: int, other: int) -> Showdown:
        """The two hands as if they met alone."""
        table, pair = self.table, (one, other)
        return Showdown(
            tuple(table.seats[hand] for hand in pair),
            tuple(table.own[hand] for hand in pair),
            compare_best([table.hands[hand] for hand in pair], table.board),
        )

    def neighbours(self) -> Iterator[Pair]:
        """Hands that follow each other in order, equal ones among them, the stronger first."""
        order = sorted(range(len(self.places)), key=lambda hand: (self.places[hand], hand))
        yield from pairwise(order)

    def pairs(self) -> Iterator[Pair]:
        """All pairs of hands, the stronger first, closest to the top first."""
        order = sorted(range(len(self.places)), key=lambda hand: (self.places[hand], hand))
        yield from sorted(combinations(order, 2), key=lambda pair: order.index(pair[1]))


def ordered(deal: Deal) -> Ordered:
    return Ordered(showdown(deal))


def order_tags(found: Ordered) -> frozenset[str]:
    """Those of a showdown, and what lies between any two neighbours."""
    tags = set(showdown_tags(found.table))
    for pair in found.neighbours():
        decision = found.between(*pair)
        tags |= {sprung.trap.value for sprung in traps(found.duel(*pair))}
        if decision.basis is Basis.TIE:
            tags.add("tie")
        elif decision.basis is Basis.RANK:
            tags.add("same-category")
        if is_kicker(decision):
            tags.add("kicker")
    if any(rank.category in STRAIGHT_CATEGORIES and _is_wheel(rank) for rank in found.ranks):
        tags.add("wheel")
    return frozenset(tags)


def _is_wheel(rank: HandRank) -> bool:
    return rank.ranks == (Rank.FIVE,)
