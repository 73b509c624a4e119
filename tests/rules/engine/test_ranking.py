from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import DECK, Card, Rank, Suit, parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.ranking import (
    STRAIGHTS,
    Category,
    HandRank,
    example_hand,
    flush_suit,
    parse_hand_rank,
    rank_hand,
    straight_top,
)

hands = st.lists(st.sampled_from(DECK), unique=True, min_size=5, max_size=7)
six_or_seven = st.lists(st.sampled_from(DECK), unique=True, min_size=6, max_size=7)
# Few ranks: full of pairs, triples and quads.
crowded = st.lists(
    st.sampled_from([card for card in DECK if card.rank >= Rank.JACK]),
    unique=True,
    min_size=6,
    max_size=7,
)


def rank(text):
    return str(rank_hand(parse_cards(text)))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("9c 9d 8h 8s 7c 7d Kh", "two pair 98K"),
        ("9c 9d 8h 8s 7c 7d 2h", "two pair 987"),
        ("9c 9d 9h 8s 8c 8d Kh", "full house 98"),
        ("9c 9d 9h 8s 8c 7d 7h", "full house 98"),
        ("9c 9d 9h 9s 8c 8d 8h", "four of a kind 98"),
        ("9c 9d 9h 9s 8c 8d Kh", "four of a kind 9K"),
        ("Ac Kc Qc Jc 9c 8c 2c", "flush AKQJ9"),
        ("6c 5c 4c 3c 2c Ac Kd", "straight flush 6"),
        ("5c 4c 3c 2c Ac 6d 7d", "straight flush 5"),
        ("Ac Kc Qc Jc Tc 9c 8c", "royal flush A"),
        ("Ac Kc Qc Jc 9c Td 8c", "flush AKQJ9"),
        ("Ac Ad 2h 3s 4c 5d", "straight 5"),
        ("Ac Ad Ah 2h 3s 4c 5d", "straight 5"),
        ("Qc Kd Ah 2s 3c 4d", "high card AKQ43"),
        ("Tc Jd Qh Ks Ac 2d 3h", "straight A"),
        ("Ac Kc Qc Jc 2d 2h 2s", "three of a kind 2AK"),
        ("Ac Kc Qc Jc 9d", "high card AKQJ9"),
    ],
)
def test_hands_that_look_like_others(cards, expected):
    assert rank(cards) == expected


@pytest.mark.parametrize(
    ("cards", "ace_king"),
    [
        ("Ac Kd 9h 5s 2c", True),
        ("Ac Kd Qh Js 9c", True),
        ("Ac Qd 9h 5s 2c", False),
        ("Kc Qd 9h 5s 2c", False),
        ("Ac Ad Kh 5s 2c", False),
        ("Ac Kc 9c 5c 2c", False),
    ],
)
def test_ace_king(cards, ace_king):
    assert rank_hand(parse_cards(cards)).is_ace_king is ace_king


@given(six_or_seven | crowded)
def test_the_best_five_of_all_selections(cards):
    assert rank_hand(cards) == max(map(rank_hand, combinations(cards, 5)))


@given(hands.flatmap(st.permutations), st.permutations(Suit))
def test_neither_order_nor_suits_matter(cards, suits):
    swapped = [Card(card.rank, suits[card.suit]) for card in sorted(cards, key=str)]
    assert rank_hand(swapped) == rank_hand(cards)


@given(hands)
def test_prints_and_reads_back(cards):
    rank = rank_hand(cards)
    assert parse_hand_rank(str(rank)) == rank
    assert repr(rank) == f"HandRank('{rank}')"


@given(hands)
def test_the_ranks_of_the_five_are_held(cards):
    left = [card.rank for card in cards]
    for rank in rank_hand(cards).five_ranks:
        left.remove(rank)
    assert len(left) == len(cards) - 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pair",
        "pair A",
        "pair AAKQ",
        "pair 1KQJ",
        "five of a kind A",
        "two pair KA7",
        "straight 4",
        "straight KQ",
        "straight ",
        "straight flush A",
        "royal flush K",
        "high card AKQJT",
        "flush 5432A",
        "four of a kind KK",
    ],
)
def test_no_hand_rank(text):
    with pytest.raises(ValueError, match="not a hand rank"):
        parse_hand_rank(text)


@pytest.mark.parametrize("count", [0, 1, 4, 8, 52])
def test_counts_that_are_refused(count):
    with pytest.raises(CardCountError) as caught:
        rank_hand(DECK[:count])
    assert caught.value.params["found"] == count


@pytest.mark.parametrize("count", [5, 6, 7])
def test_a_card_may_not_stand_twice(count):
    with pytest.raises(DuplicateCardError, match="2c"):
        rank_hand([*DECK[: count - 1], DECK[0]])


def test_greater_is_stronger():
    weak, strong = HandRank(Category.PAIR, (Rank.TWO,)), HandRank(Category.FLUSH, (Rank.NINE,))
    assert weak < strong
    assert list(Category) == sorted(Category)


@pytest.mark.parametrize("top", STRAIGHTS)
def test_straights_by_their_top(top):
    assert straight_top(STRAIGHTS[top]) is top
    assert all(straight_top(set(STRAIGHTS[top]) - {gone}) is None for gone in STRAIGHTS[top])


def test_the_highest_straight_counts():
    assert straight_top(Rank) is Rank.ACE
    assert straight_top([]) is None


@given(hands)
def test_flush_suit(cards):
    suits = [card.suit for card in cards]
    assert flush_suit(cards) == next((s for s in Suit if suits.count(s) >= 5), None)


@given(hands.map(rank_hand))
def test_example_hands(rank):
    assert rank_hand(example_hand(rank)) == rank
    assert tuple(card.rank for card in example_hand(rank)) == rank.five_ranks
