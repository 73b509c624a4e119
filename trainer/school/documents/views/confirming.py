"""The public pages that confirm a certificate to whoever has its code, and tell nothing else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from trainer.accounts.throttle import TooManyTriesError
from trainer.http import not_kept
from trainer.school.access import Access, school_page
from trainer.school.documents.certificates import (
    UnknownCertificateError,
    confirm,
    grouped,
    normal_code,
    still_passes,
)
from trainer.school.documents.forms import CodeForm

TEMPLATE = "trainer/school/documents/confirmed.html"


@require_safe
@not_kept
@school_page
def ask(request: HttpRequest, access: Access) -> HttpResponse:
    form = CodeForm(request.GET or None)
    if form.is_valid() and (code := normal_code(form.cleaned_data["code"])):
        return redirect("certificate-check", grouped(code))
    return render(request, TEMPLATE, {"form": form})


@require_safe
@not_kept
@school_page
def check(request: HttpRequest, access: Access, code: str) -> HttpResponse:
    context: dict[str, object] = {"form": CodeForm(initial={"code": code[:40]})}
    status = 200
    try:
        found = confirm(request, code, now=timezone.now())
        context |= {"certificate": found, "code": grouped(found.code)}
        context["valid"] = found.revoked_at is None and still_passes(found)
    except UnknownCertificateError:
        context["unknown"], status = True, 404
    except TooManyTriesError as error:
        context["wait"], status = error.seconds, 429
    response = render(request, TEMPLATE, context, status=status)
    response.headers["X-Robots-Tag"] = "noindex"
    if status == 429:
        response.headers["Retry-After"] = str(context["wait"])
    return response
