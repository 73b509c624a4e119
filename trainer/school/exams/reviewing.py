"""What is told of an attempt once its review is open; reads only."""

from datetime import datetime
from enum import StrEnum

from django.db.models import BooleanField, OuterRef, Subquery
from django.urls import reverse

from trainer.models import ExamAnswer, ExamSitting, ExamVerdict, Regrade
from trainer.practice.unreadable import UNREADABLE
from trainer.school.exams.attempts import Attempt, find_item, keys_of
from trainer.school.papers.asked import Asked, VerdictTable, judged_table, solved_table


class Told(StrEnum):
    """What an overview tells of an item."""

    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    # It was answered, and its deal could not be read when the sitting was judged.
    UNJUDGED = "unjudged"
    # And so it was left out of the result.
    LEFT_OUT = "left-out"


class UnreadableItemError(Exception):
    """The deal of an item cannot be read any more; `told` is what is known of it all the same."""

    def __init__(self, told: Told) -> None:
        self.told = told
        super().__init__(told)


def review_table(attempt: Attempt, position: int, now: datetime) -> VerdictTable:
    """One item with the latest verdict on its last answer, or its right answer if it has none.

    Raises: PaperItem.DoesNotExist, UnreadableItemError.
    """
    item = find_item(attempt, position)
    url = reverse("sit-review", args=[*keys_of(attempt.sitting), position])
    asked = Asked(item.deal, position, attempt.length, url)
    verdict = _verdict(attempt.sitting, position)
    answered = position in attempt.answered
    left_out = verdict is not None and verdict.left_out
    try:
        if verdict is None or left_out:
            return solved_table(asked, now, answered=answered, left_out=left_out)
        return judged_table(asked, verdict, now)
    except UNREADABLE:
        right = verdict.right if verdict else None
        raise UnreadableItemError(_told(answered, right, left_out)) from None


def _told(answered: bool, right: bool | None, left_out: bool) -> Told:
    if left_out:
        return Told.LEFT_OUT
    if right is not None:
        return Told.RIGHT if right else Told.WRONG
    return Told.UNJUDGED if answered else Told.UNANSWERED


def _verdict(sitting: ExamSitting, position: int) -> ExamVerdict | None:
    answers = ExamAnswer.objects.filter(sitting=sitting, item__position=position)
    last = answers.order_by("-number").values("pk")[:1]
    verdicts = ExamVerdict.objects.filter(answer=Subquery(last)).order_by("-pk")
    return verdicts.select_related("answer", "version__house").first()


def told(attempt: Attempt) -> list[tuple[int, Told]]:
    """Of every position what its last answer came to by its latest verdict."""
    latest = ExamVerdict.objects.filter(answer=OuterRef("pk")).order_by("-pk")
    answers = ExamAnswer.objects.filter(sitting=attempt.sitting).order_by("number")
    rows = answers.annotate(
        right=Subquery(latest.values("right")[:1], output_field=BooleanField()),
        cause=Subquery(latest.values("regrade__cause")[:1]),
    )
    said = {
        position: (right, cause == Regrade.Cause.LEFT_OUT)
        for position, right, cause in rows.values_list("item__position", "right", "cause")
    }
    return [
        (position, _told(position in said, *said.get(position, (None, False))))
        for position, _ in attempt.positions
    ]
