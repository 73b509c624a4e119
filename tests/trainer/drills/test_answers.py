from decimal import Decimal

import pytest

from rules.games.base import Outcome
from tests.trainer.drills.cast import HOLDEM, PAYS, RUSSIAN, WINS, deals, rules
from trainer.drills.base import (
    AmountAmbiguousError,
    AmountMissingError,
    AmountNegativeError,
    AmountTooLargeError,
    AmountUnreadableError,
    AnswerError,
    MoneyAnswer,
    NothingChosenError,
    SeatsAnswer,
    SidesAnswer,
    UnknownChoiceError,
    answer_from_data,
)

[SIDES] = deals(WINS, RUSSIAN, 1, 1)
[SEATS] = deals(WINS, HOLDEM, 3, 1)
[MONEY] = deals(PAYS, RUSSIAN, 1, 1)


@pytest.mark.parametrize(
    ("deal", "form", "answer"),
    [
        (SIDES, {"choice": ["left"]}, SidesAnswer("left")),
        (SIDES, {"choice": ["tie"]}, SidesAnswer("tie")),
        (SEATS, {"seats": ["0"]}, SeatsAnswer(frozenset({0}))),
        (SEATS, {"seats": ["4", "0", "4"]}, SeatsAnswer(frozenset({0, 4}))),
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
    ],
)
def test_forms_are_read_as_answers(deal, form, answer):
    drill = PAYS if deal is MONEY else WINS
    assert drill.parse_answer(deal, form) == answer
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
    ],
)
def test_what_is_no_answer_is_refused_with_a_sentence(deal, form, error):
    drill = PAYS if deal is MONEY else WINS
    with pytest.raises(AnswerError) as refused:
        drill.parse_answer(deal, form)
    assert type(refused.value) is error
    assert 10 < len(str(refused.value)) < 200


def test_an_answer_of_another_kind_is_no_answer():
    with pytest.raises(TypeError):
        WINS.check(SIDES, MoneyAnswer(Outcome.PUSH), rules(RUSSIAN))
    with pytest.raises(TypeError):
        PAYS.check(MONEY, SidesAnswer("left"), rules(RUSSIAN))
