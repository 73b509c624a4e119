"""How the profit of a wager comes about, as data: products, caps, rounding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.engine.cards import Card
from rules.engine.ranking import HandRank

if TYPE_CHECKING:
    from rules.games.base import PayRow


@dataclass(frozen=True, slots=True)
class Term:
    """`stake` times the odds of `row`, which stands in `table`; without a row even money.

    `rank` and `cards` are the hand or combination that the row pays.
    """

    stake: Decimal
    table: str = ""
    row: PayRow | None = None
    rank: HandRank | None = None
    cards: tuple[Card, ...] = ()

    @property
    def odds(self) -> Fraction | None:
        """To one; None for a fixed amount."""
        if self.row is None:
            return Fraction(1)
        return None if self.row.fixed else self.row.pays

    @property
    def amount(self) -> Fraction:
        return Fraction(self.stake) if self.row is None else self.row.profit(self.stake)


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that may be paid, and the switch that says so."""

    switch: str
    limit: Fraction


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`total` is the sum of `terms`, `capped` what the caps leave of it, `profit` what is paid.

    `caps` are those that cut, each lower than the one before. `unit` is the smallest chip if
    rounding down to it took something away.
    """

    terms: tuple[Term, ...]
    total: Fraction
    caps: tuple[Cap, ...]
    capped: Fraction
    unit: Decimal | None
    profit: Fraction


def work_out(
    terms: tuple[Term, ...], caps: Iterable[Cap] = (), unit: Decimal | None = None
) -> Arithmetic:
    """Add *terms*, apply *caps*, then round once, down to whole chips of *unit* if given."""
    total = sum((term.amount for term in terms), Fraction(0))
    capped, cut = total, []
    for cap in caps:
        if cap.limit < capped:
            capped = cap.limit
            cut.append(cap)
    profit = capped if unit is None else capped // Fraction(unit) * Fraction(unit)
    return Arithmetic(terms, total, tuple(cut), capped, unit if profit != capped else None, profit)
