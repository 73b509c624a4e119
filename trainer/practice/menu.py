"""What can be practised: every game with its drills, from the registries."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.games import games
from rules.games.base import Game
from trainer.drills import drills
from trainer.drills.base import Drill
from trainer.practice.progress import Accuracy


@dataclass(frozen=True, slots=True)
class Entry:
    """A drill in one game, with the learner's accuracy if there is any."""

    drill: Drill
    accuracy: Accuracy | None


def menu(accuracies: Mapping[tuple[str, str], Accuracy]) -> list[tuple[Game, list[Entry]]]:
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
