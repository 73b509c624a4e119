from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.trainer.school.conftest import enrol, person
from tests.trainer.school.watch.bulk import (
    KICKER,
    PAID_LOSER,
    PUSHING_BLIND,
    RIGHT,
    answered,
    expects,
    give,
    hand_part,
    make_deal,
    many,
)
from trainer.drills.base import ErrorCode
from trainer.models import EnrolmentState, Lesson, LessonRun, Verdict
from trainer.practice.orders import Order
from trainer.practice.sittings import Run, start_run
from trainer.school.permissions import Standing
from trainer.school.watch import cohort, heat
from trainer.school.watch.mistakes import Mistake, critical_in, mistakes_in
from trainer.school.watch.where import where
from trainer.school.watch.wording import group_text, lesson_title, mistake_name

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def deal(reference, now):
    return make_deal(reference, now, fits=expects("blind", "push"))


@pytest.fixture
def lesson(course):
    return lesson_at(course, 1)


def lesson_at(course, position, **fields):
    fields = {"title": {"en": f"Lesson {position}"}} | fields
    return Lesson.objects.create(course=course, position=position, **fields)


@pytest.fixture
def teacher(clients):
    return clients[Standing.INSTRUCTOR]


def looked_at(course, now):
    answers = cohort.answers_of(course)
    cohort.mistakes_of(course, answers)
    people = cohort.people_on(course)
    found = where(people, cohort.lessons_of(course), cohort.tries_of(course), answers, now)
    return {each.enrolment.name: each for each in found}


def the_one(course, now):
    [found] = looked_at(course, now).values()
    return found


# --- who is where ----------------------------------------------------------------------------


def test_lessons_passed_are_of_those_that_exist(course, enrolment, reference, deal, now):
    first, second = lesson_at(course, 1), lesson_at(course, 2)
    other = enrol(course, person("other"))
    lesson_at(course, 3).only_for.add(other)
    give(reference, deal, first, [(enrolment, [[RIGHT], [KICKER]])], now, passed=True)
    give(reference, deal, second, [(enrolment, [[PAID_LOSER, PAID_LOSER]])], now, passed=False)
    found = looked_at(course, now)["member"]
    assert (found.passed, found.lessons, found.now_at) == (1, 2, second)
    assert (found.answers.answered, found.percent, found.answers.critical) == (3, 33, 2)
    assert found.last == now + timedelta(minutes=1)
    assert looked_at(course, now)["other"].lessons == 3
    # A lesson more: never above 100 percent, and less than before.
    lesson_at(course, 4)
    found = looked_at(course, now)["member"]
    assert (found.passed, found.lessons) == (1, 3)


def test_without_answers_nothing_is_claimed(course, enrolment, teacher, lesson, now):
    found = the_one(course, now)
    assert (found.passed, found.lessons, found.percent, found.last) == (0, 1, None, None)
    page = teacher.get(reverse("watch", args=[course.pk])).text
    assert "0 of 1" in page
    for wrong in ("None", "NaN", "100 %"):
        assert wrong not in page


def test_only_the_latest_verdict_counts(course, enrolment, reference, deal, lesson, now):
    give(reference, deal, lesson, [(enrolment, [[KICKER]])], now)
    answer = Verdict.objects.get().answer
    Verdict.objects.create(answer=answer, engine=1, right=True, parts=[RIGHT], created_at=now)
    found = the_one(course, now)
    assert (found.percent, cohort.mistakes_of(course, {})) == (100, {})


def test_practice_outside_the_course_is_nobodys_business(course, enrolment, reference, now):
    run = Run(plan=[Order("recall", "russian-poker", 1)], mode="lesson", length=1)
    start_run(enrolment.user.learner, run, house=reference, seed=bytes(32), now=now)
    assert cohort.answers_of(course) == {}


def test_what_requires_another_lesson_is_not_open_before(course, enrolment, now):
    first, second = lesson_at(course, 1, closes_at=now), lesson_at(course, 2)
    second.requires.add(first)
    assert the_one(course, now).now_at is None
    LessonRun.objects.create(
        enrolment=enrolment, lesson=first, number=1, started_at=now, passed=True
    )
    assert the_one(course, now).now_at == second
    second.opens_at = now + timedelta(seconds=1)
    second.save()
    assert the_one(course, now).now_at is None


def fail(enrolment, lesson, times, now, passed=()):
    for number in range(1, times + 1):
        LessonRun.objects.create(
            enrolment=enrolment,
            lesson=lesson,
            number=number,
            started_at=now,
            finished_at=now,
            passed=number in passed,
        )


@pytest.mark.parametrize(
    ("times", "passed", "stuck"), [(2, (), 0), (3, (), 3), (5, (), 5), (4, (4,), 0)]
)
def test_who_fails_a_lesson_three_times_is_stuck(
    times, passed, stuck, course, enrolment, lesson, now
):
    fail(enrolment, lesson, times, now, passed)
    type(enrolment).objects.update(changed_at=now)
    found = the_one(course, now)
    assert sum(each.fails for each in found.stuck) == stuck


@pytest.mark.parametrize(
    ("joined", "opened", "last", "days"),
    [
        (2 * WEEK, None, WEEK, 7),
        (2 * WEEK, None, WEEK - timedelta(seconds=1), 0),
        (2 * WEEK, None, None, 14),
        (timedelta(days=1), None, None, 0),
        (3 * WEEK, timedelta(days=1), 2 * WEEK, 0),
        (3 * WEEK, timedelta(days=8), 2 * WEEK, 8),
    ],
)
def test_who_does_nothing_for_a_week_while_a_lesson_is_open_is_stuck(
    joined, opened, last, days, course, enrolment, now
):
    lesson = lesson_at(course, 1, opens_at=opened and now - opened)
    type(enrolment).objects.update(changed_at=now - joined, joined_at=now - joined)
    if last is not None:
        begun = now - last
        LessonRun.objects.create(enrolment=enrolment, lesson=lesson, number=1, started_at=begun)
    found = the_one(course, now)
    assert [each.days for each in found.stuck] == ([days] if days else [])


def test_who_has_passed_everything_is_not_stuck(course, enrolment, lesson, now):
    fail(enrolment, lesson, 1, now - 5 * WEEK, passed=(1,))
    type(enrolment).objects.update(changed_at=now - 5 * WEEK)
    assert the_one(course, now).stuck == ()


def test_the_page_states_what_stuck_means_and_shows_only_them(
    teacher, course, enrolment, lesson, now
):
    other = enrol(course, person("other"), changed_at=now)
    type(enrolment).objects.filter(pk=enrolment.pk).update(changed_at=now - WEEK)
    path = reverse("watch", args=[course.pk])
    page = teacher.get(path).text
    assert "has done nothing in any lesson for 7 days" in page
    assert "Stuck: nothing done for 7 days" in page
    assert other.name in page
    assert other.name not in teacher.get(path, {"who": "stuck"}).text


def test_paused_people_do_not_stand_among_those_who_learn(course, enrolment, now):
    type(enrolment).objects.update(state=EnrolmentState.PAUSED)
    assert looked_at(course, now) == {}


# --- mistakes --------------------------------------------------------------------------------


def test_mistakes_are_told_by_what_is_right_and_what_was_done():
    parts = [PUSHING_BLIND, hand_part("flush", "straight"), KICKER, RIGHT]
    assert list(mistakes_in(parts)) == [
        Mistake("outcome", "blind", "push", "pay"),
        Mistake("hand", "", "flush", "straight"),
        Mistake("code", "kicker"),
    ]
    follows = KICKER | {"code": "follows"}
    assert list(mistakes_in([follows, KICKER | {"code": None}])) == []
    assert [critical_in([part]) for part in (PAID_LOSER, PUSHING_BLIND)] == [1, 0]


def test_mistakes_in_words():
    blind, hand, kicker = mistakes_in([PUSHING_BLIND, hand_part("flush", "straight"), KICKER])
    assert group_text(blind, 7, 12) == "7 of 12 pay where the blind pushes"
    assert group_text(blind, 1, 12) == "1 of 12 pays where the blind pushes"
    assert group_text(kicker, 2, 3) == "2 of 3: kicker misread"
    assert mistake_name(hand) == "straight instead of flush"
    assert [lesson_title(each) for each in (blind, hand)] == [
        "Five minutes: the blind pushes",
        "Five minutes: flush and straight",
    ]


def test_every_outcome_and_every_code_has_words():
    outcomes = ("pay", "push", "take")
    for expected in outcomes:
        for given in outcomes:
            if expected != given:
                mistake = Mistake("outcome", "nowhere", expected, given)
                assert "the bet" in group_text(mistake, 2, 3)
    for code in ErrorCode:
        assert mistake_name(Mistake("code", code.value))


def test_seven_of_twelve_pay_a_pushing_blind(teacher, course, lesson, reference, deal, now):
    people = many(course, 14, now)
    kinds = [[PUSHING_BLIND], [RIGHT]], [[PUSHING_BLIND]]
    give(reference, deal, lesson, answered(people[:7], kinds), now)
    give(reference, deal, lesson, answered(people[7:12], [[[RIGHT]]]), now)
    other = make_deal(reference, now, "recall", "russian-poker")
    give(reference, other, lesson, answered(people[12:], [[[KICKER]]]), now)
    page = teacher.get(reverse("mixed-up", args=[course.pk])).text
    assert "7 of 12 pay where the blind pushes" in page
    assert "2 of 2: kicker misread" in page
    assert "Five minutes for 7 people" in page
    assert (
        "7 of 12 pay where the blind pushes"
        in teacher.get(reverse("watch", args=[course.pk])).text
    )


def test_the_picture_has_a_number_in_every_cell_that_is_drawn(
    course, lesson, reference, deal, now
):
    people = many(course, 3, now)
    given = [[[PUSHING_BLIND], [PUSHING_BLIND], [KICKER], [PUSHING_BLIND]], [[KICKER]], [[RIGHT]]]
    give(reference, deal, lesson, answered(people, given), now)
    answers = cohort.answers_of(course)
    columns = heat.columns(cohort.mistakes_of(course, answers), answers)
    lines = heat.lines(cohort.people_on(course), columns)
    assert [(c.mistake.about, c.people, c.everybody) for c in columns] == [
        ("kicker", 2, 3),
        ("blind", 1, 3),
    ]
    assert [[(c.times, c.step) for c in line.cells] for line in lines] == [
        [(1, 2), (3, 4)],
        [(1, 2), (0, 0)],
    ]


def test_before_there_is_anything_the_pages_say_so(teacher, course):
    assert "Nobody is on this course yet." in teacher.get(reverse("watch", args=[course.pk])).text
    assert "No answers in the lessons" in teacher.get(reverse("mixed-up", args=[course.pk])).text


def test_five_hundred_people_take_few_queries(
    course, teacher, reference, deal, now, django_assert_max_num_queries
):
    people = many(course, 500, now)
    first, second = lesson_at(course, 1), lesson_at(course, 2)
    second.requires.add(first)
    second.only_for.set(people[:300])
    kinds = [[RIGHT], [PUSHING_BLIND, PAID_LOSER]], [[KICKER]]
    give(reference, deal, first, answered(people, kinds), now, passed=True)
    # The day’s first visit writes that it was.
    teacher.get("/school/")
    for name in ("watch", "mixed-up"):
        with django_assert_max_num_queries(15):
            page = teacher.get(reverse(name, args=[course.pk])).text
        assert page.count("Особа 0") >= 50


# --- five minutes ----------------------------------------------------------------------------


def press(client, course, part):
    [mistake] = mistakes_in([part])
    return client.post(reverse("remedial", args=[course.pk]), {"mistake": mistake.key})


def test_one_click_makes_a_lesson_for_exactly_those_people(
    teacher, course, lesson, reference, deal, now
):
    people = many(course, 4, now)
    kinds = [[PUSHING_BLIND]], [[RIGHT]]
    give(reference, deal, lesson, answered(people, kinds), now)
    press(teacher, course, PUSHING_BLIND)
    made = Lesson.objects.get(remedial=True)
    assert set(made.only_for.all()) == {people[0], people[2]}
    assert (made.position, made.title["en"]) == (2, "Five minutes: the blind pushes")
    assert set(made.title) == {"en", "uk", "ru"}
    # 30 s a question and as long to read why: five of them are five minutes.
    assert made.questions == 5
    [item] = made.items
    assert (item["drill"], item["game"]) == ("settle-the-box", "ultimate-texas-holdem")
    assert item["level"] == 2
    # The lesson can be dealt as it is.
    order = Order.from_data(item)
    run = Run(plan=[order], mode="lesson", length=made.questions)
    question = start_run(people[0].user.learner, run, house=reference, seed=bytes(32), now=now)
    assert set(order.want) <= question.deal.value.tags


def test_what_belongs_to_the_mistake_is_asked_for(teacher, course, lesson, reference, now):
    """Deals in which a hand is a flush, where few are."""
    deal = make_deal(
        reference,
        now,
        "name-the-hand",
        "russian-poker",
        fits=lambda deal, _: "category:flush" in deal.tags,
    )
    give(reference, deal, lesson, answered(many(course, 2, now), [[[KICKER]]]), now)
    press(teacher, course, KICKER)
    made = Lesson.objects.get(remedial=True)
    assert "category:flush" in made.items[0]["want"]
    # 6 s each, and as long again: twenty-five.
    assert made.questions == 25


def test_pressed_twice_makes_one_lesson(teacher, course, lesson, reference, deal, now):
    people = many(course, 2, now)
    give(reference, deal, lesson, answered(people, [[[KICKER]]]), now)
    press(teacher, course, KICKER)
    page = press(teacher, course, KICKER)
    made = Lesson.objects.get(remedial=True)
    assert teacher.get("/school/").text.count("nobody has begun it yet") == 1
    assert page.status_code == 303
    LessonRun.objects.create(enrolment=people[0], lesson=made, number=1, started_at=now)
    press(teacher, course, KICKER)
    assert Lesson.objects.filter(remedial=True).count() == 2


def test_a_mistake_that_nobody_makes_makes_no_lesson(teacher, course):
    response = teacher.post(reverse("remedial", args=[course.pk]), {"mistake": "code cap  "})
    assert response["Location"] == reverse("mixed-up", args=[course.pk])
    assert not Lesson.objects.exists()


def test_what_cannot_be_dealt_makes_no_lesson(teacher, course, lesson, reference, deal, now):
    give(reference, deal, lesson, answered(many(course, 1, now), [[[KICKER]]]), now)
    course.house = type(reference).objects.create(slug="empty", name={"en": "Empty"})
    course.save()
    press(teacher, course, KICKER)
    assert not Lesson.objects.filter(remedial=True).exists()


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_every_language_has_its_frame(language):
    [blind] = mistakes_in([PUSHING_BLIND])
    with translation.override(language):
        for count in (1, 2, 5):
            assert str(count) in group_text(blind, count, 12)
