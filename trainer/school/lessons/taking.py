"""Writes: somebody on a course begins a lesson, or goes on with it."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from trainer.drills.base import CannotDealError
from trainer.drills.stream import SEED_BYTES
from trainer.models import Enrolment, Learner, Lesson, LessonRun, Mode, Sitting
from trainer.practice.planning import zone_of
from trainer.practice.sittings import Run, start_run
from trainer.school.lessons.items import items_of, orders
from trainer.school.lessons.settling import settle
from trainer.school.lessons.standing import Place, places


class NotOpenError(Exception):
    """The lesson cannot be begun now; `place` says why."""

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(f"{place.lesson} is {place.state}")


@transaction.atomic
def take(lesson: int, enrolment: Enrolment, learner: Learner, *, now: datetime) -> Sitting:
    """The sitting to go on with: the one that has not ended, else a new one.

    Two at once get the same.

    Raises:
        Lesson.DoesNotExist: also where the lesson is for others only.
        NotOpenError, CannotDealError, NoLiveVersionError
    """
    held = Enrolment.objects.select_for_update(of=("self",)).select_related("course__house")
    enrolment = held.get(pk=enrolment.pk)
    settle(enrolment.runs.all(), now=now)
    place = next((each for each in places(enrolment, now) if each.lesson.pk == lesson), None)
    if place is None:
        raise Lesson.DoesNotExist(lesson)
    if place.running is not None:
        return place.running.sitting
    if not place.may_begin:
        raise NotOpenError(place)
    return _begin(place.lesson, enrolment, learner, now)


def _begin(lesson: Lesson, enrolment: Enrolment, learner: Learner, now: datetime) -> Sitting:
    items = items_of(lesson.items)
    if not items:
        raise CannotDealError(f"{lesson} asks nothing")
    drills, games = ({getattr(item, name) for item in items} for name in ("drill", "game"))
    run = Run(
        drill=drills.pop() if len(drills) == 1 else "",
        game=games.pop() if len(games) == 1 else "",
        level=items[0].level,
        mode=Mode.LESSON,
        help=lesson.help,
        length=lesson.questions,
        plan=orders(items, lesson.questions),
    )
    seed, zone = secrets.token_bytes(SEED_BYTES), zone_of(learner)
    house = enrolment.course.house
    sitting = start_run(learner, run, house=house, seed=seed, zone=zone, now=now).sitting
    latest = enrolment.runs.filter(lesson=lesson).aggregate(latest=Max("number"))["latest"]
    LessonRun.objects.create(
        enrolment=enrolment,
        lesson=lesson,
        number=(latest or 0) + 1,
        sitting=sitting,
        started_at=now,
    )
    return sitting
