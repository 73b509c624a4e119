"""Writes: a checked list of people comes onto a course, wholly or not at all."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from trainer.models import Course, Enrolment, EnrolmentState, User
from trainer.models.learners import DISPLAY_NAME_LENGTH, fold_name
from trainer.school.people.checking import Action, Plan, Row, check_lines


class PlanChangedError(Exception):
    """Since the list was checked, something has changed that it depends on; nothing was done.

    `plan` is what the list would come to now.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        super().__init__("the list would come to something else now")


def enrol(course: Course, plan: Plan, *, now: datetime) -> None:
    """Do every row of *plan* that does something. Raises: PlanChangedError."""
    lines = [row.line for row in plan.rows]
    try:
        with transaction.atomic():
            Course.objects.select_for_update().get(pk=course.pk)
            current = check_lines(course, lines)
            if current.wrong or current.digest != plan.digest:
                raise PlanChangedError(current)
            _write(course, [row for row in current.rows if row.does], now)
    except IntegrityError:
        # Somebody has signed up with one of the names in this very moment.
        raise PlanChangedError(check_lines(course, lines)) from None


def _write(course: Course, rows: list[Row], now: datetime) -> None:
    made = [
        User(
            username=row.line.login,
            display_name=row.line.name[:DISPLAY_NAME_LENGTH],
            # Opened by the link that the school hands out, and by nothing else.
            password=make_password(None),
        )
        for row in rows
        if row.action is Action.MAKE
    ]
    User.objects.bulk_create(made, batch_size=500)
    keys = {fold_name(row.line.login): row for row in rows}
    users = dict(User.objects.filter(name_key__in=keys).values_list("name_key", "pk"))
    new = [
        Enrolment(
            course=course,
            user_id=users[key],
            name=row.line.name,
            number=row.line.person,
            joined_at=now,
            changed_at=now,
        )
        for key, row in keys.items()
        if row.action is not Action.BACK
    ]
    Enrolment.objects.bulk_create(new, batch_size=500)
    back = {users[key]: row.line for key, row in keys.items() if row.action is Action.BACK}
    returning = list(Enrolment.objects.filter(course=course, user__in=back))
    for enrolment in returning:
        line = back[enrolment.user_id]
        enrolment.name, enrolment.number = line.name, line.person or enrolment.number
        enrolment.state, enrolment.changed_at = EnrolmentState.ACTIVE, now
    fields = ["name", "number", "state", "changed_at"]
    Enrolment.objects.bulk_update(returning, fields, batch_size=500)
