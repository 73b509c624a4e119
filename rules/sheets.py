"""What pages show of rules: a ruleset to read, and, in the admin, where a draft stands."""

from typing import Any

from django.utils import timezone

from rules import versions
from rules.games import UnknownGameError, find_game, games
from rules.games.base import Game, Ruleset
from rules.games.changes import changes
from rules.games.documents import DocumentError
from rules.games.switches import value_labels
from rules.messages import warnings
from rules.models import Draft, House, TamperedVersionError, Version

_UNREADABLE = (TamperedVersionError, DocumentError, UnknownGameError)


def live(house: House, game_key: str) -> Version | None:
    """The version in force now, None if there is none."""
    try:
        return versions.live_version(house, game_key, timezone.now())
    except versions.NoLiveVersionError:
        return None


def games_of(house: House) -> list[dict[str, Any]]:
    """Every game with the house's draft and its version in force, None where missing."""
    drafts = {draft.game: draft for draft in house.drafts.all()}
    return [
        {"game": game, "draft": drafts.get(game.key), "live": live(house, game.key)}
        for game in games().values()
    ]


def sheet(game: Game, ruleset: Ruleset) -> dict[str, Any]:
    """Switches with the words of their value, limits by bet, tables by slot.

    `usual` says that a switch or a table is as the game's file has it, so that the source
    named there holds.
    """
    switches = []
    for switch in game.switches:
        value = ruleset.switches.get(switch.key, "")
        words = value_labels(switch, value)
        switches.append({"switch": switch, "words": words, "usual": value == switch.default})
    bets = [bet for bet in game.bets if bet.key in ruleset.limits]
    slots = [slot for slot in game.tables if slot.key in ruleset.tables]
    return {
        "switches": switches,
        "limits": [{"bet": bet, "limits": ruleset.limits[bet.key]} for bet in bets],
        "tables": [
            {"slot": slot, "table": table, "usual": table == slot.default}
            for slot, table in ((slot, ruleset.tables[slot.key]) for slot in slots)
        ],
    }


def standing(draft: Draft) -> dict[str, Any]:
    """What is in force, what publishing would change, and what looks odd in the draft."""
    game, ruleset = find_game(draft.game), versions.draft_ruleset(draft)
    in_force = live(draft.house, draft.game)
    context = {
        "live": in_force,
        "warnings": warnings(game, ruleset),
        "differs": versions.draft_differs(draft),
        "overtaken": versions.overtaken_versions(draft, timezone.now()),
        "sheet": sheet(game, ruleset),
    }
    if in_force is not None:
        try:
            context["changes"] = changes(game, in_force.ruleset, ruleset)
        except _UNREADABLE as error:
            context["unreadable"] = str(error)
    return context


def published(version: Version) -> dict[str, Any]:
    """The version as a sheet and what it changed, or why it cannot be read."""
    before = Version.objects.filter(
        house=version.house, game=version.game, number=version.number - 1
    ).first()
    try:
        game = find_game(version.game)
        context: dict[str, Any] = {"sheet": sheet(game, version.ruleset)}
        if before is not None:
            context["before"] = before
            context["changes"] = changes(game, before.ruleset, version.ruleset)
    except _UNREADABLE as error:
        return {"unreadable": str(error)}
    return context
