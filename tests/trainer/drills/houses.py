"""Houses that cap, round, pay fixed amounts, count other cards or ask for a win, and what they
pay, worked out a second time."""

from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest

from rules.engine.ranking import rank_hand
from rules.games.base import Outcome, PayTable, make_rows
from tests.trainer.drills.cast import CASINO, PAYS, RUSSIAN, ULTIMATE, deals, rules
from trainer.drills.amounts import to_money
from trainer.drills.base import MoneyAnswer

DEALS = 30
TAKE, PUSH = MoneyAnswer(Outcome.TAKE), MoneyAnswer(Outcome.PUSH)


def house(game, tables=(), **switches):
    ruleset = rules(game)
    assert switches.keys() <= ruleset.switches.keys()
    return replace(
        ruleset,
        switches={**ruleset.switches, **switches},
        tables={**ruleset.tables, **dict(tables)},
    )


def fixed(amounts):
    """Rows that pay these amounts whatever the stake."""
    return PayTable(tuple(replace(row, fixed=True) for row in make_rows(amounts)))


AWARDS = {
    "bonus_first5": fixed("royal flush 6000, straight flush 1600, quads 500, straight 100"),
    "bonus6": PayTable((*fixed("flush 75").rows, *make_rows("straight 3:2, full house 7:3"))),
}
TENTHS = {"trips": PayTable(make_rows("quads 20, full house 7:3, flush 3:2, straight 1:10"))}
DOWN = {"rounding": "down"}
BOTH = {"max_payout_scope": "bet+bonus"}
BONUS_CAP, BY_FIVES = house(RUSSIAN, bonus_max_payout="100"), {"chip_set": "5, 25", **DOWN}
HOUSES = {
    "bonus cap": house(RUSSIAN, bonus_max_payout="700"),
    "cap for both": house(RUSSIAN, max_payout="333", **BOTH),
    "cap of the bet alone": house(RUSSIAN, max_payout="333"),
    "two caps": house(RUSSIAN, bonus_max_payout="900", max_payout="400", **BOTH),
    "two caps, rounded": house(
        RUSSIAN, bonus_max_payout="410", max_payout="901", chip_set="25, 100", **BOTH, **DOWN
    ),
    "fixed awards": house(RUSSIAN, AWARDS),
    "fixed awards, capped, rounded": house(
        RUSSIAN, AWARDS, bonus_max_payout="90", chip_set="4", **DOWN
    ),
    "win needed": house(ULTIMATE, trips_needs_win="yes"),
    "win needed, parts of chips": house(
        ULTIMATE, TENTHS, trips_needs_win="yes", chip_set="5, 25", **DOWN
    ),
    "parts of chips are paid": house(ULTIMATE, TENTHS),
    "rounded to nothing": house(ULTIMATE, TENTHS, chip_set="25", **DOWN),
    "seven cards": house(CASINO, aa_cards="7"),
    "seven cards, rounded": house(CASINO, aa_cards="7", chip_set="100", **DOWN),
}
EVERY_HOUSE = pytest.mark.parametrize("ruleset", HOUSES.values(), ids=HOUSES)


def dealt(ruleset, count=DEALS):
    for level in (1, 3):
        yield from deals(PAYS, ruleset.game, level, count // 2, "house", ruleset)


def row_of(deal, ruleset):
    """The row by the rules of each bonus, looked up a second time."""
    own, board = deal.players[0].cards, deal.board
    if deal.game == RUSSIAN:
        row = ruleset.tables["bonus_first5"].row_for(rank_hand(own[:5]))
        if row is None and len(own) == 6:
            row = ruleset.tables["bonus6"].row_for(rank_hand(own))
        return row
    if deal.game == ULTIMATE:
        return ruleset.tables["trips"].row_for(rank_hand([*own, *board]))
    count = int(ruleset.switches["aa_cards"]) - 2
    return ruleset.tables["aa"].row_for(rank_hand([*own, *board[:count]]))


def sum_of(deal, ruleset):
    """The row's amount, what the caps leave of it, what rounding leaves; 0 for no row."""
    row, stake = row_of(deal, ruleset), Fraction(deal.wagers[0].stake)
    if row is None:
        return Fraction(0), Fraction(0), Fraction(0)
    total = row.pays if row.fixed else row.pays * stake
    caps = [ruleset.switches.get("bonus_max_payout", "none")]
    if ruleset.switches.get("max_payout_scope") == "bet+bonus":
        caps.append(ruleset.switches["max_payout"])
    capped = min([total, *(Fraction(cap) for cap in caps if cap != "none")])
    return total, capped, floor(capped / chip(ruleset)) * chip(ruleset)


def chip(ruleset):
    """The smallest chip that is paid."""
    if ruleset.switches["rounding"] == "exact":
        return Fraction(1, 10**6)
    return Fraction(ruleset.switches["chip_set"].split(",")[0])


def beats_the_dealer(deal):
    mine, dealers = (rank_hand([*deal.board, *c]) for c in (deal.players[0].cards, deal.dealer))
    return mine > dealers


def answer_for(deal, ruleset):
    if row_of(deal, ruleset) is None:
        return TAKE
    *_, paid = sum_of(deal, ruleset)
    if ruleset.switches.get("trips_needs_win") == "yes" and not beats_the_dealer(deal):
        return PUSH
    return MoneyAnswer(Outcome.PAY, to_money(paid)) if paid else PUSH
