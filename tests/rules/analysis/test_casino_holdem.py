"""Casino Hold'em with the best play: the exact figures of the rules reference, and twins."""

import json
import os
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rules.analysis.casino_holdem import (
    CALL,
    ROUNDS,
    call_payoffs,
    call_value,
    fold_payoff,
    solve,
)
from rules.analysis.layers import by_rates, make_layer
from rules.analysis.payoffs import OddsTooFineError
from rules.analysis.showdown import showdowns
from rules.analysis.stored import load, path_of, save, solve_stored
from rules.analysis.streets import flop_sums
from rules.engine.cards import parse_cards
from rules.engine.errors import CardCountError
from rules.games import legal_actions, settle
from rules.games.actions import Act, Position, Stage
from rules.games.base import PayHand, PayRow, PayTable
from rules.games.settlement import Round
from tests.rules.analysis.lookups import flop_value, house, spots

SOAK = os.environ.get("SOAK") == "1"
SPOTS = 400 if SOAK else 8
DATA = Path(__file__).parents[2] / "data" / "outcome_counts.jsonl"

TABLE = "royal flush 100, straight flush 20, quads 10, full house 3, flush 2, straight or less 1"


def ante(change="", **switches):
    """Reference's table with one row replaced."""
    rows = dict(row.rsplit(" ", 1) for row in TABLE.split(", "))
    if change:
        hand, pays = change.rsplit(" ", 1)
        assert hand in rows
        rows[hand] = pays
    table = ", ".join(f"{hand} {pays}" for hand, pays in rows.items())
    return house("casino-holdem", {"ante": table}, **switches)


@cache
def reference():
    return solve(house("casino-holdem"))


@pytest.mark.parametrize(
    ("ruleset", "published"),
    [
        (ante(ante_on_no_qualify="flat"), "-0.0308767"),
        (house("casino-holdem", {"ante": "high card or better 1"}), "-0.1113479"),
        (ante("flush 1"), "-0.0457436"),
        (ante("full house 4"), "0.0005236"),
        (ante("royal flush 50"), "-0.0231155"),
        (ante("straight flush 30"), "-0.0190249"),
        (ante("straight flush 50"), "-0.0139077"),
    ],
)
def test_published_values(ruleset, published):
    assert round(solve(ruleset).value, 7) == Fraction(published)


def test_the_reference():
    found = reference()
    assert round(found.value, 7) == Fraction("-0.0215765")
    assert round(found.call_frequency, 6) == Fraction("0.819906")
    assert round(found.average_stake, 6) == Fraction("2.639812")
    assert round(100 * found.element_of_risk, 6) == Fraction("0.817348")
    assert round(found.always_called, 7) == Fraction("-0.0789964")
    assert found.edge == -found.value


@pytest.mark.parametrize("qualifier", ["4"])
def test_always_calling_is_what_settle_gives_over_all_outcome_classes(qualifier):
    ruleset = house("casino-holdem", qualifier=qualifier)
    rows = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    total = rounds = 0
    for row in rows:
        if row["game"] == "holdem":
            cards = {key: parse_cards(row[key]) for key in ("player", "dealer", "board")}
            bets = {"ante": Decimal(1), "call": Decimal(CALL)}
            total += row["rounds"] * settle(Round(**cards), bets, ruleset).result
            rounds += row["rounds"]
    assert reference().always_called == Fraction(total, rounds)


def test_the_call_is_the_one_that_may_be_placed():
    position = Position(
        stage=Stage.FLOP,
        player=parse_cards("As Kd"),
        bets={"ante": Decimal(1)},
    )
    call = legal_actions(position, house("casino-holdem")).option(Act.BET, "call")
    assert call.stakes.exact == (CALL,)


@pytest.mark.soak
@pytest.mark.parametrize(
    "ruleset",
    [
        ante(),
        ante("flush 7:3", ante_on_no_qualify="flat"),
        house("casino-holdem", {"ante": "pair A or better 3, high card 1:2"}, qualifier="9"),
    ],
)
def test_a_call_by_trying_everything_is_worth_as_much(ruleset):
    payoffs = call_payoffs(ruleset)
    scale = payoffs.denominator
    sums = flop_sums(make_layer(showdowns(), by_rates(payoffs.rates(scale))))
    for hole, flop in spots(SPOTS, Random("calls")):
        expected = Fraction(flop_value(sums, flop, hole), ROUNDS * scale)
        assert call_value(hole, flop, ruleset) == expected


def test_a_call_and_a_fold():
    ruleset = house("casino-holdem")
    assert fold_payoff(ruleset) == -1
    royal = call_value(parse_cards("As Ks"), parse_cards("Qs Js Ts"), ruleset)
    # All hands win; the dealer qualifies or not.
    assert 100 < royal < 102
    weak = call_value(parse_cards("2c 3d"), parse_cards("Ks Qs 9s"), ruleset)
    assert weak < -1


def test_cards_that_are_no_hole_and_no_flop():
    with pytest.raises(CardCountError):
        call_value(parse_cards("As"), parse_cards("2c 3c 4c"), house("casino-holdem"))


def test_a_fixed_amount_counts_by_the_ante():
    row = PayRow(PayHand.ROYAL_FLUSH, Fraction(1000), fixed=True)
    ruleset = house("casino-holdem")
    rows = (row, *ruleset.tables["ante"].rows[1:])
    fixed = replace(ruleset, tables={**ruleset.tables, "ante": PayTable(rows)})
    assert solve(fixed, ante=Decimal(10)).value == reference().value
    assert solve(fixed, ante=Decimal(5)).value > reference().value


def test_odds_too_fine_to_be_summed_are_refused():
    with pytest.raises(OddsTooFineError):
        solve(ante("flush 1:99999989"))


# --- rows ------------------------------------------------------------------------------------


@cache
def with_rows():
    return solve(house("casino-holdem"), with_rows=True)


def test_rows_do_not_change_the_value():
    assert replace(with_rows(), rows=()) == reference()


def test_what_the_rows_pay_is_all_but_the_call_and_what_is_lost():
    """A better full house by one to one is worth its hits, as long as the play is the same."""
    full_house = with_rows().rows[3]
    better = solve(ante("full house 4"))
    assert better.value - reference().value >= full_house.hit_rate
    # A royal flush is called in any case.
    royal = with_rows().rows[0]
    gained = solve(ante("royal flush 101")).value - reference().value
    assert gained == royal.hit_rate


def test_rows_of_hands_that_a_fold_gives_up_hit_less_often_than_dealt():
    rates = {row.row.key: row.hit_rate for row in with_rows().rows}
    assert 0 < rates["royal-flush"] < Fraction(4_324, 133_784_560)
    assert rates["straight-or-less"] < with_rows().call_frequency


# --- sums from a file ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory):
    """With the sums of the reference's switches."""
    path = tmp_path_factory.mktemp("sums")
    load(house("casino-holdem"), path)
    return path


@pytest.mark.parametrize(
    "ruleset",
    [
        ante("straight flush 30"),
        house("casino-holdem", {"ante": "straight 5, high card or better 1"}),
        house("casino-holdem", {"ante": "flush or better 7:3"}),
        ante("royal flush 100000"),
    ],
)
def test_stored_sums_give_the_same(ruleset, cache_dir):
    assert solve_stored(ruleset, cache_dir) == solve(ruleset)
    assert len(list(cache_dir.iterdir())) == 1


def test_stored_sums_give_the_same_rows(cache_dir):
    assert solve_stored(house("casino-holdem"), cache_dir, with_rows=True) == with_rows()


def test_odds_that_differ_inside_a_category_do_without(cache_dir, tmp_path):
    split = house("casino-holdem", {"ante": "pair A or better 2, straight or less 1"})
    assert solve_stored(split, tmp_path) == solve(split)
    assert list(tmp_path.iterdir()) == []
    same = house("casino-holdem", {"ante": "pair A or better 1, pair or less 1"})
    one = solve_stored(same, cache_dir)
    assert replace(solve(same), rows=()) == one


def test_each_way_of_the_switches_has_its_file(tmp_path):
    paths = {
        path_of(house("casino-holdem", qualifier=qualifier, ante_on_no_qualify=ante), tmp_path)
        for qualifier in "4A"
        for ante in ("table", "flat")
    }
    assert len(paths) == 4


def test_a_file_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    def fail(*args):
        raise OSError("disk full")

    monkeypatch.setattr("rules.analysis.stored.np.save", fail)
    with pytest.raises(OSError, match="disk full"):
        save(tmp_path / "sums.npy", np.zeros((2, 2), np.int32))
    assert list(tmp_path.iterdir()) == []
