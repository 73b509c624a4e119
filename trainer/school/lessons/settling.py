"""Writes: what became of a lesson is frozen when its sitting has ended.

A sitting ends in practice, which knows nothing of lessons. So whoever reads the results of a
lesson settles them first, as often as they like: a result that is there stays. Practice that is
deleted is settled before it goes.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from trainer.models import LessonRun, Verdict
from trainer.school.lessons.results import Given, Goal, Result, judge

# A sitting that is gone without a word, with its account, says nothing any more.
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
    pending = runs.filter(_ENDED, finished_at=None)
    keys = list(pending.values_list("pk", flat=True))
    if not keys:
        return 0
    with transaction.atomic():
        # Looked at again under the lock: another page may have settled them in the meantime.
        return _freeze(_held(finished_at=None, pk__in=keys), now)


def let_go(sittings: Sequence[int]) -> None:
    """Freeze the results of these sittings, ended or not, before they are deleted.

    What is not ended is given up with the answers that there are.
    """
    _freeze(_held(finished_at=None, sitting__in=sittings), timezone.now())
    LessonRun.objects.filter(sitting__in=sittings).update(sitting=None)


def _held(**which: Any) -> list[LessonRun]:
    runs = LessonRun.objects.filter(**which).select_related("lesson", "sitting")
    return list(runs.order_by("pk").select_for_update(of=("self",)))


def _freeze(runs: list[LessonRun], now: datetime) -> int:
    answers = _answers([run.sitting_id for run in runs if run.sitting_id])
    for run in runs:
        run.finished_at = (run.sitting.ended_at if run.sitting else None) or now
        found = _judged(run, run.finished_at, answers.get(run.sitting_id, []))
        run.result, run.passed = found.to_data(), found.passed
    LessonRun.objects.bulk_update(runs, _RESULT)
    return len(runs)


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
