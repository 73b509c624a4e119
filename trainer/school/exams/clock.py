"""When a sitting ends and how long one may begin, by the server’s clock; reads only.

The clock runs from the start for the minutes of the exam and those allowed on top. It stands in a
pause that begins before it has run out. What comes in the grace seconds after its end counts.
The time in which one may begin runs and stands in the same way, from opening to closing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import JSONArray
from django.utils.dateparse import parse_datetime

from trainer.models import Allowance, Exam, ExamSitting, Pause
from trainer.practice.progress import JSONArrayOfRows

Stop = tuple[datetime, datetime | None]


@dataclass(frozen=True, slots=True)
class Clock:
    """`deadline` is without grace, and as if a pause that still goes on ended at `now`."""

    now: datetime
    deadline: datetime
    grace: timedelta
    paused_since: datetime | None = None
    handed_in: bool = False

    @property
    def left(self) -> timedelta:
        """Until the deadline, never negative."""
        return max(self.deadline - self.now, timedelta(0))

    @property
    def left_ms(self) -> int:
        return self.left // timedelta(milliseconds=1)

    @property
    def last_call(self) -> bool:
        """Whether the deadline has passed, and what comes still counts."""
        return self.deadline < self.now <= self.deadline + self.grace and not self.handed_in

    @property
    def over(self) -> bool:
        return self.handed_in or self.now > self.deadline + self.grace

    @property
    def paused(self) -> bool:
        return self.paused_since is not None and not self.over


def run_out(
    started_at: datetime, time: timedelta, stops: Iterable[Stop], now: datetime
) -> tuple[datetime, datetime | None]:
    """When *time* has run out, and since when the clock stands if it does.

    *stops* are pauses, none within another; one without an end goes on at *now*.
    """
    deadline = started_at + time
    for began, ended in sorted(stops, key=lambda stop: stop[0]):
        since = max(began, started_at)
        if since >= deadline:
            break
        if ended is None:
            return deadline + max(now - since, timedelta(0)), since
        deadline += max(ended - since, timedelta(0))
    return deadline, None


@dataclass(frozen=True, slots=True)
class Window:
    """In which an exam may be begun. The pauses that fell in it have moved `closes_at`; one that
    still goes on counts as if it ended at `now`, so that it never closes meanwhile."""

    now: datetime
    opens_at: datetime
    planned: datetime
    closes_at: datetime
    paused: bool = False

    @property
    def open(self) -> bool:
        return self.opens_at <= self.now < self.closes_at

    @property
    def closed(self) -> bool:
        return self.now >= self.closes_at

    @property
    def moved(self) -> bool:
        """By so much that it shows: times are told in minutes."""
        return _minute(self.closes_at) > _minute(self.planned)


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def window(
    opens_at: datetime, closes_at: datetime, stops: Iterable[Stop], now: datetime
) -> Window:
    """*closes_at* is as planned; *stops* are all pauses of the exam."""
    stops = list(stops)
    moved, _ = run_out(opens_at, closes_at - opens_at, stops, now)
    return Window(now, opens_at, closes_at, moved, any(ended is None for _, ended in stops))


def window_of(exam: Exam, now: datetime) -> Window:
    """One query, unless *exam* has the annotation of `with_pauses`."""
    if hasattr(exam, "stops"):
        stops = parse_stops(exam.stops)
    else:
        stops = list(exam.pauses.values_list("began_at", "ended_at"))
    return window(exam.opens_at, exam.closes_at, stops, now)


def with_pauses(exam: str = "pk") -> dict[str, Subquery]:
    """An annotation that spares `window_of` its query; *exam* is the path to the exam."""
    pauses = Pause.objects.filter(exam=OuterRef(exam)).order_by().values("exam")
    rows = pauses.annotate(rows=JSONArrayOfRows(JSONArray("began_at", "ended_at")))
    return {"stops": Subquery(rows.values("rows"))}


def with_clock(sitting: str = "") -> dict[str, Subquery]:
    """Annotations that spare `clock_of` its queries; *sitting* is the path to the sitting with
    two underscores at its end."""
    allowed = Allowance.objects.filter(
        exam=OuterRef(f"{sitting}exam"),
        enrolment=OuterRef(f"{sitting}enrolment"),
        taken_back=None,
    ).order_by()
    minutes = allowed.values("exam").annotate(minutes=Sum("minutes")).values("minutes")
    return {"extra_minutes": Subquery(minutes)} | with_pauses(f"{sitting}exam")


def clock_of(sitting: ExamSitting, now: datetime, *, fewer: int = 0) -> Clock:
    """Two queries, unless *sitting* has the annotations of `with_clock`.

    With *fewer* it is the clock as it would run with so many minutes less.
    """
    exam = sitting.exam
    if hasattr(sitting, "stops"):
        extra, stops = sitting.extra_minutes or 0, parse_stops(sitting.stops)
    else:
        allowed = exam.allowances.filter(enrolment=sitting.enrolment_id, taken_back=None)
        extra = allowed.aggregate(sum=Sum("minutes"))["sum"] or 0
        stops = list(exam.pauses.values_list("began_at", "ended_at"))
    time = timedelta(minutes=exam.minutes + extra - fewer)
    ends, since = run_out(sitting.started_at, time, stops, now)
    grace = timedelta(seconds=exam.grace_seconds)
    return Clock(now, ends, grace, since, sitting.handed_in_at is not None)


def parse_stops(rows: Sequence[Sequence[str | None]] | None) -> list[Stop]:
    """Pauses from the JSON of either database; SQLite writes times without their zone, UTC."""
    return [(_moment(began), ended and _moment(ended)) for began, ended in rows or ()]


def _moment(text: str) -> datetime:
    found = parse_datetime(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def deadline(sitting: ExamSitting, now: datetime | None = None) -> datetime:
    """Without *now* a pause that still goes on is not counted."""
    return clock_of(sitting, now or sitting.started_at).deadline


def is_over(sitting: ExamSitting, now: datetime) -> bool:
    """Whether no answer can come any more: handed in, or the grace seconds have passed too."""
    return clock_of(sitting, now).over
