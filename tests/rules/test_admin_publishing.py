"""Publishing a draft, and who may."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from rules.models import Version
from rules.versions import live_version
from tests.rules.admin_pages import (
    address,
    filled,
    live_number,
    save,
    text_of,
)
from tests.rules.page_forms import form_values

pytestmark = pytest.mark.django_db


def to_publish(browser, draft, **changes):
    page = browser.get(address(draft, "publish"))
    return form_values(page, "publish_form") | changes


def test_publishing_lists_the_changes_and_asks_first(browser, changed):
    response = browser.get(address(changed, "publish"))
    text = text_of(response)
    assert "What changes against version 1, which is in force" in text
    assert "Trips: flush pays 6:1 instead of 7:1" in text
    assert "Trips: no row for three of a kind any more, it paid 3:1" in text
    assert live_number(changed) == 1


def test_publishing_makes_the_next_version(browser, boss, changed):
    values = to_publish(browser, changed, note="New plates")
    response = browser.post(address(changed, "publish"), values, follow=True)
    assert "Version 2 is published." in text_of(response)
    version = live_version(changed.house, changed.game, timezone.now())
    assert (version.number, version.published_by, version.note) == (2, boss, "New plates")
    assert version.ruleset.tables["trips"].rows[4].pays == 6


def test_a_double_click_publishes_once(browser, changed):
    values = to_publish(browser, changed)
    browser.post(address(changed, "publish"), values)
    response = browser.post(address(changed, "publish"), values, follow=True)
    assert "Nothing has changed since version 2" in text_of(response)
    assert Version.objects.filter(game=changed.game).count() == 2


def test_what_was_saved_after_the_page_was_opened_is_not_published(browser, changed):
    values = to_publish(browser, changed)
    save(browser, changed, filled(browser, changed), **{"trips-4-pays": "5"})
    response = browser.post(address(changed, "publish"), values, follow=True)
    assert "Somebody else has saved this draft" in text_of(response)
    assert live_number(changed) == 1


def test_a_version_may_be_planned(browser, changed):
    moment = timezone.localtime() + timedelta(days=2)
    values = to_publish(browser, changed, effective_from=moment.strftime("%Y-%m-%dT%H:%M"))
    assert browser.post(address(changed, "publish"), values).status_code == 302
    assert live_number(changed) == 1
    assert live_version(changed.house, changed.game, moment).number == 2
    page = text_of(browser.get(address(changed)))
    assert "Version 2 waits to come into force" in page


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("effective_from", "2001-01-01T10:00"),
        ("effective_from", "0001-01-01T00:00"),
        ("effective_from", "9999-12-31T23:59"),
        ("effective_from", "tomorrow"),
        ("effective_from", "2026-13-45T99:99"),
        ("note", "x" * 501),
        ("note", "\0"),
    ],
)
def test_a_time_or_note_that_is_none_is_refused(browser, changed, field, typed):
    values = to_publish(browser, changed, **{field: typed})
    response = browser.post(address(changed, "publish"), values)
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert Version.objects.filter(game=changed.game).count() == 1


@pytest.mark.parametrize("typed", ["0001-01-01T00:00", "9999-12-31T23:59"])
@pytest.mark.parametrize("zone", ["America/Chicago", "Pacific/Auckland"])
def test_the_ends_of_the_calendar_are_refused_in_every_zone(
    browser, changed, settings, typed, zone
):
    settings.TIME_ZONE = zone
    values = to_publish(browser, changed, effective_from=typed)
    assert "errorlist" in browser.post(address(changed, "publish"), values).content.decode()


@pytest.mark.parametrize("revision", ["", "x", "9" * 30])
def test_a_broken_publication_shows_the_page_again(browser, changed, revision):
    values = to_publish(browser, changed, revision=revision)
    response = browser.post(address(changed, "publish"), values)
    assert response.url == address(changed, "publish")
    assert live_number(changed) == 1


def test_nothing_to_publish_is_said(browser, draft):
    text = text_of(browser.get(address(draft, "publish")))
    assert "Nothing has changed since version 1. There is nothing to publish." in text


def test_an_empty_table_is_not_published(browser, draft):
    gone = {f"trips-{at}-DELETE": "on" for at in range(7)}
    save(browser, draft, filled(browser, draft), **gone)
    values = to_publish(browser, draft)
    response = browser.post(address(draft, "publish"), values, follow=True)
    assert "The table “Trips” has no rows." in text_of(response)
    assert live_number(draft) == 1


def test_saving_may_lead_to_publishing(browser, draft):
    response = save(browser, draft, filled(browser, draft), _publish="1")
    assert response.url == address(draft, "publish")


# --- who may what ----------------------------------------------------------------------------


def staff(django_user_model, *permissions):
    user = django_user_model.objects.create_user("staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def test_who_may_only_look_sees_a_form_that_cannot_be_sent(django_user_model, draft):
    client = staff(django_user_model, "view_draft")
    page = client.get(address(draft)).content.decode()
    assert "Save the draft" not in page
    assert 'name="trips-4-pays" value="7"' in page
    assert "disabled" in page
    token = client.cookies["csrftoken"].value
    assert client.post(address(draft), {"csrfmiddlewaretoken": token}).status_code == 403
    assert client.get(address(draft, "publish")).status_code == 403


def test_who_may_edit_does_not_publish(django_user_model, draft):
    client = staff(django_user_model, "change_draft", "view_draft")
    values = form_values(client.get(address(draft)), "draft_form")
    response = client.post(address(draft), values | {"trips-4-pays": "6"})
    assert response.status_code == 302
    assert "Save, then publish" not in client.get(address(draft)).content.decode()
    assert client.get(address(draft, "publish")).status_code == 403
    token = {"csrfmiddlewaretoken": values["csrfmiddlewaretoken"], "revision": "1"}
    assert client.post(address(draft, "publish"), token).status_code == 403
    assert live_number(draft) == 1


def test_staff_without_a_right_sees_no_draft(django_user_model, draft):
    assert staff(django_user_model).get(address(draft)).status_code == 403


@pytest.mark.parametrize("page", ["change", "publish"])
def test_who_is_not_signed_in_is_sent_to_the_door(draft, page):
    assert "/login/" in Client().get(address(draft, page)).url
