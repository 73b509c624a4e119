import re
from datetime import timedelta

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from tests.trainer.accounts.people import ANOTHER, PASSWORD, make_user
from trainer.accounts import services
from trainer.models import User

pytestmark = pytest.mark.django_db

CHANGE = "/account/password/"


def change(person, old=PASSWORD, new=ANOTHER, again=None):
    person.open(CHANGE)
    passwords = {"new_password1": new, "new_password2": new if again is None else again}
    return person.submit(CHANGE, old_password=old, **passwords)


def choose(person, url, new=ANOTHER):
    person.open(url)
    return person.submit(url, new_password1=new, new_password2=new)


# --- change ----------------------------------------------------------------------------------


def test_changing_the_password_signs_out_everyone_but_here(meet, anna):
    here, there = meet(), meet()
    for person in (here, there):
        person.sign_in()
    change(here)
    assert here.url == "/account/"
    assert "The password is changed." in here.page
    there.open("/account/")
    assert there.url == "/sign-in/?next=/account/"
    there.sign_in()
    assert not there.signed_in
    there.sign_in(password=ANOTHER)
    assert there.signed_in


@pytest.mark.parametrize(
    ("passwords", "problem"),
    [
        ({"old": "wrong"}, "Your old password was entered incorrectly."),
        ({"new": "12345678901"}, "entirely numeric"),
        ({"again": "something else"}, "didn’t match"),
        ({"new": "annaanna1"}, "too similar"),
    ],
)
def test_a_refused_change_changes_nothing(person, passwords, problem):
    make_user("annaanna")
    person.sign_in("annaanna")
    assert change(person, **passwords).status_code == 422
    assert problem in person.page
    assert ANOTHER not in person.page
    assert User.objects.get().check_password(PASSWORD)


def test_whoever_forgot_to_sign_in_comes_back_to_the_change(person, anna):
    person.open(CHANGE)
    assert person.url == f"/sign-in/?next={CHANGE}"


# --- reset -----------------------------------------------------------------------------------


def test_a_link_chooses_a_password_and_signs_in(person, anna):
    url = services.reset_address(anna)
    choose(person, url)
    assert person.url == "/"
    assert person.signed_in
    assert User.objects.get().check_password(ANOTHER)


def test_a_link_works_once(meet, anna):
    url = services.reset_address(anna)
    choose(meet(), url)
    late = meet()
    assert late.open(url).status_code == 410
    assert "This link is used up or too old" in late.page
    response = late.post(url, new_password1="x y z 1 2 3", new_password2="x y z 1 2 3")
    assert response.status_code == 410
    assert User.objects.get().check_password(ANOTHER)


def test_every_link_dies_when_one_is_used(meet, anna):
    first, second = services.reset_address(anna), services.reset_address(anna)
    choose(meet(), second)
    assert meet().open(first).status_code == 410


def test_a_link_dies_when_its_owner_signs_in(meet, anna):
    url = services.reset_address(anna)
    meet().sign_in()
    assert meet().open(url).status_code == 410


def test_a_link_lasts_a_day(meet, anna, monkeypatch):
    url = services.reset_address(anna)
    now = PasswordResetTokenGenerator()._now()
    later = [timedelta(hours=24), timedelta(hours=24, seconds=5)]
    for wait, status in zip(later, (200, 410), strict=True):
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self, w=wait: now + w)
        assert meet().open(url).status_code == status


def test_opening_a_link_uses_nothing_up(meet, anna):
    url = services.reset_address(anna)
    for _ in range(2):
        assert meet().open(url).status_code == 200
    assert User.objects.get().check_password(PASSWORD)


def test_a_refused_password_leaves_the_link_good(person, anna):
    url = services.reset_address(anna)
    assert choose(person, url, new="123").status_code == 422
    choose(person, url)
    assert person.signed_in


@pytest.mark.parametrize(
    "spoil",
    [
        lambda key, token, other: (key, token[:-1] + ("1" if token.endswith("0") else "0")),
        lambda key, token, other: (key, "x"),
        lambda key, token, other: (other, token),
        lambda key, token, other: ("OTk5OTk5", token),
        lambda key, token, other: ("!", token),
        lambda key, token, other: ("a" * 300, token),
        lambda key, token, other: ("OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", token),
    ],
)
def test_a_spoiled_link_is_no_link(person, anna, spoil):
    key, token = services.reset_address(anna).strip("/").split("/")[1:]
    other = services.reset_address(make_user("berta")).strip("/").split("/")[1]
    key, token = spoil(key, token, other)
    assert person.open(f"/reset-password/{key}/{token}/").status_code == 410


def test_an_inactive_account_has_no_link(person, anna):
    url = services.reset_address(anna)
    User.objects.update(is_active=False)
    assert person.open(url).status_code == 410


def test_a_guest_who_resets_is_asked_about_the_answers(person, anna):
    person.answer(1)
    choose(person, services.reset_address(anna))
    assert person.url == "/account/add-answers/"


def test_a_link_opened_while_somebody_else_is_signed_in_changes_over(person, anna):
    make_user("berta")
    person.sign_in("berta")
    choose(person, services.reset_address(anna))
    person.open("/account/")
    assert re.search(r"<h1>anna</h1>", person.page)
    assert "learner" not in person.client.session
