import pytest

from tests.trainer.accounts.people import PASSWORD, make_user
from trainer.accounts import paths
from trainer.models import Learner, User

pytestmark = pytest.mark.django_db

ELSEWHERE = [
    "https://example.org/",
    "//example.org/",
    "/\\example.org/",
    "///example.org/",
    "http:///example.org/",
    "javascript:alert(1)",
    "settings/",
    "\\\\example.org",
    "/\t/example.org",
    "http://testserver/settings/",
]


def test_a_name_and_its_password_sign_in(person, anna):
    person.sign_in()
    assert person.url == "/"
    assert person.signed_in
    assert 'href="/account/"' in person.page


@pytest.mark.parametrize("name", ["ANNA", " anna ", "Anna"])
def test_a_phone_may_write_the_name_with_a_capital(person, anna, name):
    person.sign_in(name)
    assert person.signed_in


def test_a_name_in_any_alphabet_may_be_written_with_a_capital(person):
    make_user("ірина")
    person.sign_in("Ірина")
    assert person.signed_in


def test_wrong_password_unknown_name_and_inactive_account_look_alike(meet, anna):
    make_user("berta", is_active=False)
    pages = set()
    for name, password in [("anna", "wrong"), ("nobody", PASSWORD), ("berta", PASSWORD)]:
        person = meet()
        assert person.sign_in(name, password=password).status_code == 422
        assert "The name or the password is wrong." in person.page
        token = str(person.client.cookies["csrftoken"].value)
        page = person.page.replace(name, "NAME").replace(token, "")
        pages.add(remove_tokens(page))
    assert len(pages) == 1


def test_an_unknown_name_costs_as_many_hashes_as_a_known_one(meet, anna, monkeypatch):
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, *args, **kwargs: hashed.append(1) or encode(self, *args, **kwargs),
    )
    counts = []
    for name in ("anna", "nobody"):
        hashed.clear()
        meet().sign_in(name, password="wrong")
        counts.append(len(hashed))
    assert counts == [1, 1]


def remove_tokens(page):
    lines = page.splitlines()
    return "\n".join(line.split('name="csrfmiddlewaretoken"')[0] for line in lines)


def test_the_name_stays_and_the_password_does_not(person, anna):
    person.sign_in("anna", password="wrong one")
    assert person.forms()["/sign-in/"].fields["username"] == ["anna"]
    assert "wrong one" not in person.page


def test_the_way_leads_back_to_where_it_came_from(person, anna):
    person.sign_in(next="/settings/")
    assert person.url == "/settings/"


def test_a_second_try_still_knows_the_way(person, anna):
    person.sign_in(next="/settings/", password="wrong")
    person.submit("/sign-in/", username="anna", password=PASSWORD)
    assert person.url == "/settings/"


@pytest.mark.parametrize("next", ELSEWHERE)
def test_the_way_never_leads_to_another_site(person, anna, next):
    person.open("/sign-in/")
    data = {"username": "anna", "password": PASSWORD, "next": next}
    assert person.post("/sign-in/", **data)["Location"] == "/"


@pytest.mark.parametrize("next", ELSEWHERE)
def test_only_paths_are_ways(next):
    assert paths.own_path(next) == ""


@pytest.mark.parametrize("next", ["/", "/settings/", "/a?b=c#d", "/sittings/1/"])
def test_a_path_is_a_way(next):
    assert paths.own_path(next) == next


@pytest.mark.parametrize("page", ["sign-in", "sign-up"])
@pytest.mark.parametrize("next", ELSEWHERE)
def test_the_pages_do_not_hand_such_a_way_on(person, page, next, contexts):
    response = person.client.get(f"/{page}/", {"next": next})
    assert response.context["next"] == ""
    assert 'name="next" value="/' + page + "/" in response.content.decode()


def test_the_next_page_may_not_exist(person, anna):
    person.sign_in(next="/no/such/page/")
    assert person.url == "/"


def test_signing_out_needs_a_form(person, anna):
    person.sign_in()
    response = person.client.get("/sign-out/")
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert person.signed_in
    person.sign_out()
    assert not person.signed_in
    assert person.url == "/"


def test_signing_out_gives_a_fresh_guest(person, anna):
    person.answer(1)
    person.sign_in()
    person.answer(1)
    person.sign_out()
    assert "Go on where you stopped" not in person.page
    person.answer(1)
    assert Learner.objects.filter(user=None).count() == 2


def test_a_session_from_before_is_not_the_one_from_after(person, anna):
    person.start()
    before = person.client.session.session_key
    person.sign_in()
    assert person.client.session.session_key != before


def test_the_language_of_the_person_comes_along(meet, anna):
    Learner.objects.create(user=anna, language="uk")
    person = meet(**{"Accept-Language": "en"})
    person.sign_in()
    assert '<html lang="uk"' in person.page
    person.sign_out()
    assert '<html lang="uk"' in person.page


def test_a_person_without_a_language_keeps_the_browsers(meet, anna):
    person = meet(**{"Accept-Language": "ru"})
    person.sign_in()
    assert '<html lang="ru"' in person.page


def test_the_account_of_somebody_else_opens_in_a_session_of_its_own(person, anna):
    make_user("berta")
    person.sign_in("anna")
    person.sign_out()
    person.sign_in("berta")
    assert "berta" in person.page
    assert person.client.session["_auth_user_id"] == str(User.objects.get(username="berta").pk)


@pytest.mark.parametrize("path", ["/sign-in/", "/sign-up/", "/account/", "/account/password/"])
def test_no_copy_of_such_a_page_is_kept(person, anna, path):
    person.sign_in()
    for visitor in (person.client, type(person)().client):
        assert "no-store" in visitor.get(path)["Cache-Control"]
