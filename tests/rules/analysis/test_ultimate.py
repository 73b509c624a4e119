"""Ultimate Texas Hold'em with the best play: the exact figures of the reference, and twins."""

import os
from decimal import Decimal
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

from rules.analysis.layers import by_rates, make_layer
from rules.analysis.showdown import DEALER_HANDS, showdowns
from rules.analysis.streets import flop_sums
from rules.analysis.ultimate import (
    ON_THE_FLOP,
    ON_THE_RIVER,
    ROUNDS,
    flop_values,
    fold_payoff,
    play_payoffs,
    preflop_multiples,
    river_values,
    solve,
)
from rules.engine.cards import DECK, parse_cards
from rules.games import legal_actions
from rules.games.actions import Act, Position, Stage
from rules.games.settlement import Ending
from tests.rules.analysis.lookups import flop_value, house, spots

SOAK = os.environ.get("SOAK") == "1"
SPOTS = 400 if SOAK else 8

RANKS = "23456789TJQKA"


@cache
def reference():
    return solve(house("ultimate-texas-holdem"))


def test_the_reference():
    found = reference()
    assert round(found.value, 7) == Fraction("-0.0218497")
    assert round(found.average_play, 6) == Fraction("2.152210")
    assert round(found.average_stake, 6) == Fraction("4.152210")
    assert round(100 * found.element_of_risk, 6) == Fraction("0.526219")


def test_ties_on_the_river_played():
    found = reference()
    assert round(found.eager_play, 6) == Fraction("2.152252")
    assert round(found.eager_stake, 6) == Fraction("4.152252")
    assert round(100 * found.eager_element_of_risk, 6) == Fraction("0.526214")


def early_hands():
    """Any ace; K2s+, K5o+; Q6s+, Q8o+; J8s+, JTo; 33+."""
    weakest = {"A": ("2", "2"), "K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
    hands = {rank + rank for rank in RANKS if rank != "2"}
    for high, lows in weakest.items():
        for low, ending in zip(lows, "so", strict=True):
            between = RANKS[RANKS.index(low) : RANKS.index(high)]
            hands |= {high + rank + ending for rank in between}
    return hands


def test_hands_for_four_antes():
    assert {one.hole for one in reference().preflop if one.best == 4} == early_hands()
    assert len(early_hands()) == 69
    assert {one.best for one in reference().preflop} == {0, 4}


def test_all_hole_cards_are_there():
    preflop = reference().preflop
    assert len({one.hole for one in preflop}) == 169
    assert sum(one.combinations for one in preflop) == 1326
    assert reference().of(parse_cards("Kd As")).hole == "AKo"
    assert reference().of(parse_cards("2s 3s")).hole == "32s"
    assert reference().of(parse_cards("9s 9h")).combinations == 6


@pytest.mark.parametrize("times", [3, 4])
def test_always_playing_the_same(times):
    """Whatever is played, all win as much as they lose: the value of the fixed policy."""
    total = sum(one.play[times] * one.combinations for one in reference().preflop)
    assert round(total / 1326, 8) == Fraction("-0.40704701")


def test_a_dealer_who_always_qualifies_pays_every_ante_that_is_beaten():
    found = solve(house("ultimate-texas-holdem", qualifier="none", preflop_multiples="4"))
    assert found.value > 0 > reference().value
    assert all(set(one.play) == {4} for one in found.preflop)
    assert all(
        mine.check >= theirs.check
        for mine, theirs in zip(found.preflop, reference().preflop, strict=True)
    )


if SOAK:

    def test_without_three_antes_nothing_changes():
        four = solve(house("ultimate-texas-holdem", preflop_multiples="4"))
        assert four.value == reference().value


def test_rows_hit_and_pay():
    tables = [{"blind": f"royal flush {pays}, straight or better 1"} for pays in (500, 501)]
    found = solve(house("ultimate-texas-holdem", tables[0]), with_rows=True)
    royal, others = found.rows
    assert 0 < royal.hit_rate < Fraction(4_324, 133_784_560) < others.hit_rate
    # Nobody folds a royal flush, so a better one changes nothing else.
    better = solve(house("ultimate-texas-holdem", tables[1]))
    assert better.value - found.value == royal.hit_rate
    assert royal.returned == 501 * royal.hit_rate
    assert royal.share == royal.returned / (found.average_stake + found.value)


# --- decisions -------------------------------------------------------------------------------


def test_the_plays_are_those_that_may_be_placed():
    ruleset = house("ultimate-texas-holdem")
    for stage, antes in (
        (Stage.PREFLOP, preflop_multiples(ruleset)),
        (Stage.FLOP, (ON_THE_FLOP,)),
        (Stage.RIVER, (ON_THE_RIVER,)),
    ):
        position = Position(
            stage=stage,
            player=parse_cards("As Kd"),
            bets={"ante": Decimal(1), "blind": Decimal(1)},
        )
        play = legal_actions(position, ruleset).option(Act.BET, "play")
        assert play.stakes.exact == antes


@pytest.mark.soak
@pytest.mark.parametrize(
    "ruleset",
    [
        house("ultimate-texas-holdem"),
        house("ultimate-texas-holdem", {"blind": "flush 7:3, straight 2"}, qualifier="none"),
    ],
)
def test_a_flop_by_trying_everything_is_worth_as_much(ruleset):
    one, two = (play_payoffs(ruleset, times) for times in (1, 2))
    scale = one.denominator
    fold = int(fold_payoff(ruleset) * scale) * DEALER_HANDS
    of_one = by_rates(one.rates(scale))
    river = flop_sums(make_layer(showdowns(), lambda *at: np.maximum(of_one(*at), fold)))
    raised = flop_sums(make_layer(showdowns(), by_rates(two.rates(scale))))
    for hole, flop in spots(SPOTS, Random("flops")):
        expected = [
            Fraction(flop_value(sums, flop, hole), ROUNDS * scale) for sums in (raised, river)
        ]
        assert list(flop_values(hole, flop, ruleset)) == expected


def test_a_river_against_each_of_the_dealers_hands():
    ruleset, rng = house("ultimate-texas-holdem"), Random("rivers")
    payoffs = play_payoffs(ruleset, 1)
    assert payoffs.denominator == 2
    for _ in range(5):
        cards = rng.sample(DECK, 7)
        play, fold = river_values(cards[:2], cards[2:], ruleset)
        assert (play, fold) == (by_hand(cards[:2], cards[2:], payoffs), -2)


def by_hand(hole, board, payoffs):
    from rules.analysis.payoffs import classes
    from rules.engine.batch import card_ids, strength

    own = strength(card_ids([*hole, *board]))
    rest = [card for card in DECK if card not in hole and card not in board]
    pays = payoffs.of_class(int(classes().of_strength[own]))
    total = Fraction(0)
    for at, one in enumerate(rest):
        for two in rest[:at]:
            theirs = strength(card_ids([one, two, *board]))
            ending = Ending.WIN if own > theirs else Ending.LOSS if own < theirs else Ending.TIE
            total += pays[ending, theirs >= payoffs.threshold]
    return total / DEALER_HANDS


def test_the_board_alone_is_worth_playing_for():
    """All tie: the play is returned with ante and blind."""
    ruleset = house("ultimate-texas-holdem")
    play, fold = river_values(parse_cards("2c 3d"), parse_cards("As Ks Qs Js Ts"), ruleset)
    assert (play, fold) == (0, -2)
