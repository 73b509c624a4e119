"""The tables against the readable ranker everywhere, and against another library."""

import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement, cycle, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from rules.engine import tables
from rules.engine.batch import (
    card_id,
    card_ids,
    rank_of,
    rank_tables,
    strength,
    strength_of_rank,
    strength_of_strings,
    strengths,
)
from rules.engine.cards import DECK, Card, Rank, Suit, parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError, UnknownCardError
from rules.engine.ranking import (
    SUITED_CATEGORIES,
    Category,
    HandRank,
    parse_hand_rank,
    rank_hand,
)
from rules.engine.tables import NATURAL, RANK_KEYS, SIZES, STRENGTHS

HANDS = 1_000_000 if os.environ.get("SOAK") == "1" else 100_000

SHUFFLED = np.random.default_rng(0)

hands_of_cards = st.integers(5, 7).flatmap(
    lambda size: st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True)
)


def array(*hands):
    return np.array([card_ids(parse_cards(hand)) for hand in hands], np.uint8)


def random_hands(size, count, seed=0):
    """uint8 (count, size)"""
    order = np.random.default_rng(seed).random((count, 52), np.float32)
    return np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8)


def test_ids_are_those_of_the_deck():
    assert card_ids(DECK) == list(range(52))
    assert card_id(Card(Rank.ACE, Suit.SPADES)) == 51
    assert [str(DECK[each]) for each in (0, 1, 2, 3, 4)] == ["2c", "2d", "2h", "2s", "3c"]


@pytest.mark.parametrize("size", SIZES)
def test_no_two_multisets_of_ranks_have_the_same_sum(size):
    """The hash is perfect: every multiset, here made without the tables, has its own sum."""
    multisets = [
        ranks
        for ranks in combinations_with_replacement(range(13), size)
        if max(Counter(ranks).values()) <= 4
    ]
    sums = {sum(RANK_KEYS[size][rank] for rank in ranks) for ranks in multisets}
    assert len(sums) == len(multisets) == {5: 6175, 6: 18395, 7: 49205}[size]
    by_sum = rank_tables().by_sum[size]
    assert np.count_nonzero(by_sum) == len(sums)
    assert by_sum[list(sums)].all()


def without_flush(size):
    """One hand of every multiset of ranks; suits in turn, so that none is there five times."""
    for ranks in combinations_with_replacement(Rank, size):
        if max(Counter(ranks).values()) <= 4:
            yield list(map(Card, ranks, cycle(Suit)))


def with_flush(size):
    """One hand of all ranks in clubs with every multiset of ranks of the other suits."""
    for suited in range(5, size + 1):
        for flush in combinations(DECK[::4], suited):
            for ranks in combinations_with_replacement(Rank, size - suited):
                yield [*flush, *map(Card, ranks, cycle(list(Suit)[1:]))]


@pytest.mark.parametrize("size", SIZES)
def test_every_class_as_the_readable_ranker(size):
    """All multisets of ranks, and all patterns with a flush, in any order of the cards."""
    hands = [*without_flush(size), *with_flush(size)]
    ranks = np.array([strength_of_rank(rank_hand(hand)) for hand in hands])
    ids = np.array([card_ids(hand) for hand in hands], np.uint8)
    for suits in range(4):
        # In the other suits likewise: the ranker treats them alike, as its own tests show.
        turned = ids // 4 * 4 + (ids + suits) % 4
        assert np.array_equal(strengths(SHUFFLED.permuted(turned, axis=1)), ranks)


def test_strengths_are_the_places_of_the_ranks():
    every = [rank_of(each) for each in range(1, STRENGTHS)]
    assert every == sorted(set(every))
    assert every[:NATURAL] == sorted({parse_hand_rank(str(rank)) for rank in every[:NATURAL]})
    assert [strength_of_rank(rank) for rank in every] == list(range(1, STRENGTHS))
    assert every[NATURAL:] == [HandRank(Category.FIVE_OF_A_KIND, (rank,)) for rank in Rank]
    assert (str(every[0]), str(every[NATURAL - 1])) == ("high card 75432", "royal flush A")


@pytest.mark.parametrize("strength", [-1, 0, STRENGTHS])
def test_what_is_no_strength_has_no_rank(strength):
    with pytest.raises(ValueError, match=str(strength)):
        rank_of(strength)


def test_tables_by_strength():
    found = rank_tables()
    assert found.category[0] == 255
    for each in range(1, STRENGTHS):
        rank = rank_of(each)
        assert found.category[each] == rank.category
        assert found.ranks[each].tolist() == [*rank.ranks, *[0] * (5 - len(rank.ranks))]


def test_tables_of_one_suit_and_of_straights():
    found = rank_tables()
    for size in range(6):
        for ranks in combinations(Rank, size):
            mask = sum(1 << rank - 2 for rank in ranks)
            if size < 5:
                assert found.flush[mask] == found.straight[mask] == 0
                continue
            suited = rank_hand([Card(rank, Suit.HEARTS) for rank in ranks])
            assert rank_of(int(found.flush[mask])) == suited
            mixed = rank_hand(list(map(Card, ranks, cycle(Suit))))
            if mixed.category is Category.STRAIGHT:
                assert rank_of(int(found.straight[mask])) == mixed
            else:
                assert found.straight[mask] == 0


def test_tables_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        rank_tables().by_sum[5][0] = 1


def test_threads_get_the_same_tables(monkeypatch):
    monkeypatch.setattr(tables, "_tables", None)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: tables.rank_tables(), range(8)))
    assert all(each is found[0] for each in found)


@given(hands_of_cards)
def test_one_hand_as_the_readable_ranker(cards):
    ids = card_ids(cards)
    rank = rank_hand(cards)
    assert rank_of(strength(ids)) == rank
    assert strength_of_strings([str(card) for card in cards]) == strength(ids)
    assert strengths(np.array([ids], np.uint8)).tolist() == [strength(ids)]


@pytest.mark.parametrize("size", SIZES)
def test_arrays_as_single_hands(size):
    """More rows than are taken at a time."""
    hands = random_hands(size, 70_000)
    found = strengths(hands)
    assert (found.dtype, found.shape) == (np.dtype(np.uint16), (70_000,))
    assert found.tolist() == list(map(strength, hands.tolist()))


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_order_and_ties_as_phevaluator(size):
    """If each strength of ours stands with one of theirs, and theirs rise with ours, then all
    pairs of hands compare alike."""
    hands = random_hands(size, HANDS, seed=size)
    theirs = [-evaluate_cards(*hand) for hand in hands.tolist()]
    pairs = sorted(set(zip(strengths(hands).tolist(), theirs, strict=True)))
    ours, theirs = zip(*pairs, strict=True)
    assert len(set(ours)) == len(pairs) > 3000
    assert list(theirs) == sorted(set(theirs))


def test_the_order_of_cards_in_a_row_does_not_matter():
    rows = np.array(list(permutations(card_ids(parse_cards("As Ks Qs Js 9d 9s")))), np.uint8)
    assert {rank_of(each).category for each in set(strengths(rows).tolist())} == {Category.FLUSH}
    assert len(set(strengths(rows).tolist())) == 1


def test_rows_of_any_layout():
    hands = random_hands(7, 1000)
    wide = np.zeros((1000, 20), np.uint8)
    wide[:, 3:17:2] = hands
    found = strengths(hands).tolist()
    assert strengths(wide[:, 3:17:2]).tolist() == found
    assert strengths(np.asfortranarray(hands)).tolist() == found
    assert strengths(hands[::-1]).tolist() == found[::-1]
    assert strengths(hands[:0]).tolist() == []


@pytest.mark.parametrize("other", [52, 255])
@pytest.mark.parametrize("place", range(7))
def test_a_row_with_what_is_no_card_has_no_strength(other, place):
    """Also where the others are a flush or four of a kind."""
    hands = array("As Ks Qs Js Ts 9s 8s", "2c 2d 2h 2s 3c 3d 3h", "Ac Kd Qh Js 9c 8d 2h")
    hands[:, place] = other
    assert strengths(hands).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "hands",
    [
        np.zeros((3, 4), np.uint8),
        np.zeros((3, 8), np.uint8),
        np.zeros(7, np.uint8),
        np.zeros((3, 7), np.int64),
    ],
)
def test_other_arrays_are_refused(hands):
    with pytest.raises(ValueError, match="uint8 of shape"):
        strengths(hands)


@pytest.mark.parametrize(
    ("ids", "error", "told"),
    [
        ([0, 1, 2, 3], CardCountError, "2c 2d 2h 2s"),
        ([], CardCountError, "–"),
        (list(range(8)), CardCountError, "3s"),
        ([51, 1, 2, 3, 51], DuplicateCardError, "As"),
        ([0] * 7, DuplicateCardError, "2c"),
        ([3, 4, 5, 6, 3, 7], DuplicateCardError, "2s"),
        ([0, 1, 2, 3, 52], UnknownCardError, "52"),
        ([0, 1, 2, 3, -1], UnknownCardError, "-1"),
    ],
)
def test_what_is_no_hand_is_refused(ids, error, told):
    with pytest.raises(error, match=told):
        strength(ids)


@pytest.mark.parametrize("size", SIZES)
def test_any_two_alike_are_found(size):
    for first, second in combinations(range(size), 2):
        ids = random.Random(size).sample(range(52), size)
        ids[second] = ids[first]
        with pytest.raises(DuplicateCardError):
            strength(ids)


@pytest.mark.parametrize(
    ("cards", "error", "told"),
    [
        (["As", "Kd", "10h", "2c", "3c"], UnknownCardError, "10h"),
        (["As", "Kd", "As", "2c", "3c"], DuplicateCardError, "As"),
        (["As"], CardCountError, "As"),
    ],
)
def test_strings_that_are_no_hand_are_refused(cards, error, told):
    with pytest.raises(error, match=told):
        strength_of_strings(cards)


def test_known_hands():
    found = strengths(array("As Ks Qs Js Ts", "5s 4s 3s 2s As", "7c 5d 4h 3s 2c"))
    assert found.tolist() == [NATURAL, NATURAL - 9, 1]
    assert {rank_of(each).category for each in found[:2].tolist()} <= SUITED_CATEGORIES
