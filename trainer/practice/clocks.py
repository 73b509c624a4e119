"""Which time counts: pure, in milliseconds.

The clock of a question runs from its first serving to the receipt of the answer, and stands while
an explanation is read. Time in which nobody can have been there is taken out of practice; the
clock of a sprint does not wait for it. In a sprint a miss costs time on top.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from trainer.models import Mode, Question, Sitting

SPRINT_MINUTES: Final = (2, 3)
SPRINT_MISS_MS: Final = 10_000
SHIFT_MS: Final = 10 * 60_000
# Whoever needs longer than both for one question was away.
IDLE_LEAST_MS: Final = 90_000
IDLE_TARGETS: Final = 6


@dataclass(frozen=True, slots=True)
class Counted:
    """How an answer counts. `spent_ms` is that of the sitting after it; `ends` says whether the
    sitting comes to its own end with it."""

    idle_ms: int
    late: bool
    spent_ms: int
    ends: bool


def count(
    question: Question, elapsed_ms: int, right: bool, *, is_through: bool = False
) -> Counted:
    """*question* with its sitting as it was before the answer; `is_through` says that a shift has
    nothing left of its plan."""
    sitting = question.sitting
    sprint = sitting.mode == Mode.SPRINT
    idle_ms = max(0, elapsed_ms - idle_after_ms(question.target_ms))
    late = sprint and sitting.spent_ms + elapsed_ms > sitting.limit_ms
    waited_ms = 0 if sprint else idle_ms
    spent_ms = sitting.spent_ms + elapsed_ms - waited_ms + (0 if right else sitting.miss_ms)
    ends = is_through or _ends(sitting, question.position, spent_ms, right)
    return Counted(idle_ms, late, spent_ms, ends)


def _ends(sitting: Sitting, position: int, spent_ms: int, right: bool) -> bool:
    if sitting.limit_ms is not None:
        return spent_ms >= sitting.limit_ms
    if sitting.mode == Mode.STREAK:
        return not right
    return position == sitting.length


def idle_after_ms(target_ms: int | None) -> int:
    return max(IDLE_LEAST_MS, IDLE_TARGETS * (target_ms or 0))


def left_ms(sitting: Sitting, running_ms: int = 0) -> int | None:
    """What is left of the time while the open question has run so long; None without a limit."""
    if sitting.limit_ms is None:
        return None
    return max(0, sitting.limit_ms - sitting.spent_ms - running_ms)


def is_slow(target_ms: int | None, elapsed_ms: int) -> bool:
    """Whether a right answer took longer than its target; also of somebody who was away."""
    return target_ms is not None and elapsed_ms > target_ms


def local_date(at: datetime, zone: str) -> date:
    """The learner's own date; an empty or unknown *zone* is UTC."""
    try:
        return at.astimezone(ZoneInfo(zone or "UTC")).date()
    except (KeyError, ValueError):
        return at.astimezone(ZoneInfo("UTC")).date()
