"""Forms of the answer kinds, read without a drill."""

from decimal import Decimal

import pytest

from rules.engine.cards import parse_cards
from rules.games.base import Outcome
from rules.games.switches import parse_chips
from trainer.drills.answers import (
    AmountAmbiguousError,
    AmountAnswer,
    AmountBelowZeroError,
    AmountMissingError,
    AmountNegativeError,
    AmountTooLargeError,
    AmountUnreadableError,
    AnswerError,
    AnswerKind,
    BoxAnswer,
    BoxPlaceMissingError,
    BoxPlaceTwiceError,
    CardsAnswer,
    CardsCountError,
    ChipCountError,
    ChipsAnswer,
    ChoiceAnswer,
    MoneyAnswer,
    NothingChosenError,
    Option,
    OrderAnswer,
    OutcomeMissingError,
    PlaceError,
    PlaceMissingError,
    Question,
    SecondContradictedError,
    SecondMissingError,
    UnknownChoiceError,
    answer_from_data,
    dense_places,
)
from trainer.drills.deals import Deal, Wager, spec_hash
from trainer.drills.posted import (
    parse_amount_answer,
    parse_box,
    parse_cards_answer,
    parse_chips_answer,
    parse_choice,
    parse_order,
)

OPTIONS = tuple(Option(key, "text") for key in ("a", "b", "c"))
CARDS = parse_cards("As Kd 10h 7c 2s 2d")
WAGERS = (Wager("ante", Decimal(10)), Wager("0.bet", Decimal(20)))
CHOICE = Question(AnswerKind.CHOICE, "?", OPTIONS)
AMOUNT = Question(AnswerKind.AMOUNT, "?")
PICK = Question(AnswerKind.CARDS, "?", cards=CARDS)
PICK_2 = Question(AnswerKind.CARDS, "?", cards=CARDS, count=2)
TWICE = Question(AnswerKind.CARDS, "?", cards=CARDS, count=2, asks_second=True)
ORDER = Question(AnswerKind.ORDER, "?", OPTIONS)
BOX = Question(AnswerKind.BOX, "?", wagers=WAGERS)
PAY_OUT = Question(AnswerKind.BOX, "?", wagers=WAGERS, asks_pay_now=True)
IN_ORDER = Question(AnswerKind.BOX, "?", OPTIONS, wagers=WAGERS[:1])
CHIPS = Question(AnswerKind.CHIPS, "?", chips=parse_chips("0.5, 1 white, 5 red, 25"))

PUSH, TAKE = MoneyAnswer(Outcome.PUSH), MoneyAnswer(Outcome.TAKE)


def read(question, form):
    form = {name: [text] if isinstance(text, str) else text for name, text in form.items()}
    match question.kind:
        case AnswerKind.CHOICE:
            return parse_choice(question, form)
        case AnswerKind.AMOUNT:
            return parse_amount_answer(form)
        case AnswerKind.CARDS:
            return parse_cards_answer(question, form)
        case AnswerKind.ORDER:
            return parse_order(question, form)
        case AnswerKind.BOX:
            return parse_box(question, form)
        case AnswerKind.CHIPS:
            return parse_chips_answer(question, form)


def pay(amount):
    return MoneyAnswer(Outcome.PAY, Decimal(amount))


def some(text):
    return frozenset(parse_cards(text))


@pytest.mark.parametrize(
    ("question", "form", "answer"),
    [
        (CHOICE, {"choice": "b"}, ChoiceAnswer("b")),
        (CHOICE, {"choice": ["b", "c"]}, ChoiceAnswer("b")),
        (AMOUNT, {"amount": "1 250,5"}, AmountAnswer(Decimal("1250.5"))),
        (AMOUNT, {"amount": "0"}, AmountAnswer(Decimal(0))),
        (PICK, {"cards": ["7c", "As"]}, CardsAnswer(some("As 7c"))),
        (PICK, {"cards": ["As", "As", ""]}, CardsAnswer(some("As"))),
        (PICK, {"cards": "Th", "second": "Kd"}, CardsAnswer(some("Th"))),
        (PICK_2, {"cards": ["2s", "2d"]}, CardsAnswer(some("2s 2d"))),
        (
            TWICE,
            {"cards": ["2s", "2d"], "second": ["As", "Kd"], "nosecond": ""},
            CardsAnswer(some("2s 2d"), some("As Kd")),
        ),
        (TWICE, {"cards": ["2s", "2d"], "nosecond": "1"}, CardsAnswer(some("2s 2d"))),
        (ORDER, {"place-a": "2", "place-b": "1", "place-c": "3"}, OrderAnswer((2, 1, 3))),
        (ORDER, {"place-a": " 1", "place-b": "1", "place-c": "3"}, OrderAnswer((1, 1, 2))),
        (ORDER, {"place-a": "3", "place-b": "3", "place-c": "3"}, OrderAnswer((1, 1, 1))),
        (
            BOX,
            {"outcome-ante": "pay", "amount-ante": "12,5", "outcome-0.bet": "take"},
            BoxAnswer((("ante", pay("12.5")), ("0.bet", TAKE))),
        ),
        (
            BOX,
            {"outcome-ante": "pay", "amount-ante": "0", "outcome-0.bet": "push"},
            BoxAnswer((("ante", PUSH), ("0.bet", PUSH))),
        ),
        (
            PAY_OUT,
            {"outcome-ante": "take", "outcome-0.bet": "take", "pay-now": "0"},
            BoxAnswer((("ante", TAKE), ("0.bet", TAKE)), Decimal(0)),
        ),
        (
            IN_ORDER,
            {"outcome-ante": "take", "place-a": "3", "place-b": " 1 ", "place-c": "2"},
            BoxAnswer((("ante", TAKE),), None, (3, 1, 2)),
        ),
        (
            CHIPS,
            {"chip-25": "3", "chip-5": "", "chip-0.5": " 1 ", "chip-1": "0"},
            ChipsAnswer(((Decimal(25), 3), (Decimal("0.5"), 1))),
        ),
    ],
)
def test_forms_are_read_as_answers(question, form, answer):
    found = read(question, form)
    assert found == answer
    assert answer_from_data(found.to_data()) == answer


ANTE = {"outcome-ante": "push"}
OVER = ANTE | {"outcome-0.bet": "take"}


@pytest.mark.parametrize(
    ("question", "form", "error", "field"),
    [
        (CHOICE, {}, NothingChosenError, ""),
        (CHOICE, {"choice": ""}, NothingChosenError, ""),
        (CHOICE, {"choice": "A"}, UnknownChoiceError, ""),
        (AMOUNT, {}, AmountMissingError, ""),
        (AMOUNT, {"amount": "-5"}, AmountBelowZeroError, ""),
        (AMOUNT, {"amount": "1,250"}, AmountAmbiguousError, ""),
        (AMOUNT, {"amount": "x"}, AmountUnreadableError, ""),
        (AMOUNT, {"amount": "9" * 99}, AmountTooLargeError, ""),
        (PICK, {}, NothingChosenError, ""),
        (PICK, {"cards": ""}, NothingChosenError, ""),
        (PICK, {"cards": "3c"}, UnknownChoiceError, ""),
        (PICK, {"cards": ["As", "10h"]}, UnknownChoiceError, ""),
        (PICK_2, {"cards": "As"}, CardsCountError, ""),
        (PICK_2, {"cards": ["As", "As"]}, CardsCountError, ""),
        (PICK_2, {"cards": ["As", "Kd", "2s"]}, CardsCountError, ""),
        (TWICE, {"cards": ["As", "Kd"]}, SecondMissingError, ""),
        (TWICE, {"cards": ["As", "Kd"], "second": "2s"}, CardsCountError, ""),
        (TWICE, {"nosecond": "1"}, NothingChosenError, ""),
        (
            TWICE,
            {"cards": ["As", "Kd"], "second": ["As", "2s"], "nosecond": "1"},
            SecondContradictedError,
            "",
        ),
        (ORDER, {}, PlaceMissingError, ""),
        (ORDER, {"place-a": "1", "place-b": "2", "place-c": " "}, PlaceMissingError, ""),
        (ORDER, {"place-a": "1", "place-b": "2", "place-c": "4"}, PlaceError, ""),
        (ORDER, {"place-a": "0", "place-b": "2", "place-c": "1"}, PlaceError, ""),
        (ORDER, {"place-a": "²", "place-b": "2", "place-c": "1"}, PlaceError, ""),
        (BOX, {}, NothingChosenError, ""),
        (BOX, {"amount-ante": "5"}, NothingChosenError, ""),
        (BOX, {"outcome-ante": "take"}, OutcomeMissingError, "0.bet"),
        (BOX, ANTE | {"outcome-0.bet": "win"}, UnknownChoiceError, "0.bet"),
        (BOX, ANTE | {"outcome-0.bet": "pay"}, AmountMissingError, "0.bet"),
        (
            BOX,
            {"outcome-ante": "pay", "amount-ante": "-1", "outcome-0.bet": "take"},
            AmountNegativeError,
            "ante",
        ),
        (PAY_OUT, OVER, AmountMissingError, "pay-now"),
        (
            PAY_OUT,
            ANTE | {"outcome-0.bet": "take", "pay-now": "-2"},
            AmountBelowZeroError,
            "pay-now",
        ),
        (IN_ORDER, {"outcome-ante": "take", "place-a": "1"}, BoxPlaceMissingError, "order"),
        (
            IN_ORDER,
            {"outcome-ante": "take", "place-a": "1", "place-b": "2", "place-c": "2"},
            BoxPlaceTwiceError,
            "order",
        ),
        (
            IN_ORDER,
            {"outcome-ante": "take", "place-a": "1", "place-b": "2", "place-c": "x"},
            PlaceError,
            "order",
        ),
        (CHIPS, {}, NothingChosenError, ""),
        (CHIPS, {"chip-5": "0", "chip-25": ""}, NothingChosenError, ""),
        (CHIPS, {"chip-100": "3"}, NothingChosenError, ""),
        (CHIPS, {"chip-5": "-1"}, ChipCountError, "5"),
        (CHIPS, {"chip-5": "1.5"}, ChipCountError, "5"),
        (CHIPS, {"chip-0.5": "1000"}, ChipCountError, "0.5"),
        (CHIPS, {"chip-25": "٣"}, ChipCountError, "25"),
    ],
)
def test_what_is_no_answer_is_refused_with_a_sentence(question, form, error, field):
    with pytest.raises(AnswerError) as refused:
        read(question, form)
    assert type(refused.value) is error
    assert refused.value.field == field
    assert 10 < len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("question", "form", "quoted"),
    [
        (CHOICE, {"choice": "z" * 1000}, "z" * 40 + "…"),
        (PICK, {"cards": "3c"}, "3c"),
        (PICK_2, {"cards": "As"}, "You chose 1"),
        (ORDER, {"place-a": "7", "place-b": "2", "place-c": "1"}, "7"),
        (BOX, ANTE | {"outcome-0.bet": "win"}, "win"),
        (CHIPS, {"chip-5": "five"}, "five"),
    ],
)
def test_an_error_repeats_what_was_given(question, form, quoted):
    with pytest.raises(AnswerError, match=quoted):
        read(question, form)


def test_chips_know_their_sum():
    assert ChipsAnswer(((Decimal(25), 3), (Decimal("0.5"), 1))).total == Decimal("75.5")


@pytest.mark.parametrize(
    ("given", "dense"), [((), ()), ((3, 1, 1), (2, 1, 1)), ((1, 1, 3, 4), (1, 1, 2, 3))]
)
def test_places_without_gaps(given, dense):
    assert dense_places(given) == dense


def test_what_is_dealt_beside_cards_comes_back_from_the_spec():
    deal = Deal("sums", "russian-poker", 1, (), facts=(("odds", "17"), ("kind", "times")))
    assert Deal.from_spec(deal.to_spec()) == deal
    assert deal.fact("odds") == "17"


def test_a_deal_without_facts_has_the_spec_it_always_had():
    deal = Deal("sums", "russian-poker", 1, ())
    assert deal.to_spec()["shown"] == {"groups": [], "wagers": []}
    assert spec_hash(deal.to_spec()) == spec_hash(Deal.from_spec(deal.to_spec()).to_spec())
