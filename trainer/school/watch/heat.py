"""People × mistakes as a picture. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from trainer.models import Enrolment
from trainer.school.watch.cohort import Answers, Found
from trainer.school.watch.mistakes import Mistake

COLUMNS: Final = 12
STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Column:
    """`people` of `everybody` who has answered questions of the drills in which it happens."""

    found: Found
    everybody: int

    @property
    def mistake(self) -> Mistake:
        return self.found.mistake

    @property
    def people(self) -> int:
        return len(self.found.people)


@dataclass(frozen=True, slots=True)
class Cell:
    """`step` says how strong it is drawn, from 1 to `STEPS`, 0 for none."""

    times: int
    step: int


@dataclass(frozen=True, slots=True)
class Line:
    """A person with a cell a column, and how often it was anything of them.

    `told` are the columns with something in them, for words.
    """

    enrolment: Enrolment
    cells: tuple[Cell, ...]
    times: int
    told: tuple[tuple[Column, Cell], ...]


def columns(found: Mapping[Mistake, Found], answers: Mapping[int, Answers]) -> list[Column]:
    """What most people mistake comes first, then what happens most often."""
    order = sorted(found.values(), key=lambda f: (-len(f.people), -f.times, f.mistake))
    return [Column(each, _everybody(each, answers)) for each in order[:COLUMNS]]


def _everybody(found: Found, answers: Mapping[int, Answers]) -> int:
    drills = {place.drill for place in found.places}
    return sum(not drills.isdisjoint(each.drills) for each in answers.values())


def lines(people: Iterable[Enrolment], shown: Sequence[Column]) -> list[Line]:
    """Whoever makes one of the mistakes, those with most first."""
    most = max((max(c.found.people.values()) for c in shown), default=1)
    made = [_line(each, shown, most) for each in people]
    return sorted((line for line in made if line.times), key=lambda line: -line.times)


def _line(enrolment: Enrolment, shown: Sequence[Column], most: int) -> Line:
    times = [column.found.people[enrolment.pk] for column in shown]
    cells = tuple(Cell(count, -(-STEPS * count // most)) for count in times)
    told = tuple((c, cell) for c, cell in zip(shown, cells, strict=True) if cell.times)
    return Line(enrolment, cells, sum(times), told)
