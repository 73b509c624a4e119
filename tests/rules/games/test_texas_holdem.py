"""Hold'em at showdown: who takes which pot."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.engine.cards import JOKER, parse_cards, parse_with_jokers
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.jokers import NoJokerRuleError
from rules.engine.pots import NoHandError, OddAmountError, UnknownSeatError
from rules.games import UnknownGameError, find_game
from rules.games import settle as settle_box
from rules.games.settlement import Round
from rules.games.texas_holdem import GAME, Table, chip_rules, settle
from tests.rules.games.houses import house as any_house

BOARD = "As Ks Qs Js 9d"


def house(**switches):
    return any_house("texas-holdem", **switches)


def table(board, holes, contributions, folded=(), button=0):
    return Table(
        parse_with_jokers(board),
        {seat: parse_with_jokers(hole) for seat, hole in holes.items()},
        {seat: Decimal(amount) for seat, amount in contributions.items()},
        frozenset(folded),
        button,
    )


def amounts(table, **switches):
    return settle(table, house(**switches)).amounts


def test_main_pot_and_side_pot():
    """The short stack wins the main pot, dead money lies in it, the uncalled bet goes back."""
    dealt = table(
        BOARD,
        {1: "Ts 2d", 2: "9h 9c", 3: "3c 4c", 4: "5h 6h"},
        {1: 50, 2: 120, 3: 200, 4: 80},
        folded={4},
    )
    result = settle(dealt, house())
    assert [(pot.amount, pot.eligible) for pot in result.showdown.pots] == [
        (200, (1, 2, 3)),
        (170, (2, 3)),
    ]
    assert result.amounts == {1: 200, 2: 170, 3: 80}
    assert str(result.hands[1].rank) == "royal flush A"
    assert 4 not in result.hands


@pytest.mark.parametrize(
    ("switches", "shares"),
    [
        ({}, {4: 101, 1: 100}),
        ({"odd_chip": "high_card_by_suit"}, {4: 101, 1: 100}),
        ({"odd_chip": "high_hand"}, {4: 101, 1: 100}),
    ],
)
def test_the_odd_chip(switches, shares):
    """Seats 1 and 4 play a board of quads; the button is at 2, so that 4 is first."""
    dealt = table("9s 9h 9d 9c As", {1: "2h 3h", 4: "4h 2c"}, {1: 67, 4: 67, 6: 67}, {6}, button=2)
    assert amounts(dealt, **switches) == shares


def test_the_odd_chip_by_the_highest_own_card():
    """Position says 4, but 1 has the higher card; of equal ranks the suit says it."""
    by_rank = table("9s 9h 9d 9c As", {1: "7h 3h", 4: "4h 2c"}, {1: 67, 4: 67, 6: 67}, {6}, 2)
    assert amounts(by_rank, odd_chip="high_card_by_suit") == {1: 101, 4: 100}
    by_suit = table("9s 9h 9d 9c As", {1: "7s 3h", 4: "7h 2c"}, {1: 67, 4: 67, 6: 67}, {6}, 2)
    assert amounts(by_suit, odd_chip="high_card_by_suit") == {1: 101, 4: 100}


def test_the_smallest_chip():
    dealt = table("9s 9h 9d 9c As", {1: "2h 3h", 4: "4h 2c"}, {1: 75, 4: 75, 6: 25}, {6}, 2)
    assert amounts(dealt, chip_unit="25") == {4: 100, 1: 75}
    assert amounts(dealt, chip_unit="5") == {4: 90, 1: 85}
    with pytest.raises(OddAmountError):
        amounts(dealt, chip_unit="2")


HALVES = {1: 50, 2: 50, 3: 1}


@pytest.mark.parametrize(
    ("board", "holes", "switches", "shares"),
    [
        # The best low is 5-4-3-2-A; the odd chip is the high half's.
        ("As Ks 2s 5d 9d", {1: "Ts 7s", 2: "3h 4h"}, {}, {1: 51, 2: 50}),
        # The wheel is the better high hand too.
        ("Ah Ks 2s 5d 9d", {1: "Kc 7s", 2: "3h 4h"}, {}, {2: 101}),
        # Nobody has an eight-low; without a qualifier the lowest takes half.
        ("As Ks Qs Jd 9d", {1: "Ts 2d", 2: "3h 4h"}, {}, {1: 101}),
        ("As Ks Qs Jd 9d", {1: "Kd 2d", 2: "3h 4h"}, {"low_qualifier": "off"}, {1: 51, 2: 50}),
        ("As Ks 7s 5d 4d", {1: "Kd 2d", 2: "3h 8h"}, {}, {1: 101}),
        ("As Ks 7s 5d 4d", {1: "Kd 9d", 2: "3h 8h"}, {}, {1: 51, 2: 50}),
        # Ace to six: 5-4-3-2-A is a straight; 7-4-3-2-A is better.
        ("As Ks 2s 4d 7d", {1: "3h 5h", 2: "3c Qh"}, {}, {1: 101}),
        # Deuce to seven: the ace is high, so the best low of seat 1 is 8-7-5-4-2.
        ("As Ks 2s 4d 7d", {1: "8h 5h", 2: "3c Qh"}, {"lowball": "27"}, {2: 51, 1: 50}),
        ("As Ks 2s 4d 7d", {1: "8h 5h", 2: "3c Qh"}, {"lowball": "a5"}, {2: 101}),
        # With high and low off the low hand takes the whole pot.
        ("As Ks 2s 5d 9d", {1: "Ts 7s", 2: "3h 4h"}, {"hi_lo": "off"}, {1: 101}),
        ("As Ks 2s 5d 9d", {1: "Ts 7s", 2: "3h 4h"}, {"hi_lo": "off", "lowball": "a5"}, {2: 101}),
        ("Qh Jh Ts 9c 9d", {1: "Ks 8h", 2: "Kc 7d"}, {"hi_lo": "off", "lowball": "27"},
         {2: 101}),
        ("Ah Ks 2s 4d 3d", {1: "5h Kh", 2: "6h Kd"}, {"hi_lo": "off", "lowball": "a6"}, {2: 101}),
        ("Ah Ks 2s 4d 3d", {1: "5h Kh", 2: "6h Kd"}, {"hi_lo": "off", "lowball": "a5"}, {1: 101}),
    ],
)  # fmt: skip
def test_high_and_low(board, holes, switches, shares):
    dealt = table(board, holes, HALVES, folded={3})
    given = {"hi_lo": "on", "low_qualifier": "8"} | switches
    assert amounts(dealt, **given) == shares


def test_the_hands_of_either_half_are_told():
    dealt = table("As Ks 2s 5d 9d", {1: "Ts 7s", 2: "3h 4h"}, HALVES, folded={3})
    result = settle(dealt, house(hi_lo="on", low_qualifier="8"))
    assert {seat: str(hand.rank) for seat, hand in result.hands.items()} == {
        1: "flush AKT72", 2: "straight 5",
    }  # fmt: skip
    assert {seat: str(low.rank) for seat, low in result.lows.items()} == {2: "A-5 high card 5432A"}
    assert settle(dealt, house()).lows == {}


def test_each_half_of_each_pot_is_divided_apart():
    """Quartered: both have the best low, one the best high hand."""
    dealt = table("As 2s 3d Kd Kh", {1: "4c 7c", 2: "4h 7d", 3: "Ks 9c"}, {1: 25, 2: 50, 3: 50})
    result = settle(dealt, house(hi_lo="on", low_qualifier="8"))
    # Main pot 75: 38 to the kings, 37 to the lows as 19 and 18; side pot 50: 25 and 25.
    assert result.amounts == {1: 19, 2: 18 + 25, 3: 38 + 25}


@pytest.mark.parametrize(
    ("board", "holes", "switches", "shares"),
    [
        ("Kd 9h 7c 4s 2d", {1: "Kc Jk", 2: "Ah Ad"}, {"joker": "wild"}, {1: 101}),
        ("Kd 9h 7c 4s 2d", {1: "Kc Jk", 2: "Ah Ad"}, {"joker": "bug"}, {2: 101}),
        ("Jk 9h 8c 7s 2d", {1: "Tc 3d", 2: "6h Ad"}, {"joker": "bug"}, {1: 101}),
        ("Kd 9h 7c 4s 2d", {1: "3c Jk", 2: "Ah 5d"},
         {"joker": "bug", "hi_lo": "on", "low_qualifier": "8"}, {2: 51, 1: 50}),
    ],
)  # fmt: skip
def test_a_joker(board, holes, switches, shares):
    dealt = table(board, holes, HALVES, folded={3})
    assert amounts(dealt, **switches) == shares


def test_a_joker_settles_no_odd_chip_by_suit():
    dealt = table("9s 9h 9d 9c As", {1: "Jk 3h", 4: "4h 2c"}, {1: 67, 4: 67, 6: 67}, {6}, 2)
    rules = chip_rules(house(joker="bug"), 2, dealt.holes)
    assert {seat: str(card) for seat, card in rules.cards.items()} == {1: "3h", 4: "4h"}


def test_a_pot_that_nobody_contests_needs_no_hand():
    dealt = table(BOARD, {}, {1: 50, 2: 20}, folded={2})
    assert amounts(dealt) == {1: 70}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"board": parse_cards("As Ks Qs Js")}, CardCountError),
        ({"holes": {1: parse_cards("Ts")}}, CardCountError),
        ({"holes": {1: parse_cards("Ts As"), 2: parse_cards("3h 4h")}}, DuplicateCardError),
        ({"holes": {1: parse_cards("Ts 2d"), 2: parse_cards("Ts 4h")}}, DuplicateCardError),
        ({"holes": {1: parse_cards("Ts 2d")}}, NoHandError),
        ({"holes": {7: parse_cards("Ts 2d")}}, UnknownSeatError),
        ({"holes": {1: parse_with_jokers("Ts Jk"), 2: parse_cards("3h 4h")}}, NoJokerRuleError),
        ({"holes": {1: (JOKER, JOKER), 2: parse_cards("3h 4h")}}, DuplicateCardError),
    ],
)
def test_an_impossible_table_is_refused(change, error):
    dealt = table(BOARD, {1: "Td 2d", 2: "3h 4h"}, {1: 50, 2: 50})
    with pytest.raises(error):
        settle(replace(dealt, **change), house())


def test_chips_without_hands():
    rules = chip_rules(house(chip_unit="25"), button=3)
    assert (rules.button, rules.unit, rules.cards) == (3, 25, {})


def test_there_is_no_house_to_settle_a_box():
    with pytest.raises(UnknownGameError):
        settle_box(Round(parse_cards("As Kd")), {}, GAME.default_ruleset())
    assert find_game("texas-holdem").bets == ()
