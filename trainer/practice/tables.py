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
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from rules.engine.cards import JOKER, Card
from rules.games import find_game
from rules.games.base import Game, PayTable, Ruleset, TableSlot
from trainer.drills import base, find_drill
from trainer.models import Mode, Question, Verdict
from trainer.practice import wording
from trainer.practice.clocks import is_slow, left_ms
from trainer.practice.helps import Helping, helping
from trainer.practice.progress import Tally, elapsed_ms, find_verdict, tally

PAIR: Final = 2
# Of more parts only those that are wrong are set against what is right.
MANY: Final = 8
# Parts of the answer to a box that are no bets.
_BESIDE_BETS: Final = (base.PAY_NOW, base.BOXES_IN_ORDER)
# Parts whose right answer is understood without their name: “Player A; nine decides”.
SAY_ALL: Final = ("winner", "proof")
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
    seat: str = ""

    @property
    def letter(self) -> str:
        """What the box is called for short, and its key."""
        return wording.seat_letter(int(self.seat))


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
        self.helping: Helping = helping(self.sitting.help)
        self.spoken: Spoken | None = None
        if question.right is not None:
            self.spoken = Spoken(self, verdict or find_verdict(question))

    @property
    def left_ms(self) -> int | None:
        """What is left of the time of the sitting; None where it has no limit."""
        return left_ms(self.sitting, 0 if self.spoken else self.elapsed_ms)

    @property
    def is_sprint(self) -> bool:
        return self.sitting.mode == Mode.SPRINT

    @property
    def mode_name(self) -> str:
        """What the sitting is, where it is not the usual practice."""
        usual = self.sitting.mode in (Mode.PRACTICE, Mode.ENDLESS)
        return "" if usual else self.sitting.get_mode_display()

    @property
    def hint_template(self) -> str:
        return f"trainer/hints/{self.deal.drill}.html"

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
            name = capfirst(wording.seat_name(int(seat), self.deal)) if seat else ""
            line = wording.bet_name(base.Wager(bet, wager.stake), self.deal)
            boxes.setdefault(seat, Box(name, [], seat)).lines.append((wager, line))
        return list(boxes.values())

    @cached_property
    def stakes(self) -> list[tuple[str, Decimal]]:
        """What lies on the felt; the wagers of several boxes stand in the form and the reasons."""
        if self.ask.kind is base.AnswerKind.BOX and self.ask.options:
            return []
        names = [capfirst(wording.bet_name(wager, self.deal)) for wager in self.deal.wagers]
        return [(name, each.stake) for name, each in zip(names, self.deal.wagers, strict=True)]

    @cached_property
    def switches(self) -> tuple[str, ...]:
        """The keys of the house rules that every verdict on the deal turns on."""
        return self.drill.switches(self.deal, self.ruleset)

    @property
    def form(self) -> tuple[object, ...] | None:
        """All that the empty form and the list of keys show, beside the language; templates
        keep both by it. None for kinds of answers that show more of their deal.
        """
        if self.ask.kind not in STEADY or self.ask.also:
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
    def also(self) -> list[tuple[base.Option, str]]:
        """What is asked beside the options."""
        return [(option, wording.option_name(option, self.deal)) for option in self.ask.also]

    @cached_property
    def pay_tables(self) -> list[tuple[TableSlot, PayTable]]:
        """Those of the wager that is asked for; for a whole box all that the game has."""
        wager, wagers = self.ask.wager, self.ask.wagers
        slots = [slot for slot in self.game.tables if wagers or (wager and slot.bet == wager.bet)]
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
    """One graded part in words; `name` says which of several, unless what is expected
    `says_all`. Inside a sentence `result` is what is expected."""

    name: str
    says_all: bool
    right: bool
    given: str
    expected: str
    result: str
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
        # The clock of a sprint has waited for nobody.
        self.away = verdict.answer.idle_ms > 0 and not table.is_sprint
        self.late = verdict.answer.late
        self.target_ms = table.question.target_ms
        slow = is_slow(self.target_ms, self.elapsed_ms) and not self.away
        self.slow = self.right and slow and table.helping.target
        self.steps = [(f"trainer/reasons/{reason.kind}.html", reason) for reason in again.reasons]
        self.marks = {**again.marks, JOKER: again.joker or ""}
        self.winners = again.winners
        self.call = again.call
        self.parts = part_texts(verdict, table.deal, table.ask)
        self.result = result_text(verdict, table.deal, table.ask)
        self.heading = heading(verdict, self.result)
        self.pace = find_pace(table.ask, 1, self.elapsed_ms)

    @property
    def several(self) -> bool:
        return len(self.parts) > 1

    @property
    def told(self) -> list[PartText]:
        """The parts that are set against what is right: of many only the wrong ones."""
        if len(self.parts) <= MANY:
            return self.parts
        return [part for part in self.parts if not part.right]


@dataclass(frozen=True, slots=True)
class Pace:
    """So many rounds of so many boxes, settled in so long a time; `elapsed_ms` is above 0."""

    boxes: int
    rounds: int
    elapsed_ms: int

    @property
    def boxes_per_minute(self) -> Decimal:
        """To a tenth."""
        return round(Decimal(self.boxes * self.rounds * 60_000) / self.elapsed_ms, 1)

    @property
    def rounds_per_hour(self) -> int:
        return round(self.rounds * 3_600_000 / self.elapsed_ms)


def boxes_of(ask: base.Question) -> int:
    """How many boxes are settled at once; 0 where none is."""
    return len({wager.bet.rpartition(".")[0] for wager in ask.wagers})


def find_pace(ask: base.Question, rounds: int, elapsed_ms: int) -> Pace | None:
    """The pace with several boxes."""
    boxes = boxes_of(ask)
    return Pace(boxes, rounds, elapsed_ms) if boxes > 1 and elapsed_ms else None


def heading(verdict: Verdict, result: str) -> str:
    """*result* is that of `result_text`."""
    if verdict.right:
        frame = gettext("Right: %(result)s")
    elif len(verdict.parts) > 1:
        frame = pgettext("several parts", "No: %(result)s")
    else:
        frame = gettext("No: %(result)s")
    return frame % {"result": result}


def result_text(verdict: Verdict, deal: base.Deal, ask: base.Question) -> str:
    """What is so, in each of two parts; of more, if not all are right, also how many of which
    kind are."""
    parts = {part["name"]: part for part in verdict.parts}
    if len(verdict.parts) == 1:
        [part] = verdict.parts
        return wording.result_text(base.answer_from_data(part["expected"]), deal, ask)
    if len(parts) == PAIR and base.PAY_NOW not in parts:
        return "; ".join(map(_part_result, part_texts(verdict, deal, ask)))
    said = []
    counted = [part for name, part in parts.items() if name not in _BESIDE_BETS]
    if not verdict.right or base.PAY_NOW not in parts:
        said.append(wording.count_text(counted, ask))
    if base.BOXES_IN_ORDER in parts and not parts[base.BOXES_IN_ORDER]["right"]:
        said.append(gettext("another order"))
    if base.PAY_NOW in parts:
        paid = base.answer_from_data(parts[base.PAY_NOW]["expected"])
        said.append(wording.result_text(base.BoxAnswer((), paid.amount), deal, ask))
    return "; ".join(said)


def _part_result(part: PartText) -> str:
    if part.says_all:
        return part.result
    words = {"part": wording.inside(part.name), "result": part.result}
    return gettext("%(part)s – %(result)s") % words


def part_texts(verdict: Verdict, deal: base.Deal, ask: base.Question) -> list[PartText]:
    """The stored parts of *verdict* in words; a mistake behind several of them is named once."""
    # Of two sets of cards each is a part of its own.
    ask = replace(ask, asks_second=ask.asks_second and len(verdict.parts) == 1)
    # What is asked beside the options is the second part.
    asks = [
        replace(ask, options=ask.also) if ask.also and at else ask
        for at in range(len(verdict.parts))
    ]
    codes = [part["code"] for part in verdict.parts]
    given, expected = (
        [
            wording.answer_text(base.answer_from_data(part[side]), deal, asked)
            for part, asked in zip(verdict.parts, asks, strict=True)
        ]
        for side in ("given", "expected")
    )
    return [
        PartText(
            name=capfirst(wording.part_name(part["name"], deal)),
            says_all=part["name"] in SAY_ALL,
            right=part["right"],
            given=capfirst(given[at]),
            expected=capfirst(expected[at]),
            result=expected[at],
            mistake=wording.mistake_text(
                None if part["code"] in codes[:at] else part["code"],
                Fraction(part["delta"]),
                among_players=not find_game(deal.game).bets,
            ),
        )
        for at, part in enumerate(verdict.parts)
    ]
