"""What is known of one skill: how likely a miss is, when it falls due, its latest grades.

Two estimates work together. FSRS says how long a skill is remembered and on which day it falls
due. A filter says how likely a miss is today: it keeps a weight for each chance of a miss that
the person may have started with, and takes for granted that explained questions help.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from fsrs import Card, Rating, Scheduler, State


@dataclass(frozen=True, slots=True, order=True)
class Skill:
    """What is rated and falls due; a pay row is a tag like `row:flush`."""

    drill: str
    game: str
    tag: str

    def __str__(self) -> str:
        return f"{self.drill}/{self.game}/{self.tag}"


def parse_skill(text: str) -> Skill:
    """Inverse of `str`. Raises: ValueError.

    >>> parse_skill("recall/russian-poker/row:flush").tag
    'row:flush'
    """
    parts = text.split("/")
    if len(parts) != 3 or not all(parts):
        raise ValueError(f"{text!r} is not drill/game/tag")
    return Skill(*parts)


class Grade(StrEnum):
    """How an answer counts; only RIGHT is no miss. SLOW is right after the target."""

    WRONG = "wrong"
    SLOW = "slow"
    RIGHT = "right"


LETTERS: Final[Mapping[Grade, str]] = {Grade.WRONG: "w", Grade.SLOW: "s", Grade.RIGHT: "r"}

# --- what is taken for granted of a learner --------------------------------------------------

# Chances of a miss that a person may bring along, and how common each of them is. Doubling
# steps from "knows it" to "guesses"; rather more than one skill in four is worth work.
STARTS: Final = (0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
PRIOR: Final = (0.25, 0.25, 0.2, 0.15, 0.1, 0.05)
# After as many explained questions half of the misses are gone. Rather too many than too few:
# then a skill that was missed early is asked again until the doubt is gone.
PACE: Final = 5.0
# A miss for no reason, in one question of a hundred.
SLIP: Final = 0.01
# An answer without its explanation (as in a sprint) helps half as much.
UNEXPLAINED: Final = 0.5
# So many latest grades are kept and rated.
RATED: Final = 20

# Days only: what is to be asked again today is the filter's business. No fuzz, which would be
# random; nothing stays away longer than a year.
_FSRS: Final = Scheduler(
    desired_retention=0.9,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=365,
    enable_fuzzing=False,
)
_RATINGS: Final[Mapping[Grade, Rating]] = {
    Grade.WRONG: Rating.Again,
    Grade.SLOW: Rating.Hard,
    Grade.RIGHT: Rating.Good,
}


def mean_start(weights: Sequence[float]) -> float:
    return sum(weight * start for weight, start in zip(weights, STARTS, strict=True))


_NEW_START: Final = mean_start(PRIOR)


@dataclass(frozen=True, slots=True)
class SkillState:
    """`SkillState()` was never asked.

    `answers` counts grades, `recent` has a letter of `LETTERS` for each of the latest `RATED`
    of them, the latest last.
    `weights` say how likely each of `STARTS` is, `start` is their mean. `practice` counts the
    explained questions that were remembered at `at`, the last answer. `stability` (days) and
    `difficulty` are FSRS'.
    """

    answers: int = 0
    recent: str = ""
    weights: tuple[float, ...] = PRIOR
    start: float = _NEW_START
    practice: float = 0.0
    stability: float | None = None
    difficulty: float | None = None
    at: datetime | None = None
    due_at: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self.due_at is not None and self.due_at <= now

    def remembered(self, now: datetime) -> float:
        """How much of `practice` still counts at *now*."""
        if self.at is None or self.stability is None or (now - self.at).days < 1:
            return self.practice
        return self.practice * _FSRS.get_card_retrievability(self._card(), now)

    def unlearned(self, now: datetime) -> float:
        """Chance of a miss that is no slip, 0 to 1."""
        return self.start * half_gone(self.remembered(now))

    def miss(self, now: datetime) -> float:
        """Chance that the next answer is wrong or slow, 0 to 1."""
        return 1 - (1 - SLIP) * (1 - self.unlearned(now))

    def clean_run(self) -> int:
        """Right answers in a row at the end of `recent`."""
        return len(self.recent) - 1 - max(self.recent.rfind("w"), self.recent.rfind("s"))

    def after(
        self, missed: bool, grade: Grade | None, others: float, explained: bool, now: datetime
    ) -> "SkillState":
        """After an answer at *now* (UTC) to a deal that has this skill.

        *others* is the chance that all other skills of the deal hold: a miss may come from
        them, then the *grade* is none and only doubt is cast.
        """
        gain = 1.0 if explained else UNEXPLAINED
        state = replace(
            self,
            practice=round(self.remembered(now) + gain, 4),
            at=now,
            **self._weighed(missed, others, now),
        )
        return state if grade is None else replace(state, **self._graded(grade, now))

    def _weighed(self, missed: bool, others: float, now: datetime) -> dict[str, Any]:
        gone = half_gone(self.remembered(now))
        likely = [(1 - SLIP) * others * (1 - start * gone) for start in STARTS]
        if missed:
            likely = [1 - right for right in likely]
        products = [w * chance for w, chance in zip(self.weights, likely, strict=True)]
        total = sum(products)
        # Never quite 0, so that a person can change.
        weights = tuple([max(round(product / total, 5), 1e-5) for product in products])
        return {"weights": weights, "start": mean_start(weights)}

    def _graded(self, grade: Grade, now: datetime) -> dict[str, Any]:
        card, _log = _FSRS.review_card(self._card(), _RATINGS[grade], now)
        if card.stability is None or card.difficulty is None:
            raise AssertionError(f"FSRS left a reviewed card without memory: {card}")
        return {
            "answers": self.answers + 1,
            "recent": (self.recent + LETTERS[grade])[-RATED:],
            "stability": round(card.stability, 4),
            "difficulty": round(card.difficulty, 4),
            "due_at": card.due,
        }

    def _card(self) -> Card:
        return Card(
            card_id=0,
            state=State.Learning if self.stability is None else State.Review,
            stability=self.stability,
            difficulty=self.difficulty,
            due=self.due_at or _EPOCH,
            last_review=self.at,
        )

    def to_data(self) -> dict[str, Any]:
        return {
            "answers": self.answers,
            "recent": self.recent,
            "weights": list(self.weights),
            "practice": self.practice,
            "stability": self.stability,
            "difficulty": self.difficulty,
            "at": time_to_data(self.at),
            "due_at": time_to_data(self.due_at),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "SkillState":
        weights = tuple(data["weights"])
        return cls(
            **{**data, "weights": weights, "start": mean_start(weights)}
            | {name: time_from_data(data[name]) for name in ("at", "due_at")}
        )


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
NEW: Final = SkillState()


def half_gone(practice: float) -> float:
    """Part of the misses that is left after so many explained questions."""
    left: float = 2 ** (-practice / PACE)
    return left


def time_to_data(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def time_from_data(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def utc(at: datetime) -> datetime:
    """Raises: ValueError: if *at* has no time zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at.isoformat()} has no time zone")
    return at.astimezone(UTC)
