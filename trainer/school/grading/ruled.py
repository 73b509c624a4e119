"""Who has changed the pass rules, and what they were before; reads only."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from trainer.models import Course, Exam, PassChange
from trainer.school.grading.forms import PassForm
from trainer.school.passing import ABILITY_NAMES


@dataclass(frozen=True, slots=True)
class Changed:
    """`rules` are those that became others: name, before, after. Not `own` are the usual rules,
    or, of an exam, those of the course. It `kept` its rules when those of the course changed."""

    at: datetime
    by: str
    own: bool
    kept: bool
    rules: tuple[tuple[str, int | None, int | None], ...]


def changes_of(course: Course, exam: Exam | None = None) -> list[Changed]:
    """Of the rules of *course*, or of those of *exam* alone; the latest first. One query."""
    found = PassChange.objects.filter(course=course, exam=exam).select_related("by")
    return [
        Changed(
            row.at,
            row.by.shown_name if row.by else "",
            row.own,
            row.kept,
            tuple(_differing(row.old, row.new)),
        )
        for row in found.order_by("-at", "-pk")
    ]


def _differing(
    old: dict[str, Any], new: dict[str, Any]
) -> Iterator[tuple[str, int | None, int | None]]:
    before, after = old["percents"], new["percents"]
    for ability, name in ABILITY_NAMES.items():
        if before.get(ability) != after.get(ability):
            yield gettext(name), before.get(ability), after.get(ability)
    for rule, field in PassForm.base_fields.items():
        if old.get(rule) != new.get(rule):
            yield str(field.label), old.get(rule), new.get(rule)
