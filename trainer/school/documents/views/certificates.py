"""Certificates: whom one may be issued for, the sheet itself, and revoking it."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone, translation
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer.http import SeeOther, not_kept
from trainer.models import Certificate, Exam, ExamSitting
from trainer.school.access import Access, school_page
from trainer.school.documents import certificates as services
from trainer.school.documents.forms import CertificateForm
from trainer.school.documents.passed import passed_sittings
from trainer.school.exams.judging import judge_over
from trainer.school.permissions import Standing

ISSUE: Final = "trainer/school/documents/issue.html"


@require_safe
@not_kept
@school_page
def certificates(request: HttpRequest, access: Access) -> HttpResponse:
    """Of one exam: the one that is asked for, else the latest."""
    exams = list(Exam.objects.filter(course=access.course).order_by("-opens_at", "-pk"))
    wanted = request.GET.get("exam", "")
    chosen = next((exam for exam in exams if str(exam.pk) == wanted), exams[0] if exams else None)
    context = {"access": access, "exams": exams, "exam": chosen}
    if chosen is not None:
        judge_over(chosen, timezone.now())
        context["sittings"] = passed_sittings(chosen)
    return render(request, "trainer/school/documents/certificates.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def issue(request: HttpRequest, access: Access, uuid: str) -> HttpResponse:
    sitting = _sitting_or_404(access, uuid)
    form = CertificateForm(sitting, request.POST if request.method == "POST" else None)
    context = {"access": access, "sitting": sitting, "form": form}
    if not form.is_valid():
        return render(request, ISSUE, context, status=422 if form.is_bound else 200)
    said = {"by": request.user, "now": timezone.now()}
    try:
        made = services.issue(sitting, **form.cleaned_data, **said)
    except services.NotPassedError:
        return render(request, ISSUE, context | {"problem": True}, status=409)
    return SeeOther(resolve_url("certificate", access.course.pk, made.code))


@require_safe
@not_kept
@school_page
def certificate(request: HttpRequest, access: Access, code: str) -> HttpResponse:
    found = _certificate_or_404(access, code)
    with translation.override(found.language):
        context = {
            "access": access,
            "certificate": found,
            "code": services.grouped(found.code),
            "valid": found.revoked_at is None and services.still_passes(found),
            "address": request.build_absolute_uri(
                resolve_url("certificate-check", services.grouped(found.code))
            ),
        }
        return render(request, "trainer/school/documents/certificate.html", context)


@require_POST
@not_kept
@school_page
def state(request: HttpRequest, access: Access, code: str) -> HttpResponse:
    found = _certificate_or_404(access, code)
    if request.POST.get("state") == "revoked":
        services.revoke(found, now=timezone.now())
    elif request.POST.get("state") == "valid":
        services.make_valid(found)
    exam = found.sitting.exam_id
    return SeeOther(f"{resolve_url('certificates', access.course.pk)}?exam={exam}")


def _sitting_or_404(access: Access, uuid: str) -> ExamSitting:
    sittings = ExamSitting.objects.select_related("exam__course", "enrolment")
    found = sittings.filter(exam__course=access.course, uuid=uuid).first()
    if found is None:
        raise Http404
    return found


def _certificate_or_404(access: Access, code: str) -> Certificate:
    """On the course; a trainee finds nothing but their own."""
    found = Certificate.objects.filter(
        sitting__exam__course=access.course, code=services.normal_code(code)
    )
    if access.standing is Standing.MEMBER:
        found = found.filter(sitting__enrolment=access.enrolment)
    certificate = found.select_related("sitting__exam", "sitting__enrolment").first()
    if certificate is None:
        raise Http404
    return certificate
