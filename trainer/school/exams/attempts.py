"""What a person sees of an own attempt; reads only."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, OuterRef, Subquery
from django.urls import reverse

from trainer.models import (
    Enrolment,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
    Navigation,
    PaperItem,
    Serving,
)
from trainer.practice.progress import JSONArrayOfRows
from trainer.prepared import Prepared
from trainer.school.exams.clock import Clock, clock_of, with_clock

# Of every item that was answered the first answer stands for its position.
_ANSWERED: Final = ExamAnswer.objects.filter(sitting=OuterRef("pk"), number=1)
_DEVICES: Final = ExamEvent.objects.filter(sitting=OuterRef("pk")).exclude(device="")
_LAST: Final = ExamAnswer.objects.filter(
    sitting=OuterRef("sitting"), item=OuterRef("item")
).order_by("-number")


def length_of(paper: str) -> Subquery:
    """How many items the paper at that path has."""
    items = PaperItem.objects.filter(paper=OuterRef(paper)).order_by().values("paper")
    return Subquery(items.annotate(count=Count("pk")).values("count"))


def _rows(queryset: Any, value: str) -> Subquery:
    rows = queryset.order_by().values("sitting").annotate(rows=JSONArrayOfRows(value))
    return Subquery(rows.values("rows"))


_FOUND: Final = Prepared(
    ExamSitting.objects.select_related("exam__course").annotate(
        answered=_rows(_ANSWERED, "item__position"),
        devices=_rows(_DEVICES, "device"),
        length=length_of("paper"),
        **with_clock(),
    )
)
_SERVED: Final = Prepared(
    Serving.objects.select_related("item__deal__version__house").annotate(
        given=Subquery(_LAST.values("given")[:1])
    )
)
_POSTED: Final = Prepared(
    Serving.objects.select_related("sitting__exam", "item__deal__version__house").annotate(
        length=length_of("sitting__paper")
    )
)


def keys_of(sitting: ExamSitting) -> list[int]:
    """What stands in the addresses of the attempt."""
    return [sitting.exam.course_id, sitting.exam_id, sitting.number]


def attempt_url(sitting: ExamSitting) -> str:
    return reverse("sit-attempt", args=keys_of(sitting))


def question_url(sitting: ExamSitting, position: int) -> str:
    return reverse("sit-question", args=[*keys_of(sitting), position])


def hand_in_url(sitting: ExamSitting) -> str:
    return reverse("sit-hand-in", args=keys_of(sitting))


@dataclass(frozen=True)
class Attempt:
    """A sitting at the moment of its clock; `answered` are positions."""

    sitting: ExamSitting
    clock: Clock
    answered: frozenset[int]
    length: int
    devices: frozenset[str] = frozenset()

    @property
    def unanswered(self) -> list[int]:
        return [at for at in range(1, self.length + 1) if at not in self.answered]

    @property
    def forward(self) -> bool:
        return self.sitting.exam.navigation == Navigation.FORWARD

    @property
    def place(self) -> int:
        """The position to go on at; with forward navigation it may lie beyond the last."""
        return self.sitting.place

    @property
    def ran_out(self) -> bool:
        """Whether it is over because of the time."""
        return self.clock.over and self.sitting.handed_in_at is None

    @property
    def review_is_open(self) -> bool:
        return self.clock.over and self.sitting.exam.review_opened_at is not None

    @cached_property
    def positions(self) -> list[tuple[int, bool]]:
        """Each with whether it was answered."""
        return [(at, at in self.answered) for at in range(1, self.length + 1)]

    @cached_property
    def url(self) -> str:
        return attempt_url(self.sitting)

    @cached_property
    def hand_in_url(self) -> str:
        return hand_in_url(self.sitting)

    @cached_property
    def clock_url(self) -> str:
        return reverse("sit-clock", args=keys_of(self.sitting))

    @property
    def go_on_url(self) -> str:
        """The question shown last; beyond the last one the hand-in."""
        if self.place > self.length:
            return self.hand_in_url
        return question_url(self.sitting, self.place)


def find_attempt(enrolment: Enrolment, exam: int, number: int, now: datetime) -> Attempt:
    """One query. Raises: ExamSitting.DoesNotExist."""
    found = _FOUND.get(enrolment=enrolment.pk, exam=exam, number=number)
    return Attempt(
        found,
        clock_of(found, now),
        frozenset(found.answered or ()),
        found.length,
        frozenset(found.devices or ()),
    )


def find_served(attempt: Attempt, position: int) -> Serving | None:
    """The item at *position* as it was first shown, with `given`, the answer saved last."""
    try:
        return _SERVED.get(sitting=attempt.sitting.pk, item__position=position)
    except Serving.DoesNotExist:
        return None


def find_item(attempt: Attempt, position: int) -> PaperItem:
    """Raises: PaperItem.DoesNotExist."""
    items = PaperItem.objects.filter(paper=attempt.sitting.paper_id, position=position)
    return items.select_related("deal__version__house").get()


def find_posted(enrolment: Enrolment, exam: int, number: int, position: int) -> Serving:
    """What an answer is posted to, with the `length` of the paper.

    Raises: Serving.DoesNotExist: unless it has been shown.
    """
    return _POSTED.get(
        sitting__enrolment=enrolment.pk,
        sitting__exam=exam,
        sitting__number=number,
        item__position=position,
    )


def late_positions(sitting: ExamSitting) -> list[tuple[int, datetime]]:
    """Where an answer was refused because it was late, and when."""
    late = sitting.events.filter(kind=ExamEvent.Kind.LATE).order_by("pk")
    return list(late.values_list("item__position", "at"))
