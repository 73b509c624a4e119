"""Requests that really arrive at once, on SQLite and on PostgreSQL."""

from itertools import pairwise
from threading import Event
from time import sleep
from uuid import uuid4

import pytest
from django.db import connection

from tests.trainer.races import at_once
from tests.trainer.school.conftest import enrol, person
from tests.trainer.school.exams.conftest import DEVICE, after, item_at, right, wrong
from trainer.models import (
    Allowance,
    AllowanceTakenBack,
    Course,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
    ExamVerdict,
    Paper,
)
from trainer.school.exams import managing
from trainer.school.exams import sitting as sittings
from trainer.school.exams.judging import judge_sitting
from trainer.school.people import moving

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


def test_who_begins_and_who_moves_them_do_not_lock_each_other_out(
    shared_database, exam, enrolment, course, monkeypatch
):
    """One holds the person and is about to hold the course for a paper, the other moves them.

    Each would wait for the other without an end on PostgreSQL; SQLite lets one write at a time.
    """
    exam.one_paper = False
    exam.save()
    other = Course.objects.get(pk=course.pk)
    other.pk, other.join_code = None, "OTHER"
    other.save()
    person_held, course_held = Event(), Event()
    store_paper, set_state = sittings.store_paper, moving.set_state

    def store(*args, **kwargs):
        person_held.set()
        # In vain, as whoever moves them waits for the person first.
        course_held.wait(1 if connection.vendor == "postgresql" else 0)
        return store_paper(*args, **kwargs)

    def state(*args, **kwargs):
        course_held.set()
        return set_state(*args, **kwargs)

    monkeypatch.setattr(sittings, "store_paper", store)
    monkeypatch.setattr(moving, "set_state", state)

    def begin():
        return sittings.begin(exam, enrolment, now=after(minutes=1), device=DEVICE).enrolment

    def move():
        assert person_held.wait(10)
        return moving.move(enrolment, other, now=after(minutes=1)).course

    assert at_once([begin, move]) == [enrolment, other]


def test_a_form_sent_twice_at_once_gives_once(shared_database, exam, enrolment):
    fields = {"minutes": 5, "attempts": 0, "reason": "?", "by": exam.by, "form": uuid4()}

    def allow():
        return managing.allow(exam, [enrolment], now=after(minutes=1), **fields)

    assert sorted(at_once([allow] * 3)) == [0, 0, 1]
    assert Allowance.objects.count() == 1


def test_an_attempt_begun_at_the_moment_it_is_taken_back_stays_given(
    shared_database, exam, enrolment, monkeypatch
):
    """Whoever takes it back waits for whoever begins, and sees the attempt."""
    at = {"exam": exam, "enrolment": enrolment, "number": 1, "paper": exam.paper}
    ExamSitting.objects.create(started_at=exam.opens_at, handed_in_at=after(minutes=1), **at)
    given = {"exam": exam, "enrolment": enrolment, "attempts": 1, "reason": "?"}
    key = Allowance.objects.create(at=exam.opens_at, **given).pk
    begins, store_paper = Event(), sittings.store_paper

    def store(*args, **kwargs):
        begins.set()
        sleep(0.3)
        return store_paper(*args, **kwargs)

    monkeypatch.setattr(sittings, "store_paper", store)

    def begin():
        return sittings.begin(exam, enrolment, now=after(minutes=2), device=DEVICE).number

    def take_back():
        assert begins.wait(10)
        fields = {"reason": "?", "by": exam.by, "now": after(minutes=2)}
        try:
            managing.take_back(exam, given=[key], **fields)
        except managing.UsedError:
            return "used"
        return "taken"

    assert at_once([begin, take_back]) == [2, "used"]
    assert not AllowanceTakenBack.objects.exists()


@pytest.fixture
def other_exam(exam, sitting):
    """On the paper that is sat in *exam*, open for longer; somebody’s time was up at minute 30."""
    fields = {"opens_at": exam.opens_at, "closes_at": after(hours=5), "minutes": 30}
    fields |= {"by": exam.by, "now": exam.opens_at, "title": exam.title, "one_paper": True}
    other = managing.make_exam(exam.course, exam.paper, **fields)
    second = enrol(exam.course, person("second"))
    sittings.begin(other, second, now=exam.opens_at, device=DEVICE)
    return other


def open_review(exam, **passed):
    try:
        managing.open_review(exam, now=after(**passed))
    except managing.SatElsewhereError:
        return "refused"
    return "opened"


def test_time_in_another_exam_on_the_paper_waits_for_the_review(exam, other_exam, monkeypatch):
    """Whoever opens the review has found nobody under way in the other exam, and is about to
    write: given just then, the minutes would open a sitting whose answers are told."""
    counted, count = Event(), managing._count_under_way

    def counting(sittings, now):
        found = count(sittings, now)
        counted.set()
        sleep(0.3)
        return found

    monkeypatch.setattr(managing, "_count_under_way", counting)

    def allow():
        assert counted.wait(10)
        fields = {"minutes": 300, "attempts": 0, "reason": "?", "by": exam.by}
        people = [each.enrolment for each in other_exam.sittings.all()]
        try:
            managing.allow(other_exam, people, now=after(minutes=90), **fields)
        except managing.AnswersKnownError:
            return "told"
        return "given"

    assert at_once([lambda: open_review(exam, minutes=90), allow]) == ["opened", "told"]


def test_who_begins_another_exam_on_the_paper_gets_none_that_a_review_tells(
    exam, other_exam, monkeypatch
):
    """They have looked which paper it is, and the review opens before they begin."""
    third = enrol(exam.course, person("third"))
    looked, reviewed, find_chance = Event(), Event(), sittings.find_chance

    def finding(exam, enrolment, now):
        found = find_chance(exam, enrolment, now)
        if connection.in_atomic_block and not looked.is_set():
            assert not found.fresh
            looked.set()
            # SQLite lets one write at a time: there the review comes after all.
            reviewed.wait(10 if connection.vendor == "postgresql" else 0.3)
        return found

    monkeypatch.setattr(sittings, "find_chance", finding)

    def begin():
        return sittings.begin(other_exam, third, now=after(minutes=59), device=DEVICE).paper

    def review():
        assert looked.wait(10)
        said = open_review(exam, minutes=61)
        reviewed.set()
        return said

    paper, said = at_once([begin, review])
    if connection.vendor == "postgresql":
        assert (paper != exam.paper, said) == (True, "opened")
    else:
        assert (paper, said) == (exam.paper, "refused")
