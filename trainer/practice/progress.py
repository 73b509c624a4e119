"""What a learner has open and how it goes; reads only."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db.models import (
    BooleanField,
    Count,
    F,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)

from trainer.models import Answer, Question, Sitting, Verdict

RECORD = "record"


def first_right(question: str = "pk") -> Subquery:
    """Whether the first answer was right, by its latest verdict; None without an answer."""
    verdicts = Verdict.objects.filter(answer__question=OuterRef(question), answer__number=1)
    return Subquery(verdicts.order_by("-pk").values("right")[:1], output_field=BooleanField())


def record(path: str) -> Prefetch:
    """Puts all questions of a sitting, in order and with `right`, on its attribute `record`.

    *path* leads to the questions; their deals stay in the database.
    """
    asked = Question.objects.annotate(right=first_right()).order_by("position")
    return Prefetch(path, asked, to_attr=RECORD)


def find_sitting(mine: QuerySet[Sitting], uuid: UUID) -> Sitting:
    """The sitting with its `record`. Raises: Sitting.DoesNotExist."""
    return mine.select_related("house").prefetch_related(record("questions")).get(uuid=uuid)


def find_question(mine: QuerySet[Question], uuid: UUID, position: int) -> Question:
    """The question with `right`, its deal and the `record` of its sitting.

    Raises: Question.DoesNotExist.
    """
    asked = mine.annotate(right=first_right()).prefetch_related(record("sitting__questions"))
    return asked.select_related("sitting", "deal__version__house").get(
        sitting__uuid=uuid, position=position
    )


def find_verdict(question: Question) -> Verdict:
    """The latest verdict on the first answer. Raises: Verdict.DoesNotExist."""
    verdicts = Verdict.objects.filter(answer__question=question, answer__number=1)
    return verdicts.select_related("answer").latest("pk")


class Dot(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Tally:
    """One dot a question of the sitting, `position` is the question that is shown."""

    dots: tuple[Dot, ...]
    position: int

    @property
    def length(self) -> int:
        return len(self.dots)

    @property
    def right(self) -> int:
        return self.dots.count(Dot.RIGHT)

    @property
    def answered(self) -> int:
        return self.length - self.dots.count(Dot.OPEN)


def tally(question: Question) -> Tally:
    """The dots of the sitting with the state of *question* itself, which may be newer."""
    sitting = question.sitting
    rights = {asked.position: asked.right for asked in sitting.record}
    rights[question.position] = question.right
    dots = {True: Dot.RIGHT, False: Dot.WRONG, None: Dot.OPEN}
    positions = range(1, sitting.length + 1)
    return Tally(tuple(dots[rights.get(at)] for at in positions), question.position)


def elapsed_ms(question: Question, now: datetime) -> int:
    """Time since the first serving, 0 before it.

    Never negative, should the server's clock have been set back.
    """
    shown_at = question.shown_at or now
    return max(0, (now - shown_at) // timedelta(milliseconds=1))


def current_question(sitting: Sitting) -> Question:
    """The question last dealt, whether it is answered or not."""
    return sitting.record[-1]


def sittings_to_continue(mine: QuerySet[Sitting], limit: int) -> QuerySet[Sitting]:
    """Open sittings, the latest first, with `dealt`, `answered` and `position` to go on at."""
    answered = Count("questions__answers", filter=Q(questions__answers__number=1))
    return (
        mine.filter(ended_at=None)
        .annotate(dealt=Max("questions__position"), answered=answered)
        .annotate(position=F("answered") + 1)
        .order_by("-started_at")[:limit]
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


def accuracies(mine: QuerySet[Sitting]) -> dict[tuple[str, str], Accuracy]:
    """By drill and game; a pair that was never answered is missing."""
    answers = Answer.objects.filter(number=1, question__sitting__in=mine)
    rows = (
        answers.annotate(right=first_right("question"))
        .values("question__sitting__drill", "question__sitting__game")
        .annotate(total=Count("pk"), rights=Count("pk", filter=Q(right=True)))
        .values_list("question__sitting__drill", "question__sitting__game", "total", "rights")
    )
    return {(drill, game): Accuracy(total, rights) for drill, game, total, rights in rows}
