"""Reads: people of a course who were ticked, and what a decision about them would come to."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from trainer.models import Course, Enrolment, EnrolmentState
from trainer.school.people.moving import CannotMoveError, who_stays
from trainer.school.people.roster import people_of


class Decision(StrEnum):
    """All but to move are called after the state that they bring about."""

    PAUSE = "paused"
    RESUME = "active"
    MOVE = "move"
    REMOVE = "removed"


_CONCERNS: Final[Mapping[Decision, Callable[[Enrolment], bool]]] = {
    Decision.PAUSE: lambda each: _has_account(each) and each.state == EnrolmentState.ACTIVE,
    Decision.RESUME: lambda each: _has_account(each) and each.state != EnrolmentState.ACTIVE,
    Decision.MOVE: lambda each: _has_account(each) and each.state != EnrolmentState.REMOVED,
    Decision.REMOVE: lambda each: each.state != EnrolmentState.REMOVED,
}


def _has_account(enrolment: Enrolment) -> bool:
    return enrolment.user_id is not None


@dataclass(frozen=True, slots=True)
class Outlook:
    """`people` are changed by a decision; `left` stay as they are, with what stands in the way
    on the course that they would move to."""

    people: list[Enrolment]
    left: list[tuple[Enrolment, CannotMoveError.Why | None]]

    @property
    def keys(self) -> str:
        """Of those who are changed, as a form sends them."""
        return ",".join(str(each.pk) for each in self.people)


def ticked(
    course: Course, keys: Collection[str], wanted: Mapping[str, Any] | None
) -> list[Enrolment]:
    """By name: those on *course* with one of the *keys*, or all of the filter that is *wanted*."""
    if wanted is not None:
        return list(people_of(course, wanted))
    everybody = people_of(course, {"state": "all"})
    return [each for each in everybody if str(each.pk) in keys]


def concerned(people: Iterable[Enrolment], decision: Decision) -> list[Enrolment]:
    """For whom the decision is something; where they would move to is left open."""
    return [each for each in people if _CONCERNS[decision](each)]


def outlook(people: Iterable[Enrolment], decision: Decision, to: Course | None) -> Outlook:
    """*to* is where they would move, if that is known yet."""
    going = concerned(people, decision)
    stays = who_stays(going, to) if to is not None else {}
    keys = {each.pk for each in going} - stays.keys()
    left = [(each, stays.get(each.pk)) for each in people if each.pk not in keys]
    return Outlook([each for each in going if each.pk in keys], left)
