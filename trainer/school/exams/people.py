"""Who sits an exam and how far each is; reads only, whatever their number."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from trainer.models import (
    Allowance,
    Enrolment,
    EnrolmentState,
    Exam,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
)
from trainer.school.exams.attempts import length_of
from trainer.school.exams.chances import joined_late
from trainer.school.exams.clock import Clock, Window, clock_of, window_of, with_clock, with_pauses


@dataclass(frozen=True)
class Sat:
    """An attempt; `late` answers were refused, and it was opened in `devices` browsers."""

    sitting: ExamSitting
    clock: Clock
    answered: int
    length: int
    late: int
    devices: int


@dataclass
class Person:
    """Somebody on the course, or who has sat the exam before leaving it."""

    enrolment: Enrolment
    sat: list[Sat] = field(default_factory=list)
    allowances: list[Allowance] = field(default_factory=list)

    @property
    def may_begin(self) -> bool:
        return any(each.may_begin and each.stands for each in self.allowances)


def find_people(exam: Exam, now: datetime) -> list[Person]:
    """By name. Four queries."""
    people = {each.pk: Person(each) for each in Enrolment.objects.filter(course=exam.course_id)}
    devices = _devices(exam)
    for sitting in _sittings(exam):
        clock = clock_of(sitting, now)
        counts = sitting.answered, sitting.length, sitting.late, devices[sitting.pk]
        people[sitting.enrolment_id].sat.append(Sat(sitting, clock, *counts))
    given = Allowance.objects.filter(exam=exam).select_related("taken_back").order_by("pk")
    for allowance in given:
        people[allowance.enrolment_id].allowances.append(allowance)
    shown = [
        each
        for each in people.values()
        if each.sat or each.enrolment.state == EnrolmentState.ACTIVE
    ]
    return sorted(shown, key=lambda each: (each.enrolment.name.casefold(), each.enrolment.pk))


def barred(exam: Exam, people: Iterable[Person]) -> list[Person]:
    """Who joined after the opening, has not begun and was not allowed to."""
    return [
        each
        for each in people
        if joined_late(exam, each.enrolment) and not each.sat and not each.may_begin
    ]


def _sittings(exam: Exam) -> list[ExamSitting]:
    answers = ExamAnswer.objects.filter(sitting=OuterRef("pk"), number=1)
    events = ExamEvent.objects.filter(sitting=OuterRef("pk"))
    late = events.filter(kind=ExamEvent.Kind.LATE)
    sat = ExamSitting.objects.filter(exam=exam).select_related("exam").order_by("number")
    return list(
        sat.annotate(
            answered=_count(answers),
            late=_count(late),
            length=length_of("paper"),
            **with_clock(),
        )
    )


def _devices(exam: Exam) -> Counter[int]:
    """Of each sitting by its key in how many browsers it was opened, answered or not."""
    used = (
        rows.objects.filter(sitting__exam=exam).exclude(device="").order_by()
        for rows in (ExamEvent, ExamAnswer)
    )
    seen, answered = (rows.values_list("sitting", "device") for rows in used)
    return Counter(sitting for sitting, _device in seen.union(answered))


def _count(rows: object) -> Coalesce:
    counts = rows.order_by().values("sitting").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts), 0)


def find_exams(course: int, now: datetime) -> list[tuple[Exam, Window]]:
    """Of a course, the latest first, with when each may be begun and how many `people` sit or
    sat it."""
    sat = ExamSitting.objects.filter(exam=OuterRef("pk")).order_by().values("exam")
    people = sat.annotate(count=Count("enrolment", distinct=True)).values("count")
    exams = Exam.objects.filter(course=course).annotate(people=Coalesce(Subquery(people), 0))
    exams = exams.annotate(**with_pauses()).order_by("-opens_at", "-pk")
    return [(exam, window_of(exam, now)) for exam in exams]
