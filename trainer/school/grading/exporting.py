"""The gradebook and the answers of an exam as rows for files; reads only."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django.db.models import Q

from rules.translated import in_language
from trainer.models import Enrolment, EnrolmentState, Exam, ExamSitting
from trainer.practice.record.codes import answer_code, decimal_text
from trainer.school.grading.gradebook import ExamCell, Gradebook, LessonCell, people_of
from trainer.school.grading.marks import Mark, marks_of, sat
from trainer.school.grading.scores import Score, scores_of
from trainer.school.grading.spreadsheets import ABSENT, NOT_ASKED, Value
from trainer.school.passing import Ability

SCHEMA: Final = 1
# So many columns a spreadsheet holds.
MOST_COLUMNS: Final = 16_384
UNANSWERED: Final = "unanswered"
UNDER_WAY: Final = "open"

_PERSON: Final = ("number", "name", "state")
_RESULT: Final = (
    "attempt",
    "started_at",
    "passed",
    "right",
    "asked",
    "unanswered",
    "critical",
    *(f"{ability.value}_percent" for ability in Ability),
    "median_s",
    "ninth_decile_s",
    "to_guest",
    "to_house",
)


class ExamTable:
    """Everybody on the course with every attempt at one exam; at most six queries.

    Removed people are there if they sat it.
    """

    def __init__(self, exam: Exam) -> None:
        self.exam = exam
        whose = {"exam": exam.pk}
        sittings = list(sat(whose).order_by("number"))
        self.marks = marks_of(sittings, whose)
        self.scores = scores_of(sittings, self.marks)
        self.sittings: dict[int, list[ExamSitting]] = defaultdict(list)
        for sitting in sittings:
            self.sittings[sitting.enrolment_id].append(sitting)
        there = ~Q(state=EnrolmentState.REMOVED) | Q(pk__in=list(self.sittings))
        self.people = list(people_of(exam.course, removed=True).filter(there))
        self.numbers = dict(exam.course.papers.values_list("pk", "number"))

    @property
    def questions(self) -> list[int]:
        """Every deal on any of the papers, paper by paper."""
        return list(self._names)

    @property
    def _names(self) -> dict[int, str]:
        """What the column of each deal is called."""
        papers = {each.paper_id: each for own in self.sittings.values() for each in own}
        several = len(papers) > 1
        names: dict[int, str] = {}
        for paper, sitting in sorted(papers.items()):
            before = f"paper{self.numbers[paper]}_" if several else ""
            for mark in self.marks.get(sitting.pk, ()):
                names.setdefault(mark.deal, f"{before}q{mark.position:02}")
        return names

    def rows(self, *, by_place: bool = False) -> Iterator[Sequence[Value]]:
        """Headings first. A column is a question; with *by_place* a place on one’s own paper."""
        names = self._names
        longest = max(map(len, self.marks.values()), default=0)
        columns: Sequence[int] = range(1, longest + 1) if by_place else list(names)
        headings = [f"q{at:02}" for at in columns] if by_place else list(names.values())
        yield (*_PERSON, *_RESULT, *headings)
        for person in self.people:
            whoever = (person.number, person.name, person.state)
            sittings = self.sittings.get(person.pk, ())
            if not sittings:
                yield (*whoever, *[ABSENT] * (len(_RESULT) + len(columns)))
            for sitting in sittings:
                marks = {
                    mark.position if by_place else mark.deal: mark
                    for mark in self.marks.get(sitting.pk, ())
                }
                score = self.scores[sitting.pk]
                said = (_said(marks.get(column), score.judged) for column in columns)
                yield (*whoever, *_result(sitting, score), *said)

    def data(self, made_at: datetime) -> dict[str, Any]:
        """The same for programs, with what was answered."""
        return {
            "schema": SCHEMA,
            "made_at": _time(made_at),
            "exam": self.exam.title,
            "people": [
                {
                    "number": person.number,
                    "name": person.name,
                    "state": person.state,
                    "attempts": [
                        self._attempt(sitting) for sitting in self.sittings.get(person.pk, ())
                    ],
                }
                for person in self.people
            ],
        }

    def _attempt(self, sitting: ExamSitting) -> dict[str, Any]:
        score, marks = self.scores[sitting.pk], self.marks.get(sitting.pk, ())
        result = zip(_RESULT, _result(sitting, score), strict=True)
        return {
            **{name: _json(value) for name, value in result},
            "paper": self.numbers[sitting.paper_id],
            "items": list(map(_item, marks if score.judged else ())),
        }


def _said(mark: Mark | None, judged: bool) -> Value:
    if mark is None:
        return NOT_ASKED
    if not judged:
        return UNDER_WAY
    if mark.left_out:
        # It counts as if it was not on the paper.
        return NOT_ASKED
    return int(mark.right) if mark.answered else UNANSWERED


def _result(sitting: ExamSitting, score: Score) -> tuple[Value, ...]:
    if not score.judged:
        waits = [UNDER_WAY] * (len(_RESULT) - 2)
        return (sitting.number, sitting.started_at, *waits)
    shares = (score.abilities.get(ability) for ability in Ability)
    pace = score.pace
    return (
        sitting.number,
        sitting.started_at,
        int(bool(score.passed)),
        score.items.right,
        score.items.asked,
        score.items.unanswered,
        len(score.critical),
        *(NOT_ASKED if share is None else share.percent for share in shares),
        Fraction(pace.median_ms, 1000) if pace else None,
        Fraction(pace.ninth_ms, 1000) if pace else None,
        score.to_guest,
        score.to_house,
    )


def _item(mark: Mark) -> dict[str, Any]:
    return {
        "position": mark.position,
        "deal": mark.deal,
        "drill": mark.drill,
        "game": mark.game,
        "level": mark.level,
        "answered": mark.answered,
        "right": mark.right,
        "given": answer_code(mark.given) if mark.given is not None else None,
        "mistakes": mark.codes,
        "elapsed_ms": mark.elapsed_ms,
        "regraded": mark.regraded,
        "left_out": mark.left_out,
    }


def _json(value: Value) -> Any:
    match value:
        case datetime():
            return _time(value)
        case Fraction():
            return decimal_text(round(Decimal(value.numerator) / Decimal(value.denominator), 4))
    return None if value == NOT_ASKED else value


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


# --- the whole course ------------------------------------------------------------------------


def gradebook_rows(book: Gradebook) -> Iterator[Sequence[Value]]:
    """Headings first; of every lesson whether it was passed, of every exam the attempt that
    counts. A dash is what was not begun."""
    lessons = [f"{lesson.position}. {in_language(lesson.title)}" for lesson in book.lessons]
    exams = [in_language(exam.title) for exam in book.exams]
    told = [f"{title}: {what}" for title in exams for what in ("percent", "passed", "critical")]
    yield (*_PERSON, *lessons, *told)
    for line in book.lines:
        person: Enrolment = line.enrolment
        cells = [value for cell in line.exams for value in _exam(cell)]
        whoever = (person.number, person.name, person.state)
        yield (*whoever, *map(_lesson, line.lessons), *cells)


def _lesson(cell: LessonCell) -> Value:
    if cell.run is None:
        return ABSENT
    return UNDER_WAY if cell.run.passed is None else int(cell.run.passed)


def _exam(cell: ExamCell) -> tuple[Value, Value, Value]:
    if cell.score is None:
        return ABSENT, ABSENT, ABSENT
    if not cell.score.judged:
        return UNDER_WAY, UNDER_WAY, UNDER_WAY
    score = cell.score
    return score.items.percent, int(bool(score.passed)), len(score.critical)
