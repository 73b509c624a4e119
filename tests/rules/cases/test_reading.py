"""Words of case files as values."""

from decimal import Decimal
from fractions import Fraction

import pytest

from rules.cases.reading import (
    CaseError,
    hand_label,
    read_bets,
    read_money,
    read_pay,
    read_round,
    read_row,
    read_ruleset,
)
from rules.engine.cards import parse_cards
from rules.games.base import Outcome, PayHand, make_rows
from rules.games.odds import OddsError


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("flush", "flush 5"),
        ("three of a kind", "trips 5"),
        ("ace-king", "ace king 5"),
        ("straight or less", "straight or less 5"),
        ("pair of aces or better", "pair A or better 5"),
        ("pair of sixes", "pair 6 5"),
        ("two pair or better", "two pair or better 5"),
        ("four of a kind or better", "quads or better 5"),
        ("royal flush", "royal flush 5"),
    ],
)
def test_pay_rows(name, row):
    assert read_row(name, "5") == make_rows(row)[0]


@pytest.mark.parametrize("name", ["flash", "pair of bulls", "", "straight or more"])
def test_what_is_no_pay_row(name):
    with pytest.raises(CaseError):
        read_row(name, "5")


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("3", (3, False)),
        ("3:2", (Fraction(3, 2), False)),
        ("2 to 1", (2, False)),
        ("6 for 1", (5, False)),
        (3, (3, False)),
        ("award 600", (600, True)),
        ("award 7.5", (Fraction(15, 2), True)),
    ],
)
def test_odds_in_words(text, pay):
    assert read_pay(text) == pay


@pytest.mark.parametrize("text", ["even", "", "3:0", "-1", "award much"])
def test_what_are_no_odds(text):
    with pytest.raises((OddsError, CaseError)):
        read_pay(text)


def test_every_hand_has_its_name_in_case_files():
    assert [hand_label(hand) for hand in PayHand] == [
        "high card", "ace-king", "pair", "two pair", "three of a kind", "straight", "flush",
        "full house", "four of a kind", "straight flush", "royal flush",
    ]  # fmt: skip


def switches(game, **house_rules):
    return read_ruleset({"game": game, "house_rules": house_rules}).switches


@pytest.mark.parametrize(
    ("game", "key", "written", "value"),
    [
        ("russian-poker", "qualifier", "A-K", "ace-king"),
        ("russian-poker", "qualifier", "pair", "pair"),
        ("russian-poker", "insurance_min_category", "three of a kind", "three-of-a-kind"),
        ("russian-poker", "insurance_min_category", "trips", "three-of-a-kind"),
        ("russian-poker", "max_payout", 3000, "3000"),
        ("russian-poker", "max_payout", "none", "none"),
        ("russian-poker", "max_payout", None, "none"),
        ("russian-poker", "max_payout_scope", "bet+bonus", "bet+bonus"),
        ("russian-poker", "redraw_same_rank", False, "no"),
        ("russian-poker", "insurance", True, "on"),
        ("russian-poker", "bet_multiple", 2, "2"),
        ("russian-poker", "chip_set", [1, 5, 25], "1, 5, 25"),
        ("ultimate-texas-holdem", "preflop_multiples", "{3,4}", "3, 4"),
        ("ultimate-texas-holdem", "preflop_multiples", [4], "4"),
        ("casino-holdem", "qualifier", "4", "4"),
        ("casino-holdem", "ante_on_no_qualify", "1:1", "flat"),
        ("casino-holdem", "aa_cards", 7, "7"),
    ],
)
def test_house_rules_as_the_rules_reference_writes_them(game, key, written, value):
    assert switches(game, **{key: written})[key] == value


def test_an_absent_house_rule_has_its_default_and_limits_are_left_aside():
    assert switches("russian-poker")["ante_on_win"] == "push"
    assert switches("russian-poker", limits={"ante": "5"}) == switches("russian-poker")
    assert switches("russian-poker", instant_payout="none") == switches("russian-poker")
    assert "progressive" not in switches("ultimate-texas-holdem", progressive="off")


@pytest.mark.parametrize(
    ("key", "value"),
    [("tea", "free"), ("ante_on_win", "perhaps"), ("instant_payout", "royal"), ("boxes", True)],
)
def test_a_house_rule_that_is_none_fails(key, value):
    with pytest.raises(CaseError, match=key):
        switches("russian-poker", **{key: value})


def test_the_row_carries_its_tables():
    ruleset = read_ruleset(
        {
            "game": "ultimate-texas-holdem",
            "paytables": {"blind": {"flush": "3:2"}},
            "otherwise": {"trips": "push"},
        }
    )
    assert ruleset.tables["blind"].rows == make_rows("flush 3:2")
    assert ruleset.tables["blind"].otherwise is Outcome.PUSH
    assert ruleset.tables["trips"].rows == ()
    assert ruleset.tables["trips"].otherwise is Outcome.PUSH
    with pytest.raises(CaseError, match="bonus6"):
        read_ruleset({"game": "casino-holdem", "paytables": {"bonus6": {}}})


def test_a_round():
    given = {"player": ["As", "Kd"], "folded": True, "dealt": ["2c"], "bets": {"ante": "12.5"}}
    round_ = read_round(given)
    assert (round_.player, round_.dealt) == (parse_cards("As Kd"), parse_cards("2c"))
    assert (round_.dealer, round_.dealer_after, round_.folded) == ((), None, True)
    assert read_bets(given) == {"ante": Decimal("12.5")}
    with pytest.raises(CaseError):
        read_money("much")
