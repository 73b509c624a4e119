"""Hold'em at showdown: who takes which pot."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.engine.cards import parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.pots import NoHandError, OddAmountError, UnknownSeatError
from rules.games import UnknownGameError, find_game
from rules.games import settle as settle_box
from rules.games.settlement import Round
from rules.games.texas_holdem import GAME, LowHandsMissingError, Table, chip_rules, settle
from tests.rules.games.houses import house as any_house

BOARD = "As Ks Qs Js 9d"


def house(**switches):
    return any_house("texas-holdem", **switches)


def table(board, holes, contributions, folded=(), button=0):
    return Table(
        parse_cards(board),
        {seat: parse_cards(hole) for seat, hole in holes.items()},
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


def test_high_and_low():
    """Strengths of the low hands come from outside; the odd chip is the high half's."""
    dealt = table(BOARD, {1: "Ts 2d", 2: "3h 4h"}, {1: 50, 2: 50, 3: 1}, folded={3})
    lows = {1: None, 2: 7}
    assert settle(dealt, house(hi_lo="on"), lows).amounts == {1: 51, 2: 50}
    assert settle(dealt, house(), lows).amounts == {1: 101}
    assert settle(dealt, house(hi_lo="on"), {1: None, 2: None}).amounts == {1: 101}
    with pytest.raises(LowHandsMissingError):
        settle(dealt, house(hi_lo="on"))


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
