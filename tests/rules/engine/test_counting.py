"""Exact distributions against brute force, the known totals, and the readable jokers."""

import os
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from rules.engine.batch import rank_of, rank_tables, strength_of_rank, strengths
from rules.engine.cards import DECK, JOKER, Rank
from rules.engine.counting import distribution, enumerate_all
from rules.engine.jokers import Joking, WildRules, best_with_wild
from rules.engine.ranking import NATURAL_CATEGORIES, Category, HandRank, parse_hand_rank
from rules.engine.tables import STRENGTHS

SIZES = (5, 6, 7)
# By category from the high card up.
HANDS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
    7: [
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ],
}
VALUES = {
    5: [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1],
    6: [770, 2135, 846, 715, 10, 1277, 156, 156, 9, 1],
    7: [407, 1470, 763, 575, 10, 1277, 156, 156, 9, 1],
}
# Five of 53 cards, likewise, five of a kind last.
WITH_JOKER = {
    Joking.WILD: [
        *(1_302_540, 1_268_088, 123_552, 137_280, 20_532),
        *(7_804, 6_552, 3_120, 180, 24, 13),
    ],
    Joking.BUG: [
        *(1_418_964, 1_215_024, 138_600, 63_360, 20_532),
        *(7_804, 4_368, 828, 180, 24, 1),
    ],
}
every_distribution = pytest.mark.parametrize(
    ("size", "joker"), [(size, joker) for size in SIZES for joker in Joking]
)


def by_category(numbers, categories=Category):
    category = rank_tables().category
    return [int(numbers[category == each].sum()) for each in categories]


def all_hands(size):
    """uint8 (C(52, size), size), by their highest card, then the second, and so on."""
    hands = np.zeros((1, 0), np.uint8)
    for held in range(1, size + 1):
        parts = []
        for card in range(held - 1, 52):
            below = hands[: comb(card, held - 1)]
            parts.append(np.column_stack([below, np.full(len(below), card, np.uint8)]))
        hands = np.concatenate(parts)
    return hands


@pytest.mark.parametrize("size", SIZES)
def test_hands_and_strengths_by_category(size):
    numbers = distribution(size)
    assert (numbers.dtype, numbers.shape) == (np.dtype(np.int64), (STRENGTHS,))
    assert by_category(numbers, NATURAL_CATEGORIES) == HANDS[size]
    assert by_category(numbers > 0, NATURAL_CATEGORIES) == VALUES[size]
    assert np.count_nonzero(numbers) == {5: 7462, 6: 6075, 7: 4824}[size]


@every_distribution
def test_every_hand_is_counted_once(size, joker):
    numbers = distribution(size, joker)
    assert numbers.sum() == comb(52 + (joker is not Joking.NONE), size)
    assert numbers.min() == numbers[0] == 0


@pytest.mark.parametrize("size", SIZES)
def test_classes_give_the_same_as_every_hand(size):
    assert np.array_equal(distribution(size), enumerate_all(size))


def test_every_hand_of_five_by_its_strength():
    numbers = np.bincount(strengths(all_hands(5)), minlength=STRENGTHS)
    assert np.array_equal(distribution(5), numbers)


@pytest.mark.parametrize("joker", WITH_JOKER)
def test_five_of_53_cards_by_category(joker):
    assert by_category(distribution(5, joker)) == WITH_JOKER[joker]


@cache
def with_four(joker):
    """Of all four cards in the order of `all_hands`, the strength of them and a joker.

    The readable ranker judges one hand of each class: suits matter if all four are of one.
    """
    by_class = {}
    found = []
    for hand in all_hands(4).tolist():
        ranks = tuple(card // 4 for card in hand)
        suited = len({card % 4 for card in hand}) == 1
        if (ranks, suited) not in by_class:
            best = best_with_wild([*(DECK[card] for card in hand), JOKER], WildRules(joker))
            by_class[ranks, suited] = strength_of_rank(best.rank)
        found.append(by_class[ranks, suited])
    return np.array(found, np.uint16)


def place(hands):
    """Where combinations, each from its lowest card up, stand in `all_hands`."""
    below = np.array([[comb(card, at + 1) for card in range(52)] for at in range(hands.shape[1])])
    return sum(below[at, hands[:, at]] for at in range(hands.shape[1]))


@pytest.mark.soak
@pytest.mark.parametrize("joker", WITH_JOKER)
@pytest.mark.parametrize("size", [5, 6, 7] if os.environ.get("SOAK") == "1" else [5, 6])
def test_with_a_joker_the_same_as_every_hand(size, joker):
    """The best four beside the joker, or five without it, of every hand that holds it."""
    numbers = enumerate_all(size)
    for hands in np.array_split(all_hands(size - 1), 100):
        best = np.zeros(len(hands), np.uint16) if size == 5 else strengths(hands)
        for four in combinations(range(size - 1), 4):
            np.maximum(best, with_four(joker)[place(hands[:, four])], out=best)
        numbers += np.bincount(best, minlength=STRENGTHS)
    assert np.array_equal(distribution(size, joker), numbers)


def test_hands_stand_where_they_are_looked_up():
    assert np.array_equal(place(all_hands(4)), np.arange(comb(52, 4)))


def test_a_condition_is_one_masked_sum():
    found = rank_tables()
    five, seven = distribution(5), distribution(7)
    pair_of_aces = (found.category == Category.PAIR) & (found.ranks[:, 0] == Rank.ACE)
    ace_king = (
        (found.category == Category.HIGH_CARD)
        & (found.ranks[:, 0] == Rank.ACE)
        & (found.ranks[:, 1] == Rank.KING)
    )
    assert five[pair_of_aces].sum() == 84_480
    assert five[ace_king].sum() == 167_280
    # Whether a dealer qualifies: with ace-king, with a pair of seven cards, or of fours up.
    ace_king_up = strength_of_rank(parse_hand_rank("high card AK432"))
    assert five[ace_king_up:].sum() == 1_463_700
    assert seven[found.category >= Category.PAIR].sum() == 110_490_100
    assert seven[: strength_of_rank(parse_hand_rank("pair 4532"))].sum() == 32_406_420


def test_five_of_a_kind():
    """With a wild joker as often of each rank; a bug makes it of aces only."""
    fives = [strength_of_rank(HandRank(Category.FIVE_OF_A_KIND, (rank,))) for rank in Rank]
    assert distribution(5, Joking.WILD)[fives].tolist() == [1] * 13
    assert distribution(5, Joking.BUG)[fives].tolist() == [0] * 12 + [1]
    assert distribution(7, Joking.WILD)[fives].tolist() == [comb(48, 2)] * 13


@pytest.mark.parametrize("size", [-1, 0, 4, 8])
def test_other_numbers_of_cards_are_refused(size):
    with pytest.raises(ValueError, match=str(size)):
        distribution(size)
    with pytest.raises(ValueError, match=str(size)):
        enumerate_all(size)


def test_no_table_is_changed_by_counting():
    first = distribution(6, Joking.BUG)
    first[:] = 0
    assert distribution(6, Joking.BUG).sum() == comb(53, 6)


def test_the_strongest_and_the_weakest():
    numbers = distribution(7)
    held = np.flatnonzero(numbers)
    assert str(rank_of(int(held[0]))) == "high card 98754"
    assert str(rank_of(int(held[-1]))) == "royal flush A"
    assert numbers[held[-1]] == 4 * comb(47, 2)
