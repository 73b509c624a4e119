"""What a lesson asks, as it is chosen, stored and dealt."""

from dataclasses import replace

import pytest

from rules.games import find_game
from rules.houses import houses
from trainer.drills import drills
from trainer.school.lessons.items import (
    Asked,
    Item,
    UnknownItemError,
    chosen,
    grouped,
    not_offered,
    offered,
    orders,
)

REFERENCE = houses()["reference"]
RULES = {key: REFERENCE.ruleset(find_game(key)) for key in REFERENCE.games}
ONE, TWO = Item("recall", "russian-poker", 1), Item("which-hand-wins", "texas-holdem", 2)


@pytest.mark.parametrize("item", [ONE, Item("recall", "russian-poker", 3, ("flush", "pair"))])
def test_stored_and_read_again(item):
    assert Item.from_data(item.to_data()) == item


@pytest.mark.parametrize(
    "key", ["", "recall", "recall/texas-holdem/1", "recall/russian-poker/4", "x/russian-poker/1"]
)
def test_what_there_is_not(key):
    with pytest.raises(UnknownItemError):
        Item.from_key(key)


def test_every_offer_is_known_by_its_key():
    found = [
        Item(drill.key, game.key, level)
        for game, some in offered(RULES)
        for drill in some
        for level in drill.levels
    ]
    assert {item.drill for item in found} == set(drills())
    assert [Item.from_key(item.key) for item in found] == found
    assert not_offered(found, RULES) == []


def test_a_house_without_the_game_offers_none_of_it():
    rules = {key: ruleset for key, ruleset in RULES.items() if key != "russian-poker"}
    assert not_offered([ONE, Item("recall", "russian-poker", 2), TWO], rules) == [ONE]


def test_the_questions_come_in_turn_with_what_they_want():
    items = [ONE, Item("recall", "russian-poker", 2, ("flush",))]
    found = orders(items, 5)
    assert [(order.level, order.want) for order in found] == [
        (1, ()),
        (2, ("flush",)),
        (1, ()),
        (2, ("flush",)),
        (1, ()),
    ]


def test_what_was_chosen_before_keeps_its_order_and_its_tags():
    before = [TWO, Item(ONE.drill, ONE.game, 1, ("flush",))]
    new = Item("name-the-hand", "russian-poker", 3)
    assert chosen([ONE.key, new.key, TWO.key], before) == [*before, new]
    assert chosen([ONE.key], before) == before[1:]
    assert chosen([], before) == []


def test_tags_that_are_chosen_take_the_place_of_those_before():
    before = [TWO, Item(ONE.drill, ONE.game, 1, ("flush",))]
    new = replace(ONE, want=("pair", "straight"))
    assert chosen([ONE.key, TWO.key], before, {ONE.key: {"straight", "pair"}}) == [TWO, new]
    assert chosen([ONE.key, TWO.key], before, {ONE.key: set()}) == [TWO, ONE]
    # Two kinds under one key, as a form cannot make them, stay apart while nothing changes.
    twice = [before[1], new]
    assert chosen([ONE.key], twice, {ONE.key: {"flush", "pair", "straight"}}) == twice
    assert chosen([ONE.key], twice, {ONE.key: {"pair"}}) == [replace(ONE, want=("pair",))]
    assert chosen([ONE.key], [], {ONE.key: {"pair"}}) == [replace(ONE, want=("pair",))]


def test_levels_of_one_drill_stand_together():
    items = [ONE, TWO, Item("recall", "russian-poker", 3)]
    assert grouped(items) == [
        Asked("recall", "russian-poker", (1, 3), ()),
        Asked("which-hand-wins", "texas-holdem", (2,), ()),
    ]
