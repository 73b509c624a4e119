"""Typing in what was answered on a printed paper: whose it is, the answers by tens, the end."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from trainer.http import SeeOther, not_kept
from trainer.models import Enrolment, EnrolmentState
from trainer.school.access import Access, school_page
from trainer.school.documents.drafts import (
    PER_PART,
    Draft,
    Place,
    begin_draft,
    check_draft,
    drafts_of,
    drop_draft,
    find_draft,
    keep_draft,
)
from trainer.school.documents.forms import TypeInForm
from trainer.school.documents.typed import (
    CannotTypeError,
    Entry,
    UnreadableError,
    bar_to,
    exams_on,
    type_in,
)
from trainer.school.documents.views.papers import find_paper, whole_papers

FOLDER = "trainer/school/documents"


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def begin(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    paper = find_paper(access, number)
    exams, people = exams_on(paper), _people(access)
    form = TypeInForm(exams, people, data=request.POST if request.method == "POST" else None)
    context = {"access": access, "paper": paper, "form": form, "exams": exams}
    context["drafts"] = drafts_of(request.session, paper, exams, people)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, f"{FOLDER}/type_in.html", context, status=status)
    place = Place(form.chosen_exam, paper, form.chosen_person)
    sat_at = form.cleaned_data["sat_at"]
    context["bar"] = bar_to(*place, sat_at=sat_at, now=timezone.now())
    if context["bar"]:
        return render(request, f"{FOLDER}/type_in.html", context, status=409)
    begin_draft(request.session, place, sat_at)
    return SeeOther(place.part_url(1))


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
@whole_papers
def part(
    request: HttpRequest, access: Access, number: int, exam: int, enrolment: int, part: int
) -> HttpResponse:
    place, draft = _place_or_404(request, access, number, exam, enrolment)
    entries, parts = _part_or_404(place, draft, part)
    if request.method == "POST":
        for entry in entries:
            draft.take(entry.position, request.POST)
        keep_draft(request.session, place, draft)
        entries, _ = _part_or_404(place, draft, part)
    # What was typed before and cannot be read is named whenever the page is opened.
    wrong = [entry for entry in entries if entry.problem]
    if request.method == "POST" and not wrong:
        return SeeOther(place.part_url(part + 1) if part < parts else place.url)
    numbers = [(each, place.part_url(each), each == part) for each in range(1, parts + 1)]
    context = {"access": access, "place": place, "entries": entries, "wrong": wrong}
    status = 422 if request.method == "POST" else 200
    return render(request, f"{FOLDER}/typed.html", context | {"parts": numbers}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
@whole_papers
def finish(
    request: HttpRequest, access: Access, number: int, exam: int, enrolment: int
) -> HttpResponse:
    place, draft = _place_or_404(request, access, number, exam, enrolment)
    check = check_draft(place, draft)
    context = {"access": access, "place": place, "check": check}
    if request.method != "POST":
        return render(request, f"{FOLDER}/typed_finish.html", context)
    said = {"sat_at": draft.moment, "by": request.user, "now": timezone.now()}
    try:
        sitting = type_in(*place, [entry for entry, _ in check.entries], **said)
    except (CannotTypeError, UnreadableError) as error:
        context["bar"] = getattr(error, "bar", None)
        return render(request, f"{FOLDER}/typed_finish.html", context, status=409)
    drop_draft(request.session, place)
    return render(request, f"{FOLDER}/typed_done.html", context | {"sitting": sitting})


def _people(access: Access) -> list[Enrolment]:
    people = Enrolment.objects.filter(course=access.course)
    return list(people.exclude(state=EnrolmentState.REMOVED).order_by("name", "pk"))


def _part_or_404(place: Place, draft: Draft, part: int) -> tuple[list[Entry], int]:
    """The questions of a part, from 1, and how many parts there are."""
    entries = draft.entries(place.paper)
    shown = entries[(part - 1) * PER_PART : part * PER_PART] if part else []
    if not shown:
        raise Http404
    return shown, -(-len(entries) // PER_PART)


def _place_or_404(
    request: HttpRequest, access: Access, number: int, exam: int, enrolment: int
) -> tuple[Place, Draft]:
    paper = find_paper(access, number)
    exams = [each for each in exams_on(paper) if each.pk == exam]
    person = Enrolment.objects.filter(course=access.course, pk=enrolment).first()
    if not exams or person is None:
        raise Http404
    place = Place(exams[0], paper, person)
    draft = find_draft(request.session, place)
    if draft is None:
        raise Http404
    return place, draft
