from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.school.backups.files import BackupError
from trainer.school.backups.restoring import InUseError, restore_backup


class Command(BaseCommand):
    help = (
        "Brings back what “backup” has saved, on SQLite or PostgreSQL, into a database that "
        "“migrate” has just made. Everybody has to sign in anew. Stop the site before."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Delete everything that the database holds first.",
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            manifest = restore_backup(file, replace=replace)
        except InUseError as error:
            raise CommandError(
                f"The database is not empty ({error}); nothing was changed. "
                "With --replace all of that is deleted first."
            ) from None
        except BackupError as error:
            raise CommandError(
                f"“{file}” cannot be restored: {error}. Nothing was changed."
            ) from None
        except OSError as error:
            raise CommandError(f"“{file}” cannot be read: {error.strerror}.") from None
        rows = sum(member.rows for member in manifest.members)
        self.stdout.write(
            f"Restored {rows} rows of {len(manifest.members)} tables, as they were at "
            f"{manifest.made_at} on {manifest.database}. Everybody has to sign in anew."
        )
