"""The two paid combinations of every hand of five and six cards.

Suits are alike, so hands that differ by a renaming of suits form a class: 134,459 classes of
five cards and 962,988 of six. Beyond that a hand's combinations depend on its shape alone:
its ranks, and which of them are suited if five are. Each shape is worked out once, weighted
by its hands; the classes themselves are worked out one by one for a seeded part, or for all
with SOAK=1.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod

import pytest

from rules.engine.cards import Card, Rank, Suit
from rules.engine.combinations import DupStraight, paid_combinations
from rules.engine.ranking import NATURAL_CATEGORIES, HandRank

SOAK = os.environ.get("SOAK") == "1"
# So many of the classes are worked out one by one, and of these so many by the definitions.
SEEN, WORKED_OUT = (1, 1) if SOAK else (0.02, 0.1)
PLUS_PAIR = DupStraight.STRAIGHT_PLUS_PAIR

# Weakest first.
KINDS = ["ace-king", *(category.label for category in NATURAL_CATEGORIES if category)]
LADDER = dict(zip(KINDS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True))


def label(rank: HandRank) -> str:
    return "ace-king" if rank.is_ace_king else rank.category.label


def pays(rank: HandRank) -> int:
    return LADDER[label(rank)]


def labels(cards: tuple[Card, ...], **switches) -> tuple[str, ...]:
    return tuple(found.label for found in paid_combinations(cards, pays, **switches))


# First and second (None: no second) -> hands of six cards.
SIX = {
    ("royal flush", "straight flush"): 4,
    ("royal flush", "flush"): 28,
    ("royal flush", "straight"): 72,
    ("straight flush", "straight flush"): 32,
    ("straight flush", "flush"): 220,
    ("straight flush", "straight"): 744,
    ("straight flush", "ace-king"): 12,
    ("four of a kind", "full house"): 936,
    ("four of a kind", "ace-king"): 528,
    ("full house", "full house"): 1_248,
    ("full house", "ace-king"): 4_224,
    ("flush", "flush"): 6_580,
    ("flush", "straight"): 4_152,
    ("flush", "pair"): 76_620,
    ("flush", "ace-king"): 7_704,
    ("straight", "straight"): 112_380,
    ("straight", "ace-king"): 4_020,
    ("three of a kind", "ace-king"): 56_320,
    ("two pair", "two pair"): 61_776,
    ("two pair", "ace-king"): 158_400,
    ("pair", "ace-king"): 1_249_680,
    ("royal flush",): 84,
    ("straight flush",): 648,
    ("four of a kind",): 13_200,
    ("full house",): 160_512,
    ("flush",): 110_736,
    ("straight",): 245_220,
    ("three of a kind",): 675_840,
    ("two pair",): 2_312_640,
    ("pair",): 8_481_060,
    ("ace-king",): 1_290_420,
    (): 5_322_480,
}
FIVE = {
    ("four of a kind", "ace-king"): 8,
    ("three of a kind", "ace-king"): 2_112,
    ("two pair", "ace-king"): 3_168,
    ("pair", "ace-king"): 84_480,
    ("royal flush",): 4,
    ("straight flush",): 36,
    ("four of a kind",): 616,
    ("full house",): 3_744,
    ("flush",): 5_108,
    ("straight",): 10_200,
    ("three of a kind",): 52_800,
    ("two pair",): 120_384,
    ("pair",): 1_013_760,
    ("ace-king",): 167_280,
    (): 1_135_260,
}
CLASSES = {5: 134_459, 6: 962_988}

# The ranks of each suit as a mask of 13 bits, in any order of the suits.
Masks = tuple[int, ...]
# Masks of the flush suit and of the other cards, or 0 and the ranks counted in base 8.
Shape = tuple[int, int]

MASKS = [[m for m in range(1 << 13) if m.bit_count() == size] for size in range(7)]
IN_BASE_8 = [sum(8**bit for bit in range(13) if mask >> bit & 1) for mask in range(1 << 13)]
SUIT_SIZES = {
    5: [(5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1)],
    6: [
        *[(6,), (5, 1), (4, 2), (4, 1, 1), (3, 3), (3, 2, 1)],
        *[(3, 1, 1, 1), (2, 2, 2), (2, 2, 1, 1)],
    ],
}


def suit_classes(size: int) -> Iterator[tuple[Masks, int]]:
    """One member of each class, with the number of its hands."""
    for sizes in SUIT_SIZES[size]:
        groups = [
            list(combinations_with_replacement(MASKS[held], times))
            for held, times in Counter(sizes).items()
        ]
        empty_suits = factorial(4 - len(sizes))
        for chosen in product(*groups):
            alike = prod(factorial(n) for group in chosen for n in repeats(group))
            yield sum(chosen, ()), 24 // empty_suits // alike


def repeats(group: Masks) -> list[int]:
    return [1] if len(group) == 1 else list(Counter(group).values())


def shape_of(masks: Masks) -> Shape:
    if masks[0].bit_count() >= 5:
        return masks[0], masks[1] if len(masks) > 1 else 0
    return 0, sum(IN_BASE_8[mask] for mask in masks)


def cards_of(masks: Masks) -> tuple[Card, ...]:
    return tuple(
        Card(Rank(bit + 2), Suit(suit))
        for suit, mask in enumerate(masks)
        for bit in range(13)
        if mask >> bit & 1
    )


@dataclass(frozen=True)
class Worked:
    """The combinations of a shape by the engine and by the definitions."""

    hands: int
    labels: tuple[str, ...]
    straight_plus_pair: tuple[str, ...]
    repeats_a_rank: bool
    one_sided: int
    two_sided: int
    any_first: frozenset[int]
    maximum: int
    one_sided_maximum: int


@cache
def count_shapes(size: int) -> tuple[dict[Shape, Masks], Counter[Shape], int, list[Masks]]:
    """A member and the hands of each shape; the number of classes, and a seeded part of them."""
    rng, some = random.Random(20_261_129), []
    member: dict[Shape, Masks] = {}
    hands: Counter[Shape] = Counter()
    classes = 0
    for masks, number in suit_classes(size):
        shape = shape_of(masks)
        member.setdefault(shape, masks)
        hands[shape] += number
        classes += 1
        if rng.random() < SEEN:
            some.append(masks)
    return member, hands, classes, some


@cache
def worked(size: int) -> dict[Shape, Worked]:
    member, hands, *_ = count_shapes(size)
    return {shape: work_out(masks, hands[shape]) for shape, masks in member.items()}


def work_out(masks: Masks, hands: int = 0) -> Worked:
    cards = cards_of(masks)
    return Worked(
        hands,
        labels(cards),
        labels(cards, dup_straight=PLUS_PAIR),
        len({card.rank for card in cards}) < len(cards),
        *totals_by_definition(cards),
    )


def totals_by_definition(cards: tuple[Card, ...]) -> tuple[int, int, frozenset[int], int, int]:
    """The odds of both combinations together, by each way of saying which they are.

    A core is a set of positions, as a mask; nothing here uses the engine.
    """
    ranks = [int(card.rank) for card in cards]
    suits = [int(card.suit) for card in cards]
    held = []
    for core, positions in SUBSETS[len(cards)]:
        suited = len(positions) == 5 and len({suits[at] for at in positions}) == 1
        if kind := kind_of(tuple(sorted([ranks[at] for at in positions])), suited):
            held.append((core, kind))
    if not held:
        return 0, 0, frozenset({0}), 0, 0

    def best_beside(first: int, two_sided: bool) -> int:
        return max(
            (
                LADDER[kind]
                for core, kind in held
                if core & ~first and not (two_sided and not first & ~core)
            ),
            default=0,
        )

    strongest = max((kind for _, kind in held), key=KINDS.index)
    firsts = [core for core, kind in held if kind == strongest]
    odds = LADDER[strongest]
    one_sided = {odds + best_beside(first, False) for first in firsts}
    return (
        odds + best_beside(firsts[0], False),
        odds + best_beside(firsts[0], True),
        frozenset(one_sided),
        max(LADDER[kind] + best_beside(core, True) for core, kind in held),
        max(LADDER[kind] + best_beside(core, False) for core, kind in held),
    )


SUBSETS = {
    size: [
        (sum(1 << at for at in positions), positions)
        for length in range(2, 6)
        for positions in combinations(range(size), length)
    ]
    for size in (5, 6)
}
RUNS = [set(range(low, low + 5)) for low in range(2, 11)] + [{2, 3, 4, 5, 14}]


@cache
def kind_of(ranks: tuple[int, ...], suited: bool) -> str | None:
    """What exactly cards of these ranks make, kickers not allowed; *suited* are five."""
    different = len(set(ranks))
    match len(ranks), different:
        case 2, 1:
            return "pair"
        case 2, 2 if sum(ranks) == 27:
            return "ace-king"
        case 3, 1:
            return "three of a kind"
        case 4, 1:
            return "four of a kind"
        case 4, 2 if ranks.count(ranks[0]) == 2:
            return "two pair"
        case 5, 2 if ranks.count(ranks[0]) in (2, 3):
            return "full house"
        case 5, 5:
            run = set(ranks) in RUNS
            if run and suited:
                return "royal flush" if sum(ranks) == 60 else "straight flush"
            return "straight" if run else "flush" if suited else None
    return None


@pytest.mark.parametrize("size", [5, 6])
def test_classes_are_all_hands(size):
    _, hands, classes, _ = count_shapes(size)
    assert classes == CLASSES[size]
    assert hands.total() == comb(52, size)


@pytest.mark.parametrize(("size", "expected"), [(5, FIVE), (6, SIX)])
def test_hands_by_combinations(size, expected):
    found: Counter[tuple[str, ...]] = Counter()
    for shape in worked(size).values():
        found[shape.labels] += shape.hands
    assert found == expected


def test_there_are_21_doubles():
    assert len({shape.labels for shape in worked(6).values() if len(shape.labels) == 2}) == 21


@pytest.mark.parametrize("size", [5, 6])
def test_the_definitions_agree_on_every_hand(size):
    for shape in worked(size).values():
        total = sum(map(LADDER.get, shape.labels))
        assert total == shape.one_sided == shape.two_sided == shape.maximum
        assert shape.any_first == {total}


@pytest.mark.parametrize(("size", "hands"), [(5, 179_232), (6, 3_210_576)])
def test_the_highest_sum_of_one_sided_pairs_is_another_rule(size, hands):
    wrong = [shape for shape in worked(size).values() if shape.one_sided_maximum > shape.maximum]
    assert sum(shape.hands for shape in wrong) == hands


def test_hands_that_a_straight_plus_pair_changes():
    changed = [s for s in worked(6).values() if s.labels != s.straight_plus_pair]
    assert sum(shape.hands for shape in changed) == 76_200
    assert {shape.labels for shape in changed} == {("straight", "straight")}
    assert {shape.straight_plus_pair for shape in changed} == {("straight", "pair")}


def test_a_straight_flush_keeps_its_straight_of_the_same_ranks():
    kept = [
        shape
        for shape in worked(6).values()
        if shape.repeats_a_rank and shape.labels[:1] in (("royal flush",), ("straight flush",))
    ]
    assert sum(shape.hands for shape in kept) == 600
    assert {shape.straight_plus_pair[1] for shape in kept} == {"straight"}


@pytest.mark.soak
@pytest.mark.parametrize("size", [5, 6])
def test_a_class_is_worth_what_its_shape_is(size):
    rng = random.Random(20_261_129)
    *_, some = count_shapes(size)
    for masks in some:
        shape, cards = worked(size)[shape_of(masks)], cards_of(masks)
        assert labels(cards) == shape.labels
        if rng.random() < WORKED_OUT:
            assert work_out(masks, shape.hands) == shape
