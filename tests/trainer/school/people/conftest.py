import pytest

from tests.trainer.school.conftest import NOW
from trainer.models import Course
from trainer.school.permissions import Standing


@pytest.fixture
def teacher(clients):
    return clients[Standing.INSTRUCTOR]


@pytest.fixture
def make_course(course, people):
    """`make_course(code, title)`: another one of the same owner and house."""

    def make(code, title):
        return Course.objects.create(
            title={"en": title},
            house=course.house,
            owner=people[Standing.OWNER],
            join_code=code,
            created_at=NOW,
        )

    return make


@pytest.fixture
def other_course(make_course, people):
    """Of the same instructor."""
    other = make_course("EVENING", "Evening course")
    other.instructors.add(people[Standing.INSTRUCTOR])
    return other
