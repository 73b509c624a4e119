"""What a bet is worth, as exact fractions per unit staked."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import sqrt

from rules.games.base import PayRow, PayTable


class Assumption(StrEnum):
    """What the player must do for a value to hold that otherwise rests on the cards alone."""

    CARD_BOUGHT = "card-bought"
    """Buys the sixth card whenever the first five are on no row, and folds no hand that the bet
    pays where a fold would lose it."""
    PLAYED_ON = "played-on"
    """Does not fold a hand that the bet pays."""


@dataclass(frozen=True, slots=True)
class RowValue:
    """What one pay row of `table` does.

    `hits` of `total` deals are paid by it; `returned` is what it gives back of each unit staked
    on average, the stake included, and `share` its part of all that comes back.
    """

    table: str
    row: PayRow
    hits: int
    total: int
    returned: Fraction
    share: Fraction

    @property
    def hit_rate(self) -> Fraction:
        return Fraction(self.hits, self.total)


@dataclass(frozen=True, slots=True)
class BetValue:
    """`edge` is what the house keeps on average, below 0 if the table favours the player.

    `hit_rate` is the chance of a profit, `variance` that of the profit. `total` deals are
    counted, all equally likely.
    """

    edge: Fraction
    hit_rate: Fraction
    variance: Fraction
    rows: tuple[RowValue, ...]
    total: int
    assumption: Assumption | None = None

    @property
    def net(self) -> Fraction:
        """What the player wins over all deals."""
        return -self.edge * self.total

    @property
    def deviation(self) -> float:
        """Standard deviation of the profit."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Paid:
    """So many deals with one profit per unit staked, by one row of a table or by none."""

    deals: int
    profit: Fraction
    table: str
    row: PayRow | None


def add_up(
    results: Iterable[Paid],
    tables: Iterable[tuple[str, PayTable]],
    assumption: Assumption | None = None,
) -> BetValue:
    """The value of a bet from all its results; its rows are those of *tables*, in order."""
    found = list(results)
    total = sum(one.deals for one in found)
    mean = Fraction(sum(one.deals * one.profit for one in found), total)
    squares = Fraction(sum(one.deals * one.profit**2 for one in found), total)
    won = sum(one.deals for one in found if one.profit > 0)
    rows = []
    for table, rows_of_table in tables:
        for row in rows_of_table.rows:
            mine = [one for one in found if (one.table, one.row) == (table, row)]
            back = Fraction(sum(one.deals * (1 + one.profit) for one in mine), total)
            hits = sum(one.deals for one in mine)
            share = back / (1 + mean) if back else Fraction(0)
            rows.append(RowValue(table, row, hits, total, back, share))
    return BetValue(-mean, Fraction(won, total), squares - mean**2, tuple(rows), total, assumption)
