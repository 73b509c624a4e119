"""Learners made of a few numbers, to prove that the schedule helps: a model, not people.

A learner has a number of skills, some of them weak. The chance of an error on a skill is
start × 2^(−c / pace) plus a slip; c counts the explained questions on that skill and halves for
every five full days without one. A scheduler chooses the skill of each question and sees
nothing but whether the answer was right.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, Protocol

from trainer.practice.schedule import (
    Answered,
    Mistake,
    Notebook,
    Offer,
    Skill,
    Wanted,
    next_wanted,
)

_FIRST_DAY: Final = datetime(2026, 1, 5, 9, tzinfo=UTC)
_EACH: Final = timedelta(seconds=30)
_ANSWER_MS: Final = 3_000
TAGS_PER_GAME: Final = 3


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


@dataclass(slots=True)
class Uniform:
    """Every question on a skill drawn at random, as where everything is dealt by chance."""

    model: Model
    rng: Random

    def choose(self, now: datetime) -> int:
        return self.rng.randrange(self.model.skills)

    def told(self, skill: int, right: bool, now: datetime) -> None:
        pass


@dataclass(slots=True)
class InTurn:
    """One skill after the other, all equally often: a stricter measure than chance."""

    model: Model
    rng: Random
    last: int = -1

    def choose(self, now: datetime) -> int:
        self.last = (self.last + 1) % self.model.skills
        return self.last

    def told(self, skill: int, right: bool, now: datetime) -> None:
        pass


@dataclass(slots=True)
class MissedOnly:
    """Skills whose last answer was wrong, drawn at random; without any, all skills."""

    model: Model
    rng: Random
    missed: set[int] = field(default_factory=set)

    def choose(self, now: datetime) -> int:
        return self.rng.choice(sorted(self.missed) or range(self.model.skills))

    def told(self, skill: int, right: bool, now: datetime) -> None:
        (self.missed.discard if right else self.missed.add)(skill)


class Scheduled:
    """What the trainer itself does: the notebooks and `next_wanted`, with nothing added.

    Three skills are the tags of one drill in one game. A skill is asked under its tag alone.
    """

    def __init__(self, model: Model, rng: Random) -> None:
        places = range(-(-model.skills // TAGS_PER_GAME))
        self.skills = [
            Skill(f"drill-{number // TAGS_PER_GAME}", "game", f"tag-{number}")
            for number in range(model.skills)
        ]
        self.offers = [
            Offer(f"drill-{place}", "game", (1,), tuple(s.tag for s in self._of(place)))
            for place in places
        ]
        self.books = {offer.drill: Notebook(offer.drill, offer.game) for offer in self.offers}
        self.numbers = {skill: number for number, skill in enumerate(self.skills)}
        self.recent: list[Skill] = []

    def _of(self, place: int) -> list[Skill]:
        return self.skills[place * TAGS_PER_GAME : (place + 1) * TAGS_PER_GAME]

    def choose(self, now: datetime) -> int:
        wanted: Wanted = next_wanted(
            self.books.values(), self.offers, now, recent=self.recent[-2:]
        )
        return self.numbers[wanted.skill]

    def told(self, skill: int, right: bool, now: datetime) -> None:
        asked = self.skills[skill]
        self.recent.append(asked)
        answered = Answered(
            right=right,
            elapsed_ms=_ANSWER_MS,
            at=now,
            level=1,
            tags=frozenset([asked.tag]),
            deal=f"deal {len(self.recent)}",
            mistakes=() if right else (Mistake(asked.tag, "other"),),
        )
        self.books[asked.drill] = self.books[asked.drill].record(answered)


SCHEDULERS: Final[dict[str, Make]] = {
    "uniform": Uniform,
    "in turn": InTurn,
    "missed only": MissedOnly,
    "schedule": Scheduled,
}


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


@dataclass(frozen=True, slots=True)
class Result:
    """Means over learners with some weak skills, and `all_strong` over those without any."""

    weak: float
    others: float
    all_strong: float
    weak_error: float
    """Standard error of `weak`."""


def run(model: Model, make: Make, learners: int, first: int = 0) -> Result:
    """So many learners, with seeds from *first* on, once with and once without weak skills.

    Raises: ValueError: with fewer than two learners, or without both kinds of skills.
    """
    if learners < 2 or not 0 < model.weak < model.skills:
        raise ValueError(f"nothing to compare: {learners} learners, {model}")
    seeds = range(first, first + learners)
    some = [simulate(model, make, seed) for seed in seeds]
    none = [simulate(replace(model, weak=0), make, seed) for seed in seeds]
    weak = [outcome.weak for outcome in some if outcome.weak is not None]
    others = [outcome.others for outcome in some if outcome.others is not None]
    return Result(
        weak=fmean(weak),
        others=fmean(others),
        all_strong=fmean(outcome.all for outcome in none),
        weak_error=stdev(weak) / len(weak) ** 0.5,
    )


def informed(model: Model) -> Result:
    """If a scheduler knew every chance of an error and asked where it is greatest.

    No scheduler can have less error on all skills together. Nothing is forgotten here.
    """
    weak, others, _ = _spread(model, model.weak)
    return Result(weak, others, _spread(model, 0)[2], 0.0)


def _spread(model: Model, weak: int) -> tuple[float, float, float]:
    chances = [model.start_weak] * weak + [model.start_other] * (model.skills - weak)
    for _question in range(model.questions):
        chances[chances.index(max(chances))] *= 2 ** (-1 / model.pace)
    ends = [chance + model.slip for chance in chances]
    return fmean(ends[:weak] or ends), fmean(ends[weak:]), fmean(ends)


@dataclass(frozen=True, slots=True)
class Ratios:
    """A result as multiples of another's."""

    weak: float
    others: float
    all_strong: float

    @property
    def reached(self) -> bool:
        return (
            self.weak <= GOALS.weak
            and self.others <= GOALS.others
            and self.all_strong <= GOALS.all_strong
        )


GOALS: Final = Ratios(weak=0.5, others=1.1, all_strong=1.1)


def ratios(result: Result, base: Result) -> Ratios:
    return Ratios(
        result.weak / base.weak,
        result.others / base.others,
        result.all_strong / base.all_strong,
    )


SWEPT: Final = (
    "weak",
    "start_weak",
    "start_other",
    "slip",
    "pace",
    "keep_days",
    "a_day",
    "questions",
    "skills",
)


def sweep(model: Model) -> Iterator[tuple[str, Model]]:
    """Each parameter of *model* half as large and half as large again, and two other readings."""
    for name in SWEPT:
        value = getattr(model, name)
        for factor in (0.5, 1.5):
            changed = round(value * factor) if isinstance(value, int) else value * factor
            other: dict[str, Any] = {name: changed}
            yield f"{name} {changed:g}", replace(model, **other)
    yield "fades every day", replace(model, fades_smoothly=True)
    yield "only misses teach", replace(model, only_misses_teach=True)
