import pytest

from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper

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
