"""Trainees take lessons, by the services of practice, at times of the past.

Deals are made under the rules that are in force now: a new installation had none before.
"""

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from trainer.drills import find_drill
from trainer.drills.base import Answer
from trainer.models import Deal, Enrolment, Lesson, LessonRun, Mode, Question, Sitting
from trainer.practice.progress import find_question
from trainer.practice.sittings import Run, deal_next, mark_shown, record_answer, start_run
from trainer.practice.targets import target_ms
from trainer.school.demo.slips import slip
from trainer.school.lessons.items import items_of, orders


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody answers at the moment: the chance to be right, and the share of the target."""

    right: float
    pace: float


def answer_of(deal: Deal, manner: Manner, random: Random) -> Answer:
    drill, value, ruleset = find_drill(deal.drill), deal.value, deal.version.ruleset
    if random.random() < manner.right:
        return drill.expected(value, ruleset)
    return slip(drill, value, ruleset, random)


def time_for(deal: Deal, manner: Manner, random: Random) -> timedelta:
    share = manner.pace * random.lognormvariate(0, 0.4)
    return timedelta(milliseconds=round(target_ms(deal.drill, None) * min(share, 4)))


def take_lesson(
    enrolment: Enrolment,
    lesson: Lesson,
    number: int,
    manner: Manner,
    *,
    at: datetime,
    now: datetime,
    seed: bytes,
) -> None:
    """All of it, begun *at* some time before *now*; the result is for `settle`."""
    random = Random(seed)
    run = Run(
        mode=Mode.LESSON,
        help=lesson.help,
        level=lesson.items[0]["level"],
        length=lesson.questions,
        plan=orders(items_of(lesson.items), lesson.questions),
    )
    house = enrolment.course.house
    learner = enrolment.user.learner
    first = start_run(learner, run, house=house, seed=_part(seed, "sitting"), now=now)
    sitting = first.sitting
    Sitting.objects.filter(pk=sitting.pk).update(started_at=at)
    LessonRun.objects.create(
        enrolment=enrolment, lesson=lesson, number=number, sitting=sitting, started_at=at
    )
    moment = at
    for position in range(1, lesson.questions + 1):
        question = _question(sitting, position, moment, now)
        moment += time_for(question.deal, manner, random)
        record_answer(question, answer_of(question.deal, manner, random), now=moment)
        # A glance at the verdict.
        moment += timedelta(seconds=random.uniform(2, 8))


def _question(sitting: Sitting, position: int, shown_at: datetime, now: datetime) -> Question:
    if position > 1:
        deal_next({}, sitting.uuid, position, now=now, shown_at=shown_at)
    question = find_question({}, sitting.uuid, position)
    mark_shown(question, now=shown_at)
    return question


def _part(seed: bytes, name: str) -> bytes:
    return hmac.digest(seed, name.encode(), "sha256")
