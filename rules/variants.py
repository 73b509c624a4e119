"""Houses side by side: in what their rules for one game differ, and who says so."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules import versions
from rules.engine.text import gettext_noop
from rules.games import UnknownGameError
from rules.games.base import Game, Limits, Outcome, PayRow, Ruleset, Source, TableSlot
from rules.games.changes import strength
from rules.games.documents import DocumentError
from rules.games.switches import value_labels
from rules.houses import REFERENCE, evidence, limits_evidence, table_evidence
from rules.models import TamperedVersionError, Version


@dataclass(frozen=True, slots=True)
class Pays:
    """What one hand gets; `named` has the hand, `row` is the house's own, None without one."""

    named: PayRow
    row: PayRow | None


@dataclass(frozen=True, slots=True)
class Cell:
    """What one house has in one point: `words` of a value, `limits`, or of a pay table `pays`.

    `otherwise` is set where houses differ in what a hand on no row gets. Without a `source`
    the house has nothing there.
    """

    version: Version
    source: Source | None
    words: tuple[str, ...] = ()
    limits: Limits | None = None
    pays: tuple[Pays, ...] = ()
    otherwise: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A point in which houses differ: `name` and what it is, as msgids, and a cell a house."""

    name: str
    text: str
    cells: tuple[Cell, ...]


def compared(game: Game, slugs: Collection[str], now: datetime) -> dict[str, Any]:
    """The context of the page: the houses *slugs*, or all where none of these has the game."""
    offered, unreadable = [], []
    for version in versions.live_versions(game.key, now):
        (offered if _is_readable(version) else unreadable).append(version)
    chosen = [version for version in offered if version.house.slug in slugs] or offered
    return {
        "offered": [(version, version in chosen) for version in offered],
        "unreadable": unreadable,
        "chosen": chosen,
        "has_reference": any(version.house.slug == REFERENCE.slug for version in chosen),
        "lines": differences(game, chosen),
    }


def _is_readable(version: Version) -> bool:
    try:
        return version.ruleset is not None
    except (TamperedVersionError, DocumentError, UnknownGameError):
        return False


def differences(game: Game, compared: Sequence[Version]) -> list[Line]:
    """In the order of the game's switches, limits and tables."""
    rulesets = [version.ruleset for version in compared]
    return [
        *_switch_lines(game, compared, rulesets),
        *_limit_lines(game, compared, rulesets),
        *(
            line
            for slot in game.tables
            if (line := _table_line(game, slot, compared, rulesets)) is not None
        ),
    ]


def _switch_lines(
    game: Game, compared: Sequence[Version], rulesets: Sequence[Ruleset]
) -> Iterator[Line]:
    for switch in game.switches:
        values = [ruleset.switches[switch.key] for ruleset in rulesets]
        if len(set(values)) > 1:
            cells = (
                Cell(
                    version,
                    evidence(version.house.slug, game, switch.key, value),
                    words=value_labels(switch, value),
                )
                for version, value in zip(compared, values, strict=True)
            )
            yield Line(switch.name, switch.text, tuple(cells))


def _limit_lines(
    game: Game, compared: Sequence[Version], rulesets: Sequence[Ruleset]
) -> Iterator[Line]:
    for bet in game.bets:
        limits = [ruleset.limits.get(bet.key) for ruleset in rulesets]
        if len(set(limits)) > 1:
            cells = (
                Cell(
                    version,
                    between and limits_evidence(version.house.slug, game, bet.key, between),
                    limits=between,
                )
                for version, between in zip(compared, limits, strict=True)
            )
            yield Line(bet.name, gettext_noop("The stakes of this bet."), tuple(cells))


def _table_line(
    game: Game, slot: TableSlot, compared: Sequence[Version], rulesets: Sequence[Ruleset]
) -> Line | None:
    """Of the rows only those in which the tables differ, the strongest hand first."""
    tables = [ruleset.tables[slot.key] for ruleset in rulesets]
    by_key = [{row.key: row for row in table.rows} for table in tables]
    named = {key: row for rows in by_key for key, row in rows.items()}
    keys = [
        key
        for key in sorted(named, key=lambda key: strength(named[key]), reverse=True)
        if len({rows[key].ratio if key in rows else None for rows in by_key}) > 1
    ]
    otherwise = len({table.otherwise for table in tables}) > 1
    if not keys and not otherwise:
        return None
    cells = (
        Cell(
            version,
            table_evidence(version.house.slug, game, slot.key, table),
            pays=tuple(Pays(named[key], rows.get(key)) for key in keys),
            otherwise=table.otherwise if otherwise else None,
        )
        for version, table, rows in zip(compared, tables, by_key, strict=True)
    )
    return Line(slot.name, gettext_noop("The rows of its pay table that differ."), tuple(cells))
