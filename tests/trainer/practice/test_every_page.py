"""Every drill on its pages: asked, answered rightly and wrongly, judged and explained."""

import pytest

from tests.trainer.practice.visitors import expected_answer, right_form, wrong_form
from trainer.drills import drills
from trainer.drills.base import LEVELS
from trainer.models import Verdict

pytestmark = pytest.mark.django_db

PLAYED = [(drill.key, game) for drill in drills().values() for game in drill.games]


def send(visitor, question, form):
    """Answer by the form of the page; gives the verdict that is stored."""
    assert visitor.submit(visitor.url, **form).status_code == 200
    assert "Reference, version 1" in visitor.page
    return Verdict.objects.get(answer__question=question)


# Every game at a level of its own: `test_drawn` draws all.
@pytest.mark.parametrize(("at", "drill", "game"), [(at, *case) for at, case in enumerate(PLAYED)])
def test_what_is_right_is_right_and_what_is_wrong_is_wrong(visitor, at, drill, game):
    question = visitor.start(drill, game, level=LEVELS[at % len(LEVELS)])
    right = send(visitor, question, right_form(question))
    assert right.right
    assert right.answer.given == expected_answer(question).to_data()
    visitor.submit(f"{visitor.url}next/")
    question = visitor.question()
    assert not send(visitor, question, wrong_form(question)).right
