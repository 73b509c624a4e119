"""Make the house that practice begins with."""

from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import transaction

from rules.games import games
from rules.models import Draft, House
from rules.versions import publish, start_draft

SLUG: Final = "reference"
NAME: Final = {"en": "Reference", "uk": "Еталон", "ru": "Эталон"}
SOURCE: Final = (
    "The rules most houses share, as read on 2026-11-29. Where houses differ, each switch and "
    "pay table names its source."
)


class Command(BaseCommand):
    help = "Makes the house “reference”, version 1 of every game; leaves an existing one alone."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        house, made = House.objects.get_or_create(
            slug=SLUG, defaults={"name": NAME, "source": SOURCE}
        )
        if not made:
            self.stdout.write("The house “reference” is there already; nothing was changed.")
            return
        for key in games():
            publish(start_draft(Draft(house=house, game=key)), by=None)
        self.stdout.write(f"Made the house “reference” with {len(games())} games.")
