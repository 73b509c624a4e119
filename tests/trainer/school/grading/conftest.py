import pytest

from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper
from trainer.models import PaperItem

DRILLS = (
    ("name-the-hand", "russian-poker"),
    ("what-it-pays", "russian-poker"),
    ("settle-the-box", "ultimate-texas-holdem"),
    ("dealer-qualifies", "casino-holdem"),
)


@pytest.fixture
def made(reference):
    """Two deals of each of four drills."""
    return deals_of(reference, DRILLS, each=2)


@pytest.fixture
def exam(course, made):
    return make_exam(course, make_paper(course, made))


@pytest.fixture
def teacher(course):
    return course.owner


@pytest.fixture
def item(exam):
    return PaperItem.objects.get(paper=exam.paper, position=1)
