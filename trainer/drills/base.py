"""What every drill is made of: deals, answers, verdicts.

A drill is a function of values. `deal` takes a random stream and a ruleset, `check` works the
expected answer out of the deal again; nothing here knows of requests, clocks or a database.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, Final, Protocol

from rules.engine.cards import Card, Rank, parse_cards, require_distinct
from rules.engine.errors import EngineError
from rules.engine.ranking import HandRank
from rules.engine.text import gettext_noop
from rules.games.base import Outcome, PayHand, Ruleset
from trainer.drills.stream import Stream

LEVELS: Final = (1, 2, 3)


class CannotDealError(Exception):
    """The wanted tags or the variant cannot be dealt under this ruleset and level."""


# --- deals -----------------------------------------------------------------------------------


class GroupRole(StrEnum):
    BOARD = "board"
    PLAYER = "player"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together. `seat` counts players from 0, -1 for board and dealer.

    `bought` says that the last card was bought as a sixth card.
    """

    role: GroupRole
    cards: tuple[Card, ...]
    seat: int = -1
    bought: bool = False


@dataclass(frozen=True, slots=True)
class Wager:
    bet: str
    stake: Decimal


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a drill.

    Shown with the question: `groups` and `wagers`. Never shown before the answer: `hidden`
    groups (laid open with the verdict), `stratum` (the construction that made the deal) and
    `tags` (skills, derived from the result).
    """

    drill: str
    game: str
    level: int
    groups: tuple[Group, ...]
    wagers: tuple[Wager, ...] = ()
    hidden: tuple[Group, ...] = ()
    stratum: str = ""
    tags: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        require_distinct([card for group in (*self.groups, *self.hidden) for card in group.cards])

    @property
    def board(self) -> tuple[Card, ...]:
        return self._cards(GroupRole.BOARD)

    @property
    def dealer(self) -> tuple[Card, ...]:
        return self._cards(GroupRole.DEALER)

    @property
    def players(self) -> tuple[Group, ...]:
        """The players' shown groups in seat order."""
        players = [group for group in self.groups if group.role is GroupRole.PLAYER]
        return tuple(sorted(players, key=lambda group: group.seat))

    def _cards(self, role: GroupRole) -> tuple[Card, ...]:
        return next((group.cards for group in self.groups if group.role is role), ())

    def to_spec(self) -> dict[str, Any]:
        """JSON value with the shown and the hidden part apart."""
        return {
            "drill": self.drill,
            "game": self.game,
            "level": self.level,
            "shown": {
                "groups": [_group_to_spec(group) for group in self.groups],
                "wagers": [{"bet": w.bet, "stake": str(w.stake)} for w in self.wagers],
            },
            "hidden": {
                "groups": [_group_to_spec(group) for group in self.hidden],
                "stratum": self.stratum,
                "tags": sorted(self.tags),
            },
        }

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any]) -> "Deal":
        """Inverse of `to_spec`."""
        shown, hidden = spec["shown"], spec["hidden"]
        return cls(
            drill=spec["drill"],
            game=spec["game"],
            level=spec["level"],
            groups=tuple(map(_group_from_spec, shown["groups"])),
            wagers=tuple(Wager(w["bet"], Decimal(w["stake"])) for w in shown["wagers"]),
            hidden=tuple(map(_group_from_spec, hidden["groups"])),
            stratum=hidden["stratum"],
            tags=frozenset(hidden["tags"]),
        )


def _group_to_spec(group: Group) -> dict[str, Any]:
    spec: dict[str, Any] = {"role": group.role.value, "cards": " ".join(map(str, group.cards))}
    if group.seat >= 0:
        spec["seat"] = group.seat
    if group.bought:
        spec["bought"] = True
    return spec


def _group_from_spec(spec: Mapping[str, Any]) -> Group:
    return Group(
        GroupRole(spec["role"]),
        parse_cards(spec["cards"]),
        spec.get("seat", -1),
        spec.get("bought", False),
    )


def spec_json(spec: Mapping[str, Any]) -> str:
    """Canonical text of a spec."""
    return json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def spec_hash(spec: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(spec_json(spec).encode()).hexdigest()


# --- answers ---------------------------------------------------------------------------------


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

    `ranks` are to choose from where the name of a hand is asked with its ranks.
    """

    kind: AnswerKind
    prompt: str
    options: tuple[Option, ...] = ()
    wager: Wager | None = None
    table: str = ""
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


# --- verdicts --------------------------------------------------------------------------------


class ErrorCode(StrEnum):
    """What kind of mistake an answer is."""

    MISREAD_HAND = "misread-hand"
    MISSED_STRAIGHT = "missed-straight"
    MISSED_FLUSH = "missed-flush"
    WRONG_FIVE = "wrong-five"
    MISSED_TIE = "missed-tie"
    KICKER = "kicker"
    PAID_LOSER = "paid-loser"
    TOOK_WINNER = "took-winner"
    PUSH_AS_WIN = "push-as-win"
    PUSHED_WINNER = "pushed-winner"
    PUSHED_LOSER = "pushed-loser"
    TOOK_PUSH = "took-push"
    WRONG_TABLE = "wrong-table"
    WRONG_ROW = "wrong-row"
    TOTAL_RETURNED = "total-returned"
    ARITHMETIC = "arithmetic"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is graded.

    `given` and `expected` are the `to_data` of answers. `delta` is the money the mistake moves,
    positive in the guest's favour, negative in the house's; 0 where no money is asked.
    """

    name: str
    right: bool
    given: Mapping[str, Any]
    expected: Mapping[str, Any]
    code: ErrorCode | None = None
    delta: Fraction = Fraction(0)

    def to_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "right": self.right,
            "given": dict(self.given),
            "expected": dict(self.expected),
            "code": self.code.value if self.code else None,
            "delta": str(self.delta),
        }


class Mark(StrEnum):
    """How a card is drawn beside the verdict."""

    PLAYS = "plays"
    DECIDES = "decides"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: the partial `trainer/reasons/<kind>.html` renders `data`.

    `data` holds values of the engine and the games, never prose.
    """

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


class Result(StrEnum):
    """How a round ends, in the words of the dealer."""

    PLAYER = "player"
    DEALER = "dealer"
    TIE = "tie"
    NO_GAME = "no-game"
    POT = "pot"
    SPLIT = "split"
    BOARD_PLAYS = "board-plays"


@dataclass(frozen=True, slots=True)
class Said:
    """A hand that the dealer reads out, with as many `kickers` as it takes to tell it from others.

    `second` is Russian poker's second combination, where it is paid.
    """

    seat: int
    rank: HandRank
    kickers: int = 0
    second: HandRank | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """What the dealer says aloud: hands in the order of saying, game or no game, the result.

    `qualifies` is None where no dealer needs to, `result` where hands are read and not compared.
    `ace_king` says that the game has ace-king for a hand of its own.
    """

    hands: tuple[Said, ...]
    qualifies: bool | None = None
    result: Result | None = None
    ace_king: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Right or wrong per part, why, and how the cards are to be drawn.

    `reasons` are at most four steps, the deciding one last but one where arithmetic follows.
    `marks` says per card what it does; a card without one has no role.
    `winners` are the seats that win, where seats are compared (the dealer is seat -1).
    `call` is what the dealer says at the table, where hands are read.
    """

    parts: tuple[Part, ...]
    reasons: tuple[Reason, ...]
    marks: Mapping[Card, Mark] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    call: Call | None = None

    @property
    def right(self) -> bool:
        return all(part.right for part in self.parts)


# --- drills ----------------------------------------------------------------------------------


class Drill(Protocol):
    """A kind of question. `generator` is raised whenever the same seed would deal otherwise."""

    key: str
    name: str
    summary: str
    order: int
    generator: int
    games: tuple[str, ...]
    skills: Mapping[str, str]
    levels: Mapping[int, str]

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = frozenset(),
        variant_of: Deal | None = None,
    ) -> Deal:
        """Raises: CannotDealError."""
        ...

    def question(self, deal: Deal, ruleset: Ruleset) -> Question: ...

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        """Read a posted form. Raises: AnswerError: saying what was given and what is expected."""
        ...

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer: ...

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict: ...
