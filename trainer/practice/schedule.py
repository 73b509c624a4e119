"""What a person practises next, and why. Pure: values in, values out, `now` comes as an argument.

What is scheduled is a skill (drill × game × tag; a pay row is a tag like `row:flush`), never a
deal. The unit that is stored is a `Notebook`: everything known of one person about one drill in
one game. Lock its row, `record` the answer, store `to_data()`. All times are aware.

SIGNATURES ONLY FOR NOW; the bodies follow.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Skill:
    """What is rated and falls due. `str` is `drill/game/tag`, `parse_skill` reads it."""

    drill: str
    game: str
    tag: str


def target_ms(drill: str) -> int:
    """Within which time an answer is quick enough (table `TARGETS_MS`, else `USUAL_TARGET_MS`)."""
    raise NotImplementedError


class Grade(StrEnum):
    """How an answer counts: WRONG, SLOW (right after the target: weak), RIGHT."""

    WRONG = "wrong"
    SLOW = "slow"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What was expected and what was given instead, in labels of the drill (`flush`, `push`)."""

    expected: str
    given: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One first answer, for `record`.

    `tags` are the deal's, `deal` how the shell finds it again (any text, as its key), `level`
    the deal's. `elapsed_ms` is without the reading of explanations. `explained` says whether the
    explanation was shown (False in a sprint: the person has learned less from it).
    """

    right: bool
    elapsed_ms: int
    at: datetime
    level: int
    tags: frozenset[str]
    deal: str = ""
    mistakes: tuple[Mistake, ...] = ()
    explained: bool = True


def mistakes_of(parts: Iterable[Mapping[str, Any]]) -> tuple[Mistake, ...]:
    """Of the wrong ones among a verdict's parts, as `Part.to_data` gives them and as stored.

    Where both answers have names (a hand, a choice, an outcome) these are the labels; elsewhere
    (amounts, cards, orders) the expected is the part's name and the given the error code.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Notebook:
    """What is known of one person about one drill in one game. `Notebook(drill, game)` is empty.

    `level` is the level at which to ask; it rises and falls by the latest answers.
    """

    drill: str
    game: str
    level: int = 1

    def record(self, answered: Answered) -> "Notebook":
        """With one more answer; an answer older than the last one is counted as at that time."""
        raise NotImplementedError

    def set_aside(self, tag: str, at: datetime) -> "Notebook":
        """*tag* could not be dealt (`CannotDealError`): it is not asked for in the next 30 days."""
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        """JSON value; a few kilobytes."""
        raise NotImplementedError

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Notebook":
        """Inverse of `to_data`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Plan:
    """A person's wishes: `cap` questions a day, holidays as first and last local day, time zone.

    `zone` is an IANA name. In a holiday nothing falls due and no streak breaks.
    """

    zone: str = "UTC"
    cap: int = 40
    holidays: tuple[tuple[date, date], ...] = ()

    def to_data(self) -> dict[str, Any]:
        raise NotImplementedError

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Plan":
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Offer:
    """A drill in a game as it can be dealt now: its levels, and its tags in menu order."""

    drill: str
    game: str
    levels: tuple[int, ...]
    tags: tuple[str, ...]


class Why(StrEnum):
    """Why something is asked next."""

    CONFUSED = "confused"  # a minimal pair of a deal that was confused
    DUE = "due"
    WEAK = "weak"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to deal next.

    `variant_of` is the `deal` of an `Answered`: deal a variant of it (its `want` is empty, for a
    variant has another result). `skill` is what it is for.
    If the deal cannot be made: `Notebook.set_aside(skill.tag)` and ask again.
    """

    skill: Skill
    level: int
    want: frozenset[str]
    why: Why
    variant_of: str = ""

    @property
    def drill(self) -> str:
        return self.skill.drill

    @property
    def game(self) -> str:
        return self.skill.game


def next_wanted(
    notebooks: Iterable[Notebook],
    offers: Sequence[Offer],
    now: datetime,
    *,
    recent: Sequence[Skill] = (),
    level: int | None = None,
) -> Wanted:
    """The next thing to ask: of everything in *offers*, what this person gains most from.

    *recent* are the skills asked last (latest last): none of the last two is asked again while
    there is something else. *level* overrides the notebook's. Narrow *offers* to practise one
    drill or theme. It never refuses: the cap only governs what `due` shows.

    Raises: ValueError: if nothing is offered.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Due:
    """A skill that is due: `overdue_days` full days (holidays left out), chance of a miss 0–1."""

    skill: Skill
    overdue_days: int
    miss: float


def due(
    notebooks: Iterable[Notebook],
    offers: Sequence[Offer],
    plan: Plan,
    now: datetime,
    *,
    answered_today: int = 0,
) -> tuple[Due, ...]:
    """What is due today, the most needed first: at most `plan.cap - answered_today`.

    What lies long overdue leaves the list again (it is still asked as weak), so that nobody comes
    back to a backlog. Empty in a holiday.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Confusion:
    """`count` times *given* instead of *expected* in all; `weight` fades as it is got right.

    `deals` are the latest, latest first, at most three.
    """

    drill: str
    expected: str
    given: str
    count: int
    weight: float
    last_at: datetime
    deals: tuple[str, ...] = ()


def confusion_table(notebooks: Iterable[Notebook], drill: str) -> tuple[Confusion, ...]:
    """Expected × given for a drill over all its games, the heaviest first."""
    raise NotImplementedError


def confused_pairs(
    notebooks: Iterable[Notebook], offers: Sequence[Offer], now: datetime
) -> tuple[Wanted, ...]:
    """Minimal pairs worth asking now, the heaviest confusion first, one for each."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Rating:
    """Of a skill, by its latest `RATED` (20) answers.

    `missing` more answers are needed until there is a rating; until then `percent` is None.
    `percent` counts right answers in time, is rounded down and 100 only if all were; `low` and
    `high` are the bounds in percent within which it truly lies with 90 % confidence.
    """

    answers: int
    right: int
    slow: int
    missing: int
    percent: int | None = None
    low: int = 0
    high: int = 100


def rating(notebook: Notebook, tag: str) -> Rating:
    """Of a skill that was never asked too."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Streak:
    """“4 shifts in 7 days”: `shifts` in the 7 local days up to today, of `goal`.

    `days` is for how many local days in a row, up to today or yesterday, the rule has held;
    `until` the last local day on which it will hold without another shift, None if it is broken.
    Days of holidays are left out of all counts.
    """

    shifts: int
    goal: int
    days: int
    until: date | None = None


def streak(shifts: Iterable[datetime], plan: Plan, now: datetime) -> Streak:
    """From the ends of finished shifts in any order."""
    raise NotImplementedError


def local_day(at: datetime, zone: str) -> date:
    """The date on the wall of the person. Raises: ValueError: if *at* is naive."""
    raise NotImplementedError


__all__ = [
    "Answered",
    "Confusion",
    "Due",
    "Grade",
    "Mistake",
    "Notebook",
    "Offer",
    "Plan",
    "Rating",
    "Skill",
    "Streak",
    "Wanted",
    "Why",
    "confused_pairs",
    "confusion_table",
    "due",
    "local_day",
    "mistakes_of",
    "next_wanted",
    "rating",
    "streak",
    "target_ms",
]
_ = field
