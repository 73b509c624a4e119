"""Writes: the lessons of a course and their order."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Max

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from trainer.models import Course, Lesson
from trainer.school.lessons.items import Item
from trainer.school.lessons.settling import settle


class LessonError(EngineError):
    """A change that is refused, with a text for the person who tried."""


class TakenLessonError(LessonError):
    template = gettext_noop(
        "Somebody has begun this lesson. It stays, so that the results stay with it."
    )


class CycleError(LessonError):
    template = gettext_noop("The lessons would wait for each other, and nobody could begin them.")


@transaction.atomic
def save_lesson(
    lesson: Lesson, items: Sequence[Item], requires: Iterable[Lesson], *, now: datetime
) -> Lesson:
    """Store a new lesson as the last of its course, or an edited one in its place.

    What has been taken by now is measured against the goal as it was.

    Raises: CycleError.
    """
    _hold(lesson.course_id)
    needed = {each.pk for each in requires}
    if lesson.pk is None:
        last = Lesson.objects.filter(course=lesson.course_id).aggregate(last=Max("position"))
        lesson.position = (last["last"] or 0) + 1
    else:
        if waits_for_itself(lesson.pk, needed, _requirements(lesson.course_id)):
            raise CycleError
        settle(lesson.runs.all(), now=now)
        # It may have been moved since the form was opened.
        lesson.position = Lesson.objects.get(pk=lesson.pk).position
    lesson.items = [item.to_data() for item in items]
    lesson.save()
    lesson.requires.set(needed)
    return lesson


@transaction.atomic
def move_lesson(course: Course, key: int, steps: int) -> None:
    """Up by one where *steps* is negative, else down; the first and the last stay at their end.

    Raises: Lesson.DoesNotExist.
    """
    _hold(course.pk)
    lesson = course.lessons.get(pk=key)
    up = steps < 0
    others = course.lessons.filter(
        **{"position__lt" if up else "position__gt": lesson.position}
    ).order_by("-position" if up else "position")
    if other := others.first():
        last = course.lessons.aggregate(last=Max("position"))["last"]
        # No two lessons ever have the same place, not even in between.
        for each, place in (
            (lesson, last + 1),
            (other, lesson.position),
            (lesson, other.position),
        ):
            course.lessons.filter(pk=each.pk).update(position=place)


@transaction.atomic
def delete_lesson(course: Course, key: int) -> None:
    """Raises: Lesson.DoesNotExist, TakenLessonError."""
    _hold(course.pk)
    # Locked, so that nobody begins it in this moment.
    lesson = course.lessons.select_for_update().get(pk=key)
    if lesson.runs.exists():
        raise TakenLessonError
    lesson.delete()
    behind = course.lessons.filter(position__gt=lesson.position).order_by("position")
    for key in list(behind.values_list("pk", flat=True)):
        course.lessons.filter(pk=key).update(position=F("position") - 1)


def waits_for_itself(
    lesson: int, needed: Iterable[int], requirements: Mapping[int, Iterable[int]]
) -> bool:
    """Whether *lesson*, requiring the *needed*, could be begun only after itself.

    >>> waits_for_itself(1, [3], {3: [2], 2: [1]}), waits_for_itself(3, [2, 1], {2: [1]})
    (True, False)
    """
    waiting, seen = list(needed), set[int]()
    while waiting:
        each = waiting.pop()
        if each == lesson:
            return True
        if each not in seen:
            seen.add(each)
            waiting += requirements.get(each, ())
    return False


def _requirements(course: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = Lesson.requires.through.objects.filter(from_lesson__course=course)
    for lesson, needed in rows.values_list("from_lesson", "to_lesson"):
        found.setdefault(lesson, []).append(needed)
    return found


def _hold(course: int) -> None:
    """Two who change the lessons of a course take turns."""
    Course.objects.select_for_update().get(pk=course)
