"""Requests that really arrive at once, on SQLite and on PostgreSQL."""

import pytest

from tests.trainer.practice.visitors import (
    right_form,
    stored_question,
    wrong_form,
)
from tests.trainer.races import at_once
from trainer.models import Answer, Deal, Notebook, Question, Verdict
from trainer.practice.absorbing import absorb, counted

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6


@pytest.fixture
def visitor(transactional_db, shared_database, visitor):
    return visitor


@pytest.mark.parametrize("htmx", [False, True])
def test_answers_that_arrive_at_once_count_once(visitor, htmx):
    question = visitor.start()
    url = visitor.url
    forms = [right_form(question), wrong_form(question)] * (AT_ONCE // 2)
    responses = at_once([lambda f=form: visitor.post(url, htmx=htmx, **f) for form in forms])
    assert {response.status_code for response in responses} == {200 if htmx else 303}
    assert Answer.objects.count() == Verdict.objects.count() == 1
    right = stored_question(question.sitting.uuid, 1).right
    if htmx:
        said = "Right: " if right else "No: "
        assert all(said in response.content.decode() for response in responses)


def test_the_last_answers_that_arrive_at_once_count_once(visitor):
    question = visitor.start()
    uuid = question.sitting.uuid
    for position in range(1, 5):
        visitor.post(question.get_absolute_url(), **right_form(question))
        visitor.post(f"{question.get_absolute_url()}next/", htmx=True)
        question = stored_question(uuid, position + 1)
    url, form = question.get_absolute_url(), right_form(question)
    responses = at_once([lambda: visitor.post(url, **form)] * AT_ONCE)
    assert {response["Location"] for response in responses} == {url}
    assert Answer.objects.filter(question=question).count() == 1
    assert visitor.sitting().ended_at is not None


@pytest.mark.parametrize("htmx", [False, True])
def test_of_requests_for_the_next_question_one_deals(visitor, htmx):
    question = visitor.start()
    url = visitor.url
    visitor.post(url, **right_form(question))
    responses = at_once([lambda: visitor.post(f"{url}next/", htmx=htmx)] * AT_ONCE)
    header = "HX-Push-Url" if htmx else "Location"
    second = f"/sittings/{question.sitting.uuid}/2/"
    assert {response[header] for response in responses} == {second}
    assert Question.objects.count() == Deal.objects.count() == 2


def test_an_answer_and_the_end_at_once_leave_a_result(visitor):
    question = visitor.start()
    url, uuid = visitor.url, question.sitting.uuid
    at_once(
        [
            lambda: visitor.post(url, **right_form(question)),
            lambda: visitor.post(f"/sittings/{uuid}/end/"),
        ]
    )
    visitor.open(f"/sittings/{uuid}/result/")
    answered = Answer.objects.count()
    assert ("1 of 1 right" if answered else "No answers yet") in visitor.page


def test_two_devices_in_a_shift_store_every_answer_once(visitor):
    """Both answer, and go on, at the same moment."""
    visitor.open("/")
    visitor.submit("/practice/shift/")
    uuid = visitor.sitting().uuid
    for position in range(1, 4):
        question = stored_question(uuid, position)
        url = question.get_absolute_url()
        visitor.open(url)
        form = right_form(question)
        at_once([lambda f=form, u=url: visitor.post(u, **f)] * 3)
        at_once([lambda u=url: visitor.post(f"{u}next/")] * 3)
    sitting = visitor.sitting()
    times = Answer.objects.values_list("elapsed_ms", flat=True)
    assert (len(times), sitting.spent_ms) == (3, sum(times))
    assert Question.objects.count() == 4


def test_answers_are_taken_over_once_however_many_ask(visitor):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    learner = visitor.sitting().learner
    assert sorted(at_once([lambda: absorb(learner)] * 4)) == [0, 0, 0, 1]
    assert counted(Notebook.objects.get())["answered"] == 1


def test_the_miss_that_ends_a_streak_ends_it_once(visitor):
    visitor.open("/practice/streak/")
    visitor.submit("/practice/streak/", theme="russian-poker/which-hand-wins")
    question, url = visitor.question(), visitor.url
    forms = [wrong_form(question), right_form(question)] * 2
    at_once([lambda f=form: visitor.post(url, **f) for form in forms])
    assert Answer.objects.count() == 1
    assert (visitor.sitting().ended_at is None) is Verdict.objects.get().right
