"""Deleting what a person has practised. The account and its settings stay."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from trainer.models import Answer, Day, Deal, Learner, Notebook, Question, Sitting, Verdict

# Worked out of the answers, and gone with them.
DERIVED: Final = (Notebook, Day)
# How many rows a statement names; databases limit that.
PART: Final = 500


# Who keeps something of practice that goes: called in the same transaction with the keys of the
# sittings, before anything of them is deleted, and has to let go of them.
Keeper = Callable[[Sequence[int]], None]
_keepers: list[Keeper] = []


def before_erasing(keeper: Keeper) -> None:
    """Practice itself knows nobody who keeps anything of it."""
    if keeper not in _keepers:
        _keepers.append(keeper)


@dataclass(frozen=True, slots=True)
class Erased:
    sittings: int
    answers: int


@transaction.atomic
def erase_practice(learner: Learner) -> Erased:
    """Delete every practice sitting of *learner* with all that hangs on it, and what was
    worked out of it; deals that nobody else was put are deleted too.

    `Sitting` holds practice only: what a school examines has tables of its own, which this does
    not touch. A sitting that is begun meanwhile stays.
    """
    # Locked from the outside in, as an answer and the next deal lock them.
    Learner.objects.select_for_update().get(pk=learner.pk)
    own = Sitting.objects.select_for_update().filter(learner=learner)
    sittings, deals, answers = list(own.values_list("pk", flat=True)), set[int](), 0
    for some in _in_parts(sittings):
        for keeper in _keepers:
            keeper(some)
        questions = Question.objects.filter(sitting__in=some)
        deals.update(questions.values_list("deal", flat=True))
        # From the leaves up, so that each is one statement and loads no row.
        _delete(Verdict.objects.filter(answer__question__sitting__in=some))
        answers += _delete(Answer.objects.filter(question__sitting__in=some, number=1))
        _delete(Answer.objects.filter(question__sitting__in=some))
        _delete(questions)
        Sitting.objects.filter(source__in=some).update(source=None)
        _delete(Sitting.objects.filter(pk__in=some))
    unused = Q(*((f"{other.name}__isnull", True) for other in Deal._meta.related_objects))
    for some in _in_parts(sorted(deals)):
        _delete(Deal.objects.filter(unused, pk__in=some))
    for model in DERIVED:
        _delete(model.objects.filter(learner=learner))
    return Erased(len(sittings), answers)


def _in_parts(keys: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(keys), PART):
        yield keys[start : start + PART]


def _delete(rows: QuerySet[Any]) -> int:
    """Delete *rows* in one statement; gives how many there were.

    Rows that are written once refuse `delete`, and Django's own would load each to look for what
    hangs on it. Here that is gone already; should it not be, the database refuses the commit.
    """
    return rows._raw_delete(rows.db)
