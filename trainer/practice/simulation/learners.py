"""A learner made of a few numbers, who practises what a scheduler chooses.

A learner has a number of skills, some of them weak. The chance of an error on a skill is
start × 2^(−c / pace) plus a slip; c counts the explained questions on that skill and halves for
every `keep_days` full days without one. A scheduler chooses the skill of each question and sees
nothing but whether the answer was right.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean
from typing import Final, Protocol

_FIRST_DAY: Final = datetime(2026, 1, 5, 9, tzinfo=UTC)
_EACH: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Model:
    """What learners are like. The defaults are those that the goals are set for.

    `pace` explained questions halve the chance of an error; `keep_days` days without one halve
    what they did. With `fades_smoothly` that goes on every day, else once for each full span.
    With `only_misses_teach` an explanation is heeded only after an error.
    """

    skills: int = 24
    weak: int = 3
    start_weak: float = 0.4
    start_other: float = 0.05
    slip: float = 0.01
    pace: float = 4.0
    keep_days: float = 5.0
    a_day: int = 40
    questions: int = 200
    fades_smoothly: bool = False
    only_misses_teach: bool = False


class Scheduler(Protocol):
    def choose(self, now: datetime) -> int:
        """The skill to ask at *now*, from 0."""
        ...

    def told(self, skill: int, right: bool, now: datetime) -> None: ...


Make = Callable[[Model, Random], Scheduler]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Mean chance of an error of one learner in the end; None where there is no such skill."""

    weak: float | None
    others: float | None
    all: float


def simulate(model: Model, make: Make, seed: int) -> Outcome:
    """One learner. The weak skills are the same for every scheduler with the same *seed*."""
    draw = Random(f"learner {seed}")
    weak = frozenset(draw.sample(range(model.skills), model.weak))
    starts = [
        model.start_weak if skill in weak else model.start_other for skill in range(model.skills)
    ]
    practice = [0.0] * model.skills
    last = [_FIRST_DAY] * model.skills
    scheduler = make(model, Random(f"scheduler {seed}"))

    def remembered(skill: int, now: datetime) -> float:
        days = (now - last[skill]).days / model.keep_days
        if not practice[skill]:
            return 0.0
        halvings = days if model.fades_smoothly else days // 1
        return float(practice[skill] * 2**-halvings)

    def chance(skill: int, now: datetime) -> float:
        unlearned = starts[skill] * 2 ** (-remembered(skill, now) / model.pace)
        return float(min(1.0, unlearned + model.slip))

    now = _FIRST_DAY
    for now in times(model):
        skill = scheduler.choose(now)
        right = draw.random() >= chance(skill, now)
        heeded = not (right and model.only_misses_teach)
        practice[skill] = remembered(skill, now) + heeded
        last[skill] = now
        scheduler.told(skill, right, now)
    ends = [chance(skill, now) for skill in range(model.skills)]
    others = [end for skill, end in enumerate(ends) if skill not in weak]
    return Outcome(
        fmean(ends[skill] for skill in weak) if weak else None,
        fmean(others) if others else None,
        fmean(ends),
    )


def times(model: Model) -> Iterator[datetime]:
    for number in range(model.questions):
        day, place = divmod(number, model.a_day)
        yield _FIRST_DAY + timedelta(days=day) + place * _EACH
