"""Requests that really arrive at once, on SQLite and on PostgreSQL."""

from itertools import pairwise

import pytest

from tests.trainer.races import at_once
from tests.trainer.school.exams.conftest import DEVICE, after, item_at, right, wrong
from trainer.models import ExamAnswer, ExamEvent, ExamSitting, ExamVerdict, Paper
from trainer.school.exams import sitting as sittings
from trainer.school.exams.judging import judge_sitting

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6


@pytest.fixture
def sitting(transactional_db, shared_database, sitting):
    return sitting


@pytest.mark.parametrize("one_paper", [True, False])
def test_clicks_at_once_begin_one_sitting(shared_database, exam, enrolment, one_paper):
    exam.one_paper = one_paper
    exam.save()
    papers = Paper.objects.count()

    def begin():
        return sittings.begin(exam, enrolment, now=after(minutes=1), device=DEVICE).pk

    assert len(set(at_once([begin] * AT_ONCE))) == 1
    assert ExamSitting.objects.count() == 1
    assert ExamEvent.objects.count() == 1
    assert Paper.objects.count() == papers + (not one_paper)


def test_the_same_answer_at_once_is_stored_once(sitting):
    item, given = item_at(sitting, 1), right(item_at(sitting, 1))
    sittings.show(sitting, item, now=after(seconds=1))

    def save():
        return sittings.save(sitting, item, given, now=after(seconds=5), device=DEVICE).number

    assert at_once([save] * AT_ONCE) == [1] * AT_ONCE
    assert ExamAnswer.objects.count() == 1


def test_answers_at_once_are_all_kept_under_their_own_numbers(sitting):
    item = item_at(sitting, 1)
    answers = [right(item), wrong(item)] * (AT_ONCE // 2)

    def save(given):
        return sittings.save(sitting, item, given, now=after(seconds=5), device=DEVICE).number

    at_once([lambda given=given: save(given) for given in answers])
    stored = ExamAnswer.objects.order_by("number").values_list("number", "given")
    numbers, given = zip(*stored, strict=True)
    assert numbers == tuple(range(1, len(numbers) + 1))
    assert all(one != other for one, other in pairwise(given))


def test_an_answer_and_the_hand_in_at_once_leave_no_answer_unjudged(sitting):
    item = item_at(sitting, 1)
    sittings.show(sitting, item, now=after(seconds=1))

    def save():
        try:
            sittings.save(sitting, item, right(item), now=after(seconds=5), device=DEVICE)
        except sittings.HandedInError:
            return False
        return True

    def finish():
        judge_sitting(sittings.hand_in(sitting, now=after(seconds=5)), after(seconds=5))

    saved, _ = at_once([save, finish])
    assert ExamVerdict.objects.count() == ExamAnswer.objects.count() == saved
