"""How the questions of an exam did: difficulty, discrimination, mistakes; reads only.

Only the first attempt of each person counts: later ones know more.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import StatisticsError, correlation
from typing import Final

from trainer.models import Exam
from trainer.practice.record.shares import percent
from trainer.school.grading.marks import Mark, marks_of, sat

# Fewer people say nothing about how a question tells them apart.
TOLD_FROM: Final = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, or one kind of question. `marks` are one of every person who had it.

    `discrimination` is the point-biserial correlation of a right answer with the number of the
    person’s other right answers, from −1 to 1; None where too few people, or all or nobody, had
    it right.
    """

    drill: str
    game: str
    level: int
    people: int
    asked: int
    right: int
    unanswered: int
    codes: tuple[tuple[str, int], ...]
    discrimination: float | None = None
    position: int = 0
    deal: int = 0

    @property
    def percent(self) -> int:
        return percent(self.right, self.asked)


@dataclass(frozen=True, slots=True)
class Statistics:
    """`questions` in the order of the paper, empty where everybody had a paper of their own."""

    people: int
    questions: tuple[Asked, ...]
    kinds: tuple[Asked, ...]


# One mark with the number of right answers that the person gave to other questions.
Given = tuple[int, Mark, int]


def find_statistics(exam: Exam) -> Statistics:
    """Four queries at most."""
    whose = {"exam": exam.pk, "number": 1, "judged_at__isnull": False}
    sittings = list(sat(whose))
    marks = marks_of(sittings, whose)
    given = [
        (sitting, mark, sum(other.right for other in own) - mark.right)
        for sitting, own in marks.items()
        for mark in own
        if not mark.left_out
    ]
    by_deal = _grouped((mark.deal, each) for each in given for mark in (each[1],))
    shared = {deal: each for deal, each in by_deal.items() if len(each) > 1}
    kinds = _grouped(((mark.drill, mark.game, mark.level), (s, mark, r)) for s, mark, r in given)
    questions = sorted(
        (_asked(each, question=True) for each in shared.values()),
        key=lambda asked: (asked.position, asked.deal),
    )
    return Statistics(
        people=len(sittings),
        questions=tuple(questions),
        kinds=tuple(_asked(each, question=False) for _, each in sorted(kinds.items())),
    )


def _grouped(pairs: Iterable[tuple[Hashable, Given]]) -> dict[Hashable, list[Given]]:
    found: dict[Hashable, list[Given]] = defaultdict(list)
    for key, each in pairs:
        found[key].append(each)
    return found


def _asked(given: Sequence[Given], *, question: bool) -> Asked:
    marks = [mark for _, mark, _ in given]
    codes = Counter(code for mark in marks for code in mark.codes)
    first = marks[0]
    return Asked(
        drill=first.drill,
        game=first.game,
        level=first.level,
        people=len({sitting for sitting, _, _ in given}),
        asked=len(marks),
        right=sum(mark.right for mark in marks),
        unanswered=sum(not mark.answered for mark in marks),
        codes=tuple(codes.most_common()),
        discrimination=discrimination(
            [mark.right for mark in marks], [others for _, _, others in given]
        )
        if question
        else None,
        position=first.position if question else 0,
        deal=first.deal if question else 0,
    )


def discrimination(right: Sequence[bool], others: Sequence[int]) -> float | None:
    """The point-biserial correlation; None where it says nothing.

    >>> discrimination([True] * 10 + [False] * 10, [9] * 10 + [4] * 10)
    1.0
    >>> discrimination([True, False], [9, 4]) is None
    True
    """
    if len(right) < TOLD_FROM:
        return None
    try:
        return correlation([float(each) for each in right], [float(each) for each in others])
    except StatisticsError:
        # All or nobody had it right, or all had as many others right.
        return None
