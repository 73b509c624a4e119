"""Which time counts, and what ends a sitting."""

from datetime import UTC, date, datetime

import pytest

from trainer.models import Mode, Question, Sitting
from trainer.practice.clocks import Counted, count, is_slow, left_ms, local_date

MINUTE = 60_000


def asked(mode, position=1, target_ms=9_000, **given):
    sitting = Sitting(mode=mode, **given)
    return Question(sitting=sitting, position=position, target_ms=target_ms)


SPRINT = {"limit_ms": 2 * MINUTE, "miss_ms": 10_000}


@pytest.mark.parametrize(
    ("question", "elapsed_ms", "right", "counted"),
    [
        (asked(Mode.PRACTICE, length=5), 4000, True, Counted(0, False, 4000, False)),
        (asked(Mode.PRACTICE, 5, length=5), 4000, False, Counted(0, False, 4000, True)),
        (asked(Mode.ENDLESS, 500), 4000, False, Counted(0, False, 4000, False)),
        (asked(Mode.STREAK, 7), 4000, True, Counted(0, False, 4000, False)),
        (asked(Mode.STREAK, 7), 4000, False, Counted(0, False, 4000, True)),
        # Who comes back after an hour has practised for a minute and a half.
        (asked(Mode.ENDLESS), 60 * MINUTE, True, Counted(3_510_000, False, 90_000, False)),
        # A whole box may take longer.
        (asked(Mode.ENDLESS, target_ms=30_000), 170_000, True, Counted(0, False, 170_000, False)),
        (asked(Mode.SHIFT, limit_ms=600_000), 4000, False, Counted(0, False, 4000, False)),
        (
            asked(Mode.SHIFT, limit_ms=600_000, spent_ms=599_000),
            4000,
            True,
            Counted(0, False, 603_000, True),
        ),
        # In a sprint a miss costs time, and the clock waits for nobody.
        (asked(Mode.SPRINT, **SPRINT), 4000, True, Counted(0, False, 4000, False)),
        (asked(Mode.SPRINT, **SPRINT), 4000, False, Counted(0, False, 14_000, False)),
        (asked(Mode.SPRINT, **SPRINT), 110_000, False, Counted(20_000, False, 120_000, True)),
        (asked(Mode.SPRINT, **SPRINT), 120_000, True, Counted(30_000, False, 120_000, True)),
        (asked(Mode.SPRINT, **SPRINT), 120_001, True, Counted(30_001, True, 120_001, True)),
    ],
)
def test_an_answer_counts(question, elapsed_ms, right, counted):
    assert count(question, elapsed_ms, right) == counted


@pytest.mark.parametrize(
    ("spent", "running", "left"), [(0, 0, 120_000), (100_000, 15_000, 5_000), (119_000, 9_000, 0)]
)
def test_what_is_left(spent, running, left):
    assert left_ms(Sitting(mode=Mode.SPRINT, spent_ms=spent, **SPRINT), running) == left


def test_without_a_limit_nothing_is_left():
    assert left_ms(Sitting(mode=Mode.ENDLESS), 5) is None


@pytest.mark.parametrize(
    ("target", "elapsed", "slow"),
    [(9000, 9000, False), (9000, 9001, True), (None, 9001, False), (9000, 99_000, True)],
)
def test_slow(target, elapsed, slow):
    assert is_slow(target, elapsed) is slow


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Europe/Kyiv", 2), ("America/New_York", 1), ("", 1), ("Nowhere/Land", 1)],
)
def test_the_day_is_the_learners(zone, day):
    assert local_date(datetime(2026, 3, 1, 23, 30, tzinfo=UTC), zone) == date(2026, 3, day)
