"""What can be practised: every game with its drills, from the registries, and what of it a
house has."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.games import games
from rules.games.base import Game, Ruleset
from rules.models import House
from rules.versions import rulesets_in_force
from trainer.drills import drills
from trainer.drills.base import Drill
from trainer.practice.progress import Accuracy


@dataclass(frozen=True, slots=True)
class Entry:
    """A drill in one game, with the learner's accuracy if there is any."""

    drill: Drill
    accuracy: Accuracy | None


Menu = list[tuple[Game, list[Entry]]]


def menu(accuracies: Mapping[tuple[str, str], Accuracy]) -> Menu:
    """Games in order, those without a drill left out."""
    tiles = [
        (
            game,
            [
                Entry(drill, accuracies.get((drill.key, game.key)))
                for drill in drills().values()
                if game.key in drill.games
            ],
        )
        for game in games().values()
    ]
    return [(game, entries) for game, entries in tiles if entries]


def at_house(tiles: Menu, rules: Mapping[str, Ruleset]) -> tuple[Menu, tuple[str, ...]]:
    """What of *tiles* can be dealt where these *rules* are in force, by game, and the names of
    the games without rules there."""
    offered = [
        (game, [entry for entry in entries if entry.drill.offers(rules[game.key])])
        for game, entries in tiles
        if game.key in rules
    ]
    return (
        [(game, entries) for game, entries in offered if entries],
        tuple(game.name for game, _entries in tiles if game.key not in rules),
    )


def is_offered(drill: Drill, game: Game, house: House, now: datetime) -> bool:
    """Whether *house* has rules in force under which *drill* is dealt."""
    rules = rulesets_in_force(house, now)
    return game.key in rules and drill.offers(rules[game.key])
