"""What of a course can be printed."""

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.models import Paper
from trainer.school.access import Access, school_page
from trainer.school.documents.languages import reader_language

PAPERS_SHOWN = 20


@require_safe
@not_kept
@school_page
def documents(request: HttpRequest, access: Access) -> HttpResponse:
    papers = Paper.objects.filter(course=access.course).annotate(questions=Count("items"))
    shown = Paginator(papers.order_by("-number"), PAPERS_SHOWN).get_page(request.GET.get("page"))
    context = {"access": access, "page": shown, "language": reader_language()}
    return render(request, "trainer/school/documents/documents.html", context)
