"""Rows pass, fail or are skipped as the format says."""

import json
from pathlib import Path

import pytest

from rules.cases.checking import Status, check_lines

DATA = Path(__file__).parents[2] / "data"

FIVE = ["As", "Kd", "9h", "6c", "3d"]
BLIND = {"blind": {"straight": "1"}}
SETTLEMENT = {
    "game": "ultimate-texas-holdem",
    "bets": {"ante": "10", "blind": "10", "play": "10"},
    "player": ["Ad", "3c"],
    "dealer": ["Kh", "Qs"],
    "board": ["Jc", "9d", "7h", "5s", "2c"],
    "paytables": BLIND,
}
NET = {"net": {"ante": "0", "blind": "0", "play": "10.0"}, "total_net": 10}


def check(given, expected, kind="ranking"):
    row = {"id": "X", "kind": kind, "input": given, "expected": expected}
    [checked] = check_lines([json.dumps(row)])
    return checked


def status(given, expected, kind="ranking"):
    return check(given, expected, kind).status


@pytest.mark.parametrize(
    ("given", "expected", "kind"),
    [
        ({"hand": FIVE, "rules": "high"}, {"category": "high card", "key": list("AK963")},
         "ranking"),
        ({"hand": FIVE}, {"best": ["3d", "6c", "9h", "Kd", "As"], "best_ranks": list("369KA")},
         "best-five"),
        ({"hand": FIVE, "locale": "uk"}, {"text": "старша карта туз"}, "naming"),
        ({"hand": ["As", "2d", "3h", "4c", "5s", "9s", "9d"]}, {"high": "5"}, "ranking"),
        ({"hands": [["Ac", "9d"], ["As", "6d"]], "board": ["Ah", "Kd", "Tc", "5s", "3h"]},
         {"winner": [0], "categories": ["pair", "pair"], "deciding_card": {"0": "9", "1": "6"}},
         "tie"),
        ({"hands": [["As", "2s"], ["3d", "4d"]], "board": ["Th", "Jh", "Qh", "Kh", "Ah"]},
         {"winner": [1, 0], "categories": ["straight flush"] * 2}, "tie"),
        ({"text": "As 10d"}, {"accept": True, "cards": ["As", "Td"]}, "parsing"),
        ({"text": "6с", "codepoints": []}, {"accept": "either"}, "parsing"),
        ({"text": "Тs"}, {"accept": "either"}, "parsing"),
        ({"hand": ["Qd", "Qd", "7c", "3h", "2s"]}, {"accept": False, "error": "twice Qd"},
         "parsing"),
        ({"hands_text": ["9h Ks", "9s Ah"], "board_text": "10s Jd Qc 6d 5c"}, {"winner": [0]},
         "parsing"),
        # Lows and jokers.
        ({"hands": [["8c", "6d", "4h", "3s", "Ac"], ["8d", "7d", "3h", "2s", "Ad"]],
          "rules": "A-5"}, {"winner": [0], "deciding_card": {"0": "6", "1": "7"}}, "lowball"),
        ({"hand": ["Ac", "2d", "3h", "4s", "9c", "Kd", "Kh"], "rules": "A-5 8-or-better"},
         {"qualifies": False, "best_ranks": None, "category": None}, "lowball"),
        ({"hand": ["8c", "7d", "6h", "5s", "4c"], "rules": "8-or-better", "locale": "en"},
         {"qualifies": True, "best_ranks": list("45678"), "text": "eight-seven low"}, "lowball"),
        ({"hands": [["9h", "Th"], ["8h", "7h"]], "board": ["2c", "3c", "4d", "Kd", "Kh"],
          "rules": "8-or-better"},
         {"winner": [1], "best_ranks": [None, list("87432")], "qualifies": [False, True]},
         "lowball"),
        ({"hands": [["9h", "Th"], ["9c", "7h"]], "board": ["2c", "3c", "4d", "Kd", "Kc"],
          "rules": "8-or-better"}, {"winner": [], "best_ranks": [None, None]}, "lowball"),
        ({"hand": ["Kc", "Kd", "Jk", "5h", "2s"], "joker": "bug"},
         {"category": "pair", "joker_plays_as": ["A"], "best": ["Jk", "2s", "5h", "Kd", "Kc"]},
         "joker"),
        ({"hand": ["Ad", "As", "Jc", "Th", "2d", "Jk", "Jk"], "joker": "wild", "rules": "high"},
         {"joker_plays_as": ["A", "A"], "best_ranks": list("AJAAA")}, "joker"),
        ({"hand": ["Ad", "As", "Jc", "Th", "2d"], "joker": "wild"}, {"joker_plays_as": []},
         "joker"),
        ({"hand": ["Kd", "Ks", "Jc", "Th", "2d"], "wild": ["2"]},
         {"category": "three of a kind", "joker_plays_as": ["K"]}, "joker"),
        ({"text": "KcKd Jk 5h2s", "joker": "wild", "rules": "high"}, {"key": ["K", "5", "2"]},
         "joker"),
        ({"hand": ["Kc", "Kd", "Jk", "5h", "2s"]}, {"accept": False, "error": "Jk"}, "joker"),
        # Another acceptable result, and one in prose.
        ({"hand": FIVE}, {"category": "pair", "or": {"category": "high card"}}, "ranking"),
        ({"text": "Xs"}, {"accept": True, "or": {"accept": False, "error": "?"}}, "parsing"),
        ({"hand": FIVE}, {"category": "high card", "or": "refuse", "never": ["pair"]}, "ranking"),
        # Pots and odds.
        ({"pot": 101, "winners": [1, 4], "button": 1, "players": 6},
         {"amounts": {"4": 51, "1": 50}}, "settlement"),
        ({"pot": 101, "high_winners": [2], "low_winners": [0], "button": 1, "hi_lo": True},
         {"amounts": {"2": "51", "0": "50"}, "invariant": "sum"}, "settlement"),
        ({"pot": 20, "high_winners": [2], "button": 1}, {"amounts": {"2": "20"}}, "settlement"),
        ({"bet": "10", "odds": "6 for 1", "outcome": "win"}, {"net_win": "50", "handed_back": 60},
         "paytable"),
        ({"bet": "10", "odds": {"flush": "5"}, "hand_category": "flush"}, {"net_win": 50},
         "paytable"),
        ({"bet": "10", "odds": {"flush": "5"}, "hand_category": "pair"},
         {"net_win": -10, "handed_back": 0}, "paytable"),
        (SETTLEMENT, NET | {"dealer_qualifies": False, "player_category": "high card"},
         "settlement"),
        (SETTLEMENT | {"folded": True, "bets": {"ante": "10", "play": "10"}}, {"accept": False},
         "settlement"),
    ],
)  # fmt: skip
def test_what_passes(given, expected, kind):
    assert check(given, expected, kind).reason == ""
    assert status(given, expected, kind) is Status.PASSED


@pytest.mark.parametrize(
    ("given", "expected", "kind", "reason"),
    [
        ({"hand": FIVE}, {"category": "pair"}, "ranking",
         "category: expected pair, got high card"),
        ({"hand": FIVE}, {"best": ["As", "Kd", "9h", "6c", "2d"]}, "best-five", "best:"),
        ({"hand": FIVE}, {"strength": 5}, "ranking", "strength: nothing is known"),
        ({"hand": FIVE}, {"category": "pair", "or": {"category": "flush"}}, "ranking",
         "or: category"),
        ({"hand": FIVE}, {"accept": False, "error": "?"}, "parsing", "accepted, but"),
        ({"hand": FIVE[:4]}, {"category": "high card"}, "ranking", "refused: Cards needed"),
        ({"text": "As As"}, {"accept": False, "error": "Kd"}, "parsing", "without naming Kd"),
        ({"hands": [FIVE, FIVE]}, {"winner": [0]}, "tie", "winner: expected [0], got [0, 1]"),
        ({"hands": [FIVE, FIVE]}, {"deciding_card": {"0": "A"}}, "tie", "deciding_card"),
        (SETTLEMENT, {"net": {"ante": "0"}}, "settlement", "net: expected {ante: 0}"),
        (SETTLEMENT, {"total_net": "10.01"}, "settlement", "total_net: expected 10.01, got 10"),
        (SETTLEMENT | {"bets": {"tea": "1"}}, {"total_net": 0}, "settlement", "no bet “tea”"),
        (SETTLEMENT | {"house_rules": {"tea": "free"}}, NET, "settlement", "house rule 'tea'"),
        (SETTLEMENT | {"paytables": {"blind": {"flash": "1"}}}, NET, "settlement", "'flash'"),
        (SETTLEMENT | {"bets": {"ante": "ten"}}, NET, "settlement", "'ten' is not an amount"),
        (SETTLEMENT | {"player": "AdAd"}, NET, "settlement", "refused"),
        ({"hand": 5}, {"category": "pair"}, "ranking", "TypeError"),
        ({"pot": 10, "winners": [], "button": 0}, {"amounts": {}}, "settlement", "refused"),
        ({"hand": FIVE, "rules": "A-5"}, {"best_ranks": list("AK963"), "qualifies": False},
         "lowball", "qualifies: expected False, got True"),
        ({"hand": FIVE, "rules": "8-or-better"}, {"best_ranks": list("AK963")}, "lowball",
         "best_ranks"),
        ({"hand": ["Jk", *FIVE[1:]], "joker": "bug"}, {"joker_plays_as": ["K"]}, "joker",
         "joker_plays_as"),
        ({"hand": ["Jk", *FIVE[1:]]}, {"category": "high card"}, "joker", "refused"),
        ({"hand": FIVE, "wild": ["1"]}, {"category": "high card"}, "joker", "'1' is not a rank"),
        ({"hand": FIVE, "rules": ["A-5"]}, {"category": "high card"}, "lowball", "TypeError"),
    ],
)  # fmt: skip
def test_what_fails(given, expected, kind, reason):
    checked = check(given, expected, kind)
    assert checked.status is Status.FAILED
    assert reason in checked.reason


@pytest.mark.parametrize(
    ("given", "kind", "reason"),
    [
        ({"session": "x"}, "session", "kind session"),
        ({"page": "x"}, "security", "kind security"),
        ({"page": "x"}, "UX", "kind UX"),
        ({"locale": "uk", "n": 3}, "i18n", "kind i18n"),
        ({"page": "x"}, "accessibility", "kind accessibility"),
        (
            {"game": "ultimate-texas-holdem", "state": "x", "action": "check"},
            "settlement",
            "state",
        ),
        ({"attempts": 2}, "paytable", "attempts"),
        ({"admin": "x", "typed": []}, "paytable", "admin"),
        ({"game": "x", "bets": {}, "event": "y"}, "settlement", "event"),
        ({"odds_for_1": {}, "hand": FIVE}, "paytable", "odds_for_1"),
        ({"hand": FIVE, "rules": "badugi"}, "lowball", "rules 'badugi'"),
        ({"hand": FIVE, "joker": "laughing"}, "joker", "joker 'laughing'"),
        ({"hand": FIVE, "deuces": "wild"}, "ranking", "not described: deuces, hand"),
        ({"dice": [1, 2]}, "ranking", "not described: dice"),
        ({"hand": FIVE}, "astrology", "kind astrology"),
        (SETTLEMENT | {"game": "baccarat"}, "settlement", "game 'baccarat'"),
        ({"bet": "10", "odds": "2", "outcome": "half"}, "paytable", "outcome 'half'"),
    ],
)
def test_what_is_skipped(given, kind, reason):
    checked = check(given, {"category": "pair"}, kind)
    assert checked.status is Status.SKIPPED
    assert reason in checked.reason


@pytest.mark.parametrize(
    "line", ["{", "[]", "5", '{"id": "X"}', '{"id": "X", "kind": "ranking", "input": {}}', "null"]
)
def test_a_line_that_is_no_row_fails(line):
    [checked] = check_lines([line])
    assert checked.status is Status.FAILED
    assert checked.reason


def test_lines_are_counted_from_1_and_empty_ones_passed_over():
    row = json.dumps({"id": "A", "kind": "ranking", "input": {"hand": FIVE}, "expected": {}})
    assert [(one.line, one.id) for one in check_lines(["", row, "  ", row])] == [
        (2, "A"),
        (4, "A"),
    ]


@pytest.mark.parametrize("name", ["settlements.jsonl", "field.jsonl", "showdowns.jsonl"])
def test_our_own_files(name):
    lines = (DATA / name).read_text(encoding="utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line]
    checked = list(check_lines(lines))
    assert [one for one in checked if one.status is Status.FAILED] == []
    skipped = {one.id for one in checked if one.status is Status.SKIPPED}
    assert skipped == {
        row["id"] for row in rows if {"state", "admin", "event", "odds_for_1"} & set(row["input"])
    }
