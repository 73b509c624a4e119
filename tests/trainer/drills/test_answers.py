from dataclasses import replace
from decimal import Decimal

import pytest

from rules.engine.cards import Rank
from rules.games.base import Outcome, PayHand
from tests.trainer.drills.cast import HOLDEM, NAMES, PAYS, RUSSIAN, WINS, deals, rules
from trainer.drills.base import (
    AmountAmbiguousError,
    AmountMissingError,
    AmountNegativeError,
    AmountTooLargeError,
    AmountUnreadableError,
    AnswerError,
    BothAskedError,
    HandAnswer,
    MoneyAnswer,
    NothingChosenError,
    RankMissingError,
    RanksMissingError,
    SeatsAnswer,
    SidesAnswer,
    UnknownChoiceError,
    answer_from_data,
)

[SIDES] = deals(WINS, RUSSIAN, 1, 1)
[SEATS] = deals(WINS, HOLDEM, 3, 1)
[MONEY] = deals(PAYS, RUSSIAN, 1, 1)
[HAND] = deals(NAMES, RUSSIAN, 2, 1)
[SEVEN] = deals(NAMES, HOLDEM, 2, 1)
[RANKED] = deals(NAMES, RUSSIAN, 3, 1)
DRILLS = {drill.key: drill for drill in (NAMES, WINS, PAYS)}


def named(hand, *ranks):
    return HandAnswer(PayHand[hand], ranks)


@pytest.mark.parametrize(
    ("deal", "form", "answer"),
    [
        (SIDES, {"choice": ["left"]}, SidesAnswer("left")),
        (SIDES, {"choice": ["tie"]}, SidesAnswer("tie")),
        (SEATS, {"seats": ["0"], "also": ["nothing"]}, SeatsAnswer(frozenset({0}), "nothing")),
        (
            SEATS,
            {"seats": ["4", "0", "4"], "also": ["category"]},
            SeatsAnswer(frozenset({0, 4}), "category"),
        ),
        # Of deals from before it was asked what decides, and of answers to them.
        (replace(SEATS, facts=()), {"seats": ["0"]}, SeatsAnswer(frozenset({0}))),
        (MONEY, {"outcome": ["take"], "amount": [""]}, MoneyAnswer(Outcome.TAKE)),
        (MONEY, {"outcome": ["take"], "amount": ["abc"]}, MoneyAnswer(Outcome.TAKE)),
        (MONEY, {"outcome": ["push"]}, MoneyAnswer(Outcome.PUSH)),
        (MONEY, {"outcome": ["pay"], "amount": ["0"]}, MoneyAnswer(Outcome.PUSH)),
        (MONEY, {"outcome": ["pay"], "amount": ["0,00"]}, MoneyAnswer(Outcome.PUSH)),
        (
            MONEY,
            {"outcome": ["pay"], "amount": ["1 250,5"]},
            MoneyAnswer(Outcome.PAY, Decimal("1250.5")),
        ),
        (HAND, {"hand": ["pair"]}, named("PAIR")),
        (HAND, {"hand": ["ace-king"]}, named("ACE_KING")),
        (HAND, {"hand": ["flush"], "first": ["K"], "second": ["ace"]}, named("FLUSH")),
        (
            RANKED,
            {"hand": ["pair"], "first": ["K"], "second": ["A"]},
            named("PAIR", Rank.KING, Rank.ACE),
        ),
        (
            RANKED,
            {"hand": ["full-house"], "first": ["2"], "second": ["T"]},
            named("FULL_HOUSE", Rank.TWO, Rank.TEN),
        ),
        # Two pairs are the same in either order.
        (
            RANKED,
            {"hand": ["two-pair"], "first": ["2"], "second": ["T"]},
            named("TWO_PAIR", Rank.TEN, Rank.TWO),
        ),
        # What the name does not hold is not looked at.
        (RANKED, {"hand": ["straight"], "first": ["9"]}, named("STRAIGHT", Rank.NINE)),
        (
            RANKED,
            {"hand": ["straight"], "first": ["9"], "second": ["5"]},
            named("STRAIGHT", Rank.NINE),
        ),
        (RANKED, {"hand": ["royal-flush"], "first": ["A"], "second": [""]}, named("ROYAL_FLUSH")),
        (RANKED, {"hand": ["ace-king"]}, named("ACE_KING")),
    ],
)
def test_forms_are_read_as_answers(deal, form, answer):
    assert DRILLS[deal.drill].parse_answer(deal, form) == answer
    assert answer_from_data(answer.to_data()) == answer


@pytest.mark.parametrize(
    ("deal", "form", "error"),
    [
        (SIDES, {}, NothingChosenError),
        (SIDES, {"choice": []}, NothingChosenError),
        (SIDES, {"choice": [""]}, NothingChosenError),
        (SIDES, {"seats": ["0"]}, NothingChosenError),
        (SIDES, {"choice": ["middle"]}, UnknownChoiceError),
        (SIDES, {"choice": ["left" * 1000]}, UnknownChoiceError),
        (SEATS, {}, NothingChosenError),
        (SEATS, {"choice": ["left"]}, NothingChosenError),
        (SEATS, {"also": ["category"]}, NothingChosenError),
        (SEATS, {"seats": ["0"]}, BothAskedError),
        (SEATS, {"seats": ["0"], "also": [""]}, BothAskedError),
        (SEATS, {"seats": ["0"], "also": ["1"]}, UnknownChoiceError),
        (SEATS, {"seats": ["6"]}, UnknownChoiceError),
        (SEATS, {"seats": ["0", "-1"]}, UnknownChoiceError),
        (SEATS, {"seats": ["٠"]}, UnknownChoiceError),
        (MONEY, {}, NothingChosenError),
        (MONEY, {"choice": ["left"]}, NothingChosenError),
        (MONEY, {"amount": ["12"]}, NothingChosenError),
        (MONEY, {"outcome": ["win"], "amount": ["12"]}, UnknownChoiceError),
        (MONEY, {"outcome": ["pay"]}, AmountMissingError),
        (MONEY, {"outcome": ["pay"], "amount": [" "]}, AmountMissingError),
        (MONEY, {"outcome": ["pay"], "amount": ["abc"]}, AmountUnreadableError),
        (MONEY, {"outcome": ["pay"], "amount": ["-5"]}, AmountNegativeError),
        (MONEY, {"outcome": ["pay"], "amount": ["1,250"]}, AmountAmbiguousError),
        (MONEY, {"outcome": ["pay"], "amount": ["9" * 99]}, AmountTooLargeError),
        (HAND, {}, NothingChosenError),
        (HAND, {"hand": [""]}, NothingChosenError),
        (HAND, {"choice": ["left"]}, NothingChosenError),
        (HAND, {"hand": ["PAIR"]}, UnknownChoiceError),
        (HAND, {"hand": ["two pair"]}, UnknownChoiceError),
        (SEVEN, {"hand": ["ace-king"]}, UnknownChoiceError),
        (RANKED, {"first": ["A"], "second": ["K"]}, NothingChosenError),
        (RANKED, {"hand": ["straight"]}, RankMissingError),
        (RANKED, {"hand": ["flush"], "first": [""], "second": ["A"]}, RankMissingError),
        (RANKED, {"hand": ["pair"], "first": ["A"]}, RanksMissingError),
        (RANKED, {"hand": ["pair"], "first": [""], "second": ["A"]}, RanksMissingError),
        (RANKED, {"hand": ["pair"], "first": ["10"], "second": ["A"]}, UnknownChoiceError),
        (RANKED, {"hand": ["pair"], "first": ["А"], "second": ["K"]}, UnknownChoiceError),
        (RANKED, {"hand": ["pair"], "first": ["A" * 9999], "second": ["K"]}, UnknownChoiceError),
    ],
)
def test_what_is_no_answer_is_refused_with_a_sentence(deal, form, error):
    with pytest.raises(AnswerError) as refused:
        DRILLS[deal.drill].parse_answer(deal, form)
    assert type(refused.value) is error
    assert 10 < len(str(refused.value)) < 200


def test_an_answer_of_another_kind_is_no_answer():
    with pytest.raises(TypeError):
        WINS.check(SIDES, MoneyAnswer(Outcome.PUSH), rules(RUSSIAN))
    with pytest.raises(TypeError):
        PAYS.check(MONEY, SidesAnswer("left"), rules(RUSSIAN))
