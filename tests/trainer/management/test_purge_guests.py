from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.trainer.accounts.people import Person, make_user
from trainer.management.commands.purge_guests import IDLE
from trainer.models import Answer, Deal, Learner, Question, Sitting, Verdict
from trainer.practice.learners import purge_guests

pytestmark = pytest.mark.django_db


def purge():
    out = StringIO()
    call_command("purge_guests", stdout=out)
    return out.getvalue().strip()


def last_seen(days_ago, **of):
    Learner.objects.filter(**of).update(seen_on=timezone.now().date() - timedelta(days=days_ago))


@pytest.fixture
def guest(reference):
    person = Person()
    person.answer(2)
    return person


@pytest.mark.parametrize(("days", "left"), [(0, 1), (89, 1), (90, 1), (91, 0), (1000, 0)])
def test_a_guest_goes_after_90_days(guest, days, left):
    last_seen(days)
    assert purge() == f"Deleted {1 - left} idle guests."
    assert Learner.objects.count() == left


def test_everything_of_a_guest_goes_along(guest):
    last_seen(91)
    purge()
    for model in (Sitting, Question, Answer, Verdict, Deal):
        assert model.objects.count() == 0


def test_nothing_of_others_goes(guest, reference):
    other = Person()
    other.answer(1)
    shared = Question.objects.filter(sitting__learner=guest.client.session["learner"]).first()
    own = Question.objects.get(sitting__learner=other.client.session["learner"])
    Question.objects.filter(pk=own.pk).update(deal=shared.deal)
    last_seen(91, pk=guest.client.session["learner"])
    purge()
    assert Learner.objects.get().pk == other.client.session["learner"]
    assert other.open(own.get_absolute_url()).status_code == 200
    assert Deal.objects.filter(pk=shared.deal_id).exists()
    assert Answer.objects.count() == 1


def test_an_account_stays_however_long_it_is_idle(reference):
    Learner.objects.create(user=make_user())
    last_seen(10_000)
    assert purge() == "Deleted 0 idle guests."
    assert Learner.objects.count() == 1


def test_a_session_that_still_lives_never_meets_its_guest_deleted(guest, settings):
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) <= IDLE


def test_a_guest_who_comes_back_in_the_last_moment_stays(guest, monkeypatch):
    last_seen(91)
    today = timezone.now().date()
    from trainer.practice import learners

    purge_one = learners._purge

    def late(key, before):
        Learner.objects.filter(pk=key).update(seen_on=today)
        return purge_one(key, before)

    monkeypatch.setattr(learners, "_purge", late)
    assert purge_guests(before=today - IDLE) == 0
    assert Learner.objects.count() == 1


def test_a_visit_keeps_a_guest(guest):
    last_seen(91)
    guest.open("/")
    assert purge() == "Deleted 0 idle guests."
