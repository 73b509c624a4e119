"""Giving verdicts anew: worked out first, then written once; reads only, see `deciding`.

An accepted appeal makes right what the machine did not accept; corrected rules are judged by the
machine, and what an appeal has granted stays granted. What could not be judged is left out.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from rules.engine.errors import EngineError
from rules.models import TamperedVersionError, Version
from trainer.drills import find_drill
from trainer.drills.base import answer_from_data
from trainer.models import (
    Appeal,
    AppealDecision,
    Course,
    Deal,
    Exam,
    ExamSitting,
    ExamVerdict,
    PaperItem,
    Regrade,
)
from trainer.models.practice import DamagedDealError
from trainer.school.grading.marks import Mark, counting, last_answers, marks_of, sat
from trainer.school.grading.scores import Score, scores_of

Parts = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Current:
    """The verdict that counts on an answer, by its key, None where it has none. The answer is
    `appealed` where an accepted appeal has touched it."""

    verdict: int | None
    answer: int
    sitting: int
    exam: int
    item: int
    deal: int
    version: int
    given: Mapping[str, Any]
    right: bool
    appealed: bool
    parts: Parts


@dataclass(frozen=True, slots=True)
class Change:
    """What is said of an answer instead, under the rules `version`."""

    current: Current
    version: int
    right: bool
    parts: Parts

    @property
    def differs(self) -> bool:
        if self.current.verdict is None:
            return True
        return self.parts != self.current.parts or self.right != self.current.right


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sitting before and after."""

    sitting: ExamSitting
    before: Score
    after: Score

    @property
    def turns(self) -> bool:
        """Whether it passes and did not, or the other way round."""
        return self.before.passed is not self.after.passed


@dataclass(frozen=True, slots=True)
class Plan:
    """`changes` are the new verdicts, `unjudged` counts answers that the new rules cannot judge
    and that stay as they are. While sittings are `waiting` for their first verdicts nothing may
    be written. `token` says what was previewed.
    """

    changes: tuple[Change, ...]
    outcomes: tuple[Outcome, ...]
    unjudged: int
    waiting: int

    @property
    def changed(self) -> int:
        return sum(change.differs for change in self.changes)

    @property
    def turning(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.turns]

    @property
    def token(self) -> str:
        said = [
            (c.current.answer, c.current.verdict, c.version, c.right, list(c.parts))
            for c in self.changes
        ]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


_CURRENT: Final = (
    "pk",
    "answer_id",
    "answer__sitting_id",
    "answer__sitting__exam_id",
    "answer__item_id",
    "answer__item__deal_id",
    "version_id",
    "answer__given",
    "right",
    "appealed",
    "parts",
)
_APPEALED: Final = ExamVerdict.objects.filter(
    answer=OuterRef("answer"), regrade__cause=Regrade.Cause.APPEAL
)


def _current(course: Course, **narrowed: Any) -> list[Current]:
    found = counting({"exam__course": course.pk}).filter(**narrowed).order_by("pk")
    found = found.annotate(appealed=Exists(_APPEALED))
    return [Current(*row, tuple(parts)) for *row, parts in found.values_list(*_CURRENT)]


# --- appeals ---------------------------------------------------------------------------------


def plan_appeal(appeal: Appeal, *, everybody: bool) -> Plan:
    """What accepting *appeal* changes, in every sitting of the course with the same deal.

    With *everybody* whatever was answered counts as right; otherwise whoever gave in a part the
    answer that is disputed has it right.
    """
    item, course = appeal.item, appeal.sitting.exam.course
    waiting = _waiting(course, Q(paper__items__deal=item.deal_id))
    found = _current(course, answer__item__deal=item.deal_id)
    own = next(
        (each for each in found if each.sitting == appeal.sitting_id and each.item == item.pk),
        None,
    )
    disputed = _disputed(own)
    changes = []
    for current in found:
        parts = tuple(
            accepted(part) if everybody or _is_disputed(part, disputed) else part
            for part in current.parts
        )
        if parts != current.parts:
            right = all(part["right"] for part in parts)
            changes.append(Change(current, current.version, right, parts))
    return Plan(tuple(changes), tuple(_outcomes(changes)), 0, waiting)


def _disputed(own: Current | None) -> dict[str, object]:
    """The wrong parts of the answer that is appealed, by name."""
    parts = own.parts if own else ()
    return {part["name"]: answer_from_data(part["given"]) for part in parts if not part["right"]}


def _is_disputed(part: Mapping[str, Any], disputed: Mapping[str, object]) -> bool:
    if part["right"] or part["name"] not in disputed:
        return False
    return bool(answer_from_data(part["given"]) == disputed[part["name"]])


def accepted(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a verdict as an accepted appeal makes it."""
    return part if part["right"] else {**part, "right": True, "code": None, "delta": "0"}


# --- corrected rules -------------------------------------------------------------------------


def plan_rules(course: Course, old: Version, new: Version) -> Plan:
    """What changes where everything that counts under *old* is judged under *new*."""
    waiting = _waiting(course, Q(paper__items__deal__version=old.pk))
    found = _current(course, version=old.pk)
    deals = Deal.objects.select_related("version__house").in_bulk({each.deal for each in found})
    granted = _granted(course) if any(each.appealed for each in found) else {}
    faulty = _faulty(course)
    judge = _judge(new)
    changes, unjudged = [], 0
    for current in found:
        if not current.parts:
            # Left out by decision, which stays.
            continue
        parts = judge(deals[current.deal], current.given)
        if parts is None:
            unjudged += 1
            continue
        kept = granted.get(current.answer, frozenset())
        whole = current.deal in faulty
        parts = tuple(accepted(p) if whole or p["name"] in kept else p for p in parts)
        right = all(part["right"] for part in parts)
        changes.append(Change(current, new.pk, right, parts))
    return Plan(tuple(changes), tuple(_outcomes(changes)), unjudged, waiting)


def _judge(new: Version) -> Callable[[Deal, Mapping[str, Any]], Parts | None]:
    """Parts of an answer under *new*, None where it cannot judge; the same answer only once."""
    known: dict[tuple[int, str], Parts | None] = {}

    def judge(deal: Deal, given: Mapping[str, Any]) -> Parts | None:
        key = deal.pk, json.dumps(given, sort_keys=True)
        if key not in known:
            known[key] = parts_under(deal, given, new)
        return known[key]

    return judge


def parts_under(deal: Deal, given: Mapping[str, Any], new: Version) -> Parts | None:
    """Those of the answer *given*; None where *new* cannot judge it."""
    try:
        drill = find_drill(deal.drill)
        if not drill.offers(new.ruleset):
            return None
        verdict = drill.check(deal.value, answer_from_data(given), new.ruleset)
    except (DamagedDealError, TamperedVersionError, EngineError, LookupError):
        # The new rules may have no such bet or table at all.
        return None
    return tuple(part.to_data() for part in verdict.parts)


def _granted(course: Course) -> dict[int, frozenset[str]]:
    """The names of the parts that an accepted appeal made right, by answer."""
    appealed = ExamVerdict.objects.filter(
        regrade__cause=Regrade.Cause.APPEAL, answer__sitting__exam__course=course
    )
    chains: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    rows = ExamVerdict.objects.filter(answer__in=appealed.values("answer")).order_by("pk")
    for answer, cause, parts in rows.values_list("answer_id", "regrade__cause", "parts"):
        chains[answer].append((cause, {part["name"]: part["right"] for part in parts}))
    return {
        answer: frozenset(
            name
            for (_, before), (cause, after) in pairwise(chain)
            if cause == Regrade.Cause.APPEAL
            for name, right in after.items()
            if right and not before.get(name, True)
        )
        for answer, chain in chains.items()
    }


def _faulty(course: Course) -> frozenset[int]:
    """The deals to which, by an accepted appeal, whatever is answered is right."""
    decided = AppealDecision.objects.filter(appeal__sitting__exam__course=course)
    decided = decided.filter(accepted=True, everybody=True)
    return frozenset(decided.values_list("appeal__item__deal", flat=True))


# --- what could not be judged ----------------------------------------------------------------


def plan_left_out(exam: Exam, deal: Deal) -> Plan:
    """What becomes of the sittings of *exam* if the answers to *deal* that have no verdict, as it
    was damaged when they were judged, are left out. Verdicts that there are stay."""
    waiting = _waiting(exam.course, Q(paper__items__deal=deal.pk, exam=exam.pk))
    found = last_answers({"exam": exam.pk, "judged_at__isnull": False})
    found = found.filter(item__deal=deal.pk, verdicts=None).order_by("pk")
    changes = []
    for answer, sitting, item, given in found.values_list("pk", "sitting", "item", "given"):
        where = {"answer": answer, "sitting": sitting, "exam": exam.pk, "item": item}
        what = {"deal": deal.pk, "version": deal.version_id, "given": given, "parts": ()}
        current = Current(None, **where, **what, right=False, appealed=False)
        changes.append(Change(current, deal.version_id, right=False, parts=()))
    return Plan(tuple(changes), tuple(_outcomes(changes)), 0, waiting)


# --- all -------------------------------------------------------------------------------------


def _waiting(course: Course, about: Q) -> int:
    """How many sittings whose papers have such a question, found by *about*, are not judged.

    Asked before the verdicts are read: then none comes that is neither counted nor read.
    """
    open_ = ExamSitting.objects.filter(about, exam__course=course, judged_at=None)
    return open_.values("pk").distinct().count()


def _outcomes(changes: Sequence[Change]) -> Iterable[Outcome]:
    """Every sitting in which something differs, by name."""
    differing = {(c.current.sitting, c.current.item): c for c in changes if c.differs}
    whose = {"pk__in": {sitting for sitting, _ in differing}}
    sittings = list(sat(whose).order_by("enrolment__name", "pk"))
    marks = marks_of(sittings, whose)
    after = {
        sitting: [_changed(mark, differing.get((sitting, mark.item))) for mark in own]
        for sitting, own in marks.items()
    }
    before, then = scores_of(sittings, marks), scores_of(sittings, after)
    for sitting in sittings:
        yield Outcome(sitting, before[sitting.pk], then[sitting.pk])


def _changed(mark: Mark, change: Change | None) -> Mark:
    if change is None:
        return mark
    return replace(mark, right=change.right, parts=change.parts, judged=True)


def items_of(changes: Iterable[Change]) -> dict[int, PaperItem]:
    """The items that are regraded, with their deals, by key."""
    keys = {change.current.item for change in changes}
    return PaperItem.objects.select_related("deal__version__house").in_bulk(keys)
