"""Reads: what the people on a course have done in its lessons.

A fixed number of queries, however many people there are.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Max, Q, QuerySet

from trainer.models import Course, Enrolment, EnrolmentState, Lesson, LessonRun, Verdict
from trainer.practice.record.judged import counting
from trainer.school.watch.mistakes import Mistake, critical_in, mistakes_in

_ENROLMENT: Final = "answer__question__sitting__lesson_run__enrolment"
_DRILL: Final = "answer__question__deal__drill"
_GAME: Final = "answer__question__deal__version__game"
_LEVEL: Final = "answer__question__deal__level"
_DEAL: Final = "answer__question__deal"
# So many deals of a mistake are remembered, to see what they have in common.
KEPT_DEALS: Final = 12


@dataclass(frozen=True, slots=True)
class Tries:
    """Of one person at one lesson; `last` is when it was last begun or finished."""

    passed: bool
    failed: int
    last: datetime | None


@dataclass(slots=True)
class Answers:
    """Of one person in all lessons of the course; `drills` are those that were answered."""

    answered: int = 0
    right: int = 0
    critical: int = 0
    last: datetime | None = None
    drills: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Place:
    drill: str
    game: str
    level: int


@dataclass(slots=True)
class Found:
    """A mistake with how often each person made it, where, and in which deals."""

    mistake: Mistake
    people: Counter[int] = field(default_factory=Counter)
    places: Counter[Place] = field(default_factory=Counter)
    deals: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    @property
    def times(self) -> int:
        return self.people.total()


@dataclass(frozen=True, slots=True)
class Lessons:
    """The lessons of a course in their order, who they are only for, and what they require."""

    rows: tuple[Lesson, ...]
    only_for: Mapping[int, frozenset[int]]
    requires: Mapping[int, frozenset[int]]

    def of(self, enrolment: int) -> list[Lesson]:
        return [
            lesson
            for lesson in self.rows
            if lesson.pk not in self.only_for or enrolment in self.only_for[lesson.pk]
        ]


def people_on(course: Course) -> list[Enrolment]:
    """Those who learn at present, by name."""
    active = Enrolment.objects.filter(course=course, state=EnrolmentState.ACTIVE)
    return list(active.order_by("name", "pk"))


def lessons_of(course: Course) -> Lessons:
    """Three queries."""
    rows = Lesson.objects.filter(course=course).defer("notes").order_by("position", "pk")
    named = Lesson.only_for.through.objects.filter(lesson__course=course)
    before = Lesson.requires.through.objects.filter(from_lesson__course=course)
    return Lessons(
        tuple(rows),
        _sets(named.values_list("lesson", "enrolment")),
        _sets(before.values_list("from_lesson", "to_lesson")),
    )


def _sets(pairs: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        found[one].add(other)
    return {one: frozenset(others) for one, others in found.items()}


def tries_of(course: Course) -> dict[tuple[int, int], Tries]:
    """By enrolment and lesson; one query."""
    runs = LessonRun.objects.filter(lesson__course=course).order_by()
    rows = runs.values_list("enrolment", "lesson").annotate(
        passes=Count("pk", filter=Q(passed=True)),
        failed=Count("pk", filter=Q(passed=False)),
        begun=Max("started_at"),
        done=Max("finished_at"),
    )
    return {
        (enrolment, lesson): Tries(passes > 0, failed, max(filter(None, (begun, done))))
        for enrolment, lesson, passes, failed, begun, done in rows
    }


def answers_of(course: Course) -> dict[int, Answers]:
    """By enrolment; one query. Critical mistakes come with `mistakes_of`."""
    found: defaultdict[int, Answers] = defaultdict(Answers)
    rows = _verdicts(course).values_list(_ENROLMENT, _DRILL).annotate(
        answered=Count("pk"), rights=Count("pk", filter=Q(right=True)), last=_LAST
    )  # fmt: skip
    for enrolment, drill, answered, right, last in rows:
        each = found[enrolment]
        each.answered += answered
        each.right += right
        each.last = max(filter(None, (each.last, last)))
        each.drills.add(drill)
    return dict(found)


_LAST: Final = Max("answer__received_at")


def mistakes_of(course: Course, answers: Mapping[int, Answers]) -> dict[Mistake, Found]:
    """Whatever the people on the course mistake; one query. Counts critical ones in *answers*."""
    wrong = _verdicts(course).filter(right=False).order_by("-pk")
    found: dict[Mistake, Found] = {}
    for enrolment, place, deal, parts in _wrong(wrong):
        if enrolment in answers:
            answers[enrolment].critical += critical_in(parts)
        for mistake in mistakes_in(parts):
            each = found.setdefault(mistake, Found(mistake))
            each.people[enrolment] += 1
            each.places[place] += 1
            deals = each.deals.setdefault((place.drill, place.game), [])
            if len(deals) < KEPT_DEALS and deal not in deals:
                deals.append(deal)
    return found


def _wrong(verdicts: QuerySet[Verdict]) -> Iterator[tuple[int, Place, int, Any]]:
    rows = verdicts.values_list(_ENROLMENT, _DRILL, _GAME, _LEVEL, _DEAL, "parts")
    for enrolment, drill, game, level, deal, parts in rows.iterator(chunk_size=2000):
        yield enrolment, Place(drill, game, level), deal, parts


def _verdicts(course: Course) -> QuerySet[Verdict]:
    """What counts, of those who learn at present. A sitting that somebody deleted is gone."""
    return counting(
        {f"{_ENROLMENT}__course": course.pk, f"{_ENROLMENT}__state": EnrolmentState.ACTIVE}
    ).order_by()
