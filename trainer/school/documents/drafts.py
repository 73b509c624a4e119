"""What was typed of a printed paper and is not finished: kept in the session as it was typed.

So what cannot be read is not lost, and what was typed by mistake can be taken out again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.contrib.sessions.backends.base import SessionBase
from django.http import QueryDict
from django.shortcuts import resolve_url

from trainer.models import Enrolment, Exam, Paper
from trainer.school.documents.typed import Entry
from trainer.school.papers.checking import items_of

PER_PART: Final = 10
# Nobody types more into one question, whatever is posted.
MOST_FIELDS: Final = 120
MOST_SIGNS: Final = 100
_KEY: Final = "typed papers"


class Place(NamedTuple):
    """Exam, paper and person of one draft, all of one course."""

    exam: Exam
    paper: Paper
    enrolment: Enrolment

    @property
    def key(self) -> str:
        return "-".join(str(each.pk) for each in self)

    @property
    def _where(self) -> tuple[int, ...]:
        return self.paper.course_id, self.paper.number, self.exam.pk, self.enrolment.pk

    @property
    def url(self) -> str:
        """Where it is checked and finished."""
        return resolve_url("typed-finish", *self._where)

    def part_url(self, part: int) -> str:
        return resolve_url("typed-part", *self._where, part)

    def question_url(self, position: int) -> str:
        return f"{self.part_url((position - 1) // PER_PART + 1)}#question-{position}"


@dataclass
class Draft:
    """What was typed for one person on one paper: field names and values by position.

    `sat_at` is the moment in ISO 8601 at which the paper was answered.
    """

    sat_at: str
    fields: dict[str, dict[str, list[str]]]

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.sat_at)

    def entries(self, paper: Paper) -> list[Entry]:
        """Of every question in its order."""
        items = items_of(paper)
        return [Entry(item, self.fields.get(str(item.position), {})) for item in items]

    def take(self, position: int, posted: QueryDict) -> None:
        """The posted fields of one question, as they were typed."""
        prefix = f"{position}."
        names = [name for name in posted if name.startswith(prefix)][:MOST_FIELDS]
        self.fields[str(position)] = {
            name.removeprefix(prefix): [v[:MOST_SIGNS] for v in posted.getlist(name)[:MOST_FIELDS]]
            for name in names
            if any(posted.getlist(name))
        }

    def to_data(self) -> dict[str, Any]:
        return {"sat_at": self.sat_at, "fields": self.fields}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Draft":
        return cls(data["sat_at"], dict(data["fields"]))


@dataclass(frozen=True)
class Check:
    """All questions of a draft before it is finished, each with where it can be changed."""

    entries: list[tuple[Entry, str]]

    @property
    def wrong(self) -> int:
        return sum(bool(entry.problem) for entry, _ in self.entries)

    @property
    def empty(self) -> int:
        return sum(entry.empty for entry, _ in self.entries)


def check_draft(place: Place, draft: Draft) -> Check:
    entries = draft.entries(place.paper)
    return Check([(entry, place.question_url(entry.position)) for entry in entries])


def find_draft(session: SessionBase, place: Place) -> Draft | None:
    data = session.get(_KEY, {}).get(place.key)
    return Draft.from_data(data) if data else None


def begin_draft(session: SessionBase, place: Place, sat_at: datetime) -> None:
    """What was typed already stays."""
    known = find_draft(session, place)
    keep_draft(session, place, Draft(sat_at.isoformat(), known.fields if known else {}))


def keep_draft(session: SessionBase, place: Place, draft: Draft) -> None:
    session[_KEY] = session.get(_KEY, {}) | {place.key: draft.to_data()}


def drop_draft(session: SessionBase, place: Place) -> None:
    session[_KEY] = {k: v for k, v in session.get(_KEY, {}).items() if k != place.key}


def drafts_of(
    session: SessionBase, paper: Paper, exams: Iterable[Exam], people: Iterable[Enrolment]
) -> list[Place]:
    kept = session.get(_KEY, {})
    if not kept:
        return []
    people = list(people)
    places = (Place(exam, paper, person) for exam in exams for person in people)
    return [place for place in places if place.key in kept]
