"""Pages of what a person has behind them; of nobody else, ever: every read is given `mine`."""

from collections.abc import Iterator
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from rules.versions import UnknownHouseError
from trainer.accounts.preferences import house_of
from trainer.http import SeeOther, not_kept
from trainer.models import Learner
from trainer.practice import planning
from trainer.practice.absorbing import catch_up
from trainer.practice.learners import count_answers, learner_of, mine, sittings_of
from trainer.practice.record import exporting
from trainer.practice.record.coming import coming, mixed_up
from trainer.practice.record.erasing import erase_practice
from trainer.practice.record.forms import FilterForm
from trainer.practice.record.history import (
    answers_of,
    entries,
    page_of,
    runs,
    sittings_in,
)
from trainer.practice.record.judged import LEARNER
from trainer.practice.record.standing import Standing
from trainer.practice.wording import decimal_separator


@require_safe
@not_kept
def progress(request: HttpRequest) -> HttpResponse:
    now, zone = timezone.now(), timezone.get_current_timezone()
    learner = learner_of(request)
    left = catch_up(learner) if learner else 0
    standing = Standing(mine(request, LEARNER), zone, now.astimezone(zone).date())
    context: dict[str, object] = {"standing": standing, "uncounted": left}
    if learner is not None and standing.spells:
        context |= _notebooks(request, learner, now, standing)
    return render(request, "trainer/record/progress.html", context)


def _notebooks(
    request: HttpRequest, learner: Learner, now: datetime, standing: Standing
) -> dict[str, object]:
    """What is due and what is mixed up; nothing where no house deals."""
    try:
        known = planning.known(learner, house_of(request), now)
    except UnknownHouseError:
        return {}
    answered = standing.answered_today
    return {
        "coming": coming(known, learner, now, answered_today=answered),
        "mixed": mixed_up(known.books, request.GET.get("drill", ""), request.GET.get("game", "")),
    }


@require_safe
@not_kept
def history(request: HttpRequest) -> HttpResponse:
    form = FilterForm(request.GET)
    found = sittings_in(sittings_of(request), form.wanted, timezone.get_current_timezone())
    page = page_of(found, request.GET.get("page", ""))
    context = {"form": form, "page": page, "runs": runs(page)}
    return render(request, "trainer/record/history.html", context)


@require_safe
@not_kept
def answers(request: HttpRequest) -> HttpResponse:
    form = FilterForm(request.GET)
    found = answers_of(mine(request, LEARNER), form.wanted, timezone.get_current_timezone())
    page = page_of(found.values_list("pk", flat=True), request.GET.get("page", ""))
    context = {"form": form, "page": page, "entries": entries(page)}
    return render(request, "trainer/record/answers.html", context)


@require_safe
@not_kept
def export(request: HttpRequest) -> HttpResponse:
    form = FilterForm(request.GET)
    found = answers_of(mine(request, LEARNER), form.wanted, timezone.get_current_timezone())
    context = {
        "form": form,
        "count": found.count(),
        "columns": exporting.COLUMNS,
        "decimal": decimal_separator(),
    }
    return render(request, "trainer/record/export.html", context)


@require_safe
@not_kept
def export_csv(request: HttpRequest) -> HttpResponse:
    # The reader's language is gone by the time the lines are sent.
    lines = exporting.csv_lines(_exported(request), decimal=decimal_separator())
    return _file(lines, "text/csv; charset=utf-8", "csv")


@require_safe
@not_kept
def export_json(request: HttpRequest) -> HttpResponse:
    lines = exporting.json_lines(_exported(request), made_at=timezone.now())
    return _file(lines, "application/json", "json")


def _exported(request: HttpRequest) -> Iterator[exporting.Row]:
    wanted = FilterForm(request.GET).wanted
    found = answers_of(mine(request, LEARNER), wanted, timezone.get_current_timezone())
    return exporting.rows(found, request.build_absolute_uri(resolve_url("home")))


def _file(lines: Iterator[str], kind: str, ending: str) -> HttpResponse:
    name = f"croupier-{timezone.localdate():%Y-%m-%d}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type=kind, headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
def delete(request: HttpRequest) -> HttpResponse:
    own = sittings_of(request)
    if request.method != "POST":
        context = {"answers": count_answers(own), "sittings": own.count()}
        return render(request, "trainer/record/delete.html", context)
    learner = learner_of(request)
    erased = erase_practice(learner).answers if learner else 0
    text = ngettext("Deleted, with %(count)d answer.", "Deleted, with %(count)d answers.", erased)
    messages.success(request, text % {"count": erased})
    return SeeOther(resolve_url("history"))
