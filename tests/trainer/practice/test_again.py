"""The same kind of run can be begun again; “once more” is offered only where it has a use."""

import secrets

import pytest

from tests.trainer.practice.test_modes import answer, begin, go_on, missed, missed_and_slow
from trainer.models import Holiday, Learner, Mode, Sitting

pytestmark = pytest.mark.django_db
REDO = "/practice/redo/"


def end(visitor):
    """Ends the run whose question is open; gives its sitting."""
    sitting = visitor.sitting()
    visitor.submit(f"/sittings/{sitting.uuid}/end/")
    return sitting


def once_again(visitor):
    """Begins again from the result that is open; gives the new sitting."""
    action = f"/sittings/{visitor.sitting().uuid}/again/"
    visitor.submit(action)
    return visitor.sitting()


def test_a_shift_is_put_together_anew(visitor):
    visitor.open("/")
    visitor.submit("/practice/shift/")
    first = end(visitor)
    again = once_again(visitor)
    assert (again.mode, again.limit_ms) == (Mode.SHIFT, first.limit_ms)
    assert again != first


def test_the_same_deals_come_once_more(visitor):
    missed_and_slow(visitor)
    visitor.submit(f"/sittings/{visitor.sitting().uuid}/redo/")
    answer(visitor, visitor.question())
    first = end(visitor)
    assert "You ended after 1 question of 2." in visitor.page
    again = once_again(visitor)
    assert (again.mode, again.length, again.source) == (Mode.REDO, 2, first)
    assert again.plan == first.plan


def test_what_was_all_missed_again_is_offered_by_one_button(visitor):
    missed_and_slow(visitor)
    visitor.submit(f"/sittings/{visitor.sitting().uuid}/redo/")
    for _ in range(2):
        question = visitor.question()
        answer(visitor, question, right=False)
        if question.position < 2:
            go_on(visitor, question)
    uuid = visitor.sitting().uuid
    visitor.open(f"/sittings/{uuid}/result/")
    assert f"/sittings/{uuid}/redo/" in visitor.forms()
    assert f"/sittings/{uuid}/again/" not in visitor.forms()


def test_the_same_pair_is_practised_again(visitor, monkeypatch):
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    deal = missed(visitor)
    visitor.submit("/practice/pair/")
    first = end(visitor)
    assert "Choose level" not in visitor.page
    again = once_again(visitor)
    assert (again.mode, again.length, again.plan) == (Mode.PRACTICE, 10, first.plan)
    assert visitor.question().deal.variant_of_id == deal


def test_other_runs_are_not_begun_again_here(visitor, stranger):
    visitor.start()
    url = f"/sittings/{end(visitor).uuid}/again/"
    assert url not in visitor.forms()
    visitor.post(url)
    assert Sitting.objects.count() == 1
    visitor.open(url)
    assert visitor.url.endswith("/result/")
    stranger.start()
    assert stranger.post(url).status_code == 404


def test_once_more_is_offered_while_something_is_left(visitor):
    begin(visitor, "/practice/which-hand-wins/russian-poker/")
    answer(visitor, visitor.question())
    for page in ("/", "/progress/"):
        visitor.open(page)
        assert "/practice/shift/" in visitor.forms()
        assert REDO not in visitor.forms()
    missed(visitor)
    Holiday.objects.create(learner=Learner.objects.get(), first="2000-01-01", last="2000-01-02")
    for page in ("/progress/", "/"):
        visitor.open(page)
        assert REDO in visitor.forms()
    visitor.submit(REDO)
    answer(visitor, visitor.question())
    visitor.open("/")
    assert REDO not in visitor.forms()


def test_enough_for_today_is_said(visitor, monkeypatch):
    visitor.open("/")
    monkeypatch.setattr("trainer.practice.planning.shift_orders", lambda *args, **kwargs: [])
    visitor.submit("/practice/shift/")
    assert visitor.url == "/"
    assert "That is enough for today" in visitor.page
    assert not Sitting.objects.exists()
