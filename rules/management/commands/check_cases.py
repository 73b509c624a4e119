"""Check case files against the engine and the games."""

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.cases.checking import Status, check_lines


class Command(BaseCommand):
    help = (
        "Checks case files, one JSON object a line: prints a line for each failure and each "
        "skip, then the counts. The exit status is 1 if a case failed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        counts: Counter[Status] = Counter()
        for path in files:
            try:
                lines = path.read_text(encoding="utf-8-sig").split("\n")
            except (OSError, UnicodeDecodeError) as error:
                raise CommandError(f"{path} cannot be read: {error}") from None
            for row in check_lines(lines):
                counts[row.status] += 1
                if row.reason:
                    place = f"{path}:{row.line}"
                    self.stdout.write(f"{row.status} {place} {row.id}: {row.reason}")
        self.stdout.write(", ".join(f"{counts[status]} {status}" for status in Status))
        if counts[Status.FAILED]:
            raise SystemExit(1)
