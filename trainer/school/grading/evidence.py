"""Items of a sitting as they were dealt, answered and judged, for those who teach; reads only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from types import SimpleNamespace

from django.utils.text import capfirst

from rules.models import Version
from trainer.drills import base, find_drill
from trainer.models import Deal, ExamSitting, ExamVerdict
from trainer.practice import tables, wording
from trainer.practice.record.codes import answer_code
from trainer.practice.unreadable import UNREADABLE
from trainer.school.grading.marks import Mark


class Evidence:
    """One item in words, with its cards. `version` are the rules that judged, or, where nothing
    was answered, those that it was dealt by.

    `readable` is false if the deal was damaged, or its drill is no longer in the program; then
    there are no words.
    """

    def __init__(self, mark: Mark, deal: Deal, version: Version) -> None:
        self.mark, self.version = mark, version
        self.readable = True
        try:
            self.deal: base.Deal = deal.value
            self.drill = find_drill(deal.drill)
            self.ruleset = version.ruleset
            self.ask = self.drill.question(self.deal, self.ruleset)
            judged = SimpleNamespace(parts=mark.parts)
            answered = mark.answered and mark.judged
            self.parts = tables.part_texts(judged, self.deal, self.ask) if answered else []
        except UNREADABLE:
            self.readable, self.parts = False, []

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
    def stakes(self) -> list[tuple[str, Decimal]]:
        """What lay on the felt; of several boxes it stands beside each."""
        if self.ask.kind is base.AnswerKind.BOX and self.ask.options:
            return []
        names = [capfirst(wording.bet_name(bet, self.deal)) for bet in self.deal.wagers]
        return [(name, bet.stake) for name, bet in zip(names, self.deal.wagers, strict=True)]

    @property
    def given_code(self) -> str:
        """What was given, as files say it: it needs no deal."""
        return answer_code(self.mark.given) if self.mark.given is not None else ""

    @property
    def several(self) -> bool:
        return len(self.parts) > 1

    @property
    def expected(self) -> str:
        """The right answer, where none was given."""
        answer = self.drill.expected(self.deal, self.ruleset)
        return capfirst(wording.answer_text(answer, self.deal, self.ask))

    @cached_property
    def reasons(self) -> list[tuple[str, base.Reason]]:
        """Why, step by step, as the rules say today: a template and what it says."""
        given = self.mark.given
        answer = (
            base.answer_from_data(given)
            if given is not None
            else self.drill.expected(self.deal, self.ruleset)
        )
        verdict = self.drill.check(self.deal, answer, self.ruleset)
        return [(f"trainer/reasons/{reason.kind}.html", reason) for reason in verdict.reasons]


def evidence_of(marks: Iterable[Mark]) -> list[Evidence]:
    """Two queries."""
    marks = list(marks)
    deals = Deal.objects.select_related("version__house").in_bulk({mark.deal for mark in marks})
    judged = {mark.version for mark in marks if mark.version is not None}
    versions = Version.objects.select_related("house").in_bulk(judged)
    return [
        Evidence(mark, deals[mark.deal], versions.get(mark.version) or deals[mark.deal].version)
        for mark in marks
    ]


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict as it was given at that time, by whom it was given anew and why; `decided_at` is
    when that was decided, if it was before the answer came."""

    at: datetime
    right: bool
    engine: int
    version: Version
    by: str
    reason: str
    decided_at: datetime | None


def verdicts_on(sitting: ExamSitting, item: int) -> list[Given]:
    """Every verdict on the answer that counts, the first one first; one query."""
    found = ExamVerdict.objects.filter(answer__sitting=sitting, answer__item=item)
    found = found.select_related("version__house", "regrade__by", "answer").order_by("pk")
    rows = list(found)
    last = max((row.answer.number for row in rows), default=0)
    return [
        Given(
            row.created_at,
            row.right,
            row.engine,
            row.version,
            row.regrade.by.shown_name if row.regrade and row.regrade.by else "",
            row.regrade.reason if row.regrade else "",
            row.regrade.decided_at if row.regrade else None,
        )
        for row in rows
        if row.answer.number == last
    ]
