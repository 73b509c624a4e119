"""Rows of a case file, each passed, failed or skipped with the reason."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.cases import judging
from rules.cases.reading import HAND_RULES, CaseError
from rules.engine.errors import EngineError
from rules.engine.jokers import Joking


class Status(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Checked:
    """One row, by its line in the file from 1; `reason` is empty for one that passed."""

    line: int
    id: str
    status: Status
    reason: str = ""


class _NotCheckedError(Exception):
    """A row that this program cannot check, by the format's own list."""


# What the site as a whole does; its own tests look at it.
_BEHAVIOUR: Final = {"session", "security", "i18n", "UX", "accessibility"}
_KINDS: Final = {
    *("ranking", "best-five", "naming", "tie", "lowball", "joker"),
    *("parsing", "settlement", "paytable"),
}
_SKIPPED_KEYS: Final = ("state", "attempts", "admin", "event", "odds_for_1", "page")
# For the reader of the file, not for the program.
_REMARKS: Final = {"split", "equal_share_of_the_pot", "codepoints", "rule"}
_PROSE: Final = {"rule", "note", "status", "invariant", "text_must_mention", "echo", "never"}

_VALUES: Final[Mapping[str, Collection[str]]] = {
    "game": {"russian-poker", "ultimate-texas-holdem", "casino-holdem"},
    "rules": HAND_RULES,
    "joker": set(Joking),
    "outcome": {"win"},
}
_HAND: Final = {"rules", "joker", "wild", "locale"}
_SETTLEMENT: Final = {
    *("game", "bets", "player", "dealer", "board", "folded", "dealer_after_bought_game"),
    *("house_rules", "paytables", "otherwise", "dealt"),
}

Judge = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Shape:
    """An input: the keys that it must and may have, and who judges it."""

    needs: frozenset[str]
    may_have: frozenset[str]
    judge: Judge


def _shape(needs: set[str], may_have: set[str], judge: Judge) -> _Shape:
    return _Shape(frozenset(needs), frozenset(needs | may_have | _REMARKS), judge)


_SHAPES: Final = (
    _shape({"hand"}, {"board", *_HAND}, judging.say_hand),
    _shape({"hands"}, {"board", *_HAND}, judging.say_hands),
    _shape({"text"}, {"expect_count", *_HAND}, judging.say_text),
    _shape({"hands_text"}, {"board_text", *_HAND}, judging.say_hands_text),
    _shape({"game", "bets", "player"}, _SETTLEMENT, judging.say_settlement),
    _shape({"pot", "winners", "button"}, {"players"}, judging.say_pot),
    _shape(
        {"pot", "high_winners", "button"}, {"low_winners", "players", "hi_lo"}, judging.say_pot
    ),
    _shape({"bet", "odds", "hand_category"}, set(), judging.say_odds),
    _shape({"bet", "odds", "outcome"}, set(), judging.say_odds),
)

_CARD: Final = re.compile(r"(?<!\w)(?:10|[2-9TJQKA])[cdhs](?!\w)|(?<!\w)Jk(?!\w)")


def check_lines(lines: Iterable[str]) -> Iterator[Checked]:
    """Check one JSON object a line; empty lines are passed over."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _check_line(number, line)


def _check_line(number: int, line: str) -> Checked:
    try:
        row = json.loads(line)
    except ValueError as error:
        return Checked(number, "–", Status.FAILED, f"no JSON: {error}")
    if not isinstance(row, dict):
        return Checked(number, "–", Status.FAILED, "no JSON object")
    name = str(row.get("id", "–"))
    try:
        reason = check_row(row)
    except _NotCheckedError as skip:
        return Checked(number, name, Status.SKIPPED, str(skip))
    except (CaseError, LookupError, TypeError, AttributeError, ValueError) as error:
        # A row may say anything at all; what cannot be read has not passed.
        return Checked(number, name, Status.FAILED, f"{type(error).__name__}: {error}")
    return Checked(number, name, Status.FAILED if reason else Status.PASSED, reason)


def check_row(row: Mapping[str, Any]) -> str:
    """What is wrong with what the program says, empty if nothing is."""
    given, expected = row["input"], row["expected"]
    judge = _judge_for(row["kind"], given)
    try:
        said = judge(given)
    except EngineError as error:
        return _compare_refusal(error, expected)
    complaints = [_compare(said, result) for result in _acceptable(expected)]
    return "" if "" in complaints else " – or: ".join(complaints)


def _acceptable(expected: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The expected result and, where `or` is one and no remark, the other."""
    other = expected.get("or")
    return [expected, other] if isinstance(other, dict) else [expected]


def _judge_for(kind: str, given: Mapping[str, Any]) -> Judge:
    if kind in _BEHAVIOUR:
        raise _NotCheckedError(f"kind {kind}: behaviour of the site")
    if keys := [key for key in _SKIPPED_KEYS if key in given]:
        raise _NotCheckedError(f"input {', '.join(keys)}")
    if kind not in _KINDS:
        raise _NotCheckedError(f"kind {kind} is not described")
    shape = next((shape for shape in _SHAPES if _fits(shape, given)), None)
    if shape is None:
        raise _NotCheckedError(f"input of this shape is not described: {', '.join(sorted(given))}")
    for key, values in _VALUES.items():
        if key in given and given[key] not in values:
            raise _NotCheckedError(f"{key} {given[key]!r} is not described")
    return shape.judge


def _fits(shape: _Shape, given: Mapping[str, Any]) -> bool:
    return shape.needs <= set(given) <= shape.may_have


def _compare_refusal(error: EngineError, expected: Mapping[str, Any]) -> str:
    """A refusal is right where one is expected and names the cards that it must name."""
    for result in _acceptable(expected):
        if result.get("accept") == "either":
            return ""
        if result.get("accept") is False:
            tokens = _CARD.findall(str(result.get("error", "")))
            missing = [token for token in tokens if token not in str(error)]
            if not missing:
                return ""
            return f"refused without naming {', '.join(missing)}: {error}"
    return f"refused: {error}"


def _compare(said: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    if expected.get("accept") is False:
        return "accepted, but should be refused"
    complaints = []
    for key, value in expected.items():
        if key in _PROSE or key in ("or", "error") or (key == "accept" and value == "either"):
            continue
        if key not in said:
            complaints.append(f"{key}: nothing is known of it here")
        elif not _alike(key, value, said[key]):
            complaints.append(f"{key}: expected {_plain(value)}, got {_plain(said[key])}")
    return "; ".join(complaints)


_MONEY: Final = {"net", "total_net", "pay_now", "amounts", "net_win", "handed_back"}


def _alike(key: str, expected: Any, found: Any) -> bool:
    if key in _MONEY:
        return bool(_money(expected) == found)
    if key in _MULTISETS:
        return bool(_sorted(expected) == _sorted(found))
    if key == "winner":
        return sorted(expected) == sorted(found)
    if key == "deciding_card":
        return found is not None and all(
            found.get(seat) == card for seat, card in expected.items()
        )
    return bool(expected == found)


# The five of a hand, of one or by seat, and what its jokers play as.
_MULTISETS: Final = {"best", "best_ranks", "joker_plays_as"}


def _sorted(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return sorted(value) if all(isinstance(one, str) for one in value) else [*map(_sorted, value)]


def _money(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _money(amount) for key, amount in value.items()}
    return Fraction(Decimal(str(value)))


def _plain(value: Any) -> str:
    """A value as a case file would write it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Fraction):
        exact = Decimal(value.numerator) / value.denominator
        return format(exact.normalize(), "f") if Fraction(exact) == value else str(value)
    return str(value)
