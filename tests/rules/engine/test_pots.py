"""Pots: who gets the odd chip and why, high and low halves, side pots."""

import pickle
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.best import best_with_board
from rules.engine.cards import DECK, parse_card, parse_cards
from rules.engine.errors import DuplicateCardError, EngineError
from rules.engine.pots import (
    AmountError,
    Award,
    ChipRules,
    NoCardError,
    NoHandError,
    NoWinnerError,
    OddAmountError,
    OddChip,
    Split,
    UnknownSeatError,
    make_pots,
    seats_from_button,
    settle_pots,
    split_high_low,
    split_pot,
)


def odd_seats(split: Split) -> list[int]:
    return [share.seat for share in split.odd_chips]


def stud(unit=1, **cards: str) -> ChipRules:
    return ChipRules(
        button=0,
        unit=unit,
        odd_chip=OddChip.HIGH_CARD_BY_SUIT,
        cards={int(seat.removeprefix("seat")): parse_card(card) for seat, card in cards.items()},
    )


# One pot.


@pytest.mark.parametrize(
    ("pot", "winners", "button", "unit", "amounts"),
    [
        (101, {2, 5}, 2, 1, {5: 51, 2: 50}),
        (200, {1, 4, 6}, 2, 1, {4: 67, 6: 67, 1: 66}),
        (175, {1, 4}, 2, 25, {4: 100, 1: 75}),
        (100, {0, 1, 4}, 3, 1, {4: 34, 0: 33, 1: 33}),
        (100, {3}, 3, 25, {3: 100}),
        (100, {1, 2}, 7, 1, {1: 50, 2: 50}),
        (1, {1, 2, 3}, 1, 1, {2: 1}),
        (0, {1, 2}, 1, 1, {}),
        (Decimal("0.75"), {1, 2}, 1, Decimal("0.25"), {2: Decimal("0.50"), 1: Decimal("0.25")}),
    ],
)
def test_splits_a_pot(pot, winners, button, unit, amounts):
    split = split_pot(pot, winners, ChipRules(button, unit))
    assert split.amounts == amounts
    assert list(split.amounts) == list(amounts)


def test_says_who_is_in_line_for_odd_chips():
    split = split_pot(200, [1, 4, 6], ChipRules(button=2))
    assert split.rule is OddChip.LEFT_OF_BUTTON
    assert [share.seat for share in split.shares] == [4, 6, 1]
    assert odd_seats(split) == [4, 6]
    assert split.base == 66
    assert not split_pot(201, [1, 4, 6], ChipRules(button=2)).odd_chips


def test_the_button_may_be_on_an_empty_seat_or_a_winner():
    assert seats_from_button([5, 1, 3], button=4) == [5, 1, 3]
    assert seats_from_button([5, 1, 3], button=5) == [1, 3, 5]
    assert seats_from_button([5, 1, 3, 5], button=0) == [1, 3, 5]


def test_in_stud_the_higher_card_gets_the_chip_then_the_higher_suit():
    split = split_pot(101, [1, 2], stud(seat1="Qs", seat2="Kc"))
    assert split.amounts == {2: 51, 1: 50}
    assert split.shares[0].card == parse_card("Kc")
    suits = stud(seat1="Kc", seat2="Kd", seat3="Kh", seat4="Ks")
    assert [share.seat for share in split_pot(7, [1, 2, 3, 4], suits).shares] == [4, 3, 2, 1]
    assert odd_seats(split_pot(7, [1, 2, 3, 4], suits)) == [4, 3, 2]


def test_in_stud_a_pot_that_divides_needs_no_card():
    assert split_pot(100, [1, 2], stud()).amounts == {1: 50, 2: 50}
    with pytest.raises(NoCardError, match="Seat 2 "):
        split_pot(101, [1, 2], stud(seat1="Kc"))
    with pytest.raises(DuplicateCardError):
        split_pot(101, [1, 2], stud(seat1="Kc", seat2="Kc"))


@pytest.mark.parametrize(
    ("pot", "unit", "error"),
    [
        (101, 25, OddAmountError),
        (Decimal("0.3"), 1, OddAmountError),
        (-1, 1, AmountError),
        (100, 0, AmountError),
        (100, -5, AmountError),
        (Decimal("NaN"), 1, AmountError),
        (Decimal("Infinity"), 1, AmountError),
        (Decimal("1e999999"), 1, AmountError),
        (10**15, 1, AmountError),
        (1, Decimal("1e-999999"), AmountError),
    ],
)
def test_refuses_what_is_no_number_of_chips(pot, unit, error):
    with pytest.raises(error):
        split_pot(pot, [1], ChipRules(0, unit))


def test_refuses_a_pot_without_a_winner():
    with pytest.raises(NoWinnerError, match="pot of 40"):
        split_pot(40, [], ChipRules(0))


@pytest.mark.parametrize(
    "kind",
    [AmountError, OddAmountError, NoWinnerError, NoHandError, NoCardError, UnknownSeatError],
)
def test_errors_are_the_engines_and_can_be_sent(kind):
    error = kind(amount=3, unit=2, pot=3, seat=1)
    assert isinstance(error, EngineError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# High and low.


@pytest.mark.parametrize(
    ("pot", "high", "low", "button", "unit", "amounts"),
    [
        (101, {1}, {2, 3}, 1, 1, {1: 51, 2: 25, 3: 25}),
        (101, {2}, {0}, 1, 1, {2: 51, 0: 50}),
        (20, {0}, {0, 1}, 1, 1, {0: 15, 1: 5}),
        (103, {1, 2}, {2, 3}, 2, 1, {1: 26, 2: 26 + 25, 3: 26}),
        (75, {1}, {2}, 0, 25, {1: 50, 2: 25}),
        (101, {1, 2}, (), 1, 1, {2: 51, 1: 50}),
        (1, {1}, {2}, 0, 1, {1: 1}),
    ],
)
def test_splits_between_high_and_low(pot, high, low, button, unit, amounts):
    award = split_high_low(pot, high, low, ChipRules(button, unit))
    assert award.amounts == amounts
    assert award.amount == pot


def test_the_odd_chip_between_the_halves_goes_high_under_every_rule():
    cards = {1: parse_card("2c"), 2: parse_card("As")}
    for odd_chip in OddChip:
        award = split_high_low(5, [1], [2], ChipRules(1, 1, odd_chip, cards))
        assert award.amounts == {1: 3, 2: 2}
        assert award.odd_chip_to_high
    assert not split_high_low(4, [1], [2], ChipRules(1)).odd_chip_to_high
    assert not split_high_low(5, [1], [], ChipRules(1)).odd_chip_to_high


def test_inside_a_half_the_rule_of_the_house_holds():
    by_card = split_high_low(101, [1, 2], [3], stud(seat1="Kc", seat2="Ks"))
    assert odd_seats(by_card.high) == [2]
    by_place = split_high_low(101, [1, 2], [3], ChipRules(0, odd_chip=OddChip.HIGH_HAND))
    assert odd_seats(by_place.high) == [1]


# Side pots.

A, B, C, D, E = range(1, 6)


def layers(contributions, folded=()) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in make_pots(contributions, folded).pots]


def test_side_pots_with_dead_money():
    made = make_pots({A: 50, B: 120, C: 200, D: 200}, folded={D})
    assert [(pot.amount, pot.eligible, pot.dead) for pot in made.pots] == [
        (200, (A, B, C), 50),
        (210, (B, C), 70),
        (160, (C,), 80),
    ]
    assert [(pot.floor, pot.ceiling) for pot in made.pots] == [(0, 50), (50, 120), (120, 200)]
    assert made.returned == {}


def test_a_bet_that_nobody_called_goes_back():
    made = make_pots({A: 50, B: 120, C: 200})
    assert [(pot.amount, pot.eligible) for pot in made.pots] == [(150, (A, B, C)), (140, (B, C))]
    assert made.returned == {C: 80}
    # Also to a seat that has thrown its cards away.
    assert make_pots({A: 50, B: 120}, folded={B}).returned == {B: 70}
    assert make_pots({A: 50, B: 0}).returned == {A: 50}
    assert make_pots({A: 50}).pots == ()


def test_a_folded_seat_makes_no_pot_of_its_own():
    assert layers({A: 100, B: 100, C: 30}, folded={C}) == [(230, (A, B))]
    assert layers({A: 100, B: 30, C: 30}, folded={B, C}) == [(90, (A,))]


def test_a_layer_of_folded_seats_is_dead_money_in_the_pot_below():
    made = make_pots({A: 50, B: 80, C: 200, D: 200}, folded={C, D})
    assert [(pot.amount, pot.eligible, pot.dead) for pot in made.pots] == [
        (200, (A, B), 100),
        (90 + 240, (B,), 60 + 240),
    ]
    assert made.pots[-1].ceiling == 200


def test_refuses_what_cannot_be():
    with pytest.raises(NoWinnerError, match="pot of 100"):
        make_pots({A: 50, B: 50, C: 0}, folded={A, B})
    with pytest.raises(UnknownSeatError, match="Seat 4 "):
        make_pots({A: 50, B: 50}, folded={D})
    with pytest.raises(AmountError):
        make_pots({A: 50, B: -50})


# A whole showdown.


def showdown(contributions, hands, lows=None, folded=(), **rules):
    return settle_pots(contributions, folded, hands, ChipRules(**({"button": 0} | rules)), lows)


def test_each_pot_goes_to_the_best_hand_that_may_win_it():
    result = showdown({A: 50, B: 120, C: 200, D: 200}, {A: 9, B: 5, C: 5}, folded={D})
    assert [award.amounts for award in result.awards] == [{A: 200}, {B: 105, C: 105}, {C: 160}]
    assert result.amounts == {A: 200, B: 105, C: 265}


def test_hands_are_anything_that_can_be_compared():
    board = parse_cards("Ah Kd Tc Ts 6h")
    hands = {
        seat: best_with_board(board, parse_cards(hole)).rank
        for seat, hole in {A: "Ac 9d", B: "As 6d", C: "Qc 4d"}.items()
    }
    result = showdown({A: 25, B: 25, C: 51}, hands, button=A)
    assert result.amounts == {B: 38, A: 37, C: 26}
    assert result.returned == {C: 26}


def test_odd_chips_of_two_pots_are_not_mixed():
    # 21 and 7 between B and C: in one pot of 28 there would be no odd chip.
    result = showdown({A: 5, B: 8, C: 8, D: 6, E: 1}, {A: 1, B: 2, C: 2}, folded={D, E}, button=B)
    assert [pot.amount for pot in result.pots] == [21, 7]
    assert [odd_seats(award.high) for award in result.awards] == [[C], [C]]
    assert result.amounts == {C: 15, B: 13}


def test_high_low_in_side_pots():
    result = showdown({A: 11, B: 40, C: 40}, {A: 1, B: 3, C: 2}, lows={A: 9, B: None, C: 5})
    assert [award.amounts for award in result.awards] == [{B: 17, A: 16}, {B: 29, C: 29}]
    assert [award.odd_chip_to_high for award in result.awards] == [True, False]


def test_a_pot_that_one_seat_may_win_is_not_halved_and_needs_no_hand():
    result = showdown({A: 50, B: 80, C: 80}, {A: 2, B: 1}, lows={A: 1, B: 1}, folded={C})
    assert result.awards[1] == Award(split_pot(60, [B], ChipRules(0)))
    assert showdown({A: 50, B: 50}, {}, folded={A}).amounts == {B: 100}


def test_refuses_a_showdown_that_cannot_be():
    with pytest.raises(NoHandError, match="Seat 2 "):
        showdown({A: 50, B: 50}, {A: 1})
    with pytest.raises(UnknownSeatError, match="Seat 3 "):
        showdown({A: 50, B: 50}, {A: 1, B: 1, C: 1})
    with pytest.raises(UnknownSeatError, match="Seat 3 "):
        showdown({A: 50, B: 50}, {A: 1, B: 1}, lows={C: 1})
    with pytest.raises(OddAmountError, match="130 is not a whole number of chips of 25"):
        showdown({A: 130, B: 130}, {A: 1, B: 1}, unit=25)


# Properties.

seats = st.integers(0, 9)
units = st.sampled_from([1, 5, 25, Decimal("0.5"), Decimal("0.01")])
rules = st.builds(
    ChipRules,
    button=seats,
    unit=units,
    odd_chip=st.sampled_from(OddChip),
    cards=st.permutations(DECK).map(lambda deck: dict(enumerate(deck[:10]))),
)


@given(st.integers(0, 10**9), st.sets(seats, min_size=1), rules)
def test_shares_sum_to_the_pot_and_differ_by_one_chip(chips, winners, rules):
    pot = chips * Decimal(rules.unit)
    split = split_pot(pot, winners, rules)
    assert {share.seat for share in split.shares} == winners
    assert sum(share.amount for share in split.shares) == split.amount == pot
    assert {share.amount - split.base for share in split.shares} <= {0, rules.unit}
    assert len(split.odd_chips) == chips % len(winners)
    assert split.shares[: len(split.odd_chips)] == split.odd_chips


@given(st.integers(0, 10**9), st.sets(seats, min_size=1), st.sets(seats), rules)
def test_halves_sum_to_the_pot(chips, high, low, rules):
    pot = chips * Decimal(rules.unit)
    award = split_high_low(pot, high, low, rules)
    assert sum(award.amounts.values()) == award.amount == pot
    assert award.low is None or award.high.amount - award.low.amount in (0, rules.unit)


# Seat -> chips put in, folded, hand, low.
tables = st.dictionaries(
    seats,
    st.tuples(st.integers(0, 30), st.booleans(), st.integers(0, 3), st.none() | st.integers(0, 2)),
    min_size=1,
).filter(lambda table: any(chips and not folded for chips, folded, *_ in table.values()))


def chip_by_chip(table) -> tuple[Counter, dict[int, int]]:
    """Chips that a set of seats may win, and chips returned: one layer for each chip."""
    pots: Counter[tuple[int, ...]] = Counter()
    returned: Counter[int] = Counter()
    eligible: tuple[int, ...] = ()
    for level in range(1, 31):
        filled = [seat for seat, (chips, *_) in sorted(table.items()) if chips >= level]
        if len(filled) == 1:
            returned[filled[0]] += 1
        elif filled:
            eligible = tuple(seat for seat in filled if not table[seat][1]) or eligible
            pots[eligible] += len(filled)
    return pots, returned


@given(tables)
def test_pots_are_the_layers_chip_by_chip(table):
    contributions = {seat: chips for seat, (chips, *_) in table.items()}
    folded = {seat for seat, (_, out, *_) in table.items() if out}
    expected, returned = chip_by_chip(table)
    if () in expected:
        with pytest.raises(NoWinnerError):
            make_pots(contributions, folded)
        return
    made = make_pots(contributions, folded)
    assert {pot.eligible: pot.amount for pot in made.pots} == expected
    assert len(made.pots) == len(expected)
    assert made.returned == returned
    assert sum(pot.dead for pot in made.pots) == sum(
        contributions[seat] - returned[seat] for seat in folded
    )


@given(tables, rules)
def test_a_showdown_hands_out_what_was_put_in(table, rules):
    unit = Decimal(rules.unit)
    contributions = {seat: chips * unit for seat, (chips, *_) in table.items()}
    folded = {seat for seat, (_, out, *_) in table.items() if out}
    hands = {seat: hand for seat, (_, _, hand, _) in table.items()}
    lows = {seat: low for seat, (*_, low) in table.items()}
    if () in chip_by_chip(table)[0]:
        return
    result = settle_pots(contributions, folded, hands, rules, lows)
    assert sum(result.amounts.values()) == sum(contributions.values())
    assert folded.isdisjoint(seat for award in result.awards for seat in award.amounts)
    for pot, award in zip(result.pots, result.awards, strict=True):
        assert set(award.amounts) <= set(pot.eligible)
        best = max(hands[seat] for seat in pot.eligible)
        assert all(hands[share.seat] == best for share in award.high.shares)
