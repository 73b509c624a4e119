from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rules.analysis import casino_holdem, ultimate
from rules.analysis.edges import (
    NeedsPlay,
    NotSolved,
    PlayValue,
    Unsolved,
    content_key,
    play_value,
    value_of,
)
from rules.analysis.values import Assumption, BetValue
from rules.games import find_game, games
from rules.games.base import Limits, PayHand, PayRow, PayTable
from tests.rules.analysis.lookups import house

RUSSIAN, CASINO, ULTIMATE = "russian-poker", "casino-holdem", "ultimate-texas-holdem"


def value(game, key, tables=None, **switches):
    return value_of(find_game(game), house(game, tables, **switches), key)


@pytest.mark.parametrize(
    ("game", "key", "net"),
    [
        (RUSSIAN, "bonus", -6_440_396),
        (RUSSIAN, "bonus_first5", -6_440_396),
        (RUSSIAN, "bonus6", -6_440_396),
        (CASINO, "aa", -162_652),
        (ULTIMATE, "trips", -4_679_700),
    ],
)
def test_bets_on_one_hand_have_a_value_at_once(game, key, net):
    assert value(game, key).net == net


@pytest.mark.parametrize(
    ("game", "key", "table"),
    [
        (CASINO, "ante", "ante"),
        (CASINO, "call", "ante"),
        (ULTIMATE, "blind", "blind"),
        (ULTIMATE, "ante", "blind"),
        (ULTIMATE, "play", "blind"),
    ],
)
def test_main_bets_take_the_best_play(game, key, table):
    assert value(game, key) == NeedsPlay(table)


@pytest.mark.parametrize(
    ("game", "key", "switches", "reason"),
    [
        (RUSSIAN, "bet", {}, Unsolved.STRATEGY),
        (RUSSIAN, "ante", {}, Unsolved.STRATEGY),
        (RUSSIAN, "insurance", {}, Unsolved.STRATEGY),
        (RUSSIAN, "fee", {}, Unsolved.PRICE),
        (ULTIMATE, "trips", {"trips_needs_win": "yes"}, Unsolved.MAIN_BET),
        (ULTIMATE, "trips", {"trips_on_fold": "lose"}, Unsolved.MAIN_BET),
    ],
)
def test_what_nobody_solves_says_why(game, key, switches, reason):
    assert value(game, key, **switches) == NotSolved(reason)


def test_every_bet_and_every_table_has_an_answer():
    for game in games().values():
        ruleset = game.default_ruleset()
        for key in [bet.key for bet in game.bets] + [slot.key for slot in game.tables]:
            assert isinstance(value_of(game, ruleset, key), BetValue | NeedsPlay | NotSolved)


def test_an_unknown_bet():
    with pytest.raises(KeyError):
        value(CASINO, "insurance")


def test_values_say_what_they_assume():
    assert value(RUSSIAN, "bonus").assumption is Assumption.CARD_BOUGHT
    assert value(CASINO, "aa").assumption is None
    assert value(CASINO, "aa", aa_on_fold="lose").assumption is Assumption.PLAYED_ON


def test_fixed_amounts_are_measured_at_the_least_stake():
    row = PayRow(PayHand.ROYAL_FLUSH, Fraction(1000), fixed=True)
    ruleset = house(ULTIMATE)
    limits = {**ruleset.limits, "trips": Limits(Decimal(10), Decimal(100), Decimal(5))}
    tables = {**ruleset.tables, "trips": PayTable((row,))}
    found = value_of(find_game(ULTIMATE), replace(ruleset, tables=tables, limits=limits), "trips")
    assert found.rows[0].returned == Fraction(4_324, 133_784_560) * 101


def test_played_values():
    found = play_value(house(CASINO))
    assert isinstance(found, PlayValue)
    assert found.solution == casino_holdem.solve(house(CASINO))
    assert (found.table, found.rows) == ("ante", ())
    assert found.element_of_risk == found.solution.element_of_risk


def test_a_played_value_of_the_blind(monkeypatch):
    asked = []

    def solve(ruleset, **how):
        asked.append((ruleset, how))
        return ultimate.Ultimate(Fraction(-1, 50), Fraction(2), Fraction(3), ())

    monkeypatch.setattr(ultimate, "solve", solve)
    found = play_value(house(ULTIMATE), with_rows=True)
    assert asked == [(house(ULTIMATE), {"ante": Decimal(1), "with_rows": True})]
    assert (found.table, found.edge, found.average_stake) == ("blind", Fraction(1, 50), 4)
    assert found.element_of_risk == Fraction(1, 200)


def test_no_played_value_of_russian_poker():
    with pytest.raises(KeyError):
        play_value(house(RUSSIAN))
    with pytest.raises(KeyError):
        content_key(house(RUSSIAN))


def test_the_content_key_is_that_of_what_matters():
    keys = {
        content_key(house(CASINO)),
        content_key(house(ULTIMATE)),
        content_key(house(CASINO, qualifier="5")),
        content_key(house(CASINO, ante_on_no_qualify="flat")),
        content_key(house(CASINO, {"ante": "high card or better 1"})),
        content_key(house(ULTIMATE, qualifier="none")),
        content_key(house(ULTIMATE, preflop_multiples="4")),
        content_key(house(ULTIMATE, {"blind": "flush or better 1"})),
    }
    assert len(keys) == 8


def test_the_content_key_leaves_the_rest_aside():
    reference = house(CASINO)
    assert content_key(replace(reference, house="another", number=7)) == content_key(reference)
    other = house(CASINO, {"aa": "flush or better 1"}, aa_on_fold="lose", rounding="down")
    assert content_key(other) == content_key(reference)
    limits = {"ante": Limits(Decimal(1), Decimal(2), Decimal(1))}
    assert content_key(replace(reference, limits=limits)) == content_key(reference)


def test_the_content_key_knows_the_ante_that_a_fixed_amount_is_measured_by():
    reference = house(CASINO)
    rows = (PayRow(PayHand.ROYAL_FLUSH, Fraction(1000), fixed=True),)
    fixed = replace(reference, tables={**reference.tables, "ante": PayTable(rows)})
    limits = {"ante": Limits(Decimal(1), Decimal(2), Decimal(1))}
    assert content_key(fixed) != content_key(replace(fixed, limits=limits))
