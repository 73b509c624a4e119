"""Every drill in every game: asked, saved, changed, handed in, reviewed."""

import pytest
from django.utils import timezone

from rules.games import find_game
from tests.trainer.answering import fields_of, wrong_verdicts
from tests.trainer.practice.visitors import Visitor
from tests.trainer.school.exams.conftest import DEVICE, after
from trainer.drills import drills, find_drill
from trainer.models import ExamVerdict
from trainer.school.exams import managing
from trainer.school.exams import sitting as sittings
from trainer.school.exams.judging import judge_sitting
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import make_paper
from trainer.school.papers.refilled import refilled
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
HARD = 3


@pytest.fixture
def paper(course, exam_rows):
    title = {"en": "Everything"}
    return make_paper(course, exam_rows, title=title, seed=b"\6" * 32, by=None, now=after())


@pytest.fixture
def exam_rows(reference):
    offered = (
        (drill.key, game)
        for drill in drills().values()
        for game in drill.games
        if drill.offers(find_game(game).default_ruleset("reference"))
    )
    return Blueprint(tuple(Row(drill, game, HARD, 1) for drill, game in offered))


def kept(item):
    """(drill, deal, ruleset, question) of an item."""
    deal, ruleset = item.deal.value, item.deal.version.ruleset
    drill = find_drill(deal.drill)
    return drill, deal, ruleset, drill.question(deal, ruleset)


def wrong_answer(item):
    drill, deal, ruleset, ask = kept(item)
    for answer, _verdict in wrong_verdicts(drill, deal, ruleset, 5):
        # A chip that the house has not has no field.
        if drill.parse_answer(deal, fields_of(answer, ask)) == answer:
            return answer
    raise AssertionError(deal)


def test_every_kind_of_question_is_sat_and_reviewed(exam, enrolment, paper, people, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: after(minutes=1))
    visitor = Visitor()
    visitor.client.force_login(people[Standing.MEMBER])
    sitting = sittings.begin(exam, enrolment, now=after(), device=DEVICE)
    items = list(paper.items.select_related("deal__version").order_by("position"))
    base = f"/school/{exam.course_id}/sit/{exam.pk}/1/"
    wrong = {item.position: wrong_answer(item) for item in items}
    for item in items:
        drill, deal, _ruleset, ask = kept(item)
        address = f"{base}{item.position}/"
        visitor.open(address)
        assert visitor.post(address, **fields_of(wrong[item.position], ask)).status_code == 303
        typed = refilled(wrong[item.position], ask).data
        assert drill.parse_answer(deal, dict(typed.lists())) == wrong[item.position]
        # What was saved stands in the form: sent as it is, it is the same answer.
        visitor.open(address)
        assert "Saved: " in visitor.page
        form = visitor.forms()[address].fields
        fixed = ask.kind in ("sides", "choice") and not ask.also
        # Cards lie outside the form, and lists are none of its fields here.
        if not fixed and not ask.cards and "<select" not in visitor.page:
            assert drill.parse_answer(deal, form) == wrong[item.position], deal.drill
    sittings.hand_in(sitting, now=after(minutes=2))
    judge_sitting(sitting, after(minutes=2))
    assert ExamVerdict.objects.filter(right=False).count() == len(items)
    monkeypatch.setattr(timezone, "now", lambda: after(hours=2))
    managing.open_review(exam, now=after(hours=2))
    for item in items:
        visitor.open(f"{base}review/{item.position}/")
        assert "No: " in visitor.page


def test_the_right_answer_to_every_kind_of_question_is_told(
    exam, enrolment, paper, people, monkeypatch
):
    """Where none was given."""
    monkeypatch.setattr(timezone, "now", lambda: after(hours=2))
    sittings.begin(exam, enrolment, now=after(), device=DEVICE)
    managing.open_review(exam, now=after(hours=2))
    visitor = Visitor()
    visitor.client.force_login(people[Standing.MEMBER])
    for item in paper.items.all():
        visitor.open(f"/school/{exam.course_id}/sit/{exam.pk}/1/review/{item.position}/")
        assert "Not answered. Right is: " in visitor.page
