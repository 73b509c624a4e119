"""Pages that begin a shift, a sprint, a streak, a confused pair, or something once more."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from rules.games.base import Ruleset
from rules.versions import NoLiveVersionError, UnknownHouseError, rulesets_in_force
from trainer.accounts.access import personal
from trainer.accounts.preferences import house_of
from trainer.drills.base import CannotDealError
from trainer.http import SeeOther, not_kept
from trainer.models import Learner, Mode, Question, Sitting
from trainer.practice import clocks, overview, planning, runs
from trainer.practice.holidays import current_holiday, save_wishes
from trainer.practice.learners import find_or_make_learner, learner_of, sittings_of
from trainer.practice.menu import at_house, menu
from trainer.practice.modes.forms import (
    NarrowForm,
    PairForm,
    SprintForm,
    ThemeForm,
    WishesForm,
)
from trainer.practice.progress import find_sitting
from trainer.practice.results import records
from trainer.practice.wording import enough_text, no_deal_text

GET_AND_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_AND_POST
@not_kept
def sprint(request: HttpRequest) -> HttpResponse:
    form = _theme_form(request, SprintForm)
    if not form.is_bound or not form.is_valid():
        return _choose_theme(request, form, Mode.SPRINT)
    given = form.cleaned_data
    theme = {"drill": given["theme_drill"], "game": given["theme_game"]}
    return _begin(
        request,
        lambda learner, house, now: runs.start_sprint(
            learner, house, given["minutes"], now, **theme
        ),
    )


@GET_AND_POST
@not_kept
def streak(request: HttpRequest) -> HttpResponse:
    form = _theme_form(request, ThemeForm)
    if not form.is_bound or not form.is_valid():
        return _choose_theme(request, form, Mode.STREAK)
    given = form.cleaned_data
    theme = {"drill": given["theme_drill"], "game": given["theme_game"]}
    return _begin(
        request, lambda learner, house, now: runs.start_streak(learner, house, now, **theme)
    )


def _theme_form(request: HttpRequest, form: type[ThemeForm]) -> ThemeForm:
    """Of what can be dealt at the visitor's house."""
    rules: Mapping[str, Ruleset] = {}
    with suppress(UnknownHouseError):
        rules = rulesets_in_force(house_of(request), timezone.now())
    books, _left = overview.notebooks(learner_of(request))
    known, offered = planning.known_from(books, rules), at_house(menu({}), rules)[0]
    data = request.POST if request.method == "POST" else None
    return form(offered, known, data, initial={"theme": request.GET.get("theme", "")})


def _choose_theme(request: HttpRequest, form: ThemeForm, mode: Mode) -> HttpResponse:
    learner = learner_of(request)
    context = {"form": form, "records": records(learner, mode) if learner else []}
    status = 422 if form.is_bound else 200
    return render(request, f"trainer/modes/{mode}.html", context, status=status)


@GET_AND_POST
@not_kept
def shift(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("home")
    return _begin(request, runs.start_shift)


@GET_AND_POST
@not_kept
def pair(request: HttpRequest) -> HttpResponse:
    form = PairForm(request.POST)
    if request.method != "POST" or not form.is_valid() or learner_of(request) is None:
        return redirect("home")
    given = form.cleaned_data
    return _begin(
        request, lambda learner, house, now: runs.start_pair(learner, house, now, **given)
    )


@GET_AND_POST
@not_kept
def redo(request: HttpRequest) -> HttpResponse:
    """What was missed or slow lately, over all sittings."""
    form = NarrowForm(request.POST)
    if request.method != "POST" or not form.is_valid() or learner_of(request) is None:
        return redirect("home")
    given = form.cleaned_data
    return _begin(
        request, lambda learner, house, now: runs.redo_latest(learner, house, now, **given)
    )


@GET_AND_POST
@not_kept
@personal
def redo_sitting(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """What was missed or slow in one sitting."""
    return _begin_after(
        request, uuid, lambda found, learner, _house, now: runs.redo_sitting(found, learner, now)
    )


@GET_AND_POST
@not_kept
@personal
def again(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """A run of the same kind as one that has been."""
    return _begin_after(request, uuid, runs.again)


def _found(request: HttpRequest, uuid: UUID) -> Sitting:
    try:
        return find_sitting(sittings_of(request).select_related("house"), uuid)
    except Sitting.DoesNotExist:
        raise Http404 from None


@GET_AND_POST
@not_kept
def wishes(request: HttpRequest) -> HttpResponse:
    """How much a day asks for, more time, days off."""
    learner = learner_of(request)
    known = learner or Learner()
    today = clocks.local_date(timezone.now(), planning.zone_of(known))
    off = current_holiday(learner, today) if learner else None
    initial = {"daily_cap": known.daily_cap, "time_percent": known.time_percent}
    initial |= {"first": off.first, "last": off.last} if off else {}
    data = request.POST if request.method == "POST" else None
    form = WishesForm(today, data, initial=initial)
    if not form.is_bound or not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "trainer/modes/wishes.html", {"form": form}, status=status)
    save_wishes(find_or_make_learner(request), **form.cleaned_data, today=today)
    messages.success(request, gettext("Saved."))
    return SeeOther(resolve_url("wishes"))


def _begin_after(request: HttpRequest, uuid: UUID, start: Callable[..., Question]) -> HttpResponse:
    """What begins from the result of a sitting; *start* takes the sitting first."""
    if request.method != "POST":
        return redirect("sitting", uuid)
    found = _found(request, uuid)
    return _begin(
        request,
        lambda learner, house, now: start(found, learner, house, now),
        resolve_url("sitting", uuid),
    )


def _begin(
    request: HttpRequest, start: Callable[..., Question], back: str | None = None
) -> HttpResponse:
    """To the first question; where there is none, back with the reason."""
    try:
        learner, house = find_or_make_learner(request), house_of(request)
        asked = start(learner, house, timezone.now())
    except runs.NothingToRepeatError:
        messages.info(request, gettext("Nothing was missed or slow: there is nothing to repeat."))
    except runs.EnoughForTodayError:
        messages.info(request, enough_text())
    except (CannotDealError, NoLiveVersionError, UnknownHouseError):
        messages.error(request, no_deal_text())
    else:
        return SeeOther(asked.get_absolute_url())
    return SeeOther(back or resolve_url("home"))
