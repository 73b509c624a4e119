"""What it takes to pass, as it is edited: who would pass now, and writing it down."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from trainer.models import Course, Exam, ExamSitting, PassChange, User
from trainer.school.grading.marks import marks_of, sat
from trainer.school.grading.regrading import Outcome
from trainer.school.grading.scores import rules_for, scores_of
from trainer.school.passing import PassRules


def keep(course: Course, rules: PassRules | None, *, by: User, now: datetime) -> None:
    """Write the rules of *course*, and who did so; None means the usual ones.

    An exam that somebody has begun keeps those that it was begun under, as its own, and says so.
    """
    with transaction.atomic():
        held = Course.objects.select_for_update().get(pk=course.pk)
        before, after = PassRules.from_data(held.passing), rules or PassRules()
        owned = bool(held.passing)
        held.passing = rules.to_data() if rules else {}
        held.save(update_fields=["passing"])
        _note(held, None, (before, owned), (after, rules is not None), by, now)
        if after != before:
            _keep_begun(held, before.to_data(), by, now)
    course.passing = held.passing


def _keep_begun(course: Course, old: dict[str, Any], by: User, now: datetime) -> None:
    begun = Exam.objects.filter(course=course, sittings__isnull=False, passing={}).distinct()
    keys = list(begun.order_by("pk").values_list("pk", flat=True))
    Exam.objects.filter(pk__in=keys).update(passing=old)
    same = {"course": course, "old": old, "new": old, "own": True, "kept": True}
    PassChange.objects.bulk_create(PassChange(exam_id=key, by=by, at=now, **same) for key in keys)


def keep_for_exam(exam: Exam, rules: PassRules | None, *, by: User, now: datetime) -> None:
    """Write the exam’s own rules, and who did so; None means those of the course."""
    with transaction.atomic():
        # Held first, as whoever writes those of the course holds it.
        course = Course.objects.select_for_update().get(pk=exam.course_id)
        held = Exam.objects.select_for_update(no_key=True).get(pk=exam.pk)
        before, owned = rules_for(held, course), bool(held.passing)
        held.passing = rules.to_data() if rules else {}
        held.save(update_fields=["passing"])
        after = rules_for(held, course)
        _note(course, held, (before, owned), (after, rules is not None), by, now)
    exam.passing = held.passing


def _note(
    course: Course,
    exam: Exam | None,
    old: tuple[PassRules, bool],
    new: tuple[PassRules, bool],
    by: User,
    now: datetime,
) -> None:
    """Rules, and whether they are its own, before and after; what is the same is no change."""
    if old != new:
        PassChange.objects.create(
            course=course,
            exam=exam,
            old=old[0].to_data(),
            new=new[0].to_data(),
            own=new[1],
            by=by,
            at=now,
        )


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
