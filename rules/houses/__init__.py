"""Houses whose rules are written somewhere, and what stands behind a value of any house.

Every module of this package that defines `HOUSE` is such a house.
"""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from rules.engine.text import gettext_noop
from rules.games.base import Game, Limits, Origin, PayTable, Source
from rules.houses.base import Documented, HouseStyle
from rules.houses.reference import HOUSE as REFERENCE

_T = TypeVar("_T")

SET_BY_HOUSE: Final = Source(gettext_noop("Set by this house."), origin=Origin.HOUSE)


@cache
def houses() -> dict[str, HouseStyle]:
    """By slug, Reference first."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    found = [module.HOUSE for module in modules if hasattr(module, "HOUSE")]
    found.sort(key=lambda house: (house.slug != REFERENCE.slug, house.slug))
    return {house.slug: house for house in found}


def evidence(house_slug: str, game: Game, switch_key: str, value: str) -> Source:
    """What stands behind *value* of a switch at a house, documented or not.

    The house's page, if it says so. Where no page settles the switch, a value equal to
    Reference's has Reference's source: at a documented house it is assumed, unless every rule
    text says it, that of the house too; at a house that an administrator has made it is as well
    founded as with Reference. Every other value the house has set itself.
    """
    usual = REFERENCE.games[game.key].switches[switch_key]
    told = _told(house_slug, game).switches.get(switch_key)
    if told is None and usual[1].everywhere and value == usual[0] and _is_read(house_slug, game):
        return usual[1]
    return _behind(value, told, usual, house_slug)


def table_evidence(house_slug: str, game: Game, table_key: str, table: PayTable) -> Source:
    """As `evidence`, of a pay table; the order of its rows is nothing."""
    told = _told(house_slug, game).tables.get(table_key)
    usual, source = REFERENCE.games[game.key].tables[table_key]
    return _behind(
        _unordered(table),
        told and (_unordered(told[0]), told[1]),
        (_unordered(usual), source),
        house_slug,
    )


def limits_evidence(house_slug: str, game: Game, bet_key: str, limits: Limits) -> Source:
    """As `evidence`, of the limits of a bet, which may be one that Reference does not limit."""
    usual = REFERENCE.games[game.key].limits.get(bet_key)
    told = _told(house_slug, game).limits.get(bet_key)
    return SET_BY_HOUSE if usual is None else _behind(limits, told, usual, house_slug)


def _is_read(house_slug: str, game: Game) -> bool:
    """Whether a rule text of the house for *game* was read."""
    style = houses().get(house_slug)
    return style is not None and game.key in style.games


def _told(house_slug: str, game: Game) -> Documented:
    style = houses().get(house_slug)
    return style.games.get(game.key, Documented()) if style else Documented()


def _behind(
    value: _T, told: tuple[_T, Source] | None, usual: tuple[_T, Source], house_slug: str
) -> Source:
    if told is not None:
        return told[1] if value == told[0] else SET_BY_HOUSE
    if value != usual[0]:
        return SET_BY_HOUSE
    source = usual[1]
    assumed = source.assumed or house_slug in houses()
    return replace(source, assumed=assumed, origin=Origin.REFERENCE)


def _unordered(table: PayTable) -> tuple[object, object]:
    return frozenset(table.rows), table.otherwise
