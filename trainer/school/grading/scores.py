"""What a sitting of an exam comes to: accuracy by ability, critical errors, pace, money, passed.

Nothing is blended into one number. Reads only; `score_of` is a function of values.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from math import ceil
from statistics import median, median_low
from typing import Any

from trainer.drills.base import PAY_NOW
from trainer.models import Course, Exam, ExamSitting
from trainer.practice.record.shares import percent
from trainer.practice.tables import Pace as TablePace
from trainer.practice.targets import target_ms
from trainer.school.grading.marks import Lookups, Mark, kind_of, marks_of, sat
from trainer.school.passing import CRITICAL, Ability, PassRules, ability_of


@dataclass(frozen=True, slots=True)
class Share:
    """Parts that were asked, those of them that were right, and those without an answer."""

    asked: int
    right: int
    unanswered: int

    @property
    def percent(self) -> int | None:
        """Rounded down, so that 100 means all; None where nothing was asked."""
        return percent(self.right, self.asked) if self.asked else None

    def reaches(self, least: int) -> bool:
        return 100 * self.right >= least * self.asked


@dataclass(frozen=True, slots=True)
class Critical:
    """A mistake that fails by itself, in the part `part` of the item at `position`."""

    position: int
    part: str
    code: str


@dataclass(frozen=True, slots=True)
class Pace:
    """Of the answers that count, from the first serving of an item to its answer.

    `ninth_ms` is the 90th percentile by nearest rank, `target_percent` the median of time to
    target. `tables` are rounds by number of boxes, each number apart.
    """

    answers: int
    median_ms: int
    ninth_ms: int
    target_percent: int
    tables: tuple[TablePace, ...] = ()


class Why(StrEnum):
    """Why a sitting does not pass."""

    NOTHING_ASKED = "nothing-asked"
    ACCURACY = "accuracy"
    CRITICAL = "critical"
    SAME_HAND = "same-hand"
    PACE = "pace"


@dataclass(frozen=True, slots=True)
class Reason:
    """`found` where the rules say `needed`; of `asked` parts if it is about accuracy."""

    why: Why
    found: int = 0
    needed: int = 0
    asked: int = 0
    ability: Ability | None = None
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """`passed` is None until the sitting is over and judged wholly. `items` counts whole items, in
    `abilities` each graded part counts. Money is what the mistakes would have moved."""

    judged: bool
    items: Share
    abilities: Mapping[Ability, Share]
    critical: tuple[Critical, ...]
    pace: Pace | None
    to_guest: Fraction
    to_house: Fraction
    reasons: tuple[Reason, ...]

    @property
    def passed(self) -> bool | None:
        return not self.reasons if self.judged else None

    @property
    def answered(self) -> int:
        return self.items.asked - self.items.unanswered


def rules_for(exam: Exam, course: Course) -> PassRules:
    """The exam’s own, else the course’s, else the usual ones. Raises: PassRulesError."""
    return PassRules.from_data(exam.passing or course.passing)


def score(sitting: ExamSitting) -> Score:
    """Of one sitting. Raises: PassRulesError."""
    return scores({"pk": sitting.pk})[sitting.pk]


def scores(whose: Lookups) -> dict[int, Score]:
    """Of all sittings that the lookups *whose* find, by their keys; at most four queries.

    Raises: PassRulesError.
    """
    sittings = list(sat(whose))
    return scores_of(sittings, marks_of(sittings, whose))


def scores_of(
    sittings: Iterable[ExamSitting], marks: Mapping[int, Sequence[Mark]]
) -> dict[int, Score]:
    """Of *sittings*, as from `sat`, by their keys; no query. Raises: PassRulesError."""
    rules: dict[int, PassRules] = {}
    found = {}
    for sitting in sittings:
        if sitting.exam_id not in rules:
            rules[sitting.exam_id] = rules_for(sitting.exam, sitting.exam.course)
        own = marks.get(sitting.pk, [])
        found[sitting.pk] = score_of(
            own,
            rules[sitting.exam_id],
            judged=sitting.judged_at is not None and all(mark.judged for mark in own),
            timed=sitting.typed_by_id is None,
            target=partial(_target, edited=sitting.targets),
        )
    return found


def _target(drill: str, edited: list[list[str | float]] | None) -> int:
    return target_ms(drill, edited)


def score_of(
    marks: Sequence[Mark],
    rules: PassRules,
    *,
    judged: bool,
    timed: bool,
    target: Callable[[str], int],
) -> Score:
    """*timed* is false where somebody typed the answers of a printed paper in; *target* gives
    the milliseconds in which a drill is answered quickly."""
    marks = [mark for mark in marks if not mark.left_out]
    abilities = _abilities(marks)
    critical = tuple(_critical(marks))
    pace = _pace(marks, target) if timed else None
    deltas = [Fraction(part["delta"]) for mark in marks for part in mark.parts]
    items = Share(
        len(marks),
        sum(mark.right for mark in marks),
        sum(not mark.answered for mark in marks),
    )
    return Score(
        judged=judged,
        items=items,
        abilities=abilities,
        critical=critical,
        pace=pace,
        to_guest=sum((delta for delta in deltas if delta > 0), Fraction(0)),
        to_house=-sum((delta for delta in deltas if delta < 0), Fraction(0)),
        reasons=tuple(_reasons(marks, rules, abilities, len(critical), pace)) if judged else (),
    )


def _abilities(marks: Iterable[Mark]) -> dict[Ability, Share]:
    """Of the abilities that were asked, in the order of `Ability`."""
    asked: Counter[Ability] = Counter()
    right: Counter[Ability] = Counter()
    unanswered: Counter[Ability] = Counter()
    for mark in marks:
        for part in mark.parts:
            ability = ability_of(mark.drill, part["name"], kind_of(part))
            asked[ability] += 1
            right[ability] += part["right"]
            unanswered[ability] += not mark.answered
    return {
        each: Share(asked[each], right[each], unanswered[each]) for each in Ability if asked[each]
    }


def _critical(marks: Iterable[Mark]) -> Iterable[Critical]:
    for mark in marks:
        for part in mark.parts:
            if not part["right"] and part["code"] in CRITICAL:
                yield Critical(mark.position, part["name"], part["code"])


def _pace(marks: Iterable[Mark], target: Callable[[str], int]) -> Pace | None:
    answered = [(mark, mark.elapsed_ms) for mark in marks if mark.elapsed_ms is not None]
    if not answered:
        return None
    times = sorted(elapsed for _, elapsed in answered)
    shares = [100 * elapsed / target(mark.drill) for mark, elapsed in answered]
    rounds: dict[int, list[int]] = {}
    for mark, elapsed in answered:
        rounds.setdefault(boxes_of(mark.parts), []).append(elapsed)
    return Pace(
        answers=len(times),
        median_ms=median_low(times),
        ninth_ms=times[ceil(0.9 * len(times)) - 1],
        target_percent=round(median(shares)),
        tables=tuple(
            TablePace(boxes, len(each), sum(each))
            for boxes, each in sorted(rounds.items())
            if boxes and sum(each)
        ),
    )


def boxes_of(parts: Iterable[Mapping[str, Any]]) -> int:
    """How many whole boxes were settled at once; 0 where none was."""
    names = [part["name"] for part in parts]
    if PAY_NOW not in names:
        return 0
    return max(1, len({name.partition(".")[0] for name in names if "." in name}))


def _reasons(
    marks: Sequence[Mark],
    rules: PassRules,
    abilities: Mapping[Ability, Share],
    critical: int,
    pace: Pace | None,
) -> Iterable[Reason]:
    if not abilities:
        yield Reason(Why.NOTHING_ASKED)
    for ability, share in abilities.items():
        least = rules.percents[ability]
        if not share.reaches(least):
            yield Reason(Why.ACCURACY, share.right, least, share.asked, ability)
    if critical > rules.critical_allowed:
        yield Reason(Why.CRITICAL, critical, rules.critical_allowed)
    if rules.same_hand_missed is not None:
        for hand, times in sorted(_misread(marks).items()):
            if times > rules.same_hand_missed:
                yield Reason(Why.SAME_HAND, times, rules.same_hand_missed, hand=hand)
    slow = rules.pace_percent is not None and pace is not None
    if slow and pace.target_percent > rules.pace_percent:
        yield Reason(Why.PACE, pace.target_percent, rules.pace_percent)


def _misread(marks: Iterable[Mark]) -> Counter[str]:
    """How often each kind of hand was named wrongly."""
    return Counter(
        part["expected"]["hand"]
        for mark in marks
        for part in mark.parts
        if not part["right"] and "expected" in part and part["expected"]["kind"] == "hand"
    )
