"""What was decided on a deal before an answer to it came, and giving the answer its due.

Answers come after a decision when a printed paper is typed in, when another exam has the same
paper, or with more time. Equal answers to the same deal get equal verdicts, whenever they come.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import OuterRef, Subquery

from rules.engine import ENGINE_VERSION
from rules.models import Version
from trainer.drills.base import answer_from_data
from trainer.models import AppealDecision, Deal, Exam, ExamVerdict, Regrade
from trainer.school.grading.regrading import Parts, accepted, parts_under

_BEFORE: Final = ExamVerdict.objects.filter(
    answer=OuterRef("answer"), pk__lt=OuterRef("pk")
).order_by("-pk")


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided, by key, when and why."""

    by: int | None
    at: datetime
    reason: str


@dataclass(slots=True)
class Standing:
    """What was decided on one deal: `version`, by its key, judges it by the decision
    `corrected`; by `faulty` whatever is answered is right. `granted` are parts that an appeal
    made right: name, answer, decision."""

    version: int | None = None
    corrected: Decision | None = None
    faulty: Decision | None = None
    granted: list[tuple[str, object, Decision]] = field(default_factory=list)

    def grant(self, parts: Iterable[Mapping[str, Any]], decision: Decision) -> None:
        for part in parts:
            given = answer_from_data(part["given"])
            if self.grants(part["name"], given) is None:
                self.granted.append((part["name"], given, decision))

    def grants(self, name: str, given: object) -> Decision | None:
        found = (by for part, answer, by in self.granted if part == name and answer == given)
        return next(found, self.faulty)


def find_standing(course: int, deals: Collection[int]) -> dict[int, Standing]:
    """By deal, only those on which something was decided in the course. Two queries."""
    found: dict[int, Standing] = defaultdict(Standing)
    where = {"appeal__sitting__exam__course": course, "appeal__item__deal__in": deals}
    faulty = AppealDecision.objects.filter(accepted=True, everybody=True, **where)
    columns = ("appeal__item__deal", "by", "at", "reason")
    for deal, *decision in faulty.order_by("-pk").values_list(*columns):
        found[deal].faulty = Decision(*decision)
    for deal, cause, version, parts, before, *decision in _regraded(course, deals):
        if cause == Regrade.Cause.RULES:
            found[deal].version, found[deal].corrected = version, Decision(*decision)
        else:
            was = {part["name"]: part["right"] for part in before}
            made = [part for part in parts if part["right"] and not was.get(part["name"], True)]
            found[deal].grant(made, Decision(*decision))
    return dict(found)


def _regraded(course: int, deals: Collection[int]) -> Iterable[tuple[Any, ...]]:
    """The verdicts by which decisions were carried out, in their order."""
    rows = ExamVerdict.objects.filter(
        regrade__cause__in=[Regrade.Cause.APPEAL, Regrade.Cause.RULES],
        regrade__decided_at=None,
        answer__item__deal__in=deals,
        answer__sitting__exam__course=course,
    )
    rows = rows.annotate(before=Subquery(_BEFORE.values("parts")[:1])).order_by("pk")
    return rows.values_list(
        "answer__item__deal",
        "regrade__cause",
        "version",
        "parts",
        "before",
        "regrade__by",
        "regrade__at",
        "regrade__reason",
    )


def apply_standing(exam: Exam, verdicts: Sequence[ExamVerdict], now: datetime) -> None:
    """Write what was decided before over *verdicts*, the first ones on answers in *exam*; each
    as a new row, with a regrade that says by whom and why."""
    found = find_standing(exam.course_id, {each.answer.item.deal_id for each in verdicts})
    if not found:
        return
    versions = Version.objects.select_related("house").in_bulk(
        {each.version for each in found.values() if each.version is not None}
    )
    for verdict in verdicts:
        deal = verdict.answer.item.deal
        standing = found.get(deal.pk)
        if standing is None:
            continue
        for decision, fields, version, parts in _steps(verdict, deal, standing, versions):
            ExamVerdict.objects.create(
                answer=verdict.answer,
                version_id=version,
                regrade=_regrade(exam, decision, fields, now),
                engine=ENGINE_VERSION,
                right=all(part["right"] for part in parts),
                parts=list(parts),
                created_at=now,
            )


def _steps(
    verdict: ExamVerdict, deal: Deal, standing: Standing, versions: Mapping[int, Version]
) -> Iterator[tuple[Decision, dict[str, Any], int, Parts]]:
    """Each decision with the fields of its regrade, and version and parts after it."""
    version, parts = verdict.version_id, tuple(verdict.parts)
    if standing.corrected is not None and standing.version not in (None, version):
        new = versions[standing.version]
        anew = parts_under(deal, verdict.answer.given, new)
        if anew is not None:
            fields = {"cause": Regrade.Cause.RULES, "old_id": version, "new_id": new.pk}
            version, parts = new.pk, anew
            yield standing.corrected, fields, version, parts
    fields = {"cause": Regrade.Cause.APPEAL, "deal_id": deal.pk}
    for decision, names in _due(parts, standing).items():
        parts = tuple(accepted(part) if part["name"] in names else part for part in parts)
        yield decision, fields, version, parts


def _due(parts: Parts, standing: Standing) -> dict[Decision, set[str]]:
    """The names of the wrong parts that are right by a decision."""
    found: dict[Decision, set[str]] = defaultdict(set)
    for part in parts:
        if not part["right"]:
            decision = standing.grants(part["name"], answer_from_data(part["given"]))
            if decision is not None:
                found[decision].add(part["name"])
    return found


def _regrade(exam: Exam, decision: Decision, fields: Mapping[str, Any], now: datetime) -> Regrade:
    """One for every decision that is applied in *exam*, however many answers come."""
    said = {"by_id": decision.by, "decided_at": decision.at, "reason": decision.reason}
    known = Regrade.objects.filter(exam=exam, **said, **fields).order_by("pk").first()
    return known or Regrade.objects.create(exam=exam, changed=0, at=now, **said, **fields)
