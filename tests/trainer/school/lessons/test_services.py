"""Lessons are added, changed, moved and deleted; no circle of lessons, no result lost."""

import pytest

from tests.trainer.school.conftest import NOW
from trainer.models import Lesson
from trainer.school.lessons import services
from trainer.school.lessons.items import Item

pytestmark = pytest.mark.django_db
ITEMS = [Item("recall", "russian-poker", 1, ("flush",)), Item("recall", "russian-poker", 2)]


def titles(course):
    return [lesson.title["en"] for lesson in course.lessons.order_by("position")]


def positions(course):
    return list(course.lessons.order_by("position").values_list("position", flat=True))


@pytest.fixture
def three(add_lesson):
    return [add_lesson(title) for title in "ABC"]


def test_a_new_lesson_comes_last(course, three):
    new = Lesson(course=course, title={"en": "D"})
    services.save_lesson(new, ITEMS, three[:1], now=NOW)
    assert titles(course) == list("ABCD")
    assert [Item.from_data(each) for each in Lesson.objects.get(pk=new.pk).items] == ITEMS
    assert list(new.requires.all()) == three[:1]


def test_an_edited_one_stays_where_it_was_moved_meanwhile(course, three):
    old = Lesson.objects.get(pk=three[0].pk)
    services.move_lesson(course, three[0].pk, 1)
    old.title = {"en": "A2"}
    services.save_lesson(old, ITEMS, [], now=NOW)
    assert titles(course) == ["B", "A2", "C"]


@pytest.mark.parametrize(
    ("at", "steps", "order"),
    [(0, 1, "BAC"), (2, -1, "ACB"), (0, -1, "ABC"), (2, 1, "ABC"), (1, -1, "BAC")],
)
def test_moving(course, three, at, steps, order):
    services.move_lesson(course, three[at].pk, steps)
    assert titles(course) == list(order)
    assert positions(course) == [1, 2, 3]


def test_deleting_closes_the_gap(course, three):
    three[2].requires.add(three[0])
    services.delete_lesson(course, three[0].pk)
    assert (titles(course), positions(course)) == (list("BC"), [1, 2])


def test_who_has_begun_a_lesson_keeps_it(course, enrolment, lesson, sit):
    sit(enrolment, lesson, "", ended=False)
    with pytest.raises(services.TakenLessonError):
        services.delete_lesson(course, lesson.pk)
    assert titles(course) == ["Reading hands"]


@pytest.mark.parametrize("needed", [0, 1, 2])
def test_no_circle(three, needed):
    """C waits for B and B for A: A may wait for none of them."""
    three[2].requires.add(three[1])
    three[1].requires.add(three[0])
    with pytest.raises(services.CycleError):
        services.save_lesson(three[0], ITEMS, [three[needed]], now=NOW)
    assert not three[0].requires.exists()


def test_two_ways_to_one_lesson_are_no_circle(three):
    three[1].requires.add(three[0])
    services.save_lesson(three[2], ITEMS, three[:2], now=NOW)
    assert list(three[2].requires.order_by("position")) == three[:2]


def test_lessons_of_another_course_are_not_found(course, lesson, people):
    other = type(course).objects.create(
        title={"en": "Other"},
        house=course.house,
        owner=course.owner,
        join_code="OTHER234",
        created_at=NOW,
    )
    for change in (services.delete_lesson, lambda *of: services.move_lesson(*of, 1)):
        with pytest.raises(Lesson.DoesNotExist):
            change(other, lesson.pk)


def test_what_was_taken_is_measured_by_the_goal_as_it_was(enrolment, lesson, sit):
    run = sit(enrolment, lesson, "++++", busy_ms=5000)
    lesson.pace_percent = 10
    services.save_lesson(lesson, ITEMS, [], now=NOW)
    run.refresh_from_db()
    assert run.passed
    later = sit(enrolment, lesson, "++++", busy_ms=5000)
    services.settle(lesson.runs.all(), now=NOW)
    later.refresh_from_db()
    assert later.passed is False
