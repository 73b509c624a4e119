"""What it takes to pass, as it is edited: who would pass now, and writing it down."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from trainer.models import Course, Exam, ExamSitting
from trainer.school.grading.marks import marks_of, sat
from trainer.school.grading.regrading import Outcome
from trainer.school.grading.scores import scores_of
from trainer.school.passing import PassRules


def keep(course: Course, rules: PassRules | None) -> None:
    """Write the rules of *course*; None means the usual ones.

    An exam that somebody has begun keeps those that it was begun under, as its own.
    """
    with transaction.atomic():
        held = Course.objects.select_for_update().get(pk=course.pk)
        begun = Exam.objects.filter(course=course, sittings__isnull=False, passing={}).distinct()
        before = PassRules.from_data(held.passing).to_data()
        Exam.objects.filter(pk__in=list(begun.values_list("pk", flat=True))).update(passing=before)
        held.passing = rules.to_data() if rules else {}
        held.save(update_fields=["passing"])
    course.passing = held.passing


def keep_for_exam(exam: Exam, rules: PassRules | None) -> None:
    """Write the exam’s own rules; None means those of the course."""
    exam.passing = rules.to_data() if rules else {}
    exam.save(update_fields=["passing"])


def outcomes(exam: Exam, rules: PassRules | None) -> list[Outcome]:
    """Sittings that pass under *rules* and do not now, or the other way round; by name."""
    whose = {"exam": exam.pk, "judged_at__isnull": False}
    sittings = list(sat(whose).order_by("enrolment__name", "pk"))
    marks = marks_of(sittings, whose)
    before = scores_of(sittings, marks)
    after = scores_of(list(_under(sittings, rules.to_data() if rules else {})), marks)
    found = (Outcome(each, before[each.pk], after[each.pk]) for each in sittings)
    return [outcome for outcome in found if outcome.turns]


def _under(sittings: list[ExamSitting], passing: dict[str, Any]) -> Iterator[ExamSitting]:
    for sitting in sittings:
        sitting.exam.passing = passing
        yield sitting
