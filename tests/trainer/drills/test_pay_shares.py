"""Bet by bet: what a box is settled as in no bet gives the answer away."""

from collections import Counter, defaultdict

import pytest

from rules.games.base import Outcome
from tests.trainer.drills.boxes import BOX, WAGER, dealt
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, rules, some
from trainer.drills import find_drill
from trainer.drills.base import LEVELS
from trainer.drills.box_moves import SIDE_BETS
from trainer.drills.neighbours import compared
from trainer.drills.other_house import _is_about

pytestmark = pytest.mark.soak

SHAPES = [(game, level) for game in BOX.games for level in LEVELS]
OTHER = find_drill("other-house")
DEALS = some(1200)
# Of so many answers one is right at most so often.
LIMITS = {2: 0.60, 3: 0.45}
# More than one standard deviation of a share of so many deals, which are the same every time.
SPREAD = 0.6


def assert_none_is_given_away(found):
    for bet, outcomes in found.items():
        count = sum(outcomes.values())
        limit = LIMITS[len(outcomes)] + SPREAD / count**0.5
        assert max(outcomes.values()) <= limit * count, (bet, outcomes)


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_every_bet_of_a_box_is_settled_in_different_ways(game, level):
    found = defaultdict(Counter)
    for deal in dealt(BOX, game, level, DEALS, "shares"):
        for bet, answer in BOX.expected(deal, rules(game)).wagers:
            found[bet][answer.outcome] += 1
    assert_none_is_given_away(found)
    if level > 1:
        side = found[SIDE_BETS[game]]
        assert 0.4 * DEALS <= sum(side.values()) <= 0.6 * DEALS


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_every_bet_that_is_asked_for_alone_is_settled_in_different_ways(game, level):
    found = defaultdict(Counter)
    for deal in dealt(WAGER, game, level, DEALS, "shares"):
        found[deal.wagers[0].bet][WAGER.expected(deal, rules(game)).outcome] += 1
    assert all(len(outcomes) == len(Outcome) for outcomes in found.values())
    assert_none_is_given_away(found)


@pytest.mark.parametrize("game", [RUSSIAN, ULTIMATE, CASINO])
def test_a_rule_of_the_other_house_is_about_a_bet_that_lies_there(game):
    """Where a bet is not there, or the box was given up, nothing could change anyway."""
    for level in LEVELS:
        for deal in dealt(OTHER, game, level, some(60), "about"):
            found = compared(deal, rules(game))
            assert _is_about(found, rules(game))
