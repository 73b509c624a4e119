"""Deadlines: allowances, pauses, grace."""

from datetime import timedelta

import pytest

from tests.trainer.school.conftest import NOW
from tests.trainer.school.exams.conftest import after
from trainer.models import Allowance, Exam, ExamSitting, Pause
from trainer.school.exams.clock import (
    clock_of,
    deadline,
    is_over,
    run_out,
    window,
    window_of,
    with_clock,
    with_pauses,
)

TEN = timedelta(minutes=10)


@pytest.mark.parametrize(
    ("stops", "now", "ends", "since"),
    [
        ([], 5, 10, None),
        ([(3, 5)], 5, 12, None),
        # Two of them, the second only within the time that the first has added.
        ([(11, 14), (3, 5)], 20, 15, None),
        # From before the start, as far as it lasts.
        ([(-5, 2)], 5, 12, None),
        ([(-5, -2)], 5, 10, None),
        # After the end nothing is added.
        ([(10, 20)], 25, 10, None),
        # It goes on: the time that is left stands.
        ([(4, None)], 7, 13, 4),
        ([(4, None)], 60, 66, 4),
        ([(2, 3), (4, None)], 7, 14, 4),
        ([(12, None)], 13, 10, None),
    ],
)
def test_pauses_move_the_deadline(stops, now, ends, since):
    def at(minutes):
        return None if minutes is None else after(minutes=minutes)

    moments = [(at(began), at(ended)) for began, ended in stops]
    assert run_out(NOW, TEN, moments, at(now)) == (at(ends), at(since))


@pytest.mark.parametrize(
    ("stops", "now", "closes", "state"),
    [
        ([], 59, 60, "open"),
        ([], 60, 60, "closed"),
        ([], -1, 60, "not yet"),
        # It ran over the closing time: who had not begun has what was left when it began.
        ([(50, 70)], 75, 80, "open"),
        ([(50, 70)], 80, 80, "closed"),
        # While it goes on nothing closes, however long.
        ([(50, None)], 59, 69, "open"),
        ([(50, None)], 500, 510, "open"),
        # One that begins in the time that the first has added.
        ([(50, 70), (75, 85)], 85, 90, "open"),
        # After the closing nothing opens again.
        ([(60, 70)], 65, 60, "closed"),
        ([(61, None)], 62, 60, "closed"),
        # What lies before the opening moves nothing.
        ([(-20, -10)], 59, 60, "open"),
        ([(-20, 10)], 65, 70, "open"),
        ([(-20, None)], -5, 60, "not yet"),
    ],
)
def test_pauses_move_the_time_in_which_one_may_begin(stops, now, closes, state):
    def at(minutes):
        return None if minutes is None else after(minutes=minutes)

    moments = [(at(began), at(ended)) for began, ended in stops]
    found = window(NOW, after(hours=1), moments, at(now))
    assert found.closes_at == at(closes)
    assert (found.open, found.closed) == (state == "open", state == "closed")
    assert found.moved == (closes > 60)
    assert found.paused == any(ended is None for _, ended in moments)


@pytest.mark.django_db
def test_a_pause_of_seconds_moves_no_time_that_is_told():
    noon = NOW.replace(second=0, microsecond=0)
    found = [
        window(noon, noon + TEN, [(noon, noon + timedelta(seconds=seconds))], noon).moved
        for seconds in (59, 60)
    ]
    assert found == [False, True]


def test_the_window_of_an_exam_is_the_same_with_and_without_annotations(exam):
    Pause.objects.create(exam=exam, began_at=after(minutes=5), ended_at=after(minutes=8))
    Pause.objects.create(exam=exam, began_at=after(minutes=50), ended_at=None)
    fast = Exam.objects.annotate(**with_pauses()).get()
    for minutes in (0, 51, 90):
        assert window_of(fast, after(minutes=minutes)) == window_of(exam, after(minutes=minutes))
    assert window_of(fast, after(minutes=90)).closes_at == after(minutes=103)


@pytest.mark.django_db
def test_the_clock_of_a_sitting_is_the_same_with_and_without_annotations(sitting, exam):
    allowed = {"exam": exam, "enrolment": sitting.enrolment, "reason": "ill", "at": NOW}
    Allowance.objects.create(minutes=4, **allowed)
    Allowance.objects.create(minutes=1, attempts=1, **allowed)
    Pause.objects.create(exam=exam, began_at=after(minutes=1), ended_at=after(minutes=3))
    Pause.objects.create(exam=exam, began_at=after(minutes=5), ended_at=None)
    fast = ExamSitting.objects.select_related("exam").annotate(**with_clock()).get()
    for minutes in (0, 6, 90):
        now = after(minutes=minutes)
        assert clock_of(fast, now) == clock_of(sitting, now)
    assert clock_of(fast, after(minutes=6)).deadline == after(minutes=18)
    assert clock_of(fast, after(minutes=6)).paused
    assert not is_over(sitting, after(days=1))
    assert deadline(sitting) == after(minutes=17)


@pytest.mark.django_db
def test_it_is_over_when_the_grace_has_passed_too(sitting):
    assert deadline(sitting) == after(minutes=10)
    assert not is_over(sitting, after(minutes=10, seconds=10))
    assert is_over(sitting, after(minutes=10, seconds=11))
    assert clock_of(sitting, after(minutes=10, seconds=5)).last_call
    assert clock_of(sitting, after(seconds=20)).left == timedelta(minutes=9, seconds=40)


@pytest.mark.django_db
def test_a_reload_restarts_no_clock(sitting):
    """O-SESS-03: begun at 10:00:00 for 40:00, looked at 20 seconds later."""
    sitting.exam.minutes = 40
    clock = clock_of(sitting, after(seconds=20))
    assert (clock.left, clock.deadline) == (timedelta(minutes=39, seconds=40), after(minutes=40))
