"""Hands to be put in order: three to five, with a board or of five cards each."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import (
    NATURAL_CATEGORIES,
    STRAIGHTS,
    SUITED_CATEGORIES,
    Category,
    HandRank,
    high_first,
    rank_hand,
)
from trainer.drills.strata import holdem
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.hands import beginning, classes, lay
from trainer.drills.tags import WRAPS, Trap, category_tag

# Five cards of each of so many hands.
Plan = Callable[[Deck, int], list[list[Card]]]


def deal_with_board(deck: Deck, plan: holdem.Plan, seats: int, close: bool) -> holdem.Layout:
    """The plan of a showdown, then the further seats, then everything in random order.

    A further seat gets two cards uniformly from those that make a hand of a category that is
    not there yet. With *close* it is every second time one of a category that is there, and
    otherwise any, but never a hand as strong as one that is there.
    """
    board, holes = plan(deck)
    while len(holes) < seats:
        there = [rank_hand([*board, *hole]) for hole in holes]
        near = close and deck.rng.below(2) > 0
        holes.append(deck.draw_until(2, _fitting(board, there, close, near)))
    shuffled = deck.rng.shuffled
    return holdem.Layout(shuffled(board), [shuffled(hole) for hole in shuffled(holes)])


def _fitting(
    board: list[Card], there: list[HandRank], close: bool, near: bool
) -> Callable[[list[Card]], bool]:
    categories = {rank.category for rank in there}

    def fits(hole: list[Card]) -> bool:
        rank = rank_hand([*board, *hole])
        if not close:
            return rank.category not in categories
        return rank not in there and (not near or not there or rank.category in categories)

    return fits


def deal_fives(deck: Deck, plan: Plan, seats: int) -> list[list[Card]]:
    """The plan, hands and cards in random order."""
    shuffled = deck.rng.shuffled
    return [shuffled(five) for five in shuffled(plan(deck, seats))]


def uniform(deck: Deck, seats: int) -> list[list[Card]]:
    """All cards uniform from the deck."""
    return [deck.draw(5) for _ in range(seats)]


def made(deck: Deck, seats: int) -> list[list[Card]]:
    """Different categories, one after the other, the rare ones rarer; a class of each uniform,
    drawn again until all can lie side by side. Suits uniform, flushes in different suits."""

    def choose() -> list[HandRank]:
        found: list[Category] = []
        while len(found) < seats:
            left = [category for category in _WEIGHTS if category not in found]
            found.append(deck.rng.weighted(left, [_WEIGHTS[category] for category in left]))
        return _classes(deck, found)

    return _laid(deck, choose, seats)


_WEIGHTS: Final = {
    Category.HIGH_CARD: 8,
    Category.PAIR: 10,
    Category.TWO_PAIR: 10,
    Category.THREE_OF_A_KIND: 9,
    Category.STRAIGHT: 9,
    Category.FLUSH: 9,
    Category.FULL_HOUSE: 7,
    Category.FOUR_OF_A_KIND: 4,
    Category.STRAIGHT_FLUSH: 2,
    Category.ROYAL_FLUSH: 1,
}


@dataclass(frozen=True)
class Close:
    """A position of the tie-break vector; two or, by the toss of a coin, three classes of the
    category that agree before it and not all at it; the other hands are classes of this
    category, the next below or the next above, each equally likely; all drawn again until they
    can lie side by side. Suits uniform, flushes in different suits."""

    category: Category
    positions: tuple[int, ...]

    def __call__(self, deck: Deck, seats: int) -> list[list[Card]]:
        def choose() -> list[HandRank]:
            at = deck.rng.choice(self.positions)
            one = deck.rng.choice(classes(self.category))
            like = beginning(self.category, one.ranks[:at])
            others = [deck.rng.choice(like) for _ in range(1 + deck.rng.below(2))]
            found = [one, *others]
            if len({rank.ranks[at] for rank in found}) == 1:
                return []
            return found + _near(deck, self.category, seats - len(found))

        return _laid(deck, choose, seats)


@dataclass(frozen=True)
class Equal:
    """A class of the category, twice; the other hands are classes of this category, the next
    below or the next above, each equally likely; all drawn again until they can lie side by
    side. Suits uniform, flushes in different suits."""

    category: Category

    def __call__(self, deck: Deck, seats: int) -> list[list[Card]]:
        def choose() -> list[HandRank]:
            rank = deck.rng.choice(classes(self.category))
            return [rank, rank, *_near(deck, self.category, seats - 2)]

        return _laid(deck, choose, seats)


def four_flush(deck: Deck, seats: int) -> list[list[Card]]:
    """A suit and four cards of it with a fifth of another suit; other hands each a high card, a
    pair or two pair, a class of it uniform."""
    suit = deck.suit()
    five = deck.of_suit(suit, 4) + deck.draw(1, lambda card: card.suit is not suit)
    return _beside(deck, five, seats)


def four_straight(deck: Deck, seats: int) -> list[list[Card]]:
    """Four ranks of a straight; a fifth card uniform from those that complete neither straight
    nor flush; other hands each a high card, a pair or two pair, a class of it uniform."""
    four = deck.each(deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4))
    fifth = deck.draw_until(1, lambda one: rank_hand([*four, *one]).category < Category.STRAIGHT)
    return _beside(deck, four + fifth, seats)


def wrap(deck: Deck, seats: int) -> list[list[Card]]:
    """Five ranks in a row through the ace, such as Q K A 2 3, in two suits or more; other hands
    each a high card, a pair or two pair, a class of it uniform."""
    rank = HandRank(Category.HIGH_CARD, high_first(deck.rng.choice(WRAPS)))
    return _beside(deck, lay(deck, rank)[0], seats)


def wheel(deck: Deck, seats: int) -> list[list[Card]]:
    """A 2 3 4 5 and another straight; the other hands are straights, three of a kind or
    flushes, each equally likely."""
    straights = classes(Category.STRAIGHT)

    def choose() -> list[HandRank]:
        both = [straights[-1], deck.rng.choice(straights)]
        return both + _near(deck, Category.STRAIGHT, seats - 2)

    return _laid(deck, choose, seats)


def _classes(deck: Deck, categories: Iterable[Category]) -> list[HandRank]:
    return [deck.rng.choice(classes(category)) for category in categories]


def _near(deck: Deck, category: Category, count: int) -> list[HandRank]:
    """Classes of *category* and its neighbours."""
    around = [other for other in NATURAL_CATEGORIES if abs(other - category) <= 1]
    return _classes(deck, [deck.rng.choice(around) for _ in range(count)])


def _beside(deck: Deck, five: list[Card], seats: int) -> list[list[Card]]:
    """*five* and others with which they are easily confused, drawn until they can be laid."""
    for _ in range(TRIES):
        found = _classes(deck, [deck.rng.choice(_PLAIN) for _ in range(seats - 1)])
        left = [card.rank for card in deck.cards]
        if _fit(found, left):
            return [five, *lay(deck, *found)]
    return [five, *uniform(deck, seats - 1)]


_PLAIN: Final = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)


def _laid(deck: Deck, choose: Callable[[], list[HandRank]], seats: int) -> list[list[Card]]:
    """Cards for the first classes chosen that one deck can hold; uniform ones after `TRIES`."""
    left = [card.rank for card in deck.cards]
    for _ in range(TRIES):
        found = choose()[:seats]
        if len(found) == seats and _fit(found, left):
            return lay(deck, *found)
    return uniform(deck, seats)


def _fit(ranks: Sequence[HandRank], left: Sequence[Rank]) -> bool:
    """Whether no rank is needed more often than it is left, and no suit twice for a flush."""
    needed = [rank for each in ranks for rank in each.five_ranks]
    suited = sum(each.category in SUITED_CATEGORIES for each in ranks)
    return suited <= 3 and all(needed.count(rank) <= left.count(rank) for rank in set(needed))


def _strata() -> tuple[Stratum[Plan], ...]:
    found: list[Stratum[Plan]] = [
        Stratum("uniform", uniform, (16, 4, 3)),
        Stratum("made", made, (74, 8, 5)),
        Stratum("wheel", wheel, (0, 3, 3), frozenset({"wheel"})),
        Stratum("four-flush", four_flush, (0, 4, 5), frozenset({Trap.FOUR_FLUSH.value})),
        Stratum("four-straight", four_straight, (0, 4, 5), frozenset({Trap.FOUR_STRAIGHT.value})),
        Stratum("wrap", wrap, (0, 3, 4), frozenset({Trap.WRAP.value})),
    ]
    for category, (positions, close, equal) in _SHARES.items():
        tag, key = category_tag(category), category.label.replace(" ", "-")
        same = frozenset({tag, "same-category", "kicker"})
        found += [
            Stratum(f"close-{key}", Close(category, positions), close, same),
            Stratum(f"equal-{key}", Equal(category), equal, frozenset({tag, "tie"})),
        ]
    return tuple(stratum for stratum in found if any(stratum.shares))


# By category: the positions at which hands of one deck can differ with all before them equal,
# then the shares of `Close` and `Equal`.
_NONE: Final = (0, 0, 0)
_SHARES: Final = {
    Category.HIGH_CARD: ((0, 1, 2, 3, 4), (0, 12, 12), (1, 3, 3)),
    Category.PAIR: ((0, 1, 2, 3), (2, 12, 12), (2, 4, 4)),
    Category.TWO_PAIR: ((0, 1, 2), (2, 10, 10), (1, 3, 3)),
    Category.THREE_OF_A_KIND: ((0,), (0, 4, 5), _NONE),
    Category.STRAIGHT: ((0,), (0, 5, 5), (1, 3, 3)),
    Category.FLUSH: ((0, 1, 2, 3, 4), (0, 9, 9), (1, 2, 2)),
    Category.FULL_HOUSE: ((0,), (0, 3, 4), _NONE),
    Category.FOUR_OF_A_KIND: ((0,), (0, 2, 2), _NONE),
    Category.STRAIGHT_FLUSH: ((0,), (0, 2, 1), _NONE),
}

STRATA: Final = _strata()
