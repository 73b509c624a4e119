"""Reads: who is on a course."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from trainer.models import Course, Enrolment, EnrolmentState
from trainer.models.learners import fold_name
from trainer.models.school import LessonRun

ON_A_PAGE: Final = 50
HERE: Final = "here"
"""The filter for those who are not removed."""

# Made by the school, and nobody has chosen a password or signed in since: a link to do so takes
# nothing from anybody. Accounts that teach or administer are handed out by the admin only.
UNCLAIMED: Final = Q(
    user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
    user__last_login=None,
    user__is_active=True,
    user__is_staff=False,
    user__is_superuser=False,
    user__staff=None,
)


def people_of(course: Course, wanted: Mapping[str, Any]) -> QuerySet[Enrolment]:
    """*wanted* is the cleaned data of a `RosterFilter`; by name."""
    people = Enrolment.objects.filter(course=course).select_related("user")
    state = wanted.get("state") or HERE
    if state == HERE:
        people = people.exclude(state=EnrolmentState.REMOVED)
    elif state in EnrolmentState.values:
        people = people.filter(state=state)
    if text := wanted.get("text", "").strip():
        people = people.filter(pk__in=_named(course, text))
    return people.order_by("name", "pk")


def _named(course: Course, text: str) -> list[int]:
    """Whose name, sign-in name or number holds *text*; SQLite folds no Cyrillic letters."""
    sought = fold_name(text)
    rows = Enrolment.objects.filter(course=course).values_list(
        "pk", "name", "user__username", "number"
    )
    return [pk for pk, *names in rows if any(sought in fold_name(name or "") for name in names)]


def page_of(people: QuerySet[Enrolment], number: str) -> Page:
    """The page with that number, the nearest there is."""
    return Paginator(people, ON_A_PAGE).get_page(number)


def unclaimed_of(course: Course) -> QuerySet[Enrolment]:
    """Those on the course whose account waits for its owner."""
    people = Enrolment.objects.filter(UNCLAIMED, course=course).select_related("user")
    return people.exclude(state=EnrolmentState.REMOVED).order_by("name", "pk")


def runs_of(enrolment: Enrolment) -> QuerySet[LessonRun]:
    """Every lesson that was begun, the latest first."""
    return enrolment.runs.select_related("lesson").order_by("-started_at", "-pk")
