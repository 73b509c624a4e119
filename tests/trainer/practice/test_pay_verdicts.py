"""The pages of verdicts on payments: each is served, and says nothing against itself."""

import re

import pytest

from rules.versions import live_version
from tests.trainer.answering import fields_of
from tests.trainer.practice.test_leaks import put
from tests.trainer.practice.visitors import NOW
from trainer.drills import find_drill
from trainer.drills.base import LEVELS, AnswerKind
from trainer.drills.stream import Stream

pytestmark = pytest.mark.django_db

KEYS = ("what-it-pays", "settle-the-box", "insurance", "recall", "mental-tables")
MORE = ("split-the-pot", "cut-chips", "spot-the-error", "other-house", "what-the-bonus-pays")
SHAPES = [(key, game) for key in KEYS + MORE for game in find_drill(key).games]


def form_of(answer, question):
    """*answer* as the form of its question posts it."""
    if question.kind is AnswerKind.MONEY:
        return {"outcome": answer.outcome.value, "amount": str(answer.amount or "")}
    return fields_of(answer, question)


@pytest.mark.parametrize(("key", "game"), SHAPES)
def test_the_right_answer_is_taken_and_its_verdict_served(visitor, reference, key, game):
    visitor.start()
    drill, version = find_drill(key), live_version(reference, game, NOW)
    for level in LEVELS:
        deal = drill.deal(Stream(bytes(32), f"{key} {level}"), version.ruleset, level)
        question = drill.question(deal, version.ruleset)
        url = put(visitor, version, deal)
        assert visitor.client.get(url).status_code == 200
        expected = drill.expected(deal, version.ruleset)
        assert visitor.post(url, **form_of(expected, question)).status_code == 303
        response = visitor.client.get(url)
        assert response.status_code == 200
        assert re.search(r"<span>Right: ", response.content.decode())


@pytest.mark.parametrize(
    ("ante", "pay_now", "heading"),
    [
        ("take", "0", "No: bets right: 1 of 2; nothing is paid out now"),
        ("push", "5", "No: bets right: 2 of 2; nothing is paid out now"),
        ("push", "0", "Right: nothing is paid out now"),
    ],
)
def test_a_heading_counts_the_bets_beside_the_sum(visitor, reference, ante, pay_now, heading):
    visitor.start()
    drill, version = find_drill("settle-the-box"), live_version(reference, "casino-holdem", NOW)
    rules = version.ruleset
    tied = (
        drill.deal(Stream(bytes(32), str(number)), rules, 1, frozenset({"ending:tie"}))
        for number in range(20)
    )
    deal = next(deal for deal in tied if not drill.expected(deal, rules).pay_now)
    url = put(visitor, version, deal)
    visitor.open(url)
    form = {"outcome-ante": ante, "outcome-call": "push", "pay-now": pay_now}
    assert visitor.post(url, **form).status_code == 303
    page = visitor.client.get(url).content.decode()
    assert f"<span>{heading}</span>" in page
    # A part that is right has no price.
    [*_, last] = re.findall(r'<tbody class="is-(?:right|wrong)">.*?</tbody>', page, re.DOTALL)
    assert ("cost" in last) is (pay_now == "5")
