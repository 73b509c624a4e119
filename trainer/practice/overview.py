"""What the home page says of a learner: how it goes, the shift of today, the weakest pair."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.games.base import Ruleset
from trainer.models import Learner, Notebook
from trainer.practice import planning, runs, schedule
from trainer.practice.absorbing import catch_up, counted
from trainer.practice.progress import Accuracy


@dataclass(frozen=True, slots=True)
class Today:
    """`due` counts skills, `done` says whether a shift has been done today. `weakest` is the
    confusion that weighs most, with its game; `redo` says whether something missed or slow is
    left to be done once more."""

    due: int
    holiday: bool
    done: bool
    streak: schedule.Streak
    weakest: schedule.Confusion | None
    weakest_game: str = ""
    redo: bool = False


def notebooks(learner: Learner | None) -> tuple[tuple[Notebook, ...], int]:
    """With the latest answers in them, and how many are not in them yet; none before the first
    answer."""
    if learner is None:
        return (), 0
    left = catch_up(learner)
    return tuple(Notebook.objects.filter(learner=learner)), left


def accuracies(rows: tuple[Notebook, ...]) -> dict[tuple[str, str], Accuracy]:
    """By drill and game; what was only done once more does not count."""
    counts = {(row.drill, row.game): counted(row) for row in rows}
    return {pair: Accuracy(each["answered"], each["right"]) for pair, each in counts.items()}


def today(
    learner: Learner, rows: tuple[Notebook, ...], rules: Mapping[str, Ruleset], now: datetime
) -> Today:
    """*rules* are those in force at the learner's house, by game."""
    known = planning.known_from(rows, rules)
    (plan, redo), own = runs.wishes_and_redo(learner, now), known.own
    answered = runs.answered_on(learner, plan, now)
    due = schedule.due(own.books, own.offers, plan, now, answered_today=answered)
    weakest, game = planning.weakest(known)
    ends, day = planning.shifts_done(learner), schedule.local_day(now, plan.zone)
    return Today(
        due=len(due),
        holiday=plan.is_holiday(day),
        done=day in {schedule.local_day(end, plan.zone) for end in ends},
        streak=schedule.streak(ends, plan, now),
        weakest=weakest,
        weakest_game=game,
        redo=redo,
    )
