"""Reads: where people stand in the lessons of a course, by the lessons that there are now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from trainer.models import Course, Enrolment, Lesson, LessonRun
from trainer.school.lessons.results import Result


class State(StrEnum):
    """Whether somebody may begin a lesson now, and if not, why."""

    OPEN = "open"
    NOT_YET = "not-yet"
    CLOSED = "closed"
    LOCKED = "locked"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class Share:
    """Lessons that somebody gets, and those of them that are done."""

    done: int
    lessons: int

    @property
    def percent(self) -> int | None:
        """Rounded down, so that 100 means all; None where there are no lessons."""
        return 100 * self.done // self.lessons if self.lessons else None


@dataclass(frozen=True, slots=True)
class Taken:
    """One run of a lesson; its `result` is missing until its sitting has ended."""

    run: LessonRun
    result: Result | None

    @classmethod
    def of(cls, run: LessonRun) -> "Taken":
        return cls(run, Result.from_data(run.result) if run.finished_at else None)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person stands in one lesson. `taken` are the runs, the latest first; `waits_for`
    the lessons that have to be done before."""

    lesson: Lesson
    state: State
    taken: tuple[Taken, ...] = ()
    waits_for: tuple[Lesson, ...] = field(default=())

    @property
    def running(self) -> LessonRun | None:
        """The run that has not ended."""
        return next((each.run for each in self.taken if each.result is None), None)

    @property
    def done(self) -> bool:
        return any(each.run.passed for each in self.taken)

    @property
    def latest(self) -> Taken | None:
        """The latest run that has ended."""
        return next((each for each in self.taken if each.result), None)

    @property
    def may_begin(self) -> bool:
        return self.running is None and self.state is State.OPEN


def counted_lessons(course: Course) -> QuerySet[Lesson]:
    """In order, with `begun` and `done`, the numbers of people, and `own`, of those whom alone
    the lesson is for. Settle the runs of the course before."""
    people = Count("runs__enrolment", distinct=True)
    done = Count("runs__enrolment", distinct=True, filter=Q(runs__passed=True))
    named = Lesson.only_for.through.objects.filter(lesson=OuterRef("pk")).values("lesson")
    own = Subquery(named.annotate(people=Count("pk")).values("people"))
    found = course.lessons.order_by("position")
    return found.annotate(begun=people, done=done, own=Coalesce(own, 0))


def places(enrolment: Enrolment, now: datetime) -> list[Place]:
    """Every lesson that the person gets. Settle the runs of *enrolment* before."""
    # Nobody is named for a lesson twice, so no lesson is found twice.
    mine = Q(only_for=None) | Q(only_for=enrolment)
    before = Prefetch("requires", Lesson.objects.only("pk").order_by("position"))
    found = enrolment.course.lessons.filter(mine).order_by("position")
    lessons = list(found.prefetch_related(before))
    runs: dict[int, list[LessonRun]] = {}
    for run in enrolment.runs.select_related("sitting").order_by("-number"):
        runs.setdefault(run.lesson_id, []).append(run)
    done = {lesson for lesson, each in runs.items() if any(run.passed for run in each)}
    known = {lesson.pk: lesson for lesson in lessons}
    return [
        _place(lesson, enrolment.course, runs.get(lesson.pk, ()), known, done, now)
        for lesson in lessons
    ]


def _place(
    lesson: Lesson,
    course: Course,
    runs: Iterable[LessonRun],
    known: Mapping[int, Lesson],
    done: set[int],
    now: datetime,
) -> Place:
    # What somebody does not get holds nobody up.
    needed = [each.pk for each in lesson.requires.all() if each.pk in known]
    waits_for = tuple(known[key] for key in needed if key not in done)
    state = _state(lesson, course, bool(waits_for), now)
    return Place(lesson, state, tuple(map(Taken.of, runs)), waits_for)


def _state(lesson: Lesson, course: Course, waits: bool, now: datetime) -> State:
    if course.archived_at is not None:
        return State.ARCHIVED
    if lesson.closes_at is not None and now >= lesson.closes_at:
        return State.CLOSED
    if lesson.opens_at is not None and now < lesson.opens_at:
        return State.NOT_YET
    return State.LOCKED if waits else State.OPEN


def share(found: Iterable[Place]) -> Share:
    """Of the lessons that there are now: one that is added later counts as not done."""
    all_ = list(found)
    return Share(sum(place.done for place in all_), len(all_))


def shares(course: Course) -> dict[int, Share]:
    """Of everybody who is or was on *course*, by the key of the enrolment, in four queries.
    Settle the runs of the course before."""
    people = list(course.enrolments.values_list("pk", flat=True))
    lessons = set(course.lessons.values_list("pk", flat=True))
    only: dict[int, set[int]] = {}
    named = Lesson.only_for.through.objects.filter(lesson__course=course)
    for lesson, enrolment in named.values_list("lesson", "enrolment"):
        only.setdefault(lesson, set()).add(enrolment)
    passed = LessonRun.objects.filter(lesson__course=course, passed=True)
    done = set(passed.values_list("enrolment", "lesson"))
    found = {}
    for person in people:
        gets = [each for each in lessons if person in only.get(each, (person,))]
        found[person] = Share(sum((person, each) in done for each in gets), len(gets))
    return found
