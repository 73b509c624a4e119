"""Reference: the rules most houses share, each with the source that its game names."""

from typing import Final

from rules.games import games
from rules.games.base import Game
from rules.games.switches import CHOSEN_HERE
from rules.houses.base import READ, Documented, HouseStyle


def _documented(game: Game) -> Documented:
    return Documented(
        switches={switch.key: (switch.default, switch.source) for switch in game.switches},
        tables={slot.key: (slot.default, slot.source) for slot in game.tables},
        limits={bet: (limits, CHOSEN_HERE) for bet, limits in game.limits.items()},
    )


HOUSE: Final = HouseStyle(
    slug="reference",
    name={"en": "Reference", "uk": "Еталон", "ru": "Эталон"},
    about=(
        f"The rules most houses share, as read on {READ}. Where houses differ, each switch and "
        "pay table names its source."
    ),
    games={key: _documented(game) for key, game in games().items()},
)
