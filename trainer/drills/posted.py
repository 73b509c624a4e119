"""Posted forms as answers.

| kind | fields |
|---|---|
| sides, choice | `choice`; `also` |
| seats | `seats`, repeated; `also` |
| money | `outcome`, `amount` |
| amount | `amount` |
| hand | `hand`, `first`, `second` |
| cards | `cards`, repeated; `second`, repeated, or `nosecond` |
| order | `place-<option>` |
| box | `outcome-<wager>`, `amount-<wager>`; `pay-now`; `place-<option>` |
| chips | `chip-<value>` |
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from rules.engine.cards import Card, Rank
from rules.games.base import Outcome, PayHand
from trainer.drills.amounts import parse_amount, quoted
from trainer.drills.answers import (
    BOXES_IN_ORDER,
    HANDS,
    PAY_NOW,
    RANK_FIELDS,
    RANKS,
    AmountAnswer,
    AmountBelowZeroError,
    AmountNegativeError,
    AnswerError,
    AnswerKind,
    BothAskedError,
    BoxAnswer,
    BoxPlaceMissingError,
    BoxPlaceTwiceError,
    CardsAnswer,
    CardsCountError,
    ChipCountError,
    ChipsAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    NothingChosenError,
    Option,
    OrderAnswer,
    OutcomeMissingError,
    PlaceError,
    PlaceMissingError,
    Question,
    RankMissingError,
    RanksMissingError,
    SeatsAnswer,
    SecondContradictedError,
    SecondMissingError,
    SidesAnswer,
    UnknownChoiceError,
    dense_places,
)
from trainer.drills.named_hand import NAMED_RANKS

Form = Mapping[str, Sequence[str]]

MOST_CHIPS: Final = 999
_COUNT: Final = re.compile(r"[0-9]{1,3}")


def parse_chosen(question: Question, data: Form) -> SidesAnswer | SeatsAnswer:
    """Read the chosen option, or the set of them, and what else is asked.

    Raises: NothingChosenError, UnknownChoiceError, BothAskedError
    """
    single = question.kind is AnswerKind.SIDES
    by_key = {option.key: option for option in question.options}
    chosen = [_find(by_key, key) for key in _values(data, single)]
    if single:
        return SidesAnswer(chosen[0].key, _also(question, data))
    return SeatsAnswer(frozenset(option.seat for option in chosen), _also(question, data))


def _also(question: Question, data: Form) -> str:
    """Empty where nothing else is asked. Raises: UnknownChoiceError, BothAskedError."""
    if not question.also:
        return ""
    given = _first(data, "also")
    if not given:
        raise BothAskedError
    return _find({option.key: option for option in question.also}, given).key


def _values(data: Form, single: bool) -> Sequence[str]:
    """Raises: NothingChosenError."""
    values = data.get("choice" if single else "seats", ())
    if not any(values):
        raise NothingChosenError
    return values[:1] if single else values


def _find(by_key: Mapping[str, Option], key: str) -> Option:
    """Raises: UnknownChoiceError."""
    if key not in by_key:
        raise UnknownChoiceError(given=quoted(key))
    return by_key[key]


def parse_choice(question: Question, data: Form) -> ChoiceAnswer:
    """Read the chosen option, and what else is asked.

    Raises: NothingChosenError, UnknownChoiceError, BothAskedError
    """
    given = _first(data, "choice")
    if not given:
        raise NothingChosenError
    chosen = _find({option.key: option for option in question.options}, given)
    return ChoiceAnswer(chosen.key, _also(question, data))


def parse_amount_answer(data: Form) -> AmountAnswer:
    """Raises: AnswerError: saying what was given and what is expected."""
    return AmountAnswer(parse_amount_alone(_first(data, "amount")))


def parse_amount_alone(text: str) -> Decimal:
    """An amount that goes with no outcome, so that none can be advised. Raises: AnswerError."""
    try:
        return parse_amount(text)
    except AmountNegativeError as error:
        raise AmountBelowZeroError(**error.params) from None


def parse_cards_answer(question: Question, data: Form) -> CardsAnswer:
    """Read the chosen cards, and those of the second set where it is asked for.

    Raises:
        NothingChosenError, UnknownChoiceError, CardsCountError
        SecondMissingError, SecondContradictedError: only if a second set is asked for.
    """
    cards = _cards(question, data, "cards")
    if not cards:
        raise NothingChosenError
    return CardsAnswer(cards, _second(question, data) if question.asks_second else None)


def _second(question: Question, data: Form) -> frozenset[Card] | None:
    """Raises: UnknownChoiceError, CardsCountError, SecondMissingError, SecondContradictedError."""
    second, none = _cards(question, data, "second"), bool(_first(data, "nosecond"))
    if not second and not none:
        raise SecondMissingError
    if second and none:
        raise SecondContradictedError(given=", ".join(map(str, second)))
    return second or None


def _cards(question: Question, data: Form, name: str) -> frozenset[Card]:
    """Raises: UnknownChoiceError, CardsCountError."""
    offered = {str(card): card for card in question.cards}
    given = [text for text in data.get(name, ()) if text]
    for text in given:
        if text not in offered:
            raise UnknownChoiceError(given=quoted(text))
    cards = frozenset(offered[text] for text in given)
    if cards and question.count and len(cards) != question.count:
        raise CardsCountError(expected=question.count, given=len(cards))
    return cards


def parse_order(question: Question, data: Form) -> OrderAnswer:
    """Read a place for each option. Gaps between places mean nothing: 1, 1, 3 is 1, 1, 2.

    Raises: PlaceMissingError, PlaceError
    """
    count = len(question.options)
    places = [_place(_first(data, f"place-{o.key}"), count) for o in question.options]
    return OrderAnswer(dense_places(places))


def _place(given: str, count: int) -> int:
    """Raises: PlaceMissingError, PlaceError."""
    if not given.strip():
        raise PlaceMissingError(count=count)
    places = {str(place): place for place in range(1, count + 1)}
    if given.strip() not in places:
        raise PlaceError(given=quoted(given), count=count)
    return places[given.strip()]


def parse_box(question: Question, data: Form) -> BoxAnswer:
    """Read the outcome of every wager, and where they are asked for the order of the boxes and
    the sum that is paid out.

    Raises: AnswerError: with the name of the wager or of the part as its `field`.
    """
    names = [wager.bet for wager in question.wagers]
    if not any(_first(data, f"outcome-{name}") for name in names):
        raise NothingChosenError
    wagers = tuple((name, _wager(data, name)) for name in names)
    pay_now = _pay_now(data) if question.asks_pay_now else None
    return BoxAnswer(wagers, pay_now, _places(question, data) if question.options else None)


def _places(question: Question, data: Form) -> tuple[int, ...]:
    """A place of its own for every box. Raises: AnswerError."""
    try:
        return _different_places(question, data)
    except AnswerError as error:
        error.field = BOXES_IN_ORDER
        raise


def _different_places(question: Question, data: Form) -> tuple[int, ...]:
    """Raises: BoxPlaceMissingError, BoxPlaceTwiceError, PlaceError."""
    try:
        places = parse_order(question, data).ranks
    except PlaceMissingError:
        raise BoxPlaceMissingError from None
    for option, place in zip(question.options, places, strict=True):
        if places.count(place) > 1:
            raise BoxPlaceTwiceError(place=_first(data, f"place-{option.key}").strip())
    return places


def _wager(data: Form, name: str) -> MoneyAnswer:
    """Raises: AnswerError."""
    form = {field: data.get(f"{field}-{name}", ()) for field in ("outcome", "amount")}
    try:
        if not any(form["outcome"]):
            raise OutcomeMissingError
        return parse_money(form)
    except AnswerError as error:
        error.field = name
        raise


def _pay_now(data: Form) -> Decimal:
    """Raises: AnswerError."""
    try:
        return parse_amount_alone(_first(data, PAY_NOW))
    except AnswerError as error:
        error.field = PAY_NOW
        raise


def parse_chips_answer(question: Question, data: Form) -> ChipsAnswer:
    """Read how many chips of each value; an empty field is 0.

    Raises:
        NothingChosenError: if there is no chip at all.
        ChipCountError: with the value of the chip as its `field`.
    """
    counts = [(chip.value, _count(data, chip.value)) for chip in question.chips]
    found = [(value, count) for value, count in counts if count]
    if not found:
        raise NothingChosenError
    return ChipsAnswer(tuple(sorted(found, reverse=True)))


def _count(data: Form, value: Decimal) -> int:
    """Raises: ChipCountError."""
    given = _first(data, f"chip-{value}").strip()
    if given and not _COUNT.fullmatch(given):
        error = ChipCountError(given=quoted(given), most=MOST_CHIPS)
        error.field = str(value)
        raise error
    return int(given or 0)


def parse_money(data: Form) -> MoneyAnswer:
    """Pay needs an amount, and pay 0 is a push; push and take need none and ignore it.

    Raises: AnswerError: saying what was given and what is expected.
    """
    given = _first(data, "outcome")
    if not given:
        raise NothingChosenError
    try:
        outcome = Outcome(given)
    except ValueError:
        raise UnknownChoiceError(given=quoted(given)) from None
    if outcome is not Outcome.PAY:
        return MoneyAnswer(outcome)
    amount = parse_amount(_first(data, "amount"))
    return MoneyAnswer(outcome, amount) if amount else MoneyAnswer(Outcome.PUSH)


def parse_hand(question: Question, data: Form) -> HandAnswer:
    """A hand, and the ranks that belong to its name if they are asked for.

    Other ranks are not looked at. Two pairs may be named in either order.

    Raises: AnswerError: saying what was given and what is expected.
    """
    given = _first(data, "hand")
    if not given:
        raise NothingChosenError
    hand = HANDS[_find({option.key: option for option in question.options}, given).key]
    wanted = NAMED_RANKS[hand] if question.ranks else 0
    ranks = [_rank(_first(data, name)) for name in RANK_FIELDS[:wanted]]
    found = [rank for rank in ranks if rank is not None]
    if len(found) < wanted:
        raise RankMissingError if wanted == 1 else RanksMissingError
    if hand is PayHand.TWO_PAIR:
        found.sort(reverse=True)
    return HandAnswer(hand, tuple(found))


def _rank(given: str) -> Rank | None:
    """Raises: UnknownChoiceError."""
    if given and given not in RANKS:
        raise UnknownChoiceError(given=quoted(given))
    return RANKS.get(given)


def _first(data: Form, name: str) -> str:
    return next(iter(data.get(name, ())), "")
