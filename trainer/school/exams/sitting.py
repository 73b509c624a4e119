"""Everything a sitting writes: begin, show, save an answer, go on, hand in.

An answer is stored at once and judged only when the sitting is over. Every write holds the row of
the sitting, so that an answer is either stored before the hand-in or refused after it.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Subquery

from trainer.drills import base
from trainer.drills.stream import SEED_BYTES
from trainer.models import (
    Enrolment,
    Exam,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
    Navigation,
    PaperItem,
    Serving,
)
from trainer.prepared import Prepared
from trainer.school.exams.chances import Bar, find_chance, seen_elsewhere
from trainer.school.exams.clock import clock_of, with_clock
from trainer.school.papers.blueprints import Blueprint
from trainer.school.papers.making import Dealt, deal_questions, store_paper

# Requests that save the same answer at the same moment take turns; so often at most.
TURNS: Final = 20


class CannotBeginError(Exception):
    """`bar` says why."""

    def __init__(self, bar: Bar) -> None:
        self.bar = bar
        super().__init__(bar)


class LateError(Exception):
    """The time and its grace are over; the answer was not taken."""


class HandedInError(LateError):
    """It came after the hand-in."""


class PausedError(Exception):
    """The exam is paused; the answer was not taken."""


class NotReachableError(Exception):
    """The item is on another paper, or one that the navigation has left behind or not reached."""


class _ChangedError(Exception):
    """Staff have changed the exam, or opened a review on its paper, since it was read."""


_LAST: Final = ExamAnswer.objects.filter(
    sitting=OuterRef("sitting"), item=OuterRef("item")
).order_by("-number")
# The serving of an item with what has been saved of it, the sitting locked.
_HELD: Final = Prepared(
    Serving.objects.select_related("sitting__exam", "item")
    .annotate(
        last=Subquery(_LAST.values("number")[:1]),
        given=Subquery(_LAST.values("given")[:1]),
        **with_clock("sitting__"),
    )
    .select_for_update(of=("sitting",))
)


# Whether an attempt can be begun, and on which paper.
_DECIDES: Final = (
    "paper_id",
    "one_paper",
    "blueprint",
    "opens_at",
    "closes_at",
    "review_first_opened_at",
)


def begin(exam: Exam, enrolment: Enrolment, *, now: datetime, device: str) -> ExamSitting:
    """The sitting that is under way, or a new one; two clicks at once begin one.

    Raises: CannotBeginError, PausedError, CannotMakeError.
    """
    for _turn in range(TURNS):
        try:
            return _begin(exam, enrolment, now, device)
        except _ChangedError:
            exam = Exam.objects.select_related("course__house", "paper").get(pk=exam.pk)
    raise _ChangedError(exam)


def _begin(exam: Exam, enrolment: Enrolment, now: datetime, device: str) -> ExamSitting:
    chance = find_chance(exam, enrolment, now)
    dealt, seed = None, secrets.token_bytes(SEED_BYTES)
    if chance.under_way is None and chance.bar is None and chance.fresh:
        dealt = _deal(exam, seed, now)
    with transaction.atomic():
        # Held, so that two requests of the person come one after the other.
        Enrolment.objects.select_for_update().get(pk=enrolment.pk)
        chance = find_chance(exam, enrolment, now)
        if chance.under_way is not None:
            note_device(chance.under_way, device, now=now)
            return chance.under_way
        if chance.bar is Bar.PAUSED:
            raise PausedError(exam)
        if chance.bar is not None:
            raise CannotBeginError(chance.bar)
        paper = exam.paper
        if chance.fresh:
            dealt = dealt or _deal(exam, seed, now)
            paper = store_paper(
                exam.course,
                Blueprint.from_data(exam.blueprint),
                dealt,
                title=exam.title,
                seed=seed,
                by=exam.by,
                now=now,
            )
        sitting = ExamSitting.objects.create(
            exam=exam, enrolment=enrolment, number=chance.number, paper=paper, started_at=now
        )
        # Asked after the write, which has waited for whoever holds the exam: staff who come
        # later find the sitting.
        stored = Exam.objects.values(*_DECIDES).get(pk=exam.pk)
        if stored != {name: getattr(exam, name) for name in _DECIDES}:
            raise _ChangedError(exam)
        # Nor is it sat on a paper that another exam has told meanwhile.
        if not chance.fresh and seen_elsewhere(exam, now):
            raise _ChangedError(exam)
        _note(sitting, ExamEvent.Kind.BEGUN, now, device)
    return sitting


def _deal(exam: Exam, seed: bytes, now: datetime) -> list[Dealt]:
    return deal_questions(exam.course.house, Blueprint.from_data(exam.blueprint), seed, now)


def note_device(sitting: ExamSitting, device: str, *, now: datetime) -> None:
    """An event, the first time that a browser other than that of the start comes back."""
    if device and not sitting.events.filter(device=device).exists():
        _note(sitting, ExamEvent.Kind.RESUMED, now, device)


def show(sitting: ExamSitting, item: PaperItem, *, now: datetime) -> None:
    """Note the first serving of *item*, unless it was before; the place moves there.

    Raises: NotReachableError.
    """
    if item.paper_id != sitting.paper_id:
        raise NotReachableError(item)
    if sitting.exam.navigation == Navigation.FORWARD and item.position != sitting.place:
        raise NotReachableError(item)
    first = Serving(sitting=sitting, item=item, shown_at=now)
    Serving.objects.bulk_create([first], ignore_conflicts=True)
    move_to(sitting, item.position)


def move_to(sitting: ExamSitting, position: int) -> None:
    """Where the person goes on after a crash or on another device; with forward navigation only
    an answer or a skip moves it."""
    if sitting.exam.navigation != Navigation.FORWARD and sitting.place != position:
        ExamSitting.objects.filter(pk=sitting.pk).update(place=position)
        sitting.place = position


def save(
    sitting: ExamSitting,
    item: PaperItem,
    given: base.Answer,
    *,
    now: datetime,
    device: str,
    go_on: bool = False,
) -> ExamAnswer:
    """Store an answer as the latest to *item*; the same once more changes nothing.

    With *go_on* the next item is reached, which with forward navigation cannot be taken back.

    Raises: LateError, PausedError, NotReachableError.
    """
    data = given.to_data()
    for turn in range(TURNS):
        try:
            return _save(sitting, item, data, now, device, go_on)
        except IntegrityError:
            # Another request has stored its answer since this one looked; or it is no turn.
            if turn == TURNS - 1:
                raise
        except LateError:
            _note_late(sitting, item, now, device)
            raise
    raise AssertionError("unreachable: the last turn raises")


@transaction.atomic
def _save(
    sitting: ExamSitting,
    item: PaperItem,
    data: dict[str, object],
    now: datetime,
    device: str,
    go_on: bool,
) -> ExamAnswer:
    held = _hold(sitting, item, now)
    if held.given == data:
        answer = ExamAnswer.objects.get(sitting=sitting, item=item, number=held.last)
    else:
        answer = ExamAnswer.objects.create(
            sitting=sitting,
            item=item,
            number=(held.last or 0) + 1,
            given=data,
            received_at=now,
            elapsed_ms=max(0, (now - held.shown_at) // timedelta(milliseconds=1)),
            device=device,
        )
    if go_on and held.sitting.exam.navigation == Navigation.FORWARD:
        _advance(held.sitting)
    return answer


def skip(sitting: ExamSitting, item: PaperItem, *, now: datetime) -> None:
    """Go on without an answer. Raises: LateError, PausedError, NotReachableError."""
    with transaction.atomic():
        held = _hold(sitting, item, now)
        if held.sitting.exam.navigation == Navigation.FORWARD:
            _advance(held.sitting)


def _advance(sitting: ExamSitting) -> None:
    ExamSitting.objects.filter(pk=sitting.pk).update(place=F("place") + 1)


def _hold(sitting: ExamSitting, item: PaperItem, now: datetime) -> Serving:
    """Raises: LateError, PausedError, NotReachableError."""
    try:
        held = _HELD.get(sitting=sitting.pk, item=item.pk)
    except Serving.DoesNotExist:
        show(sitting, item, now=now)
        held = _HELD.get(sitting=sitting.pk, item=item.pk)
    found = held.sitting
    found.extra_minutes, found.stops = held.extra_minutes, held.stops
    clock = clock_of(found, now)
    if clock.handed_in:
        raise HandedInError(found)
    if clock.over:
        raise LateError(found)
    # What was on its way when the pause began is taken.
    if clock.paused and now > clock.paused_since + clock.grace:
        raise PausedError(found)
    forward = found.exam.navigation == Navigation.FORWARD
    if held.item.paper_id != found.paper_id or (forward and held.item.position != found.place):
        raise NotReachableError(item)
    return held


def hand_in(sitting: ExamSitting, *, now: datetime, device: str = "") -> ExamSitting:
    """End the sitting; a second time changes nothing. Raises: LateError."""
    with transaction.atomic():
        found = ExamSitting.objects.select_related("exam").select_for_update(of=("self",))
        held = found.get(pk=sitting.pk)
        clock = clock_of(held, now)
        if clock.handed_in:
            return held
        if clock.over:
            raise LateError(held)
        held.handed_in_at = max(now, held.started_at)
        held.save(update_fields=["handed_in_at"])
        _note(held, ExamEvent.Kind.HANDED_IN, now, device)
    sitting.handed_in_at = held.handed_in_at
    return held


def _note_late(sitting: ExamSitting, item: PaperItem, now: datetime, device: str) -> None:
    """Once an item, however often it is sent."""
    late = {"kind": ExamEvent.Kind.LATE, "item": item}
    if not sitting.events.filter(**late).exists():
        ExamEvent.objects.create(sitting=sitting, device=device, at=now, **late)


def _note(sitting: ExamSitting, kind: ExamEvent.Kind, now: datetime, device: str) -> None:
    ExamEvent.objects.create(sitting=sitting, kind=kind, device=device, at=now)
