"""`manage.py prove`: every claim is tried and the run is stored."""

from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from rules.engine import ENGINE_VERSION
from rules.games.base import SCHEMA
from rules.management.commands import prove
from rules.models import ProofRun
from rules.proof.base import Claim, Unit
from rules.proof.sources import REFERENCE

RIGHT = Claim("quads", "624", REFERENCE, lambda: 624, title="Four of a kind")
SHARE = Claim("edge", "12.5", REFERENCE, lambda: Fraction(1, 8), Unit.PERCENT, title="House edge")
WRONG = Claim("flushes", "5108", REFERENCE, lambda: 5107, title="Flushes")


@pytest.fixture
def run(db, monkeypatch):
    """`run(claims…)`: what the command prints, line by line, and its exit status."""

    def run(*claims):
        monkeypatch.setattr(prove, "claims", lambda: claims)
        out, status = StringIO(), 0
        try:
            call_command("prove", stdout=out)
        except SystemExit as left:
            status = left.code
        return out.getvalue().splitlines(), status

    return run


def test_agreement(run):
    [line], status = run(RIGHT, SHARE)
    assert line.startswith("2 figures agree, 0 differ (")
    assert status == 0
    stored = ProofRun.objects.get()
    assert (stored.engine, stored.schema) == (ENGINE_VERSION, SCHEMA)
    assert stored.results == {
        "quads": {"expected": "624", "found": "624", "agrees": True},
        "edge": {"expected": "12.5", "found": "1/8", "agrees": True},
    }


def test_a_difference_is_named_stored_and_fails(run):
    lines, status = run(RIGHT, WRONG)
    assert lines[0] == "flushes: 5108 count expected, 5107 found"
    assert lines[1].startswith("1 figures agree, 1 differ (")
    assert status == 1
    stored = ProofRun.objects.get().results["flushes"]
    assert stored == {"expected": "5108", "found": "5107", "agrees": False}


def test_every_run_is_kept(run):
    run(RIGHT)
    run(RIGHT)
    first, second = ProofRun.objects.all()
    assert first.ran_at < second.ran_at


def test_it_tries_what_is_claimed():
    from rules.proof import claims

    assert prove.claims is claims
