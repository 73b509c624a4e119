"""What stands behind a value: the house's page, Reference for it, or the house itself."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rules.games import find_game, games
from rules.games.base import Limits, Origin, PayTable, make_rows
from rules.houses import SET_BY_HOUSE, evidence, houses, limits_evidence, table_evidence

RUSSIAN = find_game("russian-poker")
UTH = find_game("ultimate-texas-holdem")


def test_a_documented_value_has_the_page_of_the_house():
    source = evidence("campione", RUSSIAN, "insurance_max", "full")
    assert source == houses()["campione"].games["russian-poker"].switches["insurance_max"][1]
    assert "casinocampioneditalia.it" in source.text
    assert (source.assumed, source.origin) == (False, Origin.PAGE)


def test_that_it_equals_references_makes_it_no_less_documented():
    assert evidence("campione", RUSSIAN, "forgo_ante", "yes").origin is Origin.PAGE


def test_what_no_page_settles_is_assumed_by_references_source():
    usual = RUSSIAN.switch("dup_straight").source
    assert not usual.assumed
    source = evidence("campione", RUSSIAN, "dup_straight", "two_straights")
    assert source == replace(usual, assumed=True, origin=Origin.REFERENCE)


@pytest.mark.parametrize("house", ["campione", "corona", "olympic-latvia", "gamsoft-variant"])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("qualifier", "ace-king"),
        ("bet_multiple", "2"),
        ("ante_on_no_game", "pay"),
        ("bet_on_no_game", "push"),
    ],
)
def test_what_every_rule_text_says_is_documented_where_one_was_read(house, key, value):
    source = evidence(house, RUSSIAN, key, value)
    assert "very rule text" in source.text
    assert (source.assumed, source.origin) == (False, Origin.PAGE)


def test_that_every_rule_text_says_it_excuses_no_other_value():
    told = houses()["admiral-croatia"].games[RUSSIAN.key].switches["qualifier"]
    assert evidence("admiral-croatia", RUSSIAN, "qualifier", "pair") == told[1]
    assert evidence("admiral-croatia", RUSSIAN, "qualifier", "ace-king") is SET_BY_HOUSE
    assert evidence("campione", RUSSIAN, "qualifier", "pair") is SET_BY_HOUSE
    assert evidence("viejas", RUSSIAN, "bet_multiple", "2").assumed


@pytest.mark.parametrize(
    ("house", "key", "value"),
    [
        ("campione", "insurance_max", "half"),
        ("campione", "dup_straight", "straight_plus_pair"),
        ("reference", "insurance_max", "full"),
        ("palace", "insurance_max", "full"),
    ],
    ids=["documented", "not settled", "reference", "not documented"],
)
def test_what_an_administrator_changed_the_house_has_set_itself(house, key, value):
    source = evidence(house, RUSSIAN, key, value)
    assert source is SET_BY_HOUSE
    assert (source.assumed, source.origin) == (False, Origin.HOUSE)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_at_reference_every_value_has_its_own_source(game):
    for switch in game.switches:
        assert evidence("reference", game, switch.key, switch.default) == switch.source
    for slot in game.tables:
        assert table_evidence("reference", game, slot.key, slot.default) == slot.source
    for bet, limits in game.limits.items():
        assert limits_evidence("reference", game, bet, limits).assumed


def test_a_house_of_an_administrator_is_as_well_founded_as_reference():
    for key, assumed in (("insurance_max", False), ("failed_buy_ante", True)):
        switch = RUSSIAN.switch(key)
        source = evidence("palace", RUSSIAN, key, switch.default)
        assert source == replace(switch.source, origin=Origin.REFERENCE)
        assert source.assumed is assumed


def test_a_game_that_an_administrator_added_to_a_documented_house_is_assumed():
    assert evidence("viejas", RUSSIAN, "qualifier", "ace-king").assumed
    assert evidence("viejas", RUSSIAN, "qualifier", "pair") is SET_BY_HOUSE


def test_pay_tables():
    trips = houses()["viejas"].games[UTH.key].tables["trips"][0]
    assert "viejas.com" in table_evidence("viejas", UTH, "trips", trips).text
    assert table_evidence("uk-guide", UTH, "trips", trips) is SET_BY_HOUSE
    usual = UTH.table("trips")
    assert table_evidence("viejas", UTH, "trips", usual.default) is SET_BY_HOUSE
    assert table_evidence("uk-guide", UTH, "trips", usual.default) == replace(
        usual.source, assumed=True, origin=Origin.REFERENCE
    )
    assert table_evidence("palace", UTH, "trips", PayTable(make_rows("flush 6"))) is SET_BY_HOUSE


def test_the_order_of_the_rows_is_nothing():
    slot = UTH.table("trips")
    turned = replace(slot.default, rows=slot.default.rows[::-1])
    assert table_evidence("reference", UTH, "trips", turned) == slot.source


def test_limits():
    limits = UTH.limits["ante"]
    assert limits_evidence("uk-guide", UTH, "ante", limits).origin is Origin.REFERENCE
    other = Limits(Decimal(1), Decimal(2), Decimal(1))
    assert limits_evidence("reference", UTH, "ante", other) is SET_BY_HOUSE
    assert limits_evidence("reference", UTH, "play", other) is SET_BY_HOUSE
