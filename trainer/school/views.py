"""The school’s first page: the courses that one is on and those that one teaches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.school.access import Access, school_page
from trainer.school.people.courses import enrolments_of, taught_by
from trainer.school.permissions import TEACHING


@require_safe
@not_kept
@school_page
def school(request: HttpRequest, access: Access) -> HttpResponse:
    context = {
        "access": access,
        "enrolments": enrolments_of(request.user),
        "teaches": access.standing in TEACHING,
        "taught": taught_by(request.user, access.standing),
    }
    return render(request, "trainer/school/home.html", context)
