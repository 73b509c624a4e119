"""The bonus of Russian poker with the sixth card always bought."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from rules.analysis.bonus import bonus_value, deals_of_six
from rules.analysis.payoffs import classes
from rules.analysis.values import Assumption
from rules.engine.counting import distribution
from rules.engine.ranking import rank_hand
from tests.rules.analysis.lookups import house

TOTAL = comb(52, 5) * 47
TR = "royal flush 1000, straight flush 500, quads 300, full house 100, flush 50, straight 25"
T = (
    "royal flush 1000, straight flush 500, quads 200, full house 70, flush 50, straight 40, "
    "trips 25"
)
NONE = "royal flush 0"


def six(straight):
    return (
        "royal flush 300, straight flush 150, quads 100, full house 30, flush 15, "
        f"straight {straight}"
    )


def value(first_five, straight, **switches):
    tables = {"bonus_first5": first_five, "bonus6": six(straight)}
    return bonus_value(house("russian-poker", tables, **switches))


@pytest.mark.parametrize(
    ("first_five", "straight", "percent", "net", "hits"),
    [
        (TR, 8, "-5.2725", -6_440_396, "3.6835"),
        (TR, 7, "-6.6607", -8_136_116, "3.6835"),
        (T, 8, "35.9239", None, "5.4817"),
    ],
)
def test_published(first_five, straight, percent, net, hits):
    found = value(first_five, straight)
    assert round(-100 * found.edge, 4) == Fraction(percent)
    assert net in (None, found.net)
    assert round(100 * found.hit_rate, 4) == Fraction(hits)
    assert (found.total, found.assumption) == (TOTAL, Assumption.CARD_BOUGHT)


@pytest.mark.parametrize(("straight", "net"), [(8, -6_878_056), (7, -7_239_676)])
def test_the_six_card_table_alone(straight, net):
    """Nothing is paid on the first five, but the four royal flushes there are returned."""
    returned = 4 * 47
    paid_on_six = 300 * returned
    expected = Fraction(net * 6 - paid_on_six, TOTAL)
    assert -value(NONE, straight).edge == expected


def test_where_it_is_won():
    hits = [row.hits for row in value(TR, 8).rows]
    assert hits == [
        188, 1_692, 29_328, 175_968, 240_076, 479_400,
        708, 6_276, 54_912, 823_680, 991_476, 1_695_720,
    ]  # fmt: skip


def test_the_first_five_are_all_hands_of_five_and_the_six_all_of_six():
    five, all_six = Counter(), Counter()
    for one in deals_of_six():
        five[one.five] += one.deals
        all_six[one.six] += one.deals
    of_strength = classes().of_strength
    for found, cards, times in ((five, 5, 47), (all_six, 6, 6)):
        counts = np.bincount(of_strength, weights=distribution(cards)).astype(int)
        assert found == {at: count * times for at, count in enumerate(counts) if count}


def test_the_examples_are_what_they_stand_for():
    ranks = classes().ranks
    for one in deals_of_six():
        for cards, at in ((one.cards[:5], one.five), (one.cards, one.six)):
            rank = rank_hand(cards)
            assert (rank.category, rank.ranks[0]) == (ranks[at].category, ranks[at].ranks[0])
            assert rank.is_ace_king == ranks[at].is_ace_king


def test_maximum_and_rounding_are_left_aside():
    limited = value(TR, 8, bonus_max_payout="100", max_payout="100", rounding="down")
    assert limited == value(TR, 8)
    assert value(TR, 8, max_payout="100", max_payout_scope="bet+bonus") == value(TR, 8)
