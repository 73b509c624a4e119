"""Put the rows of a backup into a database, all or none.

The only place where rows that are written once, versions among them, are deleted: with all
others, to make room.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import DatabaseError, connection, reset_queries, transaction

from trainer.school.backups.files import Backup, BackupError, Manifest, Member
from trainer.school.backups.tables import (
    AT_ONCE,
    FILLED_BY_MIGRATE,
    Model,
    ValueProblem,
    every_table,
    label,
    row_of,
    saved_tables,
)
from trainer.school.backups.writing import applied_migrations


class InUseError(Exception):
    """The database has rows already. `found` is `{table: rows}`."""

    def __init__(self, found: dict[str, int]) -> None:
        super().__init__(", ".join(f"{name}: {rows}" for name, rows in found.items()))
        self.found = found


def restore_backup(path: Path, *, replace: bool) -> Manifest:
    """After it the database holds what the backup holds, and nobody is signed in.

    Raises:
        InUseError: unless *replace* or the database is as `migrate` leaves it.
        BackupError, OSError
    """
    with Backup(path) as backup:
        manifest = backup.manifest
        _compare_schemas(manifest)
        try:
            with transaction.atomic():
                _hold_everybody_else()
                found = {} if replace else rows_in_use()
                if found:
                    raise InUseError(found)
                _empty()
                members = {member.table: member for member in manifest.members}
                for model in saved_tables():
                    _fill(model, members[label(model)], backup)
                connection.check_constraints()
                _number_on()
        except DatabaseError as error:
            raise BackupError(f"the database refuses it: {error}".strip()) from error
        finally:
            ContentType.objects.clear_cache()
    return manifest


def rows_in_use() -> dict[str, int]:
    """Of each table that is not empty and that not `migrate` itself fills."""
    tables = (model for model in saved_tables() if label(model) not in FILLED_BY_MIGRATE)
    counted = ((label(model), model._base_manager.count()) for model in tables)
    return {name: rows for name, rows in counted if rows}


def _compare_schemas(manifest: Manifest) -> None:
    theirs, ours = manifest.migrations, applied_migrations()
    if theirs != ours:
        only_theirs = ", ".join(f"{app} {name}" for app, name in theirs if [app, name] not in ours)
        only_ours = ", ".join(f"{app} {name}" for app, name in ours if [app, name] not in theirs)
        raise BackupError(
            "it is of another version of Croupier. "
            f"Migrations only in the backup: {only_theirs or 'none'}; "
            f"only in this database: {only_ours or 'none'}"
        )
    found = [member.table for member in manifest.members]
    expected = [label(model) for model in saved_tables()]
    if sorted(found) != sorted(expected):
        raise BackupError(f"it has the tables {', '.join(found)} and not {', '.join(expected)}")


def _hold_everybody_else() -> None:
    """SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        quoted = ", ".join(map(_quoted, every_table()))
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {quoted} IN ACCESS EXCLUSIVE MODE")


def _empty() -> None:
    """Also what a backup leaves out: it is of the database that was."""
    left_out = [model for model in every_table() if model not in saved_tables()]
    with connection.cursor() as cursor:
        for model in [*left_out, *reversed(saved_tables())]:
            cursor.execute(f"DELETE FROM {_quoted(model)}")


def _quoted(model: Model) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _fill(model: Model, member: Member, backup: Backup) -> None:
    numbered = enumerate(backup.lines(member), start=1)
    while some := list(islice(numbered, AT_ONCE)):
        # Their managers let rows be added, only not be changed.
        model._base_manager.bulk_create(_rows(model, member, some))
        # With DEBUG on, the text of every query would be kept.
        reset_queries()


def _rows(model: Model, member: Member, some: list[tuple[int, bytes]]) -> Iterator[Model]:
    for number, line in some:
        try:
            yield row_of(model, line)
        except ValueProblem as problem:
            raise BackupError(f"“{member.path}”, line {number}: {problem}") from None


def _number_on() -> None:
    """New rows come after the restored ones. SQLite does that by itself."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), saved_tables()):
            cursor.execute(statement)
