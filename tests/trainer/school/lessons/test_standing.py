"""What is open, closed or locked, for whom, and how much of a course is done."""

from datetime import timedelta

import pytest

from tests.trainer.school.conftest import NOW, enrol, person
from trainer.models import LessonRun
from trainer.school.lessons.settling import settle
from trainer.school.lessons.standing import Share, State, counted_lessons, places, share, shares

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def of(enrolment, now=NOW):
    settle(enrolment.runs.all(), now=now)
    return places(enrolment, now)


@pytest.mark.parametrize(
    ("opens", "closes", "state"),
    [
        (None, None, State.OPEN),
        (NOW, NOW + HOUR, State.OPEN),
        (NOW + HOUR, None, State.NOT_YET),
        (None, NOW, State.CLOSED),
        (NOW - HOUR, NOW - HOUR / 2, State.CLOSED),
    ],
)
def test_dates(enrolment, add_lesson, opens, closes, state):
    add_lesson(opens_at=opens, closes_at=closes)
    [place] = of(enrolment)
    assert (place.state, place.may_begin) == (state, state is State.OPEN)


def test_a_lesson_is_locked_until_those_before_it_are_done(enrolment, add_lesson, sit):
    first, second = add_lesson("First"), add_lesson("Second")
    third = add_lesson("Third", requires=[first, second])
    sit(enrolment, first, "++++")
    sit(enrolment, second, "+++-")
    place = of(enrolment)[2]
    assert (place.lesson, place.state, place.waits_for) == (third, State.LOCKED, (second,))
    sit(enrolment, second, "++++")
    assert of(enrolment)[2].state is State.OPEN


def test_what_somebody_does_not_get_holds_nobody_up(course, enrolment, add_lesson):
    other = enrol(course, person("other"))
    own = add_lesson("Own", only_for=[other])
    add_lesson("For all", requires=[own])
    assert [(place.lesson.title["en"], place.state) for place in of(enrolment)] == [
        ("For all", State.OPEN)
    ]
    assert [place.state for place in of(other)] == [State.OPEN, State.LOCKED]


def test_on_a_course_that_is_over_nothing_begins(course, enrolment, lesson):
    course.archived_at = NOW
    course.save()
    enrolment.refresh_from_db()
    assert [place.state for place in of(enrolment)] == [State.ARCHIVED]


def test_what_was_done_once_stays_done(enrolment, lesson, sit):
    sit(enrolment, lesson, "++++")
    sit(enrolment, lesson, "----")
    [place] = of(enrolment)
    assert place.done
    assert place.latest.result.right == 0
    assert [each.run.number for each in place.taken] == [2, 1]


def test_a_run_that_goes_on_is_gone_on_with(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "+", ended=False)
    [place] = of(enrolment)
    assert (place.running, place.may_begin, place.latest) == (run, False, None)


def test_a_lesson_added_later_makes_four_of_four_eighty_percent(enrolment, add_lesson, sit):
    """O-SESS-06."""
    for at in range(4):
        sit(enrolment, add_lesson(f"Lesson {at}"), "++++")
    assert share(of(enrolment)).percent == 100
    fifth = add_lesson("Fifth")
    assert share(of(enrolment)) == Share(4, 5)
    assert share(of(enrolment)).percent == 80
    sit(enrolment, fifth, "++++")
    sit(enrolment, fifth, "++++")
    assert share(of(enrolment)).percent == 100
    fifth.runs.all().delete()
    fifth.delete()
    assert share(of(enrolment)).percent == 100


def test_without_lessons_there_is_no_percentage(enrolment):
    assert share(of(enrolment)).percent is None


def test_everybody_has_a_share_of_what_they_get(course, enrolment, add_lesson, sit):
    other = enrol(course, person("other"))
    for_all = add_lesson("For all")
    add_lesson("Own", only_for=[other])
    sit(enrolment, for_all, "++++")
    sit(other, for_all, "++++")
    settle(LessonRun.objects.all(), now=NOW)
    assert shares(course) == {enrolment.pk: Share(1, 1), other.pk: Share(1, 2)}
    for each in (enrolment, other):
        assert share(of(each)) == shares(course)[each.pk]


def test_staff_see_how_many_have_begun_and_done(course, enrolment, add_lesson, sit):
    other = enrol(course, person("other"))
    first = add_lesson("First", only_for=[enrolment, other])
    add_lesson("Second")
    sit(enrolment, first, "++++")
    sit(enrolment, first, "++++")
    sit(other, first, "+")
    settle(LessonRun.objects.all(), now=NOW)
    assert [(each.begun, each.done, each.own) for each in counted_lessons(course)] == [
        (2, 1, 2),
        (0, 0, 0),
    ]
