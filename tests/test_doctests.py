"""The examples in the docstrings of the pure packages are true."""

import doctest
import importlib
import pkgutil

import pytest

PACKAGES = ("rules.engine", "rules.games", "trainer.drills")
# What reads, ranks or compares text forms shows it by an example.
SHOWN = ("best", "cards", "compare", "jokers", "lowball", "ranking", "variants")
WITH_EXAMPLES = [f"rules.engine.{name}" for name in SHOWN]


def modules():
    for name in PACKAGES:
        path = importlib.import_module(name).__path__
        yield from (info.name for info in pkgutil.walk_packages(path, prefix=f"{name}."))


@pytest.mark.parametrize("name", sorted(modules()))
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_engine_shows_how_it_is_used(name):
    assert doctest.testmod(importlib.import_module(name)).attempted > 0
