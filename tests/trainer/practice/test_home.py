"""The home page: what is open, what can be practised, and in which language."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from rules.games import games
from tests.trainer.practice.visitors import right_form, wrong_form
from trainer.drills import drills
from trainer.drills.base import CannotDealError, Drill
from trainer.models import Learner, Sitting
from trainer.practice.progress import Accuracy

pytestmark = pytest.mark.django_db


def test_every_drill_of_every_game_can_be_started(visitor):
    starts = {
        f"/practice/{drill.key}/{game}/" for drill in drills().values() for game in drill.games
    }
    visitor.open("/")
    assert starts <= set(visitor.forms())
    for start in starts:
        assert visitor.page.count(f'href="{start}"') == 1


def test_a_drill_that_is_added_gets_its_tile(visitor, monkeypatch):
    class Another(Drill):
        key, name, order, games = "another", "Another drill", 99, ("texas-holdem",)

    monkeypatch.setattr("trainer.practice.menu.drills", lambda: drills() | {"another": Another()})
    visitor.open("/")
    assert "Another drill" in visitor.page
    assert "/practice/another/texas-holdem/" in visitor.forms()


def test_a_game_without_a_drill_has_no_tile(visitor, monkeypatch):
    bare = replace(games()["texas-holdem"], key="bare", name="Bare game")
    monkeypatch.setattr("trainer.practice.menu.games", lambda: games() | {"bare": bare})
    visitor.open("/")
    assert "Bare game" not in visitor.page


def test_only_games_of_the_visitors_house_are_offered(seeded, visitor):
    visitor.open("/settings/")
    visitor.submit("/settings/", house="netent")
    visitor.open("/")
    starts = {form for form in visitor.forms() if form.startswith("/practice/")}
    assert starts
    assert all(start.endswith("/casino-holdem/") for start in starts)
    missing = "has no rules in force for: Russian poker, Ultimate Texas Hold’em, Texas Hold’em."
    assert missing in visitor.page
    assert 'href="/settings/"' in visitor.page


def test_at_a_house_with_every_game_nothing_is_missing(visitor):
    assert "has no rules in force for" not in visitor.page


def test_looking_around_makes_nobody(visitor):
    assert not Learner.objects.exists()
    assert "sessionid" not in visitor.client.cookies


def test_open_sittings_are_offered_the_latest_first(visitor):
    uuids = [visitor.start().sitting.uuid for _ in range(4)]
    visitor.open("/")
    offered = re.findall(r'href="/sittings/([0-9a-f-]+)/1/"', visitor.page)
    assert offered == [str(uuid) for uuid in uuids[:0:-1]]
    assert visitor.page.count("question 1 of 5") == 3


def test_a_sitting_with_answers_is_not_pushed_out_by_untouched_ones(visitor):
    begun = visitor.start()
    visitor.submit(visitor.url, **right_form(begun))
    for _ in range(3):
        visitor.start()
    visitor.open("/")
    offered = re.findall(r'"/sittings/([0-9a-f-]+)/1/(?:next/)?"', visitor.page)
    assert len(offered) == 3
    assert offered[0] == str(begun.sitting.uuid)


def test_an_ended_sitting_is_not_offered(visitor):
    question = visitor.start()
    visitor.open("/")
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    visitor.open("/")
    assert str(question.sitting.uuid) not in visitor.page


def test_nobody_is_offered_the_sitting_of_another(visitor, stranger):
    question = visitor.start()
    stranger.start()
    stranger.open("/")
    assert str(question.sitting.uuid) not in stranger.page


def test_the_tiles_say_how_it_went(visitor):
    question = visitor.start()
    visitor.submit(visitor.url, **right_form(question))
    visitor.submit(f"{visitor.url}next/")
    visitor.submit(visitor.url, **wrong_form(visitor.question()))
    visitor.open("/")
    assert visitor.page.count("1 of 2 right") == 1
    assert 'class="fill" width="50"' in visitor.page


@pytest.mark.parametrize(
    ("answered", "right", "percent"), [(3, 3, 100), (200, 199, 99), (7, 0, 0)]
)
def test_only_all_right_is_100_percent(answered, right, percent):
    assert Accuracy(answered, right).percent == percent


def test_a_house_name_is_text(visitor, reference):
    reference.name = {"en": "<img src=x onerror=alert(1)> & Sons"}
    reference.save()
    question = visitor.start()
    visitor.submit(visitor.url, **right_form(question))
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; Sons, version 1" in visitor.page
    assert "<img" not in visitor.page


def test_without_rules_in_force_a_sentence_is_shown(visitor, monkeypatch, reference):
    visitor.open("/practice/which-hand-wins/texas-holdem/")
    reference.active = False
    reference.save()
    response = visitor.submit(visitor.url)
    assert response.status_code == 409
    assert "This house has no rules in force" in visitor.page
    assert not Sitting.objects.exists()


@pytest.mark.parametrize("htmx", [False, True])
def test_a_deal_that_cannot_be_made_leaves_the_sitting_as_it_is(visitor, monkeypatch, htmx):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))

    def refuse(*_args, **_options):
        raise CannotDealError

    monkeypatch.setattr(type(drills()["which-hand-wins"]), "deal", refuse)
    response = visitor.post(f"{visitor.url}next/", htmx=htmx)
    sitting = f"/sittings/{question.sitting.uuid}/"
    assert response["HX-Redirect" if htmx else "Location"] == sitting
    visitor.open(sitting)
    assert "This house has no rules in force" in visitor.page
    assert visitor.sitting().questions.count() == 1


# --- languages -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("en", "en"),
        ("uk", "uk"),
        ("ru-RU,ru;q=0.9", "ru"),
        ("uk-UA,uk;q=0.9,en;q=0.5", "uk"),
        ("de", "en"),
        ("", "en"),
        ("*", "en"),
    ],
)
def test_the_first_language_is_the_browsers(visit, accepted, language):
    assert f'<html lang="{language}"' in visit(**{"Accept-Language": accepted}).page


def test_the_language_is_switched_by_a_form_and_stays(visitor):
    visitor.open("/")
    for language in ("ru", "uk", "en"):
        visitor.submit("/i18n/setlang/", language=language)
        assert visitor.url == "/"
        assert f'<html lang="{language}"' in visitor.page
        visitor.open("/practice/which-hand-wins/texas-holdem/")
        assert f'<html lang="{language}"' in visitor.page
        visitor.open("/")


def test_switching_keeps_the_place(visitor):
    question = visitor.start()
    visitor.submit("/i18n/setlang/", language="uk")
    assert visitor.url == question.get_absolute_url()
    assert '<html lang="uk"' in visitor.page
    visitor.submit(visitor.url, **right_form(question))
    visitor.submit("/i18n/setlang/", language="ru")
    assert visitor.url == question.get_absolute_url()


def test_nobody_is_led_away_by_the_switch(visitor):
    response = visitor.post("/i18n/setlang/", language="uk", next="https://example.org/")
    assert response["Location"] == "/"


def test_each_visitor_sees_their_own_language(visit):
    one, other = visit(**{"Accept-Language": "uk"}), visit()
    one.open("/")
    other.open("/")
    assert '<html lang="uk"' in one.page
    assert '<html lang="en"' in other.page
    assert translation.get_language() == "en"


def test_the_languages_name_themselves(visitor):
    buttons = re.findall(
        r'name="language" value="(\w+)" lang="(\w+)" aria-label="(\w+)"', visitor.page
    )
    assert buttons == [
        ("en", "en", "English"),
        ("uk", "uk", "Українська"),
        ("ru", "ru", "Русский"),
    ]
    assert visitor.page.count('aria-current="true"') == 1


# --- pages that nobody wants -----------------------------------------------------------------


def test_a_page_that_is_not_there_shows_the_way_back(visitor):
    assert visitor.open("/nowhere/").status_code == 404
    assert "Nothing lies here" in visitor.page
    assert 'href="/"' in visitor.page


def test_an_old_form_is_refused_in_words(visitor):
    visitor.start()
    response = visitor.client.post(visitor.url, {"choice": "left", "csrfmiddlewaretoken": "x"})
    assert response.status_code == 403
    assert "Go back, reload it and try again." in response.content.decode()


def test_a_fault_shows_a_page_of_ours(visitor, monkeypatch):
    visitor.client.raise_request_exception = False
    monkeypatch.setattr("trainer.practice.views.menu", None)
    assert visitor.open("/").status_code == 500
    assert "The fault is here, not with you." in visitor.page
    assert "Croupier" in visitor.page
