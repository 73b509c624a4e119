"""The first verdicts on what was saved, given when a sitting is over: by the machine, and over
them what was decided on the same deals before."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from rules.engine import ENGINE_VERSION
from trainer.drills import base, find_drill
from trainer.models import Course, Exam, ExamAnswer, ExamSitting, ExamVerdict
from trainer.practice.unreadable import UNREADABLE
from trainer.school.exams.clock import clock_of, is_over, with_clock
from trainer.school.grading.standing import apply_standing


class NotOverError(Exception):
    """The sitting still takes answers."""


def last_answers(sittings: Iterable[ExamSitting]) -> list[ExamAnswer]:
    """Of every item that was answered, in the order of the paper, with item, deal and rules."""
    later = ExamAnswer.objects.filter(
        sitting=OuterRef("sitting"), item=OuterRef("item"), number__gt=OuterRef("number")
    )
    answers = ExamAnswer.objects.filter(~Exists(later), sitting__in=sittings)
    answers = answers.select_related("item__deal__version__house")
    return list(answers.order_by("sitting", "item__position"))


def judge_sitting(sitting: ExamSitting, now: datetime) -> None:
    """Write the verdicts that are missing; a second time writes nothing. Raises: NotOverError."""
    judged = ExamVerdict.objects.filter(answer=OuterRef("pk"), regrade=None)
    with transaction.atomic():
        found = ExamSitting.objects.select_related("exam").select_for_update(of=("self",))
        if not is_over(found.get(pk=sitting.pk), now):
            raise NotOverError(sitting)
        answers = last_answers([sitting])
        known = set(ExamAnswer.objects.filter(Exists(judged), sitting=sitting).values_list("pk"))
        judged_now = (_verdict(each, now) for each in answers if (each.pk,) not in known)
        rows = [row for row in judged_now if row is not None]
        ExamVerdict.objects.bulk_create(rows)
        if rows:
            apply_standing(sitting.exam, rows, now)
        ExamSitting.objects.filter(pk=sitting.pk).update(judged_at=now)
    sitting.judged_at = now


def _verdict(answer: ExamAnswer, now: datetime) -> ExamVerdict | None:
    """None of a deal that is damaged, which the paper's page says; it keeps nobody else's
    verdict waiting."""
    deal = answer.item.deal
    try:
        given = base.answer_from_data(answer.given)
        checked = find_drill(deal.drill).check(deal.value, given, deal.version.ruleset)
    except UNREADABLE:
        return None
    return ExamVerdict(
        answer=answer,
        version=deal.version,
        engine=ENGINE_VERSION,
        right=checked.right,
        parts=[part.to_data() for part in checked.parts],
        created_at=now,
    )


def judge_over(exam: Exam, now: datetime) -> int:
    """Judge every sitting of *exam* that is over and was not judged; gives their number."""
    return _judge(ExamSitting.objects.filter(exam=exam), now)


def judge_course(course: Course, now: datetime) -> int:
    """`judge_over` for every exam of *course*: whoever reads results of many calls this first."""
    return _judge(ExamSitting.objects.filter(exam__course=course), now)


def _judge(sittings: QuerySet[ExamSitting], now: datetime) -> int:
    waiting = sittings.filter(judged_at=None).select_related("exam")
    over = [each for each in waiting.annotate(**with_clock()) if clock_of(each, now).over]
    for sitting in over:
        judge_sitting(sitting, now)
    return len(over)
