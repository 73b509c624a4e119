"""A name that is markup is shown as text, wherever it is shown."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from tests.trainer.accounts.people import PASSWORD, make_user
from tests.trainer.accounts.test_access import own_pages
from trainer.accounts import services
from trainer.models import Learner, User

pytestmark = pytest.mark.django_db

NAMES = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</title><svg onload=alert(1)>",
    '" onfocus=alert(1) autofocus x="',
    "' onfocus=alert(1) autofocus x='",
    "{{ request.user.password }}{% now 'Y' %}",
]
RAW = ("<img src=x", "<script>alert", "<svg onload", 'onfocus=alert(1) autofocus x="', "pbkdf2")


def is_raw(page):
    return any(raw in page for raw in RAW) or "' onfocus=alert(1)" in page


@pytest.mark.parametrize("name", NAMES)
def test_every_page_of_ours_shows_it_as_text(person, anna, name):
    User.objects.update(display_name=name)
    person.sign_in()
    shown = 0
    for url in own_pages():
        page = person.client.get(url).getvalue().decode()
        assert not is_raw(page), url
        shown += "&lt;" in page or "&quot;" in page or "&#x27;" in page
    assert shown >= 2


@pytest.mark.parametrize("name", NAMES)
def test_a_reset_page_shows_it_as_text(person, anna, name):
    User.objects.update(display_name=name)
    anna.refresh_from_db()
    person.open(services.reset_address(anna))
    assert not is_raw(person.page)
    assert "alert(1)" in person.page or "request.user" in person.page


@pytest.mark.parametrize("name", NAMES)
def test_every_page_of_the_admin_shows_it_as_text(admin_user, name):
    user = make_user("anna", display_name=name, email="anna@example.org")
    User.objects.filter(pk=admin_user.pk).update(display_name=name)
    client = Client()
    client.force_login(admin_user)
    action = {"action": "issue_reset_links", "_selected_action": [user.pk]}
    base = "/admin/trainer/user/"
    pages = [
        client.get("/admin/"),
        client.get(base),
        client.get(f"{base}{user.pk}/change/"),
        client.get(f"{base}{user.pk}/password/"),
        client.get(f"{base}{user.pk}/delete/"),
        client.get(f"{base}{user.pk}/history/"),
        client.post(base, action),
        client.post(base, action | {"action": "delete_selected"}),
    ]
    for response in pages:
        assert response.status_code == 200
        assert not is_raw(response.content.decode())
    assert LogEntry.objects.exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_form_shows_it_as_text(person, name):
    assert person.sign_up(name, password="x").status_code == 422
    assert not is_raw(person.page)
    person.sign_in(name)
    assert not is_raw(person.page)


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_name_is_kept_as_it_was_typed(person, anna, name):
    person.sign_in()
    person.open("/account/")
    person.submit("/account/", display_name=name)
    assert User.objects.get().display_name == name.strip()
    assert not is_raw(person.page)
    assert person.forms()["/account/"].fields["display_name"] == [name.strip()]


@pytest.mark.parametrize(
    "name", ["two\nlines", "turned \u202e round", "bell \a", "zero\u200bwide"]
)
def test_signs_that_only_steer_are_refused(person, anna, name):
    person.sign_in()
    person.open("/account/")
    assert person.submit("/account/", display_name=name).status_code == 422
    assert "Write letters, digits and signs in one line." in person.page
    assert User.objects.get().display_name == ""


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_no_translation_lets_it_through(person, anna, language):
    User.objects.update(display_name=NAMES[0])
    Learner.objects.create(user=anna, language=language)
    person.sign_in(password=PASSWORD)
    person.open("/account/")
    assert "&lt;img src=x onerror=alert(1)&gt;" in person.page
    assert not is_raw(person.page)
