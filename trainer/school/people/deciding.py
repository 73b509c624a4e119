"""Writes: one decision about many people on a course."""

from collections.abc import Iterable
from datetime import datetime

from trainer.models import Course, Enrolment, EnrolmentState
from trainer.school.people.choosing import Decision, concerned
from trainer.school.people.moving import move_all, set_state


def decide(
    people: Iterable[Enrolment], decision: Decision, to: Course | None, *, now: datetime
) -> int:
    """Gives the number of those who were changed; *to* is where they move, if they do."""
    going = concerned(people, decision)
    if decision is Decision.MOVE:
        moved, _stays = move_all(going, to, now=now)
        return moved
    return set_state([each.pk for each in going], EnrolmentState(decision), now=now)
