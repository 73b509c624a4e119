"""Somebody on the course takes its lessons, and what they then see."""

from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.forms import forms_of
from tests.trainer.practice.visitors import (
    expected_answer,
    right_form,
    stored_question,
    wrong_form,
)
from tests.trainer.races import at_once
from tests.trainer.school.conftest import NOW, enrol, person, signed_in
from tests.trainer.school.lessons.conftest import ITEM
from trainer.models import (
    Enrolment,
    EnrolmentState,
    Help,
    Lesson,
    LessonRun,
    Mode,
    Question,
    Sitting,
    User,
)
from trainer.practice.record.erasing import erase_practice
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
MOST_QUERIES = 15


def text_of(response):
    return unescape(response.content.decode())


@pytest.fixture
def member(clients, enrolment):
    return clients[Standing.MEMBER]


def page_of(client, course, lesson=None):
    place = f"lessons/{lesson.pk}/" if lesson else ""
    return text_of(client.get(f"/school/{course.pk}/{place}"))


def start(client, course, lesson):
    return client.post(f"/school/{course.pk}/lessons/{lesson.pk}/start/")


def answer_all(client, response, signs):
    """Answer the questions of a sitting as *signs* say, one after the other."""
    uuid = response["Location"].strip("/").split("/")[1]
    for position, sign in enumerate(signs, 1):
        url = f"/sittings/{uuid}/{position}/"
        client.get(url)
        question = stored_question(uuid, position)
        client.post(url, (right_form if sign == "+" else wrong_form)(question))
        client.post(f"{url}next/")
    return f"/sittings/{uuid}/"


def test_a_lesson_from_its_start_to_its_goal(member, course, lesson):
    lesson.items = [ITEM, {"drill": "recall", "game": "russian-poker", "level": 2}]
    lesson.help = Help.GUIDED
    lesson.save()
    assert "0 of 1 lesson done, 0 %" in page_of(member, course)
    sitting_url = answer_all(member, start(member, course, lesson), "++++")
    sitting = Sitting.objects.get()
    assert (sitting.mode, sitting.help, sitting.length) == (Mode.LESSON, Help.GUIDED, 4)
    assert (sitting.drill, sitting.game) == ("", "russian-poker")
    drills = Question.objects.order_by("position").values_list("deal__drill", flat=True)
    assert list(drills) == ["dealer-qualifies", "recall"] * 2
    # The way back leads from the result of the sitting.
    result = text_of(member.get(f"{sitting_url}result/"))
    back = f"/school/sittings/{sitting.uuid}/"
    assert f'href="{back}"' in result
    response = member.get(back, follow=True)
    assert response.redirect_chain == [(f"/school/{course.pk}/lessons/{lesson.pk}/", 303)]
    page = text_of(response)
    assert "Goal reached" in page
    assert "4 of 4" in page
    assert "1 of 1 lesson done, 100 %" in page_of(member, course)
    assert LessonRun.objects.get().passed


def test_below_the_goal_it_can_be_taken_again(member, course, lesson):
    answer_all(member, start(member, course, lesson), "+++-")
    page = page_of(member, course, lesson)
    assert "Goal not reached" in page
    assert "3 of 4, 75 %" in page
    assert "Take it again" in page
    answer_all(member, start(member, course, lesson), "++++")
    page = page_of(member, course, lesson)
    assert "Goal reached" in page
    assert "Goal not reached" in page
    assert list(LessonRun.objects.order_by("number").values_list("number", "passed")) == [
        (1, False),
        (2, True),
    ]


def test_what_is_begun_is_gone_on_with(member, course, lesson):
    first = start(member, course, lesson)
    answer_all(member, first, "+")
    page = page_of(member, course)
    assert "Begun, not finished." in page
    assert "Continue" in page
    assert start(member, course, lesson)["Location"] in first["Location"].replace("/1/", "/")
    assert LessonRun.objects.count() == 1


def test_who_deletes_practice_keeps_the_result(member, people, course, lesson):
    answer_all(member, start(member, course, lesson), "++++")
    assert "the results stay" in text_of(member.get("/history/delete/"))
    erase_practice(people[Standing.MEMBER].learner)
    page = page_of(member, course, lesson)
    assert "Goal reached" in page
    assert "the result stays" in page
    assert "/result/" not in page


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"opens_at": timedelta(days=1)}, "Opens "),
        ({"closes_at": timedelta(days=-1)}, "Closed since "),
    ],
)
def test_outside_its_dates_nobody_begins(member, course, add_lesson, fields, text):
    dates = {name: timezone.now() + delta for name, delta in fields.items()}
    lesson = add_lesson(**dates)
    page = page_of(member, course)
    assert text in page
    assert "/start/" not in page
    assert start(member, course, lesson)["Location"] == f"/school/{course.pk}/lessons/{lesson.pk}/"
    assert "cannot be begun now" in page_of(member, course)
    assert not Sitting.objects.exists()


def test_a_locked_lesson_says_what_comes_first(member, course, add_lesson):
    first = add_lesson("Hands")
    second = add_lesson("Winners", requires=[first])
    page = page_of(member, course)
    assert "First reach the goal of: “Hands”" in page
    start(member, course, second)
    assert not Sitting.objects.exists()


def test_a_lesson_for_others_is_not_there(member, course, add_lesson):
    lesson = add_lesson("Theirs", only_for=[enrol(course, person("other"))])
    assert "Theirs" not in page_of(member, course)
    assert member.get(f"/school/{course.pk}/lessons/{lesson.pk}/").status_code == 404
    assert start(member, course, lesson).status_code == 404
    assert "0 of" not in page_of(member, course)


def test_what_the_house_offers_no_more_cannot_be_begun(member, course, add_lesson):
    lesson = add_lesson(items=[{"drill": "recall", "game": "no-such-game", "level": 1}])
    response = member.post(f"/school/{course.pk}/lessons/{lesson.pk}/start/", follow=True)
    assert "no rules in force" in text_of(response)
    assert not LessonRun.objects.exists()


def test_sittings_of_others_and_of_no_lesson_lead_nowhere(member, course, lesson):
    answer_all(member, start(member, course, lesson), "+")
    uuid = Sitting.objects.get().uuid
    other = signed_in(person("other"))
    assert other.get(f"/school/sittings/{uuid}/").status_code == 404
    member.post("/practice/recall/russian-poker/", {})
    own = Sitting.objects.exclude(uuid=uuid).get().uuid
    assert member.get(f"/school/sittings/{own}/").status_code == 404


@pytest.mark.parametrize("state", [EnrolmentState.PAUSED, EnrolmentState.REMOVED])
def test_who_is_off_the_course_begins_nothing(member, course, lesson, enrolment, state):
    Enrolment.objects.filter(pk=enrolment.pk).update(state=state)
    assert member.get(f"/school/{course.pk}/").status_code == 404
    assert start(member, course, lesson).status_code == 404
    assert not Sitting.objects.exists()


def test_an_open_question_of_a_lesson_gives_nothing_away(member, course, lesson):
    response = start(member, course, lesson)
    uuid = response["Location"].strip("/").split("/")[1]
    pages = [page_of(member, course), page_of(member, course, lesson)]
    question = stored_question(uuid, 1)
    assert question.sitting.seed.hex() not in "".join(pages)
    assert "Right answer" not in "".join(pages)
    assert expected_answer(question).choice in ("yes", "no")
    # Nobody but the owner of the sitting sees the question.
    other = signed_in(person("other"))
    assert other.get(f"/sittings/{uuid}/1/").status_code == 404


def test_texts_come_in_the_language_of_the_reader(member, people, course, add_lesson):
    lesson = add_lesson({"en": "Hands", "uk": "Комбінації"})
    assert "Hands" in page_of(member, course, lesson)
    learner = people[Standing.MEMBER].learner
    learner.language = "uk"
    learner.save()
    assert "1. Комбінації" in page_of(member, course, lesson)


@pytest.mark.django_db(transaction=True)
def test_a_double_click_begins_one_run(transactional_db, shared_database, people, course):
    enrol(course, people[Standing.MEMBER])
    lesson = Lesson.objects.create(
        course=course, position=1, title={"en": "A"}, items=[ITEM], questions=5
    )
    client = signed_in(people[Standing.MEMBER])
    responses = at_once([lambda: start(client, course, lesson)] * 3)
    assert {response.status_code for response in responses} == {303}
    assert (LessonRun.objects.count(), Sitting.objects.count()) == (1, 1)


# --- many people -----------------------------------------------------------------------------


@pytest.fixture
def crowd(course, add_lesson, sit, enrolment, deal):
    """500 people who have each taken the first of eight lessons; nothing is settled yet."""
    lessons = [add_lesson(f"Lesson {at}") for at in range(8)]
    for one, before in zip(lessons[1:], lessons, strict=False):
        one.requires.set([before])
    users = User.objects.bulk_create(
        User(username=f"p{at}", name_key=f"p{at}") for at in range(500)
    )
    people = Enrolment.objects.bulk_create(
        Enrolment(course=course, user=user, name=user.username, joined_at=NOW, changed_at=NOW)
        for user in users
    )
    sitting = sit(enrolment, lessons[0], "++++").sitting
    sittings = Sitting.objects.bulk_create(
        Sitting(
            learner=sitting.learner,
            house=sitting.house,
            mode=Mode.LESSON,
            level=1,
            length=4,
            seed=sitting.seed,
            started_at=NOW,
            ended_at=NOW,
        )
        for _ in range(500)
    )
    LessonRun.objects.bulk_create(
        LessonRun(
            enrolment=each,
            lesson=lessons[0],
            number=1,
            started_at=NOW,
            sitting=sittings[at],
        )
        for at, each in enumerate(people)
    )
    lessons[7].only_for.set([*people, enrolment])
    return lessons


@pytest.mark.parametrize("standing", [Standing.MEMBER, Standing.INSTRUCTOR, Standing.OWNER])
def test_a_course_of_500_takes_few_queries(clients, course, crowd, standing):
    client = clients[standing]
    lesson = crowd[0]
    urls = [f"/school/{course.pk}/", f"/school/{course.pk}/lessons/{lesson.pk}/"]
    counts = []
    for url in [*urls, *urls]:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert max(counts) <= MOST_QUERIES, counts


def test_forms_of_a_page_lead_where_they_say(member, course, lesson):
    forms = forms_of(page_of(member, course))
    assert f"/school/{course.pk}/lessons/{lesson.pk}/start/" in [f.action for f in forms]
