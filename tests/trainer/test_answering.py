"""The forms that stand for a person in tests and in the bench: of every drill, right and wrong."""

import pytest

from tests.trainer.drills.cast import EVERYTHING, deals, name, rules
from tests.trainer.practice.drawing import question_of
from tests.trainer.practice.visitors import right_form, wrong_form


@pytest.mark.parametrize(("drill", "game", "level"), EVERYTHING, ids=name)
def test_a_form_is_read_as_the_answer_that_it_stands_for(drill, game, level):
    ruleset = rules(game)
    for deal in deals(drill, game, level, 4, "forms"):
        question = question_of(deal, ruleset)
        right = drill.parse_answer(deal, right_form(question))
        assert drill.check(deal, right, ruleset).right
        wrong = drill.parse_answer(deal, wrong_form(question))
        assert not drill.check(deal, wrong, ruleset).right
