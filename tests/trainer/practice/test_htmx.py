"""The same addresses asked for by htmx: the fragment that the page includes."""

import re

import pytest

from tests.trainer.practice.visitors import right_form, stored_question, wrong_form
from trainer.models import Answer, Question, Sitting

pytestmark = pytest.mark.django_db


AIDS = re.compile(
    r'<div class="aids" id="aids"(?: hx-preserve)?>(.*?)</div>(?=\n*(?:<form|</div>))', re.DOTALL
)


def aids(text):
    """Rules and keys as they are sent; empty where the page keeps its own."""
    [found] = AIDS.findall(text)
    return found


def alike(text):
    """Without what differs each time, and without rules and keys."""
    return AIDS.sub("", re.sub(r'value="[A-Za-z0-9]{64}"', "", text))


def is_fragment(response):
    text = response.content.decode()
    return text.lstrip().startswith('<div id="table"') and "<html" not in text


def test_an_answer_brings_the_fragment_of_its_page(visitor):
    question = visitor.start()
    fragment = visitor.submit(visitor.url, htmx=True, **right_form(question))
    assert fragment.status_code == 200
    assert is_fragment(fragment)
    assert "HX-Push-Url" not in fragment
    page = visitor.open(visitor.url).content.decode()
    assert alike(fragment.content.decode()) in alike(page)


def test_rules_and_keys_are_sent_once(visitor):
    question = visitor.start()
    assert "All rules of this game" in aids(visitor.page)
    assert f"back=/sittings/{question.sitting.uuid}/1/" in aids(visitor.page)
    refused = visitor.submit(visitor.url, htmx=True, seats="9").content.decode()
    answered = visitor.submit(visitor.url, htmx=True, **right_form(question)).content.decode()
    following = visitor.submit(f"{visitor.url}next/", htmx=True).content.decode()
    for fragment in (refused, answered, following):
        assert aids(fragment) == ""
        assert 'id="aids" hx-preserve>' in fragment


@pytest.mark.parametrize("sign", ["", "000000000000"])
def test_who_has_other_rules_gets_them_with_the_verdict(visitor, sign):
    question = visitor.start()
    visitor.submit(visitor.url, htmx=True, **right_form(question) | {"aids": sign})
    assert "All rules of this game" in aids(visitor.page)
    # Else the page would keep its own.
    assert "hx-preserve" not in visitor.page


def test_other_rules_come_with_the_next_question(visitor):
    """In a sitting of several games the pay tables change."""
    question = visitor.start("what-it-pays")
    visitor.submit(visitor.url, htmx=True, **right_form(question))
    Sitting.objects.update(game="casino-holdem")
    before = aids(visitor.open(visitor.url).content.decode())
    visitor.submit(f"{visitor.url}next/", htmx=True)
    assert before != aids(visitor.page) != ""


def test_rules_that_were_kept_away_from_the_question_come_with_the_verdict(visitor):
    question = visitor.start()
    Sitting.objects.update(help="table-ready")
    visitor.open(visitor.url)
    assert "All rules of this game" not in aids(visitor.page)
    visitor.submit(visitor.url, htmx=True, **right_form(question))
    assert "All rules of this game" in aids(visitor.page)


def test_next_brings_the_question_and_its_address(visitor):
    question = visitor.start()
    visitor.submit(visitor.url, htmx=True, **right_form(question))
    fragment = visitor.submit(f"{question.get_absolute_url()}next/", htmx=True)
    second = f"/sittings/{question.sitting.uuid}/2/"
    assert is_fragment(fragment)
    assert fragment["HX-Push-Url"] == second
    assert f'action="{second}"' in fragment.content.decode()
    assert stored_question(question.sitting.uuid, 2).shown_at is not None


def test_the_clock_of_a_question_that_was_dealt_without_htmx_starts_when_htmx_shows_it(visitor):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    visitor.post(f"{visitor.url}next/")
    assert stored_question(question.sitting.uuid, 2).shown_at is None
    assert is_fragment(visitor.post(f"{visitor.url}next/", htmx=True))
    assert stored_question(question.sitting.uuid, 2).shown_at is not None


def test_a_whole_sitting_by_fragments(visitor):
    question = visitor.start()
    for position in range(1, 6):
        answered = visitor.submit(question.get_absolute_url(), htmx=True, **right_form(question))
        assert is_fragment(answered)
        if position < 5:
            visitor.submit(f"{question.get_absolute_url()}next/", htmx=True)
            question = stored_question(question.sitting.uuid, position + 1)
    assert f'href="/sittings/{question.sitting.uuid}/result/"' in visitor.page
    assert Answer.objects.count() == 5


def test_a_second_arrival_brings_the_stored_verdict(visitor):
    question = visitor.start()
    first = visitor.post(visitor.url, htmx=True, **right_form(question))
    again = visitor.post(visitor.url, htmx=True, **wrong_form(question))
    assert is_fragment(again)
    assert "Right: " in first.content.decode()
    assert "Right: " in again.content.decode()
    assert Answer.objects.count() == 1


def test_what_is_no_fragment_is_gone_to_as_a_page(visitor):
    question = visitor.start()
    sitting = f"/sittings/{question.sitting.uuid}/"
    assert visitor.post(f"{visitor.url}next/", htmx=True)["HX-Redirect"] == sitting
    visitor.post(f"{sitting}end/")
    for response in (
        visitor.post(visitor.url, htmx=True, **right_form(question)),
        visitor.client.get(visitor.url, headers={"HX-Request": "true"}),
    ):
        assert (response.status_code, response.content) == (200, b"")
        assert response["HX-Redirect"] == f"{sitting}result/"


def test_an_unreadable_answer_brings_the_question_back_with_a_sentence(visitor):
    visitor.start()
    response = visitor.submit(visitor.url, htmx=True)
    assert response.status_code == 422
    assert is_fragment(response)
    assert "Choose an answer first." in visitor.page


def test_htmx_is_told_to_swap_what_was_refused_and_to_keep_no_pages(visitor):
    config = re.search(r"<meta name=\"htmx-config\" content='([^']+)'", visitor.page)[1]
    for setting in (
        '"allowEval":false',
        '"includeIndicatorStyles":false',
        '"selfRequestsOnly":true',
        '"historyCacheSize":0',
        '"refreshOnHistoryMiss":true',
        '{"code":"422","swap":true}',
    ):
        assert setting in config


def test_back_never_finds_a_bare_fragment(visitor):
    question = visitor.start()
    path = question.get_absolute_url()
    responses = [
        visitor.client.get(path),
        visitor.client.get(path, headers={"HX-Request": "true"}),
        visitor.post(path, htmx=True, **right_form(question)),
        visitor.post(f"{path}next/", htmx=True),
    ]
    for response in responses:
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        assert "HX-Request" in response["Vary"]


def test_a_sitting_that_is_gone_is_said_and_not_drawn_into_the_page(visitor, stranger):
    question = visitor.start()
    response = stranger.post(visitor.url, htmx=True, **right_form(question))
    assert response.status_code == 404
    assert not Answer.objects.exists()
    assert Question.objects.count() == 1
    # What the script then shows beside the button is part of the page.
    for kind in ("network", "broken", "stale", "refused", "gone", "kept"):
        assert f'data-failure="{kind}"' in visitor.page


def test_buttons_rest_while_a_request_is_on_its_way(visitor):
    question = visitor.start()
    assert 'hx-disabled-elt="find fieldset"' in visitor.page
    visitor.submit(visitor.url, **right_form(question))
    assert 'hx-disabled-elt="find button"' in visitor.page
