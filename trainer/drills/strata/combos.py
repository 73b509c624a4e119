"""Two combinations: hands of five and six cards with a second combination, and without one."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.combinations import paid_combinations
from rules.engine.ranking import NATURAL_CATEGORIES, STRAIGHTS, Category, HandRank
from rules.games.base import PayHand
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.hands import classes, lay
from trainer.drills.strata.names import no_straight_flush

# Five cards, or six of which any may be the bought one.
Plan = Callable[[Deck, int], list[Card]]

_AK: Final = frozenset({Rank.ACE, Rank.KING})
# Categories to which ace-king is a second combination in five cards, with their weights.
_OF_FIVE: Final = {
    Category.PAIR: 4,
    Category.TWO_PAIR: 3,
    Category.THREE_OF_A_KIND: 3,
    Category.FOUR_OF_A_KIND: 1,
}
_OF_SIX: Final = NATURAL_CATEGORIES[1:]
# The royal flush is one hand of each suit; it comes half as often as the others.
_WEIGHTS: Final = {Category.ROYAL_FLUSH: 1}
# Every pair of combinations that six cards can hold, with its weight.
_TYPES: Final = {
    (Category.PAIR, PayHand.ACE_KING): 3,
    (Category.TWO_PAIR, PayHand.ACE_KING): 3,
    (Category.TWO_PAIR, PayHand.TWO_PAIR): 6,
    (Category.THREE_OF_A_KIND, PayHand.ACE_KING): 3,
    (Category.STRAIGHT, PayHand.STRAIGHT): 6,
    (Category.STRAIGHT, PayHand.ACE_KING): 2,
    (Category.FLUSH, PayHand.FLUSH): 4,
    (Category.FLUSH, PayHand.STRAIGHT): 3,
    (Category.FLUSH, PayHand.PAIR): 6,
    (Category.FLUSH, PayHand.ACE_KING): 3,
    (Category.FULL_HOUSE, PayHand.FULL_HOUSE): 4,
    (Category.FULL_HOUSE, PayHand.ACE_KING): 3,
    (Category.FOUR_OF_A_KIND, PayHand.FULL_HOUSE): 4,
    (Category.FOUR_OF_A_KIND, PayHand.ACE_KING): 3,
    (Category.STRAIGHT_FLUSH, PayHand.STRAIGHT_FLUSH): 1,
    (Category.STRAIGHT_FLUSH, PayHand.FLUSH): 1,
    (Category.STRAIGHT_FLUSH, PayHand.STRAIGHT): 1,
    (Category.STRAIGHT_FLUSH, PayHand.ACE_KING): 1,
    (Category.ROYAL_FLUSH, PayHand.STRAIGHT_FLUSH): 1,
    (Category.ROYAL_FLUSH, PayHand.FLUSH): 1,
    (Category.ROYAL_FLUSH, PayHand.STRAIGHT): 1,
}


@cache
def _with_both(category: Category) -> tuple[HandRank, ...]:
    """The classes with an ace and a king."""
    return tuple(rank for rank in classes(category) if set(rank.five_ranks) >= _AK)


@cache
def _inside() -> tuple[tuple[HandRank, ...], ...]:
    """Classes whose every card belongs to the combination, ace and king among them."""
    pairs = [r for r in classes(Category.TWO_PAIR) if set(r.ranks[:2]) == _AK]
    found = [tuple(pairs)]
    for category in (Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE):
        found.append(_with_both(category))
    return tuple(found)


@cache
def _half(category: Category) -> tuple[HandRank, ...]:
    """Classes with either an ace or a king beside the combination."""
    return tuple(rank for rank in classes(category) if len(_AK & set(rank.five_ranks)) == 1)


def count_combinations(cards: Sequence[Card]) -> int:
    """None, one or two, where every combination is paid and two of them are."""
    return len(paid_combinations(cards, lambda rank: 1))


def doubled(deck: Deck, count: int) -> list[Card]:
    """Of five cards: a pair, two pair, three or, less often, four of a kind with ace and king; a
    class of it uniform. Of six: one of the 21 pairs of combinations, those with a
    straight flush less often; a class of the first uniform and a sixth card uniform from those
    that may bring the second. All drawn again until there are two combinations."""
    for _ in range(TRIES):
        cards = _pair_with_ace_king(deck) if count == 5 else _two_of_six(deck)
        if count_combinations(cards) == 2:
            return cards
        deck.put_back(cards)
    return single(deck, count)


def _pair_with_ace_king(deck: Deck) -> list[Card]:
    return lay(deck, deck.rng.choice(_with_both(_of_five(deck))))[0]


def _of_five(deck: Deck) -> Category:
    return deck.rng.weighted(list(_OF_FIVE), list(_OF_FIVE.values()))


def _two_of_six(deck: Deck) -> list[Card]:
    first, second = deck.rng.weighted(list(_TYPES), list(_TYPES.values()))
    if (first, second) == (Category.FLUSH, PayHand.STRAIGHT):
        return no_straight_flush(deck, 6)
    offered = _half(first) if second is PayHand.ACE_KING else classes(first)
    five = lay(deck, deck.rng.choice(offered))[0]
    return five + deck.draw(1, lambda card: _may_bring(card, five, second))


def _may_bring(card: Card, five: Sequence[Card], second: PayHand) -> bool:
    ranks = {held.rank for held in five}
    suited = all(held.suit is card.suit for held in five)
    match second:
        case PayHand.ACE_KING:
            return card.rank in _AK - ranks and not suited
        case PayHand.STRAIGHT:
            return not suited and (card.rank in ranks or _is_next(card.rank, ranks))
        case PayHand.STRAIGHT_FLUSH:
            return suited and _is_next(card.rank, ranks)
        case PayHand.FLUSH:
            return suited and not _is_next(card.rank, ranks)
        case _:
            return card.rank in ranks


def _is_next(rank: Rank, run: set[Rank]) -> bool:
    """Whether *rank* goes on with the straight *run* at either end."""
    return any(set(other) <= run | {rank} and rank in other for other in STRAIGHTS.values())


def single(deck: Deck, count: int) -> list[Card]:
    """A category or ace-king, the royal flush half as often as any other; a class of it; a sixth
    card uniform. All drawn again until there is one combination."""
    names = (Category.HIGH_CARD, *_OF_SIX)
    weights = [_WEIGHTS.get(category, 2) for category in names]

    def make() -> list[Card]:
        category = deck.rng.weighted(names, weights)
        high = category is Category.HIGH_CARD
        return lay(deck, deck.rng.choice(_with_both(category) if high else classes(category)))[0]

    return _alone(deck, count, make)


def inside(deck: Deck, count: int) -> list[Card]:
    """Two pair of aces and kings, or a straight, a flush or a full house with both ranks, each
    equally likely; a class of it; a sixth card uniform. All drawn again until there is one
    combination."""
    return _alone(deck, count, lambda: lay(deck, deck.rng.choice(deck.rng.choice(_inside())))[0])


def half(deck: Deck, count: int) -> list[Card]:
    """A pair, two pair, three or, less often, four of a kind with an ace or a king but not
    both; a class of it; a sixth card uniform. All drawn again until there is one
    combination."""

    def make() -> list[Card]:
        return lay(deck, deck.rng.choice(_half(_of_five(deck))))[0]

    return _alone(deck, count, make)


def _alone(deck: Deck, count: int, make: Callable[[], list[Card]]) -> list[Card]:
    cards = make()
    for _ in range(TRIES):
        cards += deck.draw(count - 5)
        if count_combinations(cards) == 1:
            break
        deck.put_back(cards)
        cards = make()
    return cards if len(cards) == count else cards + deck.draw(count - len(cards))


_TWO: Final = frozenset({"combinations:two"})
_ONE: Final = frozenset({"combinations:one"})
STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("doubled", doubled, (50, 50, 50), _TWO),
    Stratum("single", single, (25, 15, 10), _ONE),
    Stratum("inside", inside, (12, 17, 20), _ONE | {"inside"}),
    Stratum("half", half, (13, 18, 20), _ONE | {"half"}),
)
