"""The example cards of the rules pages: that they show what the page says they show."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rules import examples
from rules.engine.cards import Rank, format_cards
from rules.engine.combinations import DupStraight, Objection
from rules.engine.compare import STEPS, Basis, Role
from rules.engine.ranking import Category
from rules.examples import BetRules
from rules.games import find_game
from rules.games.base import CATEGORY_OF, PayHand, PayRow, PayTable, make_rows, pay_hand

USUAL = BetRules(find_game("russian-poker").table("bet").default)


def cards_of(hand):
    return [card for card, _mark in hand.cards]


def marked(hand, mark):
    return [card for card, its in hand.cards if its == mark]


def compared():
    for kind in examples.kinds(True):
        yield kind.hand.key, kind.compared
    yield "categories", examples.categories_compared()
    yield "suits", examples.suits_compared()


COMPARED = dict(compared())


def test_every_kind_of_hand_is_there_from_the_strongest_down():
    with_ace_king = [kind.hand for kind in examples.kinds(True)]
    assert with_ace_king == sorted(PayHand, reverse=True)
    without = [kind.hand for kind in examples.kinds(False)]
    assert without == [hand for hand in with_ace_king if hand is not PayHand.ACE_KING]


@pytest.mark.parametrize("kind", examples.kinds(True), ids=lambda kind: kind.hand.key)
def test_both_hands_are_of_the_kind_that_they_show(kind):
    assert {pay_hand(hand.rank) for hand in kind.compared.hands} == {kind.hand}


@pytest.mark.parametrize("name", COMPARED)
def test_hands_side_by_side_could_lie_on_one_table(name):
    cards = [card for hand in COMPARED[name].hands for card in cards_of(hand)]
    assert len(set(cards)) == 10, name


@pytest.mark.parametrize("name", COMPARED)
def test_the_winner_is_the_stronger_and_the_deciding_cards_differ(name):
    compared = COMPARED[name]
    best = max(hand.rank for hand in compared.hands)
    assert [hand.wins for hand in compared.hands] == [hand.rank == best for hand in compared.hands]
    deciding = [{card.rank for card in marked(hand, "decides")} for hand in compared.hands]
    match compared.decision.basis:
        case Basis.TIE:
            assert deciding == [set(), set()]
        case Basis.RANK:
            high, low = compared.decision.ranks
            assert deciding == [{high}, {low}]
        case Basis.CATEGORY:
            assert deciding[0]
            assert not deciding[1]


def test_only_royal_flushes_and_suits_tie():
    assert {name for name, one in COMPARED.items() if one.ties} == {"royal-flush", "suits"}


def test_the_weakest_three_of_a_kind_beats_the_strongest_two_pair():
    winner, loser = examples.categories_compared().hands
    assert str(winner.rank) == "three of a kind 243"
    assert str(loser.rank) == "two pair AKQ"


def test_kinds_are_decided_by_ranks_of_several_roles():
    roles = {
        kind.compared.data["step"]["role"] for kind in examples.kinds(True) if kind.compared.data
    }
    assert roles >= {Role.TOP, Role.QUADS, Role.TRIPS, Role.KICKER, Role.CARD}


@pytest.mark.parametrize("kind", examples.kinds(True), ids=lambda kind: kind.hand.key)
def test_the_order_of_comparison_is_the_engines(kind):
    steps = [(step["role"], step["nth"]) for step in kind.steps]
    engine = [(step.role.value, step.nth) for step in STEPS[CATEGORY_OF[kind.hand]]]
    if kind.hand is PayHand.ROYAL_FLUSH:
        assert steps == []
    elif kind.hand is PayHand.ACE_KING:
        assert steps == engine[2:]
    else:
        assert steps == engine


def test_a_role_that_comes_once_is_told_as_the_only_one():
    kickers = {
        category: [
            step["only"] for step in examples.steps_of(category) if step["role"] == "kicker"
        ]
        for category in (Category.TWO_PAIR, Category.PAIR)
    }
    assert kickers == {Category.TWO_PAIR: [True], Category.PAIR: [False] * 3}


def test_the_ace_stands_above_and_below_but_not_in_the_middle():
    ranks = [str(hand.rank) for hand in examples.straights()]
    assert ranks == ["straight A", "straight 5", "high card AKQ32"]
    for hand in examples.straights():
        assert Rank.ACE in {card.rank for card in cards_of(hand)}


@pytest.mark.parametrize("with_board", [True, False])
def test_what_lies_beside_the_five_decides_nothing(with_board):
    compared = examples.beyond_five(with_board)
    assert compared.ties
    assert all(hand.wins for hand in compared.hands)
    idle = [card for hand in compared.hands for card in marked(hand, "idle")]
    assert idle
    assert bool(compared.board) is with_board
    assert len(set(compared.five)) < 5
    assert not {card.rank for card in idle} & set(compared.five)


def test_three_pairs_lie_in_the_example_with_a_board():
    compared = examples.beyond_five(True)
    ranks = [card.rank for card, _mark in (*compared.board, *compared.hands[1].cards)]
    assert sum(ranks.count(rank) == 2 for rank in set(ranks)) == 3


def test_a_set_and_trips_are_both_three_of_a_kind():
    one, other = examples.triples()
    assert (one.is_set, other.is_set) == (True, False)
    for triple in (one, other):
        assert triple.rank.category is Category.THREE_OF_A_KIND
        assert len({*triple.hole, *triple.board}) == 7


# --- the second combination ------------------------------------------------------------------

# First, second and what both pay on the usual ladder. Source: gamsoft.ru, “double combinations”.
PAIRS = """
royal-flush straight-flush 150 / royal-flush flush 105 / royal-flush straight 104
straight-flush straight-flush 100 / straight-flush flush 55 / straight-flush straight 54
straight-flush ace-king 51 / four-of-a-kind full-house 27 / four-of-a-kind ace-king 21
full-house full-house 14 / full-house ace-king 8 / flush flush 10 / flush straight 9
flush pair 6 / flush ace-king 6 / straight straight 8 / straight ace-king 5
three-of-a-kind ace-king 4 / two-pair two-pair 4 / two-pair ace-king 3 / pair ace-king 2
"""


def test_all_pairs_of_combinations_with_what_they_pay():
    listed = {
        (*(hand.key for hand in one.names), str(one.total)) for one in examples.doubles(USUAL)
    }
    assert listed == {
        tuple(entry.split()) for line in PAIRS.strip().splitlines() for entry in line.split(" / ")
    }
    assert len(listed) == len(examples.doubles(USUAL)) == 21


def named(hands):
    return {tuple(hand.key for hand in one.names): one for one in hands}


def test_a_straight_with_one_rank_twice_goes_by_the_switch():
    pair = replace(USUAL, dup_straight=DupStraight.STRAIGHT_PLUS_PAIR)
    usual, other = named(examples.doubles(USUAL)), named(examples.doubles(pair))
    assert set(other) - set(usual) == {("straight", "pair")}
    assert set(usual) <= set(other)
    assert other["straight", "pair"].total == 5
    drawn = [
        [one.total for one in examples.drawn_doubles(bet) if one.names[0] is PayHand.STRAIGHT]
        for bet in (USUAL, pair)
    ]
    assert drawn == [[8, 8], [8, 5]]


def test_a_fixed_amount_has_no_sum_with_odds():
    rows = (*make_rows("straight 4"), PayRow(PayHand.FLUSH, Fraction(100), fixed=True))
    both = named(examples.doubles(BetRules(PayTable(rows), stake=Decimal(10))))
    assert both["flush", "straight"].total is None
    assert [row.fixed for row in both["flush", "straight"].rows] == [True, False]
    assert both["straight", "straight"].total == 8


def test_the_odds_are_those_of_the_house():
    dearer = BetRules(PayTable(make_rows("flush 6, straight 5, three of a kind 3, pair 1")))
    [flush_and_straight] = [
        hand
        for hand in examples.drawn_doubles(dearer)
        if hand.names == (PayHand.FLUSH, PayHand.STRAIGHT)
    ]
    assert [row.pays for row in flush_and_straight.rows] == [6, 5]
    # A house that does not pay ace-king has no second of it.
    assert all(PayHand.ACE_KING not in hand.names for hand in examples.doubles(dearer))


@pytest.mark.parametrize("hand", examples.drawn_doubles(USUAL), ids=lambda hand: str(hand.total))
def test_the_marked_cards_are_those_that_only_the_second_uses(hand):
    first, second = (set(combination.core) for combination in hand.paid)
    assert set(marked(hand, "decides")) == second - first
    assert set(marked(hand, "plays")) == first
    assert second - first


@pytest.mark.parametrize("hand", examples.no_doubles(USUAL), ids=lambda hand: hand.names[0].key)
def test_what_looks_like_a_second_adds_no_card(hand):
    assert len(hand.paid) == 1
    assert hand.objection is Objection.NO_NEW_CARD
    assert set(hand.proposed.core) <= set(hand.paid[0].core)
    assert hand.proposed_name is PayHand.ACE_KING


def test_no_second_is_shown_for_several_first_combinations():
    firsts = {hand.names[0] for hand in examples.no_doubles(USUAL)}
    assert firsts == {PayHand.TWO_PAIR, PayHand.FULL_HOUSE, PayHand.FLUSH}
    assert format_cards(cards_of(examples.no_doubles(USUAL)[0])) == "As Ac Kd Ks 8d"
