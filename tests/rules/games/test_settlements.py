"""The worked settlements, and those that public reports tell of, row by row."""

import json
from pathlib import Path

import pytest

from rules.cases.checking import check_row
from rules.cases.judging import say_settlement

DATA = Path(__file__).parents[2] / "data"


def rows(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if "bets" in row["input"]]


WORKED = rows("settlements.jsonl")
REPORTED = [row for row in rows("field.jsonl") if "event" not in row["input"]]
ROWS = [pytest.param(row, id=row["id"]) for row in [*WORKED, *REPORTED]]


def test_the_files_are_whole():
    assert len(WORKED) == 106
    assert len(REPORTED) == 19
    assert len({row["id"] for row in [*WORKED, *REPORTED]}) == 125


@pytest.mark.parametrize("row", ROWS)
def test_row(row):
    assert check_row(row) == ""


@pytest.mark.parametrize("row", ROWS)
def test_every_value_of_the_row_is_compared(row):
    for key, value in row["expected"].items():
        wrong = {**row["expected"], key: another(value)}
        assert key in check_row({**row, "expected": wrong}), key


def another(value):
    """A value that cannot be right where *value* is."""
    match value:
        case dict():
            return {**value, next(iter(value)): "123456789"}
        case bool():
            return not value
        case list():
            return [*value, "pair"]
        case None:
            return "flush"
        case _:
            return "123456789" if value.replace(".", "").strip("-").isdigit() else "nothing"


# What the examples say in words about another switch, and totals that are not in the files.
@pytest.mark.parametrize(
    ("row_id", "switches", "key", "value"),
    [
        ("U6", {"trips_on_fold": "lose"}, "total_net", -25),
        ("C10", {"aa_on_fold": "lose"}, "total_net", -15),
        ("U10", {"rounding": "down"}, "total_net", 162),
        ("R36", {"ante_on_win": "pay_unless_bought"}, "total_net", 100),
        ("R9", {"ante_on_win": "pay_unless_bought"}, "total_net", 150),
        ("R41", {"ante_on_win": "pay_unless_bought"}, "total_net", 45),
        ("R9", {"double_combination": "off"}, "total_net", 70),
        ("R26", {}, "pay_now", 200),
        ("R27", {}, "pay_now", 300),
        ("R28", {}, "pay_now", 0),
        ("R40", {}, "pay_now", 3000),
        ("U1", {}, "pay_now", 100),
        ("U5", {}, "pay_now", 40),
    ],
)
def test_another_house(row_id, switches, key, value):
    [row] = [row for row in WORKED if row["id"] == row_id]
    given = dict(row["input"])
    given["house_rules"] = {**given["house_rules"], **switches}
    assert say_settlement(given)[key] == value
