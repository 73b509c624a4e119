"""Ultimate Texas Hold’em with the best play: what the blind's pay table is worth, and each
decision. Trips stands apart.

Values are per ante, over all deals; rounding to chips is left aside. Of two decisions worth the
same the one that stakes less is taken: a tie on the river is folded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import comb, lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.analysis.boards import multisets
from rules.analysis.decisions import BOARDS, flop_counts, river_counts
from rules.analysis.flops import DEALS, grids
from rules.analysis.hands import without_rounding
from rules.analysis.layers import BoardValues, by_rates, make_layer
from rules.analysis.payoffs import Payoffs, Rates, find_payoffs
from rules.analysis.showdown import DEALER_HANDS, Showdown, showdowns
from rules.analysis.streets import Values, flop_sums
from rules.analysis.values import RowValue
from rules.engine.cards import DECK, Card, Rank, require_distinct
from rules.games.base import PayRow, Ruleset
from rules.games.settlement import Round, Settlement, require_cards
from rules.games.ultimate_texas_holdem import dealer_qualifies, settle

ONE: Final = Decimal(1)
PAIRS: Final = comb(52, 2)
FLOPS: Final = comb(50, 3)
ROUNDS: Final = BOARDS * DEALER_HANDS
ON_THE_FLOP: Final = 2
ON_THE_RIVER: Final = 1
"""Antes of the Play bet after the deal; before the flop the switch `preflop_multiples` says."""

# Two counts of boards in one number: those where playing is better than a fold, and those where
# it is no worse.
_AND: Final = 1 << 12
# Two counts of rounds in one number.
_HITS: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Preflop:
    """Two hole cards: what checking wins per ante on average, and playing so many antes.

    `hole` is `AKs`, `T9o` or `77`; `combinations` are the pairs of cards that it stands for.
    """

    hole: str
    combinations: int
    check: Fraction
    play: Mapping[int, Fraction]

    @property
    def best(self) -> int:
        """Antes to play before the flop, 0 to check."""
        antes = max(self.play, key=lambda times: (self.play[times], -times))
        return antes if self.play[antes] > self.check else 0

    @property
    def value(self) -> Fraction:
        return max(self.check, *self.play.values())


@dataclass(frozen=True, slots=True)
class Ultimate:
    """What the player wins per ante on average, with the blind beside it.

    `average_play` is the Play bet in antes; `eager_play` the same if a tie between playing and
    a fold on the river is played. `preflop` has the 169 kinds of hole cards. `rows`, where asked
    for, say how often a row pays the blind with the best play, of `total` rounds, and what it
    pays then; their shares are of all that comes back of ante, blind and Play.
    """

    value: Fraction
    average_play: Fraction
    eager_play: Fraction
    preflop: tuple[Preflop, ...]
    rows: tuple[RowValue, ...] = ()

    def of(self, hole: Sequence[Card]) -> Preflop:
        """Raises: CardCountError, DuplicateCardError."""
        require_cards(hole, 2)
        require_distinct(hole)
        high, low = sorted((card.rank for card in hole), reverse=True)
        suited = hole[0].suit is hole[1].suit
        name = high.letter + low.letter + ("" if high is low else "s" if suited else "o")
        return next(one for one in self.preflop if one.hole == name)

    @property
    def edge(self) -> Fraction:
        return -self.value

    @property
    def average_stake(self) -> Fraction:
        """Ante, blind and Play, in antes."""
        return 2 + self.average_play

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit staked."""
        return self.edge / self.average_stake

    @property
    def eager_stake(self) -> Fraction:
        return 2 + self.eager_play

    @property
    def eager_element_of_risk(self) -> Fraction:
        return self.edge / self.eager_stake


@dataclass(frozen=True, slots=True)
class _Rules:
    """One ruleset in numbers: the payoffs of Play bets of one ante and two, in units of
    1 / `scale`, and of a fold. Playing *k* antes wins `one + (k − 1) × (two − one)`."""

    one: Rates
    two: Rates
    fold: int
    scale: int
    multiples: tuple[int, ...]
    threshold: int

    @property
    def folded(self) -> int:
        """Over the dealer's 990 hands."""
        return self.fold * DEALER_HANDS


def solve(ruleset: Ruleset, *, ante: Decimal = ONE, with_rows: bool = False) -> Ultimate:
    """The best play under *ruleset* and what it comes to.

    *ante* matters only where a row pays a fixed amount. *with_rows* takes about as long again
    for every two rows. The first call of a process takes longer by what `showdowns` does.

    Raises:
        OddsTooFineError
    """
    rules = _rules(ruleset, ante)
    of_one, fold = by_rates(rules.one), rules.folded

    def played(showdown: Showdown, boards: slice) -> Values:
        values = of_one(showdown, boards)
        return (values > fold) + _AND * (values >= fold)

    river = _states(lambda *at: np.maximum(of_one(*at), fold))
    one, two, plays = _states(of_one), _states(by_rates(rules.two)), _states(played)
    raised = [two_antes > checked for two_antes, checked in zip(two, river, strict=True)]
    eager, boards = zip(*(np.divmod(each, _AND) for each in plays), strict=True)
    best = _by_hole(map(np.maximum, river, two))
    once, twice = _by_hole(one), _by_hole(two)
    preflop = []
    for hole, pairs in _holes().items():
        total = pairs * FLOPS * ROUNDS * rules.scale
        step = twice[hole] - once[hole]
        play = {k: Fraction(once[hole] + (k - 1) * step, total) for k in rules.multiples}
        preflop.append(Preflop(_name(*hole), pairs, Fraction(best[hole], total), play))
    after = _AfterDeal(tuple(preflop), raised)
    solution = Ultimate(
        value=sum((one.value * one.combinations for one in preflop), Fraction(0)) / PAIRS,
        average_play=after.average_play(boards),
        eager_play=after.average_play(eager),
        preflop=tuple(preflop),
    )
    if not with_rows:
        return solution
    hits = {
        row: after.hits(_row_states(row, ruleset, rules)) for row in ruleset.tables["blind"].rows
    }
    return replace(solution, rows=_row_values(solution, hits, ante))


@dataclass(frozen=True, slots=True)
class _AfterDeal:
    """The best play: before the flop, and by the places of the grids whether two antes are
    played on the flop."""

    preflop: tuple[Preflop, ...]
    raised: list[NDArray[np.bool_]]

    def average_play(self, boards: Iterable[Values]) -> Fraction:
        """In antes; *boards* are those, by place, on which one ante is played at last."""
        stakes = _by_hole(
            np.where(raised, ON_THE_FLOP * BOARDS, played)
            for raised, played in zip(self.raised, boards, strict=True)
        )
        total = Fraction(0)
        for hole, answers in zip(_holes(), self.preflop, strict=True):
            early = answers.best * answers.combinations
            total += early or Fraction(stakes[hole], FLOPS * BOARDS)
        return total / PAIRS

    def hits(self, states: list[Values]) -> int:
        """Of all rounds those counted: in every round, and in those played on the river."""
        every, late = zip(*(divmod(each, _HITS) for each in states), strict=True)
        before = _by_hole(every)
        after = _by_hole(map(np.where, self.raised, every, late))
        return sum(
            (before if answers.best else after)[hole]
            for hole, answers in zip(_holes(), self.preflop, strict=True)
        )


def _row_states(row: PayRow, ruleset: Ruleset, rules: _Rules) -> list[Values]:
    """Rounds in which *row* pays the blind, and those of them played on the river."""
    paid = _payoffs(ruleset, ONE, 1, lambda found: Fraction(row in found.wager("blind").rows))
    count, value = by_rates(paid.rates(1)), by_rates(rules.one)

    def of(showdown: Showdown, boards: slice) -> Values:
        rounds = count(showdown, boards)
        return rounds * (_HITS + (value(showdown, boards) > rules.folded))

    return _states(of)


def _row_values(
    solution: Ultimate, hits: Mapping[PayRow, int], ante: Decimal
) -> tuple[RowValue, ...]:
    total = DEALS * ROUNDS
    back = solution.average_stake + solution.value
    rows = []
    for row, count in hits.items():
        returned = Fraction(count, total) * (1 + row.profit(ante) / Fraction(ante))
        rows.append(RowValue("blind", row, count, total, returned, returned / back))
    return tuple(rows)


def river_values(
    hole: Sequence[Card], board: Sequence[Card], ruleset: Ruleset, ante: Decimal = ONE
) -> tuple[Fraction, Fraction]:
    """What playing one ante and what folding wins per ante on average.

    Raises:
        CardCountError, DuplicateCardError, OddsTooFineError
    """
    rules = _rules(ruleset, ante)
    values = river_counts(hole, board, rules.threshold).values(rules.one)
    play = Fraction(int(values.sum()), DEALER_HANDS * rules.scale)
    return play, Fraction(rules.fold, rules.scale)


def flop_values(
    hole: Sequence[Card], flop: Sequence[Card], ruleset: Ruleset, ante: Decimal = ONE
) -> tuple[Fraction, Fraction]:
    """What playing two antes wins per ante on average, and checking with the best play on every
    river, by trying all of turn, river and dealer.

    Raises:
        CardCountError, DuplicateCardError, OddsTooFineError
    """
    rules = _rules(ruleset, ante)
    counts = flop_counts(hole, flop, rules.threshold)
    total = ROUNDS * rules.scale
    play = Fraction(int(counts.values(rules.two).sum()), total)
    river = np.maximum(counts.values(rules.one), rules.folded)
    return play, Fraction(int(river.sum()), total)


def play_payoffs(ruleset: Ruleset, times: int, ante: Decimal = ONE) -> Payoffs:
    """What a round with a Play bet of so many antes wins per ante, by outcome."""
    return _payoffs(ruleset, ante, times, lambda settlement: settlement.result / Fraction(ante))


def _payoffs(
    ruleset: Ruleset, ante: Decimal, times: int, of: Callable[[Settlement], Fraction]
) -> Payoffs:
    rules = without_rounding(ruleset)
    bets = {"ante": ante, "blind": ante, "play": times * ante}
    return find_payoffs(
        rules.tables["blind"],
        lambda rank: dealer_qualifies(rank, rules),
        lambda round_: of(settle(round_, bets, rules)),
    )


def fold_payoff(ruleset: Ruleset, ante: Decimal = ONE) -> Fraction:
    """What a fold on the river wins per ante."""
    round_ = Round(player=DECK[:2], board=DECK[2:7], folded=True)
    return settle(round_, {"ante": ante, "blind": ante}, ruleset).result / Fraction(ante)


def preflop_multiples(ruleset: Ruleset) -> tuple[int, ...]:
    return tuple(int(times) for times in ruleset.switches["preflop_multiples"].split(", "))


def _rules(ruleset: Ruleset, ante: Decimal) -> _Rules:
    multiples = preflop_multiples(ruleset)
    one, two = (play_payoffs(ruleset, times, ante) for times in (ON_THE_RIVER, ON_THE_FLOP))
    for times in multiples:
        _require_even_money(one, two, play_payoffs(ruleset, times, ante), times)
    fold = fold_payoff(ruleset, ante)
    scale = lcm(one.denominator, two.denominator, fold.denominator)
    return _Rules(
        one=one.rates(scale),
        two=two.rates(scale),
        fold=int(fold * scale),
        scale=scale,
        multiples=multiples,
        threshold=one.threshold,
    )


def _require_even_money(one: Payoffs, two: Payoffs, more: Payoffs, times: int) -> None:
    """What makes one sum do for every Play bet."""
    for groups in zip(one.groups, two.groups, more.groups, strict=True):
        first, second, third = (group.payoffs for group in groups)
        for showing, pays in third.items():
            step = second[showing] - first[showing]
            if pays != first[showing] + (times - 1) * step:
                raise ValueError(f"Play does not pay in proportion: {showing}")


def _states(of: BoardValues) -> list[Values]:
    """By the places of the three grids, summed over turn and river."""
    sums = flop_sums(make_layer(showdowns(), of))
    return [grid.values(sums) for grid in grids()]


def _by_hole(states: Iterable[Values]) -> dict[tuple[int, bool], int]:
    """Sums over all flops by the ranks of the hole and whether it is suited."""
    found: dict[tuple[int, bool], int] = {}
    for grid, values in zip(grids(), states, strict=True):
        for suited, deals in ((True, grid.suited), (False, grid.mixed)):
            # Down the flops in 64 bits, `require_room` sees to that; from there in Python's.
            sums = (deals * values).sum(axis=0).tolist()
            for hole, value in zip(grid.hole_ranks.tolist(), sums, strict=True):
                found[hole, suited] = found.get((hole, suited), 0) + value
    return found


def _holes() -> dict[tuple[int, bool], int]:
    """The 169 kinds of hole cards with the number of pairs, strongest ranks first."""
    found = {}
    for at, (low, high) in reversed(list(enumerate(multisets(2).tolist()))):
        if low == high:
            found[at, False] = 6
        else:
            found[at, True] = 4
            found[at, False] = 12
    return found


def _name(hole: int, suited: bool) -> str:
    low, high = (Rank(2 + rank).letter for rank in multisets(2)[hole].tolist())
    if low == high:
        return high + low
    return f"{high}{low}{'s' if suited else 'o'}"
