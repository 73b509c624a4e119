"""When the CSRF cookie is sent."""

import pytest

from tests.trainer.practice.visitors import Visitor, right_form

COOKIE = "csrftoken"


@pytest.fixture
def visitor(reference):
    return Visitor()


def test_who_comes_for_the_first_time_gets_it_from_a_page(visitor):
    visitor.client.cookies.clear()
    assert visitor.start().position == 1
    assert len(visitor.client.cookies[COOKIE].value) == 32


def test_a_page_puts_off_the_end_of_the_cookie(visitor):
    visitor.start()
    assert visitor.client.get(visitor.url).cookies[COOKIE]["max-age"]


def test_a_fragment_does_not_bring_it_again(visitor):
    question = visitor.start()
    fragment = visitor.post(visitor.url, htmx=True, **right_form(question))
    assert fragment.status_code == 200
    assert COOKIE not in fragment.cookies


def test_a_fragment_brings_it_to_a_browser_that_has_lost_it(visitor):
    visitor.start()
    del visitor.client.cookies[COOKIE]
    fragment = visitor.client.get(visitor.url, headers={"HX-Request": "true"})
    assert len(fragment.cookies[COOKIE].value) == 32
