"""Standing on a course, and in the school."""

import pytest

from tests.trainer.school.conftest import NOW, enrol, person
from trainer.models import EnrolmentState, Paper, Role
from trainer.models.practice import FixedRowError
from trainer.school.access import access_to, standing_in_school
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


def test_everyone_stands_where_they_should(people, course, enrolment):
    found = {standing: access_to(user, course).standing for standing, user in people.items()}
    assert found == {standing: standing for standing in people}


def test_on_another_course_staff_are_trainees(people, course):
    others = [person("another owner", Role.OWNER), person("another teacher", Role.INSTRUCTOR)]
    assert {access_to(user, course).standing for user in others} == {Standing.TRAINEE}


@pytest.mark.parametrize("state", [EnrolmentState.PAUSED, EnrolmentState.REMOVED])
def test_who_is_paused_or_removed_has_no_access(course, state):
    user = person("gone")
    enrol(course, user, state=state)
    assert access_to(user, course).standing is Standing.TRAINEE


def test_who_lost_the_role_teaches_no_more(people, course):
    people[Standing.INSTRUCTOR].staff.delete()
    people[Standing.INSTRUCTOR].refresh_from_db()
    assert access_to(people[Standing.INSTRUCTOR], course).standing is Standing.TRAINEE


def test_a_superuser_administers_the_school(course, admin_user):
    assert standing_in_school(admin_user) is Standing.ADMINISTRATOR
    assert access_to(admin_user, course).standing is Standing.ADMINISTRATOR


def test_what_is_written_once_outlives_the_account_that_wrote_it(people, course):
    paper = Paper.objects.create(
        course=course,
        number=1,
        title={"en": "Paper"},
        blueprint={},
        seed=bytes(32),
        generators={},
        sha256="0" * 64,
        made_at=NOW,
        by=people[Standing.INSTRUCTOR],
    )
    people[Standing.INSTRUCTOR].delete()
    assert Paper.objects.get().by is None
    with pytest.raises(FixedRowError):
        Paper.objects.update(by=people[Standing.OWNER])
    with pytest.raises(FixedRowError):
        Paper.objects.filter(pk=paper.pk).update(by=None, number=2)
