"""Every drill on its pages: asked, answered rightly and wrongly, judged and explained."""

from contextlib import suppress

import pytest

from tests.trainer.practice.kinds import fields_of
from tests.trainer.practice.visitors import expected_answer, form_of
from tests.trainer.templatetags.test_drill_pages import answers_to
from trainer.drills import drills, find_drill
from trainer.drills.base import (
    LEVELS,
    AnswerError,
    HandAnswer,
    MoneyAnswer,
    SeatsAnswer,
    SidesAnswer,
)
from trainer.models import Verdict

pytestmark = pytest.mark.django_db

PLAYED = [(drill.key, game) for drill in drills().values() for game in drill.games]
PLAIN = (HandAnswer, MoneyAnswer, SeatsAnswer, SidesAnswer)


def parts_of(question):
    return find_drill(question.deal.drill), question.deal.value, question.deal.version.ruleset


def fields(question, answer):
    drill, deal, ruleset = parts_of(question)
    if isinstance(answer, PLAIN):
        data = form_of(answer)
        return data | ({"seats": list(map(str, data["seats"]))} if "seats" in data else {})
    return fields_of(answer, drill.question(deal, ruleset))


def wrong_answer(question):
    """One that its form can hold: a hand with its ranks where they are asked for."""
    drill, deal, ruleset = parts_of(question)
    for answer in answers_to(drill, deal, ruleset):
        if drill.check(deal, answer, ruleset).right:
            continue
        given = fields(question, answer).items()
        sent = {name: value if isinstance(value, list) else [value] for name, value in given}
        with suppress(AnswerError):
            if drill.parse_answer(deal, sent) == answer:
                return answer
    raise AssertionError(question)


def send(visitor, question, answer):
    """Answer by the form of the page; gives the verdict that is stored."""
    assert visitor.submit(visitor.url, **fields(question, answer)).status_code == 200
    return Verdict.objects.get(answer__question=question)


@pytest.mark.parametrize(("drill", "game"), PLAYED)
def test_what_is_right_is_right_and_what_is_wrong_is_wrong(visitor, drill, game):
    for level in LEVELS:
        question = visitor.start(drill, game, level=level)
        right = send(visitor, question, expected_answer(question))
        assert right.right
        assert right.answer.given == expected_answer(question).to_data()
        visitor.submit(f"{visitor.url}next/")
        question = visitor.question()
        assert not send(visitor, question, wrong_answer(question)).right
        assert "Reference, version 1" in visitor.page
