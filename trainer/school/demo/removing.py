"""The demo school goes with all that hangs on it, rows that are written once among them."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from trainer import models
from trainer.models import Course, Deal, Learner, Lesson, User
from trainer.practice.learners import drop_unused_deals
from trainer.practice.record.erasing import erase_practice
from trainer.school.demo import GROUP

# From the leaves up: the tables of a course, with the path to it.
TABLES: Final[tuple[tuple[Any, str], ...]] = (
    (models.Certificate, "sitting__exam__course"),
    (models.AppealDecision, "appeal__sitting__exam__course"),
    (models.Appeal, "sitting__exam__course"),
    (models.ExamVerdict, "answer__sitting__exam__course"),
    (models.ExamAnswer, "sitting__exam__course"),
    (models.ExamEvent, "sitting__exam__course"),
    (models.Serving, "sitting__exam__course"),
    (models.ExamSitting, "exam__course"),
    (models.Regrade, "exam__course"),
    (models.AllowanceTakenBack, "allowance__exam__course"),
    (models.Allowance, "exam__course"),
    (models.Pause, "exam__course"),
    (models.PassChange, "course"),
    (models.Exam, "course"),
    (models.PaperItem, "paper__course"),
    (models.Paper, "course"),
    (models.LessonRun, "lesson__course"),
    (Lesson.requires.through, "from_lesson__course"),
    (Lesson.only_for.through, "lesson__course"),
    (Lesson, "course"),
    (models.Enrolment, "course"),
    (Course.instructors.through, "course"),
)


class StillUsedError(Exception):
    """A demo account owns what is not of the demo school; the text says whose and what."""


@dataclass(frozen=True, slots=True)
class Removed:
    courses: int
    accounts: int


@transaction.atomic
def remove_demo() -> Removed:
    """Practice of other people stays theirs, also where they took a demo lesson.

    Raises: StillUsedError: and then nothing has changed.
    """
    # Held, so that nobody joins or begins an exam meanwhile.
    courses = list(Course.objects.filter(demo=True).select_for_update().values_list("pk"))
    keys = [key for (key,) in courses]
    deals = set(Deal.objects.filter(paper_items__paper__course__in=keys).values_list("pk"))
    for model, path in TABLES:
        _delete(model._base_manager.filter(**{f"{path}__in": keys}))
    _delete(Course.objects.filter(pk__in=keys))
    drop_unused_deals({key for (key,) in deals})
    users = User.objects.filter(groups__name=GROUP)
    accounts = 0
    for user in users:
        for learner in Learner.objects.filter(user=user):
            erase_practice(learner)
        try:
            user.delete()
        except ProtectedError as error:
            held = ", ".join(sorted({str(each) for each in error.protected_objects}))
            raise StillUsedError(f"{user.username}: {held}") from None
        accounts += 1
    Group.objects.filter(name=GROUP).delete()
    return Removed(len(keys), accounts)


def _delete(rows: QuerySet[Any]) -> int:
    """In one statement, which asks no row whether it may go."""
    return rows._raw_delete(rows.db)


def is_there() -> bool:
    return Course.objects.filter(demo=True).exists() or Group.objects.filter(name=GROUP).exists()
