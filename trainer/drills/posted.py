"""Posted forms as answers.

The fields are `choice`, `seats` (repeated), `outcome` and `amount`, `hand` with `first` and
`second`.
"""

from collections.abc import Mapping, Sequence

from rules.engine.cards import Rank
from rules.games.base import Outcome, PayHand
from trainer.drills.amounts import parse_amount, quoted
from trainer.drills.answers import (
    HANDS,
    RANK_FIELDS,
    RANKS,
    AnswerKind,
    HandAnswer,
    MoneyAnswer,
    NothingChosenError,
    Option,
    Question,
    RankMissingError,
    RanksMissingError,
    SeatsAnswer,
    SidesAnswer,
    UnknownChoiceError,
)
from trainer.drills.named_hand import NAMED_RANKS

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
