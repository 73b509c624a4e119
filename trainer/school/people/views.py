"""Pages of people: joining a course, and who is on it.

What changes something is posted from a page that says what will happen.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.translated import in_language
from trainer.accounts.forms import focus_problem
from trainer.accounts.services import reset_address, reset_expires
from trainer.accounts.throttle import TooManyTriesError
from trainer.http import SeeOther, not_kept
from trainer.models import Course, Enrolment, EnrolmentState
from trainer.school.access import Access, school_page
from trainer.school.lessons.settling import settle
from trainer.school.people import enrolling, moving
from trainer.school.people import joining as services
from trainer.school.people import messages as texts
from trainer.school.people.checking import Action, Plan, check_lines
from trainer.school.people.courses import taught_by
from trainer.school.people.deciding import decide
from trainer.school.people.forms import ListForm, MoveForm, PersonForm, RosterFilter, TickedForm
from trainer.school.people.guessing import UnknownCodeError, course_by_code
from trainer.school.people.roster import UNCLAIMED, page_of, people_of, runs_of, unclaimed_of

form_page = require_http_methods(["GET", "HEAD", "POST"])


# --- joining ---------------------------------------------------------------------------------


@form_page
@not_kept
@school_page
def join_by_code(request: HttpRequest, access: Access) -> HttpResponse:
    """Goes on to the course of a code that was typed, which is asked for by its address."""
    typed = request.POST.get("code", "")[:40]
    if request.method != "POST" or not typed.strip():
        return render(request, "trainer/school/people/no_course.html")
    try:
        course = course_by_code(request, typed, now=timezone.now())
    except (UnknownCodeError, TooManyTriesError) as error:
        return _no_course(request, typed, error)
    return SeeOther(reverse("join", args=[course.join_code]))


@form_page
@not_kept
@school_page
def join(request: HttpRequest, access: Access, code: str) -> HttpResponse:
    try:
        course = course_by_code(request, code, now=timezone.now())
    except (UnknownCodeError, TooManyTriesError) as error:
        return _no_course(request, code, error)
    if request.method == "POST":
        joined = services.join(course, request.user, now=timezone.now())
        level = messages.SUCCESS if joined in services.JOINS else messages.INFO
        messages.add_message(request, level, texts.joined_text(joined))
        return SeeOther(resolve_url("school"))
    outlook = services.outlook(course, request.user)
    text = "" if outlook in services.JOINS else texts.joined_text(outlook)
    return render(request, "trainer/school/people/join.html", {"course": course, "text": text})


def _no_course(request: HttpRequest, typed: str, error: Exception) -> HttpResponse:
    wait = error.seconds if isinstance(error, TooManyTriesError) else None
    problem = texts.wait_text(wait) if wait else texts.unknown_code_text()
    context = {"code": typed, "problem": problem}
    status = 429 if wait else 404
    response = render(request, "trainer/school/people/no_course.html", context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response


@require_POST
@not_kept
@school_page
def joining(request: HttpRequest, access: Access) -> HttpResponse:
    is_open = request.POST.get("open") == "yes"
    services.open_joining(access.course, is_open)
    text = gettext("The code is good again.") if is_open else gettext("Nobody joins by the code.")
    messages.success(request, text)
    return _to("people", access)


@form_page
@not_kept
@school_page
def code(request: HttpRequest, access: Access) -> HttpResponse:
    """A new code in the place of the old one."""
    if request.method != "POST":
        return render(request, "trainer/school/people/code.html", {"access": access})
    services.renew_code(access.course)
    messages.success(request, gettext("The course has a new code. The old one is dead."))
    return _to("people", access)


# --- the roster ------------------------------------------------------------------------------


@require_safe
@not_kept
@school_page
def people(request: HttpRequest, access: Access) -> HttpResponse:
    form = RosterFilter(request.GET)
    page = page_of(people_of(access.course, form.wanted), request.GET.get("page", ""))
    context = {
        "access": access,
        "form": form,
        "page": page,
        "link": request.build_absolute_uri(reverse("join", args=[access.course.join_code])),
        "unclaimed": unclaimed_of(access.course).count(),
    }
    return render(request, "trainer/school/people/people.html", context)


@form_page
@not_kept
@school_page
def check_list(request: HttpRequest, access: Access) -> HttpResponse:
    """A list of people is read and checked; nothing is done yet."""
    form = ListForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if not form.is_valid():
        return _show(request, access, "list", form)
    plan = check_lines(access.course, form.lines)
    return _preview(request, access, form, plan, status=422 if plan.wrong else 200)


@require_POST
@not_kept
@school_page
def enrol_list(request: HttpRequest, access: Access) -> HttpResponse:
    """Does what the preview said, if that is still what the list comes to."""
    form = ListForm(request.POST)
    if not form.is_valid():
        return _show(request, access, "list", form)
    plan = check_lines(access.course, form.lines)
    if plan.wrong or plan.digest != request.POST.get("digest"):
        return _preview(request, access, form, plan, changed=True, status=409)
    try:
        enrolling.enrol(access.course, plan, now=timezone.now())
    except enrolling.PlanChangedError as error:
        return _preview(request, access, form, error.plan, changed=True, status=409)
    text = ngettext(
        "%(count)d person came onto the course.", "%(count)d people came onto the course.",
        plan.does,
    )  # fmt: skip
    messages.success(request, text % {"count": plan.does})
    return _to("people-links" if plan.counts[Action.MAKE] else "people", access)


def _preview(
    request: HttpRequest,
    access: Access,
    form: ListForm,
    plan: Plan,
    *,
    changed: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = {
        "access": access,
        "plan": plan,
        "told": [
            (row, texts.wrong_text(row) if row.wrong else texts.action_text(row))
            for row in plan.rows
        ],
        "rows": form.text,
        "guessed": form.guessed,
        "changed": changed,
    }
    return render(request, "trainer/school/people/preview.html", context, status=status)


@require_safe
@not_kept
@school_page
def links(request: HttpRequest, access: Access) -> HttpResponse:
    """Links for accounts that nobody has taken yet; they are made anew with every look."""
    waiting = [
        (each, request.build_absolute_uri(reset_address(each.user)))
        for each in unclaimed_of(access.course)
    ]
    context = {"access": access, "waiting": waiting, "expires": reset_expires(timezone.now())}
    return render(request, "trainer/school/people/links.html", context)


@form_page
@not_kept
@school_page
def chosen(request: HttpRequest, access: Access) -> HttpResponse:
    """What becomes of all who were ticked: said first, with their names, and done when posted."""
    posted, roster = request.method == "POST", RosterFilter(request.GET)
    data, others = request.POST if posted else request.GET, partial(_others, request, access)
    form = TickedForm(access.course, others, roster.wanted, data)
    if posted and form.is_settled:
        count = decide(form.people, form.decision, form.course, now=timezone.now())
        text = texts.decided_text(form.decision, count, form.course)
        messages.success(request, text)
        return SeeOther(f"{reverse('people', args=[access.course.pk])}?{roster.query}")
    left = [(each, why and texts.cannot_move_text(why)) for each, why in form.outlook.left]
    context = {"access": access, "form": form, "roster": roster, "left": left}
    status = 422 if posted else 200
    return render(request, "trainer/school/people/chosen.html", context, status=status)


# --- one person ------------------------------------------------------------------------------


@require_safe
@not_kept
@school_page
def person(request: HttpRequest, access: Access, enrolment: int) -> HttpResponse:
    found = _find(access, enrolment)
    waits = Enrolment.objects.filter(UNCLAIMED, pk=found.pk).exists()
    settle(found.runs.all(), now=timezone.now())
    context = {"access": access, "person": found, "runs": runs_of(found), "waits": waits}
    return render(request, "trainer/school/people/person.html", context)


@form_page
@not_kept
@school_page
def edit(request: HttpRequest, access: Access, enrolment: int) -> HttpResponse:
    found = _find(access, enrolment)
    form = PersonForm(request.POST if request.method == "POST" else None, instance=found)
    if form.is_valid():
        try:
            moving.rename(found, form.cleaned_data["name"], form.cleaned_data["number"])
        except moving.NumberTakenError:
            form.add_error("number", gettext("Somebody else on this course has this number."))
        else:
            messages.success(request, gettext("Saved."))
            return _to("person", access, found)
    return _show(request, access, "edit", form, person=_find(access, enrolment))


@form_page
@not_kept
@school_page
def state(request: HttpRequest, access: Access, enrolment: int, state: str) -> HttpResponse:
    """Pause, remove or bring back."""
    found = _find(access, enrolment)
    if state not in EnrolmentState.values or (found.user_id is None and state != "removed"):
        raise Http404
    if request.method != "POST":
        context = {"access": access, "person": found, "state": state}
        return render(request, "trainer/school/people/state.html", context)
    if moving.set_state([found.pk], EnrolmentState(state), now=timezone.now()):
        words = {"name": found.name, "state": EnrolmentState(state).label}
        messages.success(request, gettext("%(name)s: %(state)s.") % words)
    return _to("person", access, found)


@form_page
@not_kept
@school_page
def move(request: HttpRequest, access: Access, enrolment: int) -> HttpResponse:
    found, others = _find(access, enrolment), _others(request, access)
    form = MoveForm(others, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            moved = moving.move(found, form.chosen, now=timezone.now())
        except moving.CannotMoveError as error:
            form.add_error("course", texts.cannot_move_text(error.why))
        else:
            words = {"name": found.name, "course": in_language(form.chosen.title)}
            messages.success(request, gettext("%(name)s is on “%(course)s” now.") % words)
            return SeeOther(reverse("person", args=[moved.course_id, moved.pk]))
    return _show(request, access, "move", form, person=found, others=others)


def _others(request: HttpRequest, access: Access) -> list[Course]:
    """Courses that somebody can be moved to."""
    taught = taught_by(request.user, access.in_school).filter(archived_at=None)
    return list(taught.exclude(pk=access.course.pk))


def _find(access: Access, enrolment: int) -> Enrolment:
    people = Enrolment.objects.select_related("user")
    return get_object_or_404(people, course=access.course, pk=enrolment)


def _to(name: str, access: Access, found: Enrolment | None = None) -> HttpResponse:
    keys = [access.course.pk] if found is None else [access.course.pk, found.pk]
    return SeeOther(reverse(name, args=keys))


def _show(
    request: HttpRequest, access: Access, name: str, form: Any, **context: Any
) -> HttpResponse:
    """The page of a form, refused or not sent yet."""
    focus_problem(form)
    status = 422 if form.is_bound else 200
    context |= {"access": access, "form": form}
    return render(request, f"trainer/school/people/{name}.html", context, status=status)
