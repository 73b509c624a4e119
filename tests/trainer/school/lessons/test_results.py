"""A lesson's answers against its goal."""

import json

import pytest

from trainer.drills.base import ErrorCode
from trainer.school.lessons.results import Given, Goal, Lack, Result, judge
from trainer.school.passing import Ability

GOAL = Goal(accuracy=90, critical=0, pace=100)


def part(right=True, code=None, kind="money", name="ante"):
    return {"name": name, "right": right, "code": code, "expected": {"kind": kind}}


def given(*parts, busy_ms=5000, target_ms=10_000, drill="settle-the-box"):
    return Given(drill, all(p["right"] for p in parts), parts, busy_ms, target_ms)


RIGHT = given(part())


@pytest.mark.parametrize(
    ("answers", "lacks"),
    [
        ([RIGHT] * 10, []),
        ([RIGHT] * 9 + [given(part(False, "arithmetic"))], []),
        ([RIGHT] * 8 + [given(part(False, "arithmetic"))] * 2, [Lack.ACCURACY]),
        ([RIGHT] * 9 + [given(part(False, "took-winner"))], [Lack.CRITICAL]),
        ([RIGHT] * 9, [Lack.ANSWERS]),
        ([], [Lack.ANSWERS]),
        ([given(part(), busy_ms=10_001)] * 10, [Lack.PACE]),
        ([given(part(), busy_ms=10_000)] * 10, []),
        # The median: five of ten may be slower.
        ([RIGHT] * 6 + [given(part(), busy_ms=90_000)] * 4, []),
        # Nobody counted the seconds.
        ([given(part(), busy_ms=90_000, target_ms=None)] * 10, []),
    ],
)
def test_what_is_lacking(answers, lacks):
    found = judge(GOAL, 10, answers)
    assert (found.lacks, found.passed) == (lacks, not lacks)


def test_every_ability_has_to_reach_the_goal_by_itself():
    hand = given(part(kind="hand", name="hand"), drill="name-the-hand")
    missed = given(part(False, "misread-hand", "hand", "hand"), drill="name-the-hand")
    found = judge(GOAL, 22, [RIGHT] * 20 + [hand, missed])
    # Over all 95 % are right.
    assert found.too_low == [Ability.HANDS]
    assert {each: share.percent for each, share in found.abilities.items()} == {
        Ability.HANDS: 50,
        Ability.SETTLEMENT: 100,
    }


def test_of_a_box_each_wager_counts():
    parts = [part(), part(False, ErrorCode.PAID_LOSER.value), part(), part()]
    found = judge(Goal(75, 1), 1, [given(*parts)])
    assert (found.right, found.critical, found.passed) == (0, 1, True)
    assert found.abilities[Ability.SETTLEMENT].percent == 75


@pytest.mark.parametrize("code", ["paid-loser", "took-winner", "wrong-table"])
def test_critical_errors_are_those_three(code):
    assert judge(GOAL, 1, [given(part(False, code))]).critical == 1
    assert judge(GOAL, 1, [given(part(False, "pushed-winner"))]).critical == 0


def test_nearly_all_right_is_not_all_right():
    answers = [RIGHT] * 199 + [given(part(False, "other"))]
    found = judge(Goal(100, 0), 200, answers)
    assert found.abilities[Ability.SETTLEMENT].percent == 99
    assert not found.passed


def test_what_is_late_does_not_reach_the_goal():
    assert judge(GOAL, 1, [RIGHT], late=True).lacks == [Lack.LATE]


@pytest.mark.parametrize("answers", [[], [RIGHT, given(part(False, "took-winner"))]])
def test_a_result_is_the_same_after_it_was_stored(answers):
    found = judge(GOAL, 2, answers)
    assert Result.from_data(json.loads(json.dumps(found.to_data()))) == found
