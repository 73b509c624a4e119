"""A saved answer as the fields of its form, so that it stands there to be changed."""

from collections.abc import Iterator

from django.http import QueryDict

from trainer.drills.base import (
    PAY_NOW,
    RANK_FIELDS,
    AmountAnswer,
    Answer,
    BoxAnswer,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    OrderAnswer,
    Question,
    SeatsAnswer,
    SidesAnswer,
)
from trainer.practice.forms import Typed

Field = tuple[str, list[str]]


def refilled(answer: Answer, ask: Question) -> Typed:
    data = QueryDict(mutable=True)
    for name, values in fields_of(answer, ask).items():
        data.setlist(name, values)
    return Typed(data)


def fields_of(answer: Answer, ask: Question) -> dict[str, list[str]]:
    """*answer* to the question *ask* as its form sends it."""
    return dict(_fields(answer, ask))


def _fields(answer: Answer, ask: Question) -> Iterator[Field]:
    if also := getattr(answer, "also", ""):
        yield "also", [also]
    match answer:
        case SidesAnswer() | ChoiceAnswer():
            yield "choice", [answer.choice]
        case SeatsAnswer():
            yield "seats", [o.key for o in ask.options if o.seat in answer.seats]
        case HandAnswer(hand, ranks):
            yield "hand", [hand.key]
            for name, rank in zip(RANK_FIELDS, ranks, strict=False):
                yield name, [rank.letter]
        case MoneyAnswer(outcome, amount):
            yield "outcome", [outcome.value]
            yield "amount", [f"{amount:f}" if amount else ""]
        case AmountAnswer(amount):
            yield "amount", [f"{amount:f}"]
        case CardsAnswer():
            yield from _cards(answer, ask)
        case OrderAnswer(places):
            for option, place in zip(ask.options, places, strict=True):
                yield f"place-{option.key}", [str(place)]
        case ChipsAnswer(counts):
            yield from ((f"chip-{value}", [str(count)]) for value, count in counts)
        case BoxAnswer():
            yield from _box(answer, ask)
        case _:
            raise TypeError(answer)


def _cards(answer: CardsAnswer, ask: Question) -> Iterator[Field]:
    yield "cards", sorted(map(str, answer.cards))
    if ask.asks_second and answer.second:
        yield "second", sorted(map(str, answer.second))
    elif ask.asks_second:
        yield "nosecond", ["1"]


def _box(answer: BoxAnswer, ask: Question) -> Iterator[Field]:
    for name, each in answer.wagers:
        yield from ((f"{field}-{name}", values) for field, values in _fields(each, ask))
    if answer.pay_now is not None:
        yield PAY_NOW, [f"{answer.pay_now:f}"]
    if answer.places is not None:
        yield from _fields(OrderAnswer(answer.places), ask)
