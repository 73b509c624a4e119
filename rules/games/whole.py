"""Whether a ruleset that came from outside is one that the editor could have made."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.games import UnknownGameError, find_game, games
from rules.games.base import Limits, PayTable, Ruleset, TableSlot
from rules.games.checks import disputed, leading_ranks
from rules.games.documents import DocumentError

MOST_ROWS: Final = 60


def require_whole(ruleset: Ruleset) -> None:
    """Raises: DocumentError: naming the place, as `from_document` does."""
    for error in _faults(ruleset):
        raise error


def _faults(ruleset: Ruleset) -> Iterator[DocumentError]:
    try:
        game = find_game(ruleset.game)
    except UnknownGameError:
        yield DocumentError(where="game", found=ruleset.game, expected=", ".join(games()))
        return
    usual = game.default_ruleset()
    yield from _unknown("limits", ruleset.limits, usual.limits)
    yield from _unknown("tables", ruleset.tables, usual.tables)
    for bet, limits in ruleset.limits.items():
        yield from _faults_of_limits(bet, limits)
    for slot in game.tables:
        yield from _faults_of_table(slot, ruleset.tables[slot.key])


def _unknown(
    where: str, found: Mapping[str, object], wanted: Mapping[str, object]
) -> Iterator[DocumentError]:
    names = ", ".join(wanted)
    for key in found:
        if key not in wanted:
            yield DocumentError(where=f"{where}.{key}", found=key, expected=names or "–")
    for key in wanted:
        if key not in found:
            yield DocumentError(where=where, found=", ".join(found), expected=names)


def _faults_of_limits(bet: str, limits: Limits) -> Iterator[DocumentError]:
    where = f"limits.{bet}"
    if limits.minimum <= 0:
        yield DocumentError(where=f"{where}.minimum", found=limits.minimum, expected="> 0")
    if limits.maximum < limits.minimum:
        expected = f"≥ {limits.minimum}"
        yield DocumentError(where=f"{where}.maximum", found=limits.maximum, expected=expected)
    if limits.step <= 0:
        yield DocumentError(where=f"{where}.step", found=limits.step, expected="> 0")


def _faults_of_table(slot: TableSlot, table: PayTable) -> Iterator[DocumentError]:
    where = f"tables.{slot.key}"
    usual = slot.default.otherwise
    if table.otherwise is not usual:
        yield DocumentError(where=f"{where}.otherwise", found=table.otherwise, expected=usual)
    if not 1 <= len(table.rows) <= MOST_ROWS:
        count = len(table.rows)
        yield DocumentError(where=f"{where}.rows", found=count, expected=f"1–{MOST_ROWS}")
    seen: set[str] = set()
    for at, row in enumerate(table.rows):
        place = f"{where}.rows[{at}]"
        if row.key in seen:
            yield DocumentError(where=f"{place}.hand", found=row.key, expected="1 ×")
        seen.add(row.key)
        ranks = leading_ranks(row.hand)
        if row.rank is not None and row.rank not in ranks:
            letters = ", ".join(rank.letter for rank in ranks)
            yield DocumentError(where=f"{place}.rank", found=row.rank.letter, expected=letters)
    for better, less, _hand in disputed(table):
        yield DocumentError(where=f"{where}.rows", found=less.key, expected=f"≠ {better.key}")
