"""The table “who pays what”, worked out by `settle` under the rules of one house.

A bet that is judged by a pay table is settled twice: as if the table listed every hand and as
if it listed none. So a cell does not depend on which hand an example happens to hold.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.engine.ranking import HandRank
from rules.games import find_game, settle
from rules.games.base import Bound, Outcome, PayHand, PayRow, PayTable, Ruleset
from rules.games.checks import pay_classes
from rules.games.settlement import Ground, Settled, Settlement
from rules.rounds.base import Course, Example, Situation


class Gets(StrEnum):
    """What happens to one bet; `TABLE` pays by the pay table of that bet."""

    TABLE = "table"
    EVEN = "even"
    PUSH = "push"
    TAKE = "take"


# Pay tables whose listed hands are remembered; a house has three of a game.
_TABLES_KEPT: Final = 128
_ANY_HAND: Final = (PayRow(PayHand.HIGH_CARD, Fraction(1), Bound.OR_BETTER),)


@dataclass(frozen=True, slots=True)
class Cell:
    """What a bet may get, the best first; `switches` are the house rules that say so.

    Two things where a hand that the pay table lists and one that it does not are settled
    differently, and hands of both kinds can end like this.
    """

    gets: tuple[Gets, ...]
    switches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """`cells` by bet; a bet that is missing does not lie on the table then."""

    situation: Situation
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Matrix:
    """`bets` are the columns: those that lie on the table in some situation."""

    bets: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def switches(self) -> tuple[str, ...]:
        """The house rules behind the cells, in the order of the lines."""
        cells = (cell for line in self.lines for cell in line.cells.values())
        return tuple(dict.fromkeys(key for cell in cells for key in cell.switches))


def matrix(course: Course, ruleset: Ruleset) -> Matrix:
    lines = tuple(_line(course, each, ruleset) for each in course.situations(ruleset))
    return Matrix(
        bets=tuple(bet for bet in course.bets if any(bet in line.cells for line in lines)),
        lines=lines,
    )


def gets(settled: Settled) -> Gets:
    """Maxima and rounding aside: what is cut down to nothing has been paid all the same."""
    if settled.arithmetic is not None:
        return Gets.TABLE if settled.rows else Gets.EVEN
    return Gets.PUSH if settled.outcome is Outcome.PUSH else Gets.TAKE


def _line(course: Course, situation: Situation, ruleset: Ruleset) -> Line:
    found = [_cells(course, example, ruleset) for example in situation.examples]
    bets = (bet for bet in course.bets if any(bet in cells for cells in found))
    return Line(
        situation, {bet: _merged(cells[bet] for cells in found if bet in cells) for bet in bets}
    )


def _merged(cells: Iterable[Cell]) -> Cell:
    every = list(cells)
    seen = {each for cell in every for each in cell.gets}
    return Cell(
        tuple(each for each in Gets if each in seen),
        tuple(dict.fromkeys(key for cell in every for key in cell.switches)),
    )


def _cells(course: Course, example: Example, ruleset: Ruleset) -> dict[str, Cell]:
    on_table = settle(example.round, example.bets, _with_rows(ruleset, _ANY_HAND))
    beside = settle(example.round, example.bets, _with_rows(ruleset, ()))
    return {
        bet: _cell(course, on_table, beside, bet, ruleset)
        for bet in course.bets
        if bet in example.bets
    }


def _with_rows(ruleset: Ruleset, rows: tuple[PayRow, ...]) -> Ruleset:
    tables = {key: replace(table, rows=rows) for key, table in ruleset.tables.items()}
    return replace(ruleset, tables=tables)


def _cell(
    course: Course, on_table: Settlement, beside: Settlement, bet: str, ruleset: Ruleset
) -> Cell:
    listed, unlisted = on_table.wager(bet), beside.wager(bet)
    if gets(listed) is gets(unlisted):
        return Cell((gets(listed),), _deciding(ruleset, listed))
    hands = _hands_that_end_so(course, on_table, listed, ruleset)
    seen = []
    if hands & _listed(ruleset.tables[listed.table or ""]):
        seen.append(listed)
    if hands - _listed(ruleset.tables[unlisted.table or ""]):
        seen.append(unlisted)
    order = sorted({gets(settled) for settled in seen}, key=list(Gets).index)
    return Cell(tuple(order), _deciding(ruleset, *seen))


def _hands_that_end_so(
    course: Course, end: Settlement, settled: Settled, ruleset: Ruleset
) -> frozenset[HandRank]:
    """What the player may hold, told apart as pay rows do: who beats game has game."""
    hands = frozenset(pay_classes())
    beats_game = settled.ground is Ground.WIN and end.dealer_qualifies
    if not beats_game or course.qualifies is None:
        return hands
    return frozenset(hand for hand in hands if course.qualifies(hand, ruleset))


@lru_cache(maxsize=_TABLES_KEPT)
def _listed(table: PayTable) -> frozenset[HandRank]:
    return frozenset(rank for rank in pay_classes() if table.row_for(rank) is not None)


def _deciding(ruleset: Ruleset, *settled: Settled) -> tuple[str, ...]:
    """The switches behind *settled* that could stand otherwise."""
    game = find_game(ruleset.game)
    keys = dict.fromkeys(each.switch for each in settled if each.switch is not None)
    return tuple(key for key in keys if len(game.switch(key).values) > 1)
