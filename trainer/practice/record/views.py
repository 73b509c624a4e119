"""Pages of what a person has behind them; of nobody else, ever: every read is given `mine`."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from trainer.http import SeeOther
from trainer.practice.learners import count_answers, learner_of, mine, sittings_of
from trainer.practice.record import exporting
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
from trainer.practice.wording import decimal_separator

not_kept = cache_control(no_store=True)


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
