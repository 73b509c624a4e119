"""What is written somewhere of how a house deals."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from rules.games.base import Game, Limits, PayTable, Ruleset, Source

_T = TypeVar("_T")

READ: Final = "2026-11-29"
"""When the pages were read; it stands in every source."""

NAME_SUFFIX: Final = f" ({READ})".replace("-", "\N{NON-BREAKING HYPHEN}")
"""The same at the end of a name, in one piece: a house may deal otherwise by now."""


@dataclass(frozen=True, slots=True)
class Documented:
    """What the pages of a house settle in one game, by key; limits by bet.

    All the rest is not known of the house.
    """

    switches: Mapping[str, tuple[str, Source]] = field(default_factory=dict)
    tables: Mapping[str, tuple[PayTable, Source]] = field(default_factory=dict)
    limits: Mapping[str, tuple[Limits, Source]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """How a house deals, by its pages.

    `name` is by language, `about` says what was read, `games` are by the keys of games.
    """

    slug: str
    name: Mapping[str, str]
    about: str
    games: Mapping[str, Documented]

    def ruleset(self, game: Game) -> Ruleset:
        """What is documented, and Reference's rules where nothing is.

        Raises:
            KeyError: if no page says anything of *game*.
        """
        told = self.games[game.key]
        default = game.default_ruleset(self.slug)
        return replace(
            default,
            switches={**default.switches, **_values(told.switches)},
            tables={**default.tables, **_values(told.tables)},
            limits={**default.limits, **_values(told.limits)},
        )


def _values(told: Mapping[str, tuple[_T, Source]]) -> dict[str, _T]:
    return {key: value for key, (value, _source) in told.items()}
