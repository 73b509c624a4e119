"""A guest's answers when somebody signs in to an account that exists."""

import pytest

from tests.trainer.accounts.people import make_user
from trainer.models import Answer, Day, Holiday, Learner, Notebook, Sitting
from trainer.practice.learners import move_sittings

pytestmark = pytest.mark.django_db

QUESTION = "/account/add-answers/"


@pytest.fixture
def guest(person, anna):
    """A guest with 3 answers who signs in as anna, who has 2 herself."""
    other = type(person)()
    other.sign_in()
    other.answer(2)
    person.answer(3)
    person.sign_in()
    return person


def answers_of(user):
    return Answer.objects.filter(question__sitting__learner__user=user).count()


def guests_answers():
    return Answer.objects.filter(question__sitting__learner__user=None).count()


def test_signing_in_asks(guest, anna):
    assert guest.url == QUESTION
    assert "Add 3 answers to this account?" in guest.page
    assert (answers_of(anna), guests_answers()) == (2, 3)


def test_no_is_the_first_answer_and_moves_nothing(guest, anna):
    assert guest.forms()[QUESTION].choices["add"] == ["no", "yes"]
    guest.submit(QUESTION, add="no")
    assert guest.url == "/"
    assert (answers_of(anna), guests_answers()) == (2, 3)
    assert "2 of 2 right" in guest.page


def test_yes_moves_every_answer_once(guest, anna):
    guest.submit(QUESTION, add="yes")
    assert "3 answers were added." in guest.page
    assert "5 of 5 right" in guest.page
    assert (answers_of(anna), guests_answers()) == (5, 0)
    assert Learner.objects.get(user=anna).sitting_set.count() == 2


def test_a_second_yes_doubles_nothing(guest, anna):
    for _ in range(2):
        guest.post(QUESTION, add="yes")
    guest.open("/")
    assert guest.page.count("were added.") == 1
    assert (answers_of(anna), Answer.objects.count(), Sitting.objects.count()) == (5, 5, 2)


@pytest.mark.parametrize("add", ["", "Yes", "1", "no"])
def test_only_a_plain_yes_moves_answers(guest, anna, add):
    guest.post(QUESTION, add=add)
    assert answers_of(anna) == 2


def test_a_no_can_be_taken_back_until_signing_out(guest, anna):
    guest.submit(QUESTION, add="no")
    guest.open("/account/")
    assert "3 answers were given in this browser before you signed in" in guest.page
    guest.open(f"{QUESTION}?next=/account/")
    guest.submit(QUESTION, add="yes")
    assert guest.url == "/account/"
    assert answers_of(anna) == 5


def test_whoever_does_not_decide_is_asked_on_the_account_page(guest, anna):
    guest.open("/account/")
    assert f'href="{QUESTION}?next=/account/"' in guest.page


def test_after_signing_out_a_guest_begins_anew_and_nothing_is_lost(guest, anna):
    guest.submit(QUESTION, add="no")
    guest.sign_out()
    guest.sign_in()
    assert guest.url == "/"
    assert (answers_of(anna), guests_answers()) == (2, 3)


def test_whoever_signs_in_next_is_not_offered_the_answers_of_the_one_before(guest, anna):
    make_user("berta")
    guest.sign_out()
    guest.sign_in("berta")
    assert guest.url == "/"


def test_an_answer_that_comes_after_the_move_can_still_be_moved(guest, anna):
    sitting = Sitting.objects.get(learner__user=None)
    guest.submit(QUESTION, add="yes")
    Sitting.objects.filter(pk=sitting.pk).update(learner=guest.client.session["learner"])
    guest.open("/account/")
    assert "3 answers were given in this browser" in guest.page


def test_the_way_goes_on_with_the_sitting_that_was_moved(person, anna):
    url = person.answer(1).get_absolute_url()
    person.sign_in(next=url)
    person.submit(QUESTION, add="yes")
    assert person.url == url
    assert "Right" in person.page


def test_the_way_does_not_lead_to_a_sitting_that_stays_behind(person, anna):
    url = person.answer(1).get_absolute_url()
    person.sign_in(next=url)
    person.submit(QUESTION, add="no")
    assert person.url == "/"


def test_the_way_to_other_pages_is_kept_past_the_question(person, anna):
    person.answer(1)
    person.sign_in(next="/settings/")
    assert person.url == f"{QUESTION}?next=/settings/"
    person.submit(QUESTION, add="no")
    assert person.url == "/settings/"


def test_a_guest_without_an_answer_is_not_worth_a_question(person, anna):
    person.start()
    person.sign_in()
    assert person.url == "/"


def test_without_anything_to_add_the_page_leads_on(person, anna):
    person.sign_in()
    person.open(f"{QUESTION}?next=/settings/")
    assert person.url == "/settings/"


def test_an_account_that_never_practised_gets_the_answers(person, anna):
    person.answer(1)
    person.sign_in()
    person.submit(QUESTION, add="yes")
    assert answers_of(anna) == 1


def test_the_settings_of_the_account_stay(person, anna):
    Learner.objects.create(user=anna, theme="dark")
    person.answer(1)
    Learner.objects.filter(user=None).update(theme="light")
    person.sign_in()
    person.submit(QUESTION, add="yes")
    assert 'data-theme="dark"' in person.page


def test_somebody_elses_learner_is_never_moved(anna, reference):
    theirs = Learner.objects.create(user=make_user("berta"))
    assert move_sittings(theirs.pk, anna) == 0
    assert move_sittings(None, anna) == 0
    theirs.refresh_from_db()
    assert theirs.user.username == "berta"


def test_whatever_belongs_to_a_learner_moves():
    """Whoever gives learners something new says here and in `move_sittings` what becomes of it."""
    kinds = {other.related_model for other in Learner._meta.related_objects}
    # Notebooks and days are worked out of the sittings again; holidays are the account's own.
    assert kinds == {Sitting, Notebook, Day, Holiday}
