"""Verdicts come when a sitting is over, once, on the last answer of each item."""

import pytest

from tests.trainer.school.conftest import enrol, person
from tests.trainer.school.exams.conftest import DEVICE, after, item_at, right, wrong
from tests.trainer.school.papers.test_checking import alter
from trainer.models import Allowance, Deal, ExamVerdict
from trainer.school.exams import sitting as sittings
from trainer.school.exams.judging import NotOverError, judge_over, judge_sitting

pytestmark = pytest.mark.django_db


def save(sitting, position, answer, seconds):
    item = item_at(sitting, position)
    return sittings.save(sitting, item, answer(item), now=after(seconds=seconds), device=DEVICE)


def said():
    order = ExamVerdict.objects.order_by("answer__item__position", "pk")
    return list(order.values_list("answer__item__position", "answer__number", "right"))


def test_nothing_is_judged_before_the_end(sitting):
    save(sitting, 1, right, 5)
    with pytest.raises(NotOverError):
        judge_sitting(sitting, after(minutes=10, seconds=10))
    assert judge_over(sitting.exam, after(minutes=10)) == 0
    assert said() == []


def test_the_last_answer_of_each_item_is_judged_once(sitting):
    save(sitting, 1, wrong, 5)
    save(sitting, 1, right, 6)
    save(sitting, 3, right, 7)
    save(sitting, 3, wrong, 8)
    sittings.hand_in(sitting, now=after(seconds=9))
    for _ in range(2):
        judge_sitting(sitting, after(seconds=10))
    assert said() == [(1, 2, True), (3, 2, False)]
    verdict = ExamVerdict.objects.select_related("answer__item__deal__version", "version").last()
    assert [part.to_data() for part in verdict.value.parts] == verdict.parts
    assert sitting.judged_at == after(seconds=10)


def test_every_sitting_that_is_over_is_judged(exam, course, sitting):
    others = [enrol(course, person(f"person {n}")) for n in range(2)]
    two, three = (
        sittings.begin(exam, each, now=after(minutes=n), device=DEVICE)
        for n, each in enumerate(others, 1)
    )
    for each in (sitting, two, three):
        save(each, 2, right, 130)
    sittings.hand_in(three, now=after(minutes=3))
    assert judge_over(exam, after(minutes=10, seconds=30)) == 2
    assert judge_over(exam, after(minutes=10, seconds=30)) == 0
    assert judge_over(exam, after(minutes=30)) == 1
    assert len(said()) == 3


def test_more_time_after_the_end_brings_new_answers_and_their_verdicts(exam, enrolment, sitting):
    save(sitting, 1, wrong, 5)
    judge_over(exam, after(minutes=11))
    Allowance.objects.create(
        exam=exam, enrolment=enrolment, minutes=5, reason="fire", at=after(minutes=11)
    )
    save(sitting, 1, right, 12 * 60)
    save(sitting, 2, right, 12 * 60)
    judge_sitting(sitting, after(minutes=20))
    assert said() == [(1, 1, False), (1, 2, True), (2, 1, True)]


def test_a_deal_that_was_changed_keeps_nobody_waiting(sitting):
    save(sitting, 1, right, 5)
    save(sitting, 2, right, 5)
    alter(Deal, item_at(sitting, 1).deal_id, spec="{}")
    judge_over(sitting.exam, after(minutes=11))
    assert said() == [(2, 1, True)]
