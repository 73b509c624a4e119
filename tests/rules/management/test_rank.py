import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run(*arguments):
    out = StringIO()
    call_command("rank", *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["As Kd 7h 7s 7d 2c"],
         ["1. 7h 7s 7d As Kd (2c) – three of a kind, sevens, kickers A, K"]),
        (["5c6c7c8c9c"], ["1. 9c 8c 7c 6c 5c – straight flush, nine-high"]),
        (["Ac 9d", "As 6d", "--board", "Ah Kd Tc 5s 3h"],
         ["1. Ah Ac Kd Tc 9d (5s 3h) – pair of aces, kickers K, 10, 9",
          "2. Ah As Kd Tc 6d (5s 3h) – pair of aces, kickers K, 10, 6",
          "Hand 1 wins. What decides: nine over six."]),
        (["Ac 9d", "As 6d", "--board", "Ah Kd Tc Ts 6h"],
         ["1. Ah Ac Tc Ts Kd (6h 9d) – two pair, aces and tens, king kicker",
          "2. Ah As Tc Ts Kd (6h 6d) – two pair, aces and tens, king kicker",
          "Equal and best: hands 1, 2."]),
        (["2s 2d 9h 6c 3d", "As Kd 9h 6c 3d"],
         ["1. 2s 2d 9h 6c 3d – pair of twos, kickers 9, 6, 3",
          "2. As Kd 9h 6c 3d – ace-high, then K, 9, 6, 3",
          "Hand 1 wins."]),
        (["8c 6d 4h 3s Jk", "8d 7d 3h 2s Ad", "--rules", "A-5", "--joker", "bug"],
         ["1. 8c 6d 4h 3s Jk – eight-six low, then 4, 3, A",
          "   The joker plays as an ace, the lowest rank that the hand lacks.",
          "2. 8d 7d 3h 2s Ad – eight-seven low, then 3, 2, A",
          "Hand 1 wins. What decides: six over seven."]),
        (["5h 4h 3h 2h Ah", "6s 4s 3s 2s Ac", "--rules", "A-6"],
         ["1. 5h 4h 3h 2h Ah – straight flush, five-high (steel wheel)",
          "2. 6s 4s 3s 2s Ac – six-four low, then 3, 2, A",
          "Hand 2 wins."]),
        (["2c 3d 4h 5s 6c 7d 9h", "--rules", "2-7"],
         ["1. 7d 5s 4h 3d 2c (6c 9h) – seven-five low, then 4, 3, 2"]),
        (["Ts 9s", "Ah 2h", "--board", "3c 4d 9h Kh 5c", "--rules", "8-or-better"],
         ["1. 3c 4d 9h Kh 5c Ts 9s – no low",
          "2. 5c 4d 3c 2h Ah (9h Kh) – wheel",
          "Hand 2 wins."]),
        (["Ts 9s", "Kc 9d", "--board", "3c 4d 9h Kh 5c", "--rules", "8-or-better"],
         ["1. 3c 4d 9h Kh 5c Ts 9s – no low",
          "2. 3c 4d 9h Kh 5c Kc 9d – no low",
          "No hand counts as a low."]),
        (["Kc Kd Jk 5h 2s", "--joker", "bug"],
         ["1. Kc Kd Jk 5h 2s – pair of kings, kickers A, 5, 2",
          "   The joker plays as an ace: it completes no straight and no flush."]),
        (["Kc Kd Jk 5h 2s", "--joker", "wild"],
         ["1. Kc Kd Jk 5h 2s – three of a kind, kings, kickers 5, 2",
          "   The joker plays as a king: that makes the best hand."]),
        (["7c 6d 5h 4s Jk", "--joker", "bug"],
         ["1. Jk 7c 6d 5h 4s – straight, eight-high",
          "   The joker plays as an eight and completes the hand: straight."]),
        (["2c 2d 2h 2s 9c Kd", "--wild", "2"],
         ["1. Kd 2c 2d 2h 2s (9c) – five of a kind, kings",
          *[f"   The two of {suit} plays as a king: that makes the best hand."
            for suit in ("clubs", "diamonds", "hearts", "spades")]]),
        (["As", "--board", "Ks Qs Js Ts"], ["1. As Ks Qs Js Ts – royal flush"]),
    ],
)  # fmt: skip
def test_what_it_says(arguments, lines):
    assert run(*arguments) == lines


@pytest.mark.parametrize(
    ("language", "name"),
    [("uk", "стріт до пʼятірки («колесо»)"), ("ru", "стрит до пятёрки («колесо»)")],
)
def test_in_another_language(language, name):
    [line] = run("As 2d 3h 4c 5s", "--language", language)
    assert line == f"1. 5s 4c 3h 2d As – {name}"


@pytest.mark.parametrize(
    ("language", "low", "none", "joker"),
    [
        ("uk", "лоу 8-6-4-3-A", "немає лоу", "Джокер грає як туз"),
        ("ru", "лоу 8-6-4-3-A", "нет лоу", "Джокер играет как туз"),
    ],
)
def test_lows_and_jokers_in_another_language(language, low, none, joker):
    hands = ["8c 6d 4h 3s Jk", "9c 8h 7h 6s 5s"]
    lines = run(*hands, "--rules", "8-or-better", "--joker", "wild", "--language", language)
    assert lines[0] == f"1. 8c 6d 4h 3s Jk – {low}"
    assert lines[1].startswith(f"   {joker}")
    assert lines[2] == f"2. 9c 8h 7h 6s 5s – {none}"


def test_as_json():
    [text] = run("As Kd", "Ah Qh", "--board", "7h 8h Ts 2c 3d", "--json", "--language", "uk")
    data = json.loads(text)
    assert (data["winner"], data["deciding_card"]) == ([0], {"0": "K", "1": "Q"})
    assert data["hands"][0] == {
        "cards": ["As", "Kd", "7h", "8h", "Ts", "2c", "3d"],
        "category": "high card",
        "key": ["A", "K", "T", "8", "7"],
        "high": "A",
        "best_ranks": ["A", "K", "T", "8", "7"],
        "best": ["As", "Kd", "Ts", "8h", "7h"],
        "text": "старша карта туз",
    }
    [low] = run(
        "8c 6d 4h 3s Jk", "9c 8h 7h 6s 5s", "--json", "--rules", "8-or-better", "--joker", "bug"
    )
    data = json.loads(low)
    assert data["winner"] == [0]
    assert data["hands"][0] == {
        "cards": ["8c", "6d", "4h", "3s", "Jk"],
        "category": "high card",
        "key": ["8", "6", "4", "3", "A"],
        "high": "8",
        "best_ranks": ["8", "6", "4", "3", "A"],
        "best": ["8c", "6d", "4h", "3s", "Jk"],
        "text": "eight-six low",
        "qualifies": True,
        "joker_plays_as": ["A"],
        "wild": [{"card": "Jk", "plays_as": "As", "why": "lowest"}],
    }
    assert data["hands"][1]["qualifies"] is False
    assert data["hands"][1]["best_ranks"] is None
    [one] = run("As 2d 3h 4c 5s", "--json")
    assert json.loads(one).keys() == {"hands"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["As Kd 2X"], "“2X” is not a card"),
        (["As Kd"], "Cards given: 2"),
        (["As Kd 9h 6c 3d", "As"], "Cards given: 1"),
        (["As Kd", "As Qh", "--board", "7h 8h Ts 2c 3d"], "As is there twice"),
        (["As Kd", "--board", "7h 8h Ts 2c Kd"], "Kd is there twice"),
        (["Тs Kd 9h 6c 3d"], "Cyrillic"),
        (["Jk Kd 9h 6c 3d"], "no rule says what it stands for"),
        (["Jk Jk Jk 6c 3d", "--joker", "wild"], "at most 2 jokers"),
        (["As Kd 9h 6c 3d", "--wild", "1"], "'1' is not a rank"),
        (["As Kd 9h 6c 3d", "--rules", "badugi"], "invalid choice"),
    ],
)
def test_what_cannot_be_ranked_is_refused_with_the_reason(arguments, said):
    with pytest.raises(CommandError, match=said):
        run(*arguments)
