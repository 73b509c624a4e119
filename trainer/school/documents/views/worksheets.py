"""Worksheets for any drill of the course’s house, with a key that deals the same once more."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from rules.versions import NoLiveVersionError, live_version, rulesets_in_force
from trainer.drills.base import CannotDealError
from trainer.http import SeeOther, not_kept
from trainer.practice.wording import no_deal_text
from trainer.school.access import Access, school_page
from trainer.school.documents.forms import WorksheetForm
from trainer.school.documents.languages import document, other_languages
from trainer.school.documents.sheets import Sheet, Solution, rules_of
from trainer.school.documents.worksheets import (
    OtherGeneratorError,
    WorksheetError,
    find_worksheet,
    new_worksheet,
)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def worksheets(request: HttpRequest, access: Access) -> HttpResponse:
    now = timezone.now()
    rules = rulesets_in_force(access.course.house, now)
    form = WorksheetForm(rules, request.POST if request.method == "POST" else None)
    context = {"access": access, "form": form}
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "trainer/school/documents/worksheets.html", context, status=status)
    (drill, game), asked = form.chosen, form.cleaned_data
    try:
        version = live_version(access.course.house, game, now)
        made = new_worksheet(drill, version, asked["level"], asked["count"])
    except (CannotDealError, NoLiveVersionError):
        form.add_error("drill", no_deal_text())
        return render(request, "trainer/school/documents/worksheets.html", context, status=409)
    return SeeOther(resolve_url("worksheet", access.course.pk, made.token(), asked["language"]))


@require_safe
@not_kept
@school_page
@document
def worksheet(request: HttpRequest, access: Access, token: str) -> HttpResponse:
    return _draw(request, access, token, Sheet, "worksheet.html")


@require_safe
@not_kept
@school_page
@document
def key(request: HttpRequest, access: Access, token: str) -> HttpResponse:
    return _draw(request, access, token, Solution, "worksheet_key.html")


def _draw(
    request: HttpRequest, access: Access, token: str, kind: type[Sheet], template: str
) -> HttpResponse:
    context = {"access": access, "languages": other_languages(request), "token": token}
    try:
        found = find_worksheet(access.course, token)
    except OtherGeneratorError:
        return render(request, "trainer/school/documents/outdated.html", context, status=410)
    except WorksheetError:
        raise Http404 from None
    sheets = [kind(deal, position) for position, deal in enumerate(found.deals(), 1)]
    context |= {
        "sheets": sheets,
        "mark": found.number,
        "rules": rules_of([found.version]),
        "worksheet": found,
        "language": request.resolver_match.kwargs["language"],
    }
    return render(request, f"trainer/school/documents/{template}", context)
