"""How often a request asks the database, savepoints counted as well."""

import secrets

import pytest

from tests.trainer.practice.visitors import (
    right_form,
    stored_question,
    wrong_form,
)
from trainer.models import Sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def user_visitor(visit, django_user_model):
    visitor = visit()
    visitor.client.force_login(django_user_model.objects.create(username="anna"))
    visitor.open("/")
    return visitor


@pytest.mark.parametrize("who", ["visitor", "user_visitor"])
@pytest.mark.parametrize("drill", ["name-the-hand", "which-hand-wins", "what-the-bonus-pays"])
def test_a_sitting_by_fragments(request, django_assert_max_num_queries, who, drill):
    visitor = request.getfixturevalue(who)
    question = visitor.start(drill)
    for position in range(1, 6):
        url, form = question.get_absolute_url(), right_form(question)
        with django_assert_max_num_queries(8):
            visitor.post(url, htmx=True, **form)
        if position < 5:
            with django_assert_max_num_queries(8):
                visitor.post(f"{url}next/", htmx=True)
            question = stored_question(question.sitting.uuid, position + 1)


def test_a_sitting_by_pages(visitor, django_assert_max_num_queries):
    question = visitor.start()
    for position in range(1, 6):
        url, form = question.get_absolute_url(), right_form(question)
        with django_assert_max_num_queries(8):
            visitor.post(url, **form)
        with django_assert_max_num_queries(5):
            visitor.client.get(url)
        if position < 5:
            with django_assert_max_num_queries(8):
                visitor.post(f"{url}next/")
            with django_assert_max_num_queries(5):
                visitor.client.get(f"/sittings/{question.sitting.uuid}/{position + 1}/")
            question = stored_question(question.sitting.uuid, position + 1)
    result = f"/sittings/{question.sitting.uuid}/result/"
    # The first time it takes the answers over into the notebooks.
    with django_assert_max_num_queries(18):
        assert visitor.open(result).status_code == 200
    with django_assert_max_num_queries(7):
        visitor.open(result)


def test_the_home_page_does_not_ask_more_with_more_sittings(
    visitor, django_assert_max_num_queries
):
    for _ in range(3):
        question = visitor.start()
        visitor.submit(visitor.url, **right_form(question))
    # The first time it takes the answers over into the notebooks.
    visitor.open("/")
    with django_assert_max_num_queries(11):
        visitor.open("/")


def test_a_repeated_answer_writes_nothing(visitor, django_assert_num_queries):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    with django_assert_num_queries(3) as queries:
        visitor.post(visitor.url, **right_form(question))
    assert all(query["sql"].startswith("SELECT") for query in queries.captured_queries)


def test_every_way_to_practise_asks_as_little(
    user_visitor, monkeypatch, django_assert_max_num_queries
):
    """A shift with pairs, and a deal that comes as a variant of one that was missed."""
    # Of one deal in twenty there is no variant with another answer.
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    visitor = user_visitor
    question = visitor.start()
    visitor.submit(visitor.url, **wrong_form(question))
    for begin in ("/practice/pair/", "/practice/redo/"):
        visitor.open("/")
        visitor.submit(begin)
        question = visitor.question()
        url = question.get_absolute_url()
        with django_assert_max_num_queries(8):
            visitor.post(url, htmx=True, **wrong_form(question))
        if begin == "/practice/pair/":
            with django_assert_max_num_queries(8):
                visitor.post(f"{url}next/", htmx=True)
            assert stored_question(question.sitting.uuid, 2).deal.variant_of_id is not None


def test_the_end_of_a_shift_asks_as_little(user_visitor, django_assert_max_num_queries):
    user_visitor.open("/")
    user_visitor.submit("/practice/shift/")
    question = user_visitor.question()
    Sitting.objects.update(spent_ms=600_000)
    with django_assert_max_num_queries(8):
        user_visitor.post(user_visitor.url, htmx=True, **right_form(question))
    assert user_visitor.sitting().finished_on is not None
