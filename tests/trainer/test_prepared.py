"""Queries that are compiled once give what the ORM gives."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from rules.models import House
from trainer.models import Learner, Sitting, User
from trainer.prepared import Prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def learners():
    return Prepared(Learner.objects.select_related("house", "user"))


def test_rows_come_with_what_belongs_to_them(learners, django_assert_num_queries):
    house = House.objects.create(slug="corner", name={"en": "Corner"})
    made = [Learner.objects.create(house=house, theme="dark"), Learner.objects.create()]
    for learner in made:
        with django_assert_num_queries(1):
            found = learners.get(pk=learner.pk)
            assert found == learner
            assert found.house == learner.house
            assert found.user is None
        assert (found.theme, found.created_at) == (learner.theme, learner.created_at)


def test_it_is_compiled_once_for_each_shape(learners, monkeypatch):
    keys = [Learner.objects.create().pk for _ in range(3)]
    compiled = []
    compile_it = Prepared._compile

    def count(self, *args):
        compiled.append(args)
        return compile_it(self, *args)

    monkeypatch.setattr(Prepared, "_compile", count)
    assert [learners.get(pk=key).pk for key in keys] == keys
    assert len(compiled) == 1
    assert learners.get(pk=keys[0], user=None).pk == keys[0]
    assert len(compiled) == 2


def test_none_asks_for_what_is_missing(learners):
    user = User.objects.create(username="anna")
    owned, free = Learner.objects.create(user=user), Learner.objects.create()
    assert learners.get(user=user.pk) == owned
    assert learners.get(user=None) == free
    with pytest.raises(Learner.DoesNotExist):
        learners.get(pk=owned.pk, user=None)


def test_it_finds_one_or_says_so(learners):
    with pytest.raises(Learner.DoesNotExist):
        learners.get(theme="system")
    Learner.objects.create()
    assert learners.get(theme="system")
    Learner.objects.create()
    with pytest.raises(Learner.MultipleObjectsReturned):
        learners.get(theme="system")


@pytest.mark.parametrize("number", [-(10**30), -1, 10**30])
def test_a_number_that_cannot_be_stored_is_not_found(learners, number):
    with pytest.raises(Learner.DoesNotExist):
        learners.get(pk=number)
    assert connection.is_usable()


def test_values_become_what_their_field_stores():
    uuid = uuid4()
    house, learner = House.objects.create(slug="corner"), Learner.objects.create()
    sitting = Sitting.objects.create(
        uuid=uuid,
        learner=learner,
        house=house,
        drill="which-hand-wins",
        game="russian-poker",
        level=1,
        length=5,
        seed=b"7" * 32,
        started_at=timezone.now(),
    )
    sittings = Prepared(Sitting.objects.all())
    assert sittings.get(uuid=uuid) == sittings.get(uuid=str(uuid)) == sitting


def test_other_comparisons_than_equality():
    sessions, now = Prepared(Session.objects.all()), timezone.now()
    Session.objects.create(session_key="k", session_data="", expire_date=now)
    assert sessions.get(expire_date__gt=now - timedelta(seconds=1)).session_key == "k"
    with pytest.raises(Session.DoesNotExist):
        sessions.get(expire_date__gt=now)


def test_one_column_of_the_rows_that_are_found_is_set(django_assert_num_queries):
    themes = Prepared(Learner.objects.all(), "theme")
    dark, _light = (Learner.objects.create(theme=theme) for theme in ("dark", "light"))
    with django_assert_num_queries(1):
        assert themes.update("light", pk=dark.pk, theme="dark", user=None) == 1
    assert themes.update("dark", pk=dark.pk, theme="dark") == 0
    assert themes.update("dark", theme="light", user=None) == 2
    assert set(Learner.objects.values_list("theme", flat=True)) == {"dark"}


def test_a_column_is_emptied_and_filled():
    houses = Prepared(Learner.objects.all(), "house")
    house = House.objects.create(slug="corner")
    learner = Learner.objects.create(house=house)
    for new in (None, house.pk, None):
        assert houses.update(new, pk=learner.pk) == 1
        learner.refresh_from_db()
        assert learner.house_id == new


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_by_its_own_connection(learners, shared_database):
    learner = Learner.objects.create()
    assert learners.get(pk=learner.pk) == learner
    found = []

    def ask():
        found.append(learners.get(pk=learner.pk))
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [learner]
