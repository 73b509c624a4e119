"""Does the dealer qualify: hands on either side of the line that a house draws."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import STRAIGHTS, Category, HandRank, rank_hand
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.bonus import kinds
from trainer.drills.strata.hands import classes, lay
from trainer.drills.tags import WRAPS, Trap

# Whether a hand qualifies. Every hand stronger than one that does, does so too.
Qualifies = Callable[[HandRank], bool]
# Five or seven cards in random order: the dealer's own two first and the board last.
Plan = Callable[[Deck, Qualifies, int], list[Card]]

# How many kinds on either side count as close to the line.
CLOSE: Final = 3


def deal_qualifying(deck: Deck, plan: Plan, qualifies: Qualifies, count: int) -> list[Card]:
    """The plan’s cards in random order, so that board and hole cards are any of them."""
    return deck.rng.shuffled(plan(deck, qualifies, count))


@dataclass(frozen=True, slots=True)
class Line:
    """Classes on either side of a house's line.

    `above` and `below` hold kinds (a pay hand and its first rank), the nearest to the line
    first; `names` the classes above by pay hand, ace-king among the high cards; `low_pairs` the
    two pair of which neither pair alone would do.
    """

    above: tuple[tuple[HandRank, ...], ...]
    below: tuple[tuple[HandRank, ...], ...]
    names: tuple[tuple[HandRank, ...], ...]
    low_pairs: tuple[HandRank, ...]


@lru_cache(maxsize=64)
def _line(lowest: HandRank) -> Line:
    """The line of a house where *lowest* is the weakest hand that qualifies."""
    names: dict[Category, list[HandRank]] = {}
    for ranks in kinds().values():
        if ranks[-1] >= lowest:
            names.setdefault(ranks[0].category, []).extend(ranks)
    return Line(
        above=tuple(ranks for ranks in reversed([*kinds().values()]) if ranks[-1] >= lowest),
        below=tuple(ranks for ranks in kinds().values() if ranks[-1] < lowest),
        names=tuple(map(tuple, names.values())),
        low_pairs=tuple(
            rank
            for rank in classes(Category.TWO_PAIR)
            if HandRank(Category.PAIR, (rank.ranks[0], *[Rank.ACE] * 3)) < lowest
        ),
    )


def line(qualifies: Qualifies) -> Line:
    """The line that *qualifies* draws."""
    return _line(
        next(ranks[-1] for ranks in reversed(list(kinds().values())) if qualifies(ranks[-1]))
    )


def qualified(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """A hand that qualifies, each name equally likely; a class of it uniform; further cards
    uniform."""
    five = lay(deck, deck.rng.choice(deck.rng.choice(line(qualifies).names)))[0]
    return five + deck.draw(count - 5)


def just_enough(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """One of the three weakest kinds that qualify, such as ace-king or a pair of twos, each
    equally likely; a class of it uniform; further cards uniform from those that leave it the
    category that it is."""
    ranks = deck.rng.choice(line(qualifies).above[:CLOSE])
    return _kept(deck, deck.rng.choice(ranks), count)


def without_pair(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """A straight or a flush, by the toss of a coin, a class of it uniform; further cards uniform
    from those of other ranks that leave it the category that it is."""
    category = deck.rng.choice((Category.STRAIGHT, Category.FLUSH))
    return _kept(deck, deck.rng.choice(classes(category)), count, pairless=True)


def low_two_pair(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """Two pair whose higher rank is too low for a single pair that qualifies, a class of it
    uniform; where no pair is too low, as just enough. Further cards as there."""
    low = line(qualifies).low_pairs
    if not low:
        return just_enough(deck, qualifies, count)
    return _kept(deck, deck.rng.choice(low), count)


def not_qualified(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """A kind of hand that does not qualify, each equally likely; a class of it uniform; further
    cards uniform from those with which it does not qualify either."""
    return _short(deck, line(qualifies).below, qualifies, count)


def just_short(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """One of the three strongest kinds that do not qualify, such as ace-queen or a pair of
    threes; a class of it uniform; further cards uniform from those with which it does not
    qualify either."""
    return _short(deck, line(qualifies).below[:CLOSE], qualifies, count)


def four_flush(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """A suit and four cards of it, with further cards uniform, all drawn again until the hand
    does not qualify."""

    def four() -> list[Card]:
        return deck.of_suit(deck.suit(), 4)

    return _until(deck, four, qualifies, count)


def four_straight(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """Four ranks of a straight, with further cards uniform, all drawn again until the hand does
    not qualify."""

    def four() -> list[Card]:
        return deck.each(deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4))

    return _until(deck, four, qualifies, count)


def wrap(deck: Deck, qualifies: Qualifies, count: int) -> list[Card]:
    """Five ranks in a row through the ace, such as Q K A 2 3, with further cards uniform, all
    drawn again until the hand does not qualify. Where ace-king qualifies, as four to a
    straight."""
    if qualifies(HandRank(Category.HIGH_CARD, (Rank.ACE, Rank.KING))):
        return four_straight(deck, qualifies, count)
    return _until(deck, lambda: deck.each(deck.rng.choice(WRAPS)), qualifies, count)


def _short(
    deck: Deck, offered: Sequence[tuple[HandRank, ...]], qualifies: Qualifies, count: int
) -> list[Card]:
    """A class uniform from a kind, uniform from *offered*, and cards that leave it short."""
    five = lay(deck, deck.rng.choice(deck.rng.choice(offered)))[0]
    return five + deck.draw_until(count - 5, lambda more: not qualifies(rank_hand([*five, *more])))


def _kept(deck: Deck, rank: HandRank, count: int, pairless: bool = False) -> list[Card]:
    five = lay(deck, rank)[0]

    def fits(more: list[Card]) -> bool:
        cards = [*five, *more]
        if pairless and len({card.rank for card in cards}) < count:
            return False
        found = rank_hand(cards)
        return found.category is rank.category and found.ranks[0] is rank.ranks[0]

    return five + deck.draw_until(count - 5, fits)


def _until(
    deck: Deck, make: Callable[[], list[Card]], qualifies: Qualifies, count: int
) -> list[Card]:
    for _ in range(TRIES):
        cards = make()
        cards += deck.draw(count - len(cards))
        if not qualifies(rank_hand(cards)):
            return cards
        deck.put_back(cards)
    return not_qualified(deck, qualifies, count)


_NO: Final = "qualifies:no"
_YES: Final = "qualifies:yes"
STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("qualified", qualified, (30, 13, 7), frozenset({_YES})),
    Stratum("just-enough", just_enough, (15, 18, 20), frozenset({_YES, "just-enough"})),
    Stratum("without-pair", without_pair, (5, 13, 14), frozenset({_YES, "without-pair"})),
    Stratum("low-two-pair", low_two_pair, (0, 6, 9), frozenset({_YES, "low-two-pair"})),
    Stratum("not-qualified", not_qualified, (33, 12, 6), frozenset({_NO})),
    Stratum("just-short", just_short, (17, 24, 28), frozenset({_NO, "just-short"})),
    Stratum("four-flush", four_flush, (0, 5, 6), frozenset({_NO, Trap.FOUR_FLUSH.value})),
    Stratum("four-straight", four_straight, (0, 5, 5), frozenset({_NO, Trap.FOUR_STRAIGHT.value})),
    Stratum("wrap", wrap, (0, 4, 5), frozenset({_NO, Trap.WRAP.value})),
)
