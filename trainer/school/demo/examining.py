"""An exam that has been sat, judged and opened for review, and one that is to come."""

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Final

from trainer.models import Allowance, Course, Enrolment, Exam, Paper
from trainer.school.demo.practising import Manner, answer_of, time_for
from trainer.school.exams import sitting as sittings
from trainer.school.exams.judging import judge_over
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import deal_questions, store_paper

TITLE: Final = {
    "en": "Mid-term exam",
    "uk": "Проміжний іспит",
    "ru": "Промежуточный экзамен",
}
NEXT: Final = {"en": "Final exam", "uk": "Підсумковий іспит", "ru": "Итоговый экзамен"}
MORE_TIME: Final = {
    "en": "Writes slowly after an injury of the hand.",
    "uk": "Після травми руки пише повільно.",
    "ru": "После травмы руки пишет медленно.",
}
GAME: Final = "russian-poker"
BLUEPRINT: Final = Blueprint(
    (
        Row("which-hand-wins", GAME, 2, 6, {"tie": 34}),
        Row("dealer-qualifies", GAME, 2, 4, {"qualifies:no": 50}),
        Row("two-combinations", GAME, 1, 3),
        Row("what-it-pays", GAME, 2, 7),
    )
)


def hold_exam(
    course: Course,
    people: Mapping[Enrolment, Manner],
    *,
    blueprint: Blueprint,
    at: datetime,
    now: datetime,
    seed: bytes,
    language: str,
) -> Exam:
    """*people* sit it within an hour from *at*; whoever else is on the course is absent."""
    random = Random(seed)
    dealt = deal_questions(course.house, blueprint, hmac.digest(seed, b"paper", "sha256"), now)
    paper = store_paper(
        course,
        blueprint,
        dealt,
        title=TITLE,
        seed=hmac.digest(seed, b"paper", "sha256"),
        by=course.owner,
        now=at - timedelta(days=2),
    )
    exam = _exam(course, paper, blueprint, TITLE, at)
    slow = max(people, key=lambda enrolment: people[enrolment].pace)
    Allowance.objects.create(
        exam=exam,
        enrolment=slow,
        minutes=15,
        reason=MORE_TIME[language],
        by=course.owner,
        at=at - timedelta(days=1),
    )
    for enrolment, manner in people.items():
        _sit(exam, enrolment, manner, at + timedelta(seconds=random.randint(5, 90)), random)
    judge_over(exam, at + timedelta(hours=2))
    opened = at + timedelta(hours=3)
    Exam.objects.filter(pk=exam.pk).update(review_opened_at=opened, review_first_opened_at=opened)
    return exam


def plan_exam(course: Course, *, blueprint: Blueprint, at: datetime, seed: bytes, now: datetime):
    """It is to come: its paper is there already."""
    dealt = deal_questions(course.house, blueprint, seed, now)
    paper = store_paper(course, blueprint, dealt, title=NEXT, seed=seed, by=course.owner, now=now)
    return _exam(course, paper, blueprint, NEXT, at)


def _exam(
    course: Course, paper: Paper, blueprint: Blueprint, title: Mapping[str, str], at: datetime
) -> Exam:
    return Exam.objects.create(
        course=course,
        title=dict(title),
        blueprint=blueprint.to_data(),
        paper=paper,
        opens_at=at,
        closes_at=at + timedelta(hours=1),
        created_at=paper.made_at,
        by=course.owner,
    )


def _sit(
    exam: Exam, enrolment: Enrolment, manner: Manner, moment: datetime, random: Random
) -> None:
    """In the order of the paper, once, and handed in."""
    device = hmac.digest(b"demo", enrolment.name.encode(), "sha256").hex()
    sitting = sittings.begin(exam, enrolment, now=moment, device=device)
    items = sitting.paper.items.select_related("deal__version__house").order_by("position")
    for item in items:
        sittings.show(sitting, item, now=moment)
        moment += time_for(item.deal, manner, random)
        given = answer_of(item.deal, manner, random)
        sittings.save(sitting, item, given, now=moment, device=device)
    sittings.hand_in(sitting, now=moment + timedelta(seconds=5), device=device)
