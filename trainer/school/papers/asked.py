"""A question of a paper, drawn by what practice draws questions with; reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext

from rules.models import Version
from trainer.drills import base, find_drill
from trainer.models import Deal, ExamVerdict, Help
from trainer.practice import wording
from trainer.practice.forms import Typed
from trainer.practice.progress import Said
from trainer.practice.tables import Spoken, Table
from trainer.school.papers.refilled import refilled


@dataclass(frozen=True)
class Frame:
    """What practice knows of a sitting, for a question that belongs to none."""

    length: int
    mode: str = "exam"
    help: str = Help.TABLE_READY
    said: Mapping[int, Said] = field(default_factory=dict)


@dataclass
class Asked:
    """In the place of a `Question`: a deal at a position, without a target or a verdict."""

    deal: Any
    position: int
    length: int
    url: str
    shown_at: datetime | None = None
    target_ms: int | None = None
    right: bool | None = None

    @property
    def sitting(self) -> Frame:
        return Frame(self.length)

    def get_absolute_url(self) -> str:
        return self.url


class ExamTable(Table):
    """A question with what has been saved for it; `saved` is in words, empty if nothing was."""

    def __init__(self, asked: Asked, now: datetime, given: Mapping[str, Any] | None = None):
        super().__init__(asked, now)
        self.given = base.answer_from_data(given) if given else None

    @property
    def saved(self) -> str:
        return wording.answer_text(self.given, self.deal, self.ask) if self.given else ""

    @property
    def typed(self) -> Typed | None:
        return refilled(self.given, self.ask) if self.given else None


@dataclass(frozen=True)
class Judged:
    """In the place of a `Verdict`; `value` has the reasons and marks."""

    right: bool
    parts: Sequence[Mapping[str, Any]]
    value: base.Verdict
    elapsed_ms: int = 0

    @property
    def answer(self) -> SimpleNamespace:
        return SimpleNamespace(elapsed_ms=self.elapsed_ms, idle_ms=0, late=False)


class VerdictTable(Table):
    """A question with its verdict, under the rules that it was judged by."""

    def __init__(self, asked: Asked, now: datetime, judged: Judged):
        super().__init__(asked, now)
        self.spoken = Spoken(self, judged)


def judged_table(asked: Asked, verdict: ExamVerdict, now: datetime) -> VerdictTable:
    """*verdict* comes with its answer; `asked.deal` is that of the answer."""
    deal, version = asked.deal, verdict.version
    given = base.answer_from_data(verdict.answer.given)
    value = find_drill(deal.drill).check(deal.value, given, version.ruleset)
    asked.deal = under(deal, version)
    judged = Judged(verdict.right, verdict.parts, value, verdict.answer.elapsed_ms)
    return VerdictTable(asked, now, judged)


def under(deal: Deal, version: Version) -> SimpleNamespace:
    """The stored deal under other rules than those that it was dealt by."""
    return SimpleNamespace(value=deal.value, version=version, drill=deal.drill)


def answered_table(asked: Asked, given: base.Answer, now: datetime) -> VerdictTable:
    """What would be said of *given*; nothing is stored."""
    deal, ruleset = asked.deal.value, asked.deal.version.ruleset
    value = find_drill(deal.drill).check(deal, given, ruleset)
    parts = [part.to_data() for part in value.parts]
    return VerdictTable(asked, now, Judged(value.right, parts, value))


def solved_table(
    asked: Asked, now: datetime, *, answered: bool = False, left_out: bool = False
) -> VerdictTable:
    """The right answer and why, where none was given, or, *answered*, none could be judged, or
    the question was *left_out* therefore."""
    deal, ruleset = asked.deal.value, asked.deal.version.ruleset
    table = answered_table(asked, find_drill(deal.drill).expected(deal, ruleset), now)
    table.spoken.right = False
    heading = gettext("Not answered. Right is: %(result)s")
    if left_out:
        heading = gettext("This question is left out of your result. Right is: %(result)s")
    elif answered:
        heading = gettext("Your answer is kept and was not judged. Right is: %(result)s")
    table.spoken.heading = heading % {"result": table.spoken.result}
    table.spoken.parts = []
    return table
