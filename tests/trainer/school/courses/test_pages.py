"""Owners make courses, change them and end them."""

import pytest
from django.test import Client

from tests.trainer.school.conftest import NOW, person, signed_in
from trainer.models import Course, Lesson, Role
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


def sent(of, **fields):
    """For a course of that house."""
    return {"title_en": "Poker", "house": of.pk, "kept_years": 5} | fields


def test_a_new_course_belongs_to_who_made_it(people, clients, reference):
    instructor = people[Standing.INSTRUCTOR]
    data = sent(reference, title_uk="Покер", instructors=[instructor.pk])
    response = clients[Standing.OWNER].post("/school/new/", data)
    course = Course.objects.get()
    assert response["Location"] == f"/school/{course.pk}/"
    assert (course.owner, course.house) == (people[Standing.OWNER], reference)
    assert course.title == {"en": "Poker", "uk": "Покер"}
    assert (list(course.instructors.all()), course.kept_years) == ([instructor], 5)
    assert len(course.join_code) == 8


def test_an_administrator_says_whose_it_is(people, clients, reference):
    data = sent(reference, owner=people[Standing.OWNER].pk)
    clients[Standing.ADMINISTRATOR].post("/school/new/", data)
    assert Course.objects.get().owner == people[Standing.OWNER]


def test_an_owner_cannot_give_a_course_away(people, clients, course, reference):
    data = sent(reference, owner=people[Standing.ADMINISTRATOR].pk)
    clients[Standing.OWNER].post(f"/school/{course.pk}/edit/", data)
    course.refresh_from_db()
    assert (course.owner, course.title) == (people[Standing.OWNER], {"en": "Poker"})


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"title_en": " "}, "Write the text in at least one language."),
        ({"house": 0}, "Select a valid choice"),
        ({"kept_years": 0}, "greater than or equal to 1"),
        ({"kept_years": 31}, "less than or equal to 30"),
    ],
)
def test_what_is_refused(clients, reference, fields, text):
    response = clients[Standing.OWNER].post("/school/new/", sent(reference, **fields))
    assert response.status_code == 422
    assert text in response.content.decode()
    assert not Course.objects.exists()


def test_only_staff_can_be_named_as_instructors(people, clients, reference):
    data = sent(reference, instructors=[people[Standing.TRAINEE].pk])
    assert clients[Standing.OWNER].post("/school/new/", data).status_code == 422
    assert not Course.objects.exists()


def test_another_house_has_to_offer_what_the_lessons_ask(clients, course, seeded):
    house = next(
        each
        for each in type(course.house).objects.order_by("slug")
        if not each.versions.filter(game="texas-holdem").exists()
    )
    item = {"drill": "which-hand-wins", "game": "texas-holdem", "level": 1}
    lesson = Lesson.objects.create(
        course=course, position=1, title={"en": "Winners"}, items=[item], questions=5
    )
    url = f"/school/{course.pk}/edit/"
    response = clients[Standing.OWNER].post(url, sent(house))
    text = "does not offer “Which hand wins” in Texas Hold’em, which the lesson “Winners” asks."
    assert response.status_code == 422
    assert text in response.content.decode()
    lesson.delete()
    assert clients[Standing.OWNER].post(url, sent(house)).status_code == 303
    course.refresh_from_db()
    assert course.house == house


def test_a_course_ends_and_goes_on(clients, course, enrolment):
    owner, url = clients[Standing.OWNER], f"/school/{course.pk}/archive/"
    assert "Nobody can join it" in owner.get(url).content.decode()
    owner.post(url)
    course.refresh_from_db()
    assert (course.archived_at is not None, course.join_open) == (True, False)
    page = clients[Standing.MEMBER].get(f"/school/{course.pk}/").content.decode()
    assert "The course is over." in page
    owner.post(url)
    course.refresh_from_db()
    assert (course.archived_at, course.join_open) == (None, False)


def test_the_owner_of_another_course_finds_nothing(course, reference):
    other = signed_in(person("second owner", Role.OWNER))
    for url in ("edit", "archive"):
        assert other.get(f"/school/{course.pk}/{url}/").status_code == 404
        assert other.post(f"/school/{course.pk}/{url}/", sent(reference)).status_code == 404
    course.refresh_from_db()
    assert (course.archived_at, course.title["en"]) == (None, "Dealing poker")


def test_forms_are_guarded_against_other_sites(people, reference):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[Standing.OWNER])
    assert client.post("/school/new/", sent(reference)).status_code == 403
    assert not Course.objects.filter(created_at__gte=NOW).exists()
