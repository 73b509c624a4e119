"""How often a request asks the database, savepoints counted as well."""

import pytest

from tests.trainer.practice.visitors import right_form, stored_question

pytestmark = pytest.mark.django_db


@pytest.fixture
def user_visitor(visit, django_user_model):
    visitor = visit()
    visitor.client.force_login(django_user_model.objects.create(username="anna"))
    visitor.open("/")
    return visitor


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("drill", ["which-hand-wins", "what-the-bonus-pays"])
def test_a_guest_answers_and_goes_on(visitor, django_assert_max_num_queries, drill, htmx):
    question = visitor.start(drill)
    for position in range(1, 6):
        url, form = question.get_absolute_url(), right_form(question)
        with django_assert_max_num_queries(8):
            visitor.post(url, htmx=htmx, **form)
        with django_assert_max_num_queries(5):
            visitor.client.get(url)
        if position == 5:
            break
        with django_assert_max_num_queries(8):
            visitor.post(f"{url}next/", htmx=htmx)
        with django_assert_max_num_queries(5):
            visitor.client.get(f"/sittings/{question.sitting.uuid}/{position + 1}/")
        question = stored_question(question.sitting.uuid, position + 1)
    with django_assert_max_num_queries(6):
        assert visitor.open(f"/sittings/{question.sitting.uuid}/result/").status_code == 200


def test_a_user_costs_one_query_more(user_visitor, django_assert_max_num_queries):
    question = user_visitor.start()
    with django_assert_max_num_queries(9):
        user_visitor.post(user_visitor.url, htmx=True, **right_form(question))
    with django_assert_max_num_queries(9):
        user_visitor.post(f"{user_visitor.url}next/", htmx=True)


def test_the_home_page_does_not_ask_more_with_more_sittings(
    visitor, django_assert_max_num_queries
):
    for _ in range(3):
        question = visitor.start()
        visitor.submit(visitor.url, **right_form(question))
    with django_assert_max_num_queries(4):
        visitor.open("/")


def test_a_repeated_answer_writes_nothing(visitor, django_assert_num_queries):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    with django_assert_num_queries(3) as queries:
        visitor.post(visitor.url, **right_form(question))
    assert all(query["sql"].startswith("SELECT") for query in queries.captured_queries)
