"""The same deal in another house: what comes out otherwise or is allowed, and by which rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from rules.engine.errors import EngineError
from rules.games import settle
from rules.games.base import Outcome, PayRow, Ruleset
from rules.games.settlement import Round, Settled, Settlement
from rules.lookup.legality import Note


class CauseKind(StrEnum):
    SWITCH = "switch"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Cause:
    """A switch or a pay table that makes the difference, by key.

    `here` and `there` are the values of the switch, or the pay rows that were used.
    """

    kind: CauseKind
    key: str
    here: str | tuple[PayRow, ...]
    there: str | tuple[PayRow, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One wager in one house; `causes` where it `differs`."""

    settled: Settled
    differs: bool = False
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A deal under other rules: a cell for each wager in the order given, or why there is none.

    `allowed` is what is noted here and not there, `forbidden` what is noted there and not here.
    """

    cells: tuple[Cell, ...] = ()
    settlement: Settlement | None = None
    result_differs: bool = False
    problem: EngineError | None = None
    allowed: tuple[Note, ...] = ()
    forbidden: tuple[Note, ...] = ()

    @property
    def differs(self) -> bool:
        return any(cell.differs for cell in self.cells)

    @property
    def is_the_same(self) -> bool:
        """Whether the house settles it alike, and allows what is allowed here and no more."""
        return not (self.differs or self.problem or self.allowed or self.forbidden)


def elsewhere(
    round_: Round, bets: Mapping[str, Decimal], here: Ruleset, mine: Settlement, there: Ruleset
) -> Elsewhere:
    """The deal that *here* settles as *mine*, under the rules of *there*."""
    try:
        theirs = settle(round_, bets, there)
    except EngineError as error:
        return Elsewhere(problem=error)
    cells = []
    for settled in mine.wagers:
        other = theirs.wager(settled.bet)
        differs = _worth(settled) != _worth(other)
        causes: tuple[Cause, ...] = ()
        if differs:
            causes = tuple(_causes(round_, bets, here, there, settled, other))
        cells.append(Cell(other, differs, causes))
    return Elsewhere(tuple(cells), theirs, mine.result != theirs.result)


def compare_notes(
    mine: Sequence[Note], theirs: Sequence[Note]
) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """`allowed` and `forbidden` of `Elsewhere`. What both houses refuse is no difference."""
    return _beyond(mine, theirs), _beyond(theirs, mine)


def _beyond(these: Sequence[Note], those: Sequence[Note]) -> tuple[Note, ...]:
    refused = {(note.bet, note.act) for note in those}
    return tuple(note for note in these if (note.bet, note.act) not in refused)


def _worth(settled: Settled) -> tuple[Outcome, object]:
    return settled.outcome, settled.profit


def _causes(
    round_: Round,
    bets: Mapping[str, Decimal],
    here: Ruleset,
    there: Ruleset,
    mine: Settled,
    theirs: Settled,
) -> Iterator[Cause]:
    """Every difference that changes the wager when it alone is taken over, or left out of all."""

    def worth(ruleset: Ruleset) -> object:
        try:
            return _worth(settle(round_, bets, ruleset).wager(mine.bet))
        except EngineError:
            return None

    for cause, take in _differences(here, there, mine, theirs):
        if worth(take(here, there)) != _worth(mine) or worth(take(there, here)) != _worth(theirs):
            yield cause


Take = Callable[[Ruleset, Ruleset], Ruleset]


def _differences(
    here: Ruleset, there: Ruleset, mine: Settled, theirs: Settled
) -> Iterator[tuple[Cause, Take]]:
    """Each point in which the rules differ, and how to take it over from other rules."""
    for key, value in here.switches.items():
        other = there.switches.get(key, value)
        if other != value:
            yield Cause(CauseKind.SWITCH, key, value, other), _take_switch(key)
    for key, table in here.tables.items():
        if there.tables.get(key, table) != table:
            rows = (tuple(_rows_of(settled, key)) for settled in (mine, theirs))
            yield Cause(CauseKind.TABLE, key, *rows), _take_table(key)


def _take_switch(key: str) -> Take:
    def take(into: Ruleset, source: Ruleset) -> Ruleset:
        return replace(into, switches={**into.switches, key: source.switches[key]})

    return take


def _take_table(key: str) -> Take:
    def take(into: Ruleset, source: Ruleset) -> Ruleset:
        return replace(into, tables={**into.tables, key: source.tables[key]})

    return take


def _rows_of(settled: Settled, table: str) -> Iterator[PayRow]:
    terms = settled.arithmetic.terms if settled.arithmetic else ()
    yield from (term.row for term in terms if term.table == table and term.row is not None)
