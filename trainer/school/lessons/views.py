"""The course page and the pages of its lessons, as those on the course and its staff see them,
and those on which owners make and change lessons and staff try them out."""

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from rules.messages import error_text
from rules.versions import NoLiveVersionError, rulesets_in_force
from trainer.accounts.preferences import preferences_of
from trainer.drills.base import CannotDealError
from trainer.drills.stream import SEED_BYTES
from trainer.http import SeeOther, not_kept
from trainer.models import Lesson, LessonRun
from trainer.practice.learners import find_or_make_learner
from trainer.practice.wording import no_deal_text
from trainer.school.access import Access, school_page
from trainer.school.lessons import services
from trainer.school.lessons.forms import LessonForm
from trainer.school.lessons.items import Item, items_of
from trainer.school.lessons.settling import settle, settle_course
from trainer.school.lessons.standing import counted_lessons, places, share
from trainer.school.lessons.taking import NotOpenError, take
from trainer.school.lessons.trying import try_out
from trainer.school.permissions import Standing

GET_AND_POST = require_http_methods(["GET", "HEAD", "POST"])
EDIT: Final = "trainer/school/lessons/edit.html"


@require_safe
@not_kept
@school_page
def course(request: HttpRequest, access: Access) -> HttpResponse:
    now = timezone.now()
    context: dict[str, object] = {"access": access}
    if access.enrolment is not None:
        settle(access.enrolment.runs.all(), now=now)
        access.enrolment.course = access.course
        found = places(access.enrolment, now)
        context |= {"places": found, "share": share(found)}
        return render(request, "trainer/school/lessons/course.html", context)
    settle_course(access.course, now=now)
    context["lessons"] = counted_lessons(access.course)
    return render(request, "trainer/school/lessons/course_of_staff.html", context)


@require_safe
@not_kept
@school_page
def lesson(request: HttpRequest, access: Access, lesson: int) -> HttpResponse:
    now = timezone.now()
    if access.enrolment is None:
        settle_course(access.course, now=now)
        found = counted_lessons(access.course).filter(pk=lesson).first()
        if found is None:
            raise Http404
        context = {"access": access, "lesson": found}
        return render(request, "trainer/school/lessons/lesson_of_staff.html", context)
    settle(access.enrolment.runs.all(), now=now)
    access.enrolment.course = access.course
    place = next((p for p in places(access.enrolment, now) if p.lesson.pk == lesson), None)
    if place is None:
        raise Http404
    context = {"access": access, "lesson": place.lesson, "place": place}
    return render(request, "trainer/school/lessons/lesson.html", context)


@GET_AND_POST
@not_kept
@school_page
def start(request: HttpRequest, access: Access, lesson: int) -> HttpResponse:
    back = resolve_url("lesson", access.course.pk, lesson)
    if request.method != "POST":
        return SeeOther(back)
    learner, now = find_or_make_learner(request), timezone.now()
    try:
        return SeeOther(take(lesson, access.enrolment, learner, now=now).get_absolute_url())
    except Lesson.DoesNotExist:
        raise Http404 from None
    except NotOpenError:
        messages.error(request, gettext("This lesson cannot be begun now."))
    except (CannotDealError, NoLiveVersionError):
        messages.error(request, no_deal_text())
    return SeeOther(back)


@require_safe
@not_kept
@school_page
def of_sitting(request: HttpRequest, access: Access, uuid: UUID) -> HttpResponse:
    """From a sitting, which knows nothing of lessons, to the lesson that it was taken for."""
    mine = LessonRun.objects.filter(sitting__uuid=uuid, enrolment__user=request.user)
    run = mine.select_related("lesson").first()
    if run is None:
        raise Http404
    return SeeOther(resolve_url("lesson", run.lesson.course_id, run.lesson_id))


# --- making and changing --------------------------------------------------------------------


@GET_AND_POST
@not_kept
@school_page
def new(request: HttpRequest, access: Access) -> HttpResponse:
    return _edited(request, access, Lesson(course=access.course))


@GET_AND_POST
@not_kept
@school_page
def edit(request: HttpRequest, access: Access, lesson: int) -> HttpResponse:
    found = _lesson_or_404(access, lesson)
    # Who teaches makes five-minute lessons, and changes those.
    if access.standing is Standing.INSTRUCTOR and not found.remedial:
        raise Http404
    return _edited(request, access, found)


def _edited(request: HttpRequest, access: Access, lesson: Lesson) -> HttpResponse:
    """The form; sent with `try` it shows what the lesson would ask and stores nothing."""
    now = timezone.now()
    rules = rulesets_in_force(access.course.house, now)
    data = request.POST if request.method == "POST" else None
    form = LessonForm(access.course, rules, data, instance=lesson)
    context = {"access": access, "form": form, "zone": preferences_of(request).zone.key}
    if form.asked or not form.is_bound:
        # Nothing is wrong yet with what is being filled in.
        form.errors.clear()
        return render(request, EDIT, context)
    if form.is_valid() and "try" in request.POST:
        tried = _tried(access, form.chosen_items, form.cleaned_data["help"], now)
        return render(request, EDIT, context | tried)
    if not form.is_valid() or not _save(form, now):
        return render(request, EDIT, context, status=422)
    messages.success(request, gettext("Saved."))
    return SeeOther(resolve_url("lesson", access.course.pk, form.instance.pk))


def _save(form: LessonForm, now: datetime) -> bool:
    """Whether the lesson of a valid form is saved; else the form says why not."""
    requires = form.cleaned_data["requires"]
    try:
        services.save_lesson(form.instance, form.chosen_items, requires, now=now)
    except services.CycleError as error:
        form.add_error("requires", error_text(error))
        return False
    return True


@GET_AND_POST
@not_kept
@school_page
def move(request: HttpRequest, access: Access, lesson: int) -> HttpResponse:
    if request.method == "POST":
        steps = -1 if request.POST.get("to") == "up" else 1
        try:
            services.move_lesson(access.course, lesson, steps)
        except Lesson.DoesNotExist:
            raise Http404 from None
    return SeeOther(resolve_url("course", access.course.pk))


@GET_AND_POST
@not_kept
@school_page
def delete(request: HttpRequest, access: Access, lesson: int) -> HttpResponse:
    found = _lesson_or_404(access, lesson)
    if request.method != "POST":
        taken = found.runs.exists()
        context = {"access": access, "lesson": found, "taken": taken}
        return render(request, "trainer/school/lessons/delete.html", context)
    try:
        services.delete_lesson(access.course, lesson)
    except Lesson.DoesNotExist:
        raise Http404 from None
    except services.TakenLessonError as error:
        messages.error(request, error_text(error))
        return SeeOther(resolve_url("lesson", access.course.pk, lesson))
    messages.success(request, gettext("The lesson is deleted."))
    return SeeOther(resolve_url("course", access.course.pk))


@require_safe
@not_kept
@school_page
def dry_run(request: HttpRequest, access: Access, lesson: int) -> HttpResponse:
    found = _lesson_or_404(access, lesson)
    tried = _tried(access, items_of(found.items), found.help, timezone.now())
    context = {"access": access, "lesson": found} | tried
    return render(request, "trainer/school/lessons/dry_run.html", context)


def _tried(access: Access, items: list[Item], help_: str, now: datetime) -> dict[str, object]:
    """`run`, or the `problem` why there is none."""
    seed = secrets.token_bytes(SEED_BYTES)
    try:
        return {"run": try_out(items, access.course.house, help_, seed=seed, now=now)}
    except (CannotDealError, NoLiveVersionError):
        return {"problem": no_deal_text()}


def _lesson_or_404(access: Access, key: int) -> Lesson:
    found = access.course.lessons.filter(pk=key).first()
    if found is None:
        raise Http404
    return found
