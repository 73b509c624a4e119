"""Pages of practice: the same address with and without JavaScript.

A form is answered by 303 and a page, or, asked for by htmx, by the fragment `_table.html`
that the page includes. An address that only takes forms leads to its sitting when it is opened.
"""

import secrets
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect, push_url

from rules.engine.cards import parse_cards
from rules.games import UnknownGameError, find_game
from rules.games.base import Game
from rules.versions import NoLiveVersionError, UnknownHouseError, rulesets_in_force
from trainer.accounts.access import personal
from trainer.accounts.preferences import house_of
from trainer.drills import UnknownDrillError, find_drill
from trainer.drills.base import AnswerError, CannotDealError, Drill
from trainer.drills.stream import SEED_BYTES
from trainer.http import SeeOther, not_kept
from trainer.models import Question, Sitting, Verdict
from trainer.practice import overview, runs, sittings
from trainer.practice.absorbing import absorb
from trainer.practice.aids import aids_of
from trainer.practice.forms import ENDLESS, StartForm, Typed
from trainer.practice.helps import HELPINGS
from trainer.practice.learners import find_or_make_learner, learner_of, mine, sittings_of
from trainer.practice.menu import at_house, is_offered, menu
from trainer.practice.planning import zone_of
from trainer.practice.progress import (
    find_question,
    find_sitting,
    sittings_to_continue,
)
from trainer.practice.results import find_result
from trainer.practice.tables import Table
from trainer.practice.wording import no_deal_text, problem_text

OFFERED = 3
# Lies on the felt of the home page until there is something to go on with.
SAMPLE = parse_cards("8h 8d 8c Kh Kd")


@require_safe
@not_kept
def home(request: HttpRequest) -> HttpResponse:
    now, learner = timezone.now(), learner_of(request)
    books, left = overview.notebooks(learner)
    tiles = menu(overview.accuracies(books))
    continued = sittings_to_continue(sittings_of(request), OFFERED)
    context = dict[str, object](open=continued, sample=SAMPLE, menu=tiles, uncounted=left)
    try:
        house = house_of(request)
    except UnknownHouseError:
        return render(request, "trainer/home.html", context)
    rules = rulesets_in_force(house, now)
    context["menu"], context["missing"] = at_house(tiles, rules)
    context["house"] = house
    if learner and books:
        context["today"] = overview.today(learner, books, rules, now)
    return render(request, "trainer/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
def start(request: HttpRequest, drill_key: str, game_key: str) -> HttpResponse:
    drill, game = _offered_or_404(drill_key, game_key)
    form = StartForm(request.POST if request.method == "POST" else None)
    context = {"drill": drill, "game": game, "form": form, "helpings": HELPINGS.values()}
    if not form.is_bound:
        context["problem"] = "" if _can_begin(request, drill, game) else no_deal_text()
        return render(request, "trainer/start.html", context)
    if not form.is_valid():
        return render(request, "trainer/start.html", context, status=422)
    try:
        asked = _begin(request, drill, game, **form.cleaned_data)
    except (CannotDealError, NoLiveVersionError, UnknownHouseError):
        context["problem"] = no_deal_text()
        return render(request, "trainer/start.html", context, status=409)
    return SeeOther(asked.get_absolute_url())


def _can_begin(request: HttpRequest, drill: Drill, game: Game) -> bool:
    try:
        return is_offered(drill, game, house_of(request), timezone.now())
    except UnknownHouseError:
        return False


def _begin(
    request: HttpRequest, drill: Drill, game: Game, *, level: int, length: int, help: str
) -> Question:
    """Raises: CannotDealError, NoLiveVersionError, UnknownHouseError."""
    now, house = timezone.now(), house_of(request)
    learner = find_or_make_learner(request)
    if length == ENDLESS:
        return runs.start_endless(learner, house, drill.key, game.key, level, help, now)
    run = sittings.Run(drill.key, game.key, level, help=help, length=length)
    seed = secrets.token_bytes(SEED_BYTES)
    return sittings.start_run(learner, run, house=house, seed=seed, zone=zone_of(learner), now=now)


@require_safe
@not_kept
@personal
def sitting(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _sitting_or_404(request, uuid)
    return redirect("result", uuid) if found.ended_at else redirect("question", uuid, found.dealt)


@require_http_methods(["GET", "POST"])
@not_kept
@vary_on_headers("HX-Request")
@personal
def question(request: HttpRequest, uuid: UUID, position: int) -> HttpResponse:
    now = timezone.now()
    asked = _question_or_404(request, uuid, position)
    if asked.right is not None:
        return _show_answered(request, asked, now)
    if asked.sitting.ended_at:
        return _go(request, resolve_url("result", uuid))
    if request.method == "POST":
        return _answer(request, asked, now)
    sittings.mark_shown(asked, now=now)
    return _show(request, asked, now)


def _answer(request: HttpRequest, asked: Question, now: datetime) -> HttpResponse:
    if asked.shown_at is None:
        return _go(request, asked.get_absolute_url())
    drill = find_drill(asked.deal.drill)
    try:
        given = drill.parse_answer(asked.deal.value, dict(request.POST.lists()))
    except AnswerError as error:
        return _show(request, asked, now, error=error, status=422)
    try:
        verdict = sittings.record_answer(asked, given, now=now)
    except sittings.SittingEndedError:
        return _go(request, resolve_url("result", asked.sitting.uuid))
    return _show_answered(request, asked, now, verdict)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@vary_on_headers("HX-Request")
@personal
def next_question(request: HttpRequest, uuid: UUID, position: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("sitting", uuid)
    now = timezone.now()
    shown_at = now if request.htmx else None
    try:
        asked = sittings.deal_next(mine(request), uuid, position + 1, now=now, shown_at=shown_at)
    except (Sitting.DoesNotExist, Question.DoesNotExist):
        raise Http404 from None
    except (sittings.NotAnsweredError, sittings.SittingEndedError):
        return _go(request, resolve_url("sitting", uuid))
    except (CannotDealError, NoLiveVersionError):
        messages.error(request, no_deal_text())
        return _go(request, resolve_url("sitting", uuid))
    if not request.htmx:
        return SeeOther(asked.get_absolute_url())
    sittings.mark_shown(asked, now=now)
    return push_url(_show(request, asked, now), asked.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@personal
def end(request: HttpRequest, uuid: UUID) -> HttpResponse:
    if request.method != "POST":
        return redirect("sitting", uuid)
    sittings.end_sitting(_sitting_or_404(request, uuid), now=timezone.now())
    return SeeOther(resolve_url("result", uuid))


@require_safe
@not_kept
@personal
def result(request: HttpRequest, uuid: UUID) -> HttpResponse:
    found = _sitting_or_404(request, uuid)
    if not found.ended_at:
        return redirect("sitting", uuid)
    context = {"sitting": found, "result": find_result(found), "is_pair": runs.is_pair(found)}
    if learner := learner_of(request):
        absorb(learner)
        if runs.is_done_early(found):
            due = runs.is_anything_due(found, learner, timezone.now())
            context["planned"] = "some" if due else "all"
    return render(request, "trainer/result.html", context)


def _offered_or_404(drill_key: str, game_key: str) -> tuple[Drill, Game]:
    try:
        drill, game = find_drill(drill_key), find_game(game_key)
    except (UnknownDrillError, UnknownGameError):
        raise Http404 from None
    if game.key not in drill.games:
        raise Http404
    return drill, game


def _sitting_or_404(request: HttpRequest, uuid: UUID) -> Sitting:
    try:
        return find_sitting(sittings_of(request), uuid)
    except Sitting.DoesNotExist:
        raise Http404 from None


def _question_or_404(request: HttpRequest, uuid: UUID, position: int) -> Question:
    try:
        return find_question(mine(request, "sitting__learner"), uuid, position)
    except Question.DoesNotExist:
        raise Http404 from None


def _show_answered(
    request: HttpRequest, asked: Question, now: datetime, verdict: Verdict | None = None
) -> HttpResponse:
    """The verdict; a POST without htmx goes on to GET it."""
    if request.method == "POST" and not request.htmx:
        return SeeOther(asked.get_absolute_url())
    return _show(request, asked, now, verdict=verdict)


def _show(
    request: HttpRequest,
    asked: Question,
    now: datetime,
    *,
    verdict: Verdict | None = None,
    error: AnswerError | None = None,
    status: int = 200,
) -> HttpResponse:
    """The question or its verdict: the fragment for htmx, otherwise the page around it."""
    table = Table(asked, now, verdict)
    context: dict[str, object] = {"table": table}
    if error is not None:
        context["error"] = problem_text(error, table.deal, table.ask)
        context["field"] = error.field
        context["typed"] = Typed(request.POST)
    context["aids"] = aids_of(table)
    context["aids_kept"] = request.htmx and request.POST.get("aids") == context["aids"].sign
    name = "trainer/_table.html" if request.htmx else "trainer/question.html"
    return render(request, name, context, status=status)


def _go(request: HttpRequest, url: str) -> HttpResponse:
    """To another address, as a whole page also where htmx asked."""
    return HttpResponseClientRedirect(url) if request.htmx else SeeOther(url)
