"""The worked settlements of the rules reference, bonuses and bought games, row by row."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from rules.engine.cards import parse_cards
from tests.second_opinion import settle

FILE = Path(__file__).parents[1] / "data" / "settlements.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def odds(text):
    return Fraction(text.replace(":", "/"))


def cards(texts):
    return parse_cards(" ".join(texts))


def settle_row(row, **switches):
    given = row["input"]
    after = given.get("dealer_after_bought_game")
    return settle(
        given["game"],
        {bet: Fraction(stake) for bet, stake in given["bets"].items()},
        cards(given["player"]),
        cards(given.get("dealer", [])),
        cards(given.get("board", [])),
        given.get("folded", False),
        after and cards(after),
        given["house_rules"] | switches,
        {
            key: [(hand, odds(pay)) for hand, pay in table.items()]
            for key, table in given["paytables"].items()
        },
    )


def test_the_file_is_whole():
    assert len(ROWS) == 106
    assert len({row["id"] for row in ROWS}) == 106


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_row(row):
    expected = dict(row["expected"])
    expected["net"] = {bet: Fraction(net) for bet, net in expected["net"].items()}
    expected["total_net"] = Fraction(expected["total_net"])
    settled = settle_row(row)
    assert {key: settled[key] for key in expected} == expected


# What the examples of the reference say in words about another switch.
@pytest.mark.parametrize(
    ("row_id", "switches", "total"),
    [
        ("U6", {"trips_on_fold": "lose"}, -25),
        ("C10", {"aa_on_fold": "lose"}, -15),
        ("U10", {"rounding": "down"}, 162),
        ("R36", {"ante_on_win": "pay_unless_bought"}, 100),
        ("R9", {"ante_on_win": "pay_unless_bought"}, 150),
        ("R41", {"ante_on_win": "pay_unless_bought"}, 45),
        ("R9", {"double_combination": "off"}, 70),
    ],
)
def test_other_house(row_id, switches, total):
    row = next(row for row in ROWS if row["id"] == row_id)
    assert settle_row(row, **switches)["total_net"] == total
