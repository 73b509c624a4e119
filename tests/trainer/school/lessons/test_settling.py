"""Results are frozen once, whoever reads them first, and outlive the practice that they are of."""

from datetime import timedelta

import pytest

from tests.trainer.school.conftest import NOW, enrol, person
from trainer.models import LessonRun, Verdict
from trainer.practice.record.erasing import erase_practice
from trainer.school.lessons.results import Lack, Result
from trainer.school.lessons.settling import settle
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


def result(run):
    run.refresh_from_db()
    return Result.from_data(run.result)


def all_settled():
    return settle(LessonRun.objects.all(), now=LATER)


def test_what_has_ended_is_frozen_at_its_end(enrolment, lesson, sit):
    good, bad = sit(enrolment, lesson, "++++"), sit(enrolment, lesson, "+++-")
    assert all_settled() == 2
    assert (result(good).right, good.passed) == (4, True)
    assert (result(bad).right, bad.passed) == (3, False)
    assert good.finished_at == good.sitting.ended_at


def test_what_goes_on_is_left_alone(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++", ended=False)
    assert all_settled() == 0
    run.refresh_from_db()
    assert (run.finished_at, run.result, run.passed) == (None, {}, None)


def test_a_result_that_is_there_stays(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++++")
    all_settled()
    lesson.accuracy_percent, lesson.pace_percent = 100, 1
    lesson.save()
    assert all_settled() == 0
    assert (result(run).goal.pace, run.passed) == (None, True)


def test_the_latest_verdict_on_an_answer_counts(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++++")
    verdict = Verdict.objects.first()
    again = Verdict(
        answer=verdict.answer, engine=1, right=False, parts=verdict.parts, created_at=NOW
    )
    again.parts[0]["right"] = False
    again.save()
    all_settled()
    assert (result(run).right, result(run).answered) == (3, 4)


def test_who_ends_early_or_without_an_answer_has_a_result(enrolment, lesson, sit):
    early, empty = sit(enrolment, lesson, "+++"), sit(enrolment, lesson, "")
    all_settled()
    assert result(early).lacks == result(empty).lacks == [Lack.ANSWERS]
    assert (result(empty).answered, result(empty).median_ms, empty.passed) == (0, None, False)


def test_after_the_close_the_goal_is_not_reached(enrolment, lesson, sit):
    lesson.closes_at = NOW + timedelta(minutes=4)
    lesson.save()
    run = sit(enrolment, lesson, "++++")
    all_settled()
    assert result(run).lacks == [Lack.LATE]


def test_pace_is_the_median_of_time_to_target(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++++", busy_ms=3001)
    all_settled()
    assert (result(run).pace, result(run).median_ms) == (51, 3001)


def test_deleted_practice_leaves_its_results(enrolment, lesson, sit):
    ended, begun = sit(enrolment, lesson, "++++"), sit(enrolment, lesson, "++", ended=False)
    assert erase_practice(enrolment.user.learner).sittings == 2
    assert (result(ended).right, ended.passed, ended.sitting) == (4, True, None)
    assert (result(begun).answered, begun.passed, begun.sitting) == (2, False, None)
    assert result(begun).lacks == [Lack.ANSWERS]


def test_what_was_frozen_before_stays_when_practice_goes(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++++")
    all_settled()
    before = result(run)
    erase_practice(enrolment.user.learner)
    assert (result(run), run.sitting) == (before, None)
    assert all_settled() == 0


def test_practice_of_others_is_not_touched(course, people, enrolment, lesson, sit):
    other = enrol(course, person("other"))
    mine, others = sit(enrolment, lesson, "++++"), sit(other, lesson, "+++-")
    erase_practice(people[Standing.MEMBER].learner)
    others.refresh_from_db()
    assert others.sitting is not None
    assert others.finished_at is None
    assert result(mine).right == 4


def test_a_sitting_that_vanished_with_its_learner_is_over(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++", ended=False)
    enrolment.user.learner.delete()
    all_settled()
    assert (result(run).answered, run.passed, run.sitting) == (0, False, None)


def test_a_whole_class_is_settled_by_few_queries(
    course, lesson, reference, deal, sit, django_assert_max_num_queries
):
    runs = [sit(enrol(course, person(f"p{at}")), lesson, "+") for at in range(30)]
    with django_assert_max_num_queries(6):
        assert all_settled() == len(runs)
