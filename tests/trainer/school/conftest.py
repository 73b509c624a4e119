"""A school with one of each standing, all on or around one course."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from trainer.models import Course, Enrolment, Learner, Role, Staff, User
from trainer.school.permissions import Standing

NOW = datetime(2100, 1, 1, 12, 0, tzinfo=UTC)


def person(name, role=None):
    user = User.objects.create_user(name, password="not-used")
    Learner.objects.create(user=user)
    if role is not None:
        Staff.objects.create(user=user, role=role)
    return user


def enrol(course, user, **fields):
    fields = {"joined_at": NOW, "changed_at": NOW, "name": user.username} | fields
    return Enrolment.objects.create(course=course, user=user, **fields)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def people(db):
    """One user a standing; a stranger has none."""
    return {
        Standing.TRAINEE: person("trainee"),
        Standing.MEMBER: person("member"),
        Standing.INSTRUCTOR: person("instructor", Role.INSTRUCTOR),
        Standing.OWNER: person("owner", Role.OWNER),
        Standing.ADMINISTRATOR: person("administrator", Role.ADMINISTRATOR),
    }


@pytest.fixture
def course(reference, people):
    course = Course.objects.create(
        title={"en": "Dealing poker", "uk": "Дилер покеру", "ru": "Дилер покера"},
        house=reference,
        owner=people[Standing.OWNER],
        join_code="JOINCODE",
        created_at=NOW,
    )
    course.instructors.add(people[Standing.INSTRUCTOR])
    return course


@pytest.fixture
def enrolment(course, people):
    """Of the member."""
    return enrol(course, people[Standing.MEMBER])


@pytest.fixture
def clients(people):
    """A browser a standing."""
    found = {standing: signed_in(user) for standing, user in people.items()}
    return found | {Standing.STRANGER: Client()}
