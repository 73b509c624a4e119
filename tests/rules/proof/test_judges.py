"""The judges that the page names are there, and judge."""

from pathlib import Path

import pytest

from rules.proof.judges import JUDGES

BASE_DIR = Path(__file__).parents[3]


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_where_it_judges(judge):
    for name in judge.where:
        path = BASE_DIR / name
        assert path.exists()
        assert path.is_file() or any(path.iterdir())


@pytest.mark.parametrize("name", ["phevaluator", "PokerKit"])
def test_a_library_is_asked_where_the_page_says(name):
    judge = next(judge for judge in JUDGES if judge.name == name)
    for path in judge.where:
        source = (BASE_DIR / path).read_text(encoding="utf-8")
        assert f"import {name.lower()}" in source or f"from {name.lower()} " in source


def test_nothing_that_is_installed_needs_them():
    requirements = (BASE_DIR / "requirements.txt").read_text(encoding="utf-8").lower()
    assert "phevaluator" not in requirements
    assert "pokerkit" not in requirements
