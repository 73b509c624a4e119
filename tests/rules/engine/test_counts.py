"""Proof by counting: every hand of five, six and seven cards, against the known totals."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, cycle, pairwise
from math import comb, prod
from random import Random

import pytest

from rules.engine.cards import DECK, Card, Rank, Suit
from rules.engine.ranking import (
    NATURAL_CATEGORIES,
    Category,
    HandRank,
    example_hand,
    parse_hand_rank,
    rank_hand,
)
from tests.rules.engine.test_combination_counts import cards_of, suit_classes

SOAK = os.environ.get("SOAK") == "1"
# Hands by category from the high card up, for five, six and seven cards.
HANDS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
    7: [
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ],
}
# Different strengths by category, likewise.
VALUES = {
    5: [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1],
    6: [770, 2135, 846, 715, 10, 1277, 156, 156, 9, 1],
    7: [407, 1470, 763, 575, 10, 1277, 156, 156, 9, 1],
}


@cache
def every_five_card_hand() -> Counter[HandRank]:
    """With SOAK=1 one by one, otherwise one of each class that a renaming of suits makes."""
    if SOAK:
        return Counter(map(rank_hand, combinations(DECK, 5)))
    rng, found = Random(5), Counter[HandRank]()
    for masks, ways in suit_classes(5):
        hand = cards_of(masks)
        rank = rank_hand(hand)
        found[rank] += ways
        if rng.random() < 0.2:
            # Any hand of the class, laid in any order.
            named = dict(zip(Suit, rng.sample(list(Suit), 4), strict=True))
            other = [Card(card.rank, named[card.suit]) for card in rng.sample(hand, 5)]
            assert rank_hand(other) == rank
    return found


@cache
def by_classes(size: int) -> Counter[HandRank]:
    """Strength -> number of hands, by ranking one hand of each class.

    Suits matter only through a flush. So a class is either a multiset of ranks without a
    flush, or the ranks of the flush suit with the multiset of the others.
    """
    found: Counter[HandRank] = Counter()
    with_flush: Counter[tuple[Rank, ...]] = Counter()
    for length in range(5, size + 1):
        for flush in combinations(Rank, length):
            for others in multisets(size - length, most=3):
                ways = 4 * prod(comb(3, times) for times in Counter(others).values())
                found[
                    rank_hand([*cards(flush, [Suit.CLUBS]), *cards(others, list(Suit)[1:])])
                ] += ways
                with_flush[tuple(sorted(flush + others))] += ways
    for ranks in multisets(size, most=4):
        ways = prod(comb(4, times) for times in Counter(ranks).values())
        found[rank_hand(cards(ranks, list(Suit)))] += ways - with_flush[ranks]
    return found


def multisets(size: int, most: int) -> Iterator[tuple[Rank, ...]]:
    for ranks in combinations_with_replacement(Rank, size):
        if all(times <= most for times in Counter(ranks).values()):
            yield ranks


def cards(ranks: tuple[Rank, ...], suits: list[Suit]) -> list[Card]:
    """Suits in turn: equal ranks stand together and so get different ones."""
    return list(map(Card, ranks, cycle(suits)))


def by_category(values: Counter[HandRank]) -> list[int]:
    hands: Counter[Category] = Counter()
    for rank, number in values.items():
        hands[rank.category] += number
    return [hands[category] for category in NATURAL_CATEGORIES]


@pytest.mark.soak
def test_every_five_card_hand_by_category():
    assert by_category(every_five_card_hand()) == HANDS[5]
    assert every_five_card_hand().total() == comb(52, 5) == 2_598_960


def test_five_cards_have_7462_strengths():
    values = every_five_card_hand()
    assert len(values) == 7462
    assert [sum(rank.category is c for rank in values) for c in NATURAL_CATEGORIES] == VALUES[5]


@pytest.mark.soak
def test_classes_give_the_same_as_every_five_card_hand():
    assert by_classes(5) == every_five_card_hand()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_classes_by_category(size):
    values = by_classes(size)
    assert values.total() == comb(52, size)
    assert by_category(values) == HANDS[size]
    assert [sum(rank.category is c for rank in values) for c in NATURAL_CATEGORIES] == VALUES[size]


def test_a_better_category_is_rarer_with_five_cards_only():
    assert all(low > high for low, high in pairwise(by_category(every_five_card_hand())))
    assert (
        by_category(by_classes(7))[Category.HIGH_CARD] < by_category(by_classes(7))[Category.PAIR]
    )


def hands_at_least(size: int, text: str) -> int:
    weakest = parse_hand_rank(text)
    return sum(number for rank, number in by_classes(size).items() if rank >= weakest)


def test_how_often_dealers_qualify():
    # Ace-king or better of five; a pair, and a pair of fours or better, of seven.
    assert hands_at_least(5, "high card AK432") == 1_463_700
    assert hands_at_least(7, "pair 2543") == 110_490_100
    assert comb(52, 7) - hands_at_least(7, "pair 4532") == 32_406_420


def test_ace_king_and_a_pair_of_aces():
    values = by_classes(5).items()
    aces = (Category.PAIR, Rank.ACE)
    assert sum(number for rank, number in values if rank.is_ace_king) == 167_280
    assert sum(n for rank, n in values if (rank.category, rank.ranks[0]) == aces) == 84_480


def test_every_strength_prints_and_reads_back():
    for rank in every_five_card_hand():
        assert parse_hand_rank(str(rank)) == rank == rank_hand(example_hand(rank))
