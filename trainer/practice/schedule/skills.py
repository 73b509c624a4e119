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


@dataclass(frozen=True, slots=True)
class Case:
    """What may be true of a person and a skill: with the chance of a miss at the `start`.

    `pace` explained questions halve it; `share` is how common the case is.
    """

    start: float
    pace: float
    share: float


# After as many explained questions half of the misses are gone. Rather too many than too few:
# then a skill that was missed early is asked again until the doubt is gone.
PACE: Final = 5.0
# Where explanations hardly help, misses must go on being believed.
STUCK: Final = 40.0
# Doubling steps from "knows it" to "guesses"; one skill in three or four is worth work.
CASES: Final = (
    Case(0.02, PACE, 0.25),
    Case(0.04, PACE, 0.25),
    Case(0.08, PACE, 0.2),
    Case(0.16, PACE, 0.14),
    Case(0.32, PACE, 0.09),
    Case(0.64, PACE, 0.05),
    Case(0.2, STUCK, 0.01),
    Case(0.5, STUCK, 0.01),
)
PRIOR: Final = tuple(case.share for case in CASES)
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


def missed_by(weights: Sequence[float]) -> tuple[float, float]:
    """The chances of a miss at the start that go with practice, and that stay."""
    parts = [0.0, 0.0]
    for weight, case in zip(weights, CASES, strict=True):
        parts[case.pace == STUCK] += weight * case.start
    return parts[0], parts[1]


@dataclass(frozen=True, slots=True)
class SkillState:
    """`SkillState()` was never asked.

    `answers` counts grades, `recent` has a letter of `LETTERS` for each of the latest `RATED`
    of them, the latest last.
    `weights` say how likely each of `CASES` is, `misses` is `missed_by` them. `practice` counts
    the explained questions that were remembered at `at`, the last answer. `stability` (days)
    and `difficulty` are FSRS'.
    """

    answers: int = 0
    recent: str = ""
    weights: tuple[float, ...] = PRIOR
    misses: tuple[float, float] = missed_by(PRIOR)
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
        practice = self.remembered(now)
        going, staying = self.misses
        left: float = going * 2 ** (-practice / PACE) + staying * 2 ** (-practice / STUCK)
        return left

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
        practice = self.remembered(now)
        likely = [
            (1 - SLIP) * others * (1 - case.start * 2 ** (-practice / case.pace)) for case in CASES
        ]
        if missed:
            likely = [1 - right for right in likely]
        products = [w * chance for w, chance in zip(self.weights, likely, strict=True)]
        total = sum(products)
        # Never quite 0, so that a person can change.
        weights = tuple([max(round(product / total, 5), 1e-5) for product in products])
        return {"weights": weights, "misses": missed_by(weights)}

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
        # Stored when there were other cases: the doubt begins anew, all else is kept.
        fits = len(data["weights"]) == len(CASES)
        weights = tuple(data["weights"]) if fits else PRIOR
        return cls(
            **{**data, "weights": weights, "misses": missed_by(weights)}
            | {name: time_from_data(data[name]) for name in ("at", "due_at")}
        )


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
NEW: Final = SkillState()


def time_to_data(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def time_from_data(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def utc(at: datetime) -> datetime:
    """Raises: ValueError: if *at* has no time zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at.isoformat()} has no time zone")
    return at.astimezone(UTC)
