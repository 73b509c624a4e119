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
    ],
)
def test_what_cannot_be_ranked_is_refused_with_the_reason(arguments, said):
    with pytest.raises(CommandError, match=said):
        run(*arguments)
