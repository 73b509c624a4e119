"""Make the houses that practice begins with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from rules.games import find_game
from rules.groups import make_groups
from rules.houses import houses
from rules.houses.base import HouseStyle
from rules.models import Draft, House
from rules.versions import publish, start_draft


class Command(BaseCommand):
    help = (
        "Makes Reference and the other houses whose rules are documented, with version 1 of every "
        "game that their pages tell of, and the groups of the administration; leaves what exists "
        "alone, whatever it says."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slugs",
            nargs="*",
            metavar="HOUSE",
            choices=[*houses(), []],
            help="Short names of houses to make, instead of all: " + ", ".join(houses()),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in options["slugs"] or houses():
            games = make_house(houses()[slug])
            self.stdout.write(
                f"Made the house “{slug}” with {games} {'game' if games == 1 else 'games'}."
                if games
                else f"The house “{slug}” is there already; nothing was changed."
            )
        for name in make_groups():
            self.stdout.write(f"Made the group “{name}”.")


@transaction.atomic
def make_house(style: HouseStyle) -> int:
    """The number of games that were published; 0 if the house was there."""
    house, made = House.objects.get_or_create(
        slug=style.slug, defaults={"name": dict(style.name), "source": style.about}
    )
    if not made:
        return 0
    for key in style.games:
        draft = Draft(house=house, game=key)
        publish(start_draft(draft, style.ruleset(find_game(key))), by=None)
    return len(style.games)
