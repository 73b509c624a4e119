"""Deal every drill thousands of times and print what comes of it."""

import hashlib
from argparse import ArgumentTypeError
from collections.abc import Iterator
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.games import find_game, games
from rules.games.base import Ruleset
from rules.houses import houses
from trainer.drills import drills
from trainer.drills.base import LEVELS, CannotDealError, Drill
from trainer.drills.measuring import measure

DEALS = 5000


class Command(BaseCommand):
    help = (
        "Deals every drill in every game at every level and prints the shares of answers, tags, "
        "strata, categories, ties, dealers who do not qualify and second combinations, and the "
        "time to deal. A line begins with MISSED where one answer, or one place among the "
        "options, is right too often; the exit status is 1 then. Nothing is written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--drill", nargs="+", choices=list(drills()), default=list(drills()))
        parser.add_argument("--game", nargs="+", choices=list(games()), default=list(games()))
        parser.add_argument("--level", nargs="+", type=int, choices=LEVELS, default=LEVELS)
        parser.add_argument("--house", choices=list(houses()), default=next(iter(houses())))
        parser.add_argument("--deals", type=_count, default=DEALS, metavar="N")
        parser.add_argument("--brief", action="store_true", help="Only times and what is missed.")

    def handle(self, *args: Any, brief: bool, deals: int, **options: Any) -> None:
        missed = 0
        for drill, ruleset, level in _cases(**options):
            title = f"{drill.key}, {ruleset.game}, level {level}"
            try:
                found = measure(drill, ruleset, level, _seeds(deals), process_time)
            except CannotDealError as error:
                self.stdout.write(f"{title}: {error}\n")
                continue
            lines = found.text().splitlines()
            if brief:
                lines = [line for line in lines if line.startswith(("time", "MISSED"))]
            self.stdout.write("\n".join([title, *lines, ""]))
            missed += len(list(found.missed()))
        self.stdout.write(f"{missed} missed")
        if missed:
            raise SystemExit(1)


def _cases(
    drill: list[str], game: list[str], level: list[int], house: str, **options: Any
) -> Iterator[tuple[Drill, Ruleset, int]]:
    """Those that the house offers; a game of which its pages say nothing it has not."""
    style = houses()[house]
    for one in (drills()[key] for key in drill):
        for key in (key for key in one.games if key in game and key in style.games):
            ruleset = style.ruleset(find_game(key))
            if one.offers(ruleset):
                yield from ((one, ruleset, each) for each in level)


def _seeds(count: int) -> Iterator[bytes]:
    """The same in every run."""
    return (hashlib.sha256(f"drill report {number}".encode()).digest() for number in range(count))


def _count(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise ArgumentTypeError(f"“{text}” is not a number from 1 on")
    return number
