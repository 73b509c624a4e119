"""Which house rules a verdict turns on, by trying every other value of every switch."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.games import find_game
from rules.games.base import SwitchKind
from tests.trainer.drills.cast import PAYS, RUSSIAN, ULTIMATE, deals, rules
from tests.trainer.drills.houses import (
    BOTH,
    DEALS,
    DOWN,
    EVERY_HOUSE,
    TAKE,
    answer_for,
    beats_the_dealer,
    dealt,
    house,
    row_of,
    sum_of,
)
from trainer.drills.bonuses import BONUSES
from trainer.drills.turning import worth_knowing


def changed(ruleset, switch):
    """The house with every other value of *switch*; a maximum is only taken away."""
    for value in switch.values if switch.kind is SwitchKind.CHOICE else ("none",):
        if switch.kind in (SwitchKind.CHOICE, SwitchKind.AMOUNT_OR_NONE):
            yield replace(ruleset, switches={**ruleset.switches, switch.key: value})


@EVERY_HOUSE
def test_a_verdict_names_the_switches_that_it_turns_on_and_no_others(ruleset):
    game = find_game(ruleset.game)
    named = set()
    for deal in dealt(ruleset, DEALS // 2):
        expected = answer_for(deal, ruleset)
        verdict = PAYS.check(deal, expected, ruleset)
        assert set(verdict.switches) <= set(PAYS.question(deal, ruleset).switches)
        for switch in game.switches:
            others = list(changed(ruleset, switch))
            if switch.key == "trips_needs_win" and not deal.dealer:
                turns = row_of(deal, ruleset) is not None
            elif switch.key == "chip_set":
                _, capped, paid = sum_of(deal, ruleset)
                needs_win = ruleset.switches.get("trips_needs_win") == "yes"
                lost = capped - paid > Fraction(1, 10**6)
                turns = lost and not (needs_win and not beats_the_dealer(deal))
            elif switch.key == "aa_cards" and len(deal.board) == 3:
                turns = True
            else:
                turns = any(answer_for(deal, other) != expected for other in others)
            assert (switch.key in verdict.switches) is turns, switch.key
        named.update(verdict.switches)
    assert named <= set(BONUSES[ruleset.game].switches)


def test_reference_turns_on_nothing_where_nothing_is_cut():
    for deal in deals(PAYS, RUSSIAN, 3, 40):
        assert PAYS.check(deal, TAKE, rules(RUSSIAN)).switches == ()


@pytest.mark.parametrize(
    ("ruleset", "known"),
    [
        (rules(RUSSIAN), ()),
        (house(RUSSIAN, bonus_max_payout="3000"), ("bonus_max_payout",)),
        # What a maximum covers is to be known wherever there is one.
        (house(RUSSIAN, max_payout="3000"), ("max_payout", "max_payout_scope")),
        (house(RUSSIAN, max_payout="3000", **BOTH), ("max_payout", "max_payout_scope")),
        (house(RUSSIAN, **BOTH), ()),
        (house(RUSSIAN, chip_set="5, 25"), ()),
        (house(RUSSIAN, **DOWN), ("rounding", "chip_set")),
        (house(ULTIMATE, trips_needs_win="yes"), ("trips_needs_win",)),
    ],
)
def test_what_to_know_of_a_house_before_an_answer(ruleset, known):
    assert worth_knowing(ruleset, BONUSES[ruleset.game].switches) == known
