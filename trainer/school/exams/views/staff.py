"""Exams as staff make, watch and end them; the list is that of members, too."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.messages import error_text
from trainer.http import SeeOther, not_kept
from trainer.school.access import Access, school_page
from trainer.school.exams import managing
from trainer.school.exams.clock import window_of
from trainer.school.exams.forms import ExamForm, PauseForm
from trainer.school.exams.people import barred, find_exams, find_people
from trainer.school.exams.views.common import exam_or_404
from trainer.school.papers.shelf import paper_of, papers_to_sit


@require_safe
@not_kept
@school_page
def exams(request: HttpRequest, access: Access) -> HttpResponse:
    context = {
        "access": access,
        "course": access.course,
        "exams": find_exams(access.course.pk, timezone.now()),
        "makes": access.may("exam-new"),
    }
    return render(request, "trainer/exams/exams.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def new(request: HttpRequest, access: Access) -> HttpResponse:
    papers = papers_to_sit(access.course)
    data = request.POST if request.method == "POST" else None
    form = ExamForm(data, course=access.course, papers=papers)
    if not form.is_bound or not form.is_valid():
        return _form(request, access, form)
    paper = form.cleaned_data["paper"]
    made = managing.make_exam(
        access.course, paper, by=request.user, now=timezone.now(), **form.values
    )
    return SeeOther(resolve_url("exam", access.course.pk, made.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def edit(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = exam_or_404(access, exam)
    form = ExamForm(
        request.POST if request.method == "POST" else None,
        instance=found,
        initial={"paper": paper_of(found)},
        course=access.course,
        papers=papers_to_sit(access.course, found),
    )
    if not form.is_bound or not form.is_valid():
        return _form(request, access, form)
    try:
        paper = form.cleaned_data["paper"]
        managing.change_exam(found, paper, form.values, now=timezone.now())
    except managing.ExamError as error:
        form.add_error(None, error_text(error))
        return _form(request, access, form)
    return SeeOther(resolve_url("exam", access.course.pk, exam))


def _form(request: HttpRequest, access: Access, form: ExamForm) -> HttpResponse:
    context = {"form": form, "course": access.course, "exam": form.instance}
    status = 422 if form.is_bound else 200
    return render(request, "trainer/exams/edit.html", context, status=status)


@require_safe
@not_kept
@school_page
def exam(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found, now = exam_or_404(access, exam), timezone.now()
    people = find_people(found, now)
    sat = [each for person in people for each in person.sat]
    context = {
        "course": access.course,
        "exam": found,
        "paper": paper_of(found),
        "people": people,
        "barred": barred(found, people),
        "under_way": sum(not each.clock.over for each in sat),
        "over": sum(each.clock.over for each in sat),
        "paused": found.pauses.filter(ended_at=None).first(),
        "form": PauseForm(),
        "window": window_of(found, now),
    }
    return render(request, "trainer/exams/exam.html", context)


@require_POST
@not_kept
@school_page
def pause(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found, form = exam_or_404(access, exam), PauseForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        managing.pause(found, reason=reason, by=request.user, now=timezone.now())
    else:
        messages.error(request, gettext("Write why the exam is paused."))
    return SeeOther(resolve_url("exam", access.course.pk, exam))


@require_POST
@not_kept
@school_page
def resume(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    managing.resume(exam_or_404(access, exam), now=timezone.now())
    return SeeOther(resolve_url("exam", access.course.pk, exam))


@require_POST
@not_kept
@school_page
def review(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = exam_or_404(access, exam)
    if request.POST.get("open") == "no":
        managing.close_review(found)
    else:
        try:
            managing.open_review(found, now=timezone.now())
        except managing.ExamError as error:
            messages.error(request, error_text(error))
    return SeeOther(resolve_url("exam", access.course.pk, exam))
