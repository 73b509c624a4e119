"""400, 403, 404, 405 and 500: our own pages, in three languages; 500 whatever is broken."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.template.loader import get_template
from django.test import Client
from django.utils.translation import gettext, override

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "uk", "ru")


def forbid(*_):
    raise PermissionDenied


def break_down(*_):
    raise RuntimeError("broken on purpose")


def page_of(status, language, monkeypatch):
    """The response with that status, to a visitor who reads that language."""
    client = Client(
        enforce_csrf_checks=True,
        raise_request_exception=False,
        headers={"Accept-Language": language},
    )
    if status == "403 csrf":
        return client.post("/practice/which-hand-wins/texas-holdem/")
    if status == 400:
        client.get("/")
        data = {"csrfmiddlewaretoken": "x"} | {f"x{number}": "" for number in range(2000)}
        return client.post("/practice/which-hand-wins/texas-holdem/", data)
    faults = {403: forbid, 500: break_down}
    if status in faults:
        monkeypatch.setattr("trainer.practice.views.menu", faults[status])
    return client.get({404: "/nowhere/", 405: "/sign-out/"}.get(status, "/"))


HEADINGS = {
    400: "This could not be read",
    403: "This is not yours to open",
    "403 csrf": "This was not taken",
    404: "Nothing lies here",
    405: "This opens only by a button",
    500: "Something broke",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", HEADINGS)
def test_it_is_a_page_of_ours_in_the_readers_language(status, language, monkeypatch):
    response = page_of(status, language, monkeypatch)
    page = response.content.decode()
    assert response.status_code == int(str(status).split()[0])
    with override(language):
        heading = gettext(HEADINGS[status])
    assert (heading == HEADINGS[status]) is (language == "en")
    assert f"<h1>{heading}</h1>" in page
    assert f'<html lang="{language}"' in page
    assert ">Croupier</a>" in page
    assert 'href="/"' in page
    assert "css/tokens.css" in page
    assert "Content-Security-Policy" in response


def test_nothing_is_said_of_the_inside(monkeypatch):
    page = page_of(500, "en", monkeypatch).content.decode()
    assert "RuntimeError" not in page
    assert "broken on purpose" not in page


@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_a_broken_site_still_shows_it(name, settings, monkeypatch):
    """Without a request, without the database, and without a list of hashed static files."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }

    def refuse(*_):
        raise DatabaseError("no database")

    monkeypatch.setattr(connection, "cursor", refuse)
    page = get_template(name).render()
    assert "<h1>" in page
    assert 'href="/static/css/tokens.css"' in page


def test_its_style_is_found_under_the_plain_name():
    paths = re.findall(r'href="/static/([^"]+)"', get_template("500.html").render())
    assert paths
    assert all(finders.find(path) for path in paths)


def test_a_guest_is_shown_the_way_back_over_the_sign_in(client):
    page = client.get("/sittings/7b1f8e0a-5c1d-4c5e-9a57-0c7f3ad1f6b2/3/").content.decode()
    assert 'href="/sign-in/?next=/sittings/7b1f8e0a-5c1d-4c5e-9a57-0c7f3ad1f6b2/3/"' in page


def test_who_is_signed_in_is_not(client, django_user_model):
    client.force_login(django_user_model.objects.create(username="anna"))
    page = client.get("/nowhere/").content.decode()
    assert "/sign-in/" not in page
