"""Pages of somebody who sits an exam: the same addresses with and without JavaScript.

An answer is a POST that is answered by 303 and the next question, as a page or, for htmx, as the
fragment that the page includes. Whatever these pages say before the review comes from the shown
part of a deal and from what the person sent.
"""

from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from rules.messages import error_text
from trainer.drills import find_drill
from trainer.drills.base import AnswerError
from trainer.http import SeeOther, not_kept
from trainer.models import Exam, ExamSitting, Serving
from trainer.practice.forms import Typed
from trainer.practice.unreadable import UNREADABLE
from trainer.practice.wording import problem_text
from trainer.school.access import Access, school_page
from trainer.school.exams import sitting as sittings
from trainer.school.exams.attempts import (
    Attempt,
    attempt_url,
    find_attempt,
    find_item,
    find_posted,
    find_served,
    hand_in_url,
    late_positions,
    question_url,
)
from trainer.school.exams.chances import find_chance
from trainer.school.exams.devices import device_of, marks_device
from trainer.school.exams.judging import judge_sitting
from trainer.school.exams.reviewing import told
from trainer.school.papers.asked import Asked, ExamTable
from trainer.school.papers.blueprints import Blueprint
from trainer.school.papers.making import CannotMakeError


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@marks_device
@school_page
def start(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = _exam_or_404(access, exam)
    now, problem = timezone.now(), ""
    if request.method == "POST":
        try:
            device = device_of(request)
            sitting = sittings.begin(found, access.enrolment, now=now, device=device)
            attempt = find_attempt(access.enrolment, exam, sitting.number, now)
            return SeeOther(attempt.go_on_url)
        except CannotMakeError as error:
            problem = error_text(error)
        except (sittings.CannotBeginError, sittings.PausedError):
            pass  # The page says why.
    context = {"exam": found, "course": access.course, "problem": problem}
    context["questions"] = Blueprint.from_data(found.blueprint).questions
    context["chance"] = find_chance(found, access.enrolment, now)
    status = 200 if request.method != "POST" else 409
    return render(request, "trainer/exams/start.html", context, status=status)


@require_safe
@not_kept
@school_page
def attempt(request: HttpRequest, access: Access, exam: int, number: int) -> HttpResponse:
    """The overview while it goes on, then that it is over, at last the review."""
    now = timezone.now()
    found = _attempt_or_404(access, exam, number, now)
    if found.clock.over and found.sitting.judged_at is None:
        judge_sitting(found.sitting, now)
    context: dict[str, object] = {"attempt": found, "late": late_positions(found.sitting)}
    if found.review_is_open:
        context["told"] = told(found)
    return render(request, "trainer/exams/attempt.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@vary_on_headers("HX-Request")
@school_page
def question(
    request: HttpRequest, access: Access, exam: int, number: int, position: int
) -> HttpResponse:
    now = timezone.now()
    if request.method == "POST":
        return _answer(request, access, (exam, number, position), now)
    found = _attempt_or_404(access, exam, number, now)
    if found.clock.over or found.clock.paused:
        return _leave(request, found.url)
    if not 1 <= position <= found.length:
        raise Http404
    if found.forward and position != found.place:
        return SeeOther(found.go_on_url)
    if device_of(request) not in found.devices:
        sittings.note_device(found.sitting, device_of(request), now=now)
    try:
        table = _table(found, position, now)
    except UNREADABLE:
        return _unreadable(request, found, position)
    return _show(request, table, found)


def _unreadable(request: HttpRequest, found: Attempt, position: int) -> HttpResponse:
    """The way past a question that nobody can answer, always as a whole page."""
    if request.htmx:
        return HttpResponseClientRedirect(request.path)
    context = {"attempt": found, "position": position}
    return render(request, "trainer/exams/not_asked.html", context)


def _table(found: Attempt, position: int, now: datetime) -> ExamTable:
    """The question at *position*, its first serving noted."""
    served, given = find_served(found, position), None
    if served is None:
        item = find_item(found, position)
        sittings.show(found.sitting, item, now=now)
    else:
        item, given = served.item, served.given
        sittings.move_to(found.sitting, position)
    asked = Asked(item.deal, position, found.length, question_url(found.sitting, position))
    return ExamTable(asked, now, given)


def _answer(
    request: HttpRequest, access: Access, key: tuple[int, int, int], now: datetime
) -> HttpResponse:
    try:
        served = find_posted(access.enrolment, *key)
    except Serving.DoesNotExist:
        # Not shown yet, or not there at all: the page of the question knows.
        return SeeOther(request.path)
    sitting, item = served.sitting, served.item
    try:
        if "skip" in request.POST:
            sittings.skip(sitting, item, now=now)
        else:
            deal = item.deal.value
            given = find_drill(deal.drill).parse_answer(deal, dict(request.POST.lists()))
            device = device_of(request)
            sittings.save(sitting, item, given, now=now, device=device, go_on=True)
    except AnswerError as error:
        return _refuse(request, access, key, now, error)
    except UNREADABLE:
        return SeeOther(request.path)
    except (sittings.LateError, sittings.PausedError, sittings.NotReachableError) as refusal:
        messages.error(request, _refusal_text(refusal, item.position))
        return _leave(request, attempt_url(sitting))
    last = item.position == served.length
    return SeeOther(hand_in_url(sitting) if last else question_url(sitting, item.position + 1))


def _refuse(
    request: HttpRequest,
    access: Access,
    key: tuple[int, int, int],
    now: datetime,
    error: AnswerError,
) -> HttpResponse:
    """The question once more, with what was typed and why it cannot be read."""
    exam, number, position = key
    found = _attempt_or_404(access, exam, number, now)
    if found.clock.over or found.clock.paused:
        return _leave(request, found.url)
    if found.forward and position != found.place:
        messages.error(request, _refusal_text(sittings.NotReachableError(position), position))
        return _leave(request, found.url)
    table = _table(found, position, now)
    context = {
        "error": problem_text(error, table.deal, table.ask),
        "field": error.field,
        "typed": Typed(request.POST),
    }
    return _show(request, table, found, context, status=422)


def _refusal_text(refusal: Exception, position: int) -> str:
    match refusal:
        case sittings.HandedInError():
            text = gettext(
                "The exam was handed in before your answer to question %(position)s came. It was "
                "not taken."
            )
        case sittings.LateError():
            text = gettext(
                "The time was over when your answer to question %(position)s came. It was not "
                "taken."
            )
        case sittings.PausedError():
            text = gettext(
                "The exam is paused. Your answer to question %(position)s was not taken: send it "
                "again when the exam goes on."
            )
        case _:
            text = gettext(
                "Question %(position)s lies behind you, or not yet before you. Its answer was "
                "not changed."
            )
    return text % {"position": position}


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@vary_on_headers("HX-Request")
@school_page
def hand_in(request: HttpRequest, access: Access, exam: int, number: int) -> HttpResponse:
    """Asks, and names what is unanswered; the POST ends the sitting."""
    now = timezone.now()
    found = _attempt_or_404(access, exam, number, now)
    if request.method == "POST":
        try:
            sittings.hand_in(found.sitting, now=now, device=device_of(request))
            judge_sitting(found.sitting, now)
        except sittings.LateError:
            pass  # It is over already, with what was saved.
        return SeeOther(found.url)
    if found.clock.over or found.clock.paused:
        return _leave(request, found.url)
    name = "_hand_in.html" if request.htmx else "hand_in.html"
    return render(request, f"trainer/exams/{name}", {"attempt": found})


@require_safe
@not_kept
@school_page
def clock(request: HttpRequest, access: Access, exam: int, number: int) -> HttpResponse:
    """What is left, for a page that corrects its own clock by it."""
    found = _attempt_or_404(access, exam, number, timezone.now()).clock
    return JsonResponse({"left": found.left_ms, "paused": found.paused, "over": found.over})


def _exam_or_404(access: Access, exam: int) -> Exam:
    exams = Exam.objects.select_related("course__house", "paper")
    return get_object_or_404(exams, course=access.course, pk=exam)


def _attempt_or_404(access: Access, exam: int, number: int, now: datetime) -> Attempt:
    try:
        return find_attempt(access.enrolment, exam, number, now)
    except ExamSitting.DoesNotExist:
        raise Http404 from None


def _show(
    request: HttpRequest,
    table: ExamTable,
    found: Attempt,
    refused: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The fragment for htmx, otherwise the page around it."""
    context: dict[str, object] = {"table": table, "attempt": found, "typed": table.typed}
    name = "_table.html" if request.htmx else "question.html"
    return render(request, f"trainer/exams/{name}", context | (refused or {}), status=status)


def _leave(request: HttpRequest, url: str) -> HttpResponse:
    """To a whole page, also where htmx asked."""
    if request.htmx:
        return HttpResponseClientRedirect(url)
    return SeeOther(url) if request.method == "POST" else redirect(url)
