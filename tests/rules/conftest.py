import pytest
from django.test import Client

from rules.models import Draft
from tests.rules.admin_pages import opened, save


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
    save(browser, draft, opened(browser, draft), **{"trips-4-pays": "6", "trips-6-DELETE": "on"})
    return Draft.objects.get(pk=draft.pk)
