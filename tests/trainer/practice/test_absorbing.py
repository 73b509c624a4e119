"""Answers are taken over into notebooks and days, each once."""

from datetime import date, timedelta

import pytest

from tests.trainer.practice.record.bulk import give_answers
from tests.trainer.practice.visitors import (
    NOW,
    asked,
    expected_answer,
    stored_question,
    wrong_form,
)
from trainer.models import Day, Help, Learner, Mode, Notebook, Sitting
from trainer.practice import schedule, sittings
from trainer.practice.absorbing import absorb, catch_up, counted, forget
from trainer.practice.learners import move_sittings
from trainer.practice.orders import Order

pytestmark = pytest.mark.django_db
SEED = b"\7" * 32


@pytest.fixture
def learner(reference):
    return Learner.objects.create(time_zone="Europe/Kyiv")


@pytest.fixture
def play(reference):
    """Answers questions of a new sitting; `rights` say which rightly, `seconds` how slowly."""

    def play(learner, rights, *, seconds=2, now=NOW, end=False, **given):
        run = sittings.Run("which-hand-wins", "russian-poker", **({"length": 5} | given))
        question = sittings.start_run(
            learner, run, house=reference, seed=SEED, zone="Europe/Kyiv", now=now
        )
        for position, right in enumerate(rights, 1):
            if position > 1:
                question = sittings.deal_next({}, question.sitting.uuid, position, now=now)
            sittings.mark_shown(question, now=now)
            question = stored_question(question.sitting.uuid, position)
            drill, deal, _ = asked(question)
            wrong = None if right else drill.parse_answer(deal, wrong_form(question))
            answer = wrong or expected_answer(question)
            now += timedelta(seconds=seconds)
            sittings.record_answer(question, answer, now=now)
        if end:
            sittings.end_sitting(question.sitting, now=now)
        return question.sitting

    return play


def book(learner):
    return Notebook.objects.get(learner=learner)


def test_every_answer_counts_once(learner, play):
    play(learner, [True, False, True])
    assert absorb(learner) == 3
    assert absorb(learner) == 0
    row = book(learner)
    assert (row.drill, row.game) == ("which-hand-wins", "russian-poker")
    assert {k: counted(row)[k] for k in ("answered", "right", "slow", "levels")} == {
        "answered": 3,
        "right": 2,
        "slow": 0,
        "levels": [1],
    }
    assert schedule.Notebook.from_data(row.data).confusions


def test_what_comes_later_is_added(learner, play):
    open_ = play(learner, [True])
    absorb(learner)
    play(learner, [True, True], now=NOW + timedelta(hours=1))
    assert absorb(learner) == 2
    assert counted(book(learner))["answered"] == 3
    open_.refresh_from_db()
    assert (open_.absorbed, open_.settled) == (1, False)


def test_an_ended_sitting_is_settled(learner, play):
    sitting = play(learner, [True, True], end=True)
    absorb(learner)
    sitting.refresh_from_db()
    assert (sitting.absorbed, sitting.settled) == (2, True)


def test_many_come_in_several_steps(learner, play, monkeypatch):
    monkeypatch.setattr("trainer.practice.absorbing.MOST", 1)
    monkeypatch.setattr("trainer.practice.absorbing.STEPS", 2)
    sitting = play(learner, [True] * 5)
    assert [catch_up(learner), absorb(learner), absorb(learner), absorb(learner)] == [3, 2, 1, 0]
    sitting.refresh_from_db()
    assert (sitting.absorbed, sitting.settled) == (5, True)


def test_steps_come_to_the_same_as_one(learner, play, monkeypatch):
    play(learner, [True, False, True, False], end=True)
    play(learner, [False, True], now=NOW + timedelta(seconds=3))
    absorb(learner)
    at_once = book(learner).data, Day.objects.get().answered
    forget([learner])
    monkeypatch.setattr("trainer.practice.absorbing.MOST", 1)
    while absorb(learner):
        pass
    assert (book(learner).data, Day.objects.get().answered) == at_once


def test_many_are_taken_over_by_few_queries(
    learner, reference, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr("trainer.practice.absorbing.MOST", 100)
    give_answers(learner, reference, 300, NOW)
    with django_assert_max_num_queries(40):
        assert absorb(learner) == 300
    assert not Sitting.objects.filter(settled=False).exists()


def test_what_is_still_being_counted_is_said(visitor, reference, monkeypatch):
    monkeypatch.setattr("trainer.practice.absorbing.MOST", 10)
    visitor.start()
    give_answers(visitor.sitting().learner, reference, 110, NOW)
    visitor.open("/")
    assert "70 earlier answers are still being counted" in visitor.page
    visitor.open("/progress/")
    assert "30 earlier answers are still being counted" in visitor.page
    assert 'href="/progress/">Go on counting</a>' in visitor.page
    visitor.open("/progress/")
    assert "still being counted" not in visitor.page


def test_a_day_is_the_learners_and_has_its_time(learner, play):
    evening = NOW.replace(hour=23)
    play(learner, [True, False], seconds=20, now=evening)
    absorb(learner)
    day = Day.objects.get()
    # One o'clock at night in Kyiv.
    assert day.date == date(2100, 1, 2)
    assert (day.answered, day.right, day.slow, day.time_ms) == (2, 1, 1, 40_000)


def test_what_is_done_once_more_is_time_and_nothing_else(learner, play):
    first = play(learner, [False], end=True)
    deal = first.questions.get().deal
    again = Order(deal.drill, "russian-poker", 1, again=deal.pk)
    play(learner, [True], mode=Mode.REDO, length=1, plan=[again])
    absorb(learner)
    day = Day.objects.get()
    assert (day.answered, day.right, day.time_ms) == (1, 0, 4000)
    assert counted(book(learner))["answered"] == 1


def test_right_with_everything_open_is_weak(learner, play):
    tags = []
    for help_ in (Help.PRACTICE, Help.LEARN):
        other = Learner.objects.create()
        play(other, [True], help=help_)
        absorb(other)
        states = book(other).data["skills"].values()
        tags.append(sorted(map(str, states)))
    assert tags[0] != tags[1]


def test_everything_can_be_taken_over_anew(learner, play):
    play(learner, [True, False], end=True)
    absorb(learner)
    before = book(learner).data
    forget([learner])
    assert not Day.objects.exists()
    assert absorb(learner) == 2
    assert book(learner).data == before


def test_moved_sittings_go_into_the_notebooks_of_the_account(learner, play, django_user_model):
    anna = django_user_model.objects.create(username="anna")
    own = Learner.objects.create(user=anna)
    play(own, [True])
    play(learner, [False, True])
    absorb(own)
    absorb(learner)
    move_sittings(learner.pk, anna)
    assert absorb(learner) == 0
    assert absorb(own) == 3
    assert counted(book(own))["answered"] == 3
    assert not Notebook.objects.filter(learner=learner).exists()
    assert Sitting.objects.filter(learner=own).count() == 2
