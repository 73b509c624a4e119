"""Pages on which owners make courses, change them, and end them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from trainer.http import SeeOther, not_kept
from trainer.models import Course
from trainer.school.access import Access, school_page
from trainer.school.courses import services
from trainer.school.courses.forms import CourseForm
from trainer.school.permissions import Standing

GET_AND_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_AND_POST
@not_kept
@school_page
def new(request: HttpRequest, access: Access) -> HttpResponse:
    return _edited(request, access, Course())


@GET_AND_POST
@not_kept
@school_page
def edit(request: HttpRequest, access: Access) -> HttpResponse:
    return _edited(request, access, access.course)


def _edited(request: HttpRequest, access: Access, course: Course) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    names_owner = access.standing is Standing.ADMINISTRATOR
    form = CourseForm(request.user, data, instance=course, names_owner=names_owner)
    if not form.is_bound or not form.is_valid():
        context = {"access": access, "form": form}
        status = 422 if form.is_bound else 200
        return render(request, "trainer/school/courses/edit.html", context, status=status)
    instructors = form.cleaned_data["instructors"]
    saved = services.save_course(form.instance, instructors, now=timezone.now())
    messages.success(request, gettext("Saved."))
    return SeeOther(resolve_url("course", saved.pk))


@GET_AND_POST
@not_kept
@school_page
def archive(request: HttpRequest, access: Access) -> HttpResponse:
    if request.method != "POST":
        return render(request, "trainer/school/courses/archive.html", {"access": access})
    if access.course.archived_at is None:
        services.archive_course(access.course, now=timezone.now())
        messages.success(request, gettext("The course is over. All that was done on it is kept."))
    else:
        services.restore_course(access.course)
        messages.success(request, gettext("The course goes on."))
    return SeeOther(resolve_url("course", access.course.pk))
