"""A list of people as text: read from what spreadsheets really save. Pure.

Excel writes UTF-8 with a byte-order mark, UTF-16 as “Unicode text”, or the code page of
Windows; semicolons where the comma is the decimal sign; `="007"` to keep zeros; empty rows and
columns at the end; and a first line `sep=;`.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 500_000
MOST_ROWS: Final = 1000
NAME, LOGIN, NUMBER = "name", "login", "number"
COLUMNS: Final = (NAME, LOGIN, NUMBER)
_ENDINGS: Final = re.compile(r"\r\n|\r")
_SEPARATOR: Final = re.compile(r"sep=(.)\s*", re.IGNORECASE)
_AS_TEXT: Final = re.compile(r'="(.*)"|=(\d+)', re.DOTALL)

# As people head their columns in three languages; a name in two columns is put together.
_HEADINGS: Final = {
    NAME: (
        "name", "full name", "first name", "last name", "surname", "given name", "student",
        "trainee", "person",
        "імʼя", "імʼя та прізвище", "прізвище та імʼя", "прізвище та ініціали", "прізвище",
        "по батькові", "піб", "п.і.б.", "студент", "слухач", "учень", "особа",
        "имя", "имя и фамилия", "фамилия и имя", "фамилия имя", "фамилия", "отчество", "фио",
        "ф.и.о.", "ученик", "слушатель", "человек",
    ),
    LOGIN: (
        "sign-in name", "signin name", "sign in name", "name to sign in", "login", "log-in",
        "user", "username", "user name", "account", "e-mail", "email",
        "імʼя для входу", "логін", "користувач", "обліковий запис", "пошта",
        "ел. пошта", "електронна пошта",
        "имя для входа", "логин", "пользователь", "учётная запись", "учетная запись", "почта",
        "эл. почта", "электронная почта",
    ),
    NUMBER: (
        "number", "no", "no.", "nr", "nr.", "#", "id", "student number", "personnel number",
        "номер", "№", "табельний номер", "таб. №", "табельный номер",
    ),
}  # fmt: skip
_COLUMN_OF: Final = {name: column for column, names in _HEADINGS.items() for name in names}


class UnreadableFileError(Exception):
    """`why` is `empty`, `too-large`, `too-many`, `not-text` or `no-login`."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it stands in the file; `number` is the line of the file on which it begins."""

    number: int
    name: str
    login: str
    person: str = ""
    """The school's own number of the person."""


def decode(data: bytes) -> tuple[str, bool]:
    """The text, and whether its encoding had to be guessed: Windows-1251 after all else.

    >>> decode("Ганна".encode("utf-8-sig")), decode("Ганна".encode("cp1251"))
    (('Ганна', False), ('Ганна', True))

    Raises: UnreadableFileError.
    """
    if len(data) > MOST_BYTES:
        raise UnreadableFileError("too-large")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(data, "utf-16"), False
    try:
        return data.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return _decoded(data, "cp1251"), True


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableFileError("not-text") from None


def read_lines(text: str) -> list[Line]:
    """The rows of people. Without headings the columns are name, sign-in name, number.

    Raises: UnreadableFileError.
    """
    if "\0" in text or len(text) > MOST_BYTES:
        raise UnreadableFileError("not-text" if "\0" in text else "too-large")
    rows = [(number, cells) for number, cells in _rows(text) if any(cells)]
    if not rows:
        raise UnreadableFileError("empty")
    columns = _columns(rows[0][1])
    if columns:
        rows = rows[1:]
        if LOGIN not in columns:
            raise UnreadableFileError("no-login")
        if not rows:
            raise UnreadableFileError("empty")
    if len(rows) > MOST_ROWS:
        raise UnreadableFileError("too-many")
    return [_line(number, cells, columns or COLUMNS) for number, cells in rows]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Cells with the line on which each row begins, empty rows too."""
    text = _ENDINGS.sub("\n", text.lstrip("\ufeff"))
    first, _, rest = text.partition("\n")
    told = _SEPARATOR.fullmatch(first.strip('"'))
    begin, separator = (2, told[1]) if told else (1, _separator(text))
    reader = csv.reader(io.StringIO(rest if told else text, newline=""), delimiter=separator)
    number = begin
    try:
        for cells in reader:
            yield number, [_cell(cell) for cell in cells]
            number = begin + reader.line_num
    except csv.Error:
        raise UnreadableFileError("not-text") from None


def _separator(text: str) -> str:
    """What parts the columns of the first row that has any: tab, else semicolon, else comma."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return next((sign for sign in "\t;," if sign in first), ";")


def _cell(text: str) -> str:
    """What stands in a cell, without Excel's marks that it is text.

    >>> _cell('="007"'), _cell("'007"), _cell("Анна\\xa0 Бойко ")
    ('007', '007', 'Анна Бойко')
    """
    text = text.strip()
    if found := _AS_TEXT.fullmatch(text):
        text = found[1] if found[1] is not None else found[2]
    if text.startswith("'") and text[1:2].isalnum():
        text = text[1:]
    return " ".join(unicodedata.normalize("NFC", text).split())


def _columns(cells: Sequence[str]) -> list[str]:
    """What the columns hold, empty for those we do not use; nothing if these are no headings.

    A single word may be somebody’s name: it takes two headings, or nothing else in the row.
    """
    found = [_COLUMN_OF.get(_heading(cell), "") for cell in cells]
    known = set(found) - {""}
    nothing_else = all(column for column, cell in zip(found, cells, strict=True) if cell)
    return found if len(known) > 1 or nothing_else else []


def _heading(cell: str) -> str:
    text = unicodedata.normalize("NFKC", cell).casefold().rstrip(":*").strip()
    return re.sub("['’`‘]", "ʼ", text)


def _line(number: int, cells: Sequence[str], columns: Sequence[str]) -> Line:
    held: dict[str, list[str]] = {column: [] for column in COLUMNS}
    for column, cell in zip(columns, cells, strict=False):
        if column and cell:
            held[column].append(cell)
    return Line(number, *(" ".join(held[column]) for column in COLUMNS))
