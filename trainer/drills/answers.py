"""How a deal is asked, and what can be answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol

from rules.engine.cards import Rank
from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.base import Outcome, PayHand
from trainer.drills.deals import Wager


class AnswerKind(StrEnum):
    """Which form asks, and which keys answer."""

    SIDES = "sides"
    SEATS = "seats"
    MONEY = "money"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: `key` in the form; `role` and `seat` say what it stands for.

    `role` is a group role, `tie` or `hand`; the key of a hand is that of its `PayHand`.
    `hotkey` is the sign on the keyboard that chooses it, where it is no matter of its place.
    """

    key: str
    role: str
    seat: int = -1
    hotkey: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """How a deal is asked: answer kind, msgid of the prompt, options or the wager asked for.

    `ranks` are to choose from where the name of a hand is asked with its ranks. `switches` are
    the keys of the house rules that the answer may depend on, whatever was dealt.
    """

    kind: AnswerKind
    prompt: str
    options: tuple[Option, ...] = ()
    wager: Wager | None = None
    switches: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = ()


class Answer(Protocol):
    """A frozen value; `to_data` gives what is stored, `kind` says which class reads it back."""

    kind: ClassVar[AnswerKind]

    def to_data(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class SidesAnswer:
    """One of two sides, or the tie: the key of the chosen option."""

    kind: ClassVar[AnswerKind] = AnswerKind.SIDES
    choice: str

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "choice": self.choice}


@dataclass(frozen=True, slots=True)
class SeatsAnswer:
    """A set of seats; right is exactly the winners."""

    kind: ClassVar[AnswerKind] = AnswerKind.SEATS
    seats: frozenset[int]

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "seats": sorted(self.seats)}


@dataclass(frozen=True, slots=True)
class MoneyAnswer:
    """Pay with the profit, push or take; `amount` is 0 for push and take."""

    kind: ClassVar[AnswerKind] = AnswerKind.MONEY
    outcome: Outcome
    amount: Decimal = Decimal(0)

    def to_data(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "outcome": self.outcome.value,
            "amount": str(self.amount),
        }


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """A hand by name, with those of its ranks that belong to the name where they are asked."""

    kind: ClassVar[AnswerKind] = AnswerKind.HAND
    hand: PayHand
    ranks: tuple[Rank, ...] = ()

    def to_data(self) -> dict[str, Any]:
        ranks = {name: rank.letter for name, rank in zip(RANK_FIELDS, self.ranks, strict=False)}
        return {"kind": self.kind.value, "hand": self.hand.key, **ranks}


# The ranks of a `HandAnswer` in its data and its form, in order.
RANK_FIELDS: Final = ("first", "second")
HANDS: Final[Mapping[str, PayHand]] = {hand.key: hand for hand in PayHand}
RANKS: Final[Mapping[str, Rank]] = {rank.letter: rank for rank in reversed(Rank)}


def answer_from_data(data: Mapping[str, Any]) -> Answer:
    """Inverse of `to_data` of every answer kind."""
    kind = AnswerKind(data["kind"])
    if kind is AnswerKind.SIDES:
        return SidesAnswer(data["choice"])
    if kind is AnswerKind.SEATS:
        return SeatsAnswer(frozenset(data["seats"]))
    if kind is AnswerKind.HAND:
        ranks = (RANKS[data[name]] for name in RANK_FIELDS if name in data)
        return HandAnswer(HANDS[data["hand"]], tuple(ranks))
    return MoneyAnswer(Outcome(data["outcome"]), Decimal(data["amount"]))


class AnswerError(EngineError):
    """What was posted cannot be read as an answer; the text says what is expected."""


class NothingChosenError(AnswerError):
    template = gettext_noop("Choose an answer first.")


class UnknownChoiceError(AnswerError):
    template = gettext_noop("“%(given)s” is not one of the answers offered here.")


class RankMissingError(AnswerError):
    template = gettext_noop("Choose the rank of this hand as well.")


class RanksMissingError(AnswerError):
    template = gettext_noop("This hand is named with two ranks. Choose both.")


class AmountMissingError(AnswerError):
    template = gettext_noop("Enter the amount that is paid.")


class AmountUnreadableError(AnswerError):
    template = gettext_noop("“%(given)s” is not an amount. Write it like 12, 12.5 or 12,5.")


class AmountNegativeError(AnswerError):
    template = gettext_noop("“%(given)s” is negative. If the bet loses, choose Take.")


class AmountAmbiguousError(AnswerError):
    template = gettext_noop(
        "“%(given)s” could be a thousand or a decimal. Write it without the separator."
    )


class AmountTooLargeError(AnswerError):
    template = gettext_noop("“%(given)s” is more than any table pays. Check the amount.")
