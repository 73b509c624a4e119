from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def said(*args):
    out = StringIO()
    call_command("drill_report", *args, stdout=out)
    return out.getvalue()


def test_every_game_and_level_of_a_drill():
    text = said("--drill", "name-the-hand", "--deals", "20")
    assert text.count("\n20 deals\n") == text.count("time to deal: ") == 4 * 3
    assert "name-the-hand, casino-holdem, level 3\n" in text
    assert text.endswith("0 missed\n")


def test_only_what_is_asked_for_and_what_the_house_has():
    case = ("--drill", "mental-tables", "recall", "--level", "2", "--deals", "5", "--brief")
    text = said(*case, "--house", "viejas")
    titles = [line for line in text.splitlines() if "level" in line]
    assert titles == [
        "mental-tables, ultimate-texas-holdem, level 2",
        "recall, ultimate-texas-holdem, level 2",
    ]
    assert "tags:" not in text
    assert said(*case, "--game", "texas-holdem") == "0 missed\n"


def test_what_is_right_too_often_fails(monkeypatch):
    monkeypatch.setattr("trainer.drills.measuring.GUESSED", {4: 0})
    with pytest.raises(SystemExit, match="1"):
        said(
            "--drill", "name-the-hand", "--level", "1", "--deals", "100", "--game", "texas-holdem"
        )


@pytest.mark.parametrize("deals", ["0", "-5", "many"])
def test_a_number_of_deals_is_needed(deals):
    with pytest.raises(CommandError, match="is not a number from 1 on"):
        said("--deals", deals)
