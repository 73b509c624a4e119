"""What both ways of regrading say and do before they show a plan."""

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from trainer.models import Course, Exam
from trainer.school.exams.judging import judge_over
from trainer.school.grading.deciding import AlreadyDoneError, RegradeError, SittingsWaitError
from trainer.school.grading.regrading import Plan


def up_to_date(course: Course, plan: Callable[[], Plan]) -> Plan:
    """*plan*, after whatever is over was judged for the first time, so that it is regraded with
    the rest."""
    found = plan()
    if not found.waiting:
        return found
    exams = Exam.objects.filter(course=course, sittings__judged_at=None, sittings__isnull=False)
    # A list, so that every exam is judged.
    judged = [judge_over(exam, timezone.now()) for exam in exams.distinct()]
    return plan() if any(judged) else found


def refusal_text(error: RegradeError) -> str:
    if isinstance(error, AlreadyDoneError):
        return gettext("This was decided before; nothing was changed now.")
    if isinstance(error, SittingsWaitError):
        [count] = error.args
        text = ngettext(
            "%(count)s person still sits such a question. Regrade when the time is over.",
            "%(count)s people still sit such a question. Regrade when the time is over.",
            count,
        )
        return text % {"count": count}
    return gettext("Something has changed since you looked. Nothing was written; look again.")
