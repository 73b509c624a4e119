"""Papers as staff make and look at them. A preview writes nothing, whatever is answered."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from rules.messages import error_text
from trainer.drills import find_drill
from trainer.drills.base import AnswerError
from trainer.drills.stream import SEED_BYTES
from trainer.http import SeeOther, not_kept
from trainer.models import Paper, PaperItem
from trainer.practice.forms import Typed
from trainer.practice.unreadable import UNREADABLE
from trainer.practice.wording import problem_text
from trainer.school.access import Access, school_page
from trainer.school.papers.asked import Asked, ExamTable, answered_table, solved_table
from trainer.school.papers.checking import check_paper
from trainer.school.papers.forms import BlueprintForm, TitleForm, themes
from trainer.school.papers.making import CannotMakeError, make_paper
from trainer.school.papers.shelf import papers_of
from trainer.school.papers.shown import shown_items, shown_rows


@require_safe
@not_kept
@school_page
def papers(request: HttpRequest, access: Access) -> HttpResponse:
    context = {"course": access.course, "papers": papers_of(access.course)}
    return render(request, "trainer/papers/papers.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def new(request: HttpRequest, access: Access) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    lines = BlueprintForm(themes(access.course.house, timezone.now()), data)
    title = TitleForm(data if lines.saves else None, initial=_typed_title(data))
    if lines.saves:
        blueprint = lines.blueprint()
        if title.is_valid() and blueprint is not None:
            try:
                made = _make(request, access, title.cleaned_data["title"], blueprint)
                return SeeOther(resolve_url("paper", access.course.pk, made.number))
            except CannotMakeError as error:
                lines.problem = error_text(error)
    context = {"course": access.course, "form": title, "lines": lines}
    status = 422 if lines.saves else 200
    return render(request, "trainer/papers/new.html", context, status=status)


def _typed_title(data: dict | None) -> dict[str, object]:
    """Kept while lines are added."""
    if data is None:
        return {}
    widget = TitleForm().fields["title"].widget
    field = TitleForm().fields["title"]
    return {"title": field.compress(widget.value_from_datadict(data, {}, "title"))}


def _make(request: HttpRequest, access: Access, title: dict, blueprint: object) -> Paper:
    """Raises: CannotMakeError."""
    seed = secrets.token_bytes(SEED_BYTES)
    return make_paper(
        access.course, blueprint, title=title, seed=seed, by=request.user, now=timezone.now()
    )


@require_safe
@not_kept
@school_page
def paper(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    found = _paper_or_404(access, number)
    context = {
        "course": access.course,
        "paper": found,
        "rows": shown_rows(found),
        "items": shown_items(found),
        "problems": check_paper(found),
    }
    return render(request, "trainer/papers/paper.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@not_kept
@school_page
def item(request: HttpRequest, access: Access, number: int, position: int) -> HttpResponse:
    found = _paper_or_404(access, number)
    items = PaperItem.objects.select_related("deal__version__house")
    asked_item = get_object_or_404(items, paper=found, position=position)
    url = reverse("paper-item", args=[access.course.pk, number, position])
    asked = Asked(asked_item.deal, position, found.items.count(), url)
    context: dict[str, object] = {"course": access.course, "paper": found, "asked": asked}
    try:
        status = _look(request, asked, context)
    except UNREADABLE:
        return render(request, "trainer/papers/unreadable.html", context, status=409)
    return render(request, "trainer/papers/item.html", context, status=status)


def _look(request: HttpRequest, asked: Asked, context: dict[str, object]) -> int:
    """The question, its solution, or what would be said of an answer; gives the status of the
    page."""
    now, deal = timezone.now(), asked.deal.value
    if request.method != "POST" or "solve" in request.POST:
        show = solved_table if request.method == "POST" else ExamTable
        context["table"] = show(asked, now)
        return 200
    try:
        given = find_drill(deal.drill).parse_answer(deal, dict(request.POST.lists()))
    except AnswerError as error:
        table = ExamTable(asked, now)
        context |= {
            "table": table,
            "error": problem_text(error, deal, table.ask),
            "field": error.field,
            "typed": Typed(request.POST),
        }
        return 422
    context["table"] = answered_table(asked, given, now)
    return 200


def _paper_or_404(access: Access, number: int) -> Paper:
    try:
        papers = Paper.objects.select_related("course__house", "by")
        return papers.get(course=access.course, number=number)
    except Paper.DoesNotExist:
        raise Http404 from None
