"""Writes: what becomes of a person on a course. No record is ever lost by it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import IntegrityError, connection, models, transaction
from django.db.models import Case, Exists, OuterRef, Value, When

from trainer.models import Course, Enrolment, EnrolmentState


class CannotMoveError(Exception):
    """`why` says why the person cannot be moved there."""

    class Why(StrEnum):
        NO_ACCOUNT = "no-account"
        ALREADY = "already"
        TEACHES = "teaches"
        GONE = "gone"

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
    if state == EnrolmentState.PAUSED:
        # Nor is anybody paused who has been moved away in the meantime.
        changed = changed.exclude(state=EnrolmentState.REMOVED)
    return changed.update(state=state, changed_at=now)


def who_stays(people: Iterable[Enrolment], course: Course) -> dict[int, CannotMoveError.Why]:
    """Which of *people*, by key, cannot be moved to *course*, and why."""
    teachers = {course.owner_id, *course.instructors.values_list("pk", flat=True)}
    return _who_stays(people, Enrolment.objects.filter(course=course), teachers)


def _who_stays(
    people: Iterable[Enrolment], there: Iterable[Enrolment], teachers: Iterable[int]
) -> dict[int, CannotMoveError.Why]:
    why = CannotMoveError.Why
    on_it = (each.user_id for each in there if each.state != EnrolmentState.REMOVED)
    found = dict.fromkeys(on_it, why.ALREADY) | dict.fromkeys(teachers, why.TEACHES)
    # Last, for others may have lost their accounts there as well.
    found[None] = why.NO_ACCOUNT
    stays = {each.pk: found.get(each.user_id) or _gone(each) for each in people}
    return {key: each for key, each in stays.items() if each is not None}


def _gone(each: Enrolment) -> CannotMoveError.Why | None:
    """From where nobody is any more nobody is moved: they may be on a third course by now."""
    return CannotMoveError.Why.GONE if each.state == EnrolmentState.REMOVED else None


def move(enrolment: Enrolment, course: Course, *, now: datetime) -> Enrolment:
    """Raises: CannotMoveError."""
    _moved, stays = move_all([enrolment], course, now=now)
    if stays:
        raise CannotMoveError(stays[enrolment.pk])
    return Enrolment.objects.get(course=course, user=enrolment.user_id)


@transaction.atomic
def move_all(
    people: Sequence[Enrolment], course: Course, *, now: datetime
) -> tuple[int, dict[int, CannotMoveError.Why]]:
    """Put *people* on *course*; on the old one the record stays, as that of somebody removed.

    A number that somebody has there already is left behind. Gives the number of those who went,
    and those who stayed, by their keys.
    """
    keys = {course.pk, *(each.course_id for each in people)}
    # People first, as whoever begins an exam holds themselves and then the course; both in the
    # order of their keys, so that two moves do not wait for each other.
    mine = Enrolment.objects.select_for_update().filter(pk__in=[each.pk for each in people])
    named = Course.instructors.through.objects.filter(course=course, user=OuterRef("user"))
    # As they are now, which another move may have changed.
    held = list(mine.order_by("pk").annotate(teaches=Exists(named)))
    courses = Course.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    owner = {each.pk: each for each in courses}[course.pk].owner_id
    there = list(Enrolment.objects.filter(course=course))
    stays = _who_stays(held, there, {owner, *(each.user_id for each in held if each.teaches)})
    going = [each for each in held if each.pk not in stays]
    holders = {each.number: each.user_id for each in there if each.number}
    without = [
        each.pk for each in going if holders.setdefault(each.number, each.user_id) != each.user_id
    ]
    _put([each.pk for each in going], course, without, now)
    set_state([each.pk for each in going], EnrolmentState.REMOVED, now=now)
    return len(going), stays


# Whoever was on the course before gets that record back; without a number it keeps its own.
_PUT: Final = """
INSERT INTO {table} (course_id, user_id, name, number, state, joined_at, changed_at) {rows}
ON CONFLICT (course_id, user_id) DO UPDATE SET name = excluded.name, state = excluded.state,
changed_at = excluded.changed_at,
number = CASE WHEN excluded.number = '' THEN {table}.number ELSE excluded.number END
"""


def _put(keys: Sequence[int], course: Course, without: Sequence[int], now: datetime) -> None:
    """Those with these keys come onto *course*, some *without* their number: one statement for
    any number of people, which the ORM splits on SQLite."""
    if not keys:
        return
    rows = Enrolment.objects.filter(pk__in=keys).order_by("pk")
    rows = rows.values_list(
        Value(course.pk, models.BigIntegerField()),
        "user_id",
        "name",
        Case(When(pk__in=without, then=Value("")), default="number"),
        Value(EnrolmentState.ACTIVE.value, models.CharField()),
        Value(now, models.DateTimeField()),
        Value(now, models.DateTimeField()),
    )
    sql, params = rows.query.sql_with_params()
    table = connection.ops.quote_name(Enrolment._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(_PUT.format(table=table, rows=sql), params)


def rename(enrolment: Enrolment, name: str, number: str) -> None:
    """Raises: NumberTakenError."""
    mine = Enrolment.objects.filter(pk=enrolment.pk)
    try:
        with transaction.atomic():
            mine.update(name=name, number=number)
    except IntegrityError:
        raise NumberTakenError(number) from None
