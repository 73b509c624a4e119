"""The bought game: dealers without game, and the card that is drawn for them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import Category, HandRank, rank_hand
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.hands import classes, lay


@dataclass(frozen=True, slots=True)
class Table:
    """The rules of the house that a construction needs.

    `goes` is the place of the card that is replaced, `again` whether a new card in the place of
    another is drawn again, `differs` whether another house would go on otherwise.
    """

    qualifies: Callable[[HandRank], bool]
    goes: Callable[[Sequence[Card]], int]
    again: Callable[[Card, Card], bool]
    differs: Callable[[Sequence[Card], Card], bool]

    def after(self, five: Sequence[Card], new: Card) -> list[Card]:
        at = self.goes(five)
        return [*five[:at], new, *five[at + 1 :]]


# The dealer's five without game as they lie, and the new card if one is drawn.
Plan = Callable[[Deck, Table], tuple[list[Card], list[Card]]]


def _five(deck: Deck, table: Table) -> list[Card]:
    return deck.draw_until(5, lambda five: not table.qualifies(rank_hand(five)))


def no_game(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """Five cards uniform from those without game."""
    return _five(deck, table), []


def without_ace(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """Five cards uniform from those without game that hold no ace."""

    def fits(five: list[Card]) -> bool:
        return not table.qualifies(rank_hand(five)) and all(c.rank is not Rank.ACE for c in five)

    return deck.draw_until(5, fits), []


def same_rank(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """Five cards uniform from those without game; a new card of the rank that is replaced."""
    five = _five(deck, table)
    return five, deck.of_rank(five[table.goes(five)].rank)


def pairs(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """Five cards uniform from those without game; a new card that pairs one of those that
    stay, each equally likely."""
    five = _five(deck, table)
    at = table.goes(five)
    staying = [card.rank for place, card in enumerate(five) if place != at]
    return five, deck.of_rank(deck.rank(staying))


def completes(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """A straight or a flush, by the toss of a coin, a class of it uniform; any of its cards is
    the new one and another card lies in its place, uniform from those with which there is no
    game and which is the one that goes. Drawn again until there is such a card, otherwise a
    pair."""
    for _ in range(TRIES):
        category = deck.rng.choice((Category.STRAIGHT, Category.FLUSH))
        new, *staying = deck.rng.shuffled(lay(deck, deck.rng.choice(classes(category)))[0])
        place = deck.rng.below(5)
        for old in deck.rng.sample(deck.cards, 8):
            for at in (place, 0):
                five = [*staying[:at], old, *staying[at:]]
                if not table.qualifies(rank_hand(five)) and five[table.goes(five)] == old:
                    deck.remove([old])
                    return five, [new]
        deck.put_back([new, *staying])
    return pairs(deck, table)


def misses(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """Five cards uniform from those without game; a new card uniform from those that are not
    drawn again and bring no game."""
    five = _five(deck, table)
    old = five[table.goes(five)]

    def fits(new: list[Card]) -> bool:
        qualifies = table.qualifies(rank_hand(table.after(five, new[0])))
        return not table.again(old, new[0]) and not qualifies

    return five, deck.draw_until(1, fits)


def other_house(deck: Deck, table: Table) -> tuple[list[Card], list[Card]]:
    """Five cards uniform from those without game; a new card uniform from those with which it
    would go on otherwise at another house, which replaces another card or draws again, every
    second time from those with no game here. As misses where there is none."""
    five = _five(deck, table)
    fitting = [card for card in deck.cards if table.differs(five, card)]
    without = [card for card in fitting if not table.qualifies(rank_hand(table.after(five, card)))]
    if deck.rng.below(2) and without:
        fitting = without
    if not fitting:
        return five, deck.draw(1)
    new = deck.rng.choice(fitting)
    deck.remove([new])
    return five, [new]


STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("no-game", no_game, (70, 0, 0), frozenset({"which-card"})),
    Stratum("without-ace", without_ace, (30, 0, 0), frozenset({"which-card"})),
    Stratum("same-rank", same_rank, (0, 28, 24), frozenset({"drawn:again"})),
    Stratum("pairs", pairs, (0, 25, 14), frozenset({"drawn:game"})),
    Stratum("completes", completes, (0, 10, 18), frozenset({"drawn:game", "without-pair"})),
    Stratum("misses", misses, (0, 29, 22), frozenset({"drawn:no-game"})),
    Stratum("other-house", other_house, (0, 8, 22), frozenset({"other-house"})),
)
