"""Within which time a right answer is quick enough; reads only.

The usual ones are `schedule.target_ms`; a row of `Target` overrides one.
"""

from collections.abc import Mapping
from decimal import Decimal

from django.db.models import JSONField, Subquery, Value
from django.db.models.functions import JSONArray

from trainer.models import Target
from trainer.practice import schedule
from trainer.practice.progress import JSONArrayOfRows


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
