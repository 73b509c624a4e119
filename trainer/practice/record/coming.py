"""What is due, and what is mixed up, of the notebooks; reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from trainer.models import Learner
from trainer.practice import planning, runs, schedule
from trainer.practice.record.confused import (
    Pair,
    Picture,
    drills_with_confusions,
    games_with_confusions,
    pairs,
    picture,
)


@dataclass(frozen=True, slots=True)
class Coming:
    """`due` today, the most needed first; nothing on a holiday. `redo` says whether something
    missed or slow is left to be done once more."""

    due: tuple[schedule.Due, ...]
    holiday: bool
    redo: bool


def coming(
    known: planning.Known, learner: Learner, now: datetime, *, answered_today: int
) -> Coming:
    (plan, redo), own = runs.wishes_and_redo(learner, now), known.own
    due = schedule.due(own.books, own.offers, plan, now, answered_today=answered_today)
    return Coming(due, plan.is_holiday(schedule.local_day(now, plan.zone)), redo)


@dataclass(frozen=True, slots=True)
class MixedUp:
    """The confusions of `drill`, one of the `drills` that have some; empty where none has.

    `games` are those of the drill that have some, `game` the one that is shown; empty for all.
    """

    drills: list[str]
    drill: str
    games: list[str]
    game: str
    pairs: list[Pair]
    picture: Picture

    @property
    def named(self) -> bool:
        """Whether every pair is one answer taken for another."""
        return all(pair.named for pair in self.pairs)


def mixed_up(books: Sequence[schedule.Notebook], drill: str, game: str = "") -> MixedUp:
    """Of *drill*, or if it has no confusions of the one with the most; of *game*, or if the drill
    has none there of all its games."""
    found = drills_with_confusions(books)
    chosen = drill if drill in found else next(iter(found), "")
    games = games_with_confusions(books, chosen)
    game = game if game in games else ""
    own = [book for book in books if not game or book.game == game]
    named = pairs(own, chosen) if chosen else []
    return MixedUp(found, chosen, games, game, named, picture(named))
