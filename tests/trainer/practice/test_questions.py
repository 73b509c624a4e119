"""A sitting in a browser without JavaScript: POST, 303, GET."""

import re

import pytest

from tests.trainer.practice.visitors import right_form, stored_question, wrong_form
from trainer.models import Answer, Learner, Question, Sitting, Verdict

pytestmark = pytest.mark.django_db

DRILLS = [
    ("which-hand-wins", "russian-poker", 1),
    ("which-hand-wins", "texas-holdem", 1),
    ("which-hand-wins", "texas-holdem", 3),
    ("what-the-bonus-pays", "russian-poker", 2),
    ("what-the-bonus-pays", "ultimate-texas-holdem", 1),
    ("what-the-bonus-pays", "casino-holdem", 3),
    ("name-the-hand", "russian-poker", 1),
    ("name-the-hand", "texas-holdem", 3),
]


def heading(page):
    return " ".join(re.sub("<[^>]+>", "", re.search("<h1.*?</h1>", page, re.DOTALL)[0]).split())


@pytest.mark.parametrize(("drill", "game", "level"), DRILLS)
def test_a_whole_sitting_by_its_forms(visitor, drill, game, level):
    question = visitor.start(drill, game, level=level)
    for position in range(1, 6):
        assert visitor.url == f"/sittings/{question.sitting.uuid}/{position}/"
        form = wrong_form(question) if position == 2 else right_form(question)
        visitor.submit(visitor.url, **form)
        assert visitor.url == question.get_absolute_url()
        assert heading(visitor.page).startswith("No: " if position == 2 else "Right: ")
        assert "Reference, version 1" in visitor.page
        if position < 5:
            visitor.submit(f"{visitor.url}next/")
            question = visitor.question()
    visitor.open(f"/sittings/{question.sitting.uuid}/")
    assert visitor.url == f"/sittings/{question.sitting.uuid}/result/"
    assert heading(visitor.page) == "4 of 5 right"
    assert Answer.objects.count() == Verdict.objects.count() == 5


def test_nobody_is_a_learner_before_the_first_deal(visitor):
    visitor.open("/practice/which-hand-wins/russian-poker/")
    assert not Learner.objects.exists()
    visitor.start()
    visitor.start()
    assert Learner.objects.get().user is None


def test_one_tap_on_the_home_page_starts_ten_questions_at_level_1(visitor):
    visitor.open("/")
    visitor.submit("/practice/what-the-bonus-pays/casino-holdem/")
    sitting = visitor.sitting()
    assert (sitting.drill, sitting.game) == ("what-the-bonus-pays", "casino-holdem")
    assert (sitting.level, sitting.length) == (1, 10)


def test_level_and_number_are_kept(visitor):
    sitting = visitor.start(level=3, length=20).sitting
    assert (sitting.level, sitting.length) == (3, 20)


@pytest.mark.parametrize(
    ("field", "value"),
    [("level", "4"), ("level", "x"), ("length", "7"), ("length", "-1"), ("length", "9" * 400)],
)
def test_a_level_or_number_that_is_not_offered_is_refused(visitor, field, value):
    visitor.open("/practice/which-hand-wins/russian-poker/")
    response = visitor.submit(visitor.url, **{field: value})
    assert response.status_code == 422
    assert 'class="problem"' in visitor.page
    assert not Sitting.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/practice/no-drill/russian-poker/",
        "/practice/which-hand-wins/no-game/",
        "/practice/which-hand-wins/casino-holdem/",
    ],
)
def test_what_is_not_offered_is_not_found(visitor, path):
    assert visitor.open(path).status_code == 404
    assert visitor.post(path).status_code == 404


def test_a_form_without_its_token_is_refused(visitor):
    question = visitor.start()
    response = visitor.client.post(question.get_absolute_url(), right_form(question))
    assert response.status_code == 403
    assert not Answer.objects.exists()


@pytest.mark.parametrize("path", ["1/next/", "5/next/", "end/"])
def test_opening_what_takes_a_form_leads_to_the_sitting_and_writes_nothing(visitor, path):
    question = visitor.start()
    address = question.get_absolute_url()
    visitor.post(address, **right_form(question))
    visitor.open(f"/sittings/{question.sitting.uuid}/{path}")
    assert visitor.url == address
    assert visitor.question().sitting.ended_at is None
    assert Question.objects.count() == 1
    visitor.post(f"/sittings/{question.sitting.uuid}/end/")
    visitor.open(f"/sittings/{question.sitting.uuid}/{path}")
    assert visitor.url == f"/sittings/{question.sitting.uuid}/result/"


# --- once ------------------------------------------------------------------------------------


def test_a_double_click_counts_once(visitor):
    question = visitor.start()
    for form in (right_form(question), right_form(question), wrong_form(question)):
        response = visitor.post(visitor.url, **form)
        assert (response.status_code, response["Location"]) == (303, visitor.url)
    assert Answer.objects.count() == 1
    visitor.open(visitor.url)
    assert heading(visitor.page).startswith("Right: ")


def test_a_replay_of_anything_gets_the_stored_verdict(visitor):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    for form in ({}, {"choice": "nonsense"}, {"amount": "-5"}):
        assert visitor.post(visitor.url, **form).status_code == 303
    assert Answer.objects.get().verdicts.get().right


def test_reload_and_back_show_the_verdict_and_count_nothing(visitor):
    question = visitor.start()
    first = visitor.url
    visitor.submit(first, **right_form(question))
    visitor.open(first)
    visitor.submit(f"{first}next/")
    second = visitor.question()
    for _ in range(3):
        visitor.open(first)
        assert heading(visitor.page).startswith("Right: ")
        assert 'class="answer"' not in visitor.page
        visitor.post(first, **right_form(question))
    visitor.open(second.get_absolute_url())
    assert 'class="answer"' in visitor.page
    assert (Answer.objects.count(), Question.objects.count()) == (1, 2)


def test_a_reload_does_not_restart_the_clock(visitor):
    shown_at = visitor.start().shown_at
    visitor.open(visitor.url)
    assert visitor.question().shown_at == shown_at is not None


def test_two_tabs_go_on_to_the_same_question(visitor):
    question = visitor.start()
    first = visitor.url
    visitor.post(first, **right_form(question))
    one, other = (visitor.post(f"{first}next/") for _ in range(2))
    assert one["Location"] == other["Location"] == f"/sittings/{question.sitting.uuid}/2/"
    second = stored_question(question.sitting.uuid, 2)
    visitor.open(second.get_absolute_url())
    visitor.post(second.get_absolute_url(), **right_form(second))
    assert visitor.post(f"{first}next/")["Location"] == one["Location"]
    assert (Question.objects.count(), Answer.objects.count()) == (2, 2)


def test_next_before_the_answer_leads_back(visitor):
    visitor.start()
    response = visitor.post(f"{visitor.url}next/")
    assert response["Location"] == f"/sittings/{visitor.sitting().uuid}/"
    assert Question.objects.count() == 1


@pytest.mark.parametrize("position", ["0", "2", "6", "99999999999999999999999999"])
def test_a_question_that_was_not_dealt_is_not_found(visitor, position):
    visitor.start()
    base = f"/sittings/{visitor.sitting().uuid}/{position}/"
    assert visitor.client.get(base).status_code == 404
    assert visitor.post(base, choice="left").status_code == 404
    if position != "0":
        assert visitor.post(f"{base}next/").status_code == 404


def test_an_answer_to_a_question_that_was_never_shown_is_none(visitor):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    visitor.post(f"{visitor.url}next/")
    second = stored_question(question.sitting.uuid, 2)
    response = visitor.post(second.get_absolute_url(), **right_form(second))
    assert (response.status_code, response["Location"]) == (303, second.get_absolute_url())
    assert not second.answers.exists()


def test_what_the_browser_claims_is_not_believed(visitor):
    question = visitor.start()
    claims = {"score": "100", "right": "true", "elapsed_ms": "1", "cards": "As", "deal": "1"}
    visitor.post(visitor.url, **wrong_form(question), **claims)
    assert not Answer.objects.get().verdicts.get().right


# --- the end ---------------------------------------------------------------------------------


def test_a_sitting_can_be_ended_at_any_time(visitor):
    question = visitor.start()
    uuid = question.sitting.uuid
    visitor.submit(visitor.url, **right_form(question))
    visitor.submit(f"/sittings/{uuid}/end/")
    assert visitor.url == f"/sittings/{uuid}/result/"
    assert heading(visitor.page) == "1 of 1 right"
    ended_at = visitor.sitting().ended_at
    visitor.post(f"/sittings/{uuid}/end/")
    assert visitor.sitting().ended_at == ended_at is not None


def test_an_ended_sitting_asks_nothing_more(visitor):
    question = visitor.start()
    uuid = question.sitting.uuid
    visitor.post(f"/sittings/{uuid}/end/")
    result = f"/sittings/{uuid}/result/"
    assert visitor.post(visitor.url, **right_form(question))["Location"] == result
    visitor.open(question.get_absolute_url())
    assert visitor.url == result
    assert not Answer.objects.exists()


def test_after_the_last_answer_next_is_the_result(visitor):
    question = visitor.start()
    uuid = question.sitting.uuid
    for _ in range(5):
        visitor.post(question.get_absolute_url(), **right_form(question))
        response = visitor.post(f"{question.get_absolute_url()}next/")
        visitor.open(f"/sittings/{uuid}/")
        question = question if visitor.url.endswith("result/") else visitor.question()
    assert response["Location"] == f"/sittings/{uuid}/"
    visitor.open(question.get_absolute_url())
    assert f'href="/sittings/{uuid}/result/"' in visitor.page


def test_there_is_no_result_before_the_end(visitor):
    question = visitor.start()
    visitor.open(f"/sittings/{question.sitting.uuid}/result/")
    assert visitor.url == question.get_absolute_url()


def test_a_guest_goes_on_after_closing_the_browser(visitor):
    question = visitor.start()
    visitor.post(visitor.url, **right_form(question))
    session = visitor.client.cookies["sessionid"]
    assert int(session["max-age"]) >= 30 * 24 * 60 * 60
    visitor.open("/")
    assert "question 2 of 5" in visitor.page
    visitor.submit(f"/sittings/{question.sitting.uuid}/1/next/")
    assert visitor.question().position == 2
    visitor.open("/")
    assert "question 2 of 5" in visitor.page
    assert f'href="/sittings/{question.sitting.uuid}/2/"' in visitor.page
