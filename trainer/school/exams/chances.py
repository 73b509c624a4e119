"""Whether somebody may begin an exam, and with which attempt; reads only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q

from trainer.models import Allowance, Enrolment, Exam, ExamSitting
from trainer.school.exams.clock import Window, clock_of, window_of, with_clock, with_pauses


class Bar(StrEnum):
    """Why an attempt cannot be begun now."""

    NOT_YET = "not-yet"
    CLOSED = "closed"
    NO_ATTEMPT_LEFT = "no-attempt-left"
    JOINED_LATE = "joined-late"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Chance:
    """`sittings` are those so far, by number; `under_way` is the one that is not over.

    `number` is that of the next attempt, `allowed` how many there are with those given on top,
    `bar` why it cannot be begun. With `fresh` it is sat on a paper of its own. `window` is when
    the exam may be begun.
    """

    sittings: tuple[ExamSitting, ...]
    under_way: ExamSitting | None
    allowed: int
    bar: Bar | None
    fresh: bool
    window: Window

    @property
    def number(self) -> int:
        return len(self.sittings) + 1


def find_chance(exam: Exam, enrolment: Enrolment, now: datetime) -> Chance:
    """Four queries at most."""
    sat = ExamSitting.objects.filter(exam=exam, enrolment=enrolment).order_by("number")
    sittings = tuple(sat.select_related("exam").annotate(**with_clock()))
    under_way = next((each for each in sittings if not clock_of(each, now).over), None)
    given = Allowance.objects.filter(exam=exam, enrolment=enrolment, taken_back=None)
    given = given.filter(Q(attempts__gte=1) | Q(may_begin=True)).order_by("pk")
    rows = list(given.values_list("at", "attempts", "may_begin"))
    extra = [(at, attempts) for at, attempts, _may_begin in rows]
    allowed = exam.attempts + sum(attempts for _at, attempts in extra)
    # Who was given an attempt after the end may begin it after the end.
    window = window_of(exam, now)
    late = sum(attempts for at, attempts in extra if at >= window.closes_at)
    late -= sum(each.started_at >= window.closes_at for each in sittings)
    # What others have seen in the meantime is a test no more.
    seen = window.closed or exam.review_first_opened_at is not None
    fresh = not exam.one_paper or exam.paper_id is None or bool(sittings) or seen
    fresh = fresh or seen_elsewhere(exam, now)
    barred = joined_late(exam, enrolment) and not any(may_begin for *_, may_begin in rows)
    return Chance(
        sittings,
        under_way,
        allowed,
        # On a fresh paper nobody looks for somebody else.
        _bar(
            exam,
            window,
            left=allowed - len(sittings),
            late=late,
            barred=barred and not fresh,
        ),
        fresh,
        window,
    )


def seen_elsewhere(exam: Exam, now: datetime) -> bool:
    """Whether another exam of the same paper has been sat and is over."""
    sat = ExamSitting.objects.filter(exam=OuterRef("pk"), paper=exam.paper_id)
    others = Exam.objects.filter(Exists(sat), paper=exam.paper_id).exclude(pk=exam.pk)
    return any(
        each.review_first_opened_at is not None or window_of(each, now).closed
        for each in others.annotate(**with_pauses())
    )


def joined_late(exam: Exam, enrolment: Enrolment) -> bool:
    """Whether *enrolment* came when the one paper for all could be seen already: with open
    joining anybody may look at it under a second account."""
    return exam.one_paper and enrolment.joined_at > exam.opens_at


def _bar(exam: Exam, window: Window, *, left: int, late: int, barred: bool) -> Bar | None:
    if window.now < window.opens_at:
        return Bar.NOT_YET
    if exam.course.archived_at is not None or (window.closed and late < 1):
        return Bar.CLOSED
    if left < 1:
        return Bar.NO_ATTEMPT_LEFT
    if barred:
        return Bar.JOINED_LATE
    return Bar.PAUSED if window.paused else None
