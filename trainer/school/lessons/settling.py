"""Writes: what became of a lesson is frozen when its sitting has ended.

A sitting ends in practice, which knows nothing of lessons. So whoever reads the results of a
lesson settles them first, as often as they like: a result that is there stays. Practice that is
deleted is settled before it goes.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from trainer.models import LessonRun, Verdict
from trainer.school.lessons.results import Given, Goal, Result, judge

# A sitting that is gone without a word, with its learner, says nothing any more.
_ENDED: Final = Q(sitting=None) | Q(sitting__ended_at__isnull=False)
_RESULT: Final = ("finished_at", "result", "passed")
_ANSWER: Final = (
    "answer__question__sitting",
    "answer__question",
    "answer__question__deal__drill",
    "answer__question__target_ms",
    "answer__elapsed_ms",
    "answer__idle_ms",
    "right",
    "parts",
)


def settle(runs: QuerySet[LessonRun], *, now: datetime) -> int:
    """Freeze the results of those of *runs* whose sittings have ended; gives how many."""
    return _freeze(runs.filter(_ENDED), now)


@transaction.atomic
def let_go(sittings: Sequence[int]) -> None:
    """Freeze the results of these sittings, ended or not, before they are deleted.

    What is not ended is given up with the answers that there are.
    """
    runs = LessonRun.objects.filter(sitting__in=sittings)
    _freeze(runs, timezone.now())
    runs.update(sitting=None)


def _freeze(runs: QuerySet[LessonRun], now: datetime) -> int:
    pending = list(runs.filter(finished_at=None).select_related("lesson", "sitting"))
    if not pending:
        return 0
    answers = _answers([run.sitting_id for run in pending if run.sitting_id])
    for run in pending:
        run.finished_at = (run.sitting.ended_at if run.sitting else None) or now
        found = _judged(run, run.finished_at, answers.get(run.sitting_id, []))
        run.result, run.passed = found.to_data(), found.passed
    # Of two pages that settle the same run the first one counts.
    open_ = LessonRun.objects.filter(finished_at=None)
    return open_.bulk_update(pending, _RESULT)


def _judged(run: LessonRun, finished_at: datetime, answers: list[Given]) -> Result:
    lesson, sitting = run.lesson, run.sitting
    closes = lesson.closes_at
    questions = sitting.length if sitting else lesson.questions
    late = closes is not None and finished_at > closes
    return judge(Goal.of(lesson), questions, answers, late=late)


def _answers(sittings: Sequence[int]) -> dict[int, list[Given]]:
    """The answers of each sitting with the latest verdict on each."""
    verdicts = Verdict.objects.filter(answer__question__sitting__in=sittings, answer__number=1)
    latest: dict[tuple[int, int], Given] = {}
    for sitting, question, drill, target, elapsed, idle, right, parts in verdicts.order_by(
        "pk"
    ).values_list(*_ANSWER):
        latest[sitting, question] = Given(drill, right, parts, elapsed - idle, target)
    found: dict[int, list[Given]] = {}
    for (sitting, _), given in latest.items():
        found.setdefault(sitting, []).append(given)
    return found
