"""What a page of grading is about, looked for within the course; reads only."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from rules.models import Version
from trainer.models import (
    Appeal,
    Course,
    Enrolment,
    Exam,
    ExamSitting,
    ExamVerdict,
    PaperItem,
    Regrade,
)
from trainer.school.grading.marks import Mark, last_answers, marks_of, sat


def find_sitting(course: Course, uuid: UUID) -> ExamSitting:
    """Raises: ExamSitting.DoesNotExist."""
    found = sat({"exam__course": course.pk, "uuid": uuid})
    return found.select_related("exam__course", "enrolment", "paper", "typed_by").get()


def marks_in(sitting: ExamSitting) -> list[Mark]:
    return marks_of([sitting], {"pk": sitting.pk}).get(sitting.pk, [])


def reviewed(
    enrolment: Enrolment, exam: int, number: int, position: int, now: datetime
) -> tuple[ExamSitting, Mark]:
    """An own sitting whose review is open, with what became of one of its items.

    Raises: ExamSitting.DoesNotExist, PaperItem.DoesNotExist.
    """
    whose = {"enrolment": enrolment.pk, "exam": exam, "number": number}
    open_ = {"exam__review_opened_at__lte": now, "judged_at__isnull": False}
    sitting = sat(whose | open_).get()
    mark = next((mark for mark in marks_in(sitting) if mark.position == position), None)
    if mark is None:
        raise PaperItem.DoesNotExist(position)
    return sitting, mark


def can_appeal(mark: Mark) -> bool:
    """Against a verdict that an own answer is wrong; there is none on what was not answered."""
    return mark.answered and mark.judged and not mark.right and not mark.left_out


def appeals_of(course: Course) -> QuerySet[Appeal]:
    """Those that wait first, the oldest first; then the latest decided."""
    found = Appeal.objects.filter(sitting__exam__course=course)
    found = found.select_related(
        "sitting__exam", "sitting__enrolment", "item__deal__version", "decision__by"
    )
    return found.order_by(F("decision__at").desc(nulls_first=True), "raised_at", "pk")


def find_appeal(course: Course, pk: int) -> Appeal:
    """Raises: Appeal.DoesNotExist."""
    found = Appeal.objects.select_related(
        "sitting__exam__course",
        "sitting__enrolment",
        "item__deal__version__house",
        "decision__by",
        "decision__regrade",
    )
    return found.get(sitting__exam__course=course, pk=pk)


def regrades_of(course: Course) -> QuerySet[Regrade]:
    """The latest first; `answers` counts the verdicts of each."""
    verdicts = ExamVerdict.objects.filter(regrade=OuterRef("pk")).order_by().values("regrade")
    counts = verdicts.annotate(count=Count("pk")).values("count")
    found = Regrade.objects.filter(exam__course=course).order_by("-at", "-pk")
    found = found.annotate(answers=Coalesce(Subquery(counts), 0))
    return found.select_related("exam", "by", "old__house", "new__house", "deal")


def versions_for(course: Course) -> list[Version]:
    """Versions of every house and game by which answers of the course were judged at some time;
    `judged` says which of them it was. One query."""
    own = ExamVerdict.objects.filter(answer__sitting__exam__course=course)
    same = own.filter(version__house=OuterRef("house"), version__game=OuterRef("game"))
    found = Version.objects.filter(Exists(same)).select_related("house")
    found = found.annotate(judged=Exists(own.filter(version=OuterRef("pk"))))
    return list(found.order_by("house__slug", "game", "-number"))


def find_exam(course: Course, pk: int) -> Exam:
    """Raises: Exam.DoesNotExist."""
    return Exam.objects.select_related("course", "paper").get(course=course, pk=pk)


def of_sitting(sitting: ExamSitting) -> dict[str, Any]:
    """What is to be known of a sitting beside its marks: the appeals, and why what counts was
    judged anew, by position."""
    appeals = Appeal.objects.filter(sitting=sitting).select_related("decision", "item")
    anew = ExamVerdict.objects.filter(answer__in=last_answers({"pk": sitting.pk}))
    anew = anew.exclude(regrade=None).select_related("regrade__by", "answer__item")
    regrades: dict[int, list[Regrade]] = {}
    for verdict in anew.order_by("pk"):
        regrades.setdefault(verdict.answer.item.position, []).append(verdict.regrade)
    return {
        "appeals": {appeal.item.position: appeal for appeal in appeals},
        "regrades": regrades,
    }
