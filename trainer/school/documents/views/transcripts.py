"""Transcripts for the personnel file, one a person of the course."""

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.models import Enrolment
from trainer.school.access import Access, school_page
from trainer.school.documents.languages import document, other_languages, reader_language
from trainer.school.documents.transcripts import RUBRIC, transcript_of
from trainer.school.exams.judging import judge_over
from trainer.school.lessons.settling import settle_course

PEOPLE_SHOWN = 50


@require_safe
@not_kept
@school_page
def transcripts(request: HttpRequest, access: Access) -> HttpResponse:
    people = Enrolment.objects.filter(course=access.course).annotate(attempts=Count("sittings"))
    wanted = request.GET.get("name", "").strip()
    if wanted:
        people = people.filter(name__icontains=wanted) | people.filter(number=wanted)
    ordered = people.order_by("name", "pk")
    page = Paginator(ordered, PEOPLE_SHOWN).get_page(request.GET.get("page"))
    context = {"access": access, "page": page, "wanted": wanted, "language": reader_language()}
    return render(request, "trainer/school/documents/transcripts.html", context)


@require_safe
@not_kept
@school_page
@document
def transcript(request: HttpRequest, access: Access, enrolment: int) -> HttpResponse:
    found = Enrolment.objects.select_related("user").filter(course=access.course, pk=enrolment)
    person = found.first()
    if person is None:
        raise Http404
    now = timezone.now()
    settle_course(access.course, now=now)
    made = transcript_of(person)
    waiting = {s.sitting.exam_id: s.sitting.exam for s in made.sat if not s.sitting.judged_at}
    if sum(judge_over(exam, now) for exam in waiting.values()):
        made = transcript_of(person)
    context = {
        "access": access,
        "transcript": made,
        "now": now,
        "rubric": RUBRIC,
        "languages": other_languages(request),
    }
    return render(request, "trainer/school/documents/transcript.html", context)
