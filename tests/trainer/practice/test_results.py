"""The page after the last question, and what it says when there is little to say."""

import re
from datetime import timedelta

import pytest

from rules.games.base import Outcome
from tests.trainer.practice.visitors import (
    NOW,
    expected_answer,
    right_form,
    wrong_form,
)
from trainer.drills.base import SidesAnswer
from trainer.models import Verdict
from trainer.practice import sittings
from trainer.practice.results import Result, find_result

pytestmark = pytest.mark.django_db


def wrong_answer(question):
    [choice] = wrong_form(question)["choice"]
    return SidesAnswer(choice)


def text(page):
    return " ".join(re.sub("<[^>]+>", " ", page[page.index("<main") :]).split())


def answer(question, right, seconds):
    given = expected_answer(question)
    if not right:
        given = wrong_answer(question)
    return sittings.record_answer(question, given, now=NOW + timedelta(seconds=seconds))


def play(question, *results):
    """Answer one question after another, each in a second more than the last."""
    for seconds, right in enumerate(results, 1):
        answer(question, right, seconds)
        if seconds < len(results):
            uuid, position = question.sitting.uuid, question.position + 1
            question = sittings.deal_next({}, uuid, position, now=NOW, shown_at=NOW)
    return question.sitting


def test_a_result_counts_rights_and_time(begin):
    result = find_result(play(begin(), True, False, True, False, True))
    assert (result.length, result.answered, result.right) == (5, 5, 3)
    assert (result.elapsed_ms, result.mean_ms) == (15_000, 3_000)
    assert [missed.question.position for missed in result.missed] == [2, 4]
    assert not result.ended_early


def test_a_missed_question_comes_with_cards_and_both_answers(begin):
    question = begin()
    given = wrong_answer(question)
    sittings.record_answer(question, given, now=NOW)
    missed = find_result(question.sitting).missed[0]
    names = {"left": "Player", "tie": "Tie", "right": "Dealer"}
    assert missed.deal == question.deal.value
    assert [group.role for group in missed.groups] == ["dealer", "player"]
    assert missed.parts[0].given == names[given.choice]
    assert missed.parts[0].expected == names[expected_answer(question).choice]


def test_the_latest_verdict_counts(begin):
    question = begin()
    verdict = answer(question, False, 1)
    Verdict.objects.create(
        answer=verdict.answer, engine=2, right=True, parts=verdict.parts, created_at=NOW
    )
    result = find_result(question.sitting)
    assert (result.answered, result.right, result.missed) == (1, 1, ())


def test_nothing_answered_has_no_mean():
    assert Result(10, 0, 0, 0, 0, (), (), 0, 0).mean_ms is None


def test_an_empty_result_says_so_without_numbers(visitor):
    question = visitor.start()
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    said = text(visitor.page)
    assert "No answers yet" in said
    assert not re.search(r"NaN|%|\b0 of 0\b|None|100", said)
    assert "Missed" not in said


def test_all_right_is_said_calmly(visitor):
    question = visitor.start()
    visitor.submit(visitor.url, **right_form(question))
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    said = text(visitor.page)
    assert "1 of 1 right" in said
    assert "Nothing missed." in said
    assert "You ended after 1 question of 5." in said
    assert "!" not in said


def test_missed_questions_lead_to_their_verdicts(visitor):
    question = visitor.start()
    visitor.submit(visitor.url, **wrong_form(question))
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    assert f'href="{question.get_absolute_url()}"' in visitor.page
    cards = sum(len(group.cards) for group in question.deal.value.groups)
    assert visitor.page.count('class="card ') == cards
    visitor.open(question.get_absolute_url())
    assert "No: " in visitor.page


def test_again_keeps_the_choices(visitor):
    sitting = visitor.start(level=3, length=20).sitting
    visitor.submit(f"/sittings/{sitting.uuid}/end/")
    visitor.submit("/practice/which-hand-wins/russian-poker/")
    again = visitor.sitting()
    assert again != sitting
    assert (again.level, again.length) == (3, 20)


def test_the_money_that_a_mistake_would_have_moved_is_named(visitor):
    question = visitor.start("what-the-bonus-pays", "russian-poker", length=20)
    while expected_answer(question).outcome is not Outcome.PAY:
        visitor.submit(visitor.url, **right_form(question))
        visitor.submit(f"{visitor.url}next/")
        question = visitor.question()
    profit = expected_answer(question).amount
    visitor.submit(visitor.url, outcome="pay", amount=str(profit + 5))
    assert "It would have cost the house 5." in visitor.page
