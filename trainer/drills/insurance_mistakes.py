"""What a wrong answer about insurance comes from, found by making each mistake on purpose."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from rules.engine.ranking import Category
from rules.games.base import Outcome
from rules.games.settlement import Ending, Settled, Supposed
from trainer.drills.amounts import to_money
from trainer.drills.answers import MoneyAnswer
from trainer.drills.bonus_mistakes import is_slip
from trainer.drills.insuring import ASKED, LEAST, Insured
from trainer.drills.turning import otherwise
from trainer.drills.verdicts import ErrorCode

_OTHER_RULES = ("insurance_on_loss", "insurance_on_tie")


# --- may it be placed ------------------------------------------------------------------------


def may_code(insured: Insured) -> ErrorCode:
    """A hand that is strong enough or too weak was misjudged, or a rule of the house was."""
    refused = insured.refused
    return ErrorCode.INSURABLE if refused in ("", "too-weak") else ErrorCode.INSURANCE_RULE


# --- how much --------------------------------------------------------------------------------


def limit_code(insured: Insured, given: Decimal) -> ErrorCode:
    for amount, code in _limits(insured):
        if given == to_money(amount):
            return code
    if insured.deal.fact(ASKED) == LEAST:
        return ErrorCode.OTHER
    return ErrorCode.ARITHMETIC if is_slip(Fraction(given), insured.limit) else ErrorCode.OTHER


def _limits(insured: Insured) -> Iterator[tuple[Fraction, ErrorCode]]:
    """Wrong limits, each with the mistake that gives it, the likeliest first."""
    stakes, part = insured.stakes, insured.part
    assert stakes.most is not None
    other_part = Fraction(3, 2) - part
    if insured.deal.fact(ASKED) == LEAST:
        yield Fraction(insured.bet), ErrorCode.WRONG_BASE
        yield stakes.most, ErrorCode.OTHER_LIMIT
        yield stakes.most / part * other_part, ErrorCode.OTHER_LIMIT
        return
    payout = stakes.most / part
    yield payout * other_part, ErrorCode.HOUSE_RULE
    yield from ((insured.uncapped * p, ErrorCode.CAP) for p in (part, other_part))
    for one in insured.paid if len(insured.paid) == 2 else ():
        alone = insured.payout_of([one])
        if alone is not None:
            yield from (
                (alone.profit * p, ErrorCode.SECOND_COMBINATION) for p in (part, other_part)
            )
            yield from (
                (alone.total * p, ErrorCode.SECOND_COMBINATION) for p in (part, other_part)
            )
    base = Fraction(insured.ante) / Fraction(insured.bet)
    yield from ((insured.uncapped * base * p, ErrorCode.WRONG_BASE) for p in (part, other_part))
    yield Fraction(stakes.least or 0), ErrorCode.OTHER_LIMIT
    for row in insured.ruleset.tables["bet"].rows:
        yield from (
            (row.profit(insured.bet) * p, ErrorCode.MISREAD_HAND) for p in (part, other_part)
        )


# --- how it ends -----------------------------------------------------------------------------


def end_code(insured: Insured, answer: MoneyAnswer) -> ErrorCode:
    """What gives *answer*, which is wrong."""
    settled = insured.settled
    for supposed, code in _supposed(insured):
        if _same(insured.supposing(supposed), answer):
            return code
    for key in _OTHER_RULES:
        for ruleset in otherwise(insured.ruleset, key):
            if _same(replace(insured, ruleset=ruleset).settled, answer):
                return ErrorCode.HOUSE_RULE
    return _outcome_code(insured, settled, answer)


def _supposed(insured: Insured) -> Iterator[tuple[Supposed, ErrorCode]]:
    """What may have been taken for so: game or none, unless nobody can overlook it, then another
    end of the comparison."""
    dealer, qualifies = insured.settlement.dealer, insured.settlement.dealer_qualifies
    if not qualifies or dealer is None or dealer.rank.category <= Category.PAIR:
        yield Supposed(game=not qualifies), ErrorCode.QUALIFICATION
    if qualifies:
        for comparison in (Ending.WIN, Ending.TIE, Ending.LOSS):
            yield Supposed(comparison=comparison), ErrorCode.MISREAD_HAND


def _same(settled: Settled, answer: MoneyAnswer) -> bool:
    if settled.outcome is not answer.outcome:
        return False
    return answer.outcome is not Outcome.PAY or to_money(settled.profit) == answer.amount


def _outcome_code(insured: Insured, settled: Settled, answer: MoneyAnswer) -> ErrorCode:
    match settled.outcome, answer.outcome:
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
    right, given = settled.profit, answer.amount
    if given == to_money(right) + settled.stake:
        return ErrorCode.TOTAL_RETURNED
    payout = insured.payout
    if given in (insured.bet, insured.ante, to_money(payout.profit) if payout else None):
        return ErrorCode.WRONG_BASE
    return ErrorCode.ARITHMETIC if is_slip(Fraction(given), right) else ErrorCode.OTHER


def delta(insured: Insured, answer: MoneyAnswer) -> Fraction:
    """The money the mistake moves, positive in the guest's favour."""
    given = Fraction(answer.amount)
    if answer.outcome is Outcome.TAKE:
        given = -Fraction(insured.settled.stake)
    return given - insured.settled.profit
