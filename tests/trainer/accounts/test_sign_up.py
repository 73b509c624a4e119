import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import get_default_password_validators

from tests.trainer.accounts.people import PASSWORD
from trainer.accounts import forms, services
from trainer.models import Answer, Learner, Sitting, User

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_are_enough(person):
    person.sign_up("anna")
    assert person.url == "/"
    assert person.signed_in
    user = User.objects.get()
    assert (user.username, user.email, user.is_staff) == ("anna", "", False)
    assert authenticate(username="anna", password=PASSWORD) == user


def test_an_address_is_kept(person):
    person.sign_up(email="Anna@Example.ORG")
    assert User.objects.get().email == "Anna@example.org"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "two words"}, "Use letters, digits and @ . + - _ only, without spaces."),
        ({"name": "a" * 41}, "at most 40 characters"),
        ({"name": "ANNA"}, "This name is taken."),
        ({"name": "ａｎｎａ"}, "This name is taken."),
        ({"password": "short"}, "too short"),
        ({"password": "password1"}, "too common"),
        ({"password": "93847561029"}, "entirely numeric"),
        ({"password": "franziska1", "name": "franziska"}, "too similar"),
        ({"password2": "another one"}, "didn’t match"),
        ({"email": "nowhere"}, "Enter a valid email address."),
    ],
)
def test_a_refused_form_says_why_and_keeps_what_was_typed(person, anna, fields, problem):
    typed = {"name": "bert", "email": "bert@example.org"} | fields
    assert person.sign_up(**typed).status_code == 422
    assert problem in person.page
    form = person.forms()["/sign-up/"].fields
    assert form["username"] == [typed["name"]]
    assert form["email"] == [typed["email"]]
    assert PASSWORD not in person.page
    assert person.page.count("autofocus") == 1
    assert User.objects.count() == 1


def test_what_else_is_posted_changes_nothing(person):
    person.sign_up("anna", is_staff="on", is_superuser="on", display_name="Boss", id="7")
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.display_name) == (False, False, "")


def test_a_guests_progress_and_settings_move_along(person):
    person.answer(2)
    guest = Learner.objects.get()
    Learner.objects.update(theme="dark")
    person.open("/sign-up/")
    assert "2 answers that you have given here move to your account." in person.page
    person.sign_up()
    learner = Learner.objects.get()
    assert (learner.pk, learner.user, learner.theme) == (guest.pk, User.objects.get(), "dark")
    assert Answer.objects.filter(question__sitting__learner=learner).count() == 2
    assert 'data-theme="dark"' in person.page
    assert "2 of 2 right" in person.page


def test_an_open_sitting_goes_on_after_signing_up(person):
    person.answer(1)
    url = person.url
    person.sign_up(next=url)
    assert person.url == url
    person.submit(f"{url}next/")
    person.submit(person.url, choice="left")
    assert Sitting.objects.get().learner.user == User.objects.get()


def test_a_new_session_begins_with_the_account(person):
    person.start()
    before = person.client.session.session_key
    person.sign_up()
    assert person.client.session.session_key != before
    assert "learner" not in person.client.session


def test_whoever_is_signed_in_is_sent_on(person):
    person.sign_up()
    person.open("/sign-up/?next=/settings/")
    assert person.url == "/settings/"


def test_a_name_taken_a_moment_ago_is_an_answer_and_no_error(person, anna, monkeypatch):
    # The form has not seen the other one yet.
    monkeypatch.setattr(User, "clean", lambda self: None)
    person.answer(1)
    assert person.sign_up("Anna").status_code == 422
    assert "This name is taken." in person.page
    assert not person.signed_in
    assert Learner.objects.get().user is None


def test_other_trouble_is_not_taken_for_a_taken_name(person, monkeypatch, rf):
    request = rf.post("/sign-up/")
    request.session = person.client.session
    user = User(username="bert", password="x", email=None)
    with pytest.raises(services.IntegrityError):
        services.sign_up(request, user, language="en")


def test_the_page_says_what_a_password_must_be():
    validators = get_default_password_validators()
    assert [type(validator).__name__ for validator in validators] == [
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    ]
    assert validators[1].min_length == 8
    assert "At least 8 characters." in forms.SignUpForm().fields["password1"].help_text


def test_password_fields_can_be_pasted_into_and_filled_by_a_keeper_of_passwords(person):
    person.open("/sign-up/")
    assert person.page.count('autocomplete="new-password"') == 2
    assert 'autocomplete="username"' in person.page
    assert 'autocomplete="email"' in person.page
    assert "onpaste" not in person.page
    assert forms.SignUpForm().fields["password1"].strip is False
