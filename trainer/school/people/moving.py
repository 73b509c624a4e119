"""Writes: what becomes of a person on a course. No record is ever lost by it."""

from collections.abc import Iterable, Sequence
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


def who_stays(people: Iterable[Enrolment], course: Course) -> dict[int, CannotMoveError.Why]:
    """Which of *people*, by key, cannot be moved to *course*, and why."""
    return _who_stays(people, course, Enrolment.objects.filter(course=course))


def _who_stays(
    people: Iterable[Enrolment], course: Course, there: Iterable[Enrolment]
) -> dict[int, CannotMoveError.Why]:
    why = CannotMoveError.Why
    on_it = (each.user_id for each in there if each.state != EnrolmentState.REMOVED)
    teachers = {course.owner_id, *course.instructors.values_list("pk", flat=True)}
    found = dict.fromkeys(on_it, why.ALREADY) | dict.fromkeys(teachers, why.TEACHES)
    # Last, for others may have lost their accounts there as well.
    found[None] = why.NO_ACCOUNT
    return {each.pk: found[each.user_id] for each in people if each.user_id in found}


def move(enrolment: Enrolment, course: Course, *, now: datetime) -> Enrolment:
    """Raises: CannotMoveError."""
    moved, stays = move_all([enrolment], course, now=now)
    if stays:
        raise CannotMoveError(stays[enrolment.pk])
    return moved[0]


@transaction.atomic
def move_all(
    people: Sequence[Enrolment], course: Course, *, now: datetime
) -> tuple[list[Enrolment], dict[int, CannotMoveError.Why]]:
    """Put *people* on *course*; on the old one the record stays, as that of somebody removed.

    A number that somebody has there already is left behind. Gives them as they are on *course*,
    and those who stayed, by their keys.
    """
    keys = {course.pk, *(each.course_id for each in people)}
    # People first, as whoever begins an exam holds themselves and then the course; both in the
    # order of their keys, so that two moves do not wait for each other.
    mine = Enrolment.objects.select_for_update().filter(pk__in=[each.pk for each in people])
    list(mine.order_by("pk").values("pk"))
    held = Course.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    course = {each.pk: each for each in held}[course.pk]
    there = list(Enrolment.objects.filter(course=course))
    stays = _who_stays(people, course, there)
    going = [each for each in people if each.pk not in stays]
    known = {each.user_id: each for each in there}
    holders = {each.number: each.user_id for each in there if each.number}
    moved = []
    for each in going:
        new = known.get(each.user_id) or Enrolment(
            course=course, user_id=each.user_id, joined_at=now
        )
        new.name, new.state, new.changed_at = each.name, EnrolmentState.ACTIVE, now
        if each.number and holders.setdefault(each.number, each.user_id) == each.user_id:
            new.number = each.number
        moved.append(new)
    _write(moved)
    set_state([each.pk for each in going], EnrolmentState.REMOVED, now=now)
    return moved, stays


def _write(people: Sequence[Enrolment]) -> None:
    fields = ["name", "number", "state", "changed_at"]
    back = [each for each in people if each.pk is not None]
    Enrolment.objects.bulk_update(back, fields, batch_size=500)
    Enrolment.objects.bulk_create([each for each in people if each.pk is None], batch_size=500)


def rename(enrolment: Enrolment, name: str, number: str) -> None:
    """Raises: NumberTakenError."""
    mine = Enrolment.objects.filter(pk=enrolment.pk)
    try:
        with transaction.atomic():
            mine.update(name=name, number=number)
    except IntegrityError:
        raise NumberTakenError(number) from None
