"""A box that a colleague has settled, with one mistake in it or with none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Final

from rules.games.base import Outcome, Ruleset
from trainer.drills.answers import MoneyAnswer
from trainer.drills.box_mistakes import ideas, wager_codes, wager_delta
from trainer.drills.box_reasons import explain as explain_box
from trainer.drills.boxes import Box
from trainer.drills.deals import Deal
from trainer.drills.payouts import wagers_of
from trainer.drills.stream import Stream
from trainer.drills.verdicts import ErrorCode, Reason
from trainer.drills.wager_mistakes import wrong_amounts

NONE: Final = "none"
"""The answer that every bet is settled right."""
_PAID: Final = "paid:"


@dataclass(frozen=True, slots=True)
class Plant:
    """One bet settled wrongly: what it would get under the idea that `code` names."""

    bet: str
    code: ErrorCode
    answer: MoneyAnswer


@dataclass(frozen=True)
class Told:
    """A box with what a colleague gave every bet."""

    box: Box
    given: Mapping[str, MoneyAnswer]

    @property
    def bets(self) -> tuple[str, ...]:
        return tuple(self.given)

    @cached_property
    def wrong(self) -> tuple[str, ...]:
        return tuple(bet for bet, right in self.box.answers.items() if self.given[bet] != right)

    @property
    def choice(self) -> str:
        """What is right: the key of the bet that was settled wrongly, or `NONE`."""
        return self.wrong[0] if self.wrong else NONE

    @property
    def code(self) -> ErrorCode | None:
        """The mistake that the colleague made."""
        if not self.wrong:
            return None
        bet = self.wrong[0]
        for plant in plants(self.box, bet, amounts=True):
            if plant.answer == self.given[bet]:
                return plant.code
        return wager_codes(self.box, self.given)[bet]

    @property
    def delta(self) -> Fraction:
        """The money that moves if nobody notices, positive in the guest's favour."""
        return sum(
            (wager_delta(self.box.settled(bet), self.given[bet]) for bet in self.wrong),
            Fraction(0),
        )


def told_by_colleague(deal: Deal, ruleset: Ruleset) -> Told:
    """Read from the facts of *deal*; inverse of `with_settlement`."""
    box = Box(replace(deal, wagers=wagers_of(deal), facts=()), ruleset)
    given = {
        key.removeprefix(_PAID): _parse(text) for key, text in deal.facts if key.startswith(_PAID)
    }
    return Told(box, given)


def with_settlement(deal: Deal, given: Mapping[str, MoneyAnswer]) -> Deal:
    """*deal*, whose stakes are facts, with what a colleague gave every bet."""
    paid = ((f"{_PAID}{bet}", _format(answer)) for bet, answer in given.items())
    return replace(deal, facts=(*deal.facts, *paid))


def _format(answer: MoneyAnswer) -> str:
    if answer.outcome is Outcome.PAY:
        return f"{answer.outcome.value} {answer.amount:f}"
    return answer.outcome.value


def _parse(text: str) -> MoneyAnswer:
    outcome, _, amount = text.partition(" ")
    return MoneyAnswer(Outcome(outcome), Decimal(amount or 0))


# --- plants ----------------------------------------------------------------------------------


def plants(box: Box, bet: str, *, amounts: bool) -> tuple[Plant, ...]:
    """The ways to settle *bet* wrongly; what several mistakes give belongs to the first.

    With *amounts* also those that pay rightly, but not as much as is right.
    """
    found: dict[MoneyAnswer, Plant] = {}
    for plant in _plants(box, bet, amounts):
        found.setdefault(plant.answer, plant)
    found.pop(box.answers[bet], None)
    return tuple(found.values())


def draw_plant(rng: Stream, ways: Sequence[Plant]) -> Plant:
    """A kind of mistake, each with its weight; a way to make it uniform."""
    codes = sorted({plant.code for plant in ways})
    code = rng.weighted(codes, [_weight(each) for each in codes])
    return rng.choice([plant for plant in ways if plant.code is code])


def _weight(code: ErrorCode) -> int:
    """Mistakes with an idea behind them come twice as often as others, that about the dealer's
    game and rare ones more often."""
    if code in _PLAIN:
        return 1
    if code is ErrorCode.QUALIFICATION:
        return 4
    return 6 if code in _RARE else 2


_PLAIN: Final = frozenset(
    {
        *(ErrorCode.PUSHED_LOSER, ErrorCode.PAID_LOSER, ErrorCode.PUSHED_WINNER),
        *(ErrorCode.TOOK_WINNER, ErrorCode.TOOK_PUSH, ErrorCode.PUSH_AS_WIN),
    }
)
_RARE: Final = frozenset(
    {
        *(ErrorCode.SECOND_COMBINATION, ErrorCode.WRONG_TABLE, ErrorCode.HOUSE_RULE),
        *(ErrorCode.INVERTED_ODDS, ErrorCode.CAP, ErrorCode.ROUNDING),
    }
)


def _plants(box: Box, bet: str, amounts: bool) -> Iterator[Plant]:
    for idea in ideas(box):
        if idea.likely:
            yield Plant(bet, idea.code, idea.answers[bet])
    right, stake = box.answers[bet], box.bets[bet]
    if right.outcome is Outcome.PUSH:
        yield Plant(bet, ErrorCode.PUSH_AS_WIN, MoneyAnswer(Outcome.PAY, stake))
        yield Plant(bet, ErrorCode.TOOK_PUSH, MoneyAnswer(Outcome.TAKE))
    elif right.outcome is Outcome.TAKE:
        yield Plant(bet, ErrorCode.PUSHED_LOSER, MoneyAnswer(Outcome.PUSH))
        yield Plant(bet, ErrorCode.PAID_LOSER, MoneyAnswer(Outcome.PAY, _usual(box, bet)))
    else:
        yield Plant(bet, ErrorCode.PUSHED_WINNER, MoneyAnswer(Outcome.PUSH))
        yield Plant(bet, ErrorCode.TOOK_WINNER, MoneyAnswer(Outcome.TAKE))
        for code, sums in wrong_amounts(box, box.settled(bet)).items() if amounts else ():
            for amount in sums:
                yield Plant(bet, code, MoneyAnswer(Outcome.PAY, amount))


def _usual(box: Box, bet: str) -> Decimal:
    """What a bet that loses could be paid: the least that its table pays, or even money."""
    settled = box.settled(bet)
    rows = box.ruleset.tables[settled.table].rows if settled.table else ()
    sums = [row.profit(settled.stake) for row in rows if row.pays]
    least = min(sums, default=Fraction(settled.stake))
    return Decimal(least.numerator) / Decimal(least.denominator)


# --- reasons ---------------------------------------------------------------------------------


def explain(told: Told, chosen: str, mistake: str) -> tuple[Reason, ...]:
    """The round, then the bet that is wrong and the one that was chosen, or every bet; *mistake*
    is what the colleague's is called, if there is one that has a name."""
    asked = tuple(bet for bet in told.bets if bet in (*told.wrong, chosen))
    if not told.wrong:
        asked = told.bets
    *round_, wagers = explain_box(told.box, asked, whole=False)
    data = {
        **wagers.data,
        "mistake": mistake,
        "wrong": [
            {
                "settled": told.box.settled(bet),
                "given": told.given[bet],
                "answer": told.box.answers[bet],
            }
            for bet in told.wrong
        ],
    }
    return (*round_, Reason("colleague", data))
