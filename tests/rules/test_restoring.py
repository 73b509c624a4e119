"""An old version published again."""

import pytest
from django.urls import reverse
from django.utils import timezone

from rules.models import Draft, Version
from rules.versions import NothingToPublishError, draft_differs, live_version, publish, restore
from tests.rules.admin_pages import filled, live_number, save, stored, text_of
from tests.rules.page_forms import form_values

pytestmark = pytest.mark.django_db


@pytest.fixture
def first(changed):
    """Version 1, after version 2 with the changed rows has been published."""
    publish(changed, None)
    return Version.objects.get(house=changed.house, game=changed.game, number=1)


def address(version):
    return reverse("admin:rules_version_restore", args=[version.pk])


def test_the_page_says_what_changes_and_asks(browser, first):
    text = text_of(browser.get(address(first)))
    assert "What changes against version 2, the newest" in text
    assert "Trips: flush pays 7:1 instead of 6:1" in text
    assert "Trips: house edge 3.50 % instead of 25.84 % , −22.34 points" in text
    assert Version.objects.filter(game=first.game).count() == 2


def test_restoring_makes_a_new_version_that_says_the_old(browser, boss, first, changed):
    values = form_values(browser.get(address(first)), "restore_form")
    done = browser.post(address(first), values | {"note": "Wrong plates"}, follow=True)
    assert "Version 3 is published." in text_of(done)
    version = live_version(first.house, first.game, timezone.now())
    assert (version.number, version.published_by, version.note) == (3, boss, "Wrong plates")
    assert version.ruleset.tables == first.ruleset.tables
    assert version.ruleset.switches == first.ruleset.switches


def test_a_draft_as_published_follows(first, changed):
    revision = Draft.objects.get(pk=changed.pk).revision
    restore(first, None)
    draft = Draft.objects.get(pk=changed.pk)
    assert not draft_differs(draft)
    assert draft.revision == revision + 1


def test_a_draft_with_changes_keeps_them(browser, first, changed):
    save(browser, changed, filled(browser, changed), **{"trips-4-pays": "5"})
    restore(first, None)
    assert stored(changed)["flush"] == "5"
    assert draft_differs(Draft.objects.get(pk=changed.pk))


def test_the_newest_has_nothing_to_restore(browser, first, changed):
    newest = live_version(first.house, first.game, timezone.now())
    with pytest.raises(NothingToPublishError):
        restore(newest, None)
    assert "restore_form" not in browser.get(address(newest)).content.decode()


def test_what_was_published_since_the_page_was_opened_is_told(browser, first, changed):
    values = form_values(browser.get(address(first)), "restore_form")
    save(browser, changed, filled(browser, changed), **{"trips-4-pays": "5"})
    publish(Draft.objects.get(pk=changed.pk), None)
    done = browser.post(address(first), values, follow=True)
    assert "Somebody else published at the same moment" in text_of(done)
    assert live_number(changed) == 3


def test_who_may_not_publish_may_not_restore(client, django_user_model, first):
    clerk = django_user_model.objects.create_user("clerk", password="x", is_staff=True)
    client.force_login(clerk)
    assert client.get(address(first)).status_code == 403
    assert client.post(address(first), {"revision": "2"}).status_code == 403
    assert Version.objects.filter(game=first.game).count() == 2
