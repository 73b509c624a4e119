"""Houses, versions, and every page of them."""

import re

import pytest
from django.urls import reverse

from rules.games import games
from rules.models import Draft, House, Version
from rules.versions import draft_ruleset, publish
from tests.rules.admin_pages import (
    address,
    filled,
    live_number,
    save,
    text_of,
)
from tests.rules.page_forms import form_values

pytestmark = pytest.mark.django_db


# --- houses and drafts ------------------------------------------------------------------------


def test_a_house_is_made_and_filled_in_the_admin(browser):
    add = reverse("admin:rules_house_add")
    values = form_values(browser.get(add), "house_form") | {
        "name_en": "Grand", "name_uk": "Гранд", "slug": "grand", "active": "on", "_continue": "1"
    }  # fmt: skip
    response = browser.post(add, values, follow=True)
    house = House.objects.get(slug="grand")
    assert house.name == {"en": "Grand", "uk": "Гранд"}
    begin = re.search(r'href="([^"]*game=russian-poker)"', response.content.decode())[1]
    page = browser.get(begin.replace("&amp;", "&"))
    response = browser.post(reverse("admin:rules_draft_add"), form_values(page, "draft_form"))
    draft = Draft.objects.get(house=house)
    assert response.url == address(draft)
    assert draft_ruleset(draft) == games()["russian-poker"].default_ruleset("grand")
    assert "The first version to be in force" in text_of(browser.get(address(draft, "publish")))


def test_a_house_without_a_name_is_refused(browser):
    add = reverse("admin:rules_house_add")
    values = form_values(browser.get(add), "house_form") | {"slug": "grand", "name_uk": "  "}
    response = browser.post(add, values)
    assert "Write the text in at least one language." in response.content.decode()
    assert not House.objects.exists()


def test_the_short_name_of_a_house_stays(browser, reference):
    change = reverse("admin:rules_house_change", args=[reference.pk])
    values = form_values(browser.get(change), "house_form") | {"slug": "x", "name_ru": "Новый"}
    assert browser.post(change, values).status_code == 302
    house = House.objects.get()
    assert (house.slug, house.name["ru"]) == ("reference", "Новый")


def test_a_second_draft_for_a_game_is_refused(browser, draft):
    add = reverse("admin:rules_draft_add")
    values = form_values(browser.get(add), "draft_form")
    response = browser.post(add, values | {"house": draft.house.pk, "game": draft.game})
    assert "This house already has a draft for this game." in response.content.decode()
    assert Draft.objects.count() == len(games())


def test_a_house_with_versions_is_not_deleted(browser, reference):
    delete = reverse("admin:rules_house_delete", args=[reference.pk])
    browser.get(delete)
    values = {"post": "yes", "csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    response = browser.post(delete, values)
    assert response.status_code == 200
    assert House.objects.filter(pk=reference.pk).exists()


def test_a_draft_may_be_deleted_and_its_versions_stay(browser, draft):
    delete = address(draft, "delete")
    browser.get(delete)
    values = {"post": "yes", "csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert browser.post(delete, values).status_code == 302
    assert not Draft.objects.filter(pk=draft.pk).exists()
    assert live_number(draft) == 1


# --- versions are read -----------------------------------------------------------------------


def version_page(browser, version):
    return browser.get(reverse("admin:rules_version_change", args=[version.pk]))


def test_a_version_reads_like_the_plate(browser, draft):
    text = text_of(version_page(browser, Version.objects.get(game=draft.game)))
    assert "Flush 3:2" in text
    assert "Three of a kind 3:1" in text
    assert "Any other hand returned" in text
    assert "from 5 to 500 in steps of 5" in text


def test_a_version_tells_what_it_changed(browser, boss, changed):
    version = publish(changed, by=boss)
    assert "Trips: flush pays 6:1 instead of 7:1" in text_of(version_page(browser, version))


@pytest.mark.parametrize("page", ["change", "delete"])
def test_a_version_is_neither_changed_nor_deleted(browser, draft, page):
    version = Version.objects.get(game=draft.game)
    url = reverse(f"admin:rules_version_{page}", args=[version.pk])
    browser.get(address(draft))
    token = browser.cookies["csrftoken"].value
    values = {"note": "x", "post": "yes", "csrfmiddlewaretoken": token}
    assert browser.post(url, values).status_code == 403
    assert Version.objects.values().get(pk=version.pk)["note"] == ""


def test_no_version_is_added_by_hand(browser, reference):
    assert browser.get(reverse("admin:rules_version_add")).status_code == 403


def test_an_altered_version_is_reported_where_it_shows(browser, draft, monkeypatch):
    version = Version.objects.get(game=draft.game)
    monkeypatch.setattr("rules.models.document_hash", lambda text: "0" * 64)
    assert "This version cannot be read" in text_of(version_page(browser, version))
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "6"})
    for page in ("change", "publish"):
        text = text_of(browser.get(address(draft, page)))
        assert "The version in force cannot be read" in text


# --- the pages -------------------------------------------------------------------------------


def pages(draft):
    version = Version.objects.get(game=draft.game)
    yield reverse("admin:index")
    yield reverse("admin:rules_house_changelist")
    yield reverse("admin:rules_house_add")
    yield reverse("admin:rules_house_change", args=[draft.house.pk])
    yield reverse("admin:rules_draft_changelist")
    yield reverse("admin:rules_draft_add")
    yield address(draft)
    yield address(draft, "publish")
    yield address(draft, "history")
    yield reverse("admin:rules_version_changelist")
    yield reverse("admin:rules_version_change", args=[version.pk])


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_every_page_opens_without_inline_script_or_style(browser, changed, language):
    for url in pages(changed):
        response = browser.get(url, headers={"accept-language": language})
        assert response.status_code == 200, url
        page = response.content.decode()
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", page), url


def test_the_list_of_drafts_says_what_is_in_force(browser, changed):
    text = text_of(browser.get(reverse("admin:rules_draft_changelist")))
    assert text.count("version 1 as published") == len(games()) - 1
    assert "version 1 has changes" in text
