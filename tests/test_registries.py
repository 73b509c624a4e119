"""A game or a drill is registered by being there."""

import ast
import re
from pathlib import Path

import pytest

import rules.games
import trainer.drills
from rules.games import UnknownGameError, find_game, games
from trainer.drills import UnknownDrillError, drills, find_drill


def defining(package, name):
    """File names, without .py, of the modules that assign *name* at their top level."""
    [folder] = package.__path__
    return {
        path.stem
        for path in Path(folder).glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id == name
    }


@pytest.mark.parametrize(
    ("package", "name", "found"), [(rules.games, "GAME", games), (trainer.drills, "DRILL", drills)]
)
def test_every_module_is_registered_under_the_name_of_its_file(package, name, found):
    assert {key.replace("-", "_") for key in found()} == defining(package, name)


def test_the_menu_order_leaves_no_tie():
    for registry in (games(), drills()):
        assert len({entry.order for entry in registry.values()}) == len(registry)


def test_the_first_games_and_drills_are_there():
    assert {"russian-poker", "texas-holdem"} <= set(games())
    assert {"which-hand-wins", "what-the-bonus-pays"} <= set(drills())


def test_an_unknown_key_is_quoted():
    with pytest.raises(UnknownGameError, match="'whist'"):
        find_game("whist")
    with pytest.raises(UnknownDrillError, match="'shuffle'"):
        find_drill("shuffle")


def test_every_drill_is_played_with_games_that_exist():
    for drill in drills().values():
        assert drill.games
        assert set(drill.games) <= set(games())


def test_keys_serve_as_part_of_a_url():
    for key in [*games(), *drills()]:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)


def test_names_and_skills_are_not_empty():
    for entry in [*games().values(), *drills().values()]:
        assert entry.name
        assert entry.summary
    for drill in drills().values():
        assert drill.skills
        assert all(drill.skills.values())
