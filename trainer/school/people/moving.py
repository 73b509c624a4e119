"""Writes: what becomes of a person on a course. No record is ever lost by it."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from django.db import IntegrityError, transaction

from trainer.models import Course, Enrolment, EnrolmentState


class CannotMoveError(Exception):
    """`why` says why the person cannot be moved there."""

    class Why(StrEnum):
        NO_ACCOUNT = "no-account"
        ALREADY = "already"
        TEACHES = "teaches"

    def __init__(self, why: Why) -> None:
        self.why = why
        super().__init__(why.value)


class NumberTakenError(Exception):
    """Somebody else on the course has this number."""


def set_state(enrolments: Iterable[int], state: EnrolmentState, *, now: datetime) -> int:
    """Gives the number of those whose state was another."""
    changed = Enrolment.objects.filter(pk__in=enrolments).exclude(state=state)
    if state == EnrolmentState.ACTIVE:
        # Whose account is gone cannot come back.
        changed = changed.exclude(user=None)
    return changed.update(state=state, changed_at=now)


@transaction.atomic
def move(enrolment: Enrolment, course: Course, *, now: datetime) -> Enrolment:
    """Put the person on *course*; on the old one the record stays, as that of somebody removed.

    A number that somebody has there already is left behind.

    Raises: CannotMoveError.
    """
    why = CannotMoveError.Why
    # In the order of their keys, so that two moves do not wait for each other.
    held = Course.objects.select_for_update().filter(pk__in=[enrolment.course_id, course.pk])
    courses = {each.pk: each for each in held.order_by("pk")}
    if enrolment.user_id is None:
        raise CannotMoveError(why.NO_ACCOUNT)
    if teaches(courses[course.pk], enrolment.user_id):
        raise CannotMoveError(why.TEACHES)
    there = Enrolment.objects.filter(course=course, user=enrolment.user_id).first()
    if there is not None and there.state != EnrolmentState.REMOVED:
        raise CannotMoveError(why.ALREADY)
    moved = there or Enrolment(course=course, user_id=enrolment.user_id, joined_at=now)
    moved.name, moved.state, moved.changed_at = enrolment.name, EnrolmentState.ACTIVE, now
    taken = Enrolment.objects.filter(course=course, number=enrolment.number)
    if enrolment.number and not taken.exclude(pk=moved.pk).exists():
        moved.number = enrolment.number
    moved.save()
    set_state([enrolment.pk], EnrolmentState.REMOVED, now=now)
    return moved


def teaches(course: Course, user: int) -> bool:
    return course.owner_id == user or course.instructors.filter(pk=user).exists()


def rename(enrolment: Enrolment, name: str, number: str) -> None:
    """Raises: NumberTakenError."""
    mine = Enrolment.objects.filter(pk=enrolment.pk)
    try:
        with transaction.atomic():
            mine.update(name=name, number=number)
    except IntegrityError:
        raise NumberTakenError(number) from None
