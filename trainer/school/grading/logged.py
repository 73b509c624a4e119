"""What a regrade has changed, verdict by verdict; reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from trainer.models import ExamVerdict, Regrade

# The verdict on the same answer that counted before.
_BEFORE: Final = ExamVerdict.objects.filter(
    answer=OuterRef("answer"), pk__lt=OuterRef("pk")
).order_by("-pk")


@dataclass(frozen=True, slots=True)
class Replaced:
    """A verdict beside the one before it, if there was one; the numbers count right parts. With
    no parts at all the answer was left out."""

    name: str
    uuid: UUID
    attempt: int
    position: int
    was_right: bool | None
    right: bool
    was_parts: int
    right_parts: int
    parts: int


class ReplacedRows:
    """The rows of *verdicts* as `Replaced`, read by the slice, for a paginator."""

    def __init__(self, verdicts: QuerySet[ExamVerdict]) -> None:
        self.verdicts = verdicts

    def count(self) -> int:
        return self.verdicts.count()

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, wanted: slice) -> list[Replaced]:
        return [_replaced(row) for row in self.verdicts[wanted]]


def replaced(regrade: Regrade) -> ReplacedRows:
    """By name and position."""
    found = ExamVerdict.objects.filter(regrade=regrade).annotate(
        was_right=Subquery(_BEFORE.values("right")[:1]),
        was_parts=Subquery(_BEFORE.values("parts")[:1]),
    )
    order = ("answer__sitting__enrolment__name", "answer__sitting", "answer__item__position")
    return ReplacedRows(
        found.select_related("answer__sitting__enrolment", "answer__item").order_by(*order)
    )


def _replaced(verdict: ExamVerdict) -> Replaced:
    sitting = verdict.answer.sitting
    return Replaced(
        sitting.enrolment.name,
        sitting.uuid,
        sitting.number,
        verdict.answer.item.position,
        verdict.was_right,
        verdict.right,
        _rights(verdict.was_parts or []),
        _rights(verdict.parts),
        len(verdict.parts),
    )


def _rights(parts: list[Mapping[str, Any]]) -> int:
    return sum(part["right"] for part in parts)
