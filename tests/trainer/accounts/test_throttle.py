from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from tests.trainer.accounts.people import ANOTHER, PASSWORD, make_user
from trainer.accounts import devices, throttle
from trainer.accounts.forms import AdminSignInForm, wait_text
from trainer.accounts.throttle import ADDRESS, LONGEST, PERSON, TooManyTriesError, Tries
from trainer.models import SignInTries, User

pytestmark = pytest.mark.django_db

NOON = datetime(2100, 1, 1, 12, tzinfo=UTC)
A, B, HERE = "a" * 64, "b" * 64, "c" * 64


def seconds(number):
    return timedelta(seconds=number)


def fail(tries, now):
    """The seconds to wait, 0 if the try was let in."""
    try:
        throttle.admit(tries, now=now)
    except TooManyTriesError as error:
        return error.seconds
    return 0


@pytest.fixture
def clock(monkeypatch):
    """Sets the time that forms and throttle see."""

    def set_to(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_to(NOON)
    return set_to


# --- the count -------------------------------------------------------------------------------


def test_the_wait_doubles_up_to_the_longest():
    waits = [PERSON.wait(failures).total_seconds() for failures in range(1, 17)]
    assert waits == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert PERSON.wait(10**9) == LONGEST == timedelta(minutes=5)


def test_a_try_during_the_wait_is_refused_and_lengthens_nothing():
    for _ in range(PERSON.free):
        assert fail(Tries(A, None), NOON) == 0
    assert [fail(Tries(A, None), NOON) for _ in range(50)] == [1] * 50
    assert fail(Tries(A, None), NOON + seconds(0.4)) == 1
    assert fail(Tries(A, None), NOON + seconds(1)) == 0
    assert fail(Tries(A, None), NOON + seconds(1)) == 2


def test_a_name_does_not_slow_down_another():
    for _ in range(PERSON.free):
        fail(Tries(A, HERE), NOON)
    assert fail(Tries(A, HERE), NOON) == 1
    assert fail(Tries(B, HERE), NOON) == 0


def test_an_address_slows_down_every_name_tried_from_it():
    for number in range(ADDRESS.free):
        assert fail(Tries(f"{number:064}", HERE), NOON) == 0
    assert fail(Tries(A, HERE), NOON) == 1
    assert fail(Tries(A, "d" * 64), NOON) == 0


def test_the_right_password_clears_the_name_and_its_own_try_of_the_address():
    for _ in range(3):
        fail(Tries(A, HERE), NOON)
    throttle.take_back(Tries(A, HERE))
    assert not SignInTries.objects.filter(key=A).exists()
    assert SignInTries.objects.get(key=HERE).failures == 2


def test_signing_in_with_an_account_of_ones_own_does_not_clear_the_address():
    for number in range(ADDRESS.free - 1):
        fail(Tries(f"{number:064}", HERE), NOON)
        fail(Tries(A, HERE), NOON)
        throttle.take_back(Tries(A, HERE))
    assert SignInTries.objects.get(key=HERE).failures == ADDRESS.free - 1


@pytest.mark.parametrize("limit", [PERSON, ADDRESS])
def test_the_count_begins_anew_after_a_quiet_time(limit):
    tries = Tries(A, HERE) if limit is ADDRESS else Tries(A, None)
    for _ in range(PERSON.free):
        fail(tries, NOON)
    for _ in range(3):
        assert fail(tries, NOON + PERSON.memory) == 0


def test_what_no_longer_counts_is_deleted():
    fail(Tries(A, HERE), NOON)
    fail(Tries(B, None), NOON + PERSON.memory + seconds(1))
    assert SignInTries.objects.get().key == B


def test_nothing_that_is_stored_names_a_person_or_an_address(rf):
    request = rf.post("/", REMOTE_ADDR="203.0.113.7")
    tries = throttle.tries_of(request, "anna")
    assert "anna" not in tries.person
    assert "203" not in tries.address
    assert len(tries.person) == len(tries.address) == 64


# --- where a try comes from ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", None),
        ("unix:", None),
    ],
)
def test_the_address_of_a_visitor(rf, remote, address):
    request = rf.get("/", REMOTE_ADDR=remote, headers={"X-Forwarded-For": "198.51.100.1"})
    assert throttle.client_address(request) == address


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("made up,, 203.0.113.7 ", "203.0.113.7"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("", None),
        ("203.0.113.7, unknown", None),
    ],
)
def test_behind_a_proxy_the_last_address_counts(rf, settings, forwarded, address):
    settings.BEHIND_PROXY = True
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = rf.get("/", REMOTE_ADDR="127.0.0.1", headers=headers)
    assert throttle.client_address(request) == address


def test_a_visitor_cannot_choose_an_address(meet, anna):
    for number in range(PERSON.free):
        forged = meet(**{"X-Forwarded-For": f"198.51.100.{number}"})
        forged.sign_in("nobody", password="wrong")
    assert SignInTries.objects.count() == 2


def test_a_name_counts_whether_an_account_has_it_or_not(meet, anna, clock):
    waits = []
    for name in ("anna", "nobody"):
        person = meet()
        for _ in range(PERSON.free):
            person.sign_in(name, password="wrong")
        response = person.sign_in(name, password=PASSWORD)
        waits.append((response.status_code, response["Retry-After"]))
    assert waits == [(429, "1"), (429, "1")]


@pytest.mark.parametrize("name", ["anna", "Anna", " ANNA "])
def test_other_letters_are_no_other_name(person, anna, clock, name):
    for _ in range(PERSON.free):
        person.sign_in("anna", password="wrong")
    assert person.sign_in(name).status_code == 429


# --- the pages -------------------------------------------------------------------------------


def test_the_page_says_how_long_to_wait_and_lets_in_afterwards(person, anna, clock):
    for _ in range(PERSON.free):
        assert person.sign_in(password="wrong").status_code == 422
    assert person.sign_in().status_code == 429
    assert "Too many wrong passwords. Try again in 1 second." in person.page
    assert person.forms()["/sign-in/"].fields["username"] == ["anna"]
    assert not person.signed_in
    clock(NOON + seconds(1))
    person.sign_in()
    assert person.signed_in
    of_address = SignInTries.objects.get()
    assert of_address.failures == PERSON.free


def test_a_strangers_tries_do_not_lock_the_owner_out(meet, anna, clock):
    owner, stranger = meet(), meet()
    owner.sign_in()
    owner.sign_out()
    for number in range(20):
        clock(NOON + number * LONGEST)
        stranger.sign_in(password="wrong")
    assert stranger.sign_in().status_code == 429
    owner.sign_in()
    assert owner.signed_in
    assert stranger.sign_in().status_code == 429


def test_the_owners_browser_is_no_way_to_guess_more(meet, anna, clock):
    owner = meet()
    owner.sign_in()
    owner.sign_out()
    for _ in range(PERSON.free):
        owner.sign_in(password="wrong")
    assert owner.sign_in().status_code == 429


def test_a_mark_counts_for_its_owner_only(meet, anna, clock):
    make_user("berta")
    berta = meet()
    berta.sign_in("berta")
    berta.sign_out()
    for _ in range(PERSON.free):
        meet().sign_in("anna", password="wrong")
    assert berta.sign_in("anna").status_code == 429


@pytest.mark.parametrize("forge", [str.upper, lambda text: text[:-1], lambda text: "x", str])
def test_a_forged_mark_is_none(meet, anna, rf, forge):
    owner = meet()
    owner.sign_in()
    genuine = owner.client.cookies[devices.COOKIE].value
    request = rf.get("/")
    request.COOKIES[devices.COOKIE] = forge(genuine)
    found = devices.device_of(request, "anna")
    assert (found is not None) is (forge(genuine) == genuine)


def test_a_mark_names_nobody_and_is_out_of_reach_of_scripts(person, anna):
    person.sign_in()
    cookie = person.client.cookies[devices.COOKIE]
    assert "anna" not in cookie.value
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_the_old_password_cannot_be_guessed_in_an_open_session(person, anna, clock):
    person.sign_in()
    person.open("/account/password/")
    new = {"new_password1": ANOTHER, "new_password2": ANOTHER}
    for _ in range(PERSON.free):
        response = person.submit("/account/password/", old_password="wrong", **new)
        assert response.status_code == 422
    response = person.submit("/account/password/", old_password=PASSWORD, **new)
    assert response.status_code == 429
    assert "Try again in 1 second." in person.page
    assert User.objects.get().check_password(PASSWORD)


def test_the_admin_is_slowed_down_as_well(client, admin_user, clock):
    form = {"username": "admin", "password": "wrong"}
    for _ in range(PERSON.free):
        client.post("/admin/login/", form)
    response = client.post("/admin/login/", form | {"password": "password"})
    assert "Try again in 1 second." in response.content.decode()
    clock(NOON + seconds(1))
    response = client.post("/admin/login/?next=/admin/", form | {"password": "password"})
    assert response["Location"] == "/admin/"


def test_the_admin_lets_in_staff_only(rf, anna):
    request = rf.post("/admin/login/")
    form = AdminSignInForm(request, {"username": "anna", "password": PASSWORD})
    with pytest.raises(ValidationError, match="staff account"):
        form.confirm_login_allowed(anna)
    assert not form.is_valid()


def test_an_empty_password_counts_nothing(person, anna):
    person.sign_in(password="")
    person.sign_in(name="")
    assert SignInTries.objects.count() == 0


@pytest.mark.parametrize(
    ("wait", "text"),
    [
        (1, "1 second."),
        (59, "59 seconds."),
        (60, "1 minute."),
        (61, "2 minutes."),
        (300, "5 minutes."),
    ],
)
def test_waits_in_words(wait, text):
    with translation.override("en"):
        assert wait_text(wait).endswith(f"in {text}")


def test_two_persons_do_not_share_a_count(meet, anna, clock):
    make_user("berta")
    for _ in range(PERSON.free):
        meet().sign_in("anna", password="wrong")
    berta = meet()
    berta.sign_in("berta")
    assert berta.signed_in
