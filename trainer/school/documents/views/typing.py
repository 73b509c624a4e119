"""Typing in what was answered on a printed paper: whose it is, the answers by tens, the end."""

from datetime import datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods

from trainer.http import SeeOther, not_kept
from trainer.models import Enrolment, EnrolmentState, Exam, Paper, PaperItem
from trainer.school.access import Access, school_page
from trainer.school.documents.forms import TypeInForm
from trainer.school.documents.typed import (
    PER_PART,
    CannotTypeError,
    Draft,
    UnreadableError,
    bar_to,
    exams_on,
    type_in,
)
from trainer.school.documents.views.papers import find_paper
from trainer.school.papers.checking import items_of

SESSION_KEY = "typed papers"


class Place(NamedTuple):
    """Exam, paper and person of one draft, all of the course."""

    exam: Exam
    paper: Paper
    enrolment: Enrolment

    @property
    def key(self) -> str:
        return "-".join(str(each.pk) for each in self)

    def url(self, part: int = 0) -> str:
        where = (self.paper.course_id, self.paper.number, self.exam.pk, self.enrolment.pk)
        return (
            resolve_url("typed-part", *where, part)
            if part
            else resolve_url("typed-finish", *where)
        )


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def begin(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    paper = find_paper(access, number)
    exams, people = exams_on(paper), _people(access)
    data = request.POST if request.method == "POST" else None
    first = {"sat_at": timezone.localtime().replace(second=0, microsecond=0)}
    form = TypeInForm(exams, people, data=data, initial=first)
    context = {"access": access, "paper": paper, "form": form, "exams": exams}
    context["drafts"] = _drafts(request, paper, exams, people)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "trainer/school/documents/type_in.html", context, status=status)
    asked = form.cleaned_data
    exam = next(each for each in exams if str(each.pk) == asked["exam"])
    place = Place(exam, paper, next(p for p in people if str(p.pk) == asked["person"]))
    context["bar"] = bar_to(place.exam, paper, place.enrolment, timezone.now())
    if context["bar"]:
        return render(request, "trainer/school/documents/type_in.html", context, status=409)
    kept = _find_draft(request, place)
    _keep(request, place, Draft(asked["sat_at"].isoformat(), kept.fields if kept else {}))
    return SeeOther(place.url(1))


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def part(
    request: HttpRequest, access: Access, number: int, exam: int, enrolment: int, part: int
) -> HttpResponse:
    place, draft = _place_or_404(request, access, number, exam, enrolment)
    items = _items(place.paper)
    parts = -(-len(items) // PER_PART)
    shown = items[(part - 1) * PER_PART : part * PER_PART] if part else []
    if not shown:
        raise Http404
    if request.method == "POST":
        for item in shown:
            draft.take(item.position, request.POST)
        _keep(request, place, draft)
    entries = [draft.entry(item) for item in shown]
    wrong = [entry for entry in entries if entry.problem]
    if request.method == "POST" and not wrong:
        return SeeOther(place.url(part + 1 if part < parts else 0))
    # What was typed before and cannot be read is named whenever the page is opened.
    context = {"access": access, "place": place, "entries": entries, "wrong": wrong}
    context |= {"part": part, "parts": _parts(place, parts, part)}
    status = 422 if request.method == "POST" else 200
    return render(request, "trainer/school/documents/typed.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def finish(
    request: HttpRequest, access: Access, number: int, exam: int, enrolment: int
) -> HttpResponse:
    place, draft = _place_or_404(request, access, number, exam, enrolment)
    entries = [draft.entry(item) for item in _items(place.paper)]
    wrong = [entry for entry in entries if entry.problem]
    empty = sum(1 for entry in entries if not entry.problem and entry.given is None)
    context = {"access": access, "place": place, "wrong": wrong, "empty": empty}
    context |= {"entries": [(entry, place.url(_part_of(entry.position))) for entry in entries]}
    if request.method != "POST":
        return render(request, "trainer/school/documents/typed_finish.html", context)
    try:
        said = {"sat_at": _moment(draft.sat_at), "by": request.user, "now": timezone.now()}
        sitting = type_in(*place, entries, **said)
    except (CannotTypeError, UnreadableError) as error:
        context["bar"] = getattr(error, "bar", None)
        name = "trainer/school/documents/typed_finish.html"
        return render(request, name, context, status=409)
    _keep(request, place, None)
    context = {"access": access, "place": place, "sitting": sitting}
    return render(request, "trainer/school/documents/typed_done.html", context)


def _people(access: Access) -> list[Enrolment]:
    people = Enrolment.objects.filter(course=access.course)
    return list(people.exclude(state=EnrolmentState.REMOVED).order_by("name", "pk"))


def _items(paper: Paper) -> list[PaperItem]:
    return list(items_of(paper))


def _part_of(position: int) -> int:
    return (position - 1) // PER_PART + 1


def _parts(place: Place, parts: int, here: int) -> list[tuple[int, str, bool]]:
    return [(each, place.url(each), each == here) for each in range(1, parts + 1)]


def _moment(text: str) -> datetime:
    found = parse_datetime(text)
    assert found is not None, text
    return found


def _place_or_404(
    request: HttpRequest, access: Access, number: int, exam: int, enrolment: int
) -> tuple[Place, Draft]:
    paper = find_paper(access, number)
    exams = [each for each in exams_on(paper) if each.pk == exam]
    person = Enrolment.objects.filter(course=access.course, pk=enrolment).first()
    if not exams or person is None:
        raise Http404
    place = Place(exams[0], paper, person)
    draft = _find_draft(request, place)
    if draft is None:
        raise Http404
    return place, draft


def _find_draft(request: HttpRequest, place: Place) -> Draft | None:
    data = request.session.get(SESSION_KEY, {}).get(place.key)
    return Draft.from_data(data) if data else None


def _keep(request: HttpRequest, place: Place, draft: Draft | None) -> None:
    drafts = {k: v for k, v in request.session.get(SESSION_KEY, {}).items() if k != place.key}
    if draft is not None:
        drafts[place.key] = draft.to_data()
    request.session[SESSION_KEY] = drafts


def _drafts(
    request: HttpRequest, paper: Paper, exams: list[Exam], people: list[Enrolment]
) -> list[Place]:
    """Begun and not finished, of this paper."""
    kept = request.session.get(SESSION_KEY, {})
    places = (Place(exam, paper, person) for exam in exams for person in people)
    return [place for place in places if place.key in kept] if kept else []
