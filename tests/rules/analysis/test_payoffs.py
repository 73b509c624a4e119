"""Payoffs are what `settle` says, for every outcome that there is."""

import os
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from rules.analysis import casino_holdem, ultimate
from rules.analysis.boards import multisets
from rules.analysis.payoffs import (
    OddsTooFineError,
    classes,
    example_rounds,
    require_room,
    threshold,
)
from rules.analysis.showdown import DEALER_HANDS, showdowns
from rules.engine.batch import rank_of
from rules.engine.ranking import rank_hand
from rules.games import casino_holdem as casino_game
from rules.games import settle
from rules.games import ultimate_texas_holdem as ultimate_game
from rules.games.base import PayHand, PayRow, PayTable, pay_hand
from rules.games.settlement import Ending
from tests.rules.analysis.lookups import house

SOAK = os.environ.get("SOAK") == "1"
WIN, TIE, LOSS = Ending.WIN, Ending.TIE, Ending.LOSS

CASINO = "casino-holdem"
ULTIMATE = "ultimate-texas-holdem"
PAIRS = "23456789TJQKA"


def qualifies(ruleset):
    game = casino_game if ruleset.game == CASINO else ultimate_game
    return lambda rank: game.dealer_qualifies(rank, ruleset)


QUALIFIERS = [(CASINO, pair) for pair in PAIRS] + [(ULTIMATE, "pair"), (ULTIMATE, "none")]
FEW = QUALIFIERS if SOAK else [(CASINO, "4"), (ULTIMATE, "pair")]


def test_every_hand_is_of_the_class_that_pay_rows_see():
    for strength in range(1, 7463):
        rank, seen = rank_of(strength), classes().ranks[classes().of_strength[strength]]
        assert (pay_hand(rank), rank.ranks[0]) == (pay_hand(seen), seen.ranks[0])


@pytest.mark.parametrize(("game", "qualifier"), QUALIFIERS)
def test_the_threshold_is_the_weakest_hand_that_qualifies(game, qualifier):
    fits = qualifies(house(game, qualifier=qualifier))
    least = threshold(fits)
    assert fits(rank_of(least))
    assert least == 1 or not fits(rank_of(least - 1))
    assert least == {"none": 1, "4": 1277 + 2 * 220 + 1, "pair": 1278}.get(qualifier, least)


def outcomes_there_are(least):
    """By pay class the showings that some board, hole and dealer's hand have."""
    tables = showdowns()
    found = defaultdict(set)
    for showdown in (tables.plain, *tables.suited.values()):
        one, two = multisets(2, showdown.kinds).T
        for start in range(0, len(showdown.strength), 2048):
            boards = slice(start, start + 2048)
            cards = showdown.cards[boards].astype(int)
            # Five cards of one rank are no board.
            held = (cards.sum(axis=1) == 47)[:, None]
            ways = np.where(one == two, cards[:, one] >= 2, (cards[:, one] * cards[:, two]) > 0)
            real = ways & held
            weaker = showdown.weaker[boards].astype(int)
            equal = showdown.equal[boards].astype(int)
            stronger = DEALER_HANDS - weaker - equal
            below = showdown.unqualified(boards, least)
            below = np.zeros_like(weaker) if below is None else below.astype(int)
            own = showdown.strength[boards]
            reaches = own >= least
            counts = {
                (WIN, False): np.where(reaches, below, weaker),
                (TIE, False): np.where(reaches, 0, equal),
                (LOSS, False): np.where(reaches, 0, below - weaker - equal),
                (WIN, True): np.where(reaches, weaker - below, 0),
                (TIE, True): np.where(reaches, equal, 0),
                (LOSS, True): np.where(reaches, stronger, DEALER_HANDS - below),
            }
            of_class = classes().of_strength[own]
            for showing, count in counts.items():
                assert (count[real] >= 0).all()
                for at in np.flatnonzero(np.bincount(of_class[real & (count > 0)])):
                    found[int(at)].add(showing)
    return found


@pytest.mark.parametrize(("game", "qualifier"), FEW)
def test_there_is_an_example_of_every_outcome(game, qualifier):
    least = threshold(qualifies(house(game, qualifier=qualifier)))
    there_are = outcomes_there_are(least)
    assert len(there_are) > 90
    for at, showings in there_are.items():
        assert example_rounds((at,), least).keys() >= showings, classes().ranks[at]


@pytest.mark.parametrize(("game", "qualifier"), FEW)
def test_an_example_shows_what_it_stands_for(game, qualifier):
    ruleset = house(game, qualifier=qualifier)
    least = threshold(qualifies(ruleset))
    for at, seen in enumerate(classes().ranks):
        for (ending, qualified), round_ in example_rounds((at,), least).items():
            own = rank_hand([*round_.player, *round_.board])
            theirs = rank_hand([*round_.dealer, *round_.board])
            assert (pay_hand(own), own.ranks[0]) == (pay_hand(seen), seen.ranks[0])
            assert qualifies(ruleset)(theirs) == qualified
            assert ending is (WIN if own > theirs else LOSS if own < theirs else TIE)


RULESETS = [
    house(CASINO),
    house(CASINO, ante_on_no_qualify="flat"),
    house(CASINO, qualifier="9"),
    house(CASINO, {"ante": "quads or better 10, pair A or better 2, pair or less 1"}),
    house(CASINO, {"ante": "flush or better 7:3"}),
    house(ULTIMATE),
    house(ULTIMATE, qualifier="none"),
    house(ULTIMATE, {"blind": "royal flush 20, quads K 7, flush or better 3:2, trips 0"}),
]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_class_of_hands_is_paid_as_settle_says(ruleset):
    if ruleset.game == CASINO:
        bets = {"ante": Decimal(1), "call": Decimal(2)}
        payoffs = casino_holdem.call_payoffs(ruleset)
    else:
        bets = {"ante": Decimal(1), "blind": Decimal(1), "play": Decimal(3)}
        payoffs = ultimate.play_payoffs(ruleset, 3)
    seen = 0
    for at in range(len(classes().ranks)):
        expected = payoffs.of_class(at)
        for showing, round_ in example_rounds((at,), payoffs.threshold).items():
            assert settle(round_, bets, ruleset).result == expected[showing]
            seen += 1
    assert seen > 290


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rates_weigh_the_payoffs(ruleset):
    """Of hands that meet so many of each showing."""
    if ruleset.game == CASINO:
        payoffs = casino_holdem.call_payoffs(ruleset)
    else:
        payoffs = ultimate.play_payoffs(ruleset, 1)
    scale = payoffs.denominator
    rates = payoffs.rates(scale)
    for strength in range(1, 7463, 13):
        pays = payoffs.of_class(int(classes().of_strength[strength]))
        reaches = strength >= payoffs.threshold
        weaker, equal, unqualified = (300, 40, 120) if reaches else (200, 10, 500)
        met = (
            {(WIN, False): 120, (WIN, True): 180, (TIE, True): 40, (LOSS, True): 650}
            if reaches
            else {(WIN, False): 200, (TIE, False): 10, (LOSS, False): 290, (LOSS, True): 490}
        )
        if not met.keys() <= pays.keys():
            continue
        value = (
            rates.fixed[strength]
            + rates.weaker[strength] * weaker
            + rates.equal[strength] * equal
            + rates.unqualified[strength] * unqualified
        )
        assert Fraction(int(value), scale) == sum(pays[key] * many for key, many in met.items())


def test_odds_that_would_not_fit_are_refused():
    require_room(Fraction(100_000), 100)
    with pytest.raises(OddsTooFineError):
        require_room(Fraction(100_000), 1_000_000)
    row = PayRow(pay_hand(classes().ranks[-1]), Fraction(99_999, 100_003))
    ruleset = house(CASINO)
    table = PayTable((row, replace(row, hand=PayHand.FLUSH, pays=Fraction(1, 99_991))))
    fine = replace(ruleset, tables={**ruleset.tables, "ante": table})
    payoffs = casino_holdem.call_payoffs(fine)
    with pytest.raises(OddsTooFineError):
        payoffs.rates(payoffs.denominator)
