"""What pages show of rules: a ruleset to read, and, in the admin, where a draft stands."""

from typing import Any, Final

from django.utils import timezone

from rules import versions
from rules.doubts import Tables, doubts
from rules.games import UnknownGameError, find_game, games
from rules.games.base import Game, Ruleset
from rules.games.changes import changes
from rules.games.documents import DocumentError
from rules.games.switches import value_labels
from rules.houses import evidence, limits_evidence, table_evidence
from rules.models import Draft, House, TamperedVersionError, Version
from rules.worth import edge_changes, worths

_IDLE_UNDER: Final = {
    "trips_on_fold": ("trips_needs_win", "yes"),
    "dup_straight": ("double_combination", "off"),
    **dict.fromkeys(
        (
            *("insurance_min_category", "insurance_min", "insurance_max"),
            *("insurance_on_loss", "insurance_on_tie", "insured_may_buy"),
        ),
        ("insurance", "off"),
    ),
    **dict.fromkeys(
        ("buy_game_card", "redraw_same_rank", "forgo_ante", "failed_buy_ante"),
        ("buy_game", "off"),
    ),
}
"""Switches that decide nothing where another one has the value beside it."""

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

    `source` is what stands behind the value at this house, `usual` says that it is Reference's,
    `idle` that it decides nothing, as other switches stand.
    """
    house = ruleset.house
    switches = []
    for switch in game.switches:
        value = ruleset.switches.get(switch.key, "")
        switches.append(
            {
                "switch": switch,
                "words": value_labels(switch, value),
                "usual": value == switch.default,
                "source": evidence(house, game, switch.key, value),
                "idle": _is_idle(switch.key, ruleset),
            }
        )
    limits = [(bet, ruleset.limits[bet.key]) for bet in game.bets if bet.key in ruleset.limits]
    tables = [
        (slot, ruleset.tables[slot.key]) for slot in game.tables if slot.key in ruleset.tables
    ]
    return {
        "switches": switches,
        "limits": [
            {
                "bet": bet,
                "limits": between,
                "source": limits_evidence(house, game, bet.key, between),
            }
            for bet, between in limits
        ],
        "tables": [
            {
                "slot": slot,
                "table": table,
                "usual": table == slot.default,
                "source": table_evidence(house, game, slot.key, table),
            }
            for slot, table in tables
        ],
    }


def _is_idle(key: str, ruleset: Ruleset) -> bool:
    other, value = _IDLE_UNDER.get(key, ("", ""))
    return key in _IDLE_UNDER and ruleset.switches.get(other) == value


def readable(version: Version) -> Ruleset | None:
    """Its rules, None if this program cannot read them."""
    try:
        return version.ruleset
    except _UNREADABLE:
        return None


def other_tables(house: House, game: Game) -> Tables:
    """The pay tables that are in force at other houses."""
    live = versions.live_versions(game.key, timezone.now())
    found = [readable(version) for version in live if version.house_id != house.pk]
    rulesets = [ruleset for ruleset in found if ruleset is not None]
    return {
        slot.key: [ruleset.tables[slot.key] for ruleset in rulesets if slot.key in ruleset.tables]
        for slot in game.tables
    }


def warnings(house: House, game: Game, ruleset: Ruleset) -> list[str]:
    """What looks odd in *ruleset*, with a look at other houses and at what its bets are worth."""
    found = doubts(game, ruleset, other_tables(house, game), worths(game, ruleset))
    return list(dict.fromkeys(text for texts in found.values() for text in texts))


def history(draft: Draft, most: int = 10) -> list[dict[str, Any]]:
    """The newest versions of the house for the game, each with the number of its `changes`:
    None of the first one and of what cannot be read."""
    game = find_game(draft.game)
    found = Version.objects.filter(house=draft.house, game=draft.game).order_by("-number")
    newest = list(found.select_related("house", "published_by")[: most + 1])
    rulesets = {version.number: readable(version) for version in newest}
    listed = []
    for version in newest[:most]:
        before, after = rulesets.get(version.number - 1), rulesets[version.number]
        known = before is not None and after is not None
        listed.append(
            {
                "version": version,
                "changes": len(changes(game, before, after)) if known else None,
            }
        )
    return listed


def edges(game: Game, before: Ruleset, after: Ruleset) -> dict[str, Any]:
    """How what bets are worth would change; `computing` if some of it is still to come."""
    found = edge_changes(game, before, after)
    waiting = any(one.before.computing or one.after.computing for one in found)
    return {"edges": found, "computing": waiting}


def standing(draft: Draft) -> dict[str, Any]:
    """What is in force, and what publishing would change."""
    game, ruleset = find_game(draft.game), versions.draft_ruleset(draft)
    in_force = live(draft.house, draft.game)
    context = {
        "live": in_force,
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


def to_publish(draft: Draft) -> dict[str, Any]:
    """`standing`, with what looks odd and how the edges would change."""
    game, ruleset = find_game(draft.game), versions.draft_ruleset(draft)
    context = standing(draft)
    context["warnings"] = warnings(draft.house, game, ruleset)
    in_force = context["live"] and readable(context["live"])
    if in_force is not None:
        context |= edges(game, in_force, ruleset)
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


def against(version: Version, newest: Version) -> dict[str, Any]:
    """What publishing *version* again would change against the *newest* one."""
    game = find_game(version.game)
    try:
        context: dict[str, Any] = {"sheet": sheet(game, version.ruleset), "newest": newest}
        context["changes"] = changes(game, newest.ruleset, version.ruleset)
        context["warnings"] = warnings(version.house, game, version.ruleset)
        context |= edges(game, newest.ruleset, version.ruleset)
    except _UNREADABLE as error:
        return {"unreadable": str(error), "newest": newest}
    return context
