"""An exam of five questions that is open, and what can be answered in it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.trainer.practice.visitors import Visitor
from tests.trainer.school.conftest import NOW
from trainer.drills import find_drill
from trainer.models import Exam, ExamSitting
from trainer.school.exams import sitting as sittings
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import make_paper
from trainer.school.permissions import Standing

PLAN = Blueprint(
    (
        Row("which-hand-wins", "russian-poker", 1, 3, {"tie": 34}),
        Row("dealer-qualifies", "russian-poker", 1, 2),
    )
)
DEVICE = "a" * 64
OTHER_DEVICE = "b" * 64


def after(**passed):
    return NOW + timedelta(**passed)


@pytest.fixture
def paper(course):
    title = {"en": "Mid-term"}
    return make_paper(course, PLAN, title=title, seed=b"\5" * 32, by=course.owner, now=NOW)


@pytest.fixture
def exam(course, paper):
    """Of ten minutes, open for an hour from NOW."""
    return Exam.objects.create(
        course=course,
        title={"en": "Mid-term", "uk": "Залік", "ru": "Зачёт"},
        blueprint=PLAN.to_data(),
        paper=paper,
        opens_at=NOW,
        closes_at=after(hours=1),
        minutes=10,
        grace_seconds=10,
        created_at=NOW,
        by=course.owner,
    )


@pytest.fixture
def sitting(exam, enrolment):
    """Begun at NOW."""
    return sittings.begin(exam, enrolment, now=NOW, device=DEVICE)


def item_at(sitting, position):
    items = sitting.paper.items.select_related("deal__version__house")
    return items.get(position=position)


def right(item):
    deal = item.deal.value
    return find_drill(deal.drill).expected(deal, item.deal.version.ruleset)


def wrong(item):
    """Another of the options."""
    deal, expected = item.deal.value, right(item)
    ask = find_drill(deal.drill).question(deal, item.deal.version.ruleset)
    choice = next(option.key for option in ask.options if option.key != expected.choice)
    return type(expected)(choice)


def stored(sitting):
    return ExamSitting.objects.select_related("exam").get(pk=sitting.pk)


def url(course, *rest):
    return f"/school/{course.pk}/exams/" + "".join(f"{part}/" for part in rest)


@pytest.fixture
def at(monkeypatch):
    """Sets what the server takes for now."""

    def set_now(**passed):
        monkeypatch.setattr(timezone, "now", lambda: after(**passed))

    set_now()
    return set_now


@pytest.fixture
def staff(at, people):
    found = Visitor()
    found.client.force_login(people[Standing.INSTRUCTOR])
    return found
