"""What stands on the pay tables of a house, and what is taken for it by mistake."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from rules.engine.ranking import HandRank
from rules.games import find_game
from rules.games.base import PayRow, PayTable, Ruleset
from rules.games.checks import pay_classes
from rules.games.odds import MAX_ODDS
from rules.houses import houses
from trainer.drills.answers import Option
from trainer.drills.verdicts import ErrorCode, Reason

NEAREST: Final = 3
# Where there are fewer different odds or hands to choose from, guessing is too easy.
FEWEST: Final = 4


class Ask(StrEnum):
    """Which side of a row is shown is not asked."""

    ODDS = "odds"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that pays, and the key of its table."""

    table: str
    row: PayRow

    def answer(self, ask: Ask) -> str:
        """The key of the option that is right: `3:2`, `600`, `pair-A-or-better`."""
        return self.row.ratio if ask is Ask.ODDS else self.row.key


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer and where it comes from.

    `entry` is the row that was taken for the right one, None if no row was; `house` is the slug
    of the house that has it.
    """

    code: ErrorCode
    answer: str
    entry: Entry | None = None
    house: str = ""


@lru_cache(maxsize=16)
def entries(ruleset: Ruleset) -> tuple[Entry, ...]:
    """Every row that pays anything, table by table, the strongest hand first."""
    slots = find_game(ruleset.game).tables
    return tuple(Entry(slot.key, row) for slot in slots for row in _rows(ruleset.tables[slot.key]))


def _rows(table: PayTable) -> list[PayRow]:
    paying = (row for row in table.rows if row.pays)
    return sorted(paying, key=lambda row: (row.hand, row.rank or 0), reverse=True)


def can_ask(entry: Entry, ask: Ask, ruleset: Ruleset) -> bool:
    """Whether one answer alone is right: hands that are paid alike cannot be asked for, and
    closer rows may leave a row no hand at all. Wrong ones must be there as well."""
    if not _is_paid_so(entry.row, entry, ruleset):
        return False
    if ask is Ask.ODDS:
        return True
    alike = [row for row in _rows(ruleset.tables[entry.table]) if row.ratio == entry.row.ratio]
    rows = {other.row for other in entries(ruleset)}
    wrong = {row.key for row in rows if not _is_paid_so(row, entry, ruleset)}
    return len(alike) == 1 and len(wrong) >= FEWEST - 1


def _is_paid_so(row: PayRow, entry: Entry, ruleset: Ruleset) -> bool:
    """Whether some hand of *row*, which may be of any table, is paid as that of *entry*.

    A straight is a hand of “straight or less” and of “pair of aces or better”; a royal flush
    without a row of its own is paid as a straight flush.
    """
    paid = _paid_at(ruleset.tables[entry.table], entry.row.ratio)
    return not paid.isdisjoint(_covered_by(row))


@cache
def _covered_by(row: PayRow) -> frozenset[HandRank]:
    return frozenset(rank for rank in pay_classes() if row.covers(rank))


@cache
def _paid_at(table: PayTable, ratio: str) -> frozenset[HandRank]:
    rows = ((rank, table.row_for(rank)) for rank in pay_classes())
    return frozenset(rank for rank, row in rows if row is not None and row.ratio == ratio)


# --- mistakes --------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def mistakes(entry: Entry, ask: Ask, ruleset: Ruleset) -> tuple[Mistake, ...]:
    """Wrong answers, the likeliest first, each once; none that is right of some hand."""
    seen, found = {entry.answer(ask)}, []
    for mistake in _every_mistake(entry, ask, ruleset):
        if ask is Ask.HAND and mistake.entry and _is_paid_so(mistake.entry.row, entry, ruleset):
            continue
        if mistake.answer not in seen:
            seen.add(mistake.answer)
            found.append(mistake)
    return tuple(found)


def _every_mistake(entry: Entry, ask: Ask, ruleset: Ruleset) -> Iterator[Mistake]:
    own = [other for other in entries(ruleset) if other.table == entry.table]
    others = [other for other in entries(ruleset) if other.table != entry.table]
    fellows = {other.row.key for other in own}

    def alike(other: Entry) -> bool:
        """Whether another table or house has one side of the row and not the other."""
        if ask is Ask.ODDS:
            return other.row.key == entry.row.key
        return other.row.ratio == entry.row.ratio and other.row.key in fellows

    for other in filter(alike, others):
        yield Mistake(ErrorCode.WRONG_TABLE, other.answer(ask), other)
    at = own.index(entry)
    near = sorted(own, key=lambda each: (abs(own.index(each) - at), own.index(each)))
    rows = [Mistake(ErrorCode.WRONG_ROW, other.answer(ask), other) for other in near]
    # The row itself comes first, then those beside it.
    yield from rows[:NEAREST]
    for slug, table in _elsewhere(entry.table, ruleset):
        for other in filter(alike, (Entry(entry.table, row) for row in _rows(table))):
            yield Mistake(ErrorCode.PAID_ELSEWHERE, other.answer(ask), other, slug)
    if ask is Ask.ODDS and not entry.row.fixed:
        yield from _of_the_odds(entry.row.pays)
    yield from rows[NEAREST:]
    for other in others:
        yield Mistake(ErrorCode.WRONG_TABLE, other.answer(ask), other)


def _of_the_odds(odds: Fraction) -> Iterator[Mistake]:
    if odds.denominator > 1:
        yield Mistake(ErrorCode.INVERTED_ODDS, _ratio(1 / odds))
    if odds + 1 <= MAX_ODDS:
        yield Mistake(ErrorCode.TOTAL_RETURNED, _ratio(odds + 1))


def _ratio(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"


def _elsewhere(table: str, ruleset: Ruleset) -> Iterator[tuple[str, PayTable]]:
    """That table at the houses whose pages show it."""
    for slug, style in houses().items():
        told = style.games.get(ruleset.game)
        if told and table in told.tables and slug != ruleset.house:
            yield slug, told.tables[table][0]


# --- options ---------------------------------------------------------------------------------


def option(key: str, ask: Ask, ruleset: Ruleset) -> Option:
    if ask is Ask.HAND:
        row = next(entry.row for entry in entries(ruleset) if entry.row.key == key)
        return Option(key, "pay-row", value=row)
    if ":" in key:
        profit, stake = map(int, key.split(":"))
        return Option(key, "odds", value=Fraction(profit, stake))
    return Option(key, "money", value=Decimal(key))


# --- reasons ---------------------------------------------------------------------------------


def explain(entry: Entry, ask: Ask, ruleset: Ruleset, given: Mistake | None) -> tuple[Reason, ...]:
    """The row, its neighbours, and where the wrong answer is right."""
    game = find_game(ruleset.game)
    row = {
        "table": game.table(entry.table).name,
        "several": len(game.tables) > 1,
        "row": entry.row,
        "returns": False,
    }
    steps = [Reason("pay-row", row)]
    if beside := _beside(entry, ruleset):
        steps.append(Reason("rows-beside", {"rows": beside}))
    if given is not None and given.code is not ErrorCode.OTHER:
        steps.append(_instead(entry, given, ruleset))
    return tuple(steps)


def _beside(entry: Entry, ruleset: Ruleset) -> Sequence[PayRow]:
    rows = _rows(ruleset.tables[entry.table])
    at = rows.index(entry.row)
    return [*rows[max(at - 1, 0) : at], *rows[at + 1 : at + 2]]


def _instead(entry: Entry, given: Mistake, ruleset: Ruleset) -> Reason:
    other = given.entry
    data: dict[str, object] = {"code": given.code.value, "odds": entry.row.pays}
    if other is not None:
        data |= {"table": find_game(ruleset.game).table(other.table).name, "row": other.row}
    if given.house:
        data["house"] = houses()[given.house].name
    return Reason("paid-elsewhere", data)
