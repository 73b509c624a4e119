"""Statistics of questions: worked out by hand, and nothing where too few people say something."""

from math import isclose

import pytest

from tests.trainer.school.grading.cast import make_exam, make_paper, people_on, sit
from trainer.school.grading.questions import TOLD_FROM, discrimination, find_statistics

pytestmark = pytest.mark.django_db


def test_difficulty_and_mistakes_of_each_question(exam, course, made):
    """Of four people one misses the first question, one leaves it out."""
    said = {0: False, 1: None}
    sit(exam, people_on(course, 4), made, lambda p, at: said.get(p, True) if at == 0 else True)
    found = find_statistics(exam)
    assert found.people == 4
    assert [each.position for each in found.questions] == list(range(1, 9))
    first, second = found.questions[:2]
    assert (first.asked, first.right, first.unanswered, first.percent) == (4, 2, 1, 50)
    assert (second.right, second.codes) == (4, ())
    [(code, count)] = first.codes
    assert count == 1
    assert code == made[0].answers[False][1][0]["code"]


def test_kinds_of_questions_are_counted_together(exam, course, made):
    sit(exam, people_on(course, 2), made, lambda person, at: person == 0)
    kinds = {(kind.drill, kind.level): kind for kind in find_statistics(exam).kinds}
    assert len(kinds) == 8
    kind = kinds["name-the-hand", 1]
    assert (kind.people, kind.asked, kind.right) == (2, 2, 1)


def test_only_the_first_attempt_counts(exam, course, made):
    people = people_on(course, 2)
    sit(exam, people, made, lambda person, at: False)
    sit(exam, people, made, lambda person, at: True, number=2)
    assert {each.right for each in find_statistics(exam).questions} == {0}


def test_on_papers_of_one_s_own_only_kinds_are_told(exam, course, made):
    for person, enrolment in enumerate(people_on(course, 2)):
        paper = make_paper(course, made[person::2], number=5 + person)
        sit(exam, [enrolment], made[person::2], lambda p, at: True, paper=paper)
    found = find_statistics(exam)
    assert found.questions == ()
    assert sum(kind.asked for kind in found.kinds) == 8


def test_nobody_sat_it(course, made):
    found = find_statistics(make_exam(course, make_paper(course, made, number=3)))
    assert (found.people, found.questions, found.kinds) == (0, (), ())


def test_discrimination_worked_out_by_hand():
    """Means 7 and 4 of two halves, standard deviation √3.25: 1.5 / √3.25."""
    right = [True] * 10 + [False] * 10
    others = [6, 8] * 5 + [3, 5] * 5
    assert isclose(discrimination(right, others), 1.5 / 3.25**0.5)


@pytest.mark.parametrize(
    ("right", "others"),
    [
        ([True] * (TOLD_FROM - 2) + [False], [3] * (TOLD_FROM - 2) + [1]),
        ([True] * 30, [*range(30)]),
        ([False] * 30, [*range(30)]),
        ([True, False] * 15, [5] * 30),
        ([], []),
    ],
)
def test_where_nothing_can_be_said_nothing_is(right, others):
    assert discrimination(right, others) is None


def test_a_question_is_measured_against_the_others_only(exam, course, made):
    """The better half has three of four right: the first, and no other, tells them apart."""
    sit(exam, people_on(course, 20), made, lambda person, at: at > 4 or (person < 10 and at < 3))
    found = find_statistics(exam).questions
    assert found[0].discrimination == pytest.approx(1)
    assert found[7].discrimination is None
    assert found[4].discrimination is None
