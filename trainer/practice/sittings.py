"""Everything practice writes: start, deal next, show, record an answer once, end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery

from rules.engine import ENGINE_VERSION
from rules.models import House
from trainer.drills import base, find_drill
from trainer.models import Answer, Help, Learner, Mode, Question, Sitting, Verdict
from trainer.practice import clocks
from trainer.practice.dealing import store_deal
from trainer.practice.helps import helping
from trainer.practice.orders import Order, Said, is_through, order_at
from trainer.practice.progress import by_position, elapsed_ms, find_question, find_verdict, said
from trainer.practice.targets import edited_targets, read_targets, target_ms
from trainer.prepared import Prepared

# Locked, so that the sitting does not end before the next question is stored.
_HELD: Final = Prepared(
    Sitting.objects.select_related("house")
    .annotate(
        rows=said(),
        targets=edited_targets(),
        dealt=Subquery(
            Question.objects.filter(sitting=OuterRef("pk"))
            .order_by("-position")
            .values("position")[:1]
        ),
    )
    .select_for_update(of=("self",))
)
_ANSWERED: Final = Prepared(Sitting.objects.all(), "spent_ms", "ended_at", "finished_on")


class SittingEndedError(Exception):
    """The sitting takes no more deals or answers."""


class NotAnsweredError(Exception):
    """The question last dealt still waits for its answer."""


@dataclass(frozen=True, slots=True)
class Run:
    """What kind of sitting to begin; see `Sitting` for the fields."""

    drill: str = ""
    game: str = ""
    level: int = base.LEVELS[0]
    mode: str = Mode.PRACTICE
    help: str = Help.PRACTICE
    length: int | None = None
    limit_ms: int | None = None
    miss_ms: int = 0
    plan: Sequence[Order] = field(default=())
    source: Sitting | None = None


def start_sitting(
    learner: Learner,
    *,
    house: House,
    drill: str,
    game: str,
    level: int,
    length: int,
    seed: bytes,
    now: datetime,
) -> Question:
    """`start_run` for so many questions of one drill in one game."""
    run = Run(drill, game, level, length=length)
    return start_run(learner, run, house=house, seed=seed, now=now)


@transaction.atomic
def start_run(
    learner: Learner, run: Run, *, house: House, seed: bytes, zone: str = "", now: datetime
) -> Question:
    """Begin a sitting and deal its first question, which has not been shown yet.

    Raises: CannotDealError, NoLiveVersionError.
    """
    percent = learner.time_percent
    # A shift is ten minutes for everybody.
    of_limit = percent if run.mode == Mode.SPRINT else 100
    sitting = Sitting.objects.create(
        learner=learner,
        house=house,
        mode=run.mode,
        help=run.help,
        drill=run.drill,
        game=run.game,
        level=run.level,
        length=run.length,
        limit_ms=run.limit_ms and run.limit_ms * of_limit // 100,
        miss_ms=run.miss_ms,
        time_percent=percent,
        plan=[order.to_data() for order in run.plan],
        source=run.source,
        seed=seed,
        zone=zone,
        started_at=now,
    )
    sitting.said, sitting.planned = {}, len(run.plan)
    sitting.targets = read_targets()
    return _deal(sitting, 1, now=now)


def deal_next(
    whose: Mapping[str, int | None],
    uuid: UUID,
    position: int,
    *,
    now: datetime,
    shown_at: datetime | None = None,
) -> Question:
    """The question at *position* of a sitting, dealt unless it exists.

    *whose* are lookups that say which sittings count, `shown_at` is for whoever serves the
    question in the same breath. The question comes as from `find_question`.

    Raises:
        Sitting.DoesNotExist
        Question.DoesNotExist: if *position* lies beyond the next question.
        NotAnsweredError, SittingEndedError, CannotDealError, NoLiveVersionError
    """
    try:
        return _find_or_deal(whose, uuid, position, now, shown_at)
    except IntegrityError:
        # Another request has dealt it since this one looked; now it is found.
        return _find_or_deal(whose, uuid, position, now, shown_at)


@transaction.atomic
def _find_or_deal(
    whose: Mapping[str, int | None],
    uuid: UUID,
    position: int,
    now: datetime,
    shown_at: datetime | None,
) -> Question:
    held = _HELD.get(**whose, uuid=uuid)
    if 1 <= position <= held.dealt:
        return find_question({"sitting": held.pk}, uuid, position)
    if position != held.dealt + 1:
        raise Question.DoesNotExist(position)
    held.said, held.planned = by_position(held.rows), len(held.plan)
    if held.dealt not in held.said:
        raise NotAnsweredError(held)
    if held.ended_at is not None or (held.length is not None and position > held.length):
        raise SittingEndedError(held)
    return _deal(held, position, now=now, shown_at=shown_at)


def _deal(
    sitting: Sitting, position: int, *, now: datetime, shown_at: datetime | None = None
) -> Question:
    deal = store_deal(sitting, position, order_at(sitting, position, sitting.said), now=now)
    question = Question.objects.create(
        sitting=sitting,
        position=position,
        deal=deal,
        shown_at=shown_at,
        target_ms=_target(sitting, deal.drill),
    )
    question.right = None
    return question


def _target(sitting: Sitting, drill: str) -> int | None:
    """None where nobody counts the seconds."""
    if not helping(sitting.help).target:
        return None
    return target_ms(drill, sitting.targets, sitting.time_percent)


def mark_shown(question: Question, *, now: datetime) -> None:
    """Start the clock at the first serving; later ones change nothing."""
    if question.shown_at is None:
        Question.objects.filter(pk=question.pk, shown_at=None).update(shown_at=now)
        question.shown_at = now


def record_answer(question: Question, given: base.Answer, *, now: datetime) -> Verdict:
    """Store the first answer with its verdict; a second arrival gets the stored verdict.

    The question must have been shown. With the last one, the plan, the time or a miss, whatever
    ends its mode, the sitting ends.

    Raises: SittingEndedError, DamagedDealError.
    """
    deal, ruleset = question.deal.value, question.deal.version.ruleset
    checked = find_drill(question.deal.drill).check(deal, given, ruleset)
    elapsed = elapsed_ms(question, now)
    through = _is_through(question, checked.right)
    counted = clocks.count(question, elapsed, checked.right, is_through=through)
    try:
        with transaction.atomic():
            _hold_open(question, counted, now=now)
            answer = Answer.objects.create(
                question=question,
                number=1,
                given=given.to_data(),
                received_at=now,
                elapsed_ms=elapsed,
                idle_ms=counted.idle_ms,
                late=counted.late,
            )
            verdict = Verdict.objects.create(
                answer=answer,
                engine=ENGINE_VERSION,
                right=checked.right,
                parts=[part.to_data() for part in checked.parts],
                created_at=now,
            )
        verdict.value = checked
    except (IntegrityError, SittingEndedError) as refused:
        # Either it has been answered in the meantime, or the trouble is real.
        try:
            verdict = find_verdict(question)
        except Verdict.DoesNotExist:
            raise refused from None
    question.right = verdict.right
    return verdict


def _is_through(question: Question, right: bool) -> bool:
    """Whether this answer is the last of a shift whose plan is used up before its time is."""
    sitting, at = question.sitting, question.position
    # The plan itself is read only where it can be at its end.
    if sitting.mode != Mode.SHIFT or at < sitting.planned:
        return False
    return is_through(sitting, at, {**sitting.said, at: Said(right, question.deal_id)})


def _hold_open(question: Question, counted: clocks.Counted, *, now: datetime) -> None:
    """Lock the row of the open sitting, note its time and, where it ends, end it.

    One statement does all: the second of two requests waits here and then no longer finds
    the sitting open, or finds the answer in its way.

    Raises: SittingEndedError.
    """
    sitting = question.sitting
    ended = (now, clocks.local_date(now, sitting.zone)) if counted.ends else (None, None)
    if not _ANSWERED.update(counted.spent_ms, *ended, pk=sitting.pk, ended_at=None):
        raise SittingEndedError(sitting)
    sitting.spent_ms, (sitting.ended_at, sitting.finished_on) = counted.spent_ms, ended


def end_sitting(sitting: Sitting, *, now: datetime) -> None:
    """End early; a sitting that has ended keeps its time."""
    Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=now)
