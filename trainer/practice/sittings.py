"""Everything practice writes: start, deal next, show, record an answer once, end."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from rules.engine import ENGINE_VERSION
from rules.models import House
from trainer.drills import base, find_drill
from trainer.models import Answer, Deal, Learner, Question, Sitting, Verdict
from trainer.practice.dealing import store_deal
from trainer.practice.progress import current_question, elapsed_ms, find_verdict, record


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
    """Begin a sitting and deal its first question.

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


@transaction.atomic
def deal_next(
    sitting: QuerySet[Sitting], position: int, *, now: datetime, shown_at: datetime | None = None
) -> Question:
    """The question at *position* of the one sitting in the queryset, dealt unless it exists.

    The row of the sitting is locked before its questions are read, so that of two requests
    one deals and the other finds. `shown_at` is for whoever serves the question in the same
    breath. The question comes with `right` and with the `record` of its sitting.

    Raises:
        Sitting.DoesNotExist: if the queryset is empty.
        Question.DoesNotExist: if *position* lies beyond the next question.
        NotAnsweredError, SittingEndedError, CannotDealError, NoLiveVersionError
    """
    locked = sitting.select_for_update(of=("self",)).select_related("house")
    held = locked.prefetch_related(record("questions")).get()
    last = current_question(held)
    if 1 <= position <= last.position:
        question = held.record[position - 1]
        question.deal = Deal.objects.select_related("version__house").get(pk=question.deal_id)
        return question
    if position != last.position + 1:
        raise Question.DoesNotExist(position)
    if last.right is None:
        raise NotAnsweredError(last)
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
    if not Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=ends):
        raise SittingEndedError(sitting)
    sitting.ended_at = ends


def end_sitting(sitting: Sitting, *, now: datetime) -> None:
    """End early; a sitting that has ended keeps its time."""
    Sitting.objects.filter(pk=sitting.pk, ended_at=None).update(ended_at=now)
