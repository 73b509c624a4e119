import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.cards import parse_cards
from rules.games.base import PayTable, make_rows
from rules.games.russian_poker import GAME, bet_combinations

DATA = Path(__file__).parents[2] / "data" / "combinations.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
AS_REFERENCE = [case for case in CASES if case["dup_straight"] == "two_straights"]
REFERENCE = GAME.default_ruleset()


def names(cards, ruleset=REFERENCE):
    return [found.label for found in bet_combinations(parse_cards(cards), ruleset)]


@pytest.mark.parametrize("case", AS_REFERENCE, ids=lambda case: case["id"])
def test_reference_pays_up_to_two_combinations(case):
    assert names(case["player"]) == case["player_combinations"]


def test_a_house_without_a_row_for_ace_king_pays_no_second_by_it():
    rows = make_rows("flush 5, straight 4, two pair 2, pair 1")
    house = replace(REFERENCE, tables={**REFERENCE.tables, "bet": PayTable(rows)})
    assert names("8s 8d Ah Kc 5c", house) == ["pair"]
    assert names("As Kd 7c 4s 2h", house) == ["ace-king"]
