"""The gradebook, what stands behind each of its cells, and its files."""

from collections.abc import Iterable
from uuid import UUID

from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.models import Exam, ExamSitting, LessonRun
from trainer.practice.record.history import Entry
from trainer.practice.results import counting_verdicts
from trainer.school.access import Access, school_page
from trainer.school.exams.clock import is_over
from trainer.school.exams.judging import judge_course, judge_over, judge_sitting
from trainer.school.grading.evidence import evidence_of
from trainer.school.grading.exporting import MOST_COLUMNS, ExamTable, gradebook_rows
from trainer.school.grading.facts import FAST_MS, FAST_PERCENT, TOGETHER, find_facts
from trainer.school.grading.facts import TOGETHER_FROM as MEETINGS
from trainer.school.grading.facts import TOGETHER_PERCENT as MEETINGS_PERCENT
from trainer.school.grading.finding import find_exam, find_sitting, marks_in, of_sitting
from trainer.school.grading.forms import FileForm
from trainer.school.grading.gradebook import PEOPLE, Gradebook, find_gradebook
from trainer.school.grading.questions import TOLD_FROM, find_statistics
from trainer.school.grading.results import find_results
from trainer.school.grading.scores import rules_for, scores_of
from trainer.school.grading.spreadsheets import Dialect, Value, csv_lines
from trainer.school.lessons.settling import settle_course


def _exam_or_404(access: Access, pk: int) -> Exam:
    try:
        return find_exam(access.course, pk)
    except Exam.DoesNotExist:
        raise Http404 from None


def _book(access: Access, number: str | None, removed: bool) -> Gradebook:
    """With everything settled and judged that is over."""
    now = timezone.now()
    settle_course(access.course, now=now)
    book = find_gradebook(access.course, number, removed=removed)
    if book.waits and judge_course(access.course, now):
        book = find_gradebook(access.course, number, removed=removed)
    return book


@require_safe
@not_kept
@school_page
def gradebook(request: HttpRequest, access: Access) -> HttpResponse:
    removed = request.GET.get("removed") == "1"
    book = _book(access, request.GET.get("page", ""), removed)
    context = {"access": access, "book": book, "removed": removed, "form": FileForm()}
    return render(request, "trainer/school/grading/gradebook.html", context)


@require_safe
@not_kept
@school_page
def results(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = _exam_or_404(access, exam)
    judge_over(found, timezone.now())
    results = find_results(found)
    page = Paginator(results.lines, PEOPLE).get_page(request.GET.get("page", ""))
    context = {"access": access, "exam": found, "results": results, "page": page}
    context |= {"form": FileForm(), "rules": rules_for(found, access.course)}
    return render(request, "trainer/school/grading/results.html", context)


@require_safe
@not_kept
@school_page
def sitting(request: HttpRequest, access: Access, uuid: UUID) -> HttpResponse:
    """Item by item. Nothing is told of one that is still sat."""
    try:
        found = find_sitting(access.course, uuid)
    except ExamSitting.DoesNotExist:
        raise Http404 from None
    if found.judged_at is None and is_over(found, timezone.now()):
        judge_sitting(found, timezone.now())
    marks = marks_in(found)
    score = scores_of([found], {found.pk: marks})[found.pk]
    items = evidence_of(marks) if found.judged_at else []
    context = {"access": access, "sitting": found, "score": score, "items": items}
    return render(request, "trainer/school/grading/sitting.html", context | of_sitting(found))


@require_safe
@not_kept
@school_page
def run(request: HttpRequest, access: Access, run: int) -> HttpResponse:
    """A lesson item by item, as long as the trainee has not deleted the practice."""
    found = get_object_or_404(
        LessonRun.objects.select_related("enrolment", "lesson", "sitting"),
        pk=run,
        enrolment__course=access.course,
    )
    verdicts = counting_verdicts(found.sitting) if found.sitting else []
    context = {"access": access, "run": found, "entries": list(map(Entry, verdicts))}
    return render(request, "trainer/school/grading/run.html", context)


@require_safe
@not_kept
@school_page
def questions(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = _exam_or_404(access, exam)
    judge_over(found, timezone.now())
    context = {"access": access, "exam": found, "told_from": TOLD_FROM}
    context["statistics"] = find_statistics(found)
    return render(request, "trainer/school/grading/questions.html", context)


@require_safe
@not_kept
@school_page
def facts(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found = _exam_or_404(access, exam)
    judge_over(found, timezone.now())
    context = {
        "access": access,
        "exam": found,
        "facts": find_facts(found),
        "fast_percent": FAST_PERCENT,
        "fast_ms": FAST_MS,
        "together_ms": TOGETHER.total_seconds() * 1000,
        "meetings": MEETINGS,
        "meetings_percent": MEETINGS_PERCENT,
    }
    return render(request, "trainer/school/grading/facts.html", context)


# --- files -----------------------------------------------------------------------------------


@require_safe
@not_kept
@school_page
def gradebook_csv(request: HttpRequest, access: Access) -> HttpResponse:
    book = _book(access, None, request.GET.get("removed") == "1")
    # The reader’s language is gone by the time the lines are sent.
    rows = list(gradebook_rows(book))
    return _csv(rows, FileForm(request.GET).dialect, f"gradebook-{access.course.pk}")


@require_safe
@not_kept
@school_page
def results_csv(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    """A column for every question, or, where a spreadsheet could not hold so many, a place."""
    found = _exam_or_404(access, exam)
    judge_over(found, timezone.now())
    form, table = FileForm(request.GET), ExamTable(found)
    by_place = form.by_place or len(table.questions) > MOST_COLUMNS // 2
    return _csv(table.rows(by_place=by_place), form.dialect, f"exam-{found.pk}")


@require_safe
@not_kept
@school_page
def results_json(request: HttpRequest, access: Access, exam: int) -> HttpResponse:
    found, now = _exam_or_404(access, exam), timezone.now()
    judge_over(found, now)
    data = ExamTable(found).data(now)
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    return _named(response, f"exam-{exam}", "json")


def _csv(rows: Iterable[Iterable[Value]], dialect: Dialect, name: str) -> HttpResponse:
    lines = csv_lines(rows, dialect)
    return _named(
        StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8"), name, "csv"
    )


def _named(response: HttpResponse, name: str, ending: str) -> HttpResponse:
    name = f"{name}-{timezone.localdate():%Y-%m-%d}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
