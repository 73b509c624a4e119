"""What the home page says of a learner: the shift of today and the weakest pair.

From the notebooks as they are: what is answered in a sitting that is still open comes later.
Only where there are none yet, they are begun.
"""

from dataclasses import dataclass
from datetime import datetime

from rules.models import House
from trainer.models import Learner
from trainer.practice import planning, runs, schedule
from trainer.practice.absorbing import absorb


@dataclass(frozen=True, slots=True)
class Today:
    """`due` counts skills. `weakest` is the confusion that weighs most, with its game."""

    due: int
    holiday: bool
    streak: schedule.Streak
    weakest: schedule.Confusion | None
    weakest_game: str = ""


def today(learner: Learner, house: House, now: datetime) -> Today | None:
    """None before the first answer."""
    known = planning.known(learner, house, now)
    if not known.rows and absorb(learner):
        known = planning.known(learner, house, now)
    if not known.rows:
        return None
    plan = planning.wishes(learner)
    answered = runs.answered_on(learner, plan, now)
    own = known.own
    due = schedule.due(own.books, own.offers, plan, now, answered_today=answered)
    weakest, game = planning.weakest(known)
    return Today(
        due=len(due),
        holiday=plan.is_holiday(schedule.local_day(now, plan.zone)),
        streak=planning.streak(learner, plan, now),
        weakest=weakest,
        weakest_game=game,
    )
