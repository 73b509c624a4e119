"""A person's wishes and days: the daily cap, holidays, the time zone, the streak."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

STREAK_SHIFTS: Final = 4
STREAK_DAYS: Final = 7
_DAY: Final = timedelta(days=1)


def local_day(at: datetime, zone: str) -> date:
    """The date on the wall of the person. Raises: ValueError: if *at* has no time zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at.isoformat()} has no time zone")
    return at.astimezone(ZoneInfo(zone)).date()


@dataclass(frozen=True, slots=True)
class Plan:
    """`cap` questions a day, holidays as first and last local day, an IANA time zone.

    In a holiday nothing falls due and no streak breaks.

    Raises: ValueError: for an unknown zone, a negative cap, a holiday that ends first.
    """

    zone: str = "UTC"
    cap: int = 40
    holidays: tuple[tuple[date, date], ...] = ()

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (LookupError, OSError, ValueError) as error:
            raise ValueError(f"{self.zone!r} is no time zone") from error
        if self.cap < 0:
            raise ValueError(f"a cap of {self.cap} questions a day")
        for first, last in self.holidays:
            if last < first:
                raise ValueError(f"a holiday from {first} to {last}")

    def is_holiday(self, day: date) -> bool:
        return any(first <= day <= last for first, last in self.holidays)

    def room(self, day: date, answered: int) -> int:
        """How many skills that are due *day* still takes after so many answers."""
        return 0 if self.is_holiday(day) else max(0, self.cap - answered)

    def working_days(self, after: date, day: date) -> int:
        """Days from the one after *after* to *day* without holidays; 0 if it is not later."""
        first, free = after + _DAY, 0
        for start, end in sorted(self.holidays):
            # What an earlier holiday has covered is not counted again.
            start = max(start, first)
            free += max(0, (min(end, day) - start).days + 1)
            first = max(first, min(end, day) + _DAY)
        return max(0, (day - after).days - free)

    def to_data(self) -> dict[str, Any]:
        holidays = [[first.isoformat(), last.isoformat()] for first, last in self.holidays]
        return {"zone": self.zone, "cap": self.cap, "holidays": holidays}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Plan":
        """Inverse of `to_data`."""
        holidays = (tuple(map(date.fromisoformat, pair)) for pair in data["holidays"])
        return cls(data["zone"], data["cap"], tuple((first, last) for first, last in holidays))


@dataclass(frozen=True, slots=True)
class Streak:
    """“4 shifts in 7 days”: `shifts` in the 7 local days up to today, of `goal`.

    `days` is for how many local days in a row the rule has held, up to today, or to yesterday
    while a shift today can still save it. `until` is the last local day on which it will hold
    without another shift: yesterday in that last case, None where there is no streak. Days of
    holidays are left out of all counts; a shift in one counts for the day before it.
    """

    shifts: int
    goal: int
    days: int
    until: date | None = None

    @property
    def holds(self) -> bool:
        return self.shifts >= self.goal


def streak(shifts: Iterable[datetime], plan: Plan, now: datetime) -> Streak:
    """From the ends of finished shifts, in any order.

    Raises: ValueError: if a time has no zone.
    """
    today = local_day(now, plan.zone)
    ages: dict[int, int] = {}
    for end in shifts:
        age = plan.working_days(local_day(end, plan.zone), today)
        ages[age] = ages.get(age, 0) + 1

    def within(age: int) -> int:
        """Shifts in the seven days up to the day of that age; days to come have ages below 0."""
        return sum(ages.get(each, 0) for each in range(max(age, 0), age + STREAK_DAYS))

    # Yesterday's streak can still be saved, unless today is no day of work.
    latest = 0 if within(0) >= STREAK_SHIFTS or plan.is_holiday(today) else 1
    days = 0
    while within(latest + days) >= STREAK_SHIFTS:
        days += 1
    return Streak(within(0), STREAK_SHIFTS, days, _until(within, plan, today, latest, days))


def _until(
    within: Callable[[int], int], plan: Plan, today: date, latest: int, days: int
) -> date | None:
    if not days:
        return None
    if latest:
        return today - _DAY
    day, ahead = today, 0
    while True:
        if not plan.is_holiday(day + _DAY):
            ahead += 1
            if within(-ahead) < STREAK_SHIFTS:
                return day
        day += _DAY
