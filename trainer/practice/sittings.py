"""Everything practice writes: start, deal next, show, record an answer once, end."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery

from rules.engine import ENGINE_VERSION
from rules.models import House
from trainer.drills import base, find_drill
from trainer.models import Answer, Learner, Question, Sitting, Verdict
from trainer.practice.dealing import store_deal
from trainer.practice.progress import elapsed_ms, find_question, find_verdict, rights, said
from trainer.prepared import Prepared

# Locked, so that the sitting does not end before the next question is stored.
_HELD: Final = Prepared(
    Sitting.objects.select_related("house")
    .annotate(
        said=said(),
        dealt=Subquery(
            Question.objects.filter(sitting=OuterRef("pk"))
            .order_by("-position")
            .values("position")[:1]
        ),
    )
    .select_for_update(of=("self",))
)
_ENDING: Final = Prepared(Sitting.objects.all(), "ended_at")


class SittingEndedError(Exception):
    """The sitting takes no more deals or answers."""


class NotAnsweredError(Exception):
    """The question last dealt still waits for its answer."""


@transaction.atomic
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
    """Begin a sitting and deal its first question, which has not been shown yet.

    Raises: CannotDealError, NoLiveVersionError.
    """
    sitting = Sitting.objects.create(
        learner=learner,
        house=house,
        drill=drill,
        game=game,
        level=level,
        length=length,
        seed=seed,
        started_at=now,
    )
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
    held.rights = rights(held.said)
    if held.dealt not in held.rights:
        raise NotAnsweredError(held)
    if held.ended_at is not None or position > held.length:
        raise SittingEndedError(held)
    return _deal(held, position, now=now, shown_at=shown_at)


def _deal(
    sitting: Sitting, position: int, *, now: datetime, shown_at: datetime | None = None
) -> Question:
    deal = store_deal(sitting, position, now=now)
    question = Question.objects.create(
        sitting=sitting, position=position, deal=deal, shown_at=shown_at
    )
    question.right = None
    return question


def mark_shown(question: Question, *, now: datetime) -> None:
    """Start the clock at the first serving; later ones change nothing."""
    if question.shown_at is None:
        Question.objects.filter(pk=question.pk, shown_at=None).update(shown_at=now)
        question.shown_at = now


def record_answer(question: Question, given: base.Answer, *, now: datetime) -> Verdict:
    """Store the first answer with its verdict; a second arrival gets the stored verdict.

    The question must have been shown. Answering the last one ends the sitting.

    Raises: SittingEndedError, DamagedDealError.
    """
    deal, ruleset = question.deal.value, question.deal.version.ruleset
    checked = find_drill(question.deal.drill).check(deal, given, ruleset)
    try:
        with transaction.atomic():
            _hold_open(question, now=now)
            answer = Answer.objects.create(
                question=question,
                number=1,
                given=given.to_data(),
                received_at=now,
                elapsed_ms=elapsed_ms(question, now),
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


def _hold_open(question: Question, *, now: datetime) -> None:
    """Lock the row of the open sitting and, with its last question, end it.

    One statement does both: the second of two requests waits here and then no longer finds
    the sitting open, or finds the answer in its way.

    Raises: SittingEndedError.
    """
    sitting = question.sitting
    ends = now if question.position == sitting.length else None
    if not _ENDING.update(ends, pk=sitting.pk, ended_at=None):
        raise SittingEndedError(sitting)
    sitting.ended_at = ends


def end_sitting(sitting: Sitting, *, now: datetime) -> None:
    """End early; a sitting that has ended keeps its time."""
    Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=now)
