"""Every module of this package that defines `DRILL` is a drill."""

import importlib
import pkgutil
from functools import cache

from trainer.drills.base import Drill


class UnknownDrillError(LookupError):
    def __init__(self, key: str) -> None:
        super().__init__(f"no drill {key!r}")


@cache
def drills() -> dict[str, Drill]:
    """All drills by key, in menu order."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    found: list[Drill] = [module.DRILL for module in modules if hasattr(module, "DRILL")]
    return {drill.key: drill for drill in sorted(found, key=lambda drill: drill.order)}


def find_drill(key: str) -> Drill:
    """Raises: UnknownDrillError."""
    try:
        return drills()[key]
    except KeyError:
        raise UnknownDrillError(key) from None
