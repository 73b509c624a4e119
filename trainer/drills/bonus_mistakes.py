"""What a wrong answer to a bonus comes from, found by making each mistake on purpose."""

from fractions import Fraction
from typing import Final

from rules.engine.best import BestHand, best_five
from rules.games.base import Outcome, WagerResult
from trainer.drills.base import ErrorCode, MoneyAnswer
from trainer.drills.bonus_reasons import Judged
from trainer.drills.bonuses import BONUSES

# Slips of the pen: a zero too many or too few, doubled or halved.
_FACTORS: Final = (Fraction(10), Fraction(1, 10), Fraction(2), Fraction(1, 2), Fraction(100))
# A sum this close to the right one is meant for the same row.
_NEAR: Final = Fraction(1, 4)


def delta(result: WagerResult, answer: MoneyAnswer) -> Fraction:
    """The money the mistake moves, positive in the guest's favour."""
    given = Fraction(answer.amount)
    if answer.outcome is Outcome.TAKE:
        given = -Fraction(result.stake)
    return given - result.profit


def code(judged: Judged, answer: MoneyAnswer) -> ErrorCode:
    """The mistake that gives *answer*, which is wrong."""
    result = judged.result
    match result.outcome, answer.outcome:
        case Outcome.PAY, Outcome.TAKE:
            return ErrorCode.TOOK_WINNER
        case Outcome.TAKE, Outcome.PAY:
            return ErrorCode.PAID_LOSER
        case Outcome.PUSH, Outcome.PAY:
            return ErrorCode.PUSH_AS_WIN
        case Outcome.PAY, Outcome.PUSH:
            return ErrorCode.PUSHED_WINNER
        case Outcome.TAKE, Outcome.PUSH:
            return ErrorCode.PUSHED_LOSER
        case Outcome.PUSH, Outcome.TAKE:
            return ErrorCode.TOOK_PUSH
    return _amount_code(judged, Fraction(answer.amount))


def _amount_code(judged: Judged, given: Fraction) -> ErrorCode:
    """The row is paid, the amount is wrong."""
    stake = Fraction(judged.result.stake)
    if given == judged.result.profit + stake:
        return ErrorCode.TOTAL_RETURNED
    # Whoever counts the stake as profit may do so from the wrong place too.
    candidates = (given, given - stake)
    if any(amount in _by_other_table(judged) for amount in candidates):
        return ErrorCode.WRONG_TABLE
    if any(amount in _by_other_cards(judged) for amount in candidates):
        return ErrorCode.MISREAD_HAND
    if any(amount in _by_other_row(judged) for amount in candidates):
        return ErrorCode.WRONG_ROW
    return ErrorCode.ARITHMETIC if _is_slip(given, judged.result.profit) else ErrorCode.OTHER


def _profit(judged: Judged, hand: BestHand, table: str) -> Fraction:
    row = judged.ruleset.tables[table].row_for(hand.rank)
    return Fraction(judged.result.stake) * (row.pays if row else 0)


def _by_other_table(judged: Judged) -> set[Fraction]:
    """What the hand, or the best of all cards, gets from another table of the same bet."""
    others = [key for key in BONUSES[judged.deal.game].tables if key != judged.result.table]
    hands = (judged.result.hand, best_five(judged.cards))
    return {_profit(judged, hand, key) for key in others for hand in hands} - {Fraction(0)}


def _by_other_cards(judged: Judged) -> set[Fraction]:
    """What the best of all cards gets where some of them do not count."""
    hand = judged.tempting
    return {_profit(judged, hand, judged.result.table)} if hand else set()


def _by_other_row(judged: Judged) -> set[Fraction]:
    rows = judged.ruleset.tables[judged.result.table].rows
    return {Fraction(judged.result.stake) * row.pays for row in rows if row.pays}


def _is_slip(given: Fraction, right: Fraction) -> bool:
    """Whether *given* is *right* miscalculated: a factor, swapped digits or a near miss."""
    if any(given == right * factor for factor in _FACTORS):
        return True
    if given.denominator == right.denominator == 1 and sorted(str(given)) == sorted(str(right)):
        return True
    return abs(given - right) <= right * _NEAR
