"""What stands on the page of one question, before and after its answer; reads only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from rules.games import find_game
from rules.games.base import Game, PayTable, Ruleset, TableSlot
from trainer.drills import base, find_drill
from trainer.models import Question, Verdict
from trainer.practice import wording
from trainer.practice.progress import Tally, elapsed_ms, find_verdict, tally

PAIR: Final = 2


def in_order(groups: Iterable[base.Group]) -> list[base.Group]:
    """As they lie on the felt: board and dealer above, the players below by seat."""
    return sorted(groups, key=lambda group: (group.role is base.GroupRole.PLAYER, group.seat))


class Table:
    """A question as it is drawn at *now*; `spoken` only after the answer."""

    def __init__(self, question: Question, now: datetime, verdict: Verdict | None = None) -> None:
        self.question = question
        self.sitting = question.sitting
        self.version = question.deal.version
        self.ruleset: Ruleset = self.version.ruleset
        self.deal: base.Deal = question.deal.value
        self.drill = find_drill(self.deal.drill)
        self.game: Game = find_game(self.deal.game)
        self.ask: base.Question = self.drill.question(self.deal, self.ruleset)
        self.tally: Tally = tally(question)
        self.elapsed_ms = elapsed_ms(question, now)
        self.spoken: Spoken | None = None
        if question.right is not None:
            self.spoken = Spoken(self, verdict or find_verdict(question))

    @property
    def groups(self) -> tuple[base.Group, ...]:
        """The cards that are shown; those hidden lie open with the verdict."""
        return self.deal.groups + (self.deal.hidden if self.spoken else ())

    @cached_property
    def rows(self) -> list[base.Group]:
        """Groups that need the width of the felt."""
        return [group for group in in_order(self.groups) if len(group.cards) > PAIR]

    @cached_property
    def pairs(self) -> list[base.Group]:
        """Groups that stand side by side."""
        return [group for group in in_order(self.groups) if len(group.cards) <= PAIR]

    @cached_property
    def stakes(self) -> list[tuple[str, Decimal]]:
        return [(wording.bet_name(wager, self.deal), wager.stake) for wager in self.deal.wagers]

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """The keys of the house rules that every verdict on the deal turns on."""
        return self.drill.switches(self.deal, self.ruleset)

    @property
    def form(self) -> tuple[object, ...]:
        """All that the empty form and the list of keys show, beside the language.

        Templates keep both by it: a kind of answer that shows more of its deal adds it here.
        """
        if self.spoken:
            return ()
        return (self.ask.kind, self.ask.ranks, *self.options)

    @property
    def answer_template(self) -> str:
        return f"trainer/answers/{self.ask.kind}.html"

    @cached_property
    def options(self) -> list[tuple[base.Option, str]]:
        return [(option, wording.option_name(option, self.deal)) for option in self.ask.options]

    @cached_property
    def pay_tables(self) -> list[tuple[TableSlot, PayTable]]:
        """Every pay table of the wager that is asked for, whichever of them decides."""
        wager = self.ask.wager
        slots = [slot for slot in self.game.tables if wager and slot.bet == wager.bet]
        return [(slot, self.ruleset.tables[slot.key]) for slot in slots]

    @property
    def decimal_separator(self) -> str:
        return wording.decimal_separator()

    @cached_property
    def url(self) -> str:
        return self.question.get_absolute_url()

    @cached_property
    def next_url(self) -> str:
        return reverse("next", args=[self.sitting.uuid, self.question.position])


@dataclass(frozen=True, slots=True)
class PartText:
    """One graded part in words."""

    right: bool
    given: str
    expected: str
    mistake: str


class Spoken:
    """A verdict in words and marks.

    Right or wrong, given and expected are as they were stored; reasons and marks are worked
    out again from the deal.
    """

    def __init__(self, table: Table, verdict: Verdict) -> None:
        again = verdict.value
        self.right = verdict.right
        self.elapsed_ms = verdict.answer.elapsed_ms
        self.steps = [(f"trainer/reasons/{reason.kind}.html", reason) for reason in again.reasons]
        self.marks = again.marks
        self.winners = again.winners
        self.call = again.call
        self.parts = part_texts(verdict, table.deal, table.ask)
        expected = base.answer_from_data(verdict.parts[0]["expected"])
        self.result = wording.result_text(expected, table.deal, table.ask)

    @property
    def heading(self) -> str:
        frame = gettext("Right: %(result)s") if self.right else gettext("No: %(result)s")
        return frame % {"result": self.result}


def part_texts(verdict: Verdict, deal: base.Deal, ask: base.Question) -> list[PartText]:
    """The stored parts of *verdict* in words."""
    return [
        PartText(
            right=part["right"],
            given=wording.answer_text(base.answer_from_data(part["given"]), deal, ask),
            expected=wording.answer_text(base.answer_from_data(part["expected"]), deal, ask),
            mistake=wording.mistake_text(part["code"], Fraction(part["delta"])),
        )
        for part in verdict.parts
    ]
