"""Where a login has ended, the way leads over a whole sign-in page, and back."""

from collections import defaultdict

import pytest
from django.contrib.auth import get_user_model
from django.urls import URLPattern, get_resolver, reverse

from config import urls
from tests.trainer.accounts.people import PASSWORD, make_user
from tests.trainer.practice.visitors import right_form
from trainer.models import Answer

pytestmark = pytest.mark.django_db

FRAGMENT = {"HX-Request": "true"}
LOGIN_ONLY = ["/account/", "/account/password/", "/account/add-answers/"]
NEVER = "00000000-0000-4000-8000-000000000000"


def own_pages():
    """Every address of ours outside the admin, with something in place of its parts."""
    parts = {"uuid": NEVER, "position": 1, "drill_key": "a", "game_key": "b", "house_slug": "c"}
    parts |= {"key": "d", "token": "e"}
    # Of the school; most stand for the number of a row.
    parts = defaultdict(int, parts | {"code": "f", "language": "uk", "size": 10})
    for pattern in walk(get_resolver(urls).url_patterns):
        names = pattern.pattern.converters
        yield reverse(pattern.name, kwargs={name: parts[name] for name in names})


def walk(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif getattr(pattern, "app_name", None) != "admin":
            yield from walk(pattern.url_patterns)


def fragment(person, url, page, **data):
    """What htmx asks for from a page that is open."""
    headers = FRAGMENT | {"HX-Current-URL": f"http://testserver{page}"}
    if not data:
        return person.client.get(url, headers=headers)
    data["csrfmiddlewaretoken"] = person.client.cookies["csrftoken"].value
    return person.client.post(url, data, headers=headers)


def is_sign_in_form(response):
    return b'action="/sign-in/"' in response.getvalue()


@pytest.fixture
def expired(person, anna):
    """Anna, whose login ends while a question is open."""
    person.sign_in()
    person.start()
    person.lose_session()
    return person


def test_an_answer_by_fragment_leaves_for_the_sign_in_page(expired):
    url = expired.url
    response = fragment(expired, url, url, choice="left")
    assert response["HX-Redirect"] == f"/sign-in/?next={url}"
    assert response.content == b""
    expired.open(response["HX-Redirect"])
    assert "You are signed out, so this was not taken." in expired.page
    assert Answer.objects.count() == 0


def test_after_signing_in_the_same_question_takes_the_answer(expired):
    url, question = expired.url, expired.question()
    expired.open(fragment(expired, url, url, choice="left")["HX-Redirect"])
    expired.submit("/sign-in/", username="anna", password=PASSWORD)
    assert expired.url == url
    expired.submit(url, **right_form(question))
    assert "Right" in expired.page
    assert Answer.objects.count() == 1


@pytest.mark.parametrize("action", ["next/", "../end/"])
def test_every_form_of_the_page_leaves_with_the_page_as_the_way_back(expired, action):
    url = expired.url
    address = {"next/": f"{url}next/", "../end/": url.replace("/1/", "/end/")}[action]
    response = fragment(expired, address, url, x="1")
    assert response["HX-Redirect"] == f"/sign-in/?next={url}"


@pytest.mark.parametrize("path", ["", "1/", "result/"])
def test_a_page_that_is_opened_anew_leads_back(expired, path):
    base = expired.url.removesuffix("1/")
    response = expired.client.get(base + path)
    assert response.status_code == 303
    assert response["Location"] == f"/sign-in/?next={base}{path}"


@pytest.mark.parametrize("path", ["1/", "1/next/", "end/"])
def test_a_form_without_javascript_leads_back_to_its_page(expired, path):
    url = expired.url
    data = {"csrfmiddlewaretoken": expired.client.cookies["csrftoken"].value, "choice": "left"}
    address = url.removesuffix("1/") + path
    headers = {"Referer": f"http://testserver{url}?a=b"}
    response = expired.client.post(address, data, headers=headers)
    assert response["Location"] == f"/sign-in/?next={url}%3Fa%3Db"
    for other in ({}, {"Referer": "https://example.org/x"}):
        assert expired.client.post(address, data, headers=other)["Location"] == "/sign-in/"
    expired.open("/sign-in/")
    assert "You are signed out, so this was not taken." in expired.page


def test_a_login_that_another_device_ended_leads_back_too(meet, anna):
    here, there = meet(), meet()
    here.sign_in()
    here.start()
    there.sign_in()
    there.open("/account/password/")
    new = {"new_password1": "seven of clubs", "new_password2": "seven of clubs"}
    there.submit("/account/password/", old_password=PASSWORD, **new)
    response = fragment(here, here.url, here.url, choice="left")
    assert response["HX-Redirect"] == f"/sign-in/?next={here.url}"


def test_a_sitting_of_somebody_else_answers_like_one_that_never_was(expired, meet):
    make_user("berta")
    berta = meet()
    berta.sign_in("berta")
    theirs = berta.start().sitting.uuid
    for path in ("", "1/", "result/"):
        for headers in ({}, FRAGMENT):
            one, other = (
                expired.client.get(f"/sittings/{uuid}/{path}", headers=headers)
                for uuid in (theirs, NEVER)
            )
            assert one.status_code == other.status_code
            assert str(one.headers).replace(str(theirs), NEVER) == str(other.headers)
            assert one.content == other.content
    expired.sign_in(next=f"/sittings/{theirs}/1/")
    assert expired.url == "/"


def test_whoever_never_signed_in_here_is_told_that_nothing_is_there(person, meet):
    uuid = meet().start().sitting.uuid
    person.start()
    assert person.client.get(f"/sittings/{uuid}/1/").status_code == 404
    assert fragment(person, f"/sittings/{uuid}/1/", "/", choice="left").status_code == 404


def test_a_page_that_never_was_is_not_asked_for_behind_the_login(expired):
    assert expired.client.get("/nowhere/").status_code == 404
    assert expired.client.get("/practice/a/b/").status_code == 404


@pytest.mark.parametrize("url", LOGIN_ONLY)
def test_a_page_of_the_account_asks_to_sign_in_first(person, anna, url):
    response = person.client.get(url)
    assert (response.status_code, response["Location"]) == (303, f"/sign-in/?next={url}")
    response = fragment(person, url, "/settings/")
    assert response["HX-Redirect"] == "/sign-in/?next=/settings/"
    response = fragment(person, url, url, display_name="x", add="yes")
    assert response["HX-Redirect"] == f"/sign-in/?next={url}"


def test_no_fragment_is_ever_a_sign_in_form(expired):
    pages = [page for page in own_pages() if page not in ("/sign-in/", "/sign-up/")]
    assert len(pages) > 15
    for url in pages:
        for response in (fragment(expired, url, "/"), fragment(expired, url, "/", x="1")):
            assert not is_sign_in_form(response), url
            assert not response.get("Location", "").startswith("/sign-in/"), url


def test_the_sign_in_form_is_recognised(person):
    assert is_sign_in_form(person.client.get("/sign-in/"))


@pytest.mark.parametrize("current", ["https://example.org/x", "javascript:x", "", "//a/b"])
def test_a_page_of_another_site_is_no_way_back(expired, current):
    headers = FRAGMENT | {"HX-Current-URL": current}
    response = expired.client.get(expired.url, headers=headers)
    assert response["HX-Redirect"] == "/sign-in/"


def test_the_own_account_is_all_that_is_shown(meet, anna):
    make_user("berta", email="berta@example.org", display_name="Berta B")
    person = meet()
    person.sign_in("anna")
    for page in LOGIN_ONLY:
        person.open(page)
        assert "berta" not in person.page.lower()


def test_a_form_changes_the_own_account_only(person, anna):
    berta = make_user("berta")
    person.sign_in("anna")
    person.post("/account/", display_name="Me", email="", id=berta.pk, user=berta.pk, pk=berta.pk)
    names = dict(get_user_model().objects.values_list("username", "display_name"))
    assert names == {"anna": "Me", "berta": ""}


@pytest.mark.parametrize("path", ["/account/", "/sign-out/", "/settings/", "/account/password/"])
def test_a_form_of_another_site_is_refused(person, anna, path):
    person.sign_in()
    response = person.client.post(path, {"display_name": "x"})
    assert response.status_code == 403
    assert person.signed_in
