"""Mistakes with the rules of a house, made on purpose."""

from fractions import Fraction
from math import ceil, floor

import pytest

from rules.games.base import Outcome
from tests.trainer.drills.cast import PAYS, RUSSIAN, ULTIMATE, some
from tests.trainer.drills.houses import (
    AWARDS,
    BONUS_CAP,
    BOTH,
    BY_FIVES,
    DEALS,
    DOWN,
    EVERY_HOUSE,
    HOUSES,
    TENTHS,
    chip,
    dealt,
    house,
    sum_of,
)
from tests.trainer.drills.test_what_the_bonus_pays import bonus, pay, wrong_answers
from trainer.drills.amounts import to_money
from trainer.drills.base import ErrorCode

CAPPING = [ruleset for name, ruleset in HOUSES.items() if "cap" in name and "alone" not in name]


@EVERY_HOUSE
def test_forgetting_a_cap_or_the_rounding_is_recognised(ruleset):
    found = set()
    for deal in dealt(ruleset, 2 * DEALS):
        expected = PAYS.expected(deal, ruleset)
        if expected.outcome is not Outcome.PAY:
            continue
        total, capped, paid = sum_of(deal, ruleset)
        stake = deal.wagers[0].stake
        unit = chip(ruleset)
        for sums, mistake in (
            ({total, floor(total / unit) * unit} if capped < total else (), ErrorCode.CAP),
            ({capped, ceil(capped / unit) * unit}, ErrorCode.ROUNDING),
        ):
            for amount in {to_money(each) for each in sums} - {expected.amount}:
                [part] = PAYS.check(deal, pay(amount), ruleset).parts
                if amount == expected.amount + stake:
                    assert part.code is ErrorCode.TOTAL_RETURNED
                elif mistake is ErrorCode.CAP:
                    assert part.code is mistake
                    found.add(mistake)
                else:
                    assert part.code in (ErrorCode.ROUNDING, ErrorCode.CAP)
                    found.add(part.code)
                assert part.delta == Fraction(amount) - paid
    if ruleset in CAPPING:
        assert ErrorCode.CAP in found
    if ruleset.switches["rounding"] == "down":
        assert found


@pytest.mark.soak
@EVERY_HOUSE
def test_every_other_answer_is_wrong_and_diagnosed(ruleset):
    for deal in dealt(ruleset, some(DEALS)):
        *_, paid = sum_of(deal, ruleset)
        profit = PAYS.expected(deal, ruleset)
        exact = paid if profit.outcome is Outcome.PAY else Fraction(0)
        if profit.outcome is Outcome.TAKE:
            exact = -Fraction(deal.wagers[0].stake)
        for answer in wrong_answers(deal, ruleset):
            [part] = PAYS.check(deal, answer, ruleset).parts
            assert not part.right
            assert part.code is not None
            net = answer.amount if answer.outcome is not Outcome.TAKE else -deal.wagers[0].stake
            assert part.delta == Fraction(net) - exact


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer", "code"),
    [
        (bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"), BONUS_CAP, pay(125), ErrorCode.CAP),
        (bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"), BONUS_CAP, pay(130), ErrorCode.CAP),
        (bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"), BONUS_CAP, pay(105), ErrorCode.TOTAL_RETURNED),
        (bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"), BONUS_CAP, pay(40), ErrorCode.WRONG_TABLE),
        # From the flush row, whatever the maximum makes of it.
        (bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"), BONUS_CAP, pay(250), ErrorCode.WRONG_ROW),
        (
            bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"),
            house(RUSSIAN, bonus_max_payout="200"),
            pay(200),
            ErrorCode.WRONG_ROW,
        ),
        # The second of two maxima forgotten.
        (
            bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"),
            house(RUSSIAN, bonus_max_payout="110", max_payout="80", **BOTH),
            pay(110),
            ErrorCode.CAP,
        ),
        (
            bonus(ULTIMATE, 5, "9h 8h", "7h 6h Kh Ah Ad"),
            house(ULTIMATE, TENTHS, **BY_FIVES),
            pay("7.5"),
            ErrorCode.ROUNDING,
        ),
        (
            bonus(ULTIMATE, 5, "9h 8h", "7h 6h Kh Ah Ad"),
            house(ULTIMATE, TENTHS, **BY_FIVES),
            pay(10),
            ErrorCode.TOTAL_RETURNED,
        ),
        # This house pays the half that others keep.
        (
            bonus(ULTIMATE, 5, "9h 8h", "7h 6h Kh Ah Ad"),
            house(ULTIMATE, TENTHS),
            pay(7),
            ErrorCode.ROUNDING,
        ),
        # Rounded to nothing, and paid all the same.
        (
            bonus(ULTIMATE, 5, "9s 8h", "7d 6c 5s Ah Ad"),
            house(ULTIMATE, TENTHS, **DOWN),
            pay("0.5"),
            ErrorCode.ROUNDING,
        ),
        (
            bonus(ULTIMATE, 5, "9s 8h", "7d 6c 5s Ah Ad"),
            house(ULTIMATE, TENTHS, **DOWN),
            pay(5),
            ErrorCode.PUSH_AS_WIN,
        ),
        (
            bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"),
            house(RUSSIAN, AWARDS),
            pay(500),
            ErrorCode.WRONG_ROW,
        ),
    ],
)
def test_mistakes_with_the_rules_of_a_house(deal, ruleset, answer, code):
    [part] = PAYS.check(deal, answer, ruleset).parts
    assert part.code is code
