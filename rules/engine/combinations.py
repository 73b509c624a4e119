"""The one or two combinations that Russian poker pays, of five or six cards.

The core of a combination is its cards without kickers. The first combination is the one of
the highest category; the second is the one that pays most among those whose core holds a
card that the first's does not. Source: gamsoft.ru, "Russian poker rules – double
combinations", and the pay feature of lunarpoker.com.

>>> from rules.engine.cards import parse_cards
>>> ladder = dict(zip(range(10), (1, 1, 2, 3, 4, 5, 7, 20, 50, 100))).get
>>> def pays(rank):
...     return ladder(rank.category)
>>> print(*paid_combinations(parse_cards("9s 9h 9d Ac As 9c"), pays), sep=", ")
four of a kind 9: 9s 9h 9d 9c, full house 9A: 9s 9h 9d Ac As
>>> print(*paid_combinations(parse_cards("8s 8h Ac Kd 5c"), pays), sep=", ")
pair 8: 8s 8h, ace-king: Ac Kd
>>> judge_second(*map(parse_cards, ("As Ac Kd Ks 8d", "As Ac Kd Ks", "As Kd")), pays).objection
<Objection.NO_NEW_CARD: 'no-new-card'>
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from rules.engine.cards import Card, Rank, format_cards, require_distinct
from rules.engine.errors import CardCountError
from rules.engine.ranking import Category, HandRank, top_of_run

# Odds to one of a combination, by `Combination.rank`; 0 for one that the house does not pay.
Pays: TypeAlias = Callable[[HandRank], Fraction | int]


class DupStraight(StrEnum):
    """What a straight with one rank twice is worth where it is the first combination."""

    TWO_STRAIGHTS = "two_straights"
    STRAIGHT_PLUS_PAIR = "straight_plus_pair"


@dataclass(frozen=True, slots=True)
class Combination:
    """A category with its core, or ace-king.

    `rank` holds the ranks of the core alone, so that `HandRank('pair K')` is any pair of
    kings; of ace-king it is `HandRank('high card AK')`, whose `is_ace_king` is true. `core`
    is in order of importance, like `BestHand.five`.
    """

    rank: HandRank
    core: tuple[Card, ...]

    def __str__(self) -> str:
        name = self.label if self.rank.is_ace_king else str(self.rank)
        return f"{name}: {format_cards(self.core)}"

    @property
    def label(self) -> str:
        """`ace-king` or the label of the category: the name in documents and case files."""
        return "ace-king" if self.rank.is_ace_king else self.rank.category.label


class Objection(StrEnum):
    """Why two cores are not what is paid."""

    MISSED = "missed"
    NOT_HELD = "not-held"
    NOT_A_COMBINATION = "not-a-combination"
    KICKERS_MARKED = "kickers-marked"
    NOT_HIGHEST = "not-highest"
    DOUBLES_NOT_PAID = "doubles-not-paid"
    SAME_AGAIN = "same-again"
    NO_NEW_CARD = "no-new-card"
    ONLY_KICKERS_NEW = "only-kickers-new"
    STRAIGHT_COUNTS_ONCE = "straight-counts-once"
    NOT_PAID = "not-paid"
    ANOTHER_PAYS_MORE = "another-pays-more"
    ANOTHER_RANKS_HIGHER = "another-ranks-higher"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is wrong with a proposed pair of cores, or that nothing is.

    `cards` are those that the objection is about: not held, kickers, or the whole core at
    fault; without an objection they are the new cards that make the second legal. `instead`
    is the combination that belongs in the place of the one at fault, if any does. With
    `ANOTHER_RANKS_HIGHER` the money is right and only the name is not.
    """

    objection: Objection | None
    cards: tuple[Card, ...] = ()
    instead: Combination | None = None

    @property
    def legal(self) -> bool:
        return self.objection is None


def paid_combinations(
    cards: Sequence[Card],
    pays: Pays,
    *,
    double: bool = True,
    dup_straight: DupStraight = DupStraight.TWO_STRAIGHTS,
) -> tuple[Combination, ...]:
    """None, one or two combinations of *cards*, the higher first.

    The first is named whether *pays* has odds for it or not, a second only if it has. Of
    seconds that pay the same the higher category is named, then the higher rank; of cards
    that would serve alike the earlier ones.

    Raises:
        CardCountError, DuplicateCardError
    """
    held = held_combinations(cards)
    if not held:
        return ()
    first = _highest(held)
    second = _best_second(held, first, pays, dup_straight) if double else None
    return (first,) if second is None else (first, second)


def held_combinations(cards: Sequence[Card]) -> tuple[Combination, ...]:
    """Every combination that can be made of *cards*, one for each core.

    Raises:
        CardCountError: unless there are five or six.
        DuplicateCardError
    """
    if len(cards) not in (5, 6):
        raise CardCountError(expected="5–6", found=len(cards), cards=format_cards(cards) or "–")
    require_distinct(cards)
    return _combinations_in(tuple(cards))


def combination_of(cards: Sequence[Card]) -> Combination | None:
    """The combination whose core is exactly *cards*, however they are ordered.

    Raises:
        DuplicateCardError
    """
    require_distinct(cards)
    return _named(_high_first(cards))


def judge_second(
    cards: Sequence[Card],
    first: Sequence[Card],
    second: Sequence[Card],
    pays: Pays,
    *,
    double: bool = True,
    dup_straight: DupStraight = DupStraight.TWO_STRAIGHTS,
) -> Judgement:
    """Judge the cores that a person chose from *cards*; an empty one says that there is none.

    Any core of the highest category may be the first, and any core may stand for another one
    of the same category and odds: the money is the same.

    Raises:
        CardCountError, DuplicateCardError
    """
    held = held_combinations(cards)
    stray = tuple(card for card in (*first, *second) if card not in cards)
    if stray:
        return Judgement(Objection.NOT_HELD, stray)

    highest = _highest(held) if held else None
    if not first and highest is not None:
        return Judgement(Objection.MISSED, instead=highest)
    one = combination_of(first)
    if one is None and (first or second):
        return _not_a_core(first or second, highest)
    if one is None or highest is None:
        return Judgement(None)
    if one.rank.category < highest.rank.category:
        return Judgement(Objection.NOT_HIGHEST, one.core, highest)

    best = _best_second(held, one, pays, dup_straight) if double else None
    if not second:
        return Judgement(Objection.MISSED if best else None, instead=best)
    if not double:
        return Judgement(Objection.DOUBLES_NOT_PAID, tuple(second))
    two = combination_of(second)
    if two is None:
        return _not_a_core(second, best, beside=one.core)
    objection = _object(one, two, best, pays, dup_straight)
    if objection is None:
        return Judgement(None, _without(two.core, one.core))
    return Judgement(objection, two.core, best)


def _object(
    first: Combination,
    second: Combination,
    best: Combination | None,
    pays: Pays,
    dup_straight: DupStraight,
) -> Objection | None:
    if not _without(second.core, first.core):
        same = len(second.core) == len(first.core)
        return Objection.SAME_AGAIN if same else Objection.NO_NEW_CARD
    if _is_same_straight(first, second, dup_straight):
        return Objection.STRAIGHT_COUNTS_ONCE
    if best is None or not pays(second.rank):
        return Objection.NOT_PAID
    if pays(second.rank) < pays(best.rank):
        return Objection.ANOTHER_PAYS_MORE
    if second.rank.category < best.rank.category:
        return Objection.ANOTHER_RANKS_HIGHER
    return None


def _not_a_core(
    chosen: Sequence[Card], instead: Combination | None, beside: Sequence[Card] = ()
) -> Judgement:
    """Tell a combination with cards too many from no combination at all.

    *beside* is the core of the first combination where *chosen* was to be the second.
    """
    inside = _combinations_in(tuple(chosen))
    if not inside:
        return Judgement(Objection.NOT_A_COMBINATION, tuple(chosen), instead)
    fresh = [combination for combination in inside if _without(combination.core, beside)]
    if fresh:
        kickers = _without(chosen, _highest(fresh).core)
        return Judgement(Objection.KICKERS_MARKED, kickers, instead)
    if kickers := _without(chosen, beside):
        return Judgement(Objection.ONLY_KICKERS_NEW, kickers, instead)
    return Judgement(Objection.NO_NEW_CARD, tuple(chosen), instead)


def _best_second(
    held: Iterable[Combination], first: Combination, pays: Pays, dup_straight: DupStraight
) -> Combination | None:
    candidates: dict[HandRank, Combination] = {}
    for other in held:
        if _without(other.core, first.core) and not _is_same_straight(first, other, dup_straight):
            candidates.setdefault(other.rank, other)
    best = max(candidates.values(), key=lambda other: (pays(other.rank), other.rank), default=None)
    return best if best is not None and pays(best.rank) else None


def _is_same_straight(first: Combination, other: Combination, dup_straight: DupStraight) -> bool:
    """Whether the switch forbids *other*. A first straight flush keeps its second straight."""
    return (
        dup_straight == DupStraight.STRAIGHT_PLUS_PAIR
        and first.rank.category is Category.STRAIGHT
        and other.rank == first.rank
    )


# One box is settled several times over: by other rules, or as if something else were so.
@lru_cache(maxsize=256)
def _combinations_in(cards: tuple[Card, ...]) -> tuple[Combination, ...]:
    high_first = _high_first(cards)
    found = (_named(core) for size in range(2, 6) for core in combinations(high_first, size))
    return tuple(combination for combination in found if combination is not None)


def _highest(held: Iterable[Combination]) -> Combination:
    return max(held, key=lambda combination: combination.rank)


def _named(cards: tuple[Card, ...]) -> Combination | None:
    """The combination whose core is exactly *cards*, which come high first."""
    # Most sets of cards are nothing: what is quickly seen is looked at first.
    ranks = tuple([card.rank for card in cards])
    match len(ranks):
        case 2 if ranks[0] is ranks[1]:
            return Combination(HandRank(Category.PAIR, ranks[:1]), cards)
        case 2 if ranks[0] is Rank.ACE and ranks[1] is Rank.KING:
            return Combination(HandRank(Category.HIGH_CARD, ranks), cards)
        case 3 if ranks[0] is ranks[2]:
            return Combination(HandRank(Category.THREE_OF_A_KIND, ranks[:1]), cards)
        case 4 if ranks[0] is ranks[3]:
            return Combination(HandRank(Category.FOUR_OF_A_KIND, ranks[:1]), cards)
        case 4 if ranks[0] is ranks[1] and ranks[2] is ranks[3]:
            return Combination(HandRank(Category.TWO_PAIR, ranks[::2]), cards)
        case 5:
            different = len(set(ranks))
            if different == 5:
                return _named_run_or_flush(cards, ranks)
            if different == 2 and ranks[0] is ranks[1] and ranks[3] is ranks[4]:
                core = cards if ranks[1] is ranks[2] else cards[2:] + cards[:2]
                full = HandRank(Category.FULL_HOUSE, (core[0].rank, core[4].rank))
                return Combination(full, core)
    return None


def _named_run_or_flush(cards: tuple[Card, ...], ranks: tuple[Rank, ...]) -> Combination | None:
    """*cards* are of five different ranks."""
    suited = len({card.suit for card in cards}) == 1
    top = top_of_run(ranks)
    if top is None:
        return Combination(HandRank(Category.FLUSH, ranks), cards) if suited else None
    category = Category.STRAIGHT
    if suited:
        category = Category.ROYAL_FLUSH if top is Rank.ACE else Category.STRAIGHT_FLUSH
    wheel = top is Rank.FIVE
    return Combination(HandRank(category, (top,)), cards[1:] + cards[:1] if wheel else cards)


def _high_first(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.rank, reverse=True))


def _without(cards: Iterable[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)
