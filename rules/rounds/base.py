"""Who pays what when: how each game is settled, as a table of data.

The words stand in `templates/rules/games/<game>.html`; here is only what can be checked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.engine.ranking import HandRank
from rules.games.base import Ruleset


class Gets(StrEnum):
    """What happens to one wager; `TABLE` pays by the pay table of that bet."""

    EVEN = "even"
    TABLE = "table"
    PUSH = "push"
    TAKE = "take"


class Ending(StrEnum):
    """How a box comes out: folded, or its hand against the dealer’s."""

    FOLD = "fold"
    HIGHER = "higher"
    EQUAL = "equal"
    LOWER = "lower"


COMPARED: Final = frozenset(Ending) - {Ending.FOLD}


@dataclass(frozen=True, slots=True)
class Situation:
    """One line of the table; `name` is a msgid.

    `has_game` narrows it to a dealer who qualifies or does not, None where that does not
    matter. A bet that is missing in `gets` does not lie on the table then.
    """

    name: str
    endings: frozenset[Ending]
    gets: Mapping[str, Gets]
    has_game: bool | None = None

    def covers(self, ending: Ending, has_game: bool) -> bool:
        return ending in self.endings and self.has_game in (None, has_game)


@dataclass(frozen=True, slots=True)
class Round:
    """How one game is settled against the dealer; `bets` are the columns.

    `dealer_hands` are five cards each that lie beside the edge of having game, and
    `qualifies` says on which side. A game among players has none of all this. `board` says
    whether hands share cards, `doubles` whether two combinations are paid.
    """

    game: str
    board: bool = True
    doubles: bool = False
    bets: tuple[str, ...] = ()
    situations: tuple[Situation, ...] = ()
    dealer_hands: tuple[str, ...] = ()
    qualifies: Callable[[HandRank, Ruleset], bool] | None = None
