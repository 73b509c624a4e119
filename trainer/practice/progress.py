"""What a learner has open and how it goes; reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db.models import (
    Aggregate,
    BooleanField,
    Count,
    F,
    Func,
    IntegerField,
    JSONField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import JSONArray, Least

from trainer.models import Mode, Question, Sitting, Verdict
from trainer.practice.orders import Said
from trainer.prepared import Prepared


class JSONArrayOfRows(Aggregate):
    """One JSON array of a value of every row; null without rows."""

    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_GROUP_ARRAY", **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_AGG", **extra)


class JSONLength(Func):
    """How many values a JSON array has."""

    arity = 1
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_ARRAY_LENGTH", **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_ARRAY_LENGTH", **extra)


def first_right(question: str = "pk") -> Subquery:
    """Whether the first answer was right, by its latest verdict; None without an answer."""
    verdicts = Verdict.objects.filter(answer__question=OuterRef(question), answer__number=1)
    return Subquery(verdicts.order_by("-pk").values("right")[:1], output_field=BooleanField())


def said(sitting: str = "pk") -> Subquery:
    """Every verdict on a first answer of the sitting, for `rights` and `by_position`."""
    verdicts = Verdict.objects.filter(
        answer__question__sitting=OuterRef(sitting), answer__number=1
    ).values("answer__question__sitting")
    row = JSONArray(
        "pk", "answer__question__position", "right", "answer__question__deal", "answer__late"
    )
    return Subquery(verdicts.annotate(said=JSONArrayOfRows(row)).values("said"))


def by_position(rows: list[list[int]] | None) -> dict[int, Said]:
    """What is known of each answered question; the latest verdict on its answer counts."""
    return {
        position: Said(bool(right), deal, bool(late))
        for _, position, right, deal, late in sorted(rows or [])
    }


def rights(rows: list[list[int]] | None) -> dict[int, bool]:
    """Whether the first answer was right, by position."""
    return {position: said.right for position, said in by_position(rows).items()}


# The plan is for dealing, and its length for the end of a shift.
_ASKED: Final = Prepared(
    Question.objects.annotate(said=said("sitting"), planned=JSONLength("sitting__plan"))
    .select_related("sitting", "deal__version__house")
    .defer("sitting__plan")
)


def find_question(whose: Mapping[str, int | None], uuid: UUID, position: int) -> Question:
    """The question with its deal and with `right`, its sitting with `said` and `planned`.

    *whose* are lookups that say which questions may be found.

    Raises: Question.DoesNotExist.
    """
    question = _ASKED.get(**whose, sitting__uuid=uuid, position=position)
    question.sitting.said, question.sitting.planned = by_position(question.said), question.planned
    said_of_it = question.sitting.said.get(position)
    question.right = said_of_it.right if said_of_it else None
    return question


def find_sitting(mine: QuerySet[Sitting], uuid: UUID) -> Sitting:
    """The sitting with `dealt`, the position of the question last dealt.

    Raises: Sitting.DoesNotExist.
    """
    return mine.annotate(dealt=Max("questions__position")).get(uuid=uuid)


def find_verdict(question: Question) -> Verdict:
    """The latest verdict on the first answer. Raises: Verdict.DoesNotExist."""
    verdicts = Verdict.objects.filter(answer__question=question, answer__number=1)
    verdict = verdicts.select_related("answer").latest("pk")
    verdict.answer.question = question
    return verdict


class Dot(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"


# Where a sitting has no length, so many of the last questions have a dot.
LATEST: Final = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """One dot a question, `position` is the question that is shown.

    Without a `length` the dots are those of the last questions up to it. `right` counts what
    counts in the result, of all questions.
    """

    dots: tuple[Dot, ...]
    position: int
    length: int | None
    right: int
    answered: int

    @property
    def here(self) -> int:
        """The place among the dots of the question that is shown, from 0."""
        return len(self.dots) - 1 if self.length is None else self.position - 1

    @property
    def count(self) -> str:
        return str(self.position) if self.length is None else f"{self.position}/{self.length}"


def tally(question: Question) -> Tally:
    """The dots of the sitting with the state of *question* itself, which may be newer."""
    said, at, length = question.sitting.said, question.position, question.sitting.length
    known = {position: each.right for position, each in said.items()} | {at: question.right}
    dots = {True: Dot.RIGHT, False: Dot.WRONG, None: Dot.OPEN}
    shown = range(1, length + 1) if length else range(max(1, at - LATEST + 1), at + 1)
    late = {position for position, each in said.items() if each.late}
    return Tally(
        dots=tuple(dots[known.get(each)] for each in shown),
        position=at,
        length=length,
        right=sum(right is True for each, right in known.items() if each not in late),
        answered=sum(right is not None for right in known.values()),
    )


def elapsed_ms(question: Question, now: datetime) -> int:
    """Time since the first serving, 0 before it.

    Never negative, should the server's clock have been set back.
    """
    shown_at = question.shown_at or now
    return max(0, (now - shown_at) // timedelta(milliseconds=1))


def sittings_to_continue(mine: QuerySet[Sitting], limit: int) -> QuerySet[Sitting]:
    """Open sittings with `dealt`, `answered` and `position` to go on at.

    Those with answers come first, so that looking into other drills pushes none of them out;
    then the latest. A sprint whose clock runs is over before one comes back to it.
    """
    answered = Count("questions__answers", filter=Q(questions__answers__number=1))
    return (
        mine.filter(ended_at=None)
        .annotate(dealt=Max("questions__position"), answered=answered)
        .annotate(position=F("answered") + 1)
        .exclude(mode=Mode.SPRINT, dealt__gt=F("answered"))
        .order_by(Least("answered", 1).desc(), "-started_at")[:limit]
    )


@dataclass(frozen=True, slots=True)
class Accuracy:
    """First answers to one drill in one game; `answered` is at least 1."""

    answered: int
    right: int

    @property
    def percent(self) -> int:
        """Rounded down, so that 100 means all."""
        return 100 * self.right // self.answered
