"""Skills, games and money of the latest answers."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from tests.trainer.practice.record.bulk import give_answers
from tests.trainer.practice.record.conftest import NOW
from trainer.models import Answer, Learner
from trainer.practice.record import latest
from trainer.practice.record.judged import LEARNER
from trainer.practice.record.latest import Given


def answer(drill="what-it-pays", *, right=True, slow=False, tags=(), deltas=(0,), kind="money"):
    parts = [{"expected": {"kind": kind}, "delta": str(delta)} for delta in deltas]
    at = datetime(2100, 6, 2, tzinfo=UTC)
    return Given(1, drill, "russian-poker", right, slow, 4000, at, parts, frozenset(tags))


def test_the_weakest_skill_comes_first_and_one_with_too_few_answers_last():
    good, bad = answer(tags=["good"]), answer(right=False, tags=["bad", "few"])
    slow = answer(slow=True, tags=["slow"])
    given = [good] * 5 + [bad] * 4 + [answer(tags=["bad"])] + [slow] * 3 + [good] * 2
    found = [
        (skill.tag, share.quick_percent, share.missing) for skill, share in latest.skills(given)
    ]
    assert found == [("bad", 20, 0), ("good", 100, 0), ("few", None, 1), ("slow", None, 2)]


def test_money_is_apart_for_guest_and_house_and_of_drills_that_ask_for_it():
    given = [
        answer(right=False, deltas=[Fraction(15, 2), -5]),
        answer(right=False, deltas=[Fraction(1, 3)]),
        *[answer()] * 6,
        *[answer("name-the-hand", kind="hand")] * 10,
    ]
    risk = latest.risk(given)
    assert (risk.hands, risk.missing) == (8, 0)
    assert risk.to_guest == Fraction(47, 6)
    assert risk.guest_per_100 == Decimal("97.92")
    assert risk.house_per_100 == Decimal("62.5")


def test_a_drill_without_money_answers_counts_once_a_mistake_has_cost_something():
    given = [answer("two-combinations", kind="cards", deltas=[40], right=False)]
    given += [answer("two-combinations", kind="cards")] * 3
    assert latest.risk(given).hands == 4
    assert latest.risk(given[1:]).hands == 0
    assert latest.risk([]).missing == 5


def test_a_game_is_judged_by_its_latest_answers():
    given = [answer()] * latest.OF_A_GAME + [answer(right=False)] * 50
    assert latest.games(given)["russian-poker"].quick_percent == 100


@pytest.mark.django_db
def test_only_the_latest_are_read_and_by_one_query(
    reference, deals, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(latest, "LATEST", 12)
    learner = Learner.objects.create()
    give_answers(learner, reference, 20, NOW, deals=deals)
    with django_assert_num_queries(1):
        given = latest.latest({LEARNER: learner.pk})
    assert len(given) == 12
    times = [each.received_at for each in given]
    assert times == sorted(Answer.objects.values_list("received_at", flat=True))[:-13:-1]
    assert all(each.tags for each in given)
