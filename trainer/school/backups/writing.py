"""Save everything that a school keeps as one file, while the site goes on."""

import hashlib
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from trainer.school.backups.files import MANIFEST, Manifest, Member
from trainer.school.backups.tables import Model, label, lines, saved_tables


def write_backup(path: Path, *, now: datetime) -> Manifest:
    """All rows as they are at one moment; the file is there when it is complete.

    Only its owner may read it: hashes of passwords are in it.

    Raises: FileExistsError, OSError.
    """
    if path.exists():
        raise FileExistsError(path)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(unfinished, "xb", opener=_for_its_owner) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                manifest = _fill(archive, now)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _fill(archive: zipfile.ZipFile, now: datetime) -> Manifest:
    with _one_moment():
        migrations = applied_migrations()
        members = [_add(archive, model) for model in saved_tables()]
    made_at = now.astimezone(UTC).isoformat(timespec="seconds")
    manifest = Manifest(made_at, connection.vendor, migrations, members)
    archive.writestr(MANIFEST, manifest.to_json())
    return manifest


def _add(archive: zipfile.ZipFile, model: Model) -> Member:
    digest, rows = hashlib.sha256(), 0
    with archive.open(f"{label(model)}.jsonl", "w", force_zip64=True) as file:
        for line in lines(model):
            digest.update(line)
            file.write(line)
            rows += 1
    return Member(label(model), rows, digest.hexdigest())


def applied_migrations() -> list[list[str]]:
    """`[app, name]` of this database, in order."""
    return sorted(map(list, MigrationRecorder(connection).applied_migrations()))


@contextmanager
def _one_moment() -> Iterator[None]:
    """A transaction that sees no later changes, and in which nobody else has to wait."""
    if connection.vendor == "sqlite":
        # Ours begin IMMEDIATE, as writers; this one only reads.
        connection.ensure_connection()
        usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic(durable=True):
                yield
        finally:
            connection.transaction_mode = usual
        return
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
