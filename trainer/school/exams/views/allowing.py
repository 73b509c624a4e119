"""What staff give to people in an exam, and take back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from rules.messages import error_text
from trainer.http import SeeOther, not_kept
from trainer.school.access import Access, school_page
from trainer.school.exams import managing
from trainer.school.exams.forms import AllowanceForm, TakeBackForm
from trainer.school.exams.given import find_given
from trainer.school.exams.views.common import exam_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def allow(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = exam_or_404(access, exam)
    data = request.POST if request.method == "POST" else None
    initial = {"people": request.GET.getlist("person"), "may_begin": "begin" in request.GET}
    form = AllowanceForm(data, initial=initial, exam=found)
    if form.is_bound and form.is_valid():
        people = list(form.cleaned_data["people"])
        try:
            count = managing.allow(
                found, people, by=request.user, now=timezone.now(), **form.given
            )
        except managing.ExamError as error:
            form.add_error(None, error_text(error))
        else:
            messages.success(request, _allowed_text(count))
            return SeeOther(resolve_url("exam", access.course.pk, exam))
    context = {"form": form, "course": access.course, "exam": found}
    status = 422 if form.is_bound else 200
    return render(request, "trainer/exams/allow.html", context, status=status)


def _allowed_text(count: int) -> str:
    if not count:
        return gettext("This form was sent before. Nothing was given a second time.")
    text = ngettext("Given to %(count)d person.", "Given to %(count)d people.", count)
    return text % {"count": count}


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def allowances(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found, now = exam_or_404(access, exam), timezone.now()
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            count = managing.take_back(found, by=request.user, now=now, **form.cleaned_data)
        except managing.ExamError as error:
            form.add_error(None, error_text(error))
        else:
            messages.success(request, _taken_text(count))
            return SeeOther(request.path)
    acts = find_given(found, now).acts
    context = {"form": form, "course": access.course, "exam": found, "acts": acts}
    context["open"] = any(act.open for act in acts)
    status = 422 if form.is_bound else 200
    return render(request, "trainer/exams/allowances.html", context, status=status)


def _taken_text(count: int) -> str:
    if not count:
        return gettext("That was taken back before.")
    text = ngettext(
        "Taken back from %(count)d person.", "Taken back from %(count)d people.", count
    )
    return text % {"count": count}
