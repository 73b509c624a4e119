"""What bets are worth, as the pages show it."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rules.analysis.edges import Unsolved
from rules.best_play import Pending
from rules.doubts import doubts
from rules.games import find_game, games
from rules.games.base import Limits, PayHand, PayRow, PayTable, make_rows
from rules.worth import _not_solved, edge_changes, edges_apart, worth_of, worths

pytestmark = pytest.mark.django_db

RUSSIAN, CASINO, ULTIMATE = "russian-poker", "casino-holdem", "ultimate-texas-holdem"


def house(game, tables=None, **switches):
    ruleset = find_game(game).default_ruleset()
    assert switches.keys() <= ruleset.switches.keys()
    own = {
        key: replace(ruleset.tables[key], rows=make_rows(text) if text else ())
        for key, text in (tables or {}).items()
    }
    return replace(
        ruleset,
        switches={**ruleset.switches, **switches},
        tables={**ruleset.tables, **own},
    )


def worth(game, bet, tables=None, **switches):
    return worth_of(find_game(game), house(game, tables, **switches), bet)


def test_a_bet_on_one_hand():
    trips = worth(ULTIMATE, "trips")
    assert trips.edge == Fraction(4_679_700, 133_784_560)
    assert trips.total == 133_784_560
    assert round(trips.deviation, 2) == Fraction(268, 100)
    assert sum(row.hit_rate for row in trips.rows.values()) == trips.hit_rate
    assert trips.rows["trips", "royal-flush"].hit_rate == Fraction(4_324, 133_784_560)
    assert sum(row.share for row in trips.rows.values()) == 1
    assert (trips.said, trips.with_play, trips.element_of_risk) == ((), False, None)


def test_russian_poker_s_bonus_is_one_bet_of_two_tables():
    bonus = worth(RUSSIAN, "bonus")
    assert bonus.edge == Fraction(6_440_396, 122_151_120)
    assert {table for table, _row in bonus.rows} == {"bonus_first5", "bonus6"}
    assert "buys it every time" in bonus.said[0]


def test_what_a_bet_assumes_is_said():
    assert worth(CASINO, "aa", aa_on_fold="lose").said == (
        "The player never folds a hand that this bet pays.",
    )


def test_the_best_play_is_computed_first(computations):
    assert worth(CASINO, "ante").computing
    computations.pop()()
    ante = worth(CASINO, "ante")
    assert round(float(ante.edge), 6) == 0.021576
    assert ante.element_of_risk == ante.edge / ante.average_stake
    assert ante.said == ("Per ante, with the best play of the whole round.",)
    assert ("ante", "flush") in ante.rows


@pytest.mark.parametrize(
    ("state", "text"), [(Pending.TOO_FINE, "decimals"), (Pending.FAILED, "has failed")]
)
def test_what_could_not_be_computed_is_said(monkeypatch, state, text):
    monkeypatch.setattr("rules.best_play.played", lambda ruleset: state)
    assert text in worth(CASINO, "ante").missing


@pytest.mark.parametrize(
    ("game", "bet", "switches", "text"),
    [
        (RUSSIAN, "bet", {}, "It depends on the player’s decisions"),
        (ULTIMATE, "trips", {"trips_on_fold": "lose"}, "how the main bet is played"),
    ],
)
def test_what_is_not_solved_says_why(game, bet, switches, text):
    assert text in worth(game, bet, **switches).missing


def test_every_reason_has_words():
    assert all(map(_not_solved, Unsolved))


def test_a_table_without_rows_is_worth_nothing():
    assert worth(ULTIMATE, "trips", {"trips": ""}).missing == "The table “Trips” has no rows."
    assert "has no rows" in worth(RUSSIAN, "bonus", {"bonus6": ""}).missing


def test_rules_that_are_older_than_a_table():
    ruleset = house(ULTIMATE)
    older = replace(ruleset, tables={"blind": ruleset.tables["blind"]})
    assert worth_of(find_game(ULTIMATE), older, "trips").missing
    assert doubts(find_game(ULTIMATE), older)["trips"]


def test_fixed_amounts_say_by_which_stake_they_are_measured():
    ruleset = house(ULTIMATE)
    row = PayRow(PayHand.ROYAL_FLUSH, Fraction(1000), fixed=True)
    limits = {**ruleset.limits, "trips": Limits(Decimal("2.50"), Decimal(100), Decimal(5))}
    fixed = replace(ruleset, tables={**ruleset.tables, "trips": PayTable((row,))}, limits=limits)
    found = worth_of(find_game(ULTIMATE), fixed, "trips")
    assert found.said == ("Fixed amounts are measured at the least stake, 2.5.",)


def test_every_table_of_every_game_has_a_worth():
    for game in games().values():
        found = worths(game, game.default_ruleset())
        assert found.keys() == {slot.bet for slot in game.tables}
        for one in found.values():
            assert one.edge is not None or one.missing or one.computing


def changed(before, after):
    return [
        (one.name, one.difference) for one in edge_changes(find_game(before.game), before, after)
    ]


def test_only_edges_that_are_another_are_listed(computations):
    worth(CASINO, "ante")
    computations.pop()()
    aa = "pair A or better 7, flush 20, full house 30, quads 40, straight flush 50"
    listed = changed(house(CASINO), house(CASINO, {"aa": aa}))
    assert [name for name, _ in listed] == ["AA bonus"]
    assert changed(house(CASINO), house(CASINO, rounding="down")) == []


def test_an_edge_to_come_is_listed(computations):
    one = edge_changes(find_game(CASINO), house(CASINO), house(CASINO, qualifier="5"))
    assert [change.name for change in one if change.after.computing] == ["The whole round"]


def test_an_edge_that_is_not_known_any_more_is_listed():
    after = house(ULTIMATE, trips_on_fold="lose")
    assert ("Trips", None) in changed(house(ULTIMATE), after)


def test_the_two_bonus_tables_apart():
    first, second = edges_apart(house(RUSSIAN))
    assert first == Fraction(1_485_244, 2_598_960)
    assert second == Fraction(6_878_056, 20_358_520)
    assert edges_apart(house(ULTIMATE)) is None
