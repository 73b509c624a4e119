"""Bets on one hand: the exact figures of the rules reference."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

from rules.analysis.hands import aa_value, table_value, trips_value
from rules.analysis.values import Assumption
from rules.engine.batch import rank_of
from rules.engine.counting import distribution
from rules.games.base import Outcome, PayHand, PayRow, PayTable, make_rows
from tests.rules.analysis.lookups import house

SEVEN, FIVE, SIX = comb(52, 7), comb(52, 5), comb(52, 6)


def percent(share, digits=4):
    return round(100 * share, digits)


def trips(*odds):
    names = ("royal flush", "straight flush", "quads", "full house", "flush", "straight", "trips")
    rows = ", ".join(f"{name} {pays}" for name, pays in zip(names, odds, strict=True))
    return trips_value(house("ultimate-texas-holdem", {"trips": rows}))


@pytest.mark.parametrize(
    ("odds", "edge", "net"),
    [
        ((50, 40, 30, 9, 7, 4, 3), "0.9018", -1_206_516),
        ((50, 40, 30, 8, 6, 5, 3), "1.9040", -2_547_324),
        ((50, 40, 30, 8, 7, 4, 3), "3.4979", -4_679_700),
        ((50, 40, 20, 7, 6, 5, 3), "6.1808", -8_268_988),
        ((50, 40, 30, 9, 6, 5, 3), "-0.6921", None),
        ((50, 40, 30, 7, 6, 5, 3), "4.5002", None),
        ((50, 40, 30, 8, 6, 4, 3), "6.5234", None),
        ((50, 40, 20, 8, 6, 5, 3), "3.5847", None),
        ((100, 40, 30, 8, 7, 4, 3), "3.3363", None),
    ],
)
def test_trips(odds, edge, net):
    value = trips(*odds)
    assert percent(value.edge) == Fraction(edge)
    assert net in (None, value.net)
    assert (value.hit_rate, value.total) == (Fraction(20_428_900, SEVEN), SEVEN)


@pytest.mark.parametrize(
    ("rows", "edge"),
    [
        ("flush 20, pair A or better 7", "6.2583"),
        ("flush 25, pair A or better 7", "5.2756"),
        ("flush 10, pair A or better 7", "8.2238"),
    ],
)
def test_aa(rows, edge):
    table = f"royal flush 100, straight flush 50, quads 40, full house 30, {rows}"
    value = aa_value(house("casino-holdem", {"aa": table}))
    assert percent(value.edge) == Fraction(edge)
    assert (value.total, value.hit_rate) == (FIVE, Fraction(282_660, FIVE))
    assert value.assumption is None


def test_aa_of_the_reference():
    value = aa_value(house("casino-holdem"))
    assert value.net == -162_652
    assert percent(value.hit_rate) == Fraction("10.8759")


def test_aa_with_more_for_three_of_a_kind_to_straight():
    table = (
        "royal flush 100, straight flush 50, quads 40, full house 30, flush 20, straight 10, "
        "trips 8, two pair 7, pair A 7"
    )
    assert percent(aa_value(house("casino-holdem", {"aa": table})).edge) == Fraction("2.9681")


def test_aa_on_seven_cards():
    value = aa_value(house("casino-holdem", aa_cards="7"))
    counts = distribution(7)
    hits = sum(
        int(counts[strength])
        for strength in range(1, 7463)
        if counts[strength] and rank_of(strength) >= rank_of_aces()
    )
    assert (value.total, value.hit_rate) == (SEVEN, Fraction(hits, SEVEN))
    assert value.assumption is Assumption.PLAYED_ON


def rank_of_aces():
    from rules.engine.ranking import parse_hand_rank

    return parse_hand_rank("pair A432")


def test_aa_where_a_fold_loses_it_is_of_one_who_calls():
    value = aa_value(house("casino-holdem", aa_on_fold="lose"))
    assert (value.net, value.assumption) == (-162_652, Assumption.PLAYED_ON)


@pytest.mark.parametrize(
    ("rows", "edge", "net"),
    [
        (
            "royal flush 1000, straight flush 500, quads 200, full house 70, flush 50, "
            "straight 40, trips 25",
            "3.0494",
            -79_252,
        ),
        (
            "royal flush 3000, straight flush 800, quads 250, full house 150, flush 100, "
            "straight 50",
            "30.7832",
            -800_044,
        ),
        (
            "royal flush 1000, straight flush 500, quads 300, full house 100, flush 50, "
            "straight 25",
            "57.1476",
            -1_485_244,
        ),
        (
            "royal flush 1000, straight flush 500, quads 200, full house 100, flush 60, "
            "straight 40",
            "51.6962",
            None,
        ),
    ],
)
def test_bonuses_on_five_cards(rows, edge, net):
    value = table_value(PayTable(make_rows(rows)), 5)
    assert percent(value.edge) == Fraction(edge)
    assert net in (None, value.net)


@pytest.mark.parametrize(
    ("odds", "edge"),
    [
        ((1000, 200, 50, 25, 20, 10, 5), "10.2248"),
        ((1000, 200, 100, 20, 15, 10, 7), "8.5614"),
        ((1000, 200, 50, 25, 15, 10, 5), "15.2790"),
    ],
)
def test_six_card_bonuses(odds, edge):
    names = ("royal flush", "straight flush", "quads", "full house", "flush", "straight", "trips")
    rows = ", ".join(f"{name} {pays}" for name, pays in zip(names, odds, strict=True))
    value = table_value(PayTable(make_rows(rows)), 6)
    assert (percent(value.edge), value.total) == (Fraction(edge), SIX)


def test_rows_of_trips():
    rows = {row.row.key: row for row in trips(50, 40, 30, 8, 7, 4, 3).rows}
    assert [row.hits for row in rows.values()] == [
        4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620,
    ]  # fmt: skip
    assert rows["flush"].hit_rate == Fraction(4_047_644, SEVEN)
    assert rows["flush"].returned == Fraction(8 * 4_047_644, SEVEN)


def test_shares_add_up_to_all_that_comes_back():
    value = trips(50, 40, 30, 8, 7, 4, 3)
    assert sum(row.share for row in value.rows) == 1
    assert sum(row.returned for row in value.rows) == 1 - value.edge


def test_the_variance_is_that_of_every_single_hand():
    table = PayTable(make_rows("flush or better 5, pair 0, two pair 1"))
    value = table_value(table, 5)
    counts = distribution(5)
    mean = squares = 0
    for strength in range(1, 7463):
        row = table.row_for(rank_of(strength))
        profit = -1 if row is None else row.pays
        mean += int(counts[strength]) * profit
        squares += int(counts[strength]) * profit**2
    mean, squares = Fraction(mean, FIVE), Fraction(squares, FIVE)
    assert (value.edge, value.variance) == (-mean, squares - mean**2)
    assert value.deviation**2 == pytest.approx(float(value.variance))


def test_what_returns_the_bet_is_no_hit():
    value = table_value(PayTable(make_rows("pair 0, two pair or better 1")), 5)
    assert value.rows[0].hits == 1_098_240
    assert value.hit_rate == Fraction(FIVE - 1_098_240 - 1_302_540, FIVE)


def test_a_table_that_pushes_the_rest():
    table = replace(PayTable(make_rows("flush or better 2")), otherwise=Outcome.PUSH)
    assert table_value(table, 5).edge == -2 * table_value(table, 5).hit_rate


def test_a_fixed_amount_is_worth_less_to_a_greater_stake():
    row = PayRow(PayHand.ROYAL_FLUSH, Fraction(1000), fixed=True)
    one, ten = (table_value(PayTable((row,)), 5, Decimal(stake)) for stake in (1, 10))
    assert (one.net, ten.net) == (4 * 1000 - (FIVE - 4), 4 * 100 - (FIVE - 4))


def test_rounding_to_chips_is_left_aside():
    rows = {"trips": "flush or better 3:2"}
    exact, down = (
        trips_value(house("ultimate-texas-holdem", rows, rounding=way))
        for way in ("exact", "down")
    )
    assert exact == down
