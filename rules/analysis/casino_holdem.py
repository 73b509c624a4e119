"""Casino Hold’em with the best play: what the ante's pay table is worth, and each call.

Values are per ante, over all deals of two hole cards, flop, turn, river and dealer; rounding to
chips is left aside.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np

from rules.analysis.decisions import BOARDS, flop_counts
from rules.analysis.flops import DEALS, grids, weigh
from rules.analysis.hands import without_rounding
from rules.analysis.layers import by_rates, make_layer
from rules.analysis.payoffs import Payoffs, find_payoffs
from rules.analysis.showdown import DEALER_HANDS, showdowns
from rules.analysis.streets import Values, flop_sums
from rules.analysis.values import RowValue
from rules.engine.cards import DECK, Card
from rules.games.base import PayRow, Ruleset
from rules.games.casino_holdem import dealer_qualifies, settle
from rules.games.settlement import Round, Settlement

ONE: Final = Decimal(1)
CALL: Final = 2
"""Antes of the call bet."""

ROUNDS: Final = BOARDS * DEALER_HANDS
"""Ways to go on from a flop and a hole."""


@dataclass(frozen=True, slots=True)
class CasinoHoldem:
    """What the player wins per ante on average, folding whatever is not better called.

    `always_called`: the same without ever a fold. `rows`, where asked for, say how often a row
    pays the ante with the best play, of `total` rounds, and what it pays then; their shares are
    of all that comes back of ante and call.
    """

    value: Fraction
    always_called: Fraction
    call_frequency: Fraction
    rows: tuple[RowValue, ...] = ()

    @property
    def edge(self) -> Fraction:
        return -self.value

    @property
    def average_stake(self) -> Fraction:
        """In antes."""
        return 1 + CALL * self.call_frequency

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit staked."""
        return self.edge / self.average_stake


def solve(ruleset: Ruleset, *, ante: Decimal = ONE, with_rows: bool = False) -> CasinoHoldem:
    """The best play under *ruleset* and what it comes to.

    *ante* matters only where a row pays a fixed amount. *with_rows* takes about as long again
    for every row. The first call of a process takes longer by what `showdowns` does.

    Raises:
        OddsTooFineError
    """
    payoffs, fold = call_payoffs(ruleset, ante), fold_payoff(ruleset, ante)
    scale = lcm(payoffs.denominator, fold.denominator)
    deals = [grid.deals for grid in grids()]
    values = state_values(payoffs, scale)
    folded = int(fold * scale) * ROUNDS
    called = [each > folded for each in values]
    best = [np.maximum(each, folded) for each in values]
    solution = CasinoHoldem(
        value=Fraction(weigh(deals, best), DEALS * ROUNDS * scale),
        always_called=Fraction(weigh(deals, values), DEALS * ROUNDS * scale),
        call_frequency=Fraction(weigh(deals, called), DEALS),
    )
    if not with_rows:
        return solution
    weights = [many * call for many, call in zip(deals, called, strict=True)]
    hits = {
        row: weigh(weights, state_values(_paid_by(row, ruleset), 1))
        for row in ruleset.tables["ante"].rows
    }
    return replace(solution, rows=row_values(solution, hits, ante))


def call_value(
    hole: Sequence[Card], flop: Sequence[Card], ruleset: Ruleset, ante: Decimal = ONE
) -> Fraction:
    """What calling wins per ante on average with these cards, by trying all of turn, river and
    dealer. A fold is worth `fold_payoff`.

    Raises:
        CardCountError, DuplicateCardError, OddsTooFineError
    """
    payoffs = call_payoffs(ruleset, ante)
    counts = flop_counts(hole, flop, payoffs.threshold)
    values = counts.values(payoffs.rates(payoffs.denominator))
    return Fraction(int(values.sum()), ROUNDS * payoffs.denominator)


def call_payoffs(ruleset: Ruleset, ante: Decimal = ONE) -> Payoffs:
    """What a called round wins per ante, by outcome."""
    return _payoffs(ruleset, ante, lambda settlement: settlement.result / Fraction(ante))


def fold_payoff(ruleset: Ruleset, ante: Decimal = ONE) -> Fraction:
    """What a fold wins per ante."""
    round_ = Round(player=DECK[:2], board=DECK[2:5], folded=True)
    return settle(round_, {"ante": ante}, ruleset).result / Fraction(ante)


def _paid_by(row: PayRow, ruleset: Ruleset) -> Payoffs:
    """1 for each outcome in which *row* pays the ante."""
    return _payoffs(ruleset, ONE, lambda found: Fraction(row in found.wager("ante").rows))


def _payoffs(ruleset: Ruleset, ante: Decimal, of: Callable[[Settlement], Fraction]) -> Payoffs:
    rules = without_rounding(ruleset)
    bets = {"ante": ante, "call": CALL * ante}
    return find_payoffs(
        rules.tables["ante"],
        lambda rank: dealer_qualifies(rank, rules),
        lambda round_: of(settle(round_, bets, rules)),
    )


def state_values(payoffs: Payoffs, scale: int) -> list[Values]:
    """The payoffs in units of 1 / *scale*, summed over the `ROUNDS` that a flop and a hole
    leave, by the places of the three grids."""
    sums = flop_sums(make_layer(showdowns(), by_rates(payoffs.rates(scale))))
    return [grid.values(sums) for grid in grids()]


def row_values(
    solution: CasinoHoldem, hits: Mapping[PayRow, int], ante: Decimal
) -> tuple[RowValue, ...]:
    total = DEALS * ROUNDS
    back = solution.average_stake + solution.value
    rows = []
    for row, count in hits.items():
        returned = Fraction(count, total) * (1 + row.profit(ante) / Fraction(ante))
        rows.append(RowValue("ante", row, count, total, returned, returned / back))
    return tuple(rows)
