"""A course of one's own from a starter, under the rules of one house."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from rules.models import House
from rules.versions import rulesets_in_force
from trainer.models import Course, Lesson, User
from trainer.school.people.codes import new_code
from trainer.school.starters import Starter, StarterLesson


class NothingOfferedError(Exception):
    """The house has no rules in force for the game of the starter."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A starter as one house can deal it: without the items, and at last the lessons, that its
    rules have no questions of. Lessons require the remaining ones by their new places."""

    lessons: tuple[StarterLesson, ...]
    left_out: tuple[StarterLesson, ...]


def fit(starter: Starter, house: House, now: datetime) -> Fitted:
    """Raises: NothingOfferedError."""
    rules = rulesets_in_force(house, now)
    if starter.key not in rules:
        raise NothingOfferedError(starter.key)
    kept: dict[int, StarterLesson] = {}
    left_out = []
    for place, lesson in enumerate(starter.lessons, start=1):
        items = tuple(item for item in lesson.items if item.is_offered(rules))
        if items:
            kept[place] = replace(lesson, items=items)
        else:
            left_out.append(lesson)
    places = {old: new for new, old in enumerate(kept, start=1)}
    lessons = []
    for lesson in kept.values():
        needed = {places[old] for old in _kept_before(lesson, starter, kept)}
        lessons.append(replace(lesson, requires=tuple(sorted(needed))))
    return Fitted(tuple(lessons), tuple(left_out))


def _kept_before(
    lesson: StarterLesson, starter: Starter, kept: Mapping[int, StarterLesson]
) -> Iterator[int]:
    """The places that it requires; where one was left out, what that one required."""
    for place in lesson.requires:
        if place in kept:
            yield place
        else:
            yield from _kept_before(starter.lessons[place - 1], starter, kept)


@transaction.atomic
def fill_course(course: Course, fitted: Fitted) -> list[Lesson]:
    """Give a course that has no lessons yet those of a starter."""
    lessons = Lesson.objects.bulk_create(
        Lesson(
            course=course,
            position=position,
            title=dict(each.title),
            notes=dict(each.notes),
            items=[item.to_data() for item in each.items],
            questions=each.questions,
            help=each.help,
            accuracy_percent=each.accuracy_percent,
            critical_allowed=each.critical_allowed,
            pace_percent=each.pace_percent,
        )
        for position, each in enumerate(fitted.lessons, start=1)
    )
    through = Lesson.requires.through
    through.objects.bulk_create(
        through(from_lesson_id=lesson.pk, to_lesson_id=lessons[place - 1].pk)
        for lesson, each in zip(lessons, fitted.lessons, strict=True)
        for place in each.requires
    )
    return lessons


@transaction.atomic
def start_course(
    starter: Starter,
    fitted: Fitted,
    house: House,
    owner: User,
    *,
    now: datetime,
    demo: bool = False,
) -> Course:
    """With the lessons *fitted* to the house; nobody is on it yet."""
    course = Course.objects.create(
        title=dict(starter.title),
        notes=dict(starter.notes),
        house=house,
        owner=owner,
        join_code=new_code(),
        created_at=now,
        demo=demo,
    )
    fill_course(course, fitted)
    return course
