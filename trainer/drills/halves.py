"""High and low half of one pot between two hands: who takes which, and what that comes to.

What is right
    The high half goes to the better high hand, the low half to the better low that counts; a
    half that both win is shared. Where no low counts there is no low half: the high hand takes
    the whole pot. How the pot divides is what `rules.engine.pots` gives.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from rules.engine.cards import Card
from rules.engine.pots import ChipRules, split_high_low
from rules.engine.text import gettext_noop
from trainer.drills.answers import AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.deals import ASKS, Deal, GroupRole
from trainer.drills.low_reasons import code as low_code
from trainer.drills.low_reasons import explain as explain_low
from trainer.drills.lows import WINNERS, LowDuel, Winner, low_duel
from trainer.drills.showdown import Showdown, is_kicker, showdown
from trainer.drills.showdown_reasons import decides, held
from trainer.drills.verdicts import ErrorCode, Mark, Part, Reason, Verdict

HALVES: Final = (ASKS, "halves")
QUARTERS: Final = 4

QUESTION: Final = Question(
    AnswerKind.CHOICE,
    gettext_noop("High-low, eight or better: who takes which half?"),
    (
        Option(Winner.LEFT, GroupRole.PLAYER, 0),
        Option(Winner.TIE, "text", label=gettext_noop("both, the hands are equal")),
        Option(Winner.RIGHT, GroupRole.PLAYER, 1),
    ),
    legend=gettext_noop("High half"),
    also=(
        Option(Winner.LEFT, GroupRole.PLAYER, 0),
        Option(Winner.TIE, "text", label=gettext_noop("both, the lows are equal")),
        Option(Winner.RIGHT, GroupRole.PLAYER, 1),
        Option(Winner.NOBODY, "text", label=gettext_noop("nobody, no low counts")),
    ),
    also_legend=gettext_noop("Low half"),
)


def asks_for_halves(deal: Deal) -> bool:
    return HALVES in deal.facts


@dataclass(frozen=True)
class Halves:
    """Two hands of a deal, compared as high hands and as lows of eight or better."""

    deal: Deal

    @cached_property
    def table(self) -> Showdown:
        return showdown(self.deal)

    @cached_property
    def duel(self) -> LowDuel:
        return low_duel(self.deal)

    @property
    def high(self) -> Winner:
        return WINNERS[self.table.winners]

    @property
    def low(self) -> Winner:
        return self.duel.winner

    @property
    def answer(self) -> ChoiceAnswer:
        return ChoiceAnswer(self.high.value, self.low.value)

    @cached_property
    def quarters(self) -> dict[int, Decimal]:
        """How many quarters of the pot each seat takes, without those who take nothing."""
        rules = ChipRules(button=0)
        return split_high_low(QUARTERS, self.table.winners, self.duel.winners, rules).amounts

    @property
    def takes_all(self) -> tuple[int, ...]:
        """The one seat that takes the whole pot, if there is one."""
        return tuple(self.quarters) if len(self.quarters) == 1 else ()


def half_tags(halves: Halves) -> frozenset[str]:
    found = {"high-low"}
    if halves.takes_all and halves.low is not Winner.NOBODY:
        found.add("scoop")
    if 1 in halves.quarters.values():
        found.add("quartered")
    return frozenset(found)


def check_halves(deal: Deal, answer: ChoiceAnswer) -> Verdict:
    halves = Halves(deal)
    high, low = Winner(answer.choice), _winner(answer.also)
    swapped = halves.high is not halves.low and (low, high) == (halves.high, halves.low)
    mixed = ErrorCode.HALVES if swapped else None
    parts = (
        _part("high", answer.choice, halves.high, mixed or _high_code(halves.table)),
        _part("low", answer.also, halves.low, mixed or _low_code(halves.duel, low)),
    )
    told = _explain(halves, *(part.right for part in parts))
    return Verdict(parts, told, _marks(halves), halves.takes_all)


def _winner(given: str) -> Winner | None:
    """None where nothing was answered."""
    return Winner(given) if given else None


def _part(name: str, given: str, expected: Winner, mistake: ErrorCode) -> Part:
    right = given == expected
    said, due = ChoiceAnswer(given), ChoiceAnswer(expected.value)
    return Part(name, right, said.to_data(), due.to_data(), None if right else mistake)


def _high_code(table: Showdown) -> ErrorCode:
    if len(table.winners) > 1:
        return ErrorCode.MISSED_TIE
    kicker = is_kicker(table.comparison.decision)
    return ErrorCode.KICKER if kicker else ErrorCode.MISREAD_HAND


def _low_code(duel: LowDuel, given: Winner | None) -> ErrorCode:
    return ErrorCode.LOW_QUALIFIES if given is None else low_code(duel, given)


def _explain(halves: Halves, high_right: bool, low_right: bool) -> tuple[Reason, ...]:
    """The high hands, the lows, and what each takes; what decides in a half if that was wrong,
    and then of the rest as much as fits into four steps."""
    table = halves.table
    _, lows, low_end = explain_low(halves.duel)
    steps = [_of_half(held(table, table.contenders, ace_king=False))]
    if low_right or not high_right:
        steps.append(decides(table.comparison.decision, ace_king=False))
    steps.append(_of_half(lows))
    if halves.low is Winner.NOBODY or not low_right:
        steps.append(low_end)
    if halves.low is not Winner.NOBODY and (high_right or low_right):
        steps.append(Reason("halves", {"quarters": tuple(halves.quarters.items())}))
    return tuple(steps)


def _of_half(step: Reason) -> Reason:
    """With the name of its half before it."""
    return Reason(step.kind, {**step.data, "half": True})


def _marks(halves: Halves) -> dict[Card, Mark]:
    """The cards of every hand that takes part of a half play; all others are idle."""
    table, duel = halves.table, halves.duel
    playing = {card for place in table.comparison.winners for card in table.hands[place].five}
    playing |= {card for seat in duel.winners for card in duel.lows[seat].five}
    cards = [card for group in halves.deal.groups for card in group.cards]
    return {card: Mark.PLAYS if card in playing else Mark.IDLE for card in cards}
