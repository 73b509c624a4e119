"""What is told of an attempt once its review is open; reads only."""

from datetime import datetime

from django.db.models import BooleanField, OuterRef, Subquery
from django.urls import reverse

from trainer.models import ExamAnswer, ExamSitting, ExamVerdict
from trainer.school.exams.attempts import Attempt, find_item, keys_of
from trainer.school.papers.asked import Asked, VerdictTable, judged_table, solved_table


def review_table(attempt: Attempt, position: int, now: datetime) -> VerdictTable:
    """One item with the latest verdict on its last answer, or its right answer if it has none.

    Raises: PaperItem.DoesNotExist.
    """
    item = find_item(attempt, position)
    url = reverse("sit-review", args=[*keys_of(attempt.sitting), position])
    asked = Asked(item.deal, position, attempt.length, url)
    verdict = _verdict(attempt.sitting, position)
    if verdict is None:
        return solved_table(asked, now)
    return judged_table(asked, verdict, now)


def _verdict(sitting: ExamSitting, position: int) -> ExamVerdict | None:
    answers = ExamAnswer.objects.filter(sitting=sitting, item__position=position)
    last = answers.order_by("-number").values("pk")[:1]
    verdicts = ExamVerdict.objects.filter(answer=Subquery(last)).order_by("-pk")
    return verdicts.select_related("answer", "version__house").first()


def told(attempt: Attempt) -> list[tuple[int, bool | None]]:
    """Of every position whether its last answer is right by its latest verdict; None without."""
    latest = ExamVerdict.objects.filter(answer=OuterRef("pk")).order_by("-pk").values("right")[:1]
    answers = ExamAnswer.objects.filter(sitting=attempt.sitting).order_by("number")
    rows = answers.annotate(told=Subquery(latest, output_field=BooleanField()))
    rights = dict(rows.values_list("item__position", "told"))
    return [(position, rights.get(position)) for position, _ in attempt.positions]
