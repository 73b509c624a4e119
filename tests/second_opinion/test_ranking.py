"""The slow ranking against another library, the paid combinations against the reference."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import DECK, parse_cards
from tests.second_opinion import russian
from tests.second_opinion.paying import Award, find_pay
from tests.second_opinion.random_hands import interesting, make
from tests.second_opinion.random_tables import LADDERS
from tests.second_opinion.ranking import LADDER, best_rank, lead_of, name_of, rank_five

HOUSE = {key: default for key, (default, _) in russian.SWITCHES.items()}


def phe(cards):
    """Smaller is stronger there."""
    return -evaluate_cards(*map(str, cards))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_and_ties_are_those_of_phevaluator(size):
    rng = Random(size)
    hands = []
    for _ in range(600):
        five = interesting(rng)
        rest = [card for card in DECK if card not in five]
        hands.append(five + rng.sample(rest, size - 5))
    hands.sort(key=phe)
    assert {name_of(best_rank(hand), ace_king=True) for hand in hands} == set(LADDER)
    for weak, strong in pairwise(hands):
        assert (best_rank(weak) < best_rank(strong)) == (phe(weak) < phe(strong))
        assert (best_rank(weak) == best_rank(strong)) == (phe(weak) == phe(strong))


@pytest.mark.parametrize("name", LADDER)
def test_make_makes_what_is_asked(name):
    assert name_of(rank_five(make(Random(1), name)), ace_king=True) == name


def combinations_of(cards, table=None, **switches):
    pays = LADDERS["bet"][0] if table is None else table
    found = russian.paid_combinations(parse_cards(cards), pays, Fraction(1), HOUSE | switches)
    return [name for name, _ in found], sum(gain for _, gain in found)


# The 21 types and the "no second" list of section 2.5; then what its rule says of other tables.
@pytest.mark.parametrize(
    ("cards", "names", "total"),
    [
        ("AsKsQsJsTs9s", "royal flush, straight flush", 150),
        ("AhKhQhJhTh8h", "royal flush, flush", 105),
        ("AhKhQhJhTh9s", "royal flush, straight", 104),
        ("AhKhQhJhThTs", "royal flush, straight", 104),
        ("KhQhJhTh9h8h", "straight flush, straight flush", 100),
        ("KhQhJhTh9h2h", "straight flush, flush", 55),
        ("KhQhJhTh9h8s", "straight flush, straight", 54),
        ("KhQhJhTh9h9s", "straight flush, straight", 54),
        ("5h4h3h2hAhKs", "straight flush, ace-king", 51),
        ("AsAhAdAc8h8s", "four of a kind, full house", 27),
        ("AsAhAdAcKh", "four of a kind, ace-king", 21),
        ("7s7h7d7cAhKs", "four of a kind, ace-king", 21),
        ("AsAhAd8s8h8c", "full house, full house", 14),
        ("AsAhAd8s8hKc", "full house, ace-king", 8),
        ("AhKhQh9h7h2h", "flush, flush", 10),
        ("KhQhJhTs9h7h", "flush, straight", 9),
        ("KhQhJh8h7h7s", "flush, pair", 6),
        ("AsKhQhJh7h2h", "flush, ace-king", 6),
        ("KsQhJhTd9s8c", "straight, straight", 8),
        ("KsQhJhTd9s9c", "straight, straight", 8),
        ("5s4h3h2dAsKc", "straight, ace-king", 5),
        ("AsAhAdKs2c", "three of a kind, ace-king", 4),
        ("KsKh8d8c2s2c", "two pair, two pair", 4),
        ("KsKh8d8cAs", "two pair, ace-king", 3),
        ("KsKhAd8c5s", "pair, ace-king", 2),
        ("8s8hAdKc5s", "pair, ace-king", 2),
        ("AsAhKdKc5s", "two pair", 2),
        ("AsAhAdKcKs", "full house", 7),
        ("AhKh9h7h2h3s", "flush", 5),
        ("AhKsQdJcTh3s", "straight", 4),
        ("8s8h8dQc4s2h", "three of a kind", 3),
        ("8s8h8d8cQs", "four of a kind", 20),
        ("AsKh9d7c4s2h", "ace-king", 1),
        ("AsQh9d7c4s2h", "", 0),
    ],
)
def test_paid_combinations(cards, names, total):
    assert combinations_of(cards) == ([name for name in names.split(", ") if name], total)


def test_a_duplicated_rank_in_a_plain_straight_can_be_a_pair():
    house = {"dup_straight": "straight_plus_pair"}
    assert combinations_of("KsQhJhTd9s9c", **house) == (["straight", "pair"], 5)
    assert combinations_of("KsQhJhTd9s8c", **house) == (["straight", "straight"], 8)
    assert combinations_of("KhQhJhTh9h9s", **house) == (["straight flush", "straight"], 54)
    assert combinations_of("AhKhQhJhThTs", **house) == (["royal flush", "straight"], 104)


def test_only_listed_combinations_are_paid():
    table = [("pair", Fraction(1)), ("straight flush", Fraction(50)), ("flush", Fraction(5))]
    assert combinations_of("AsKhQdJc2h", table) == ([], 0)
    assert combinations_of("AsAhKdJc2h", table) == (["pair"], 1)
    assert combinations_of("AsAhKdKc2h", table) == ([], 0)
    assert combinations_of("AsAhKdKc2h2d", table) == (["pair"], 1)
    assert combinations_of("AsKsQsJsTs9s", table) == (["royal flush", "straight flush"], 100)


@pytest.mark.parametrize(
    ("table", "cards", "pay"),
    [
        (["three of a kind", "pair of tens or better"], "9s9h9d2c3s", 0),
        (["three of a kind", "pair of tens or better"], "TsTh8d2c3s", 1),
        (["three of a kind", "pair of tens or better"], "9s9h8d2c3s", None),
        (["three of a kind", "pair of tens or better"], "3s3h2d2c4s", 1),
        (["flush", "straight or less"], "AsKsQdJsTs", 1),
        (["flush", "straight or less"], "7s5s4d3s2s", 1),
        (["flush", "straight or less"], "AsAhAdKsKd", None),
        (["pair of nines or less"], "9s9h8d2c3s", 0),
        (["pair of nines or less"], "TsTh8d2c3s", None),
        (["straight flush", "pair or better"], "AsKsQsJsTs", 0),
        (["straight or better", "pair or better"], "AsKsQsJsTs", 0),
        (["pair", "pair of jacks"], "JsJh8d2c3s", 1),
        (["pair", "pair of jacks"], "TsTh8d2c3s", 0),
    ],
)
def test_the_row_that_pays(table, cards, pay):
    """`pay`: the place of the row."""
    rows = [(hand, Award(Fraction(place))) for place, hand in enumerate(table)]
    strength = best_rank(parse_cards(cards))
    found = find_pay(rows, name_of(strength, ace_king=False), lead_of(strength))
    assert found == (None if pay is None else Award(Fraction(pay)))


def test_an_unknown_hand_is_refused():
    with pytest.raises(ValueError, match="unknown hand 'small straight'"):
        find_pay([("small straight", Fraction(1))], "pair", 9)
