"""Starter courses: what is in the files, and a course made of one."""

import hashlib

import pytest
from django.conf import settings
from django.urls import reverse

from rules.games import find_game, games
from rules.houses import houses
from rules.models import House
from rules.translated import validate_texts
from tests.trainer.school.conftest import NOW
from trainer.drills import find_drill
from trainer.drills.stream import Stream
from trainer.models import Course, Help
from trainer.school.permissions import Standing
from trainer.school.starters import UnknownStarterError, find_starter, starters
from trainer.school.starters.making import NothingOfferedError, fit, start_course

LESSONS = [
    pytest.param(starter, place, id=f"{starter.key}-{place}")
    for starter in starters().values()
    for place in range(1, len(starter.lessons) + 1)
]
LANGUAGES = {code for code, _name in settings.LANGUAGES}
URL = "/school/courses/from-starter/"


def test_every_game_has_a_course_of_six_to_ten_lessons():
    assert list(starters()) == list(games())
    assert all(6 <= len(starter.lessons) <= 10 for starter in starters().values())
    with pytest.raises(UnknownStarterError):
        find_starter("baccarat")


@pytest.mark.parametrize("starter", starters().values(), ids=lambda starter: starter.key)
def test_its_words_are_there_in_every_language(starter):
    for each in (starter, *starter.lessons):
        for texts in (each.title, each.notes):
            validate_texts(dict(texts))
            assert set(texts) == LANGUAGES
            for code in ("uk", "ru"):
                assert any("а" <= letter <= "я" for letter in texts[code])
        # Nothing was left in another language.
        assert len(set(each.notes.values())) == len(LANGUAGES)


@pytest.mark.parametrize(("starter", "place"), LESSONS)
def test_the_reference_house_deals_every_item(starter, place):
    lesson = starter.lessons[place - 1]
    seed = hashlib.sha256(f"{starter.key} {place}".encode()).digest()
    for item in lesson.items:
        drill = find_drill(item.drill)
        ruleset = houses()["reference"].ruleset(find_game(item.game))
        assert drill.offers(ruleset)
        deal = drill.deal(Stream(seed, "starter"), ruleset, item.level)
        assert drill.check(deal, drill.expected(deal, ruleset), ruleset).right


@pytest.mark.parametrize(("starter", "place"), LESSONS)
def test_its_goal_can_be_reached_and_its_prerequisites_come_before(starter, place):
    lesson = starter.lessons[place - 1]
    assert lesson.help in Help.values
    assert 10 <= lesson.questions <= 30
    assert len(lesson.items) <= lesson.questions
    assert 85 <= lesson.accuracy_percent <= 98
    assert lesson.critical_allowed == 0
    assert lesson.pace_percent is None or 100 <= lesson.pace_percent <= 200
    assert all(1 <= before < place for before in lesson.requires)
    assert bool(lesson.requires) == (place > 1)


@pytest.mark.django_db
@pytest.mark.parametrize("starter", starters().values(), ids=lambda starter: starter.key)
def test_a_course_is_a_copy_with_its_own_lessons(starter, people, reference):
    owner = people[Standing.OWNER]
    course = start_course(starter, fit(starter, reference, NOW), reference, owner, now=NOW)
    course.full_clean()
    lessons = list(course.lessons.order_by("position"))
    for lesson, each in zip(lessons, starter.lessons, strict=True):
        lesson.full_clean(exclude=["requires", "only_for"])
        assert lesson.title == each.title
        assert lesson.items == [item.to_data() for item in each.items]
        required = lesson.requires.values_list("position", flat=True)
        assert set(required) == set(each.requires)


@pytest.mark.parametrize("starter", starters().values(), ids=lambda starter: starter.key)
def test_every_house_with_the_game_gets_a_course(starter, seeded):
    fitting = 0
    for house in House.objects.all():
        try:
            fitted = fit(starter, house, NOW)
        except NothingOfferedError:
            continue
        fitting += 1
        assert "name-the-hand" in {item.drill for item in fitted.lessons[0].items}
    assert fitting


def test_what_the_house_does_not_offer_is_left_out(reference, monkeypatch):
    """Lessons that required one left out require what that one required."""
    for key in ("what-it-pays", "insurance", "bought-game", "spot-the-error"):
        monkeypatch.setattr(type(find_drill(key)), "offers", lambda self, ruleset: False)
    starter = find_starter("russian-poker")
    fitted = fit(starter, reference, NOW)
    assert fitted.left_out == (starter.lessons[6], starter.lessons[7])
    assert [lesson.requires for lesson in fitted.lessons] == [
        (), (1,), (2,), (2,), (1,), (2, 5), (3, 4, 5, 6), (7,)
    ]  # fmt: skip
    assert [item.drill for item in fitted.lessons[6].items] == [
        "what-the-bonus-pays", "settle-the-box", "settle-the-box"
    ]  # fmt: skip


def test_an_owner_makes_one_by_its_page(clients, people, reference):
    client = clients[Standing.OWNER]
    page = client.get(URL).content.decode()
    assert page.count("<details>") == len(games())
    assert "Two combinations" in page
    given = {"starter": "russian-poker", "house": reference.pk}
    response = client.post(URL, given)
    assert response.status_code == 303
    course = Course.objects.get()
    assert course.owner == people[Standing.OWNER]
    assert course.lessons.count() == 10
    assert response["Location"] == reverse("course", args=[course.pk])
    assert "The course is made." in client.get(response["Location"]).content.decode()
    assert URL in client.get(reverse("school")).content.decode()


def test_it_is_read_in_the_language_of_the_reader(clients, reference):
    headers = {"Accept-Language": "uk"}
    page = clients[Standing.OWNER].get(URL, headers=headers).content.decode()
    assert "Страховка і купівля гри" in page
    assert "Insurance and the bought game" not in page


def test_a_house_without_the_game_and_a_starter_that_is_none_are_refused(clients, reference):
    house = House.objects.create(slug="bare", name={"en": "Bare"})
    client = clients[Standing.OWNER]
    response = client.post(URL, {"starter": "russian-poker", "house": house.pk})
    assert "This house has no rules in force for the game." in response.content.decode()
    assert response.status_code == 422
    client.post(URL, {"starter": "baccarat", "house": reference.pk})
    assert not Course.objects.exists()
