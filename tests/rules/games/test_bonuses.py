"""The side bets of all games: worked settlements, and what each table gives back exactly."""

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from rules.engine.cards import parse_cards
from rules.engine.errors import CardCountError
from rules.engine.ranking import rank_hand
from rules.games import casino_holdem, find_game, russian_poker, ultimate_texas_holdem
from rules.games.base import Outcome, PayTable, make_rows, pay_hand
from tests.rules.games.five_card_classes import five_card_classes

DATA = Path(__file__).parents[2] / "data" / "bonus_settlements.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text().splitlines()]

B5 = {
    "T": "royal flush 1000, straight flush 500, quads 200, full house 70, flush 50, straight 40, "
    "trips 25",
    "S": "royal flush 3000, straight flush 800, quads 250, full house 150, flush 100, straight 50",
    "TR": "royal flush 1000, straight flush 500, quads 300, full house 100, flush 50, straight 25",
}
B6 = {
    8: "royal flush 300, straight flush 150, quads 100, full house 30, flush 15, straight 8",
    7: "royal flush 300, straight flush 150, quads 100, full house 30, flush 15, straight 7",
}


def rules(game, tables=None, **switches):
    """Reference's rules with some tables and switches replaced."""
    default = find_game(game).default_ruleset()
    changed = {key: PayTable(make_rows(rows)) for key, rows in (tables or {}).items()}
    return replace(default, tables=default.tables | changed, switches=default.switches | switches)


def bonus(cards, tables=None, stake="5"):
    """Settle the bonus on five cards or six, the bought one last."""
    cards = parse_cards(cards)
    ruleset = rules("russian-poker", tables)
    sixth = cards[5] if len(cards) == 6 else None
    return russian_poker.settle_bonus(cards[:5], sixth, Decimal(stake), ruleset)


def settle(row):
    ruleset = rules(row["game"], row["tables"])
    stake = Decimal(row["stake"])
    cards, board = parse_cards(row["player"]), parse_cards(row.get("board", ""))
    if row["bet"] == "trips":
        return ultimate_texas_holdem.settle_trips(cards, board, stake, ruleset)
    if row["bet"] == "aa":
        return casino_holdem.settle_aa(cards, board, stake, ruleset)
    return bonus(row["player"], row["tables"], row["stake"])


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_settlements(row):
    result = settle(row)
    assert result.profit == Fraction(row["net"])
    assert (result.outcome is Outcome.PAY) == (result.profit > 0)
    assert (result.bet, result.stake) == (row["bet"], Decimal(row["stake"]))
    if row["bet"] == "bonus":
        assert (result.table if result.row else None) == row["paid_by"]
        assert (result.hand.rank.category.label if result.row else None) == row["paid_hand"]


def test_there_are_settlements_of_every_side_bet():
    assert {row["bet"] for row in ROWS} == {"bonus", "trips", "aa"}


@pytest.mark.parametrize(
    ("cards", "tables", "profit"),
    [
        ("4s 5h 6d 7c 8s", {}, 125),
        ("Qh Th 8h 3h 2s 6h", {}, 75),
        ("4s 5h 6d 7c Ks 8s", {}, 40),
        ("4s 5h 6d 7c Ks 8s", {"bonus6": B6[7]}, 35),
        ("7s 7h 7d Kc 2s", {}, -5),
        ("7s 7h 7d Kc 2s 3s", {}, -5),
        ("7s 7h 7d Kc 2s", {"bonus_first5": B5["T"]}, 125),
    ],
)
def test_bonus_examples(cards, tables, profit):
    assert bonus(cards, tables).profit == profit


def test_the_first_five_are_final_even_if_the_sixth_card_improves_them():
    result = bonus("4d 2d 5d 6d Ad 3d")
    assert (result.table, result.row.key, result.profit) == ("bonus_first5", "flush", 250)
    assert "3d" not in map(str, result.hand.five)


def test_a_lost_bonus_says_which_hand_was_judged_last():
    five, six = bonus("9s 9h 9d Kc 2s"), bonus("9s 9h 9d Kc 2s 4s")
    assert (five.table, five.row, len(five.hand.spare)) == ("bonus_first5", None, 0)
    assert (six.table, six.row, len(six.hand.spare)) == ("bonus6", None, 1)


def test_odds_of_0_on_the_first_five_return_the_bet_and_end_it():
    result = bonus("9s 9h 9d Kc 2s Ks", {"bonus_first5": B5["TR"] + ", trips 0"})
    assert (result.outcome, result.profit, result.table) == (Outcome.PUSH, 0, "bonus_first5")


def test_aces_on_the_flop_count_and_an_ace_on_the_turn_does_not():
    ruleset = rules("casino-holdem")
    hole = parse_cards("Qs Jd")
    flop, turn = parse_cards("Ah Ac 7s 8h 2d"), parse_cards("Ah Tc 7s Ad 2d")
    assert casino_holdem.settle_aa(hole, flop[:3], Decimal(5), ruleset).profit == 35
    assert casino_holdem.settle_aa(hole, flop, Decimal(5), ruleset).profit == 35
    assert casino_holdem.settle_aa(hole, turn, Decimal(5), ruleset).profit == -5


def test_where_the_house_counts_seven_cards_the_turn_counts():
    ruleset = rules("casino-holdem", aa_cards="7")
    hole, board = parse_cards("Qs Jd"), parse_cards("Ah Tc 7s Ad 2d")
    result = casino_holdem.settle_aa(hole, board, Decimal(5), ruleset)
    assert (result.profit, len(result.hand.spare)) == (35, 2)


@pytest.mark.parametrize(("aa_cards", "board"), [("5", "Ah Tc"), ("7", "Ah Tc 7s Ad")])
def test_a_board_too_short_for_the_rule_is_refused(aa_cards, board):
    ruleset = rules("casino-holdem", aa_cards=aa_cards)
    with pytest.raises(CardCountError):
        casino_holdem.settle_aa(parse_cards("Qs Jd"), parse_cards(board), Decimal(5), ruleset)


@pytest.mark.parametrize(
    ("dealer", "qualifier", "qualifies"),
    [
        ("As Kd 9h 6c 3d", "ace-king", True),
        ("As Qd Jh Tc 9d", "ace-king", False),
        ("2s 2d 9h 6c 3d", "ace-king", True),
        ("As Kd 9h 6c 3d", "pair", False),
        ("2s 2d 9h 6c 3d", "pair", True),
        ("Kd Js 9h 6c 2s", "pair", False),
    ],
)
def test_when_the_russian_dealer_has_game(dealer, qualifier, qualifies):
    ruleset = rules("russian-poker", qualifier=qualifier)
    assert russian_poker.dealer_qualifies(rank_hand(parse_cards(dealer)), ruleset) is qualifies


# --- exact returns ---------------------------------------------------------------------------
# Every class of hands is settled once and weighted by how often it is dealt.

FIVE = list(five_card_classes())


def test_the_classes_are_all_hands():
    assert sum(ways for _five, ways in FIVE) == comb(52, 5)
    aces = [ways for five, ways in FIVE if str(rank_hand(five)).startswith("pair A")]
    assert sum(aces) == 84_480


def test_how_often_the_russian_dealer_has_game():
    ruleset = rules("russian-poker")
    qualifying = (
        ways for five, ways in FIVE if russian_poker.dealer_qualifies(rank_hand(five), ruleset)
    )
    assert sum(qualifying) == 1_463_700


@pytest.mark.parametrize(("table", "net"), [("T", -79_252), ("S", -800_044), ("TR", -1_485_244)])
def test_what_a_bonus_on_five_cards_returns(table, net):
    ruleset = rules("russian-poker", {"bonus_first5": B5[table]})
    results = (
        ways * russian_poker.settle_bonus(five, None, Decimal(1), ruleset).profit
        for five, ways in FIVE
    )
    assert sum(results) == net


def aa_results(rows=None):
    ruleset = rules("casino-holdem", {"aa": rows} if rows else {})
    return [
        (casino_holdem.settle_aa(five[:2], five[2:], Decimal(1), ruleset), ways)
        for five, ways in FIVE
    ]


def test_what_the_aa_bonus_returns():
    results = aa_results()
    assert sum(ways * result.profit for result, ways in results) == -162_652
    assert sum(ways for result, ways in results if result.outcome is Outcome.PAY) == 282_660


@pytest.mark.parametrize(
    ("middle", "percent"),
    [
        ("flush 25", "-5.2756"),
        ("flush 10", "-8.2238"),
        ("flush 20, straight 10, trips 8", "-2.9681"),
    ],
)
def test_what_other_aa_tables_return(middle, percent):
    top = "royal flush 100, straight flush 50, quads 40, full house 30"
    results = aa_results(f"{top}, {middle}, pair A or better 7")
    net = sum(ways * result.profit for result, ways in results)
    assert round(100 * net / comb(52, 5), 4) == Fraction(percent)


# How often the best five of six and of seven cards make a hand; each with one example.
SIX = {
    "As Ks Qs Js Ts 2d": 188,
    "9s Ks Qs Js Ts 2d": 1_656,
    "7s 7h 7d 7c 2s 3d": 14_664,
    "7s 7h 7d 2c 2s 3d": 165_984,
    "As Js 8s 5s 2s 3d": 205_792,
    "9s Kd Qs Js Ts 2d": 361_620,
    "7s 7h 7d Kc 2s 3d": 732_160,
    "7s 7h 2d 2c As 3d": 2_532_816,
    "As Ah 9d 5c 2s 3d": 9_730_740,
    "As Kh 9d 5c 2s 3d": 6_612_900,
}
SEVEN = {
    "As Ks Qs Js Ts 2d 3d": 4_324,
    "9s Ks Qs Js Ts 2d 3d": 37_260,
    "7s 7h 7d 7c 2s 3d 4d": 224_848,
    "7s 7h 7d 2c 2s 3d 9d": 3_473_184,
    "As Js 8s 5s 2s 3d 9d": 4_047_644,
    "9s Kd Qs Js Ts 2d 3d": 6_180_020,
    "7s 7h 7d Kc 2s 3d 9h": 6_461_620,
    "7s 7h 2d 2c As 3d 9h": 31_433_400,
    "As Ah 9d 5c 2s 3d Jh": 58_627_800,
    "As Kh 9d 5c 2s 3d Jh": 23_294_460,
}


@pytest.mark.parametrize(("examples", "cards"), [(SIX, 6), (SEVEN, 7)])
def test_the_examples_are_one_of_each_category(examples, cards):
    hands = [pay_hand(rank_hand(parse_cards(text))).name for text in examples]
    hands = [hand.replace("ACE_KING", "HIGH_CARD") for hand in hands]
    assert len(set(hands)) == len(hands) == 10
    assert sum(examples.values()) == comb(52, cards)


@pytest.mark.parametrize(("straight", "net"), [(8, -6_878_056), (7, -7_239_676)])
def test_what_the_six_card_table_alone_returns(straight, net):
    # A first-five table that pays nothing leaves all to the sixth card.
    tables = {"bonus_first5": "royal flush 0", "bonus6": B6[straight]}
    ruleset = rules("russian-poker", tables)
    total = 0
    for text, ways in SIX.items():
        cards = parse_cards(text)
        # The card that makes the hand comes last, so that the first five are on no row.
        five, sixth = cards[1:], cards[0]
        total += ways * russian_poker.settle_bonus(five, sixth, Decimal(1), ruleset).profit
    assert total == net


TRIPS = {
    "9-7-4": ("quads 30, full house 9, flush 7, straight 4", -1_206_516),
    "8-6-5": ("quads 30, full house 8, flush 6, straight 5", -2_547_324),
    "8-7-4": ("quads 30, full house 8, flush 7, straight 4", -4_679_700),
    "7-6-5": ("quads 20, full house 7, flush 6, straight 5", -8_268_988),
}


@pytest.mark.parametrize(("rows", "net"), TRIPS.values(), ids=TRIPS)
def test_what_trips_returns(rows, net):
    table = f"royal flush 50, straight flush 40, {rows}, trips 3"
    ruleset = rules("ultimate-texas-holdem", {"trips": table})
    total = hits = 0
    for text, ways in SEVEN.items():
        cards = parse_cards(text)
        result = ultimate_texas_holdem.settle_trips(cards[:2], cards[2:], Decimal(1), ruleset)
        total += ways * result.profit
        hits += ways if result.outcome is Outcome.PAY else 0
    assert (total, hits) == (net, 20_428_900)


def test_the_trips_table_of_reference_is_8_7_4():
    rows = make_rows(f"royal flush 50, straight flush 40, {TRIPS['8-7-4'][0]}, trips 3")
    assert rules("ultimate-texas-holdem").tables["trips"].rows == rows


# Deals of five cards and a sixth by what wins: hand by hand on the first five, then on six.
FIRST_FIVE = {
    "4s 5h 6d 7c 8s Kd": 479_400,
    "As Js 8s 5s 2s Kd": 240_076,
    "7s 7h 7d 2c 2s Kd": 175_968,
    "7s 7h 7d 7c 2s Kd": 29_328,
    "4s 5s 6s 7s 8s Kd": 1_692,
    "As Ks Qs Js Ts 2d": 188,
}
BOUGHT = {
    "4s 5h 6d 7c Ks 8s": 1_695_720,
    "As Js 8s 5s Kd 2s": 991_476,
    "7s 7h 7d 2c Kd 2s": 823_680,
    "7s 7h 7d Kd 2c 7c": 54_912,
    "4s 5s 6s 7s Kd 8s": 6_276,
    "As Ks Qs Js 2d Ts": 708,
}


@pytest.mark.parametrize(("straight", "net"), [(8, -6_440_396), (7, -8_136_116)])
def test_what_the_bonus_with_a_sixth_card_always_bought_returns(straight, net):
    tables = {"bonus_first5": B5["TR"], "bonus6": B6[straight]}
    everything = comb(52, 5) * 47
    won = FIRST_FIVE | BOUGHT
    total = sum(ways * bonus(cards, tables, "1").profit for cards, ways in won.items())
    lost = everything - sum(won.values())
    total += lost * bonus("7s 7h 7d Kc 2s 3d", tables, "1").profit
    assert total == net
    assert {bonus(cards, tables).table for cards in FIRST_FIVE} == {"bonus_first5"}
    assert {bonus(cards, tables).table for cards in BOUGHT} == {"bonus6"}
