"""The instructor’s page: who is where, who is stuck, and what they mistake."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from trainer.http import SeeOther, not_kept
from trainer.models import Lesson
from trainer.school.access import Access, school_page
from trainer.school.watch import cohort, heat
from trainer.school.watch.remedial import NothingToDealError, make_remedial
from trainer.school.watch.where import FAILS, IDLE, where

ON_A_PAGE = 50


@require_safe
@not_kept
@school_page
def watch(request: HttpRequest, access: Access) -> HttpResponse:
    course, only = access.course, request.GET.get("who") == "stuck"
    answers = cohort.answers_of(course)
    found = cohort.mistakes_of(course, answers)
    lessons, tries = cohort.lessons_of(course), cohort.tries_of(course)
    everybody = where(cohort.people_on(course), lessons, tries, answers, timezone.now())
    stuck = [person for person in everybody if person.stuck]
    context = {
        "access": access,
        "page": _page(request, stuck if only else everybody),
        "only": only,
        "people": len(everybody),
        "stuck": len(stuck),
        "answered": sum(person.answers.answered for person in everybody),
        "columns": heat.columns(found, answers)[:3],
        "fails": FAILS,
        "days": IDLE.days,
    }
    return render(request, "trainer/school/watch/watch.html", context)


@require_safe
@not_kept
@school_page
def mixed_up(request: HttpRequest, access: Access) -> HttpResponse:
    answers = cohort.answers_of(access.course)
    found = cohort.mistakes_of(access.course, answers)
    columns = heat.columns(found, answers)
    lines = heat.lines(cohort.people_on(access.course), columns)
    context = {
        "access": access,
        "columns": columns,
        "page": _page(request, lines),
        "answered": len(answers),
    }
    return render(request, "trainer/school/watch/mixed_up.html", context)


@require_POST
@not_kept
@school_page
def remedial(request: HttpRequest, access: Access) -> HttpResponse:
    """Makes a lesson for those who make the mistake at this moment."""
    course, key = access.course, request.POST.get("mistake")
    found = cohort.mistakes_of(course, {}).values()
    chosen = next((each for each in found if each.mistake.key == key), None)
    back = reverse("mixed-up", args=[course.pk])
    if chosen is None:
        messages.warning(request, gettext("Nobody makes this mistake any more."))
        return SeeOther(back)
    try:
        remedy = make_remedial(course, chosen, now=timezone.now())
    except NothingToDealError:
        messages.warning(request, gettext("No such question can be dealt in this house today."))
        return SeeOther(back)
    _tell(request, remedy.lesson, remedy.made)
    return SeeOther(_editor(remedy.lesson) or back)


def _tell(request: HttpRequest, lesson: Lesson, made: bool) -> None:
    text = (
        gettext("Lesson %(number)s is made, for exactly those who make the mistake.")
        if made
        else gettext("Lesson %(number)s is that lesson; nobody has begun it yet.")
    )
    messages.success(request, text % {"number": lesson.position})


def _editor(lesson: Lesson) -> str:
    """Where the lesson can be changed; empty where the program has no such page."""
    try:
        return reverse("lesson-edit", kwargs={"course": lesson.course_id, "lesson": lesson.pk})
    except NoReverseMatch:
        return ""


def _page(request: HttpRequest, rows: list[object]) -> object:
    return Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page", ""))
