"""A paper with a question of every kind of answer, and its addresses."""

import pytest
from django.urls import reverse

from tests.trainer.school.conftest import NOW
from trainer.models import Exam
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import make_paper

KINDS = (
    ("which-hand-wins", "russian-poker", 1),
    ("which-hand-wins", "texas-holdem", 3),
    ("name-the-hand", "texas-holdem", 3),
    ("what-the-bonus-pays", "russian-poker", 1),
    ("dealer-qualifies", "casino-holdem", 1),
    ("mental-tables", "russian-poker", 1),
    ("two-combinations", "russian-poker", 1),
    ("order-hands", "russian-poker", 2),
    ("settle-the-box", "ultimate-texas-holdem", 1),
    ("settle-the-table", "casino-holdem", 2),
    ("cut-chips", "russian-poker", 1),
)
PLAN = Blueprint(tuple(Row(*kind, 1) for kind in KINDS))
TITLE = {"en": "Mid-term", "uk": "Залік", "ru": "Зачёт"}


@pytest.fixture
def paper(course):
    return make_paper(course, PLAN, title=TITLE, seed=b"\5" * 32, by=course.owner, now=NOW)


@pytest.fixture
def exam(course, paper):
    return Exam.objects.create(
        course=course,
        title=TITLE,
        blueprint=PLAN.to_data(),
        paper=paper,
        opens_at=NOW,
        closes_at=NOW.replace(hour=18),
        created_at=NOW,
    )


@pytest.fixture
def url(course):
    """`url(name, **what else stands in the address)`, on the course, in English."""

    def url(name, **kwargs):
        return reverse(name, kwargs={"course": course.pk, **kwargs})

    return url
