"""A ruleset as one canonical JSON document, of which versions keep the text and the hash."""

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeVar

from rules.engine.cards import Rank
from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games import UnknownGameError, find_game
from rules.games.base import SCHEMA, Bound, Limits, Outcome, PayHand, PayRow, PayTable, Ruleset
from rules.games.odds import OddsError, format_odds, parse_odds
from rules.games.switches import SwitchValueError, stored_value

_T = TypeVar("_T", bound=StrEnum)
_AMOUNT: Final = re.compile(r"\d{1,12}(?:\.\d{1,4})?", re.ASCII)


class DocumentError(EngineError):
    """A document that is no ruleset; `where` is a path like `tables.trips[2].pays`."""

    template = gettext_noop("%(where)s: found “%(found)s”, expected %(expected)s.")


def to_document(ruleset: Ruleset) -> dict[str, Any]:
    """Plain JSON value of everything but house and version number, which the version row keeps."""
    return {
        "schema": ruleset.schema,
        "game": ruleset.game,
        "switches": dict(ruleset.switches),
        "limits": {bet: limits_to_document(limits) for bet, limits in ruleset.limits.items()},
        "tables": {
            key: {
                "otherwise": table.otherwise.value,
                "rows": [_row_to_document(row) for row in table.rows],
            }
            for key, table in ruleset.tables.items()
        },
    }


def limits_to_document(limits: Limits) -> dict[str, str]:
    """Amounts without exponent or trailing zeros: equal limits give equal documents."""
    return {
        name: format(getattr(limits, name).normalize(), "f")
        for name in ("minimum", "maximum", "step")
    }


def _row_to_document(row: PayRow) -> dict[str, str]:
    document = {"hand": row.hand.key}
    if row.fixed:
        document["amount"] = row.ratio
    else:
        document["pays"] = format_odds(row.pays)
    if row.bound is not Bound.EXACT:
        document["bound"] = row.bound.value
    if row.rank is not None:
        document["rank"] = row.rank.letter
    return document


def canonical_json(document: Mapping[str, Any]) -> str:
    """One text per value: sorted keys, no spaces, no escapes beyond JSON's own."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def document_hash(text: str) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def from_document(document: Mapping[str, Any], house: str, number: int) -> Ruleset:
    """Inverse of `to_document`; a document of an older schema gives the rules it meant then.

    Raises:
        DocumentError: naming the place and quoting what stands there.
    """
    schema = document.get("schema") if isinstance(document, dict) else None
    if type(schema) is not int or not 1 <= schema <= SCHEMA:
        raise DocumentError(where="schema", found=schema, expected=f"1–{SCHEMA}")
    game = _text(document, "game", "game")
    return Ruleset(
        game=game,
        house=house,
        number=number,
        switches=_switches_from(_mapping(document, "switches"), game, schema),
        limits={
            key: limits_from_document(value, f"limits.{key}")
            for key, value in _mapping(document, "limits").items()
        },
        tables={
            key: _table_from(value, f"tables.{key}")
            for key, value in _mapping(document, "tables").items()
        },
    )


def _switches_from(stored: Mapping[str, Any], game_key: str, schema: int) -> dict[str, str]:
    """Every switch of the game; of a game that this program does not have, what is stored."""
    for key, value in stored.items():
        if not isinstance(value, str):
            raise DocumentError(where=f"switches.{key}", found=value, expected="“…”")
    try:
        switches = {switch.key: switch for switch in find_game(game_key).switches}
    except UnknownGameError:
        return dict(stored)
    for key in stored:
        if key not in switches:
            raise DocumentError(where=f"switches.{key}", found=key, expected=", ".join(switches))
    resolved: dict[str, str] = {}
    for key, switch in switches.items():
        try:
            resolved[key] = stored_value(switch, stored, schema)
        except (KeyError, SwitchValueError):
            expected = ", ".join(switch.values) or switch.default
            where = f"switches.{key}"
            raise DocumentError(where=where, found=stored.get(key), expected=expected) from None
    return resolved


def _mapping(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = document.get(key)
    if not isinstance(value, dict):
        raise DocumentError(where=key, found=value, expected="{…}")
    return value


def _text(document: Any, key: str, where: str) -> str:
    value = document.get(key) if isinstance(document, dict) else None
    if not isinstance(value, str):
        raise DocumentError(where=where, found=value, expected="“…”")
    return value


def limits_from_document(value: Any, where: str) -> Limits:
    """Inverse of `limits_to_document`. Raises: DocumentError."""
    parts = {}
    for name in ("minimum", "maximum", "step"):
        text = _text(value, name, f"{where}.{name}")
        if not _AMOUNT.fullmatch(text):
            raise DocumentError(where=f"{where}.{name}", found=text, expected="5")
        parts[name] = Decimal(text)
    return Limits(**parts)


def _table_from(value: Any, where: str) -> PayTable:
    rows = value.get("rows") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        raise DocumentError(where=f"{where}.rows", found=rows, expected="[…]")
    text = _text(value, "otherwise", f"{where}.otherwise")
    if text not in (Outcome.PUSH, Outcome.TAKE):
        raise DocumentError(where=f"{where}.otherwise", found=text, expected="push, take")
    return PayTable(
        rows=tuple(_row_from(row, f"{where}.rows[{at}]") for at, row in enumerate(rows)),
        otherwise=Outcome(text),
    )


def _row_from(value: Any, where: str) -> PayRow:
    hand = _text(value, "hand", f"{where}.hand")
    by_key = {member.key: member for member in PayHand}
    if hand not in by_key:
        raise DocumentError(where=f"{where}.hand", found=hand, expected=", ".join(by_key))
    fixed = "amount" in value
    pays = _amount_from(value, where) if fixed else _odds_from(value, where)
    letter = value.get("rank")
    ranks = {rank.letter: rank for rank in Rank}
    if letter is not None and (not isinstance(letter, str) or letter not in ranks):
        raise DocumentError(where=f"{where}.rank", found=letter, expected=", ".join(ranks))
    return PayRow(
        by_key[hand],
        pays,
        _choice(Bound, value.get("bound", Bound.EXACT.value), f"{where}.bound"),
        ranks[letter] if letter is not None else None,
        fixed,
    )


def _odds_from(value: Any, where: str) -> Fraction:
    odds = _text(value, "pays", f"{where}.pays")
    try:
        return parse_odds(odds)
    except OddsError:
        raise DocumentError(where=f"{where}.pays", found=odds, expected="3, 3:2") from None


def _amount_from(value: Any, where: str) -> Fraction:
    text = _text(value, "amount", f"{where}.amount")
    if not _AMOUNT.fullmatch(text):
        raise DocumentError(where=f"{where}.amount", found=text, expected="600")
    return Fraction(text)


def _choice(kind: type[_T], text: str, where: str) -> _T:
    try:
        return kind(text)
    except ValueError:
        raise DocumentError(where=where, found=text, expected=", ".join(kind)) from None
