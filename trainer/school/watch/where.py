"""Where everybody is on a course, and who is stuck. Pure.

Stuck is who has failed a lesson `FAILS` times that is still open and not passed, or has a lesson
open and has done nothing in any lesson for `IDLE`. Our own measure; the page states it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from trainer.models import Enrolment, Lesson
from trainer.school.watch.cohort import Answers, Lessons, Tries

FAILS: Final = 3
IDLE: Final = timedelta(days=7)
_NEVER: Final = Tries(False, 0, None)


@dataclass(frozen=True, slots=True)
class Stuck:
    """`fails` at `lesson`, or so many `days` without doing anything while it is open."""

    lesson: Lesson
    fails: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """`passed` of `lessons` that are this person's; `now_at` is the first open one that is not
    passed yet."""

    enrolment: Enrolment
    passed: int
    lessons: int
    now_at: Lesson | None
    last: datetime | None
    answers: Answers
    stuck: tuple[Stuck, ...]

    @property
    def percent(self) -> int | None:
        """Right answers, rounded down; None without answers."""
        answered = self.answers.answered
        return 100 * self.answers.right // answered if answered else None


def where(
    people: Iterable[Enrolment],
    lessons: Lessons,
    tries: Mapping[tuple[int, int], Tries],
    answers: Mapping[int, Answers],
    now: datetime,
) -> list[Person]:
    return [_person(each, lessons, tries, answers, now) for each in people]


def _person(
    enrolment: Enrolment,
    lessons: Lessons,
    tries: Mapping[tuple[int, int], Tries],
    answers: Mapping[int, Answers],
    now: datetime,
) -> Person:
    mine = lessons.of(enrolment.pk)
    done = {lesson.pk: tries.get((enrolment.pk, lesson.pk), _NEVER) for lesson in mine}
    passed = {key for key, each in done.items() if each.passed}
    open_ = [
        lesson
        for lesson in mine
        if lesson.pk not in passed and is_open(lesson, lessons, passed, set(done), now)
    ]
    given = answers.get(enrolment.pk, Answers())
    last = max(filter(None, (given.last, *(each.last for each in done.values()))), default=None)
    return Person(
        enrolment=enrolment,
        passed=len(passed),
        lessons=len(mine),
        now_at=open_[0] if open_ else None,
        last=last,
        answers=given,
        stuck=(*_failing(open_, done), *_idle(open_, last, enrolment, now)),
    )


def is_open(
    lesson: Lesson, lessons: Lessons, passed: set[int], mine: set[int], now: datetime
) -> bool:
    """Between its dates, with all passed that it requires of this person."""
    begun = lesson.opens_at is None or lesson.opens_at <= now
    over = lesson.closes_at is not None and lesson.closes_at <= now
    required = lessons.requires.get(lesson.pk, frozenset()) & mine
    return begun and not over and required <= passed


def _failing(open_: Iterable[Lesson], done: Mapping[int, Tries]) -> Iterable[Stuck]:
    for lesson in open_:
        if done[lesson.pk].failed >= FAILS:
            yield Stuck(lesson, fails=done[lesson.pk].failed)


def _idle(
    open_: list[Lesson], last: datetime | None, enrolment: Enrolment, now: datetime
) -> Iterable[Stuck]:
    """The time counts from when there was something to do: on the course, and the lesson open."""
    if not open_:
        return
    since = max(filter(None, (last, enrolment.changed_at, open_[0].opens_at)))
    if now - since >= IDLE:
        yield Stuck(open_[0], days=(now - since).days)
