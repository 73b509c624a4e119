"""How a deal is asked, and what can be answered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol

from rules.engine.cards import Card, Rank, parse_cards
from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.base import Outcome, PayHand
from rules.games.switches import Chip
from trainer.drills.deals import Wager


class AnswerKind(StrEnum):
    """Which form asks, and which keys answer."""

    SIDES = "sides"
    SEATS = "seats"
    MONEY = "money"
    HAND = "hand"
    CHOICE = "choice"
    AMOUNT = "amount"
    CARDS = "cards"
    ORDER = "order"
    BOX = "box"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: `key` in the form; `role` says what it stands for.

    | role | stands for |
    |---|---|
    | a group role | the cards of `seat` |
    | `tie` | none of the sides |
    | `hand` | `value`: HandRank, or the `PayHand` of the key if there is none |
    | `pay-hand`, `pay-row` | `value`: PayHand, PayRow |
    | `low` | `value`: LowRank |
    | `odds` | `value`: Fraction, to one |
    | `money` | `value`: Decimal |
    | `rank`, `card` | `value`: Rank, Card |
    | `text` | `label`: msgid, filled by `params` as the prompt of a `Question` is |

    `hotkey` is the sign on the keyboard that chooses it, where it is no matter of its place, or
    several with spaces between; letters as `KeyT`.
    """

    key: str
    role: str
    seat: int = -1
    hotkey: str = ""
    label: str = ""
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    value: object = None


@dataclass(frozen=True, slots=True)
class Question:
    """How a deal is asked: answer kind, msgid of the prompt, options or the wager asked for.

    `params` fill the prompt: Decimal is written as money, Fraction as odds, PayHand, HandRank,
    Rank and Card by name; text is a msgid. `ranks` are to choose from where the name of a hand
    is asked with its ranks. `switches` are the keys of the house rules that the answer may
    depend on, whatever was dealt.

    Kind by kind: CARDS has the `cards` that may be chosen, how many of them (`count`, 0 for any
    number) and whether a second set is asked for. BOX has the `wagers` to settle, named by bet,
    of several boxes by `<seat>.<bet>`, and whether the sum to pay out is asked as well; its
    `options` are boxes whose order is asked. CHIPS
    has the denominations of the house. `plates` lie on the felt beside the cards, or instead of
    them. SIDES, SEATS and CHOICE may ask a second thing in the same breath: one of `also`; then
    `legend` and `also_legend` are msgids that head the two groups of options. An option of
    `also` that has a Rank for its value is drawn as that rank.
    """

    kind: AnswerKind
    prompt: str
    options: tuple[Option, ...] = ()
    wager: Wager | None = None
    switches: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = ()
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    cards: tuple[Card, ...] = ()
    count: int = 0
    asks_second: bool = False
    wagers: tuple[Wager, ...] = ()
    asks_pay_now: bool = False
    chips: tuple[Chip, ...] = ()
    plates: tuple[Option, ...] = ()
    legend: str = ""
    also: tuple[Option, ...] = ()
    also_legend: str = ""


class Answer(Protocol):
    """A frozen value; `to_data` gives what is stored, `kind` says which class reads it back."""

    kind: ClassVar[AnswerKind]

    def to_data(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class SidesAnswer:
    """One of two sides, or the tie: the key of the chosen option.

    `also` is the key of what was chosen beside it, empty where nothing else is asked; so it is
    in the other kinds that have it.
    """

    kind: ClassVar[AnswerKind] = AnswerKind.SIDES
    choice: str
    also: str = ""

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "choice": self.choice, **_also_data(self.also)}


@dataclass(frozen=True, slots=True)
class SeatsAnswer:
    """A set of seats; right is exactly the winners."""

    kind: ClassVar[AnswerKind] = AnswerKind.SEATS
    seats: frozenset[int]
    also: str = ""

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "seats": sorted(self.seats), **_also_data(self.also)}


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


@dataclass(frozen=True, slots=True)
class ChoiceAnswer:
    """The key of the chosen option."""

    kind: ClassVar[AnswerKind] = AnswerKind.CHOICE
    choice: str
    also: str = ""

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "choice": self.choice, **_also_data(self.also)}


@dataclass(frozen=True, slots=True)
class AmountAnswer:
    """An amount of money, 0 or more."""

    kind: ClassVar[AnswerKind] = AnswerKind.AMOUNT
    amount: Decimal

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "amount": str(self.amount)}


@dataclass(frozen=True, slots=True)
class CardsAnswer:
    """A set of cards; `second` is another set, None if there is none or none is asked for."""

    kind: ClassVar[AnswerKind] = AnswerKind.CARDS
    cards: frozenset[Card]
    second: frozenset[Card] | None = None

    def to_data(self) -> dict[str, Any]:
        data = {"kind": self.kind.value, "cards": _cards_text(self.cards)}
        return data if self.second is None else data | {"second": _cards_text(self.second)}


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """The place of each option in the order of options: 1 first, the same place for equals.

    Places are dense: after two that share the first comes the second.
    """

    kind: ClassVar[AnswerKind] = AnswerKind.ORDER
    ranks: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "ranks": list(self.ranks)}


@dataclass(frozen=True, slots=True)
class BoxAnswer:
    """How every wager ends, by name in the order of the question, and what is paid out now.

    `pay_now` is None where it is not asked. `places` are the places of the boxes in the order
    in which they are settled, where that is asked.
    """

    kind: ClassVar[AnswerKind] = AnswerKind.BOX
    wagers: tuple[tuple[str, MoneyAnswer], ...]
    pay_now: Decimal | None = None
    places: tuple[int, ...] | None = None

    def to_data(self) -> dict[str, Any]:
        data = {
            "kind": self.kind.value,
            "wagers": [[name, answer.to_data()] for name, answer in self.wagers],
            "pay_now": None if self.pay_now is None else str(self.pay_now),
        }
        return data if self.places is None else data | {"places": list(self.places)}


@dataclass(frozen=True, slots=True)
class ChipsAnswer:
    """How many chips of which value, the highest value first and none of which there are 0."""

    kind: ClassVar[AnswerKind] = AnswerKind.CHIPS
    counts: tuple[tuple[Decimal, int], ...]

    @property
    def total(self) -> Decimal:
        return sum((value * count for value, count in self.counts), Decimal(0))

    def to_data(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "counts": [[str(value), count] for value, count in self.counts],
        }


def _also_data(also: str) -> dict[str, str]:
    return {"also": also} if also else {}


def _cards_text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, sorted(cards, key=lambda card: card.id, reverse=True)))


def dense_places(places: Iterable[int]) -> tuple[int, ...]:
    """Places without gaps, in the same order.

    >>> dense_places((3, 1, 1))
    (2, 1, 1)
    """
    given = tuple(places)
    order = sorted(set(given))
    return tuple(order.index(place) + 1 for place in given)


# The ranks of a `HandAnswer` in its data and its form, in order.
RANK_FIELDS: Final = ("first", "second")
# The field and the part that hold what is paid out at the end of a `BoxAnswer`.
PAY_NOW: Final = "pay-now"
# The part that holds the order of several boxes.
BOXES_IN_ORDER: Final = "order"
HANDS: Final[Mapping[str, PayHand]] = {hand.key: hand for hand in PayHand}
RANKS: Final[Mapping[str, Rank]] = {rank.letter: rank for rank in reversed(Rank)}


def answer_from_data(data: Mapping[str, Any]) -> Answer:
    """Inverse of `to_data` of every answer kind."""
    match AnswerKind(data["kind"]):
        case AnswerKind.SIDES:
            return SidesAnswer(data["choice"], data.get("also", ""))
        case AnswerKind.SEATS:
            return SeatsAnswer(frozenset(data["seats"]), data.get("also", ""))
        case AnswerKind.MONEY:
            return _money_from_data(data)
        case AnswerKind.HAND:
            ranks = (RANKS[data[name]] for name in RANK_FIELDS if name in data)
            return HandAnswer(HANDS[data["hand"]], tuple(ranks))
        case AnswerKind.CHOICE:
            return ChoiceAnswer(data["choice"], data.get("also", ""))
        case AnswerKind.AMOUNT:
            return AmountAnswer(Decimal(data["amount"]))
        case AnswerKind.CARDS:
            second = frozenset(parse_cards(data["second"])) if "second" in data else None
            return CardsAnswer(frozenset(parse_cards(data["cards"])), second)
        case AnswerKind.ORDER:
            return OrderAnswer(tuple(data["ranks"]))
        case AnswerKind.BOX:
            wagers = tuple((name, _money_from_data(each)) for name, each in data["wagers"])
            pay_now = data["pay_now"]
            places = tuple(data["places"]) if "places" in data else None
            return BoxAnswer(wagers, None if pay_now is None else Decimal(pay_now), places)
        case AnswerKind.CHIPS:
            return ChipsAnswer(tuple((Decimal(v), count) for v, count in data["counts"]))


def _money_from_data(data: Mapping[str, Any]) -> MoneyAnswer:
    return MoneyAnswer(Outcome(data["outcome"]), Decimal(data["amount"]))


class AnswerError(EngineError):
    """What was posted cannot be read as an answer; the text says what is expected.

    `field` is the wager or chip that the text is about, where there are several: the name of a
    wager, `pay-now`, `order`, or the value of a chip.
    """

    field: str = ""


class NothingChosenError(AnswerError):
    template = gettext_noop("Choose an answer first.")


class BothAskedError(AnswerError):
    template = gettext_noop("Two things are asked here. Choose an answer to both.")


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


class AmountBelowZeroError(AmountNegativeError):
    """A negative amount where no outcome is asked."""

    template = gettext_noop("“%(given)s” is negative. Write an amount of 0 or more.")


class OutcomeMissingError(AnswerError):
    template = gettext_noop("Choose Pay, Push or Take.")


class CardsCountError(AnswerError):
    template = gettext_noop("Cards to choose: %(expected)s. You chose %(given)s.")


class SecondMissingError(AnswerError):
    template = gettext_noop(
        "Choose the cards of the second combination, or say that there is none."
    )


class SecondContradictedError(AnswerError):
    template = gettext_noop(
        "You chose %(given)s for the second combination and also said that there is none. "
        "Leave one of the two."
    )


class PlaceMissingError(AnswerError):
    template = gettext_noop("Give every hand a place from 1 to %(count)s.")


class PlaceError(AnswerError):
    template = gettext_noop("“%(given)s” is not a place. Places go from 1 to %(count)s.")


class BoxPlaceMissingError(AnswerError):
    template = gettext_noop("Say for every box in which place you settle it.")


class BoxPlaceTwiceError(AnswerError):
    template = gettext_noop("Two boxes have place %(place)s. One box comes after the other.")


class ChipCountError(AnswerError):
    template = gettext_noop(
        "“%(given)s” is not a number of chips. Write a whole number from 0 to %(most)s."
    )
