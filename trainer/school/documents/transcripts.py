"""What stands in the transcript of one person on one course; reads only."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Final

from django.db.models import F, OuterRef, Subquery, Sum
from django.utils.text import capfirst

from rules.engine.text import gettext_noop
from rules.models import Version
from trainer.drills.base import answer_from_data
from trainer.models import (
    Allowance,
    Answer,
    AppealDecision,
    Certificate,
    Deal,
    Enrolment,
    ExamSitting,
    Lesson,
    LessonRun,
    Regrade,
)
from trainer.practice.tables import part_texts
from trainer.practice.unreadable import UNREADABLE
from trainer.practice.wording import answer_text
from trainer.school.documents.certificates import grouped
from trainer.school.documents.sheets import Rules, Sheet, paper_mark, rules_of
from trainer.school.grading.marks import Mark, marks_of, sat
from trainer.school.grading.scores import Score, Share, scores_of
from trainer.school.passing import ABILITY_NAMES

# What no machine sees: an assessor writes beside it what was seen at the table.
RUBRIC: Final = (
    gettext_noop("Clean hands, nothing passed from hand to hand"),
    gettext_noop("Shuffle, cut and deal"),
    gettext_noop("Cards laid out and read so that all can see"),
    gettext_noop("Cutting, sizing in and running down chips"),
    gettext_noop("Order of settling, taking before paying"),
    gettext_noop("Calls and announcements"),
    gettext_noop("Watching the layout and the rack"),
    gettext_noop("Courtesy and composure"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """An item of a sitting. `given` and `right_is` are in words, empty where there are none;
    without `sheet` the deal cannot be read any more."""

    mark: Mark
    sheet: Sheet | None
    given: str
    right_is: str


@dataclass
class Sat:
    """A sitting with what it came to. What is right is told only when its review is open."""

    sitting: ExamSitting
    score: Score
    marks: list[Mark]
    deals: Mapping[int, Deal]
    versions: Mapping[int, Version]
    allowances: list[Allowance] = field(default_factory=list)
    decisions: list[AppealDecision] = field(default_factory=list)
    regrades: list[Regrade] = field(default_factory=list)
    certificate: Certificate | None = None

    @property
    def told(self) -> bool:
        # Also where a deal that cannot be read has left an answer without its verdict.
        opened_at, judged_at = self.sitting.exam.review_opened_at, self.sitting.judged_at
        return opened_at is not None and judged_at is not None

    @property
    def paper_mark(self) -> str:
        return paper_mark(self.sitting.paper)

    @property
    def certificate_code(self) -> str:
        return grouped(self.certificate.code) if self.certificate else ""

    @property
    def abilities(self) -> list[tuple[str, Share]]:
        """By name, a msgid."""
        return [(ABILITY_NAMES[ability], share) for ability, share in self.score.abilities.items()]

    @cached_property
    def lines(self) -> list[Line]:
        return [self._line(mark) for mark in self.marks]

    def _line(self, mark: Mark) -> Line:
        deal = self.deals[mark.deal]
        version = self.versions.get(mark.version or 0, deal.version)
        try:
            judged = SimpleNamespace(value=deal.value, version=version)
            sheet = Sheet(judged, mark.position)
        except UNREADABLE:
            return Line(mark, None, "", "")
        given, right_is = self._words(mark, sheet) if self.told else ("", "")
        return Line(mark, sheet, given, right_is)

    @staticmethod
    def _words(mark: Mark, sheet: Sheet) -> tuple[str, str]:
        """What was given, and what is right of the parts that are wrong."""
        if mark.given is None:
            return "", ""
        given = capfirst(answer_text(answer_from_data(mark.given), sheet.deal, sheet.ask))
        if not mark.judged:
            return given, ""
        parts = part_texts(SimpleNamespace(parts=mark.parts), sheet.deal, sheet.ask)
        several = len(parts) > 1
        wrong = [
            f"{part.name}: {part.result}" if several and not part.says_all else part.expected
            for part in parts
            if not part.right
        ]
        return given, "; ".join(wrong)


@dataclass(frozen=True, slots=True)
class Practised:
    """A lesson with what was done in it. `ms` is time at questions, without idle time; of runs
    whose answers their owner has deleted only what was kept of them."""

    lesson: Lesson
    runs: int
    passed: bool
    ms: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    enrolment: Enrolment
    sat: list[Sat]
    lessons: list[Practised]
    rules: list[Rules]

    @property
    def practised_ms(self) -> int:
        return sum(each.ms for each in self.lessons)

    @property
    def some_gone(self) -> bool:
        return any(each.gone for each in self.lessons)


def transcript_of(enrolment: Enrolment) -> Transcript:
    """A dozen queries, however much there is. Raises: PassRulesError."""
    whose = {"enrolment": enrolment.pk}
    sittings = list(
        sat(whose)
        .select_related("exam__course", "paper", "typed_by", "certificate")
        .order_by("started_at", "pk")
    )
    marks = marks_of(sittings, whose)
    scores = scores_of(sittings, marks)
    deals = _deals(marks)
    versions = _versions(marks, deals)
    found = [
        Sat(each, scores[each.pk], marks.get(each.pk, []), deals, versions) for each in sittings
    ]
    for one in found:
        one.certificate = getattr(one.sitting, "certificate", None)
    _add_log(enrolment, found)
    used = [versions[m.version] for s in found for m in s.marks if m.version in versions]
    return Transcript(enrolment, found, list(_lessons(enrolment)), rules_of(used))


def _deals(marks: Mapping[int, Iterable[Mark]]) -> dict[int, Deal]:
    wanted = {mark.deal for each in marks.values() for mark in each}
    return Deal.objects.select_related("version__house").in_bulk(wanted)


def _versions(
    marks: Mapping[int, Iterable[Mark]], deals: Mapping[int, Deal]
) -> dict[int, Version]:
    """Those that judged; mostly those that the deals have brought along."""
    known = {deal.version_id: deal.version for deal in deals.values()}
    wanted = {mark.version for each in marks.values() for mark in each if mark.version}
    more = wanted - known.keys()
    return known | Version.objects.select_related("house").in_bulk(more) if more else known


def _add_log(enrolment: Enrolment, found: Iterable[Sat]) -> None:
    """What was allowed, decided and judged anew, each with its sitting."""
    by_exam: dict[int, list[Sat]] = {}
    for one in found:
        by_exam.setdefault(one.sitting.exam_id, []).append(one)
    given = enrolment.allowances.select_related("by", "taken_back__by").order_by("at")
    for allowance in given:
        for one in by_exam.get(allowance.exam_id, ()):
            one.allowances.append(allowance)
    by_sitting = {one.sitting.pk: one for one in found}
    decisions = AppealDecision.objects.filter(appeal__sitting__enrolment=enrolment)
    for decision in decisions.select_related("appeal__item", "by").order_by("at"):
        by_sitting[decision.appeal.sitting_id].decisions.append(decision)
    if not any(mark.regraded for one in found for mark in one.marks):
        return
    regrades = Regrade.objects.filter(verdicts__answer__sitting__enrolment=enrolment)
    regrades = regrades.annotate(sitting=F("verdicts__answer__sitting")).select_related("by")
    for regrade in regrades.order_by("at", "pk").distinct():
        by_sitting[regrade.sitting].regrades.append(regrade)


# Milliseconds at the questions of the sitting of a run, idle time left out.
_BUSY: Final = (
    Answer.objects.filter(question__sitting=OuterRef("sitting"), number=1)
    .order_by()
    .values("question__sitting")
    .annotate(ms=Sum(F("elapsed_ms") - F("idle_ms")))
    .values("ms")
)


def _lessons(enrolment: Enrolment) -> Iterator[Practised]:
    runs: dict[Lesson, list[LessonRun]] = {}
    taken = LessonRun.objects.filter(enrolment=enrolment).select_related("lesson")
    for run in taken.annotate(ms=Subquery(_BUSY)).order_by("lesson__position", "number"):
        runs.setdefault(run.lesson, []).append(run)
    for lesson, own in runs.items():
        kept = sum(run.result.get("busy_ms", 0) for run in own if run.sitting_id is None)
        gone = any(run.sitting_id is None and "busy_ms" not in run.result for run in own)
        yield Practised(
            lesson,
            len(own),
            any(run.passed for run in own),
            kept + sum(run.ms or 0 for run in own),
            gone,
        )
