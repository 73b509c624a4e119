"""The history as a file: CSV for spreadsheets, JSON for programs; row by row as it is read.

Both know no words of any language but the names that houses have given themselves: drills,
hands and mistakes stand under their keys. CSV follows the reader's spreadsheet in what parts
columns and decimals.
"""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from itertools import islice
from typing import Any, Final

from django.db.models import F, QuerySet
from django.utils.translation import gettext_noop

from trainer.models import Verdict
from trainer.practice.record.codes import answer_code, cards_code, decimal_text
from trainer.practice.record.judged import SLOW_FLAG

# One higher whenever columns come, go or mean something else.
SCHEMA: Final = 2
# Rows that are read, written and sent together.
CHUNK: Final = 500
# What a spreadsheet takes for the beginning of a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_BOM: Final = "\ufeff"

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A key of the JSON rows and heading of the CSV; `meaning` is a msgid."""

    key: str
    meaning: str


COLUMNS: Final = (
    Column("sitting", gettext_noop("Key of the run; its answers share it.")),
    Column("mode", gettext_noop("Kind of run.")),
    Column(
        "help",
        gettext_noop(
            "Help of the run: learn (hint and table open), guided (both to be opened), "
            "practice (the table only) or table-ready (none)."
        ),
    ),
    Column("position", gettext_noop("Number of the question in its run, from 1.")),
    Column("drill", gettext_noop("Key of the drill.")),
    Column("game", gettext_noop("Key of the game.")),
    Column("level", gettext_noop("Level of the deal, 1 to 3.")),
    Column("house", gettext_noop("Short name of the house whose rules counted.")),
    Column("rules_version", gettext_noop("Number of the version of these rules.")),
    Column("shown_at", gettext_noop("When the question was first shown, in UTC.")),
    Column("answered_at", gettext_noop("When the answer arrived, in UTC.")),
    Column("elapsed_ms", gettext_noop("Milliseconds between the two.")),
    Column("idle_ms", gettext_noop("Those of them in which nobody seemed to be there.")),
    Column("target_ms", gettext_noop("Milliseconds that the question gave; empty if none.")),
    Column("right", gettext_noop("1 if every part was right, otherwise 0.")),
    Column("slow", gettext_noop("1 if it was right, but over its time, otherwise 0.")),
    Column("late", gettext_noop("1 if it came after the time of a sprint was up, otherwise 0.")),
    Column("cards", gettext_noop("All cards by place; T is ten, player1 the first box.")),
    Column("given", gettext_noop("The answer.")),
    Column("expected", gettext_noop("The right answer, part by part.")),
    Column("mistakes", gettext_noop("Keys of the mistakes.")),
    Column("to_guest", gettext_noop("Money that the mistakes would have given the guest.")),
    Column("to_house", gettext_noop("Money that the mistakes would have given the house.")),
    Column("skills", gettext_noop("Keys of the skills that the deal asked for.")),
    Column("page", gettext_noop("Where the question stands with its explanation.")),
)


# No objects are made of the rows, and no ruleset is loaded with each: there may be many.
_ANSWER: Final = "answer__"
_QUESTION: Final = "answer__question__"
_DEAL: Final = "answer__question__deal__"
_READ: Final = {
    "sitting": F(f"{_QUESTION}sitting__uuid"),
    "mode": F(f"{_QUESTION}sitting__mode"),
    "help": F(f"{_QUESTION}sitting__help"),
    "position": F(f"{_QUESTION}position"),
    "drill": F(f"{_DEAL}drill"),
    "game": F(f"{_DEAL}version__game"),
    "level": F(f"{_DEAL}level"),
    "house": F(f"{_DEAL}version__house__slug"),
    "rules_version": F(f"{_DEAL}version__number"),
    "shown_at": F(f"{_QUESTION}shown_at"),
    "answered_at": F(f"{_ANSWER}received_at"),
    "elapsed_ms": F(f"{_ANSWER}elapsed_ms"),
    "idle_ms": F(f"{_ANSWER}idle_ms"),
    "target_ms": F(f"{_QUESTION}target_ms"),
    "late": F(f"{_ANSWER}late"),
    "given": F(f"{_ANSWER}given"),
    "spec": F(f"{_DEAL}spec"),
}


def rows(verdicts: QuerySet[Verdict], site: str) -> Iterator[Row]:
    """One a verdict, with the values that JSON has; *site* is the address of its home page."""
    found = verdicts.annotate(slow=SLOW_FLAG).values("right", "slow", "parts", **_READ)
    for read in found.iterator(chunk_size=CHUNK):
        yield _row(read, site)


def _row(read: Row, site: str) -> Row:
    spec, parts = json.loads(read.pop("spec")), read.pop("parts")
    deltas = [Fraction(part["delta"]) for part in parts]
    worked_out = {
        "sitting": str(read["sitting"]),
        "cards": cards_code(spec),
        "given": answer_code(read["given"]),
        "expected": _expected(parts),
        "mistakes": [part["code"] for part in parts if part["code"]],
        "to_guest": _money(sum((d for d in deltas if d > 0), Fraction(0))),
        "to_house": _money(-sum((d for d in deltas if d < 0), Fraction(0))),
        "skills": spec["hidden"]["tags"],
        "page": f"{site}sittings/{read['sitting']}/{read['position']}/",
    }
    row = read | worked_out
    return {column.key: row[column.key] for column in COLUMNS}


def _expected(parts: list[Mapping[str, Any]]) -> str:
    if len(parts) == 1:
        return answer_code(parts[0]["expected"])
    return "; ".join(f"{part['name']}: {answer_code(part['expected'])}" for part in parts)


def _money(amount: Fraction) -> Decimal:
    """To the fourth decimal place, which holds every chip there is."""
    return round(Decimal(amount.numerator) / Decimal(amount.denominator), 4)


def csv_lines(found: Iterator[Row], *, decimal: str) -> Iterator[str]:
    """Some lines at a time, the headings first; *decimal* is the reader's decimal sign.

    Where that is a comma, a semicolon parts the columns, as spreadsheets there expect it.
    """
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=";" if decimal == "," else ",")
    writer.writerow([column.key for column in COLUMNS])
    yield _BOM + buffer.getvalue()
    while chunk := list(islice(found, CHUNK)):
        buffer = StringIO()
        writer = csv.writer(buffer, delimiter=";" if decimal == "," else ",")
        writer.writerows([_cell(row[column.key], decimal) for column in COLUMNS] for row in chunk)
        yield buffer.getvalue()


def _cell(value: Any, decimal: str) -> str | int:
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case int():
            return value
        case Decimal():
            return decimal_text(value).replace(".", decimal)
        case datetime():
            return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
        case list():
            return _cell(" ".join(value), decimal)
    return f"'{value}" if value.startswith(_FORMULA) else value


def json_lines(found: Iterator[Row], *, made_at: datetime) -> Iterator[str]:
    """One object: `schema`, `made_at`, `columns` and `answers`, an array of objects."""
    head = {"schema": SCHEMA, "made_at": _json(made_at), "columns": [c.key for c in COLUMNS]}
    yield json.dumps(head)[:-1] + ', "answers": ['
    before = "\n"
    while chunk := list(islice(found, CHUNK)):
        yield before + ",\n".join(
            json.dumps(row, default=_json, ensure_ascii=False) for row in chunk
        )
        before = ",\n"
    yield "\n]}\n"


def _json(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Decimal):
        return decimal_text(value)
    raise TypeError(value)
