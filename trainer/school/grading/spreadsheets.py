"""Rows as CSV that spreadsheets open as it is: UTF-8 with a mark, and nothing that they compute.

A cell that a spreadsheet would take for the beginning of a formula gets an apostrophe before it;
so does what stands behind a separator inside a text, as a program that expects the other separator
would begin a cell there.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from itertools import islice
from typing import Final

from trainer.practice.record.codes import decimal_text

Value = str | int | Decimal | Fraction | datetime | None

BOM: Final = "\ufeff"
# Who was not there; an en dash begins no formula, a hyphen would.
ABSENT: Final = "–"
# A question that was not on that person's paper.
NOT_ASKED: Final = "NA"

_CHUNK: Final = 200
# At the start and behind every separator that some program knows; blanks before it do not help.
_FORMULA: Final = re.compile(r"(^|[\t\r\n,;|])(?=\s*[=+\-@＝＋－＠\t\r])")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What parts the cells, and the decimal sign that goes with it."""

    separator: str
    decimal: str


DIALECTS: Final = {
    "comma": Dialect(",", "."),
    "semicolon": Dialect(";", ","),
    "tab": Dialect("\t", "."),
}


def usual_dialect(decimal: str) -> str:
    """Where the decimal sign is a comma, spreadsheets expect semicolons."""
    return "semicolon" if decimal == "," else "comma"


def csv_lines(rows: Iterable[Sequence[Value]], dialect: Dialect) -> Iterator[str]:
    """Some lines at a time."""
    rows, mark = iter(rows), BOM
    while chunk := list(islice(rows, _CHUNK)):
        buffer = StringIO()
        writer = csv.writer(buffer, delimiter=dialect.separator)
        writer.writerows([cell(value, dialect.decimal) for value in row] for row in chunk)
        yield mark + buffer.getvalue()
        mark = ""


def cell(value: Value, decimal: str = ".") -> str:
    """A number below zero gets a real minus sign, which no program takes for a formula.

    >>> cell("=1+1"), cell(Decimal("12.50"), ","), cell(-3), cell("–")
    ("'=1+1", '12,5', '−3', '–')
    """
    match value:
        case None:
            return ""
        case datetime():
            return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
        case int() | Decimal() | Fraction():
            return _number(value).replace("-", "−").replace(".", decimal)
    return _FORMULA.sub(r"\1'", value)


def _number(value: int | Decimal | Fraction) -> str:
    """To the fourth decimal place, which holds every chip there is."""
    if isinstance(value, Fraction):
        value = round(Decimal(value.numerator) / Decimal(value.denominator), 4)
    return decimal_text(value) if isinstance(value, Decimal) else str(int(value))
