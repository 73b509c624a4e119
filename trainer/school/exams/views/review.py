"""Item by item what was right and why, from when the review is open."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.models import ExamSitting, PaperItem
from trainer.school.access import Access, school_page
from trainer.school.exams.attempts import find_attempt
from trainer.school.exams.reviewing import UnreadableItemError, review_table


@require_safe
@not_kept
@school_page
def item(
    request: HttpRequest, access: Access, exam: int, number: int, position: int
) -> HttpResponse:
    now = timezone.now()
    try:
        attempt = find_attempt(access.enrolment, exam, number, now)
        if not attempt.review_is_open:
            raise Http404
        table = review_table(attempt, position, now)
    except (ExamSitting.DoesNotExist, PaperItem.DoesNotExist):
        raise Http404 from None
    except UnreadableItemError as error:
        context = {"attempt": attempt, "told": error.told, "position": position}
        return render(request, "trainer/exams/unreadable.html", context)
    context = {"attempt": attempt, "table": table, "position": position}
    return render(request, "trainer/exams/review.html", context)
