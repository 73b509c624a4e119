"""What is documented of houses: whole, well-founded, and really different."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

import rules.houses
from rules.games import find_game, games
from rules.games.base import Limits, Origin, PayTable
from rules.games.changes import changes
from rules.games.documents import canonical_json, from_document, to_document
from rules.games.switches import clean_value
from rules.houses import houses
from rules.houses.base import NAME_SUFFIX, READ
from rules.messages import warnings

[FOLDER] = rules.houses.__path__
DOCUMENTED = [house for house in houses().values() if house.slug != "reference"]
GAMES = [(house, game) for house in houses().values() for game in house.games]
OTHERS = [(house, game) for house, game in GAMES if house.slug != "reference"]
IDS = [f"{house.slug}-{game}" for house, game in GAMES]


def told(documented):
    for part in (documented.switches, documented.tables, documented.limits):
        yield from part.values()


def test_every_module_is_registered_under_the_name_of_its_file():
    defining = {
        path.stem
        for path in Path(FOLDER).glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign) and node.target.id == "HOUSE"
    }
    assert {slug.replace("-", "_") for slug in houses()} == defining


def test_reference_comes_first_with_every_game_and_is_not_the_only_one():
    assert next(iter(houses())) == "reference"
    assert set(houses()["reference"].games) == set(games())
    assert len(DOCUMENTED) >= 3


@pytest.mark.parametrize("house", DOCUMENTED, ids=lambda house: house.slug)
def test_its_name_has_the_reading_date_in_every_language(house):
    assert set(house.name) == {code for code, _name in settings.LANGUAGES}
    for name in house.name.values():
        assert name.endswith(NAME_SUFFIX)
    assert READ in house.about
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", house.slug)
    assert house.games


@pytest.mark.parametrize(("house", "game"), OTHERS, ids=IDS[len(games()) :])
def test_every_documented_value_has_a_page_and_its_reading_date(house, game):
    for _value, source in told(house.games[game]):
        assert source.origin is Origin.PAGE
        assert not source.assumed
        assert re.match(r"[a-z.-]+\.[a-z]{2,}, ", source.text)
        assert source.text.endswith(f"ead {READ}.")


@pytest.mark.parametrize(("house", "game"), GAMES, ids=IDS)
def test_every_value_is_one_that_the_game_has(house, game):
    found, documented = find_game(game), house.games[game]
    for key, (value, _source) in documented.switches.items():
        assert clean_value(found.switch(key), value) == value
    for key, (table, _source) in documented.tables.items():
        assert isinstance(table, PayTable)
        assert table.otherwise is found.table(key).default.otherwise
    for key, (limits, _source) in documented.limits.items():
        assert isinstance(limits, Limits)
        assert found.bet(key)


@pytest.mark.parametrize(("house", "game"), GAMES, ids=IDS)
def test_its_rules_are_whole_and_read_back_as_they_were_written(house, game):
    found = find_game(game)
    ruleset = house.ruleset(found)
    default = found.default_ruleset()
    assert (ruleset.house, ruleset.game) == (house.slug, game)
    assert ruleset.switches.keys() == default.switches.keys()
    assert ruleset.tables.keys() == default.tables.keys()
    assert ruleset.limits.keys() == default.limits.keys()
    document = to_document(ruleset)
    assert from_document(document, house.slug, 0) == ruleset
    assert canonical_json(to_document(from_document(document, "", 0))) == canonical_json(document)


@pytest.mark.parametrize(("house", "game"), GAMES, ids=IDS)
def test_nothing_looks_odd_to_an_administrator(house, game):
    found = find_game(game)
    assert warnings(found, house.ruleset(found)) == []


@pytest.mark.parametrize(("house", "game"), OTHERS, ids=IDS[len(games()) :])
def test_it_differs_from_reference_by_what_is_documented_and_nothing_else(house, game):
    found, documented = find_game(game), house.games[game]
    ours, theirs = found.default_ruleset(), house.ruleset(found)
    assert changes(found, ours, theirs)
    undone = replace(
        theirs,
        switches={**theirs.switches, **{key: ours.switches[key] for key in documented.switches}},
        tables={**theirs.tables, **{key: ours.tables[key] for key in documented.tables}},
        limits={**theirs.limits, **{key: ours.limits[key] for key in documented.limits}},
    )
    assert changes(found, ours, undone) == []


def test_no_two_houses_have_the_same_rules():
    for game in games().values():
        rulesets = [
            canonical_json(to_document(house.ruleset(game)))
            for house in houses().values()
            if game.key in house.games
        ]
        assert len(set(rulesets)) == len(rulesets)


def test_a_house_has_no_rules_for_a_game_of_which_no_page_tells():
    with pytest.raises(KeyError):
        houses()["viejas"].ruleset(find_game("russian-poker"))
