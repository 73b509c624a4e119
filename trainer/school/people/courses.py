"""Reads: which courses somebody is on, and which they teach."""

from django.db.models import Count, F, Q, QuerySet

from trainer.models import Course, Enrolment, EnrolmentState, User
from trainer.school.permissions import TEACHING, Standing

_ON_IT = Q(enrolments__state=EnrolmentState.ACTIVE)


def enrolments_of(user: User) -> QuerySet[Enrolment]:
    """Active and paused ones, the latest first; a course that is over comes last."""
    mine = Enrolment.objects.filter(user=user).exclude(state=EnrolmentState.REMOVED)
    return mine.select_related("course").order_by(
        F("course__archived_at").asc(nulls_first=True), "-joined_at", "pk"
    )


def taught_by(user: User, standing: Standing) -> QuerySet[Course]:
    """What *user*, whose standing in the school is given, teaches, with `people` on each."""
    if standing not in TEACHING:
        return Course.objects.none()
    courses = Course.objects.all()
    if standing is not Standing.ADMINISTRATOR:
        named = Course.instructors.through.objects.filter(user=user).values("course")
        # An instructor who once owned a course has lost it with the role.
        owns = Q(owner=user) if standing is Standing.OWNER else Q(pk=None)
        courses = courses.filter(Q(pk__in=named) | owns)
    return courses.annotate(people=Count("enrolments", filter=_ON_IT)).order_by(
        F("archived_at").asc(nulls_first=True), "-created_at", "pk"
    )
