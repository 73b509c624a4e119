"""Numbers that say no more than is known. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from statistics import median_low
from typing import Final

from trainer.practice.schedule import RATED_FROM, Rating

# Whoever takes longer than that many times their own usual time has hesitated.
UNEVEN: Final = Fraction(3, 2)


def percent(part: int, whole: int) -> int:
    """Rounded down, so that 100 means all; above nothing at least 1. *whole* is above 0.

    >>> percent(999, 1000), percent(1, 1000), percent(0, 1000), percent(3, 3)
    (99, 1, 0, 100)
    """
    return max(100 * part // whole, 1 if part else 0)


@dataclass(frozen=True, slots=True)
class Share:
    """Answers, those of them that were right in time, and those that were right but slow.

    `times_ms` are the times of all of them, idle time left out.
    """

    answers: int
    quick: int
    slow: int
    times_ms: tuple[int, ...] = ()

    @property
    def right(self) -> int:
        return self.quick + self.slow

    @property
    def missing(self) -> int:
        """How many more answers a rating takes."""
        return max(0, RATED_FROM - self.answers)

    @property
    def right_percent(self) -> int | None:
        return None if self.missing else percent(self.right, self.answers)

    @property
    def quick_percent(self) -> int | None:
        """How ready: right and in time."""
        return None if self.missing else percent(self.quick, self.answers)

    @property
    def low(self) -> int:
        """Bounds, in percent, that hold the true share of quick answers nine times in ten."""
        return floor(self._rating.low)

    @property
    def high(self) -> int:
        """No 100 unless all were right in time."""
        return self._rating.high if self.quick == self.answers else min(99, self._rating.high)

    @property
    def _rating(self) -> Rating:
        return Rating(self.answers, self.quick, self.slow)

    @property
    def median_ms(self) -> int | None:
        return median_low(self.times_ms) if self.times_ms and not self.missing else None


def steady_percent(times_ms: Sequence[Sequence[int]]) -> int | None:
    """Consistency: the share of answers that took at most one and a half times the person's own
    median; *times_ms* are the times of each drill. None where too few say anything."""
    rated = [each for each in times_ms if len(each) >= RATED_FROM]
    steady = sum(sum(time <= UNEVEN * median_low(each) for time in each) for each in rated)
    return percent(steady, sum(map(len, rated))) if rated else None
