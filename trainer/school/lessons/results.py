"""How a lesson went, measured against its goal. Pure: values in, values out.

What comes of it is frozen in `LessonRun.result` as `to_data` gives it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil
from statistics import median
from typing import Any, Protocol

from trainer.school.passing import CRITICAL, Ability, ability_of


class Asking(Protocol):
    """What of a lesson makes up its goal."""

    accuracy_percent: int
    critical_allowed: int
    pace_percent: int | None


@dataclass(frozen=True, slots=True)
class Goal:
    """`accuracy` is the least share of right parts in every ability, `critical` how many critical
    errors may be made, `pace` the most that the median of time to target may come to; all but
    `critical` in percent, `pace` None where nobody asks."""

    accuracy: int
    critical: int
    pace: int | None = None

    @classmethod
    def of(cls, lesson: Asking) -> "Goal":
        return cls(lesson.accuracy_percent, lesson.critical_allowed, lesson.pace_percent)


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was judged: `parts` are those of its verdict, `busy_ms` its time without
    idle time, `target_ms` missing where nobody counted the seconds."""

    drill: str
    right: bool
    parts: Sequence[Mapping[str, Any]]
    busy_ms: int
    target_ms: int | None


@dataclass(frozen=True, slots=True)
class Share:
    """Graded parts, and those of them that were right; `asked` is at least 1."""

    asked: int
    right: int

    @property
    def percent(self) -> int:
        """Rounded down, so that 100 means all."""
        return 100 * self.right // self.asked


class Lack(StrEnum):
    """Why the goal is not reached."""

    ANSWERS = "answers"
    ACCURACY = "accuracy"
    CRITICAL = "critical"
    PACE = "pace"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Result:
    """`right` of `answered` whole questions, of `questions` that the lesson has; in `abilities`
    each graded part counts. `codes` counts the mistakes. `pace` is the median of time to target
    in percent, rounded up, `median_ms` that of the times; None where there is nothing to measure.
    `late` says that the lesson had closed before its end.
    """

    goal: Goal
    questions: int
    answered: int = 0
    right: int = 0
    abilities: Mapping[Ability, Share] = field(default_factory=dict)
    codes: Mapping[str, int] = field(default_factory=dict)
    median_ms: int | None = None
    pace: int | None = None
    late: bool = False

    @property
    def critical(self) -> int:
        """How many critical errors there were."""
        return sum(self.codes.get(code.value, 0) for code in CRITICAL)

    @property
    def missing(self) -> int:
        return self.questions - self.answered

    @property
    def too_low(self) -> list[Ability]:
        """Abilities below the goal."""
        shares = self.abilities.items()
        return [each for each, share in shares if share.percent < self.goal.accuracy]

    @property
    def lacks(self) -> list[Lack]:
        return list(self._lacks())

    def _lacks(self) -> Iterator[Lack]:
        if self.missing:
            yield Lack.ANSWERS
        if self.too_low:
            yield Lack.ACCURACY
        if self.critical > self.goal.critical:
            yield Lack.CRITICAL
        if None not in (self.goal.pace, self.pace) and self.pace > self.goal.pace:
            yield Lack.PACE
        if self.late:
            yield Lack.LATE

    @property
    def passed(self) -> bool:
        return not self.lacks

    def to_data(self) -> dict[str, Any]:
        return {
            "goal": {
                "accuracy": self.goal.accuracy,
                "critical": self.goal.critical,
                "pace": self.goal.pace,
            },
            "questions": self.questions,
            "answered": self.answered,
            "right": self.right,
            "abilities": {
                ability.value: [share.asked, share.right]
                for ability, share in self.abilities.items()
            },
            "codes": dict(self.codes),
            "median_ms": self.median_ms,
            "pace": self.pace,
            "late": self.late,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Result":
        """Inverse of `to_data`."""
        shares = {Ability(key): Share(*counts) for key, counts in data["abilities"].items()}
        return cls(**{**data, "goal": Goal(**data["goal"]), "abilities": shares})


def judge(goal: Goal, questions: int, answers: Sequence[Given], *, late: bool = False) -> Result:
    """What *answers* to so many *questions* come to."""
    asked: Counter[Ability] = Counter()
    right: Counter[Ability] = Counter()
    codes: Counter[str] = Counter()
    for answer in answers:
        for part in answer.parts:
            ability = ability_of(answer.drill, part["name"], part["expected"]["kind"])
            asked[ability] += 1
            right[ability] += part["right"]
            if not part["right"] and part["code"]:
                codes[part["code"]] += 1
    # Idle time is left out of `busy_ms`, but an answer with any is slower than its target.
    paces = [100 * each.busy_ms / each.target_ms for each in answers if each.target_ms]
    return Result(
        goal,
        questions,
        answered=len(answers),
        right=sum(each.right for each in answers),
        abilities={each: Share(asked[each], right[each]) for each in Ability if asked[each]},
        codes=dict(codes),
        median_ms=int(median(each.busy_ms for each in answers)) if answers else None,
        pace=ceil(median(paces)) if paces else None,
        late=late,
    )
