"""People by lessons and exams: where everybody stands; reads only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from trainer.models import (
    Course,
    Enrolment,
    EnrolmentState,
    Exam,
    ExamSitting,
    Lesson,
    LessonRun,
)
from trainer.school.grading.marks import Lookups, Mark, marks_of, sat
from trainer.school.grading.scores import Score, scores_of

# People on a page.
PEOPLE: Final = 50


@dataclass(frozen=True, slots=True)
class LessonCell:
    """`run` is the passed one, else the latest; None before the first."""

    runs: int = 0
    run: LessonRun | None = None


@dataclass(frozen=True, slots=True)
class ExamCell:
    """`sitting` is the attempt that counts: the first that passed, else the latest that was
    judged, else the one under way. Without any the person was absent. It `waits` while any of
    the attempts has not been judged."""

    attempts: int = 0
    sitting: ExamSitting | None = None
    score: Score | None = None
    marks: tuple[Mark, ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    enrolment: Enrolment
    lessons: tuple[LessonCell, ...]
    exams: tuple[ExamCell, ...]


@dataclass(frozen=True, slots=True)
class Gradebook:
    lessons: tuple[Lesson, ...]
    exams: tuple[Exam, ...]
    lines: tuple[Line, ...]
    page: Page | None = None

    @property
    def waits(self) -> bool:
        """Whether some sitting has not been judged yet."""
        return any(cell.waits for line in self.lines for cell in line.exams)


def people_of(course: Course, *, removed: bool) -> QuerySet[Enrolment]:
    """By name; *removed* says whether those who were taken off the course are among them."""
    people = Enrolment.objects.filter(course=course).order_by("name", "pk")
    return people if removed else people.exclude(state=EnrolmentState.REMOVED)


def find_gradebook(course: Course, number: str | None, *, removed: bool = False) -> Gradebook:
    """The page of people with that number, the nearest there is; None is everybody.

    Eight queries at most.
    """
    # One query more would count them.
    people = list(people_of(course, removed=removed))
    page = None if number is None else Paginator(people, PEOPLE).get_page(number)
    shown = people if page is None else list(page)
    lessons = tuple(Lesson.objects.filter(course=course, remedial=False).order_by("position"))
    exams = tuple(Exam.objects.filter(course=course).order_by("opens_at", "pk"))
    whose: dict[str, Any] = {"enrolment__course": course.pk}
    if page is not None:
        whose = {"enrolment__in": [each.pk for each in shown]}
    runs = _lesson_cells(LessonRun.objects.filter(**whose))
    sittings = exam_cells(whose)
    lines = (
        Line(
            each,
            tuple(runs.get((each.pk, lesson.pk), LessonCell()) for lesson in lessons),
            tuple(sittings.get((each.pk, exam.pk), ExamCell()) for exam in exams),
        )
        for each in shown
    )
    return Gradebook(lessons, exams, tuple(lines), page)


def _lesson_cells(runs: QuerySet[LessonRun]) -> dict[tuple[int, int], LessonCell]:
    found: dict[tuple[int, int], list[LessonRun]] = defaultdict(list)
    for run in runs.order_by("number"):
        found[run.enrolment_id, run.lesson_id].append(run)
    return {
        key: LessonCell(len(own), next((run for run in own if run.passed), own[-1]))
        for key, own in found.items()
    }


def exam_cells(whose: Lookups) -> dict[tuple[int, int], ExamCell]:
    """By enrolment and exam, of the sittings that the lookups *whose* find."""
    sittings = list(sat(whose).order_by("number"))
    marks = marks_of(sittings, whose)
    scores = scores_of(sittings, marks)
    found: dict[tuple[int, int], list[ExamSitting]] = defaultdict(list)
    for sitting in sittings:
        found[sitting.enrolment_id, sitting.exam_id].append(sitting)
    return {key: _cell(own, scores, marks) for key, own in found.items()}


def _cell(
    sittings: Sequence[ExamSitting],
    scores: Mapping[int, Score],
    marks: Mapping[int, Iterable[Mark]],
) -> ExamCell:
    judged = [each for each in sittings if scores[each.pk].judged]
    passed = (each for each in judged if scores[each.pk].passed)
    counts = next(passed, judged[-1] if judged else sittings[-1])
    own = tuple(marks.get(counts.pk, ()))
    return ExamCell(len(sittings), counts, scores[counts.pk], own, len(judged) < len(sittings))
