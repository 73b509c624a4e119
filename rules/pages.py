"""What stands on the pages of rules; reads only."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from rules import examples, versions
from rules.engine.combinations import DupStraight
from rules.games import games, settle
from rules.games.base import Game, Ruleset
from rules.games.switches import is_on
from rules.houses import REFERENCE
from rules.models import Draft, House, Version
from rules.rounds import courses
from rules.rounds.base import Course, Example, least_stake
from rules.rounds.matrix import Cell, Matrix, matrix
from rules.sheets import sheet


def houses_by_game(now: datetime) -> list[tuple[Game, list[tuple[House, int | None]]]]:
    """Every game with its active houses, Reference first, and the version in force, if any.

    A house has a game once there is a version or a draft of it.
    """
    numbers = versions.numbers_in_force(now)
    drafts = set(Draft.objects.values_list("house_id", "game"))
    houses = sorted(
        House.objects.filter(active=True), key=lambda house: house.slug != REFERENCE.slug
    )
    return [
        (
            game,
            [
                (house, numbers.get((house.pk, game.key)))
                for house in houses
                if (house.pk, game.key) in numbers.keys() | drafts
            ],
        )
        for game in games().values()
    ]


def rules_of(game: Game, version: Version) -> dict[str, Any]:
    """The context of the page of one *version*.

    `rules` are the values of its switches and `said` their entries of the sheet, by key.
    """
    ruleset = version.ruleset
    course = courses().get(game.key, Course(game.key))
    shown = sheet(game, ruleset)
    said = {entry["switch"].key: entry for entry in shown["switches"]}
    return {
        "version": version,
        "sheet": shown,
        "rules": ruleset.switches,
        "said": said,
        "course": course,
        **_who_pays_what(game, ruleset, matrix(course, ruleset), said),
        "dealers": _dealers(ruleset, course),
        "kinds": examples.kinds(course.doubles),
        "categories": examples.categories_compared(),
        "suits": examples.suits_compared(),
        "straights": examples.straights(),
        "beyond_five": examples.beyond_five(course.board),
        "triples": examples.triples() if course.board else (),
    } | (_doubles(ruleset) if course.doubles and is_on(ruleset, "double_combination") else {})


def _who_pays_what(
    game: Game, ruleset: Ruleset, table: Matrix, said: dict[str, Any]
) -> dict[str, Any]:
    """The table line by line; `by_house` are the switches that stand behind some cell of it."""
    lines = [
        {
            "situation": line.situation,
            "cells": [{"bet": game.bet(key), "cell": line.cells.get(key)} for key in table.bets],
            "examples": [_played(game, example, ruleset) for example in line.situation.examples],
        }
        for line in table.lines
    ]
    return {
        "bets": [game.bet(key) for key in table.bets],
        "order": [game.bet(key) for key in _order(ruleset) if key in table.bets],
        "lines": lines,
        "listing_matters": any(len(cell.gets) > 1 for cell in _cells(table)),
        "by_house": [said[key] for key in table.switches],
    }


def _order(ruleset: Ruleset) -> list[str]:
    """The bets in the order in which the dealer settles a box."""
    return ruleset.switches.get("order_in_box", "").split(", ")


def _cells(table: Matrix) -> Iterator[Cell]:
    return (cell for line in table.lines for cell in line.cells.values())


def _played(game: Game, example: Example, ruleset: Ruleset) -> dict[str, Any]:
    """An example with cards: what was held, and what every bet and price got."""
    settlement = settle(example.round, example.bets, ruleset)
    return {
        "round": example.round,
        "settlement": settlement,
        "wagers": [{"bet": game.bet(wager.bet), "settled": wager} for wager in settlement.wagers],
    }


def _dealers(ruleset: Ruleset, course: Course) -> list[dict[str, Any]]:
    """Hands beside the edge of having game, each with the side on which it lies."""
    if course.qualifies is None:
        return []
    return [
        {"hand": hand, "has_game": course.qualifies(hand.rank, ruleset)}
        for hand in examples.dealer_hands(course.edge(ruleset))
    ]


def _doubles(ruleset: Ruleset) -> dict[str, Any]:
    bet = examples.BetRules(
        table=ruleset.tables["bet"],
        dup_straight=DupStraight(ruleset.switches["dup_straight"]),
        stake=least_stake("ante", ruleset) * int(ruleset.switches["bet_multiple"]),
    )
    return {
        "doubles": examples.doubles(bet),
        "drawn_doubles": examples.drawn_doubles(bet),
        "no_doubles": examples.no_doubles(bet),
    }
