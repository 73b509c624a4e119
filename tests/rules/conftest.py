import pytest
from django.test import Client

from rules.models import Draft, House
from rules.versions import draft_ruleset, publish, save_draft, start_draft
from tests.rules.admin_pages import filled, save
from tests.rules.rules_pages import Page


@pytest.fixture
def boss(django_user_model):
    return django_user_model.objects.create_superuser("boss", password="x")


@pytest.fixture
def browser(boss):
    """A client that a forged request would not fool."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(boss)
    return client


@pytest.fixture
def draft(reference):
    return Draft.objects.get(house=reference, game="ultimate-texas-holdem")


@pytest.fixture
def changed(browser, draft):
    """The draft with two rows of Trips changed and saved, not published."""
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "6", "trips-6-DELETE": "on"})
    return Draft.objects.get(pk=draft.pk)


@pytest.fixture
def read(client):
    """`read(path, language)`: a page as somebody reads it."""

    def read(path, language="en", status=200, **headers):
        response = client.get(path, headers={"accept-language": language} | headers)
        assert response.status_code == status
        return Page(response)

    return read


@pytest.fixture
def publish_as(db):
    """`publish_as(game, **switches)`: the house “Palace” with these switches of its own."""

    def publish_as(game, tables=None, **switches):
        house, _ = House.objects.get_or_create(slug="palace", defaults={"name": {"en": "Palace"}})
        draft = start_draft(Draft(house=house, game=game))
        ruleset = draft_ruleset(draft)
        assert switches.keys() <= ruleset.switches.keys()
        ruleset.switches.update(switches)
        ruleset.tables.update(tables or {})
        save_draft(draft, draft.revision, ruleset)
        return publish(draft, None)

    return publish_as
