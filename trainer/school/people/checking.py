"""Reads: what a list of people would come to on a course, row by row, before anything is done."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.core.exceptions import ValidationError

from trainer.accounts.forms import NAME_LENGTH
from trainer.models import Course, Enrolment, EnrolmentState, User
from trainer.models.learners import fold_name
from trainer.school.people.files import Line

MOST_NAME: Final = Enrolment._meta.get_field("name").max_length
MOST_NUMBER: Final = Enrolment._meta.get_field("number").max_length
# 123456789012 becomes this in a narrow column, and the figures are gone for good.
_SHORTENED: Final = re.compile(r"\d([.,]\d+)?E\+\d+", re.IGNORECASE)


class Action(StrEnum):
    """What becomes of a row; from `ALREADY` on, nothing."""

    MAKE = "make"
    ENROL = "enrol"
    BACK = "back"
    ALREADY = "already"
    PAUSED = "paused"
    TWICE = "twice"
    WRONG = "wrong"


DOES: Final = (Action.MAKE, Action.ENROL, Action.BACK)


class Wrong(StrEnum):
    NO_NAME = "no-name"
    LONG_NAME = "long-name"
    ODD_NAME = "odd-name"
    NO_LOGIN = "no-login"
    LONG_LOGIN = "long-login"
    ODD_LOGIN = "odd-login"
    OTHER_ROW = "other-row"
    LONG_NUMBER = "long-number"
    SHORTENED = "shortened"
    NUMBER_TWICE = "number-twice"
    NUMBER_TAKEN = "number-taken"
    CLOSED_ACCOUNT = "closed-account"
    TEACHES = "teaches"


@dataclass(frozen=True, slots=True)
class Row:
    """`about` is what a problem is told with: the line or the person that is in the way."""

    line: Line
    action: Action
    wrong: Wrong | None = None
    about: str = ""

    @property
    def does(self) -> bool:
        return self.action in DOES


@dataclass(frozen=True, slots=True)
class Plan:
    rows: tuple[Row, ...]

    @property
    def wrong(self) -> list[Row]:
        return [row for row in self.rows if row.action is Action.WRONG]

    @property
    def counts(self) -> Counter[Action]:
        return Counter(row.action for row in self.rows)

    @property
    def does(self) -> int:
        return sum(row.does for row in self.rows)

    @property
    def digest(self) -> str:
        """The same as long as every row would still come to the same."""
        told = [(row.line.number, row.action.value, row.line.login) for row in self.rows]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Known:
    """What the database has of the rows: accounts by folded name, and the course."""

    users: Mapping[str, User]
    enrolments: Mapping[int, Enrolment]
    numbers: Mapping[str, Enrolment]
    teaching: frozenset[int]


def check_lines(course: Course, lines: Sequence[Line]) -> Plan:
    """Three queries, however many rows."""
    known = _known(course, lines)
    rows: list[Row] = []
    logins: dict[str, Line] = {}
    numbers: dict[str, Line] = {}
    for line in lines:
        row = _row(line, known, logins, numbers)
        logins.setdefault(fold_name(line.login), line)
        if row.does and line.person:
            numbers.setdefault(line.person, line)
        rows.append(row)
    return Plan(tuple(rows))


def _known(course: Course, lines: Sequence[Line]) -> _Known:
    keys = {fold_name(line.login) for line in lines if line.login}
    users = User.objects.filter(name_key__in=keys)
    everybody = list(Enrolment.objects.filter(course=course))
    return _Known(
        {user.name_key: user for user in users},
        {each.user_id: each for each in everybody if each.user_id is not None},
        {each.number: each for each in everybody if each.number},
        frozenset({course.owner_id, *course.instructors.values_list("pk", flat=True)}),
    )


def _row(
    line: Line, known: _Known, logins: Mapping[str, Line], numbers: Mapping[str, Line]
) -> Row:
    user = known.users.get(fold_name(line.login))
    enrolment = known.enrolments.get(user.pk) if user else None
    found = _wrong(line, user) or _in_the_way(line, user, enrolment, known, logins, numbers)
    if found is not None:
        return found
    if fold_name(line.login) in logins:
        return Row(line, Action.TWICE, about=str(logins[fold_name(line.login)].number))
    if enrolment is None:
        return Row(line, Action.MAKE if user is None else Action.ENROL)
    actions = {
        EnrolmentState.ACTIVE: Action.ALREADY,
        EnrolmentState.PAUSED: Action.PAUSED,
        EnrolmentState.REMOVED: Action.BACK,
    }
    return Row(line, actions[EnrolmentState(enrolment.state)])


def _wrong(line: Line, user: User | None) -> Row | None:
    """What is wrong with the row by itself."""
    login, number = line.login, line.person
    checks = (
        (not line.name, Wrong.NO_NAME),
        (len(line.name) > MOST_NAME, Wrong.LONG_NAME),
        (not line.name.isprintable(), Wrong.ODD_NAME),
        (not login, Wrong.NO_LOGIN),
        (user is None and len(login) > NAME_LENGTH, Wrong.LONG_LOGIN),
        (user is None and not _is_login(login), Wrong.ODD_LOGIN),
        (len(number) > MOST_NUMBER, Wrong.LONG_NUMBER),
        (_SHORTENED.fullmatch(number) is not None, Wrong.SHORTENED),
    )
    wrong = next((wrong for is_so, wrong in checks if is_so), None)
    return None if wrong is None else Row(line, Action.WRONG, wrong)


def _is_login(text: str) -> bool:
    try:
        for validate in User._meta.get_field("username").validators:
            validate(text)
    except ValidationError:
        return False
    return True


def _in_the_way(
    line: Line,
    user: User | None,
    enrolment: Enrolment | None,
    known: _Known,
    logins: Mapping[str, Line],
    numbers: Mapping[str, Line],
) -> Row | None:
    """What is wrong with it beside the other rows and what is there already."""

    def wrong(what: Wrong, about: object = "") -> Row:
        return Row(line, Action.WRONG, what, str(about))

    if user is not None and not user.is_active:
        return wrong(Wrong.CLOSED_ACCOUNT)
    if user is not None and user.pk in known.teaching:
        return wrong(Wrong.TEACHES)
    other = logins.get(fold_name(line.login))
    if other is not None:
        same = (other.name, other.person) == (line.name, line.person)
        return None if same else wrong(Wrong.OTHER_ROW, other.number)
    if line.person in numbers:
        return wrong(Wrong.NUMBER_TWICE, numbers[line.person].number)
    holder = known.numbers.get(line.person)
    if holder is not None and holder != enrolment:
        return wrong(Wrong.NUMBER_TAKEN, holder.name)
    return None
