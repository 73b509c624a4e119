"""Decisions about one person that really arrive at once, on SQLite and on PostgreSQL."""

from time import sleep

import pytest

from tests.trainer.races import at_once
from tests.trainer.school.conftest import NOW, enrol, person
from trainer.models import Enrolment, EnrolmentState
from trainer.school.people import moving


@pytest.mark.django_db(transaction=True)
def test_two_moves_at_once_leave_nobody_on_two_courses(
    shared_database, course, make_course, monkeypatch
):
    """Both have read that the person is on the first course; one of them finds it gone."""
    found = enrol(course, person("a"))
    others = [make_course(code, code.title()) for code in ("SECOND", "THIRD")]
    put = moving._put

    def put_slowly(*args):
        sleep(0.2)
        put(*args)

    monkeypatch.setattr(moving, "_put", put_slowly)

    def move(to):
        try:
            return moving.move(found, to, now=NOW).course
        except moving.CannotMoveError as error:
            return error.why

    came = at_once([lambda to=to: move(to) for to in others])
    assert moving.CannotMoveError.Why.GONE in came
    active = Enrolment.objects.filter(user=found.user, state=EnrolmentState.ACTIVE)
    assert active.get().course in came
    assert moving.set_state([found.pk], EnrolmentState.PAUSED, now=NOW) == 0
