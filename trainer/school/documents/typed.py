"""Answers of a printed paper, typed in by somebody who teaches.

The sitting, its answers and their verdicts are written at once, when all is typed; until then
there is a draft.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import Min
from django.http import QueryDict
from django.utils.text import capfirst

from trainer.drills import base, find_drill
from trainer.models import (
    Deal,
    Enrolment,
    Exam,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
    Paper,
    PaperItem,
    User,
)
from trainer.practice.forms import Typed
from trainer.practice.wording import answer_text, problem_text
from trainer.school.documents.sheets import Sheet
from trainer.school.exams.chances import find_chance
from trainer.school.exams.judging import judge_sitting

Fields = Mapping[str, Sequence[str]]


class Bar(StrEnum):
    """Why these answers cannot be typed in."""

    UNDER_WAY = "under-way"
    NO_ATTEMPT_LEFT = "no-attempt-left"
    SAME_PAPER = "same-paper"
    TOLD = "told"


class UnreadableError(Exception):
    """Something that was typed is no answer."""


class CannotTypeError(Exception):
    """`bar` says why."""

    def __init__(self, bar: Bar) -> None:
        self.bar = bar
        super().__init__(bar)


def exams_on(paper: Paper) -> list[Exam]:
    """Exams that the paper is for: those whose own it is first, then those after whose
    blueprint it is dealt; the latest first."""
    exams = Exam.objects.filter(course=paper.course_id).order_by("-opens_at", "-pk")
    found = [e for e in exams if e.paper_id == paper.pk or e.blueprint == paper.blueprint]
    return sorted(found, key=lambda exam: exam.paper_id != paper.pk)


def bar_to(
    exam: Exam, paper: Paper, enrolment: Enrolment, *, sat_at: datetime, now: datetime
) -> Bar | None:
    """Opening and closing times bind who sits at a screen, not who sat on paper; but what was
    answered after a review had told the answers is no exam."""
    chance = find_chance(exam, enrolment, now)
    if chance.under_way is not None:
        return Bar.UNDER_WAY
    if any(sitting.paper_id == paper.pk for sitting in chance.sittings):
        return Bar.SAME_PAPER
    told_at = Exam.objects.filter(sittings__paper=paper).aggregate(
        first=Min("review_first_opened_at")
    )["first"]
    if told_at is not None and sat_at >= told_at:
        return Bar.TOLD
    return Bar.NO_ATTEMPT_LEFT if chance.allowed < chance.number else None


class Entry(Sheet):
    """A question with what was typed for it: nothing, an answer, or what cannot be read."""

    def __init__(self, item: PaperItem, fields: Fields) -> None:
        deal: Deal = item.deal
        super().__init__(deal, item.position)
        self.item = item
        self.problem = ""
        self.field = ""
        self.given: base.Answer | None = None
        self.typed = Typed(_query(fields))
        if not any(any(values) for values in fields.values()):
            return
        try:
            self.given = find_drill(deal.drill).parse_answer(deal.value, fields)
        except base.AnswerError as error:
            self.problem = problem_text(error, self.deal, self.ask)
            self.field = error.field

    @property
    def prefix(self) -> str:
        """Before the name of every field of this question."""
        return f"{self.position}."

    @property
    def empty(self) -> bool:
        return self.given is None and not self.problem

    @property
    def given_text(self) -> str:
        return capfirst(answer_text(self.given, self.deal, self.ask)) if self.given else ""


def _query(fields: Fields) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, values in fields.items():
        data.setlist(name, list(values))
    return data


@transaction.atomic
def type_in(
    exam: Exam,
    paper: Paper,
    enrolment: Enrolment,
    entries: Sequence[Entry],
    *,
    sat_at: datetime,
    by: User,
    now: datetime,
) -> ExamSitting:
    """A sitting that is handed in and judged; what was left empty is not answered.

    Raises: CannotTypeError, UnreadableError.
    """
    if any(entry.problem for entry in entries):
        raise UnreadableError(enrolment)
    # Held, so that two clicks make one sitting and nobody begins another meanwhile.
    Enrolment.objects.select_for_update().get(pk=enrolment.pk)
    bar = bar_to(exam, paper, enrolment, sat_at=sat_at, now=now)
    if bar is not None:
        raise CannotTypeError(bar)
    sitting = ExamSitting.objects.create(
        exam=exam,
        enrolment=enrolment,
        number=find_chance(exam, enrolment, now).number,
        paper=paper,
        started_at=min(sat_at, now),
        handed_in_at=now,
        typed_by=by,
    )
    answered = [(entry.item, entry.given) for entry in entries if entry.given is not None]
    ExamAnswer.objects.bulk_create(
        ExamAnswer(
            sitting=sitting,
            item=item,
            number=1,
            given=given.to_data(),
            received_at=now,
            elapsed_ms=0,
        )
        for item, given in answered
    )
    ExamEvent.objects.create(sitting=sitting, kind=ExamEvent.Kind.HANDED_IN, at=now)
    judge_sitting(sitting, now)
    return sitting
