"""Values with the best play: begun once, kept for good, and never waited for."""

import threading
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import IntegrityError
from django.utils import timezone

from rules import best_play
from rules.analysis import edges
from rules.analysis.payoffs import OddsTooFineError
from rules.analysis.values import RowValue
from rules.best_play import PATIENCE, Pending, played
from rules.games import find_game
from rules.models import EdgeResult, EdgeWork

pytestmark = pytest.mark.django_db

ULTIMATE = find_game("ultimate-texas-holdem").default_ruleset()


@pytest.fixture
def solved(monkeypatch):
    """A solution that costs nothing; gives the rulesets that it was asked for."""
    asked = []

    def solve(ruleset, *, with_rows):
        asked.append(ruleset)
        row = ruleset.tables["blind"].rows[0]
        rows = (RowValue("blind", row, 1, 8, Fraction(501, 8), Fraction(1, 3)),)
        return edges.PlayValue("blind", Fraction(1, 50), Fraction(4), rows, None)

    monkeypatch.setattr(edges, "play_value", solve)
    return asked


def broken(error):
    def solve(ruleset, *, with_rows):
        raise error

    return solve


def long_ago():
    EdgeWork.objects.update(started_at=timezone.now() - PATIENCE - timedelta(seconds=1))


def test_nobody_waits_and_the_value_is_kept(computations, solved):
    assert played(ULTIMATE) is Pending.COMPUTING
    assert solved == []
    computations.pop()()
    value = played(ULTIMATE)
    assert (value.edge, value.average_stake, value.total) == (Fraction(1, 50), 4, 8)
    assert value.element_of_risk == Fraction(1, 200)
    assert value.rows == {"royal-flush": best_play.Row(Fraction(1, 8), Fraction(1, 3))}
    assert (len(solved), computations, EdgeWork.objects.count()) == (1, [], 0)


def test_the_real_value_of_casino_holdem(computations):
    ruleset = find_game("casino-holdem").default_ruleset()
    played(ruleset)
    computations.pop()()
    value, exact = played(ruleset), edges.play_value(ruleset, with_rows=True)
    assert value.edge == exact.edge
    assert value.element_of_risk == exact.element_of_risk
    assert value.total == exact.rows[0].total
    assert value.rows == {
        row.row.key: best_play.Row(row.hit_rate, row.share) for row in exact.rows
    }


def test_the_order_in_which_rows_are_typed_does_not_matter(computations, solved):
    played(ULTIMATE)
    computations.pop()()
    blind = ULTIMATE.tables["blind"]
    other_way = replace(blind, rows=blind.rows[::-1])
    turned = replace(ULTIMATE, tables={**ULTIMATE.tables, "blind": other_way})
    assert played(turned) == played(ULTIMATE)


def test_what_is_being_computed_is_not_begun_again(computations, solved):
    played(ULTIMATE)
    assert played(ULTIMATE) is Pending.COMPUTING
    assert len(computations) == 1


def test_a_process_computes_one_thing_at_a_time(computations, solved):
    casino = find_game("casino-holdem").default_ruleset()
    played(ULTIMATE)
    assert played(casino) is Pending.COMPUTING
    assert len(computations) == EdgeWork.objects.count() == 1
    computations.pop()()
    assert played(casino) is Pending.COMPUTING
    assert len(computations) == 1


def test_what_another_process_computes_is_left_to_it(computations, solved):
    key = edges.content_key(ULTIMATE)
    EdgeWork.objects.create(key=key, started_at=timezone.now())
    assert played(ULTIMATE) is Pending.COMPUTING
    assert computations == []


def test_a_computation_that_died_is_begun_again(computations, solved):
    EdgeWork.objects.create(key=edges.content_key(ULTIMATE), started_at=timezone.now())
    long_ago()
    assert played(ULTIMATE) is Pending.COMPUTING
    assert len(computations) == 1
    computations.pop()()
    assert played(ULTIMATE).edge == Fraction(1, 50)


def test_two_processes_that_find_one_dead_begin_it_once(computations, solved, monkeypatch):
    EdgeWork.objects.create(key=edges.content_key(ULTIMATE), started_at=timezone.now())
    long_ago()
    key = edges.content_key(ULTIMATE)
    assert best_play._claim(key)
    assert not best_play._claim(key)


def test_a_failure_is_said_and_tried_again(computations, monkeypatch, caplog):
    monkeypatch.setattr(edges, "play_value", broken(ZeroDivisionError()))
    played(ULTIMATE)
    computations.pop()()
    assert played(ULTIMATE) is Pending.FAILED
    assert "ZeroDivisionError" in caplog.text
    assert computations == []
    long_ago()
    assert played(ULTIMATE) is Pending.COMPUTING
    assert len(computations) == 1
    assert EdgeWork.objects.get().failure == ""


def test_odds_that_are_too_fine_stay_so(computations, monkeypatch):
    monkeypatch.setattr(edges, "play_value", broken(OddsTooFineError()))
    played(ULTIMATE)
    computations.pop()()
    long_ago()
    assert played(ULTIMATE) is Pending.TOO_FINE
    assert computations == []


def test_a_result_is_written_once(computations, solved):
    played(ULTIMATE)
    work = computations.pop()
    EdgeResult.objects.create(
        key=edges.content_key(ULTIMATE),
        value={"edge": "1/3", "average_stake": "4", "total": "8", "rows": {}},
        computed_at=timezone.now(),
        took_ms=1,
    )
    work()
    result = EdgeResult.objects.get()
    assert result.value["edge"] == "1/3"
    with pytest.raises(IntegrityError):
        result.save()


def test_what_was_given_up_is_forgotten_after_a_day(computations, solved):
    EdgeWork.objects.create(key="x" * 64, started_at=timezone.now() - timedelta(days=2))
    played(ULTIMATE)
    assert EdgeWork.objects.get().key == edges.content_key(ULTIMATE)


@pytest.mark.django_db(transaction=True)
def test_the_work_is_done_by_a_thread_of_its_own(monkeypatch, computations, solved):
    monkeypatch.undo()
    threads = []
    monkeypatch.setattr(edges, "play_value", lambda ruleset, with_rows: found(threads))
    assert played(ULTIMATE) is Pending.COMPUTING
    for thread in threading.enumerate():
        if thread.name == "best play":
            thread.join()
    assert played(ULTIMATE).edge == Fraction(1, 50)
    assert threads == ["best play"]


def found(threads):
    threads.append(threading.current_thread().name)
    return edges.PlayValue("blind", Fraction(1, 50), Fraction(4), (), None)
