"""Everybody's attempts at one exam, with what they came to; reads only."""

from collections import Counter
from dataclasses import dataclass

from trainer.models import Enrolment, Exam, ExamSitting
from trainer.school.grading.gradebook import people_of
from trainer.school.grading.marks import marks_of, sat
from trainer.school.grading.scores import Score, Share, scores_of
from trainer.school.passing import Ability


@dataclass(frozen=True, slots=True)
class Result:
    """An attempt; without one the person was absent."""

    enrolment: Enrolment
    sitting: ExamSitting | None = None
    score: Score | None = None
    abilities: tuple[Share | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """`lines` by name and attempt; the others count people. `abilities` are those that were
    asked of anybody."""

    lines: tuple[Result, ...]
    abilities: tuple[Ability, ...]
    people: int
    sat: int
    passed: int
    under_way: int

    @property
    def absent(self) -> int:
        return self.people - self.sat


def find_results(exam: Exam) -> Results:
    """Five queries at most."""
    whose = {"exam": exam.pk}
    sittings = list(sat(whose).order_by("number"))
    scores = scores_of(sittings, marks_of(sittings, whose))
    own: dict[int, list[ExamSitting]] = {}
    for sitting in sittings:
        own.setdefault(sitting.enrolment_id, []).append(sitting)
    asked = {ability for score in scores.values() for ability in score.abilities}
    abilities = tuple(ability for ability in Ability if ability in asked)
    people = [
        each
        for each in people_of(exam.course, removed=True)
        if each.pk in own or each.state != "removed"
    ]
    lines = []
    for person in people:
        if person.pk not in own:
            lines.append(Result(person))
        for sitting in own.get(person.pk, ()):
            score = scores[sitting.pk]
            shares = tuple(score.abilities.get(ability) for ability in abilities)
            lines.append(Result(person, sitting, score, shares))
    passed = {line.enrolment.pk for line in lines if line.score and line.score.passed}
    open_ = Counter(scores[sitting.pk].judged for sitting in sittings)[False]
    return Results(tuple(lines), abilities, len(people), len(own), len(passed), open_)
