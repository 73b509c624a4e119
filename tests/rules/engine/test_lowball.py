"""Low hands: proof by counting, two libraries' orders, and a slow twin of our own."""

import os
import random
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, cycle
from math import comb, prod

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.best import best_five
from rules.engine.cards import DECK, Card, Rank, Suit, format_cards, parse_cards
from rules.engine.compare import compare_best
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.lowball import (
    Low,
    best_low,
    best_low_with_board,
    eight_or_better,
    qualified,
    rank_five_low,
    rank_low,
)
from rules.engine.ranking import Category
from tests.rules.games.five_card_classes import five_card_classes

HANDS = 12_000 if os.environ.get("SOAK") == "1" else 6_000
A5, A6, D7 = Low

hands = st.lists(st.sampled_from(DECK), unique=True, min_size=5, max_size=7)
# Low, of few suits: full of straights and flushes that count against the hand.
crowded = st.lists(
    st.sampled_from([card for card in DECK if card.suit < 2 and card.rank not in range(9, 14)]),
    unique=True,
    min_size=5,
    max_size=7,
)


def rank(text, system):
    return str(rank_low(parse_cards(text), system)).removeprefix(f"{system.value} ")


# --- counting --------------------------------------------------------------------------------


@cache
def values(system):
    """Strength -> number of five-card hands."""
    found = Counter()
    for five, ways in five_card_classes():
        found[rank_five_low(five, system)] += ways
    return found


@pytest.mark.parametrize(("system", "distinct"), [(A5, 6175), (A6, 7462), (D7, 7462)])
def test_so_many_strengths(system, distinct):
    assert len(values(system)) == distinct
    assert values(system).total() == comb(52, 5)


def test_ace_to_five_has_no_straights_and_no_flushes():
    categories = Counter(rank.category for rank in values(A5))
    assert categories == {
        Category.HIGH_CARD: 1287,
        Category.PAIR: 2860,
        Category.TWO_PAIR: 858,
        Category.THREE_OF_A_KIND: 858,
        Category.FULL_HOUSE: 156,
        Category.FOUR_OF_A_KIND: 156,
    }


@pytest.mark.parametrize(("system", "tops"), [(A5, ""), (A6, "56789TJQK"), (D7, "6789TJQKA")])
def test_nine_straights_or_none(system, tops):
    for categories in ({Category.STRAIGHT}, {Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}):
        found = [rank for rank in values(system) if rank.category in categories]
        assert "".join(rank.ranks[0].letter for rank in sorted(found)[::-1]) == tops


@pytest.mark.parametrize(
    ("system", "best", "worst"),
    [
        (A5, "5432A 6432A 6532A 6542A 6543A", "four of a kind KQ"),
        (A6, "6432A 6532A 6542A 6543A 7432A", "straight flush K"),
        (D7, "75432 76432 76532 76542 85432", "royal flush A"),
    ],
)
def test_the_best_and_the_worst(system, best, worst):
    order = sorted(values(system), reverse=True)
    assert [str(rank) for rank in order[:5]] == [
        f"{system.value} high card {ranks}" for ranks in best.split()
    ]
    assert str(order[-1]) == f"{system.value} {worst}"


def lows_by_top(found):
    tops = Counter()
    for rank, ways in found.items():
        if rank.qualifies():
            tops[rank.ranks[0].value] += ways
    return tops


def test_eight_or_better_of_five_cards():
    assert sum(rank.qualifies() for rank in values(A5)) == 56
    tops = lows_by_top(values(A5))
    assert tops == {5: 1_024, 6: 5_120, 7: 15_360, 8: 35_840}
    assert tops.total() == 57_344


def test_eight_or_better_of_seven_cards():
    """Suits do not matter in ace-to-five, so the classes are the multisets of ranks."""
    found = Counter()
    for ranks in combinations_with_replacement(Rank, 7):
        count = Counter(ranks)
        # Five ranks up to eight, or there is no low: these are not ranked, to save time.
        if max(count.values()) <= 4 and sum(A5.height(rank) <= 8 for rank in count) >= 5:
            cards = list(map(Card, ranks, cycle(Suit)))
            low = eight_or_better(cards)
            found[low.rank] += prod(comb(4, times) for times in count.values())
    assert len(found) == 56
    tops = lows_by_top(found)
    assert tops == {5: 781_824, 6: 3_151_360, 7: 7_426_560, 8: 13_171_200}
    assert tops.total() == 24_530_944


# --- oracles ---------------------------------------------------------------------------------

POKERKIT_CARD = {card: next(pokerkit.Card.parse(str(card))) for card in DECK}
POKERKIT = {A5: pokerkit.RegularLowHand, D7: pokerkit.StandardLowHand}


def by_pokerkit(cards, system):
    return POKERKIT[system].from_game([POKERKIT_CARD[card] for card in cards]).entry.index


def by_twin(cards, system):
    """The smallest of all selections; a tuple of numbers, less is better."""
    return min(twin_of_five(five, system) for five in combinations(cards, 5))


def twin_of_five(five, system):
    """Written from the rules reference alone: the shape, then the groups from the top."""
    aces_low = system is not D7
    numbers = sorted(1 if c.rank == 14 and aces_low else int(c.rank) for c in five)
    groups = sorted(((numbers.count(n), n) for n in set(numbers)), reverse=True)
    shape = tuple(times for times, _ in groups)
    place = [(1,) * 5, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "straight", "flush", (3, 2), (4, 1)]
    at = place.index(shape)
    if system is not A5 and len(shape) == 5:
        run = numbers[4] - numbers[0] == 4
        flush = len({card.suit for card in five}) == 1
        at = {(0, 0): 0, (1, 0): 4, (0, 1): 5, (1, 1): 8}[run, flush]
    return (at, *(n for _, n in groups))


@pytest.mark.soak
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize(
    ("system", "oracle"),
    [(A5, by_pokerkit), (D7, by_pokerkit), (A5, by_twin), (A6, by_twin), (D7, by_twin)],
)
def test_order_and_ties_are_those_of(system, oracle, size):
    """Both count downwards. If each strength of ours stands with one of theirs, and theirs fall
    as ours rise, then any two hands compare alike."""
    rng = random.Random(f"{system} {size}")
    low = [card for card in DECK if card.rank not in range(9, 14)]
    decks = [DECK, DECK, low, low[::2] + low[1::4]]
    seeded = [rng.sample(decks[at % 4], size) for at in range(HANDS // (size - 4))]
    pairs = {(rank_low(cards, system), oracle(cards, system)) for cards in seeded}
    ours, theirs = zip(*sorted(pairs), strict=True)
    assert len(set(ours)) == len(set(theirs)) == len(pairs) > 500
    assert list(theirs) == sorted(theirs, reverse=True)


# --- single hands ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "system", "expected"),
    [
        ("5s 4s 3s 2s As", A5, "high card 5432A"),
        ("5s 4s 3s 2s As", A6, "straight flush 5"),
        ("5s 4s 3s 2s As", D7, "flush A5432"),
        ("5s 4d 3s 2s As", A6, "straight 5"),
        ("5s 4d 3s 2s As", D7, "high card A5432"),
        ("As Kd Qh Jc Ts", A5, "high card KQJTA"),
        ("As Kd Qh Jc Ts", A6, "high card KQJTA"),
        ("As Kd Qh Jc Ts", D7, "straight A"),
        ("As Ks Qs Js Ts", D7, "royal flush A"),
        ("6s 5d 4h 3c 2s", D7, "straight 6"),
        ("6s 5d 4h 3c 2s", A5, "high card 65432"),
        ("7s 5s 4s 3s 2s", D7, "flush 75432"),
        ("As Ad 9h 8s 7c", A5, "pair A987"),
        ("As Ad 9h 9s 7c", A5, "two pair 9A7"),
        ("As Ad Ah 2s 2c", A6, "full house A2"),
        # Best of more.
        ("2c 3d 4h 5s 6c 7d 9h", D7, "high card 75432"),
        ("2c 3d 4h 5s 6c 7d 8h", D7, "high card 75432"),
        ("Ac 2d 3h 4s 5c 6d 7h", A6, "high card 6432A"),
        ("2h 3h 4h 5h 7h 7c Kh", D7, "high card 75432"),
        ("2h 3h 4h 5h 7h 8c Kh", D7, "high card 85432"),
        ("2h 3h 4h 5h 7h 9h Jh", D7, "flush 75432"),
        ("9c Td Jh Qs Kc Kd Kh", A5, "high card KQJT9"),
        ("2c 2d 3h 3s 4c 4d 5h", A5, "pair 2543"),
        ("2c 2d 3h 3s 4c 4d", A5, "two pair 324"),
        ("Kc Kd Kh Ks Qc Qd Qh", A5, "full house QK"),
        ("Kc Kd Kh Ks Qc Qd", A5, "full house KQ"),
        ("Kc Kd Kh Ks Qc", A5, "four of a kind KQ"),
    ],
)
def test_hands(cards, system, expected):
    assert rank(cards, system) == expected


@pytest.mark.parametrize(
    ("better", "worse", "system", "step"),
    [
        ("8s 6d 4h 3c As", "8d 7h 3s 2d Ac", A5, "card 2"),
        ("6s 4d 3h 2c As", "5s 4d 3h 2c As", A6, None),
        ("7s 5d 4h 3c 2s", "7h 5h 4h 3h 2h", D7, None),
        ("Ks Qd Jh Tc 8s", "As 5d 4h 3c 2s", D7, "card 1"),
        ("As Kd Qh Jc 9s", "2s 2d 3h 4c 5s", D7, None),
        ("2s 3d 4h 5c 7s", "2s 3d 4h 5c 8s", D7, "card 1"),
        ("As Ad 9h 8c 7s", "2s 2d 3h 4c 5s", A5, "pair 1"),
        ("2s 2d 3h 4c 5s", "2s 2d 3h 4c 6s", A5, "kicker 1"),
        ("5s 4d 3h 2c As", "6s 5d 4h 3c 2s", A6, "top 1"),
    ],
)
def test_what_decides(better, worse, system, step):
    result = compare_best([best_low(parse_cards(hand), system) for hand in (worse, better)])
    assert result.winners == (1,)
    found = result.decision.step
    assert (found.label if found else None) == step


@pytest.mark.parametrize(
    ("cards", "system", "five", "spare"),
    [
        ("2c 3d 4h 5s 6c 7d 9h", D7, "7d 5s 4h 3d 2c", "6c 9h"),
        ("2h 3h 4h 5h 7h 7c Kh", D7, "7c 5h 4h 3h 2h", "7h Kh"),
        ("Ac 2d As 3h 4s 4c 5c", A5, "5c 4s 3h 2d Ac", "As 4c"),
        ("5s 4d 3s 2s As", A6, "5s 4d 3s 2s As", ""),
    ],
)
def test_which_five_play(cards, system, five, spare):
    best = best_low(parse_cards(cards), system)
    assert (format_cards(best.five), format_cards(best.spare)) == (five, spare)


@pytest.mark.parametrize(
    ("board", "hole", "system", "own"),
    [
        ("2c 3d 4h 8s Kc", "Ad 4c", A5, "Ad"),
        ("2c 3d 4h 8s Ac", "Ad 4c", A5, ""),
        # The flush must be broken, and one card of the hole is enough for it.
        ("5h 7h 4h 3h 5d", "2h 7d", D7, "2h"),
    ],
)
def test_as_few_hole_cards_as_make_the_hand(board, hole, system, own):
    hole = parse_cards(hole)
    best = best_low_with_board(parse_cards(board), hole, system)
    assert format_cards(best.playing(hole)) == own


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("8c 7d 6h 5s 4c", "8c 7d 6h 5s 4c"),
        ("9c 4d 3h 2s Ac", None),
        ("Ac 2d 3h 4s 9c Kd Kh", None),
        ("Ac 2d 3h 4s 8c Kd Kh", "8c 4s 3h 2d Ac"),
        ("Ac 2d 3h 4s 4c 2c Ad", None),
        ("5s 4s 3s 2s As", "5s 4s 3s 2s As"),
    ],
)
def test_eight_or_better(cards, five):
    low = eight_or_better(parse_cards(cards))
    assert (None if low is None else format_cards(low.five)) == five


def test_no_limit_lets_every_low_count_and_no_limit_makes_a_high_hand_a_low():
    kings = best_low(parse_cards("Kc Kd Kh Ks Qc"), A5)
    assert qualified(kings, None) is kings
    assert qualified(kings, Rank.KING) is None
    assert qualified(best_five(parse_cards("8c 7d 6h 5s 3c")), Rank.EIGHT) is None
    # The ace is high in deuce-to-seven.
    assert qualified(best_low(parse_cards("8c 5d 4h 2s Ac"), D7), Rank.EIGHT) is None


@given(hands | crowded, st.sampled_from(Low))
def test_the_five_are_worth_the_rank(cards, system):
    best = best_low(cards, system)
    assert best.rank == rank_low(cards, system) == rank_five_low(best.five, system)
    assert tuple(card.rank for card in best.five) == best.rank.five_ranks
    assert set(best.five) | set(best.spare) == set(cards)
    assert len(best.five) + len(best.spare) == len(cards)


@given(hands | crowded, hands | crowded, st.sampled_from(Low))
def test_any_two_compare_like_the_twin(one, other, system):
    a, b = rank_low(one, system), rank_low(other, system)
    x, y = by_twin(one, system), by_twin(other, system)
    assert (a < b, a <= b, a == b, a >= b, a > b) == (x > y, x >= y, x == y, x <= y, x < y)


@given(hands, st.sampled_from(Low), st.permutations(Suit))
def test_neither_order_nor_suits_matter(cards, system, suits):
    swapped = [Card(card.rank, suits[card.suit]) for card in sorted(cards, key=str)]
    assert rank_low(swapped, system) == rank_low(cards, system)


def test_ranks_of_different_systems_cannot_be_compared():
    wheel = parse_cards("5s 4d 3s 2s As")
    low, other, high = rank_low(wheel, A5), rank_low(wheel, A6), best_five(wheel).rank
    assert low != other
    assert low != high
    for stranger in (other, high, 7):
        with pytest.raises(TypeError):
            _ = low < stranger
        with pytest.raises(TypeError):
            _ = stranger < low
        with pytest.raises(TypeError):
            _ = low >= stranger


def test_prints():
    low = rank_low(parse_cards("8c 6d 4h 3s Ac"), A5)
    assert (str(low), repr(low)) == ("A-5 high card 8643A", "LowRank('A-5 high card 8643A')")
    assert rank_low(parse_cards("5s 4d 3s 2s As"), A5).is_wheel
    assert not rank_low(parse_cards("5s 4d 3s 2s As"), D7).is_wheel
    assert not rank_low(parse_cards("As Kd 9h 8c 7s"), D7).is_ace_king


@pytest.mark.parametrize("system", Low)
@pytest.mark.parametrize(
    ("cards", "error"),
    [(DECK[:4], CardCountError), (DECK[:8], CardCountError), (DECK[:4] * 2, CardCountError),
     ([*DECK[:5], DECK[0]], DuplicateCardError)],
)  # fmt: skip
def test_what_is_no_hand_is_refused(cards, error, system):
    for judge in (rank_low, best_low):
        with pytest.raises(error):
            judge(cards, system)
