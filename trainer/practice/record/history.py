"""Every sitting and every answer of one learner; reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cached_property
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from trainer.drills import base, find_drill
from trainer.models import Question, Sitting, Verdict
from trainer.practice import tables, wording
from trainer.practice.clocks import is_slow
from trainer.practice.record.forms import RIGHT, SLOW, WEAK, WRONG
from trainer.practice.record.judged import LATEST_FIRST, counting
from trainer.practice.record.judged import SLOW as IS_SLOW
from trainer.practice.unreadable import UNREADABLE

ON_A_PAGE: Final = 20
_SITTING: Final = "answer__question__sitting__"
_DEAL: Final = {
    "drill": "answer__question__deal__drill",
    "game": "answer__question__deal__version__game",
}
_ANSWERS: Final = {
    RIGHT: Q(right=True),
    WRONG: Q(right=False),
    SLOW: IS_SLOW,
    WEAK: Q(right=False) | IS_SLOW,
}


def day_start(day: date, zone: tzinfo) -> datetime:
    """Midnight, or what the clocks show first on a day that has none."""
    return datetime.combine(day, time.min, zone)


def answers_of(
    whose: Mapping[str, int | None], wanted: Mapping[str, Any], zone: tzinfo
) -> QuerySet[Verdict]:
    """The counting verdicts that the filter leaves, the latest sitting and question first.

    *whose* are lookups from a verdict, *wanted* the cleaned data of a `FilterForm`.
    """
    verdicts = counting(whose)
    deal = {
        "drill": "answer__question__deal__drill",
        "game": "answer__question__deal__version__game",
    }
    chosen = {deal[name]: wanted[name] for name in deal if wanted.get(name)}
    if wanted.get("mode"):
        chosen[f"{_SITTING}mode"] = wanted["mode"]
    if wanted.get("since"):
        chosen["answer__received_at__gte"] = day_start(wanted["since"], zone)
    if wanted.get("until"):
        chosen["answer__received_at__lt"] = day_start(wanted["until"] + timedelta(days=1), zone)
    if wanted.get("answers"):
        verdicts = verdicts.filter(_ANSWERS[wanted["answers"]])
    return verdicts.filter(**chosen).order_by(*LATEST_FIRST)


def sittings_in(
    mine: QuerySet[Sitting], wanted: Mapping[str, Any], zone: tzinfo
) -> QuerySet[Sitting]:
    """The sittings that the filter leaves, the latest first, by the day on which they began.

    A mixed one counts for every drill and game that was dealt in it.
    """
    if wanted.get("drill") or wanted.get("game"):
        deals = {"drill": "deal__drill", "game": "deal__version__game"}
        dealt = {deals[name]: wanted[name] for name in deals if wanted.get(name)}
        mine = mine.filter(Exists(Question.objects.filter(sitting=OuterRef("pk"), **dealt)))
    chosen = {"mode": wanted["mode"]} if wanted.get("mode") else {}
    if wanted.get("since"):
        chosen["started_at__gte"] = day_start(wanted["since"], zone)
    if wanted.get("until"):
        chosen["started_at__lt"] = day_start(wanted["until"] + timedelta(days=1), zone)
    return mine.filter(**chosen).order_by("-started_at", "-pk")


@dataclass(frozen=True, slots=True)
class Run:
    """A sitting with what became of it; `busy_ms` is the time of its answers, none of it idle."""

    sitting: Sitting
    answered: int = 0
    right: int = 0
    slow: int = 0
    busy_ms: int = 0

    @property
    def weak(self) -> int:
        """How many answers were wrong, or right and slow."""
        return self.answered - self.right + self.slow


def runs(page: Page) -> list[Run]:
    """The sittings of *page* with their numbers: one query for all of them."""
    numbers = (
        counting({f"{_SITTING}in": [sitting.pk for sitting in page]})
        .order_by()
        .values("answer__question__sitting")
        .annotate(
            answered=Count("pk"),
            rights=Count("pk", filter=Q(right=True)),
            slow=Count("pk", filter=IS_SLOW),
            busy=Sum("busy_ms"),
        )
        .values_list("answer__question__sitting", "answered", "rights", "slow", "busy")
    )
    found = {pk: counts for pk, *counts in numbers}
    return [Run(sitting, *found.get(sitting.pk, ())) for sitting in page]


class Entry:
    """An answer in words, with the cards that it was about.

    `readable` is false if the deal was damaged, or its drill is no longer in the program; then
    there are no words.
    """

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.answer = verdict.answer
        self.question = verdict.answer.question
        self.sitting = self.question.sitting
        self.readable = True
        try:
            self.deal: base.Deal = self.question.deal.value
            drill = find_drill(self.deal.drill)
            self.ask = drill.question(self.deal, self.question.deal.version.ruleset)
            self.parts = tables.part_texts(verdict, self.deal, self.ask)
        except UNREADABLE:
            self.readable, self.parts = False, []

    @property
    def drill(self) -> str:
        return self.question.deal.drill

    @property
    def game(self) -> str:
        return self.question.deal.version.game

    @property
    def slow(self) -> bool:
        return self.verdict.right and is_slow(self.question.target_ms, self.answer.elapsed_ms)

    @cached_property
    def groups(self) -> list[base.Group]:
        return tables.in_order(self.deal.groups + self.deal.hidden)

    @property
    def prompt(self) -> str:
        return wording.prompt_text(self.ask)

    @property
    def plates(self) -> list[str]:
        return [wording.option_name(option, self.deal) for option in self.ask.plates]

    @property
    def several(self) -> bool:
        return len(self.parts) > 1


def entries(page: Page) -> list[Entry]:
    """Of a page of keys of verdicts: only what stands on it is read whole."""
    verdicts = counting({"pk__in": list(page)}).select_related(
        "answer__question__deal__version__house", "answer__question__sitting"
    )
    found = {verdict.pk: verdict for verdict in verdicts}
    return [Entry(found[key]) for key in page if key in found]


def page_of(rows: QuerySet[Any], number: str) -> Page:
    """The page with that number, the nearest there is."""
    return Paginator(rows, ON_A_PAGE).get_page(number)
