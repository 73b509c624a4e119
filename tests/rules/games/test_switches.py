"""Where houses differ: every switch with its values, what they read as, what is refused."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rules.games import find_game, games
from rules.games.base import Source, Switch, SwitchKind
from rules.games.switches import (
    COLOURS,
    AmountOrNoneError,
    AmountValueError,
    ChipSetError,
    ChoiceError,
    OrderError,
    SwitchValueError,
    TextValueError,
    amount_of,
    clean_value,
    parse_chips,
    rounding_unit,
    smallest_chip,
    stored_value,
    value_labels,
)
from tests.second_opinion import SWITCHES as SECOND_OPINION
from tests.second_opinion.random_tables import FREE_TEXT

ALL = [
    pytest.param(game, switch, id=f"{game.key}-{switch.key}")
    for game in games().values()
    for switch in game.switches
]

# What documents written under schema 1 mean, for ever: {switch: values by game}. A switch with
# another value here settles old rounds otherwise than they were settled.
LEGACY = {
    "russian-poker": """
        bet_multiple=2 ante_on_win=push ante_on_no_game=pay bet_on_no_game=push
        double_combination=on dup_straight=two_straights max_combinations=2
        sixth_card_price=1 exchange_min=1 exchange_max=5 exchange_price=flat
        exclusive_with_exchange=yes insurance=on insurance_min_category=three-of-a-kind
        insurance_min=1 insurance_max=half insurance_on_loss=return insurance_on_tie=return
        buy_game=on buy_game_card=highest redraw_same_rank=yes forgo_ante=yes
        failed_buy_ante=push insured_may_buy=yes bonus_lost_on_fold=no max_payout=none
        max_payout_scope=bet bonus_max_payout=none boxes=4 blind_boxes=3 up_card=last
        rounding=exact currency=none box_order=right_to_left
    """,
    "ultimate-texas-holdem": """
        qualifier=pair ante_on_no_qualify=push trips_on_fold=live trips_needs_win=no
        rounding=exact currency=none box_order=right_to_left
    """,
    "casino-holdem": """
        qualifier=4 ante_on_no_qualify=table aa_on_fold=live rounding=exact currency=none
        box_order=right_to_left
    """,
    "texas-holdem": "odd_chip=left_of_button chip_unit=1 hi_lo=off currency=none",
}
# Likewise under schema 2, for the switches that came after it.
LEGACY_2 = {"texas-holdem": "low_qualifier=off lowball=off joker=none"}
CHIPS = "1, 5, 25, 100, 500, 1000"
LISTS = {
    "russian-poker": {"chip_set": CHIPS, "order_in_box": "bonus, insurance, ante, bet"},
    "ultimate-texas-holdem": {
        "chip_set": CHIPS,
        "order_in_box": "trips, ante, blind, play",
        "preflop_multiples": "3, 4",
    },
    "casino-holdem": {"chip_set": CHIPS, "order_in_box": "aa, ante, call"},
    "texas-holdem": {"chip_set": CHIPS},
}


@pytest.mark.parametrize("key", games())
def test_what_an_old_document_means_never_changes(key):
    legacy = dict(pair.split("=") for pair in LEGACY[key].split()) | LISTS[key]
    assert {s.key: s.legacy for s in find_game(key).switches if s.since == 2} == legacy
    later = dict(pair.split("=") for pair in LEGACY_2.get(key, "").split())
    assert {s.key: s.legacy for s in find_game(key).switches if s.since == 3} == later


@pytest.mark.parametrize(("game", "switch"), ALL)
def test_a_switch_fits_together(game, switch):
    assert len(switch.labels) == len(switch.values)
    assert len(set(switch.values)) == len(switch.values)
    assert bool(switch.values) is (switch.kind in (SwitchKind.CHOICE, SwitchKind.ORDER))
    assert clean_value(switch, switch.default) == switch.default
    assert switch.source.text
    assert (switch.legacy == "") is (switch.since == 1)
    if switch.since > 1:
        assert clean_value(switch, switch.legacy) == switch.legacy
    assert game.switch(switch.key) is switch


@pytest.mark.parametrize(("game", "switch"), ALL)
def test_a_switch_is_explained_in_one_sentence(game, switch):
    assert switch.name
    assert all(switch.labels)
    assert switch.text.endswith(".")
    assert ". " not in switch.text


def test_the_keys_are_unique_in_a_game():
    for game in games().values():
        keys = [switch.key for switch in game.switches]
        assert len(set(keys)) == len(keys)


# Written with a space or as on the layout there, as in pay rows here.
SPELLINGS = {"A-K": "ace-king"}


@pytest.mark.parametrize("key", SECOND_OPINION)
def test_the_second_settlement_knows_the_same_values(key):
    game = find_game(key)
    for name, (default, values) in SECOND_OPINION[key].items():
        switch = game.switch(name)
        there = [SPELLINGS.get(value, value) for value in values]
        if name == "insurance_min_category":
            there = [value.replace(" ", "-") for value in there]
            default = default.replace(" ", "-")
        if switch.kind is SwitchKind.CHOICE:
            assert sorted(there) == sorted(switch.values)
        else:
            for value in FREE_TEXT[name]:
                assert clean_value(switch, value) == value
        assert switch.default == SPELLINGS.get(default, default)


# --- values ----------------------------------------------------------------------------------


def make(kind, *values):
    return Switch("key", "Name", "Text.", values, values, "", Source("Nowhere."), kind)


@pytest.mark.parametrize(
    ("switch", "typed", "value"),
    [
        (make(SwitchKind.CHOICE, "on", "off"), " on ", "on"),
        (make(SwitchKind.AMOUNT), "12.50", "12.5"),
        (make(SwitchKind.AMOUNT), "1000", "1000"),
        (make(SwitchKind.AMOUNT_OR_NONE), "3000.0", "3000"),
        (make(SwitchKind.AMOUNT_OR_NONE), "none", "none"),
        (make(SwitchKind.AMOUNT_OR_NONE), "", "none"),
        (make(SwitchKind.CHIPS), "1 white ,5,25 green", "1 white, 5, 25 green"),
        (make(SwitchKind.CHIPS), "0.25", "0.25"),
        (make(SwitchKind.ORDER, "a", "b"), "b,a", "b, a"),
        (make(SwitchKind.TEXT), "  CHF ", "CHF"),
        (make(SwitchKind.TEXT), "", "none"),
    ],
)
def test_one_spelling_a_value(switch, typed, value):
    assert clean_value(switch, typed) == value
    assert clean_value(switch, value) == value


@pytest.mark.parametrize(
    ("switch", "typed", "error"),
    [
        (make(SwitchKind.CHOICE, "on", "off"), "maybe", ChoiceError),
        (make(SwitchKind.CHOICE, "on", "off"), "", ChoiceError),
        (make(SwitchKind.AMOUNT), "none", AmountValueError),
        (make(SwitchKind.AMOUNT), "0", AmountValueError),
        (make(SwitchKind.AMOUNT), "-1", AmountValueError),
        (make(SwitchKind.AMOUNT), "1e9", AmountValueError),
        (make(SwitchKind.AMOUNT), "NaN", AmountValueError),
        (make(SwitchKind.AMOUNT), "1,250", AmountValueError),
        (make(SwitchKind.AMOUNT_OR_NONE), "0", AmountOrNoneError),
        (make(SwitchKind.CHIPS), "", ChipSetError),
        (make(SwitchKind.CHIPS), "5, 1", ChipSetError),
        (make(SwitchKind.CHIPS), "1, 1.0", ChipSetError),
        (make(SwitchKind.CHIPS), "0, 1", ChipSetError),
        (make(SwitchKind.CHIPS), "1 mauve", ChipSetError),
        (make(SwitchKind.CHIPS), "1 white red", ChipSetError),
        (make(SwitchKind.CHIPS), ", ".join(map(str, range(1, 22))), ChipSetError),
        (make(SwitchKind.ORDER, "a", "b"), "a", OrderError),
        (make(SwitchKind.ORDER, "a", "b"), "a, a, b", OrderError),
        (make(SwitchKind.ORDER, "a", "b"), "a, c", OrderError),
        (make(SwitchKind.TEXT), "x" * 13, TextValueError),
    ],
)
def test_any_other_value_is_refused_and_quoted(switch, typed, error):
    with pytest.raises(error) as refused:
        clean_value(switch, typed)
    assert isinstance(refused.value, SwitchValueError)
    assert f"“{typed}”" in str(refused.value)


def test_chips_with_and_without_colour():
    white, plain = parse_chips("1 white, 2.5")
    assert (white.value, white.colour) == (Decimal(1), "white")
    assert (plain.value, plain.colour) == (Decimal("2.5"), "")
    assert [chip.colour for chip in parse_chips("1 grey, 2 pink")] == ["grey", "pink"]
    assert len(set(COLOURS)) == len(COLOURS)


def test_a_value_in_words():
    order = make(SwitchKind.ORDER, "a", "b")
    choice = Switch("k", "N", "T.", ("on",), ("Yes",), "on", Source("Nowhere."))
    assert value_labels(choice, "on") == ("Yes",)
    assert value_labels(choice, "gone") == ("gone",)
    assert value_labels(order, "b, a") == ("b", "a")
    assert value_labels(make(SwitchKind.AMOUNT_OR_NONE), "none") == ("none",)
    assert value_labels(make(SwitchKind.CHIPS), "1, 5 red") == ("1, 5 red",)


def test_what_an_older_schema_did_not_have_is_the_legacy_not_the_default():
    switch = replace(make(SwitchKind.CHOICE, "a", "b"), default="b", since=2, legacy="a")
    assert stored_value(switch, {}, schema=1) == "a"
    assert stored_value(switch, {"key": "b"}, schema=1) == "b"
    with pytest.raises(KeyError):
        stored_value(switch, {}, schema=2)
    with pytest.raises(ChoiceError):
        stored_value(switch, {"key": "c"}, schema=1)


def house(**switches):
    default = find_game("russian-poker").default_ruleset()
    return replace(default, switches={**default.switches, **switches})


def test_what_settlement_reads():
    assert amount_of(house(), "max_payout") is None
    assert amount_of(house(max_payout="12.5"), "max_payout") == Fraction(25, 2)
    assert smallest_chip(house(chip_set="0.25, 1, 5")) == Decimal("0.25")
    assert rounding_unit(house()) is None
    assert rounding_unit(house(rounding="down", chip_set="5 red, 25")) == 5
