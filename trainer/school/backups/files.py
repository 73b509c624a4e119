"""The file of a backup: a ZIP with `manifest.json` and a file of JSON lines for each table.

The manifest says the number of this format, which migrations had been applied, and for each
table its rows and the SHA-256 of its lines.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

FORMAT: Final = "croupier-backup"
NUMBER: Final = 1
MANIFEST: Final = "manifest.json"
# Of a manifest, in bytes; one of every table that there is has some ten thousand.
LONGEST_MANIFEST: Final = 1_000_000
BLOCK: Final = 1 << 16

# What zipfile raises for bytes that are not what they were.
_DAMAGE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


class BackupError(Exception):
    """The file is none that can be restored; the text says what of it is wrong."""


@dataclass(frozen=True, slots=True)
class Member:
    table: str
    rows: int
    sha256: str

    @property
    def path(self) -> str:
        return f"{self.table}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """`migrations` are `[app, name]` in order, `members` one for each table that is saved,
    `database` is the vendor of the one that was saved."""

    made_at: str
    database: str
    migrations: list[list[str]]
    members: list[Member]

    def to_json(self) -> str:
        data = {"format": FORMAT, "number": NUMBER, **asdict(self)}
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Raises: BackupError."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BackupError(f"its {MANIFEST} is not that of a backup of Croupier")
        if data.get("number") != NUMBER:
            raise BackupError(
                f"it has format {data.get('number')!r}, and this program reads {NUMBER}"
            )
        try:
            members = [_member(each) for each in data["members"]]
            migrations = [[str(app), str(name)] for app, name in data["migrations"]]
            return cls(str(data["made_at"]), str(data["database"]), migrations, members)
        except (KeyError, TypeError, ValueError) as error:
            raise BackupError(f"its {MANIFEST} lacks something or has too much: {error}") from None


def _member(data: dict[str, Any]) -> Member:
    member = Member(**data)
    if type(member.rows) is not int or not isinstance(member.table, str):
        raise ValueError(data)
    return member


class Backup:
    """An open file, whose every byte has been compared with its manifest."""

    def __init__(self, path: Path) -> None:
        """Raises: BackupError, OSError."""
        try:
            self._zip = zipfile.ZipFile(path)
        except _DAMAGE:
            raise BackupError("it is not a ZIP, or its end is missing") from None
        try:
            self.manifest = self._read_manifest()
            self._compare_names()
            for member in self.manifest.members:
                self._compare(member)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._zip.close()

    def lines(self, member: Member) -> Iterator[bytes]:
        """Without their line ends. Raises: BackupError."""
        try:
            with self._zip.open(member.path) as file:
                for line in file:
                    yield line.removesuffix(b"\n")
        except _DAMAGE as error:
            raise BackupError(f"“{member.path}” is damaged: {error}") from None

    def _read_manifest(self) -> Manifest:
        try:
            with self._zip.open(MANIFEST) as file:
                text = file.read(LONGEST_MANIFEST + 1)
        except KeyError:
            raise BackupError(f"it has no {MANIFEST}") from None
        except _DAMAGE as error:
            raise BackupError(f"“{MANIFEST}” is damaged: {error}") from None
        if len(text) > LONGEST_MANIFEST:
            raise BackupError(f"its {MANIFEST} is too long")
        try:
            return Manifest.from_data(json.loads(text))
        except ValueError:
            raise BackupError(f"its {MANIFEST} is not JSON") from None

    def _compare_names(self) -> None:
        expected = sorted([MANIFEST, *(member.path for member in self.manifest.members)])
        found = sorted(self._zip.namelist())
        for name in expected:
            if found.count(name) != 1 or expected.count(name) != 1:
                raise BackupError(f"“{name}” is missing from it, or there twice")
        for name in found:
            if name not in expected:
                raise BackupError(f"“{name}” in it is not in its manifest")

    def _compare(self, member: Member) -> None:
        digest, rows = hashlib.sha256(), 0
        try:
            with self._zip.open(member.path) as file:
                while block := file.read(BLOCK):
                    digest.update(block)
                    rows += block.count(b"\n")
        except _DAMAGE as error:
            raise BackupError(f"“{member.path}” is damaged: {error}") from None
        if digest.hexdigest() != member.sha256:
            raise BackupError(
                f"“{member.path}” is damaged: its SHA-256 is {digest.hexdigest()}, "
                f"not {member.sha256}"
            )
        if rows != member.rows:
            raise BackupError(f"“{member.path}” has {rows} rows, not {member.rows}")
