"""Corrected rules, the log of regrading, and what it takes to pass."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from trainer.http import SeeOther, not_kept
from trainer.models import Exam, ExamSitting, PaperItem
from trainer.school.access import Access, school_page
from trainer.school.grading import deciding, ruling
from trainer.school.grading.finding import (
    find_exam,
    find_sitting,
    regrades_of,
    versions_for,
)
from trainer.school.grading.forms import ConfirmForm, CorrectionForm, PassForm
from trainer.school.grading.logged import replaced
from trainer.school.grading.regrading import plan_left_out, plan_rules
from trainer.school.grading.ruled import changes_of
from trainer.school.grading.scores import rules_for
from trainer.school.grading.views.plans import refusal_text, up_to_date
from trainer.school.passing import PassRules

form_page = require_http_methods(["GET", "HEAD", "POST"])
ON_A_PAGE = 50


@require_safe
@not_kept
@school_page
def regrades(request: HttpRequest, access: Access) -> HttpResponse:
    page = Paginator(regrades_of(access.course), ON_A_PAGE).get_page(request.GET.get("page", ""))
    context = {"access": access, "page": page}
    return render(request, "trainer/school/grading/regrades.html", context)


@require_safe
@not_kept
@school_page
def regrade(request: HttpRequest, access: Access, regrade: int) -> HttpResponse:
    found = get_object_or_404(regrades_of(access.course), pk=regrade)
    page = Paginator(replaced(found), ON_A_PAGE).get_page(request.GET.get("page", ""))
    context = {"access": access, "regrade": found, "page": page}
    return render(request, "trainer/school/grading/regrade.html", context)


@form_page
@not_kept
@school_page
def correct(request: HttpRequest, access: Access) -> HttpResponse:
    """Which rules, then what they change; posted with what was previewed, it is done."""
    choice = CorrectionForm(request.GET or None, versions=versions_for(access.course))
    context: dict[str, Any] = {"access": access, "choice": choice}
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if choice.is_bound and choice.is_valid():
        old, new = choice.cleaned_data["old"], choice.cleaned_data["new"]
        if form.is_bound and form.is_valid():
            return _corrected(request, access, choice, form)
        plan = up_to_date(access.course, lambda: plan_rules(access.course, old, new))
        if not form.is_bound:
            form = ConfirmForm(initial={"token": plan.token})
        context |= {"plan": plan, "form": form, "old": old, "new": new}
    status = 422 if form.is_bound or choice.errors else 200
    return render(request, "trainer/school/grading/correct.html", context, status=status)


def _corrected(
    request: HttpRequest, access: Access, choice: CorrectionForm, form: ConfirmForm
) -> HttpResponse:
    given = form.cleaned_data
    try:
        deciding.regrade(
            access.course,
            choice.cleaned_data["old"],
            choice.cleaned_data["new"],
            given["reason"],
            token=given["token"],
            by=request.user,
            now=timezone.now(),
        )
    except deciding.AlreadyDoneError:
        # The second of two clicks: the log shows what the first has done.
        pass
    except deciding.RegradeError as error:
        messages.error(request, refusal_text(error))
        return SeeOther(request.get_full_path())
    else:
        messages.success(request, gettext("The answers were judged anew."))
    return SeeOther(resolve_url("regrades", access.course.pk))


@form_page
@not_kept
@school_page
def leave_out(request: HttpRequest, access: Access, uuid: UUID, position: int) -> HttpResponse:
    """What it changes if an answer that could not be judged is left out, with all of its kind in
    the exam; posted with what was previewed, it is done."""
    sitting, item = _item_or_404(access, uuid, position)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        return _left_out(request, access, sitting, item, form)
    plan = up_to_date(access.course, lambda: plan_left_out(sitting.exam, item.deal))
    if not form.is_bound:
        form = ConfirmForm(initial={"token": plan.token})
    context = {"access": access, "sitting": sitting, "item": item, "plan": plan, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "trainer/school/grading/leave_out.html", context, status=status)


def _item_or_404(access: Access, uuid: UUID, position: int) -> tuple[ExamSitting, PaperItem]:
    try:
        sitting = find_sitting(access.course, uuid)
    except ExamSitting.DoesNotExist:
        raise Http404 from None
    items = PaperItem.objects.select_related("deal")
    return sitting, get_object_or_404(items, paper=sitting.paper_id, position=position)


def _left_out(
    request: HttpRequest,
    access: Access,
    sitting: ExamSitting,
    item: PaperItem,
    form: ConfirmForm,
) -> HttpResponse:
    given = {"token": form.cleaned_data["token"], "by": request.user, "now": timezone.now()}
    try:
        deciding.leave_out(sitting.exam, item.deal, form.cleaned_data["reason"], **given)
    except deciding.AlreadyDoneError:
        # The second of two clicks: the page shows what the first has done.
        pass
    except deciding.RegradeError as error:
        messages.error(request, refusal_text(error))
        return SeeOther(request.path)
    else:
        messages.success(request, gettext("The question is left out of the result."))
    return SeeOther(resolve_url("graded-sitting", access.course.pk, sitting.uuid))


# --- pass rules ------------------------------------------------------------------------------


@form_page
@not_kept
@school_page
def course_passing(request: HttpRequest, access: Access) -> HttpResponse:
    course = access.course
    form = _pass_form(request, PassRules.from_data(course.passing))
    if request.method == "POST" and ("usual" in request.POST or form.is_valid()):
        rules = None if "usual" in request.POST else form.rules
        ruling.keep(course, rules, by=request.user, now=timezone.now())
        messages.success(request, gettext("The pass rules are saved."))
        return SeeOther(request.path)
    context = {"access": access, "form": form, "own": bool(course.passing)}
    context["changes"] = changes_of(course)
    status = 422 if form.is_bound else 200
    return render(request, "trainer/school/grading/passing.html", context, status=status)


@form_page
@not_kept
@school_page
def exam_passing(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    """Where it changes who passes, that is shown before it is written."""
    try:
        found = find_exam(access.course, exam)
    except Exam.DoesNotExist:
        raise Http404 from None
    form = _pass_form(request, rules_for(found, access.course))
    context = {"access": access, "exam": found, "form": form, "own": bool(found.passing)}
    context["changes"] = changes_of(access.course, found)
    as_course = "usual" in request.POST
    if request.method != "POST" or not (as_course or form.is_valid()):
        status = 422 if form.is_bound else 200
        return render(request, "trainer/school/grading/passing.html", context, status=status)
    rules = None if as_course else form.rules
    turning = [] if "confirmed" in request.POST else ruling.outcomes(found, rules)
    if turning:
        context |= {"turning": turning, "as_course": as_course}
        return render(request, "trainer/school/grading/passing.html", context)
    ruling.keep_for_exam(found, rules, by=request.user, now=timezone.now())
    messages.success(request, gettext("The pass rules are saved."))
    return SeeOther(request.path)


def _pass_form(request: HttpRequest, rules: PassRules) -> PassForm:
    typed = request.method == "POST" and "usual" not in request.POST
    return PassForm(request.POST if typed else None, rules=rules)
