"""What people were given in an exam, and whether it can be taken back; reads only.

It can while nobody has lived on it: what was used is not taken away behind somebody’s back.
Minutes are used once a clock has run into them, an attempt once it has begun, leave to begin once
they have. Where several would do, as long as one of them is left.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from trainer.models import Allowance, Enrolment, Exam, ExamSitting
from trainer.school.exams.chances import joined_late
from trainer.school.exams.clock import Window, clock_of, window_of, with_clock


class Used(StrEnum):
    """Why something is not taken back."""

    ATTEMPT = "attempt"
    BEGUN = "begun"
    MINUTES = "minutes"


@dataclass(slots=True)
class Share:
    """What counts for one person, and what they have sat of the exam."""

    standing: list[Allowance] = field(default_factory=list)
    sat: list[ExamSitting] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Given:
    """One allowance; `used` is None also where it was taken back."""

    allowance: Allowance
    used: Used | None


@dataclass(frozen=True, slots=True)
class Act:
    """What was given with one press of the button, by name."""

    each: list[Given]

    @property
    def first(self) -> Allowance:
        return self.each[0].allowance

    @property
    def key(self) -> int:
        return min(given.allowance.pk for given in self.each)

    @property
    def open(self) -> list[Given]:
        """What can be taken back."""
        return [each for each in self.each if each.used is None and each.allowance.stands]

    @property
    def settled(self) -> list[Given]:
        return [each for each in self.each if each.used is not None or not each.allowance.stands]


@dataclass(frozen=True)
class Ledger:
    """Everything that was given in an exam, with what everybody has sat who was given something,
    by the keys of the people."""

    exam: Exam
    window: Window
    given: list[Allowance]
    shares: Mapping[int, Share]

    @cached_property
    def acts(self) -> list[Act]:
        """The latest first."""
        found: dict[tuple[object, ...], list[Given]] = {}
        for each in self.given:
            used = self._used(each.enrolment, [each]) if each.stands else None
            what = each.minutes, each.attempts, each.may_begin, each.reason
            found.setdefault((each.at, each.by_id, *what), []).append(Given(each, used))
        acts = (Act(sorted(each, key=_name)) for each in found.values())
        return sorted(acts, key=lambda act: (act.first.at, act.key), reverse=True)

    def used(self, taken: Iterable[Allowance]) -> dict[Enrolment, Used]:
        """Who has used what of *taken*, were all of it taken back together."""
        by_person: dict[Enrolment, list[Allowance]] = {}
        for each in sorted(taken, key=lambda each: each.enrolment.name.casefold()):
            by_person.setdefault(each.enrolment, []).append(each)
        found = {whose: self._used(whose, theirs) for whose, theirs in by_person.items()}
        return {whose: used for whose, used in found.items() if used is not None}

    def _used(self, whose: Enrolment, taken: Collection[Allowance]) -> Used | None:
        return used_of(self.exam, self.window, whose, self.shares[whose.pk], taken)


def _name(given: Given) -> tuple[str, int]:
    return given.allowance.enrolment.name.casefold(), given.allowance.pk


def find_given(exam: Exam, now: datetime) -> Ledger:
    """Three queries, or two where *exam* has the annotation of `with_pauses`."""
    given = Allowance.objects.filter(exam=exam).order_by("pk")
    given = list(given.select_related("enrolment", "by", "taken_back__by"))
    shares: dict[int, Share] = {}
    for each in given:
        share = shares.setdefault(each.enrolment_id, Share())
        if each.stands:
            share.standing.append(each)
    sat = ExamSitting.objects.filter(exam=exam).order_by("pk").select_related("exam")
    for sitting in sat.annotate(**with_clock()):
        if sitting.enrolment_id in shares:
            shares[sitting.enrolment_id].sat.append(sitting)
    return Ledger(exam, window_of(exam, now), given, shares)


def used_of(
    exam: Exam, window: Window, whose: Enrolment, share: Share, taken: Collection[Allowance]
) -> Used | None:
    """What of *taken*, all theirs, they have used already."""
    keys = {each.pk for each in taken}
    left = [each for each in share.standing if each.pk not in keys]
    if any(each.attempts for each in taken) and _attempt_begun(exam, window, share, taken, left):
        return Used.ATTEMPT
    let_in = any(each.may_begin for each in taken) and not any(each.may_begin for each in left)
    if let_in and share.sat and joined_late(exam, whose):
        return Used.BEGUN
    minutes = [each for each in taken if each.minutes]
    if minutes and any(_ran_into(sitting, minutes, window.now) for sitting in share.sat):
        return Used.MINUTES
    return None


def _attempt_begun(
    exam: Exam,
    window: Window,
    share: Share,
    taken: Iterable[Allowance],
    left: Collection[Allowance],
) -> bool:
    if len(share.sat) > exam.attempts + sum(each.attempts for each in left):
        return True
    # What was begun after the end lives on what was given after the end.
    end = window.closes_at
    late = sum(each.started_at >= end for each in share.sat)
    given_late = any(each.attempts and each.at >= end for each in taken)
    return given_late and late > sum(each.attempts for each in left if each.at >= end)


def _ran_into(sitting: ExamSitting, taken: Collection[Allowance], now: datetime) -> bool:
    """Whether *sitting* was open when without these minutes its time had been up."""
    if sitting.typed_by_id is not None:
        # It was sat on paper, by no clock of ours.
        return False
    clock = clock_of(sitting, now)
    up = clock_of(sitting, now, fewer=sum(each.minutes for each in taken)).deadline
    open_until = sitting.handed_in_at or min(now, clock.deadline + clock.grace)
    # Minutes that came when the time was up by more than they give opened nothing.
    return open_until > max(up, min(each.at for each in taken))
