"""What stands on the pages of rules; reads only."""

from datetime import datetime
from typing import Any

from rules import examples, versions
from rules.games import games
from rules.games.base import Game, Outcome, Ruleset
from rules.models import House, Version
from rules.rounds import rounds
from rules.rounds.base import Gets, Round
from rules.sheets import sheet


def houses_by_game(now: datetime) -> list[tuple[Game, list[tuple[House, int | None]]]]:
    """Every game with the active houses and the number of the version in force, if any."""
    numbers = versions.numbers_in_force(now)
    houses = list(House.objects.filter(active=True))
    return [
        (game, [(house, numbers.get((house.pk, game.key))) for house in houses])
        for game in games().values()
    ]


def rules_of(game: Game, version: Version) -> dict[str, Any]:
    """The context of the page of one *version*."""
    ruleset = version.ruleset
    played = rounds().get(game.key, Round(game.key))
    return {
        "version": version,
        "sheet": sheet(game, ruleset),
        "round": played,
        "bets": [game.bet(key) for key in played.bets],
        "lines": _lines(game, ruleset, played),
        "dealers": _dealers(ruleset, played),
        "kinds": examples.kinds(played.doubles),
        "categories": examples.categories_compared(),
        "suits": examples.suits_compared(),
        "straights": examples.straights(),
        "beyond_five": examples.beyond_five(played.board),
        "triples": examples.triples() if played.board else (),
    } | (_doubles(ruleset) if played.doubles else {})


def _lines(game: Game, ruleset: Ruleset, played: Round) -> list[dict[str, Any]]:
    """The settlement line by line; a cell is a bet with what it gets, None where none lies."""
    returned = {
        slot.bet for slot in game.tables if ruleset.tables[slot.key].otherwise is Outcome.PUSH
    }
    return [
        {
            "situation": situation,
            "cells": [
                {
                    "bet": game.bet(key),
                    "gets": situation.gets.get(key),
                    "or_push": situation.gets.get(key) is Gets.TABLE and key in returned,
                }
                for key in played.bets
            ],
        }
        for situation in played.situations
    ]


def _dealers(ruleset: Ruleset, played: Round) -> list[dict[str, Any]]:
    """Hands beside the edge of having game, each with the side on which it lies."""
    if played.qualifies is None:
        return []
    return [
        {"hand": hand, "has_game": played.qualifies(hand.rank, ruleset)}
        for hand in examples.dealer_hands(played.dealer_hands)
    ]


def _doubles(ruleset: Ruleset) -> dict[str, Any]:
    table = ruleset.tables["bet"]
    return {
        "doubles": examples.doubles(table),
        "drawn_doubles": examples.drawn_doubles(table),
        "no_doubles": examples.no_doubles(table),
    }
