"""Everything that staff write about an exam: make, change, allow, pause, open the review."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from trainer.models import (
    Allowance,
    AllowanceTakenBack,
    Course,
    Enrolment,
    Exam,
    ExamSitting,
    Paper,
    Pause,
    User,
)
from trainer.school.exams.clock import clock_of, window_of, with_clock
from trainer.school.exams.given import find_given
from trainer.school.exams.judging import judge_over

# What a sitting that has begun counts on; a longer time is given by allowances.
FIXED: Final = ("paper", "one_paper", "navigation", "minutes", "opens_at")
# More grace would open sittings again whose answers are known.
FIXED_WHEN_TOLD: Final = ("grace_seconds",)


class ExamError(EngineError):
    """A step that is refused, with a text for the person who tried."""


class BegunError(ExamError):
    template = gettext_noop(
        "Somebody has begun this exam in the meantime. Paper, navigation, minutes and opening "
        "time stay as they are; give more time to the people who need it."
    )


class EndedError(ExamError):
    template = gettext_noop(
        "An exam that has ended is not opened again: its questions are known. Give further "
        "attempts instead; each gets a fresh paper."
    )


class ReviewOpenError(ExamError):
    template = gettext_noop(
        "The review is open, so the answers are known: no more time can be given. Give another "
        "attempt instead; it gets a fresh paper."
    )


class AnswersKnownError(ExamError):
    template = gettext_noop(
        "A review has told the answers before: no more time can be given. Give another attempt "
        "instead; it gets a fresh paper."
    )


class GraceKnownError(ExamError):
    template = gettext_noop(
        "A review has told the answers: the seconds of grace stay as they are, so that no sitting "
        "opens again."
    )


class StillSatError(ExamError):
    template = gettext_noop(
        "The exam can still be sat, so its review would give answers away. Wait for its end."
    )


class SatElsewhereError(ExamError):
    template = gettext_noop(
        "The same paper is still sat in another exam, so the review would give its answers away. "
        "Wait for the end of that exam."
    )


class UsedError(ExamError):
    template = gettext_noop(
        "Used in the meantime, so that it is not taken back any more: %(names)s. Nothing was "
        "taken back from anybody."
    )


def has_begun(exam: Exam) -> bool:
    return ExamSitting.objects.filter(exam=exam).exists()


def make_exam(course: Course, paper: Paper, *, by: User, now: datetime, **fields: Any) -> Exam:
    """*fields* are those of `Exam`. With papers of their own everybody gets the blueprint."""
    return Exam.objects.create(
        course=course,
        paper=paper if fields["one_paper"] else None,
        blueprint=paper.blueprint,
        created_at=now,
        by=by,
        **fields,
    )


@transaction.atomic
def change_exam(exam: Exam, paper: Paper, fields: Mapping[str, Any], *, now: datetime) -> None:
    """Raises: BegunError, EndedError, GraceKnownError."""
    held = Exam.objects.select_for_update().get(pk=exam.pk)
    new = dict(fields) | {"paper": paper if fields["one_paper"] else None}
    if has_begun(held):
        # Papers of their own are compared by their blueprint.
        same = all(getattr(held, name) == new[name] for name in FIXED)
        if not same or paper.blueprint != held.blueprint:
            raise BegunError
        if window_of(held, now).closed and new["closes_at"] > held.closes_at:
            raise EndedError
        if held.grace_seconds != new["grace_seconds"] and is_told(held):
            raise GraceKnownError
    else:
        # Where nobody sat, a review has told nothing; and it must not be open when somebody does.
        new |= {"review_opened_at": None, "review_first_opened_at": None}
    for name, value in new.items():
        setattr(held, name, value)
    held.blueprint = paper.blueprint
    held.save()


@transaction.atomic
def allow(
    exam: Exam,
    enrolments: Iterable[Enrolment],
    *,
    minutes: int,
    attempts: int,
    may_begin: bool = False,
    reason: str,
    by: User,
    now: datetime,
    form: UUID | None = None,
) -> int:
    """More time or attempts for each; a sitting whose time had run out goes on with the new time.

    The same of the same *form* a second time changes nothing. Gives the number of those who got
    something now. Raises: ReviewOpenError, AnswersKnownError.
    """
    # Whoever judges one of the sittings holds it, and may write a regrade of the exam: that must
    # not wait for this.
    held = Exam.objects.select_for_update(no_key=True).get(pk=exam.pk)
    once = uuid5(form, f"{minutes} {attempts} {may_begin} {reason}") if form else None
    known = Allowance.objects.filter(exam=exam, once=once) if once else Allowance.objects.none()
    have = set(known.values_list("enrolment", flat=True))
    people = [each for each in enrolments if each.pk not in have]
    if not people:
        return 0
    if minutes and held.review_opened_at is not None:
        raise ReviewOpenError
    if minutes and is_told(held, people):
        raise AnswersKnownError
    Allowance.objects.bulk_create(
        Allowance(
            exam=exam,
            enrolment=each,
            minutes=minutes,
            attempts=attempts,
            may_begin=may_begin,
            reason=reason,
            by=by,
            at=now,
            once=once,
        )
        for each in people
    )
    if minutes:
        ran_out = ExamSitting.objects.filter(exam=exam, enrolment__in=people, handed_in_at=None)
        ran_out.update(judged_at=None)
    return len(people)


@transaction.atomic
def take_back(
    exam: Exam,
    *,
    acts: Collection[int] = (),
    given: Collection[int] = (),
    reason: str,
    by: User,
    now: datetime,
) -> int:
    """Let allowances count no more: those with the keys *given*, and of the *acts* with these
    keys what can be taken back. Gives from how many people something was taken now.

    Raises: UsedError: and nothing is taken back.
    """
    # Held, so that whoever begins an attempt has begun it before, or begins it after.
    people = Enrolment.objects.filter(pk__in=exam.allowances.values("enrolment"))
    list(people.select_for_update().order_by("pk").values("pk"))
    ledger = find_given(exam, now)
    taken = {each.pk: each for each in ledger.given if each.pk in given and each.stands}
    for act in ledger.acts:
        if act.key in acts:
            taken |= {each.allowance.pk: each.allowance for each in act.open}
    used = ledger.used(taken.values())
    if used:
        raise UsedError(names=", ".join(each.name for each in used))
    AllowanceTakenBack.objects.bulk_create(
        AllowanceTakenBack(allowance=each, reason=reason, by=by, at=now) for each in taken.values()
    )
    return len({each.enrolment_id for each in taken.values()})


def is_told(exam: Exam, people: Iterable[Enrolment] | None = None) -> bool:
    """Whether a review has told the answers, be it closed again: that of *exam*, or of another
    one on a paper that was sat in this one, by *people* if they are given."""
    if exam.review_first_opened_at is not None:
        return True
    sat = ExamSitting.objects.filter(exam=exam)
    if people is not None:
        sat = sat.filter(enrolment__in=people)
    told = ExamSitting.objects.filter(exam__review_first_opened_at__isnull=False)
    return told.filter(paper__in=sat.values("paper")).exclude(exam=exam).exists()


def pause(exam: Exam, *, reason: str, by: User, now: datetime) -> None:
    """Stop every clock; in a pause it changes nothing."""
    try:
        with transaction.atomic():
            Pause.objects.create(exam=exam, began_at=now, reason=reason, by=by)
    except IntegrityError:
        if not exam.pauses.filter(ended_at=None).exists():
            raise


def resume(exam: Exam, *, now: datetime) -> None:
    exam.pauses.filter(ended_at=None, began_at__lte=now).update(ended_at=now)


def open_review(exam: Exam, *, now: datetime) -> None:
    """Raises: StillSatError, SatElsewhereError."""
    papers = ExamSitting.objects.filter(exam=exam).values("paper")
    with transaction.atomic():
        # Held with every exam on one of the papers: whoever begins one of them, or is given time
        # in one, has done so before, and is seen here, or sees afterwards what was told.
        sat = ExamSitting.objects.filter(paper__in=papers).values("exam")
        same = Q(pk=exam.pk) | Q(paper__in=papers) | Q(pk__in=sat)
        exams = Exam.objects.select_for_update().filter(same).order_by("pk")
        held = {each.pk: each for each in exams}[exam.pk]
        if not window_of(held, now).closed or under_way(held, now):
            raise StillSatError
        others = ExamSitting.objects.filter(paper__in=papers).exclude(exam=exam)
        if _count_under_way(others, now):
            raise SatElsewhereError
        if held.review_opened_at is None:
            held.review_opened_at = now
            held.review_first_opened_at = held.review_first_opened_at or now
            held.save(update_fields=["review_opened_at", "review_first_opened_at"])
    judge_over(exam, now)


def close_review(exam: Exam) -> None:
    """Nobody sees the verdicts any more; that they were seen is not forgotten."""
    Exam.objects.filter(pk=exam.pk).update(review_opened_at=None)


def under_way(exam: Exam, now: datetime) -> int:
    """How many sittings are not over."""
    return _count_under_way(ExamSitting.objects.filter(exam=exam), now)


def _count_under_way(sittings: QuerySet[ExamSitting], now: datetime) -> int:
    sat = sittings.filter(handed_in_at=None).select_related("exam")
    return sum(not clock_of(each, now).over for each in sat.annotate(**with_clock()))
