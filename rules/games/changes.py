"""What differs between two rulesets of one game, as values for sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.games.base import Game, Limits, PayRow, Ruleset
from rules.games.switches import value_labels


class ChangeKind(StrEnum):
    SWITCH = "switch"
    LIMITS = "limits"
    ROW_ADDED = "row-added"
    ROW_REMOVED = "row-removed"
    ROW_PAYS = "row-pays"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    `place` is the msgid that names the switch, bet or table. `before` and `after` are the
    labels of a value (msgids, to be listed with commas), `Limits` or `PayRow`s; None where
    there was or is nothing.
    """

    kind: ChangeKind
    place: str
    before: tuple[str, ...] | Limits | PayRow | None
    after: tuple[str, ...] | Limits | PayRow | None


def changes(game: Game, before: Ruleset, after: Ruleset) -> list[Change]:
    """In the order of the game's switches, bets and tables; rows the strongest first."""
    return [
        *_switch_changes(game, before, after),
        *_limit_changes(game, before, after),
        *_row_changes(game, before, after),
    ]


def _switch_changes(game: Game, before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for switch in game.switches:
        old, new = before.switches.get(switch.key), after.switches.get(switch.key)
        if old != new:
            yield Change(
                ChangeKind.SWITCH,
                switch.name,
                None if old is None else value_labels(switch, old),
                None if new is None else value_labels(switch, new),
            )


def _limit_changes(game: Game, before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for bet in game.bets:
        old, new = before.limits.get(bet.key), after.limits.get(bet.key)
        if old != new:
            yield Change(ChangeKind.LIMITS, bet.name, old, new)


def _row_changes(game: Game, before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for slot in game.tables:
        old, new = (
            {row.key: row for row in ruleset.tables[slot.key].rows}
            if slot.key in ruleset.tables
            else {}
            for ruleset in (before, after)
        )
        both = {**old, **new}
        for key in sorted(both, key=lambda key: strength(both[key]), reverse=True):
            if key not in new:
                yield Change(ChangeKind.ROW_REMOVED, slot.name, old[key], None)
            elif key not in old:
                yield Change(ChangeKind.ROW_ADDED, slot.name, None, new[key])
            elif old[key].ratio != new[key].ratio:
                yield Change(ChangeKind.ROW_PAYS, slot.name, old[key], new[key])


def strength(row: PayRow) -> tuple[int, int, str]:
    """Sort key of rows: by hand, then by the rank that narrows it."""
    return row.hand, row.rank or 0, row.bound.value
