"""The random rounds reach every value of every switch, every outcome of every bet."""

from collections import defaultdict
from functools import cache
from random import Random

import pytest

from tests.second_opinion import SWITCHES
from tests.second_opinion.random_rounds import random_round, swapped_card
from tests.second_opinion.random_tables import FREE_TEXT

ROUNDS = 3000
GAMES = list(SWITCHES)

LOST = {-1}
ANY = {-1, 0, 1}
OUTCOMES = {
    "russian-poker": {
        "ante": ANY,
        "bet": ANY,
        "bonus": ANY,
        "insurance": ANY,
        "fee": LOST,
        "bought_game": LOST,
    },
    "ultimate-texas-holdem": {"ante": ANY, "blind": ANY, "play": ANY, "trips": ANY},
    "casino-holdem": {"ante": ANY, "call": ANY, "aa": ANY},
}
# What settlement never reads: it arrives done, or has one value.
SILENT = {
    "russian-poker": {
        *("bet_multiple", "bet_on_no_game", "max_combinations", "insurance", "insurance_min"),
        *("insurance_max", "exchange_min", "exchange_max", "exchange_price"),
        *("sixth_card_price", "exclusive_with_exchange", "buy_game", "buy_game_card"),
        *("redraw_same_rank", "insured_may_buy"),
    },
    "ultimate-texas-holdem": {"ante_on_no_qualify", "preflop_multiples"},
    "casino-holdem": set(),
}
DOUBLES = """
royal flush + straight flush, royal flush + flush, royal flush + straight,
straight flush + straight flush, straight flush + flush, straight flush + straight,
straight flush + ace-king, four of a kind + full house, four of a kind + ace-king,
full house + full house, full house + ace-king, flush + flush, flush + straight, flush + pair,
flush + ace-king, straight + straight, straight + ace-king, three of a kind + ace-king,
two pair + two pair, two pair + ace-king, pair + ace-king
"""


@cache
def rounds(game):
    rng = Random(f"coverage of {game}")
    return [random_round(game, rng) for _ in range(ROUNDS)]


@pytest.fixture(scope="module", params=GAMES)
def played(request):
    return request.param, [(one, one.settle()) for one in rounds(request.param)]


def test_every_value_of_every_switch_occurs(played):
    game, settled = played
    seen = defaultdict(set)
    for one, _ in settled:
        for key, value in one.switches.items():
            seen[key].add(value)
    assert seen == {
        key: set(values or FREE_TEXT[key]) for key, (_, values) in SWITCHES[game].items()
    }


def test_every_outcome_of_every_bet_occurs(played):
    game, settled = played
    seen = defaultdict(set)
    for one, result in settled:
        assert set(result["net"]) == set(one.bets)
        for bet, net in result["net"].items():
            seen[bet].add((net > 0) - (net < 0))
    assert seen == OUTCOMES[game]


def test_every_value_makes_a_difference(played):
    """Every value ends some round otherwise than another value would; a silent switch none."""
    game, settled = played
    quiet = {
        (key, value)
        for key, (_, values) in SWITCHES[game].items()
        for value in set(values or FREE_TEXT[key])
    }
    for one, result in settled:
        for key, value in sorted(quiet):
            if value != one.switches[key] and one.settle(**{key: value}) != result:
                quiet -= {(key, value), (key, one.switches[key])}
        if {key for key, _ in quiet} == SILENT[game]:
            break
    assert {key for key, _ in quiet} == SILENT[game]


def test_the_totals_belong_to_the_bets(played):
    _, settled = played
    paid_earlier = 0
    for one, result in settled:
        nets = result["net"]
        assert sum(nets.values()) == result["total_net"]
        assert all(net >= -one.bets[bet] for bet, net in nets.items())
        won = sum(net for net in nets.values() if net > 0)
        assert 0 <= result["pay_now"] <= won
        paid_earlier += result["pay_now"] < won
    assert (paid_earlier > 0) == ("bonus_lost_on_fold" in one.switches)


def test_all_double_combinations_occur():
    seen = {" + ".join(one.settle()["player_combinations"]) for one in rounds("russian-poker")}
    assert {name.strip() for name in DOUBLES.replace("\n", " ").split(",")} <= seen


def test_the_dealers_hand_changes_by_the_house_rule():
    bought = [one for one in rounds("russian-poker") if one.dealer_after is not None]
    assert len(bought) > ROUNDS // 10
    for one in bought:
        old = swapped_card(one.dealer, one.switches["buy_game_card"])
        (new,) = set(one.dealer_after) - set(one.dealer)
        assert set(one.dealer) - set(one.dealer_after) == {old}
        assert one.switches["redraw_same_rank"] == "no" or old.rank != new.rank
        assert new not in {*one.player, *(one.dealt or ())}


def test_the_oddities_occur():
    seen = {oddity for one in rounds("russian-poker") for oddity in one.oddities}
    assert len(seen) == 5


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_a_round(game):
    assert random_round(game, Random(7)) == random_round(game, Random(7))
    assert random_round(game, Random(7)) != random_round(game, Random(8))
