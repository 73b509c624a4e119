"""What somebody does wrong, told from the parts of verdicts as they are stored. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from trainer.drills.base import HANDS, ErrorCode

CRITICAL: Final = frozenset({ErrorCode.PAID_LOSER, ErrorCode.TOOK_WINNER, ErrorCode.WRONG_TABLE})
"""What costs somebody the money of a whole bet."""

OUTCOME, HAND, CODE = "outcome", "hand", "code"
# A sum that only follows from other answers is no mistake of its own, and what has no name
# cannot be practised.
_TOLD_ELSEWHERE: Final = frozenset({ErrorCode.FOLLOWS, ErrorCode.OTHER, None})


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """`outcome`: of the bet `about`, *expected* and *given* are pay, push or take.
    `hand`: *expected* and *given* are keys of hands. `code`: `about` is an error code."""

    kind: str
    about: str = ""
    expected: str = ""
    given: str = ""

    @property
    def key(self) -> str:
        return " ".join((self.kind, self.about, self.expected, self.given))


def mistakes_in(parts: Iterable[Mapping[str, Any]]) -> Iterator[Mistake]:
    """One for every wrong part that says what was mistaken.

    >>> list(mistakes_in([{"name": "0.blind", "right": False, "code": "push-as-win",
    ...     "given": {"kind": "money", "outcome": "pay"},
    ...     "expected": {"kind": "money", "outcome": "push"}}]))
    [Mistake(kind='outcome', about='blind', expected='push', given='pay')]
    """
    for part in parts:
        if not part["right"] and (mistake := _mistake(part)) is not None:
            yield mistake


def _mistake(part: Mapping[str, Any]) -> Mistake | None:
    expected, given = part["expected"], part["given"]
    if expected.get("kind") == given.get("kind") == "money":
        outcomes = expected["outcome"], given["outcome"]
        if outcomes[0] != outcomes[1]:
            return Mistake(OUTCOME, part["name"].rpartition(".")[2], *outcomes)
    if expected.get("kind") == given.get("kind") == "hand":
        hands = expected["hand"], given["hand"]
        if hands[0] != hands[1] and HANDS.keys() >= set(hands):
            return Mistake(HAND, "", *hands)
    code = part["code"]
    return None if code in _TOLD_ELSEWHERE else Mistake(CODE, code)


def critical_in(parts: Iterable[Mapping[str, Any]]) -> int:
    return sum(not part["right"] and part["code"] in CRITICAL for part in parts)
