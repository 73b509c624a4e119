"""The course of each game as data: every module of this package that defines `ROUND`."""

import importlib
import pkgutil
from functools import cache

from rules.rounds.base import Round


@cache
def rounds() -> dict[str, Round]:
    """All rounds by the key of their game."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    return {module.ROUND.game: module.ROUND for module in modules if hasattr(module, "ROUND")}
