"""Writes: joining a course by its code, and the code itself."""

from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from trainer.models import Course, Enrolment, EnrolmentState, User
from trainer.school.access import access_to
from trainer.school.people.codes import new_code
from trainer.school.permissions import TEACHING


class Joined(StrEnum):
    NEW = "new"
    BACK = "back"
    ALREADY = "already"
    PAUSED = "paused"
    TEACHES = "teaches"
    CLOSED = "closed"


JOINS: Final = (Joined.NEW, Joined.BACK)


def outlook(course: Course, user: User) -> Joined:
    """What joining would come to: only `NEW` and `BACK` change anything.

    Who was removed gets the old record back; who was paused stays paused, for that was
    somebody's decision.
    """
    if access_to(user, course).standing in TEACHING:
        return Joined.TEACHES
    state = Enrolment.objects.filter(course=course, user=user).values_list("state", flat=True)
    found = state.first()
    if found == EnrolmentState.ACTIVE:
        return Joined.ALREADY
    if found == EnrolmentState.PAUSED:
        return Joined.PAUSED
    if not course.join_open or course.archived_at is not None:
        return Joined.CLOSED
    return Joined.NEW if found is None else Joined.BACK


@transaction.atomic
def join(course: Course, user: User, *, now: datetime) -> Joined:
    # Two requests of the same person take turns, and the course closes for both or neither.
    course = Course.objects.select_for_update().get(pk=course.pk)
    joined = outlook(course, user)
    if joined is Joined.NEW:
        name = user.shown_name
        Enrolment.objects.create(
            course=course, user=user, name=name, joined_at=now, changed_at=now
        )
    elif joined is Joined.BACK:
        mine = Enrolment.objects.filter(course=course, user=user)
        mine.update(state=EnrolmentState.ACTIVE, changed_at=now)
    return joined


def open_joining(course: Course, is_open: bool) -> None:
    Course.objects.filter(pk=course.pk).update(join_open=is_open)


def renew_code(course: Course) -> str:
    """The old code and its link find nothing any more."""
    code = new_code()
    Course.objects.filter(pk=course.pk).update(join_code=code)
    return code
