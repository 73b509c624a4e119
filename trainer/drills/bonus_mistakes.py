"""What a wrong answer to a bonus comes from, found by making each mistake on purpose."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Final

from rules.engine.best import BestHand, best_five
from rules.games.arithmetic import Arithmetic, work_out
from rules.games.base import Outcome, PayRow
from rules.games.switches import rounding_unit, smallest_chip
from trainer.drills.amounts import to_money
from trainer.drills.answers import MoneyAnswer
from trainer.drills.bonus_reasons import Judged
from trainer.drills.bonuses import BONUSES, settle_bonus
from trainer.drills.verdicts import ErrorCode

# Slips of the pen: a zero too many or too few, doubled or halved.
_FACTORS: Final = (Fraction(10), Fraction(1, 10), Fraction(2), Fraction(1, 2), Fraction(100))
# A sum this close to the right one is meant for the same row.
_NEAR: Final = Fraction(1, 4)


def delta(judged: Judged, answer: MoneyAnswer) -> Fraction:
    """The money the mistake moves, positive in the guest's favour."""
    given = Fraction(answer.amount)
    if answer.outcome is Outcome.TAKE:
        given = -Fraction(judged.result.stake)
    return given - judged.result.profit


def code(judged: Judged, answer: MoneyAnswer) -> ErrorCode:
    """The mistake that gives *answer*, which is wrong."""
    match judged.result.outcome, answer.outcome:
        case Outcome.PAY, Outcome.TAKE:
            return ErrorCode.TOOK_WINNER
        case Outcome.TAKE, Outcome.PAY:
            return ErrorCode.PAID_LOSER
        case Outcome.PUSH, Outcome.PAY if answer.amount in _by_other_rounding(judged):
            return ErrorCode.ROUNDING
        case Outcome.PUSH, Outcome.PAY:
            return ErrorCode.PUSH_AS_WIN
        case Outcome.PAY, Outcome.PUSH:
            return ErrorCode.PUSHED_WINNER
        case Outcome.TAKE, Outcome.PUSH:
            return ErrorCode.PUSHED_LOSER
        case Outcome.PUSH, Outcome.TAKE:
            return ErrorCode.TOOK_PUSH
    return _amount_code(judged, answer.amount)


def _amount_code(judged: Judged, given: Decimal) -> ErrorCode:
    """The row is paid, the amount is wrong."""
    stake = judged.result.stake
    if given == to_money(judged.result.profit) + stake:
        return ErrorCode.TOTAL_RETURNED
    # Whoever counts the stake as profit may do so in the wrong place too.
    candidates = {given, given - stake}
    mistakes = (
        (_without_a_cap, ErrorCode.CAP),
        (_by_other_rounding, ErrorCode.ROUNDING),
        (_by_other_table, ErrorCode.WRONG_TABLE),
        (_by_other_cards, ErrorCode.MISREAD_HAND),
        (_by_other_row, ErrorCode.WRONG_ROW),
    )
    for make, found in mistakes:
        if candidates & make(judged):
            return found
    slip = is_slip(Fraction(given), judged.result.profit)
    return ErrorCode.ARITHMETIC if slip else ErrorCode.OTHER


def _amounts(sums: Iterable[Fraction], judged: Judged) -> set[Decimal]:
    """*sums* as they would be paid, but nothing and what is right."""
    right = to_money(judged.result.profit)
    return {to_money(amount) for amount in sums} - {Decimal(0), right}


def _without_a_cap(judged: Judged) -> set[Decimal]:
    """What is paid if the last maximum that cut is forgotten, or all of them; rounded or not."""
    sum_ = judged.result.arithmetic
    if sum_ is None:
        return set()
    unit = rounding_unit(judged.ruleset)
    tried = [work_out(sum_.terms, sum_.caps[:kept], unit) for kept in range(len(sum_.caps))]
    return _amounts((s for again in tried for s in (again.capped, again.profit)), judged)


def _by_other_rounding(judged: Judged) -> set[Decimal]:
    """What is paid if a fraction of the smallest chip is paid, left, or made a whole chip."""
    sum_ = judged.result.arithmetic
    if sum_ is None:
        return set()
    chip = Fraction(smallest_chip(judged.ruleset))
    chips = sum_.capped / chip
    return _amounts((sum_.capped, floor(chips) * chip, ceil(chips) * chip), judged)


@lru_cache(maxsize=64)
def _by_other_table(judged: Judged) -> set[Decimal]:
    """What the hand, or the best of all cards, gets from another table of the same bet."""
    others = [key for key in BONUSES[judged.deal.game].tables if key != judged.table]
    hands: tuple[BestHand, ...] = (judged.hand, best_five(judged.cards))
    rows = (judged.ruleset.tables[key].row_for(hand.rank) for key in others for hand in hands)
    return _paid_by(rows, judged)


def _by_other_cards(judged: Judged) -> set[Decimal]:
    """What the best of all cards gets where some of them do not count."""
    hand = judged.tempting
    return _paid_by([judged.row_for(hand)] if hand else [], judged)


@lru_cache(maxsize=64)
def _by_other_row(judged: Judged) -> set[Decimal]:
    return _paid_by(judged.ruleset.tables[judged.table].rows, judged)


def _paid_by(rows: Iterable[PayRow | None], judged: Judged) -> set[Decimal]:
    """What these *rows* would pay in the place of the right one: as the house caps and rounds,
    and without that."""
    sums = [_instead(row, judged) for row in rows if row is not None]
    found = (s for sum_ in sums if sum_ for s in (sum_.total, sum_.capped, sum_.profit))
    return _amounts(found, judged)


def _instead(row: PayRow, judged: Judged) -> Arithmetic | None:
    """The sum, if the row of the hand paid what *row* does."""
    ruleset, table = judged.ruleset, judged.ruleset.tables[judged.table]
    rows = tuple(
        replace(own, pays=row.pays, fixed=row.fixed) if own == judged.row else own
        for own in table.rows
    )
    tables = {**ruleset.tables, judged.table: replace(table, rows=rows)}
    return settle_bonus(judged.deal, replace(ruleset, tables=tables)).arithmetic


def is_slip(given: Fraction, right: Fraction) -> bool:
    """Whether *given* is *right* miscalculated: a factor, swapped digits or a near miss."""
    if any(given == right * factor for factor in _FACTORS):
        return True
    if given.denominator == right.denominator == 1 and sorted(str(given)) == sorted(str(right)):
        return True
    return abs(given - right) <= right * _NEAR
