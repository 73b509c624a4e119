"""Who asks for a page of the school, and whether the table of permissions lets them.

The course stands in the address as `course`; without it the standing is that in the school. What
is refused looks like what never was, so that nobody learns which courses there are; who is not
signed in goes over the sign-in page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse

from trainer.accounts.access import to_sign_in
from trainer.models import Course, Enrolment, EnrolmentState, Role, Staff, User
from trainer.prepared import Prepared
from trainer.school.permissions import ALLOWED, Standing

View = Callable[..., HttpResponse]

_IN_SCHOOL: Final = {
    Role.INSTRUCTOR: Standing.INSTRUCTOR,
    Role.OWNER: Standing.OWNER,
    Role.ADMINISTRATOR: Standing.ADMINISTRATOR,
}


# Asked with every page, also by three hundred people at once in an exam.
_COURSES: Final = Prepared(Course.objects.select_related("house"))
_STAFF: Final = Prepared(Staff.objects.all())
_ACTIVE: Final = Prepared(Enrolment.objects.filter(state=EnrolmentState.ACTIVE))


@dataclass(frozen=True, slots=True)
class Access:
    """`standing` is that on the course, or, where the address names none, that `in_school`.
    `enrolment` is missing where the visitor is not on the course, or paused or removed."""

    standing: Standing
    in_school: Standing
    course: Course | None = None
    enrolment: Enrolment | None = None

    def may(self, name: str) -> bool:
        """Whether the URL of that *name*, on the same course, would be allowed."""
        return self.standing in ALLOWED.get(name, frozenset())


def standing_in_school(user: User) -> Standing:
    if not user.is_authenticated:
        return Standing.STRANGER
    if user.is_superuser:
        return Standing.ADMINISTRATOR
    try:
        return _IN_SCHOOL[Role(_STAFF.get(user=user.pk).role)]
    except Staff.DoesNotExist:
        return Standing.TRAINEE


def access_to(user: User, course: Course) -> Access:
    """Staff teach only where they are named; an administrator everywhere."""
    general = standing_in_school(user)
    if general in (Standing.STRANGER, Standing.ADMINISTRATOR):
        return Access(general, general, course)
    if general is Standing.OWNER and course.owner_id == user.pk:
        return Access(general, general, course)
    teaches = general in (Standing.INSTRUCTOR, Standing.OWNER)
    if teaches and course.instructors.filter(pk=user.pk).exists():
        return Access(Standing.INSTRUCTOR, general, course)
    try:
        enrolment = _ACTIVE.get(course=course.pk, user=user.pk)
    except Enrolment.DoesNotExist:
        return Access(Standing.TRAINEE, general, course)
    return Access(Standing.MEMBER, general, course, enrolment)


def school_page(view: View) -> View:
    """Guards a view by the name of its URL; it gets the `Access` in the place of `course`."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        access = _access(request, kwargs.pop("course", None))
        if not access.may(request.resolver_match.url_name):
            if access.standing is Standing.STRANGER:
                return to_sign_in(request)
            raise Http404
        # For what every page of a course says, whichever it is.
        request.school = access
        return view(request, access, *args, **kwargs)

    return guarded


def _access(request: HttpRequest, key: object) -> Access:
    if key is None:
        general = standing_in_school(request.user)
        return Access(general, general)
    try:
        course = _COURSES.get(pk=key)
    except Course.DoesNotExist:
        # The same as for a course that is somebody else's.
        signed_in = request.user.is_authenticated
        nobody = Standing.TRAINEE if signed_in else Standing.STRANGER
        return Access(nobody, nobody)
    return access_to(request.user, course)
