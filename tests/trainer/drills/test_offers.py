"""Drills that read high hands are not for houses where another hand would win."""

from itertools import product

import pytest

from rules.engine.lowball import Low
from rules.games import find_game, texas_holdem
from tests.rules.games.houses import house
from tests.trainer.drills.cast import HOLDEM, NAMES, RUSSIAN, WINS, deals, rules, stream
from trainer.drills import drills
from trainer.drills.base import LEVELS, CannotDealError

SWITCHES = ("hi_lo", "low_qualifier", "lowball", "joker")
GAME = find_game(HOLDEM)
HOUSES = [
    house(HOLDEM, **dict(zip(SWITCHES, values, strict=True)))
    for values in product(*(GAME.switch(key).values for key in SWITCHES))
]


@pytest.mark.parametrize(
    "ruleset", HOUSES, ids=lambda r: " ".join(r.switches[k] for k in SWITCHES)
)
def test_high_hands_are_read_where_they_win_and_nothing_else_does(ruleset):
    high = texas_holdem.hand_rules(ruleset).low is None
    natural = ruleset.switches["joker"] == "none"
    alone = ruleset.switches["hi_lo"] == "off"
    assert texas_holdem.plays_high_alone(ruleset) is (high and natural and alone)
    for drill in (WINS, NAMES):
        assert drill.offers(ruleset) is (high and natural and alone)


@pytest.mark.parametrize("drill", [WINS, NAMES])
@pytest.mark.parametrize(
    "rule", [{"lowball": low} for low in ("a5", "a6", "27")] + [{"hi_lo": "on"}, {"joker": "bug"}]
)
def test_what_is_not_offered_is_not_dealt(drill, rule):
    ruleset = house(HOLDEM, **rule)
    [deal] = deals(drill, HOLDEM, 1, 1)
    for level in LEVELS:
        with pytest.raises(CannotDealError, match="rules of reference"):
            drill.deal(stream(1), ruleset, level)
    with pytest.raises(CannotDealError, match="rules of reference"):
        drill.deal(stream(1), ruleset, 1, variant_of=deal)


def test_a_qualifier_without_a_low_half_changes_nothing():
    ruleset = house(HOLDEM, low_qualifier="8")
    assert WINS.offers(ruleset)
    assert WINS.deal(stream(1), ruleset, 2) == WINS.deal(stream(1), rules(HOLDEM), 2)


def test_other_games_have_no_such_rules():
    assert WINS.offers(rules(RUSSIAN))
    assert all(NAMES.offers(rules(game)) for game in NAMES.games)


def test_reference_is_offered_every_drill():
    for drill in drills().values():
        assert all(drill.offers(rules(game)) for game in drill.games)


def test_the_systems_of_low_hands_are_those_of_the_engine():
    lows = {texas_holdem.hand_rules(ruleset).low for ruleset in HOUSES}
    assert lows == {None, *Low}
