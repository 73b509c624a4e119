"""Within which time a right answer is quick enough; reads only.

The usual ones are `schedule.target_ms`; a row of `Target` overrides one.
"""

from collections.abc import Mapping
from decimal import Decimal
from statistics import median
from typing import Final

from django.db.models import JSONField, Subquery, Value
from django.db.models.functions import JSONArray

from trainer.models import Answer, Target
from trainer.practice import schedule
from trainer.practice.progress import JSONArrayOfRows

MEASURED: Final = 200
MEASURED_FROM: Final = 30


def edited_targets() -> Subquery:
    """Every edited target, for `target_ms`: no query of its own."""
    rows = Target.objects.order_by().annotate(all=Value(1)).values("all")
    row = JSONArrayOfRows(JSONArray("drill", "seconds"))
    return Subquery(rows.annotate(rows=row).values("rows"), output_field=JSONField())


def read_targets() -> list[list[str | float]]:
    """Every edited target, by a query of its own."""
    return [
        [drill, str(seconds)] for drill, seconds in Target.objects.values_list("drill", "seconds")
    ]


def target_ms(drill: str, edited: list[list[str | float]] | None, percent: int = 100) -> int:
    """For a learner who gets *percent* of every usual time."""
    seconds: Mapping[str, str | float] = dict(edited or [])  # type: ignore[arg-type]
    own = seconds.get(drill)
    usual = schedule.target_ms(drill) if own is None else int(1000 * Decimal(str(own)))
    return usual * percent // 100


def measured_ms(drill: str) -> int | None:
    """The median of the latest right answers of everybody; None where there are too few."""
    answers = Answer.objects.filter(
        number=1, question__deal__drill=drill, idle_ms=0, late=False, verdicts__right=True
    )
    times = list(answers.order_by("-pk").values_list("elapsed_ms", flat=True)[:MEASURED])
    return int(median(times)) if len(times) >= MEASURED_FROM else None
