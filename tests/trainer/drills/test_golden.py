"""The same seed deals the same cards, on every machine and while `generator` stays the same."""

import hashlib
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from rules.games.documents import from_document
from tests.trainer.drills.cast import EVERYTHING, WINS, deals, name
from trainer.drills.base import Deal, spec_hash, spec_json
from trainer.drills.stream import Stream

BASE_DIR = Path(__file__).parents[3]
# Rulesets as documents, so that a change of Reference's tables does not change these deals.
GOLDEN = json.loads((BASE_DIR / "tests/data/golden_deals.json").read_text(encoding="utf-8"))
DEALS = 40


@cache
def ruleset(game):
    return from_document(GOLDEN["rulesets"][game], "golden", 1)


@cache
def golden(drill, game, level):
    return list(deals(drill, game, level, DEALS, "golden", ruleset(game)))


def fingerprint(drill, game, level):
    """SHA-256 over the specs of the first deals."""
    found = hashlib.sha256()
    for deal in golden(drill, game, level):
        found.update(spec_hash(deal.to_spec()).encode())
    return found.hexdigest()


def fingerprints():
    return {
        f"{d.key} {game} {level}": fingerprint(d, game, level) for d, game, level in EVERYTHING
    }


def test_the_frozen_deals_are_those_of_this_generator():
    assert {drill.key: drill.generator for drill, _, _ in EVERYTHING} == GOLDEN["generators"]


@pytest.mark.parametrize(("drill", "game", "level"), EVERYTHING, ids=name)
def test_deals_do_not_change(drill, game, level):
    assert fingerprint(drill, game, level) == GOLDEN["deals"][f"{drill.key} {game} {level}"]


def test_deals_do_not_depend_on_the_order_of_sets():
    code = (
        "import json; from tests.trainer.drills.test_golden import fingerprints;"
        "print(json.dumps(fingerprints()))"
    )
    again = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BASE_DIR,
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(again.stdout) == GOLDEN["deals"]


@pytest.mark.parametrize(("drill", "game", "level"), EVERYTHING, ids=name)
def test_a_stored_deal_is_read_back(drill, game, level):
    for deal in golden(drill, game, level)[:20]:
        again = Deal.from_spec(json.loads(spec_json(deal.to_spec())))
        assert again == deal
        assert drill.expected(again, ruleset(game)) == drill.expected(deal, ruleset(game))


@pytest.mark.parametrize(("drill", "game", "level"), EVERYTHING, ids=name)
def test_what_is_shown_tells_nothing_of_stratum_and_tags(drill, game, level):
    for deal in golden(drill, game, level)[:20]:
        shown = json.dumps(deal.to_spec()["shown"])
        assert (
            {"groups", "wagers"} <= set(deal.to_spec()["shown"]) <= {"groups", "wagers", "facts"}
        )
        assert not any(f'"{word}"' in shown for word in (*deal.tags, deal.stratum))


def test_seed_and_purpose_make_another_deal():
    rules_ = ruleset("texas-holdem")
    first = WINS.deal(Stream(bytes(32), "deal"), rules_, 2)
    assert WINS.deal(Stream(bytes(32), "deal"), rules_, 2) == first
    assert WINS.deal(Stream(bytes(32), "other"), rules_, 2) != first
    assert WINS.deal(Stream(b"\1" * 32, "deal"), rules_, 2) != first
