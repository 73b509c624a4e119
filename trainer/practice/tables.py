"""What stands on the page of one question, before and after its answer; reads only."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Final

from django.template.loader import select_template
from django.urls import reverse
from django.utils.translation import gettext

from rules.engine.cards import JOKER, Card
from rules.games import find_game
from rules.games.base import Game, PayTable, Ruleset, TableSlot
from trainer.drills import base, find_drill
from trainer.models import Question, Verdict
from trainer.practice import wording
from trainer.practice.progress import Tally, elapsed_ms, find_verdict, tally

PAIR: Final = 2
# Kinds whose options are the same in every deal.
STEADY: Final = (
    base.AnswerKind.SIDES,
    base.AnswerKind.SEATS,
    base.AnswerKind.MONEY,
    base.AnswerKind.HAND,
)


def in_order(groups: Iterable[base.Group]) -> list[base.Group]:
    """As they lie on the felt: board and dealer above, the players below by seat."""
    return sorted(groups, key=lambda group: (group.role is base.GroupRole.PLAYER, group.seat))


@dataclass(frozen=True, slots=True)
class Box:
    """The wagers of one player, each with its name; `name` is empty where there is one box."""

    name: str
    lines: list[tuple[base.Wager, str]]


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

    @property
    def places(self) -> range:
        """The places that hands can be put in."""
        return range(1, len(self.ask.options) + 1)

    @property
    def prompt(self) -> str:
        return wording.prompt_text(self.ask)

    @cached_property
    def plates(self) -> list[tuple[base.Option, str]]:
        return [(option, wording.option_name(option, self.deal)) for option in self.ask.plates]

    @property
    def picks(self) -> dict[Card, int]:
        """The number of each card that may be chosen on the felt; none after the answer."""
        open_ = self.ask.kind is base.AnswerKind.CARDS and self.spoken is None
        return {card: at for at, card in enumerate(self.ask.cards, 1)} if open_ else {}

    @cached_property
    def boxes(self) -> list[Box]:
        """The wagers to settle, box by box."""
        boxes: dict[str, Box] = {}
        for wager in self.ask.wagers:
            seat, _, bet = wager.bet.rpartition(".")
            name = wording.seat_name(int(seat), self.deal) if seat else ""
            line = wording.bet_name(base.Wager(bet, wager.stake), self.deal)
            boxes.setdefault(seat, Box(name, [])).lines.append((wager, line))
        return list(boxes.values())

    @cached_property
    def stakes(self) -> list[tuple[str, Decimal]]:
        return [(wording.bet_name(wager, self.deal), wager.stake) for wager in self.deal.wagers]

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """The keys of the house rules that every verdict on the deal turns on."""
        return self.drill.switches(self.deal, self.ruleset)

    @property
    def form(self) -> tuple[object, ...] | None:
        """All that the empty form and the list of keys show, beside the language; templates
        keep both by it. None for kinds of answers that show more of their deal.
        """
        if self.spoken:
            return ()
        if self.ask.kind not in STEADY:
            return None
        return (self.ask.kind, self.ask.ranks, *self.options)

    @property
    def lays(self) -> bool:
        """Whether the drill lays anything on the felt beside cards and wagers."""
        return select_template(self.laid_templates).template.name != self.laid_templates[-1]

    @property
    def laid_templates(self) -> list[str]:
        """What a drill lays on the felt beside cards and wagers, if it has anything to lay."""
        return [f"trainer/laid/{self.deal.drill}.html", "trainer/laid/_nothing.html"]

    @property
    def answer_template(self) -> str:
        return f"trainer/answers/{self.ask.kind}.html"

    @cached_property
    def options(self) -> list[tuple[base.Option, str]]:
        return [(option, wording.option_name(option, self.deal)) for option in self.ask.options]

    @cached_property
    def pay_tables(self) -> list[tuple[TableSlot, PayTable]]:
        """Every pay table of the wagers that are asked for, whichever of them decides."""
        wagers = (self.ask.wager, *self.ask.wagers)
        bets = {wager.bet.rpartition(".")[2] for wager in wagers if wager}
        slots = [slot for slot in self.game.tables if slot.bet in bets]
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
    """One graded part in words; `name` says which of several."""

    name: str
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
        self.marks = {**again.marks, JOKER: again.joker or ""}
        self.winners = again.winners
        self.call = again.call
        self.parts = part_texts(verdict, table.deal, table.ask)
        self.result = _result(verdict, table.deal, table.ask)

    @property
    def heading(self) -> str:
        frame = gettext("Right: %(result)s") if self.right else gettext("No: %(result)s")
        return frame % {"result": self.result}

    @property
    def several(self) -> bool:
        return len(self.parts) > 1


def _result(verdict: Verdict, deal: base.Deal, ask: base.Question) -> str:
    """What is so; of several parts what is paid out, or else how many of them are right.

    A sum that was right stands in no heading that says No.
    """
    parts = verdict.parts
    if len(parts) == 1:
        return wording.result_text(base.answer_from_data(parts[0]["expected"]), deal, ask)
    for part in parts:
        if part["name"] == base.PAY_NOW and part["right"] is verdict.right:
            paid = base.answer_from_data(part["expected"])
            return wording.result_text(base.BoxAnswer((), paid.amount), deal, ask)
    right = sum(part["right"] for part in parts)
    count = {"right": right, "count": len(parts)}
    if verdict.right:
        return gettext("%(right)s of %(count)s") % count
    return gettext("%(right)s of %(count)s right") % count


def part_texts(verdict: Verdict, deal: base.Deal, ask: base.Question) -> list[PartText]:
    """The stored parts of *verdict* in words; a mistake behind several of them is named once."""
    # Of two sets of cards each is a part of its own.
    ask = replace(ask, asks_second=ask.asks_second and len(verdict.parts) == 1)
    codes = [part["code"] for part in verdict.parts]
    return [
        PartText(
            name=wording.part_name(part["name"], deal),
            right=part["right"],
            given=wording.answer_text(base.answer_from_data(part["given"]), deal, ask),
            expected=wording.answer_text(base.answer_from_data(part["expected"]), deal, ask),
            mistake=wording.mistake_text(
                None if part["code"] in codes[:at] else part["code"],
                Fraction(part["delta"]),
                among_players=not find_game(deal.game).bets,
            ),
        )
        for at, part in enumerate(verdict.parts)
    ]
