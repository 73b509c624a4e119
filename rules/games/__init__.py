"""Every module of this package that defines `GAME` is a game."""

import importlib
import pkgutil
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import ModuleType

from rules.games.actions import Actions, Position
from rules.games.base import Game, Ruleset
from rules.games.settlement import Round, Settlement


class UnknownGameError(LookupError):
    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}")


@cache
def _modules() -> dict[str, ModuleType]:
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    found = [module for module in modules if hasattr(module, "GAME")]
    return {module.GAME.key: module for module in sorted(found, key=lambda m: m.GAME.order)}


@cache
def games() -> dict[str, Game]:
    """All games by key, in menu order."""
    return {key: module.GAME for key, module in _modules().items()}


def find_game(key: str) -> Game:
    """Raises: UnknownGameError."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownGameError(key) from None


def settle(round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset) -> Settlement:
    """Settle every one of *bets* of one box against the house, by the game of *ruleset*.

    Raises:
        UnknownGameError: for a game without a house to play against, too.
        ImpossibleRoundError, CardCountError, DuplicateCardError
    """
    settlement: Settlement = _banked(ruleset.game).settle(round_, bets, ruleset)
    return settlement


def legal_actions(position: Position, ruleset: Ruleset) -> Actions:
    """What one box may do at *position*, by the game of *ruleset*, and why not the rest.

    Raises:
        UnknownGameError: for a game without a house to play against, too.
        CardCountError, DuplicateCardError: where a hand that decides is not complete.
    """
    actions: Actions = _banked(ruleset.game).legal_actions(position, ruleset)
    return actions


def _banked(key: str) -> ModuleType:
    if not find_game(key).bets:
        raise UnknownGameError(key)
    return _modules()[key]
