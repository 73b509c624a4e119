"""Writes: courses, who teaches them, and whether they are over."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from trainer.models import Course, User
from trainer.school.people.codes import new_code


@transaction.atomic
def save_course(course: Course, instructors: Iterable[User], *, now: datetime) -> Course:
    """A new course gets its join code."""
    if course.pk is None:
        course.join_code, course.created_at = new_code(), now
    course.save()
    course.instructors.set(instructors)
    return course


def archive_course(course: Course, *, now: datetime) -> None:
    """Nobody begins anything on it any more; all that was done stays. Joining ends too."""
    Course.objects.filter(pk=course.pk, archived_at=None).update(archived_at=now, join_open=False)


def restore_course(course: Course) -> None:
    """It goes on; whether people may join is decided anew."""
    Course.objects.filter(pk=course.pk).update(archived_at=None)
