"""A paper to be printed, and apart from it the key to it."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.models import TamperedVersionError
from trainer.drills import UnknownDrillError
from trainer.http import not_kept
from trainer.models import Paper
from trainer.models.practice import DamagedDealError
from trainer.school.access import Access, school_page
from trainer.school.documents.languages import document, other_languages
from trainer.school.documents.sheets import (
    Sheet,
    paper_mark,
    rules_of,
    sheets_of,
    solutions_of,
)

UNREADABLE = (DamagedDealError, TamperedVersionError, UnknownDrillError)


def find_paper(access: Access, number: int) -> Paper:
    """Of the course. Raises: Http404."""
    found = Paper.objects.filter(course=access.course, number=number).first()
    if found is None:
        raise Http404
    return found


@require_safe
@not_kept
@school_page
@document
def paper(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    return _draw(request, access, number, "paper.html", "sheets", sheets_of)


@require_safe
@not_kept
@school_page
@document
def key(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    return _draw(request, access, number, "key.html", "solutions", solutions_of)


def _draw(
    request: HttpRequest,
    access: Access,
    number: int,
    template: str,
    name: str,
    read: Callable[[Paper], list[Sheet]],
) -> HttpResponse:
    found = find_paper(access, number)
    context = {"access": access, "paper": found, "languages": other_languages(request)}
    try:
        sheets = read(found)
    except UNREADABLE as error:
        context["problem"] = str(error)
        return render(request, "trainer/school/documents/damaged.html", context, status=409)
    context |= {
        name: sheets,
        "mark": paper_mark(found),
        "rules": rules_of(sheet.version for sheet in sheets),
        "language": request.resolver_match.kwargs["language"],
    }
    return render(request, f"trainer/school/documents/{template}", context)
