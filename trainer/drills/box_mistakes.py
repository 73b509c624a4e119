"""What a wrong answer to a box comes from, found by settling the box under each wrong idea."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.engine.compare import decide
from rules.engine.ranking import Category
from rules.games.base import Outcome
from rules.games.settlement import NOTHING_SUPPOSED, Ending, Ground, Settled, Supposed
from trainer.drills.answers import MoneyAnswer
from trainer.drills.boxes import Box, answers_of, pay_now
from trainer.drills.showdown import is_kicker
from trainer.drills.verdicts import ErrorCode
from trainer.drills.wager_mistakes import amount_code, other_rounding

Answers = Mapping[str, MoneyAnswer]

# By what is right and what was answered.
_OUTCOMES: Final = {
    (Outcome.PAY, Outcome.TAKE): ErrorCode.TOOK_WINNER,
    (Outcome.PAY, Outcome.PUSH): ErrorCode.PUSHED_WINNER,
    (Outcome.TAKE, Outcome.PAY): ErrorCode.PAID_LOSER,
    (Outcome.TAKE, Outcome.PUSH): ErrorCode.PUSHED_LOSER,
    (Outcome.PUSH, Outcome.PAY): ErrorCode.PUSH_AS_WIN,
    (Outcome.PUSH, Outcome.TAKE): ErrorCode.TOOK_PUSH,
}


@dataclass(frozen=True, slots=True)
class Idea:
    """Something wrongly taken for so, and what would be settled then.

    `likely` says that somebody may well take it for so: nobody overlooks the game of a dealer
    who has a full house.
    """

    code: ErrorCode
    answers: Answers
    likely: bool = True

    def gives(self, settled: Settled, given: MoneyAnswer) -> bool:
        """Whether *given* is what the bet would get, or as much with its stake."""
        here = self.answers[settled.bet]
        return given.outcome is here.outcome and given.amount in (
            here.amount,
            here.amount + settled.stake,
        )


def wager_codes(box: Box, given: Answers) -> dict[str, ErrorCode]:
    """The mistake behind every wrong answer in *given*.

    One idea that explains the outcomes of two wrong wagers and of every wrong one gives them its
    code, as does a likely one that explains all that a single wrong wager was given and the
    outcomes of all others; otherwise each has its own. Where the outcome is right and the
    amount is not, the amount tells.
    """
    wrong = [bet for bet, right in box.answers.items() if given[bet] != right]
    by_outcome = [bet for bet in wrong if given[bet].outcome is not box.answers[bet].outcome]
    common = _common(box, given, by_outcome) if by_outcome else None
    codes = {}
    for bet in wrong:
        settled = box.settled(bet)
        if bet not in by_outcome:
            codes[bet] = amount_code(box, settled, given[bet].amount)
        else:
            codes[bet] = common or _outcome_code(box, settled, given[bet])
    return codes


def wager_delta(settled: Settled, given: MoneyAnswer) -> Fraction:
    """The money the answer moves, positive in the guest's favour."""
    net = Fraction(given.amount)
    if given.outcome is Outcome.TAKE:
        net = -Fraction(settled.stake)
    return net - settled.profit


def _common(box: Box, given: Answers, wrong: list[str]) -> ErrorCode | None:
    for idea in ideas(box):
        fits = [bet for bet in given if idea.answers[bet].outcome is given[bet].outcome]
        if not set(wrong) <= set(fits):
            continue
        if len(wrong) > 1:
            return idea.code
        settled, answer = box.settled(wrong[0]), given[wrong[0]]
        explains = idea.likely and len(fits) == len(given) and idea.gives(settled, answer)
        if explains and not _says_it_all(idea, settled, answer):
            return idea.code
    return None


def _says_it_all(idea: Idea, settled: Settled, given: MoneyAnswer) -> bool:
    """Whether one wrong outcome needs no idea behind it: a hand may have been misread, or a bet
    that is returned although the player wins was paid."""
    returned = settled.outcome is Outcome.PUSH and given.outcome is Outcome.PAY
    forgotten = returned and settled.ground in (Ground.WIN, Ground.UNLISTED)
    return forgotten or idea.code is ErrorCode.MISREAD_HAND


@lru_cache(maxsize=64)
def ideas(box: Box) -> tuple[Idea, ...]:
    """Wrong ideas of the round, each of which would change something: first whether the dealer
    qualifies, then who is higher."""
    return tuple(_ideas(box))


def _ideas(box: Box) -> Iterator[Idea]:
    found = box.settlement
    if box.ending is Ending.FOLD or found.dealer is None:
        return
    tried: list[tuple[ErrorCode, Supposed]] = []
    if box.qualifies is not None:
        tried.append((ErrorCode.QUALIFICATION, Supposed(game=not box.qualifies)))
    mine, theirs = found.player.rank, found.dealer.rank
    so = NOTHING_SUPPOSED.compared(mine, theirs)
    for other in (Ending.WIN, Ending.TIE, Ending.LOSS):
        if other is not so:
            code = ErrorCode.MISREAD_HAND
            if so is Ending.TIE:
                code = ErrorCode.MISSED_TIE
            elif is_kicker(decide(mine, theirs)):
                code = ErrorCode.KICKER
            tried.append((code, Supposed(comparison=other)))
    overlooked = box.qualifies and found.dealer.rank.category > Category.PAIR
    for code, supposed in tried:
        answers = answers_of(box.supposing(supposed))
        if answers != box.answers:
            likely = code is not ErrorCode.QUALIFICATION or not overlooked
            yield Idea(code, answers, likely)


def _outcome_code(box: Box, settled: Settled, given: MoneyAnswer) -> ErrorCode:
    right = box.answers[settled.bet].outcome
    if right is Outcome.PUSH and given.amount and given.amount in other_rounding(box, settled):
        return ErrorCode.ROUNDING
    return _OUTCOMES[right, given.outcome]


def pay_now_code(settled: Sequence[tuple[Box, Answers]], paid: Decimal) -> ErrorCode:
    """The mistake behind a wrong sum to pay out for boxes, each with what it was given."""
    due = sum((pay_now(box.settlement, given) for box, given in settled), Decimal(0))
    right = sum((box.pay_now for box, _ in settled), Decimal(0))
    if paid == due:
        return ErrorCode.FOLLOWS
    if paid in (_amounts(box.answers for box, _ in settled), _amounts(g for _, g in settled)):
        return ErrorCode.PAID_TWICE
    if len(settled) > 1 and any(due - paid == pay_now(b.settlement, g) for b, g in settled):
        return ErrorCode.LEFT_OUT
    wagers = [
        (wager, given[wager.bet]) for box, given in settled for wager in box.settlement.wagers
    ]
    back = [(w.stake, each) for w, each in wagers if each.outcome is not Outcome.TAKE]
    winners = sum((stake for stake, each in back if each.amount), Decimal(0))
    if paid in (due + sum((stake for stake, _ in back), Decimal(0)), due + winners):
        return ErrorCode.TOTAL_RETURNED
    lost = sum((w.stake for w, each in wagers if each.outcome is Outcome.TAKE), Decimal(0))
    if lost and paid in (due - lost, right - lost):
        return ErrorCode.NETTED
    return ErrorCode.ARITHMETIC


def _amounts(answers: Iterable[Answers]) -> Decimal:
    return sum((each.amount for given in answers for each in given.values()), Decimal(0))


def pay_now_delta(settled: Sequence[tuple[Box, Answers]], paid: Decimal) -> Fraction:
    """What the sum for boxes, each with what it was given, moves away from what is right, but
    for what the answers that it is made of have moved already: nothing where it is right or
    fits them.

    It is priced once for all boxes: what each would move by itself does not add up to it.
    """
    right = sum((box.pay_now for box, _ in settled), Decimal(0))
    due = sum((pay_now(box.settlement, given) for box, given in settled), Decimal(0))
    return sorted([Fraction(0), Fraction(paid - right), Fraction(paid - due)])[1]
