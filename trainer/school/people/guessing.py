"""A course by its code. Whoever guesses is slowed down as at the sign-in."""

from datetime import datetime

from django.http import HttpRequest

from trainer.accounts import throttle
from trainer.models import Course
from trainer.school.people.codes import normal_code


class UnknownCodeError(Exception):
    """No course that goes on has this code."""


def course_by_code(request: HttpRequest, text: str, *, now: datetime) -> Course:
    """The course with the code *text*; a wrong one counts as a failed try.

    Raises: UnknownCodeError, TooManyTriesError: then no code was looked at.
    """
    tries = throttle.tries_at(request, "join code")
    throttle.admit(tries, now=now)
    course = _find(normal_code(text))
    if course is None:
        raise UnknownCodeError(text)
    throttle.undo(tries)
    return course


def _find(code: str) -> Course | None:
    courses = Course.objects.filter(join_code=code, archived_at=None)
    return courses.select_related("house").first()
