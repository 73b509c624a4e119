"""Verdicts: what is right, which mistake was made, why, and what the dealer says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.engine.cards import Card
from rules.engine.ranking import HandRank
from rules.games.base import Outcome


class ErrorCode(StrEnum):
    """What kind of mistake an answer is."""

    MISREAD_HAND = "misread-hand"
    MISSED_STRAIGHT = "missed-straight"
    MISSED_FLUSH = "missed-flush"
    WRONG_FIVE = "wrong-five"
    MISSED_TIE = "missed-tie"
    KICKER = "kicker"
    PROOF = "proof"
    UPSIDE_DOWN = "upside-down"
    SET_AS_TRIPS = "set-as-trips"
    OTHER_JOKER = "other-joker"
    JOKER_PLAYS = "joker-plays"
    OTHER_LOW = "other-low"
    LOW_FROM_BELOW = "low-from-below"
    LOW_AS_HIGH = "low-as-high"
    LOW_QUALIFIES = "low-qualifies"
    OWN_OR_BOARD = "own-or-board"
    PAID_LOSER = "paid-loser"
    TOOK_WINNER = "took-winner"
    PUSH_AS_WIN = "push-as-win"
    PUSHED_WINNER = "pushed-winner"
    PUSHED_LOSER = "pushed-loser"
    TOOK_PUSH = "took-push"
    WRONG_TABLE = "wrong-table"
    WRONG_ROW = "wrong-row"
    TOTAL_RETURNED = "total-returned"
    CAP = "cap"
    ROUNDING = "rounding"
    ODD_CHIP = "odd-chip"
    UNCALLED = "uncalled"
    DEAD_MONEY = "dead-money"
    SIDE_POT = "side-pot"
    HALVES = "halves"
    LEFT_OUT = "left-out"
    MORE_CHIPS = "more-chips"
    NO_SUCH_CHIP = "no-such-chip"
    MISSED_ERROR = "missed-error"
    FALSE_ALARM = "false-alarm"
    OTHER_HOUSE = "other-house"
    MISSED_CHANGE = "missed-change"
    NO_CHANGE = "no-change"
    QUALIFICATION = "qualification"
    SECOND_COMBINATION = "second-combination"
    HOUSE_RULE = "house-rule"
    WRONG_BASE = "wrong-base"
    INVERTED_ODDS = "inverted-odds"
    PAID_TWICE = "paid-twice"
    NETTED = "netted"
    FOLLOWS = "follows"
    WRONG_CARD = "wrong-card"
    SAME_RANK = "same-rank"
    INSURABLE = "insurable"
    INSURANCE_RULE = "insurance-rule"
    OTHER_LIMIT = "other-limit"
    PLACE_VALUE = "place-value"
    DOUBLED = "doubled"
    CARRY = "carry"
    OTHER_ODDS = "other-odds"
    PAID_ELSEWHERE = "paid-elsewhere"
    ORDER = "order"
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
    `ante` is what the ante gets where the dealer has no game. `ace_king` says that the game has
    ace-king for a hand of its own.
    """

    hands: tuple[Said, ...]
    qualifies: bool | None = None
    result: Result | None = None
    ante: Outcome | None = None
    ace_king: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Right or wrong per part, why, and how the cards are to be drawn.

    `reasons` are at most four steps, the deciding one last but one where arithmetic follows.
    `marks` says per card what it does; a card without one has no role. `joker` does for a joker.
    `winners` are the seats that win, where seats are compared (the dealer is seat -1).
    `call` is what the dealer says at the table, where hands are read. `switches` are the keys
    of the house rules that it turns on, as `Drill.switches` gives them.
    """

    parts: tuple[Part, ...]
    reasons: tuple[Reason, ...]
    marks: Mapping[Card, Mark] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    call: Call | None = None
    switches: tuple[str, ...] = ()
    joker: Mark | None = None

    @property
    def right(self) -> bool:
        return all(part.right for part in self.parts)
