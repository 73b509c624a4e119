"""Every module of this package that defines `GAME` is a game."""

import importlib
import pkgutil
from functools import cache

from rules.games.base import Game


class UnknownGameError(LookupError):
    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}")


@cache
def games() -> dict[str, Game]:
    """All games by key, in menu order."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.key: game for game in sorted(found, key=lambda game: game.order)}


def find_game(key: str) -> Game:
    """Raises: UnknownGameError."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownGameError(key) from None
