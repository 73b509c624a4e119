from datetime import timedelta
from typing import Final

from django.core.management.base import BaseCommand
from django.utils import timezone

from trainer.practice.learners import purge_guests

# As long as a session lasts from the last visit: whoever is deleted cannot come back.
IDLE: Final = timedelta(days=90)


class Command(BaseCommand):
    help = "Deletes guests that were not seen for 90 days, with their answers. To be run daily."

    def handle(self, **options):
        purged = purge_guests(before=timezone.now().date() - IDLE)
        self.stdout.write(f"Deleted {purged} idle guests.")
