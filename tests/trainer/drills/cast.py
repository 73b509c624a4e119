"""Rulesets, streams and counts shared by the tests of drills."""

import hashlib
import os
from functools import cache
from math import sqrt

from rules.games import find_game
from trainer.drills import drills, find_drill
from trainer.drills.base import LEVELS
from trainer.drills.report import count_deals
from trainer.drills.stream import Stream

SOAK = os.environ.get("SOAK") == "1"
WINS = find_drill("which-hand-wins")
PAYS = find_drill("what-the-bonus-pays")
NAMES = find_drill("name-the-hand")
HOLDEM, RUSSIAN = "texas-holdem", "russian-poker"
ULTIMATE, CASINO = "ultimate-texas-holdem", "casino-holdem"
# Every drill with every game at every level.
EVERYTHING = [
    (drill, game, level) for drill in drills().values() for game in drill.games for level in LEVELS
]
# The drills whose own tests share files; later ones have a file each.
FIRST = [case for case in EVERYTHING if case[0] in (WINS, PAYS, NAMES)]


def name(value):
    return getattr(value, "key", str(value))


def seed(number, purpose="test"):
    return hashlib.sha256(f"{purpose} {number}".encode()).digest()


def stream(number, purpose="test"):
    return Stream(seed(number, purpose), purpose)


@cache
def rules(game):
    return find_game(game).default_ruleset()


def some(count):
    """*count* deals or houses with SOAK=1, otherwise a third of them."""
    return count if SOAK else -(-count // 3)


@cache
def kept_deal(drill, game, level, number, purpose):
    """Under Reference; a test that deals the same again gets what is dealt already."""
    return drill.deal(stream(number, purpose), rules(game), level)


def deals(drill, game, level, count, purpose="test", ruleset=None):
    for number in range(count):
        if ruleset is None or ruleset is rules(game):
            yield kept_deal(drill, game, level, number, purpose)
        else:
            yield drill.deal(stream(number, purpose), ruleset, level)


@cache
def counted(drill, game, level):
    """With SOAK=1 4,000 deals of comparisons and 2,000 of bonuses, otherwise half as many."""
    count = (4000 if drill is WINS else 2000) // (1 if SOAK else 2)
    return count_deals(drill, rules(game), deals(drill, game, level, count, "report"))


def assert_uniform(count, among):
    """Chi-square: *count* spreads evenly over *among*, which a fair draw fails 1 in 30,000."""
    among = list(among)
    assert set(count) <= set(among)
    freedom = len(among) - 1
    expected = sum(count.values()) / len(among)
    assert expected >= 5, "too few draws to tell"
    chi = sum((count[value] - expected) ** 2 / expected for value in among)
    # Wilson and Hilferty's cube, four standard deviations up.
    limit = freedom * (1 - 2 / (9 * freedom) + 4 * sqrt(2 / (9 * freedom))) ** 3
    assert chi < limit, f"{chi:.1f} is above {limit:.1f}"
