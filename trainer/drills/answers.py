"""Posted forms as answers. The fields are `choice`, `seats` (repeated), `outcome`, `amount`."""

from collections.abc import Mapping, Sequence

from rules.games.base import Outcome
from trainer.drills.amounts import parse_amount, quoted
from trainer.drills.base import (
    AnswerKind,
    MoneyAnswer,
    NothingChosenError,
    Option,
    Question,
    SeatsAnswer,
    SidesAnswer,
    UnknownChoiceError,
)

Form = Mapping[str, Sequence[str]]


def parse_chosen(question: Question, data: Form) -> SidesAnswer | SeatsAnswer:
    """Read the chosen option, or the set of them.

    Raises: NothingChosenError, UnknownChoiceError
    """
    single = question.kind is AnswerKind.SIDES
    by_key = {option.key: option for option in question.options}
    chosen = [_find(by_key, key) for key in _values(data, single)]
    if single:
        return SidesAnswer(chosen[0].key)
    return SeatsAnswer(frozenset(option.seat for option in chosen))


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


def parse_money(data: Form) -> MoneyAnswer:
    """Pay needs an amount, and pay 0 is a push; push and take need none and ignore it.

    Raises: AnswerError: saying what was given and what is expected.
    """
    given = next(iter(data.get("outcome", ())), "")
    if not given:
        raise NothingChosenError
    try:
        outcome = Outcome(given)
    except ValueError:
        raise UnknownChoiceError(given=quoted(given)) from None
    if outcome is not Outcome.PAY:
        return MoneyAnswer(outcome)
    amount = parse_amount(next(iter(data.get("amount", ())), ""))
    return MoneyAnswer(outcome, amount) if amount else MoneyAnswer(Outcome.PUSH)
