"""Accounts when requests really arrive at once, on SQLite and on PostgreSQL."""

import pytest

from tests.trainer.accounts.people import PASSWORD, Person, make_user
from tests.trainer.races import at_once
from trainer.accounts import services
from trainer.accounts.throttle import PERSON
from trainer.models import Answer, Learner, SignInTries, Sitting, User
from trainer.practice.learners import move_sittings

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6


@pytest.fixture
def person(transactional_db, shared_database, person):
    return person


def arrive(person):
    """Another tab of the same browser."""
    tab = Person()
    tab.client.cookies = person.client.cookies.copy()
    return tab


def sign_up_form(name):
    return {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": ""}


def test_of_sign_ups_with_one_name_one_succeeds(person):
    guests = [Person() for _ in range(AT_ONCE)]
    for guest in guests:
        guest.answer(1)
    spellings = ["Anna", "anna", "ANNA"] * (AT_ONCE // 3)
    responses = at_once(
        [
            lambda guest=guest, name=name: guest.post("/sign-up/", **sign_up_form(name))
            for guest, name in zip(guests, spellings, strict=True)
        ]
    )
    assert sorted(response.status_code for response in responses) == [303] + [422] * (AT_ONCE - 1)
    assert User.objects.count() == 1
    assert Learner.objects.filter(user=None).count() == AT_ONCE - 1
    assert Answer.objects.count() == AT_ONCE


def test_of_sign_ups_in_one_session_one_takes_the_guest(person):
    person.answer(2)
    tabs = [arrive(person) for _ in range(AT_ONCE)]
    responses = at_once(
        [
            lambda tab=tab, n=number: tab.post("/sign-up/", **sign_up_form(f"anna{n}"))
            for number, tab in enumerate(tabs)
        ]
    )
    assert {response.status_code for response in responses} == {303}
    assert Learner.objects.filter(user=None).count() == 0
    owners = Answer.objects.values_list("question__sitting__learner__user", flat=True)
    assert (len(owners), len(set(owners))) == (2, 1)


def test_answers_that_are_added_at_once_are_added_once(person):
    user = make_user()
    person.answer(2)
    person.answer(1)
    person.sign_in()
    tabs = [arrive(person) for _ in range(AT_ONCE)]
    responses = at_once([lambda t=tab: t.post("/account/add-answers/", add="yes") for tab in tabs])
    assert {response.status_code for response in responses} == {303}
    assert Learner.objects.filter(user=user).count() == 1
    assert set(Sitting.objects.values_list("learner__user", flat=True)) == {user.pk}
    assert (Sitting.objects.count(), Answer.objects.count()) == (2, 3)


def test_one_guest_added_to_two_accounts_at_once_goes_to_one(person):
    users = [make_user(name) for name in ("anna", "berta")]
    person.answer(2)
    guest = person.client.session["learner"]
    moved = at_once([lambda u=user: move_sittings(guest, u) for user in users * 3])
    assert sorted(moved) == [0] * 5 + [2]
    assert Sitting.objects.exclude(learner__user=None).count() == 1


def test_a_sitting_that_begins_during_the_move_is_lost_to_nobody(person):
    user = make_user()
    person.answer(1)
    guest = person.client.session["learner"]
    other = arrive(person)
    start = "/practice/which-hand-wins/russian-poker/"
    responses = at_once([lambda: move_sittings(guest, user), lambda: other.post(start)])
    assert responses[1].status_code == 303
    assert Sitting.objects.count() == 2
    assert Learner.objects.filter(pk=guest).exists()


def test_tries_at_once_do_not_slip_past_the_count(person):
    make_user()
    guessers = [Person() for _ in range(3 * PERSON.free)]
    responses = at_once(
        [lambda p=p: p.post("/sign-in/", username="anna", password="wrong") for p in guessers]
    )
    codes = [response.status_code for response in responses]
    # The wait after the last free one is a second: whoever was held up longer is let in.
    assert 429 in codes
    assert PERSON.free <= codes.count(422) < len(codes)
    assert sum(SignInTries.objects.values_list("failures", flat=True)) == 2 * codes.count(422)


def test_of_resets_by_one_link_at_once_one_succeeds(person):
    user = make_user()
    path = services.reset_address(user)
    owners = [Person() for _ in range(AT_ONCE)]
    passwords = [f"the board plays {number}" for number in range(AT_ONCE)]
    responses = at_once(
        [
            lambda o=owner, w=word: o.post(path, new_password1=w, new_password2=w)
            for owner, word in zip(owners, passwords, strict=True)
        ]
    )
    codes = [response.status_code for response in responses]
    assert sorted(codes) == [303] + [410] * (AT_ONCE - 1)
    user.refresh_from_db()
    assert user.check_password(passwords[codes.index(303)])


def test_first_settings_saved_at_once_make_one_learner_of_a_user(person):
    make_user()
    person.sign_in()
    form = {"language": "en", "house": "reference", "theme": "dark", "deck": "two"}
    form |= {"keypad": "left", "time_zone": ""}
    tabs = [arrive(person) for _ in range(AT_ONCE)]
    responses = at_once([lambda tab=tab: tab.post("/settings/", **form) for tab in tabs])
    assert {response.status_code for response in responses} == {303}
    assert Learner.objects.get().theme == "dark"
