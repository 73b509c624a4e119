"""What many learners come to, compared with others, and under other models."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import Any, Final

from trainer.practice.simulation.learners import Make, Model, simulate


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
