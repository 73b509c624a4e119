"""A new course from a starter."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods

from rules.translated import in_language
from trainer.accounts.forms import focus_problem
from trainer.http import SeeOther, not_kept
from trainer.school.access import Access, school_page
from trainer.school.starters import find_starter, starters
from trainer.school.starters.forms import StarterForm
from trainer.school.starters.making import Fitted, start_course


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def course_from_starter(request: HttpRequest, access: Access) -> HttpResponse:
    form = StarterForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        starter = find_starter(form.cleaned_data["starter"])
        fitted = form.cleaned_data["fitted"]
        house = form.cleaned_data["house"]
        course = start_course(starter, fitted, house, request.user, now=timezone.now())
        messages.success(request, _made(fitted))
        return SeeOther(resolve_url("course", course.pk))
    focus_problem(form)
    context = {"access": access, "form": form, "starters": starters().values()}
    status = 422 if form.is_bound else 200
    return render(request, "trainer/school/starters/new.html", context, status=status)


def _made(fitted: Fitted) -> str:
    """What was done, and what could not be."""
    text = gettext("The course is made. Everything in it is yours to change.")
    if not fitted.left_out:
        return text
    names = ", ".join(in_language(lesson.title, get_language()) for lesson in fitted.left_out)
    left_out = gettext("Left out, because the house has no such questions: %(lessons)s.")
    return f"{text} {left_out % {'lessons': names}}"
