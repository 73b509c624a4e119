"""Rows, shares and their largest remainder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.school.papers.blueprints import (
    PLAIN,
    Blueprint,
    NoQuestionsError,
    Row,
    ShareError,
    SharesError,
    TooManyQuestionsError,
)


def row(questions=40, **shares):
    return Row("which-hand-wins", "texas-holdem", 2, questions, shares)


@pytest.mark.parametrize(
    ("questions", "shares", "quotas"),
    [
        (40, {"tie": 25}, {"tie": 10, PLAIN: 30}),
        (10, {"tie": 25, "kicker": 25}, {"kicker": 3, "tie": 2, PLAIN: 5}),
        (7, {"a": 33, "b": 33, "c": 34}, {"a": 2, "b": 2, "c": 3, PLAIN: 0}),
        (1, {"tie": 50}, {"tie": 1, PLAIN: 0}),
        (1, {"tie": 49}, {"tie": 0, PLAIN: 1}),
        (3, {}, {PLAIN: 3}),
    ],
)
def test_the_largest_remainders_get_what_is_left_over(questions, shares, quotas):
    assert row(questions, **shares).quotas() == quotas


@given(st.integers(1, 200), st.lists(st.integers(1, 30), max_size=3))
def test_quotas_come_to_all_questions_and_miss_no_share_by_a_whole_one(questions, percents):
    shares = {f"tag {at}": percent for at, percent in enumerate(percents)}
    quotas = row(questions, **shares).quotas()
    assert sum(quotas.values()) == questions
    for tag, percent in shares.items():
        assert abs(100 * quotas[tag] - questions * percent) < 100


def test_data_is_read_back():
    blueprint = Blueprint((row(tie=25), Row("insurance", "russian-poker", 1, 3)))
    assert Blueprint.from_data(blueprint.to_data()) == blueprint
    assert blueprint.questions == 43


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Blueprint(()), NoQuestionsError),
        (lambda: row(0), NoQuestionsError),
        (lambda: Blueprint((row(100), row(101))), TooManyQuestionsError),
        (lambda: row(tie=60, kicker=41), SharesError),
        (lambda: row(tie=0), ShareError),
        (lambda: row(tie=True), ShareError),
        (lambda: row(tie=12.5), ShareError),
    ],
)
def test_what_no_paper_can_have_is_refused(make, error):
    with pytest.raises(error) as caught:
        make()
    assert str(caught.value)
