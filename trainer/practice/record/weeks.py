"""Practice by day and week of the person's own calendar; reads only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, Final

from django.db.models import Count, Func, IntegerField, Q, Sum

from trainer.practice.record.judged import LATE, ONCE, counting
from trainer.practice.record.shares import Share

WEEKS: Final = 12
# Every zone of today is a whole number of quarters of an hour away from UTC, so that no quarter
# lies in two days of any.
QUARTER: Final = 15 * 60
_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)


class Quarters(Func):
    """Quarters of an hour since 1970 began, of a time."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = f"CAST(strftime('%%%%s', %(expressions)s) AS INTEGER) / {QUARTER}"
        return self.as_sql(compiler, connection, template=template, **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = f"FLOOR(EXTRACT(EPOCH FROM %(expressions)s) / {QUARTER})::integer"
        return self.as_sql(compiler, connection, template=template, **extra)


@dataclass(frozen=True, slots=True)
class Spell:
    """Practice in one day or week that begins on `first`; `busy_ms` is without idle time."""

    first: date
    share: Share
    busy_ms: int = 0

    @property
    def minutes(self) -> int:
        """Whole ones, rounded down."""
        return self.busy_ms // 60_000

    @property
    def last(self) -> date:
        """Of a week."""
        return self.first + 6 * _DAY

    def __add__(self, other: "Spell") -> "Spell":
        one, two = self.share, other.share
        share = Share(one.answers + two.answers, one.quick + two.quick, one.slow + two.slow)
        return Spell(self.first, share, self.busy_ms + other.busy_ms)


NOTHING: Final = Share(0, 0, 0)


def days(whose: Mapping[str, int | None], zone: tzinfo) -> dict[date, Spell]:
    """Every day of the person in *zone* on which an answer was given, by one query.

    What is done once more counts with its time, not among the answers; what was right with
    everything open beside it counts as slow.
    """
    rows = (
        counting(whose)
        .annotate(quarter=Quarters("answer__received_at"))
        .values("quarter")
        .annotate(
            total=Count("pk", filter=ONCE),
            rights=Count("pk", filter=ONCE & Q(right=True)),
            slows=Count("pk", filter=ONCE & LATE),
            busy=Sum("busy_ms"),
        )
        .values_list("quarter", "total", "rights", "slows", "busy")
    )
    found: dict[date, Spell] = {}
    for quarter, total, rights, slows, busy in rows:
        day = datetime.fromtimestamp(quarter * QUARTER, UTC).astimezone(zone).date()
        spell = Spell(day, Share(total, rights - slows, slows), busy)
        found[day] = found[day] + spell if day in found else spell
    return found


def weeks(spells: Mapping[date, Spell], today: date) -> list[Spell]:
    """The last weeks up to today's, each from Monday, those without practice too."""
    this = today - today.weekday() * _DAY
    firsts = [this - back * _WEEK for back in reversed(range(WEEKS))]
    return [total([spells.get(first + at * _DAY) for at in range(7)], first) for first in firsts]


def total(spells: Iterable[Spell | None], first: date) -> Spell:
    """All of *spells* as one that begins on *first*."""
    return sum(filter(None, spells), Spell(first, NOTHING))


def days_of(spells: Mapping[date, Spell], today: date, back: int) -> int:
    """On how many of the last *back* days, today included, something was practised."""
    return sum(today - at * _DAY in spells for at in range(back))
