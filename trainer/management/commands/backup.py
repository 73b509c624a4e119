from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from trainer.school.backups.writing import write_backup


class Command(BaseCommand):
    help = (
        "Saves accounts, houses with their rules, practice and the school in one new file, from "
        "which “restore” brings them back on SQLite and on PostgreSQL. The site may go on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = write_backup(file, now=timezone.now())
        except FileExistsError:
            raise CommandError(f"“{file}” is there already; nothing was written.") from None
        except OSError as error:
            raise CommandError(f"“{file}” cannot be written: {error.strerror}.") from None
        rows = sum(member.rows for member in manifest.members)
        size = file.stat().st_size
        self.stdout.write(
            f"Saved {rows} rows of {len(manifest.members)} tables in “{file}”, {size} bytes. "
            "It holds names and hashes of passwords: keep it where only you can read it."
        )
