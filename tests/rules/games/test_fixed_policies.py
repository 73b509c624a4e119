"""What a fixed way to play comes to, exactly: one settlement an outcome class, weighted.

The published values are those of the rules reference, to every digit that it prints.
"""

import json
import os
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest

from rules.engine.cards import DECK, parse_cards
from rules.engine.ranking import Category
from rules.games import find_game, settle
from rules.games.base import PayTable, make_rows
from rules.games.settlement import Round
from tests.rules.games import outcome_counts
from tests.rules.games.outcome_counts import HOLDEM_ROUNDS, RUSSIAN_ROUNDS

SOAK = os.environ.get("SOAK") == "1"
DATA = Path(__file__).parents[2] / "data" / "outcome_counts.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
RUSSIAN = [row for row in ROWS if row["game"] == "russian-poker"]
HOLDEM = [row for row in ROWS if row["game"] == "holdem"]
ALL_SEVEN = comb(52, 7)


def rules(game, **switches):
    default = find_game(game).default_ruleset()
    return replace(default, switches={**default.switches, **switches})


def round_of(row, **changes):
    cards = {key: parse_cards(row.get(key, "")) for key in ("player", "dealer", "board")}
    return Round(**{**cards, **changes})


def value(rows, bets, ruleset, folds=lambda row: False):
    """Expected result of playing every hand with *bets*, or of giving up the ante."""
    total = Fraction(0)
    for row in rows:
        if folds(row):
            bet = {"ante": Decimal(1)}
            settlement = settle(round_of(row, folded=True), bet, ruleset)
        else:
            settlement = settle(round_of(row), bets, ruleset)
        total += row["rounds"] * settlement.result
    return total / sum(row["rounds"] for row in rows)


def money(**bets):
    return {bet: Decimal(stake) for bet, stake in bets.items()}


# --- the classes -----------------------------------------------------------------------------


def test_the_classes_are_all_rounds():
    assert sum(row["rounds"] for row in RUSSIAN) == RUSSIAN_ROUNDS
    assert sum(row["rounds"] for row in HOLDEM) == HOLDEM_ROUNDS


@pytest.mark.parametrize("row", RUSSIAN, ids=lambda row: f"{row['ending']}-{row['combinations']}")
def test_a_russian_class_ends_as_it_says(row):
    settlement = settle(round_of(row), money(ante=1, bet=2), rules("russian-poker"))
    assert settlement.ending == row["ending"]
    assert " + ".join(one.label for one in settlement.combinations) == row["combinations"]


@pytest.mark.parametrize("row", HOLDEM, ids=lambda row: f"{row['ending']}-{row['category']}")
def test_a_holdem_class_ends_as_it_says(row):
    bets = money(ante=1, blind=1, play=1)
    settlement = settle(round_of(row), bets, rules("ultimate-texas-holdem"))
    assert settlement.ending == row["ending"]
    assert settlement.player.rank.category.label == row["category"]
    assert outcome_counts.dealer_kind(settlement.dealer.rank) == row["dealer_kind"]


def test_the_players_share_of_the_classes_is_known():
    """Combinations of five cards, and categories of seven."""
    found = Counter()
    for row in RUSSIAN:
        found[row["combinations"]] += row["rounds"]
    counts = {label: Fraction(count, comb(47, 5)) for label, count in found.items()}
    assert counts == {
        "royal flush": 4, "straight flush": 36, "four of a kind": 616,
        "four of a kind + ace-king": 8, "full house": 3_744, "flush": 5_108,
        "straight": 10_200, "three of a kind": 52_800, "three of a kind + ace-king": 2_112,
        "two pair": 120_384, "two pair + ace-king": 3_168, "pair": 1_013_760,
        "pair + ace-king": 84_480, "ace-king": 167_280, "": 1_135_260,
    }  # fmt: skip
    for row in HOLDEM:
        found[row["category"]] += row["rounds"]
    # Of each seven cards 21 pairs are the hole cards; the dealer has one of C(45, 2) pairs.
    ways = comb(7, 2) * comb(45, 2)
    assert found["high card"] == 23_294_460 * ways


def test_how_often_the_dealer_qualifies():
    no_game = sum(row["rounds"] for row in RUSSIAN if row["ending"] == "no-game")
    assert Fraction(no_game, RUSSIAN_ROUNDS) == Fraction(1_135_260, comb(52, 5))
    below_pair = sum(row["rounds"] for row in HOLDEM if row["dealer_kind"] == 0)
    below_fours = sum(row["rounds"] for row in HOLDEM if row["dealer_kind"] < 2)
    assert Fraction(below_pair, HOLDEM_ROUNDS) == 1 - Fraction(110_490_100, ALL_SEVEN)
    assert Fraction(below_fours, HOLDEM_ROUNDS) == Fraction(32_406_420, ALL_SEVEN)


@pytest.mark.parametrize(
    ("ending", "kinds", "share"),
    [
        ("win", {1, 2}, "0.33729347"),
        ("win", {0}, "0.14236946"),
        ("tie", {0, 1, 2}, "0.04067413"),
        ("loss", {1, 2}, "0.45211302"),
        ("loss", {0}, "0.02754991"),
        ("win", {2}, "0.29278114"),
        ("loss", {2}, "0.43074462"),
        ("tie", {2}, "0.03424584"),
    ],
)
def test_how_two_hands_of_holdem_end(ending, kinds, share):
    rounds = sum(
        row["rounds"] for row in HOLDEM if row["ending"] == ending and row["dealer_kind"] in kinds
    )
    assert round(Fraction(rounds, HOLDEM_ROUNDS), 8) == Fraction(share)


def test_winning_and_losing_are_equally_likely():
    found = Counter()
    for row in HOLDEM:
        found[row["ending"]] += row["rounds"]
    assert found["win"] == found["loss"]


if SOAK:  # a minute of counting

    @pytest.mark.soak
    def test_the_classes_counted_anew():
        russian = outcome_counts.reference_russian_counts()
        assert {(row["ending"], row["combinations"]): row["rounds"] for row in RUSSIAN} == {
            key: count for key, count in russian.items() if count
        }
        holdem, _ = outcome_counts.holdem_counts()
        by_label = {category.label: category for category in Category}
        assert holdem == {
            (row["ending"], by_label[row["category"]], row["dealer_kind"]): row["rounds"]
            for row in HOLDEM
        }


# --- the values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ante_on_win", "folds", "published"),
    [
        ("push", False, "-0.30020781"),
        ("pay", False, "-0.14148345"),
        ("push", True, "-0.19095506"),
        ("pay", True, "-0.03223070"),
    ],
)
def test_russian_poker(ante_on_win, folds, published):
    """Always the bet on the first five, or only with ace-king or better."""
    ruleset = rules("russian-poker", ante_on_win=ante_on_win)
    found = value(
        RUSSIAN,
        money(ante=1, bet=2),
        ruleset,
        folds=lambda row: folds and not row["combinations"],
    )
    assert round(found, 8) == Fraction(published)


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_ultimate_texas_holdem_without_a_fold(times):
    bets = money(ante=1, blind=1, play=times)
    found = value(HOLDEM, bets, rules("ultimate-texas-holdem"))
    assert round(found, 8) == Fraction("-0.40704701")


def test_casino_holdem_always_called():
    found = value(HOLDEM, money(ante=1, call=2), rules("casino-holdem"))
    assert round(found, 8) == Fraction("-0.07899643")


# --- random deals, within four standard errors -----------------------------------------------

DEALS = 200_000 if SOAK else 20_000

POLICIES = {
    "russian-poker": (money(ante=1, bet=2), 5, 0, "-0.30020781"),
    "ultimate-texas-holdem": (money(ante=1, blind=1, play=1), 2, 5, "-0.40704701"),
    "casino-holdem": (money(ante=1, call=2), 2, 5, "-0.07899643"),
}


@pytest.mark.soak
@pytest.mark.parametrize("game", POLICIES)
def test_random_deals_come_near(game):
    bets, each, board, published = POLICIES[game]
    rng, ruleset = Random(f"policy of {game}"), rules(game)
    total = squares = Fraction(0)
    for _ in range(DEALS):
        cards = tuple(rng.sample(DECK, 2 * each + board))
        table = Round(cards[:each], cards[each : 2 * each], cards[2 * each :])
        result = settle(table, bets, ruleset).result
        total += result
        squares += result * result
    mean = total / DEALS
    variance = squares / DEALS - mean * mean
    assert (mean - Fraction(published)) ** 2 <= 16 * variance / DEALS


# --- the bonus of Russian poker with the sixth card always bought ----------------------------

FIRST_FIVE = {
    "TR": "royal flush 1000, straight flush 500, quads 300, full house 100, flush 50, straight 25",
    "T": "royal flush 1000, straight flush 500, quads 200, full house 70, flush 50, straight 40, "
    "trips 25",
    "none": "royal flush 0",
}
SIX = {
    8: "royal flush 300, straight flush 150, quads 100, full house 30, flush 15, straight 8",
    7: "royal flush 300, straight flush 150, quads 100, full house 30, flush 15, straight 7",
}
# Five cards and a sixth by what the five and the six are worth: an example, and how many of
# the 2,598,960 × 47 deals.
DEALS_OF_SIX = {
    "As Ks Qs Js Ts 2d": 188,
    "4s 5s 6s 7s 8s Kd": 1_692,
    "7s 7h 7d 7c 2s Kd": 29_328,
    "7s 7h 7d 2c 2s Kd": 175_968,
    "As Js 8s 5s 2s Kd": 240_076,
    "4s 5h 6d 7c 8s Kd": 479_400,
    "As Ks Qs Js 2d Ts": 708,
    "4s 5s 6s 7s Kd 8s": 6_276,
    "7s 7h 7d Kd 2c 7c": 54_912,
    "7s 7h 7d Kd 2c 2s": 329_472,
    "7s 7h 2d 2c Kd 2s": 494_208,
    "As Js 8s 5s Kd 2s": 991_476,
    "4s 5h 6d 7c Ks 8s": 1_695_720,
    "7s 7h 7d Kc 2s 3d": 54_912 * 47 - 54_912 - 329_472,
}
NOTHING = "7s 7h Jd Kc 2s 3d"


def always_bought(first_five, six, cards):
    default = find_game("russian-poker").default_ruleset()
    tables = {"bonus_first5": FIRST_FIVE[first_five], "bonus6": SIX[six]}
    tables = {key: PayTable(make_rows(rows)) for key, rows in tables.items()}
    ruleset = replace(default, tables=default.tables | tables)
    return settle(Round(parse_cards(cards)), money(bonus=1), ruleset).wager("bonus")


@pytest.mark.parametrize(
    ("first_five", "six", "net", "percent", "hits"),
    [
        ("TR", 8, -6_440_396, "-5.2725", "3.6835"),
        ("TR", 7, -8_136_116, "-6.6607", "3.6835"),
        ("T", 8, None, "35.9239", "5.4817"),
    ],
)
def test_the_bonus_with_the_sixth_card_always_bought(first_five, six, net, percent, hits):
    everything = comb(52, 5) * 47
    rest = everything - sum(DEALS_OF_SIX.values())
    deals = DEALS_OF_SIX | {NOTHING: rest}
    wagers = [(always_bought(first_five, six, cards), ways) for cards, ways in deals.items()]
    total = sum(wager.profit * ways for wager, ways in wagers)
    won = sum(ways for wager, ways in wagers if wager.profit > 0)
    assert net in (None, total)
    assert round(100 * total / everything, 4) == Fraction(percent)
    assert round(Fraction(100 * won, everything), 4) == Fraction(hits)


# The best five of six cards, an example each, and how many of the 20,358,520 hands. The card
# that makes the hand comes last, so that the first five alone are on no row.
BEST_OF_SIX = {
    "Ks Qs Js Ts 2d As": 188,
    "Ks Qs Js Ts 2d 9s": 1_656,
    "7h 7d 7c 2s 3d 7s": 14_664,
    "7h 7d 2c 2s 3d 7s": 165_984,
    "Js 8s 5s 2s 3d As": 205_792,
    "Kd Qs Js Ts 2d 9s": 361_620,
}


@pytest.mark.parametrize(("six", "net"), [(8, -6_878_056), (7, -7_239_676)])
def test_the_bonus_on_six_cards_alone(six, net):
    won = sum(always_bought("none", six, cards).profit * n for cards, n in BEST_OF_SIX.items())
    assert won - (comb(52, 6) - sum(BEST_OF_SIX.values())) == net
