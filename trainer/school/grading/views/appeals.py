"""Appeals: raised by whoever sat the exam, seen with their evidence and decided by staff."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from trainer.http import SeeOther, not_kept
from trainer.models import Appeal, ExamSitting, PaperItem
from trainer.school.access import Access, school_page
from trainer.school.grading import deciding
from trainer.school.grading.evidence import evidence_of, verdicts_on
from trainer.school.grading.finding import (
    appeals_of,
    can_appeal,
    find_appeal,
    find_sitting,
    marks_in,
    reviewed,
)
from trainer.school.grading.forms import (
    EVERYBODY,
    SAME,
    AcceptForm,
    AppealForm,
    ConfirmForm,
    RejectForm,
)
from trainer.school.grading.gradebook import PEOPLE
from trainer.school.grading.regrading import plan_appeal
from trainer.school.grading.views.plans import refusal_text, up_to_date

form_page = require_http_methods(["GET", "HEAD", "POST"])


@form_page
@not_kept
@school_page
def raise_(
    request: HttpRequest, access: Access, exam: int, number: int, position: int
) -> HttpResponse:
    """A member disputes the verdict on an own answer, once the review is open."""
    now = timezone.now()
    try:
        sitting, mark = reviewed(access.enrolment, exam, number, position, now)
    except (ExamSitting.DoesNotExist, PaperItem.DoesNotExist):
        raise Http404 from None
    appeal = Appeal.objects.filter(sitting=sitting, item=mark.item)
    appeal = appeal.select_related("decision").first()
    if appeal is None and not can_appeal(mark):
        raise Http404
    form = AppealForm(request.POST if request.method == "POST" else None)
    if appeal is None and form.is_bound and form.is_valid():
        item = PaperItem.objects.get(pk=mark.item)
        deciding.raise_appeal(sitting, item, form.cleaned_data["text"], now=now)
        return SeeOther(request.path)
    [evidence] = evidence_of([mark])
    context = {"access": access, "sitting": sitting, "evidence": evidence}
    context |= {"appeal": appeal, "form": form}
    status = 422 if form.is_bound and appeal is None else 200
    return render(request, "trainer/school/grading/raise.html", context, status=status)


@require_safe
@not_kept
@school_page
def appeals(request: HttpRequest, access: Access) -> HttpResponse:
    page = Paginator(appeals_of(access.course), PEOPLE).get_page(request.GET.get("page", ""))
    context = {"access": access, "appeals": page}
    return render(request, "trainer/school/grading/appeals.html", context)


def _appeal_or_404(access: Access, pk: int) -> Appeal:
    try:
        return find_appeal(access.course, pk)
    except Appeal.DoesNotExist:
        raise Http404 from None


@form_page
@not_kept
@school_page
def appeal(request: HttpRequest, access: Access, appeal: int) -> HttpResponse:
    """The evidence; posted, the appeal is rejected."""
    found = _appeal_or_404(access, appeal)
    form = RejectForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            deciding.reject(
                found, form.cleaned_data["reason"], by=request.user, now=timezone.now()
            )
        except deciding.AlreadyDoneError as error:
            messages.info(request, refusal_text(error))
        return SeeOther(request.path)
    sitting = find_sitting(access.course, found.sitting.uuid)
    mark = next(each for each in marks_in(sitting) if each.item == found.item_id)
    [evidence] = evidence_of([mark])
    context = {
        "access": access,
        "appeal": found,
        "sitting": sitting,
        "evidence": evidence,
        "verdicts": verdicts_on(sitting, found.item_id),
        "form": form,
        "accept_form": AcceptForm(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "trainer/school/grading/appeal.html", context, status=status)


@form_page
@not_kept
@school_page
def accept(request: HttpRequest, access: Access, appeal: int) -> HttpResponse:
    """What accepting changes; posted with what was previewed, it is done."""
    found = _appeal_or_404(access, appeal)
    if hasattr(found, "decision"):
        return SeeOther(resolve_url("appeal", access.course.pk, found.pk))
    everybody = request.GET.get("scope") == EVERYBODY
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        return _accepted(request, access, found, form, everybody)
    plan = up_to_date(access.course, lambda: plan_appeal(found, everybody=everybody))
    if not form.is_bound:
        form = ConfirmForm(initial={"token": plan.token})
    context = {"access": access, "appeal": found, "plan": plan, "form": form}
    context |= {"everybody": everybody, "scope": EVERYBODY if everybody else SAME}
    status = 422 if form.is_bound else 200
    return render(request, "trainer/school/grading/accept.html", context, status=status)


def _accepted(
    request: HttpRequest, access: Access, appeal: Appeal, form: ConfirmForm, everybody: bool
) -> HttpResponse:
    given = form.cleaned_data
    try:
        deciding.accept(
            appeal,
            given["reason"],
            everybody=everybody,
            token=given["token"],
            by=request.user,
            now=timezone.now(),
        )
    except deciding.AlreadyDoneError:
        # The second of two clicks: the page shows what the first has done.
        pass
    except deciding.RegradeError as error:
        messages.error(request, refusal_text(error))
        return SeeOther(request.get_full_path())
    else:
        messages.success(request, gettext("The appeal is accepted."))
    return SeeOther(resolve_url("appeal", access.course.pk, appeal.pk))
