"""A paper to be printed, and apart from it the key to it."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.models import Paper
from trainer.practice.unreadable import UNREADABLE
from trainer.school.access import Access, school_page
from trainer.school.documents.languages import View, document, other_languages
from trainer.school.documents.sheets import (
    Sheet,
    paper_mark,
    rules_of,
    sheets_of,
    solutions_of,
)


def find_paper(access: Access, number: int) -> Paper:
    """Of the course. Raises: Http404."""
    found = Paper.objects.filter(course=access.course, number=number).first()
    if found is None:
        raise Http404
    return found


def whole_papers(view: View) -> View:
    """Says of a paper that is not what was stored that nothing can be done with it."""

    @wraps(view)
    def checked(
        request: HttpRequest, access: Access, *args: object, **kwargs: object
    ) -> HttpResponse:
        try:
            return view(request, access, *args, **kwargs)
        except UNREADABLE as error:
            context = {"access": access, "problem": str(error)}
            name = "trainer/school/documents/damaged.html"
            return render(request, name, context, status=409)

    return checked


@require_safe
@not_kept
@school_page
@document
@whole_papers
def paper(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    return _draw(request, access, number, "paper.html", sheets_of)


@require_safe
@not_kept
@school_page
@document
@whole_papers
def key(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    return _draw(request, access, number, "key.html", solutions_of)


def _draw(
    request: HttpRequest,
    access: Access,
    number: int,
    template: str,
    read: Callable[[Paper], list[Sheet]],
) -> HttpResponse:
    found = find_paper(access, number)
    sheets = read(found)
    context = {
        "access": access,
        "paper": found,
        "sheets": sheets,
        "mark": paper_mark(found),
        "rules": rules_of(sheet.version for sheet in sheets),
        "language": request.resolver_match.kwargs["language"],
        "languages": other_languages(request),
    }
    return render(request, f"trainer/school/documents/{template}", context)
