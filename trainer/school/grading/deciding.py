"""Everything appeals and regrading write: each once, as new rows; nothing is overwritten."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from rules.engine import ENGINE_VERSION
from rules.models import Version
from trainer.models import (
    Appeal,
    AppealDecision,
    Course,
    Deal,
    Exam,
    ExamSitting,
    ExamVerdict,
    PaperItem,
    Regrade,
    User,
)
from trainer.school.grading.regrading import Change, Plan, plan_appeal, plan_left_out, plan_rules

# So many rows a statement.
BATCH: Final = 1000


class RegradeError(Exception):
    """Nothing was written."""


class AlreadyDoneError(RegradeError):
    """This was confirmed before, perhaps by the first of two clicks."""


class OutdatedPlanError(RegradeError):
    """What would be written now is not what was previewed."""


class SittingsWaitError(RegradeError):
    """Sittings with such a question are not over or not judged."""


def raise_appeal(sitting: ExamSitting, item: PaperItem, text: str, *, now: datetime) -> Appeal:
    """The appeal on *item*; a second one gives the first."""
    try:
        with transaction.atomic():
            return Appeal.objects.create(sitting=sitting, item=item, text=text, raised_at=now)
    except IntegrityError:
        return Appeal.objects.get(sitting=sitting, item=item)


def reject(appeal: Appeal, reason: str, *, by: User, now: datetime) -> AppealDecision:
    """Raises: AlreadyDoneError."""
    with transaction.atomic():
        _hold(appeal.sitting.exam.course)
        return _decide(appeal, reason, by, now, accepted=False)


@transaction.atomic
def accept(
    appeal: Appeal, reason: str, *, everybody: bool, token: str, by: User, now: datetime
) -> AppealDecision:
    """Accept as previewed under *token*, and regrade every answer that it touches.

    Raises: AlreadyDoneError, OutdatedPlanError, SittingsWaitError.
    """
    _hold(appeal.sitting.exam.course)
    if AppealDecision.objects.filter(appeal=appeal).exists():
        raise AlreadyDoneError(appeal)
    plan = plan_appeal(appeal, everybody=everybody)
    _check(plan, token)
    fields = {"cause": Regrade.Cause.APPEAL, "deal_id": appeal.item.deal_id, "reason": reason}
    regrades = _write(plan, fields, by, now)
    # The answer that is appealed may have become right with somebody else's appeal.
    own = next((each for each in regrades if each.exam_id == appeal.sitting.exam_id), None)
    said = {"accepted": True, "everybody": everybody, "regrade": own}
    return _decide(appeal, reason, by, now, **said)


def _decide(
    appeal: Appeal, reason: str, by: User, now: datetime, **said: object
) -> AppealDecision:
    if AppealDecision.objects.filter(appeal=appeal).exists():
        raise AlreadyDoneError(appeal)
    return AppealDecision.objects.create(appeal=appeal, reason=reason, by=by, at=now, **said)


@transaction.atomic
def regrade(
    course: Course,
    old: Version,
    new: Version,
    reason: str,
    *,
    token: str,
    by: User,
    now: datetime,
) -> list[Regrade]:
    """Judge under *new* what counts under *old*, as previewed under *token*; one row an exam.

    Raises: AlreadyDoneError, OutdatedPlanError, SittingsWaitError.
    """
    _hold(course)
    plan = plan_rules(course, old, new)
    done = Regrade.objects.filter(exam__course=course, old=old, new=new)
    if not plan.changes and done.exists():
        raise AlreadyDoneError(old, new)
    _check(plan, token)
    fields = {"cause": Regrade.Cause.RULES, "old": old, "new": new, "reason": reason}
    return _write(plan, fields, by, now)


@transaction.atomic
def leave_out(
    exam: Exam, deal: Deal, reason: str, *, token: str, by: User, now: datetime
) -> list[Regrade]:
    """Leave the answers to *deal* that could not be judged out, as previewed under *token*.

    Raises: AlreadyDoneError, OutdatedPlanError, SittingsWaitError.
    """
    _hold(exam.course)
    plan = plan_left_out(exam, deal)
    if not plan.changes:
        raise AlreadyDoneError(exam, deal)
    _check(plan, token)
    return _write(plan, {"cause": Regrade.Cause.LEFT_OUT, "deal": deal, "reason": reason}, by, now)


def _hold(course: Course) -> None:
    """Regrading in a course takes turns; a second click waits here for the first."""
    list(Exam.objects.select_for_update().filter(course=course).order_by("pk").values("pk"))


def _check(plan: Plan, token: str) -> None:
    if plan.waiting:
        raise SittingsWaitError(plan.waiting)
    if plan.token != token:
        raise OutdatedPlanError(token)


def _write(plan: Plan, fields: dict[str, object], by: User, now: datetime) -> list[Regrade]:
    by_exam: dict[int, list[Change]] = defaultdict(list)
    for change in plan.changes:
        by_exam[change.current.exam].append(change)
    regrades = []
    for exam, changes in sorted(by_exam.items()):
        changed = sum(change.differs for change in changes)
        made = Regrade.objects.create(exam_id=exam, changed=changed, by=by, at=now, **fields)
        ExamVerdict.objects.bulk_create(_verdicts(changes, made, now), batch_size=BATCH)
        regrades.append(made)
    return regrades


def _verdicts(changes: Sequence[Change], made: Regrade, now: datetime) -> list[ExamVerdict]:
    return [
        ExamVerdict(
            answer_id=change.current.answer,
            version_id=change.version,
            regrade=made,
            engine=ENGINE_VERSION,
            right=change.right,
            parts=list(change.parts),
            created_at=now,
        )
        for change in changes
    ]
