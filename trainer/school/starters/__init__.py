"""Courses to begin with: every JSON file of this folder is one, under its name.

Their texts stand in the file in every language of the site, since they become the owner's own
and are edited after that. A lesson names those that it requires by their places, from 1.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from rules.games import games
from trainer.school.lessons.items import Item

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StarterLesson:
    """The fields of `Lesson`."""

    title: Texts
    notes: Texts
    items: tuple[Item, ...]
    questions: int
    help: str
    accuracy_percent: int
    critical_allowed: int
    pace_percent: int | None
    requires: tuple[int, ...]

    @classmethod
    def from_data(cls, data: Mapping[str, Any], game: str) -> Self:
        items = tuple(
            Item(each["drill"], each.get("game", game), each["level"]) for each in data["items"]
        )
        requires = tuple(data["requires"])
        return cls(**{**data, "items": items, "requires": requires})


@dataclass(frozen=True, slots=True)
class Starter:
    """`key` is the key of its game; a few items may be of another one."""

    key: str
    title: Texts
    notes: Texts
    lessons: tuple[StarterLesson, ...]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        game = data["game"]
        lessons = (StarterLesson.from_data(each, game) for each in data["lessons"])
        return cls(game, data["title"], data["notes"], tuple(lessons))


class UnknownStarterError(LookupError):
    def __init__(self, key: str) -> None:
        super().__init__(f"no starter course {key!r}")


@cache
def starters() -> dict[str, Starter]:
    """All by key, in the order of their games."""
    files = sorted(Path(__file__).parent.glob("*.json"))
    read = (Starter.from_data(json.loads(file.read_text(encoding="utf-8"))) for file in files)
    found = {starter.key: starter for starter in read}
    return {key: found[key] for key in games() if key in found}


def find_starter(key: str) -> Starter:
    """Raises: UnknownStarterError."""
    try:
        return starters()[key]
    except KeyError:
        raise UnknownStarterError(key) from None
