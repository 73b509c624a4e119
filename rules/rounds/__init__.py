"""The course of each game as data: every module of this package that defines `COURSE`."""

import importlib
import pkgutil
from functools import cache

from rules.rounds.base import Course


@cache
def courses() -> dict[str, Course]:
    """All courses by the key of their game."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    return {module.COURSE.game: module.COURSE for module in modules if hasattr(module, "COURSE")}
