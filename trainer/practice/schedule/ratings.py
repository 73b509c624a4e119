"""How well a skill is mastered, with how much of it is chance."""

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Final

from trainer.practice.schedule.notebooks import Notebook
from trainer.practice.schedule.skills import LETTERS, Grade

# Fewer answers say nothing.
RATED_FROM: Final = 5
# Standard deviations on both sides that hold nine in ten.
_Z: Final = 1.645


@dataclass(frozen=True, slots=True)
class Rating:
    """Of a skill, by its latest answers (20 at most).

    `right` are right in time, `slow` right but late. `missing` more answers are needed until
    there is a rating; until then `percent` is None. `percent` is the share of `right`, rounded
    down, so that 100 means all. `low` and `high` (percent) are the bounds within which the true
    share lies with a confidence of 90 % (Wilson's interval).
    """

    answers: int
    right: int
    slow: int

    @property
    def missing(self) -> int:
        return max(0, RATED_FROM - self.answers)

    @property
    def percent(self) -> int | None:
        return None if self.missing else 100 * self.right // self.answers

    @property
    def low(self) -> int:
        return floor(100 * self._bounds()[0])

    @property
    def high(self) -> int:
        return ceil(100 * self._bounds()[1])

    def _bounds(self) -> tuple[float, float]:
        n, z = self.answers, _Z
        if not n:
            return 0.0, 1.0
        share = self.right / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        spread = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, middle - spread), min(1.0, middle + spread)


def rating(notebook: Notebook, tag: str) -> Rating:
    """Of a skill that may never have been asked."""
    recent = notebook.skill(tag).recent
    right, slow = (recent.count(LETTERS[grade]) for grade in (Grade.RIGHT, Grade.SLOW))
    return Rating(len(recent), right, slow)
