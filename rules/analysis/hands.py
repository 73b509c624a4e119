"""Bets judged on one hand alone: every hand of five, six or seven cards, counted by pay class."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.analysis.payoffs import classes
from rules.analysis.values import Assumption, BetValue, Paid, add_up
from rules.engine.batch import rank_of
from rules.engine.best import best_five
from rules.engine.cards import Card
from rules.engine.counting import distribution
from rules.engine.ranking import example_hand
from rules.games import casino_holdem, ultimate_texas_holdem
from rules.games.base import PayTable, Ruleset, WagerResult, pay_by_table

Judge = Callable[[tuple[Card, ...], Decimal], WagerResult]


def table_value(table: PayTable, cards: int, stake: Decimal = Decimal(1)) -> BetValue:
    """Of a bet that pays the best five of so many *cards*, 5 to 7, by *table*."""
    rules = replace(casino_holdem.GAME.default_ruleset(), tables={"": table})

    def judge(five: tuple[Card, ...], stake: Decimal) -> WagerResult:
        return pay_by_table("", stake, best_five(five), "", rules)

    return add_up(_results(judge, cards, stake), [("", table)])


def trips_value(ruleset: Ruleset, stake: Decimal = Decimal(1)) -> BetValue:
    """Of Trips where it is settled whoever wins and after a fold."""
    exact = without_rounding(ruleset)

    def judge(five: tuple[Card, ...], stake: Decimal) -> WagerResult:
        return ultimate_texas_holdem.settle_trips(five[:2], five[2:], stake, exact)

    return add_up(_results(judge, 7, stake), [("trips", ruleset.tables["trips"])])


def aa_value(ruleset: Ruleset, stake: Decimal = Decimal(1)) -> BetValue:
    """Of the AA bonus, on as many cards as `aa_cards` says.

    Where a fold loses it, or hides the cards that it counts, of a player who calls with every
    hand that it pays.
    """
    cards = int(ruleset.switches["aa_cards"])
    # Five cards stand for the best five of seven.
    five_cards = {**without_rounding(ruleset).switches, "aa_cards": "5"}
    judged = replace(ruleset, switches=five_cards)

    def judge(five: tuple[Card, ...], stake: Decimal) -> WagerResult:
        return casino_holdem.settle_aa(five[:2], five[2:], stake, judged)

    needs_call = cards == 7 or ruleset.switches["aa_on_fold"] == "lose"
    assumption = Assumption.PLAYED_ON if needs_call else None
    return add_up(_results(judge, cards, stake), [("aa", ruleset.tables["aa"])], assumption)


def without_rounding(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, switches={**ruleset.switches, "rounding": "exact"})


def _results(judge: Judge, cards: int, stake: Decimal) -> Iterator[Paid]:
    for five, deals in _deals(cards):
        result = judge(five, stake)
        yield Paid(deals, result.profit / Fraction(stake), result.table, result.row)


@lru_cache
def _deals(cards: int) -> tuple[tuple[tuple[Card, ...], int], ...]:
    """Of each pay class five cards, and how many hands are worth as much."""
    counts = distribution(cards)
    found = []
    for at in range(len(classes().ranks)):
        mine = np.flatnonzero((classes().of_strength == at) & (counts > 0))
        if len(mine):
            found.append((example_hand(rank_of(int(mine[0]))), int(counts[mine].sum())))
    return tuple(found)
