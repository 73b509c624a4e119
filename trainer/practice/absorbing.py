"""Takes answers over into the learner's notebooks and days, outside the way of the answers.

Whoever needs the notebooks calls `absorb` first. Each sitting remembers up to which position its
answers are in; a sitting that has ended and is wholly in is settled and never looked at again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from trainer.models import Day, Help, Learner, Mode, Notebook, Question, Sitting, Verdict
from trainer.practice import schedule
from trainer.practice.clocks import is_slow, local_date

# So many at a time, in so many steps: whoever has more gets the rest with the next page.
MOST: Final = 3000
STEPS: Final = 4
# How many rows a statement names; databases limit that.
PART: Final = 500
ALL: Final = ""
"""The key of what is counted over all tags of a notebook."""

_Pair = tuple[str, str]


def absorb(learner: Learner) -> int:
    """Gives the number of answers that were new. Two at once take turns."""
    if not _new_verdicts(learner).exists():
        return 0
    found = 0
    for _ in range(STEPS):
        # Each step is a transaction of its own: others may write in between.
        step = _absorb_some(learner)
        found += step
        if step < MOST:
            break
    return found


def catch_up(learner: Learner) -> int:
    """`absorb`; gives how many answers are still left for the next time."""
    return _new_verdicts(learner).count() if absorb(learner) == STEPS * MOST else 0


@transaction.atomic
def _absorb_some(learner: Learner) -> int:
    # Locked, so that no other call reads the notebooks meanwhile.
    Learner.objects.select_for_update().get(pk=learner.pk)
    given = [_Given(*row) for row in _new_verdicts(learner).values_list(*_READ)[:MOST]]
    if given:
        _take_over(learner, given)
        _note_absorbed(given)
    if len(given) < MOST:
        _settle(learner)
    return len(given)


def _note_absorbed(given: Iterable["_Given"]) -> None:
    """One statement for all sittings that are in up to the same position."""
    absorbed: dict[int, int] = {}
    for each in given:
        absorbed[each.sitting] = max(absorbed.get(each.sitting, 0), each.position)
    by_position: dict[int, list[int]] = {}
    for sitting, position in absorbed.items():
        by_position.setdefault(position, []).append(sitting)
    for position, sittings in by_position.items():
        for at in range(0, len(sittings), PART):
            some = sittings[at : at + PART]
            Sitting.objects.filter(pk__in=some).update(absorbed=position)


def _settle(learner: Learner) -> None:
    """What has ended takes no answer any more, and whoever sees its end sees all its answers."""
    waiting = Question.objects.filter(
        sitting=OuterRef("pk"), position__gt=OuterRef("absorbed"), answers__number=1
    )
    ended = Sitting.objects.filter(learner=learner, settled=False).exclude(ended_at=None)
    ended.filter(~Exists(waiting)).update(settled=True)


def forget(learners: Sequence[Learner]) -> None:
    """Begin their notebooks and days anew: the next `absorb` takes over every answer again."""
    Notebook.objects.filter(learner__in=learners).delete()
    Day.objects.filter(learner__in=learners).delete()
    Sitting.objects.filter(learner__in=learners).update(absorbed=0, settled=False)


def _new_verdicts(learner: Learner) -> QuerySet[Verdict]:
    """The latest verdict on every first answer that is not taken over yet, the oldest first."""
    same = Verdict.objects.filter(answer=OuterRef("answer"))
    return Verdict.objects.filter(
        answer__number=1,
        answer__question__sitting__learner=learner,
        answer__question__sitting__settled=False,
        answer__question__position__gt=F("answer__question__sitting__absorbed"),
        pk=Subquery(same.order_by("-pk").values("pk")[:1]),
    ).order_by("answer__received_at", "pk")


# --- one answer ------------------------------------------------------------------------------


_QUESTION: Final = "answer__question__"
_READ: Final = (
    "right",
    "parts",
    "answer__received_at",
    "answer__elapsed_ms",
    "answer__idle_ms",
    f"{_QUESTION}position",
    f"{_QUESTION}target_ms",
    f"{_QUESTION}sitting",
    f"{_QUESTION}sitting__mode",
    f"{_QUESTION}sitting__help",
    f"{_QUESTION}sitting__zone",
    f"{_QUESTION}deal",
    f"{_QUESTION}deal__drill",
    f"{_QUESTION}deal__version__game",
    f"{_QUESTION}deal__level",
    f"{_QUESTION}deal__spec",
)


class _Given(NamedTuple):
    """A first answer with its latest verdict: the values of `_READ`."""

    right: bool
    parts: Sequence[Mapping[str, Any]]
    received_at: datetime
    elapsed_ms: int
    idle_ms: int
    position: int
    target_ms: int | None
    sitting: int
    mode: str
    help: str
    zone: str
    deal: int
    drill: str
    game: str
    level: int
    spec: str

    @property
    def pair(self) -> _Pair:
        return self.drill, self.game

    @property
    def busy_ms(self) -> int:
        return self.elapsed_ms - self.idle_ms

    @property
    def slow(self) -> bool:
        return self.right and is_slow(self.target_ms, self.elapsed_ms)


@dataclass(slots=True)
class _Book:
    value: schedule.Notebook
    counts: dict[str, list[int]]
    at: datetime


@dataclass(slots=True)
class _Tally:
    answered: int = 0
    right: int = 0
    slow: int = 0
    time_ms: int = 0
    idle_ms: int = 0
    to_guest: Fraction = field(default_factory=Fraction)
    to_house: Fraction = field(default_factory=Fraction)


def _take_over(learner: Learner, given: Sequence[_Given]) -> None:
    pairs = {each.pair for each in given}
    dates = [local_date(each.received_at, each.zone) for each in given]
    books, days = _read_books(learner, pairs), _read_days(learner, dates, pairs)
    for each, date_ in zip(given, dates, strict=True):
        once_more = each.mode == Mode.REDO
        _add_to_day(days.setdefault((date_, *each.pair), _Tally()), each, once_more)
        if not once_more:
            new = _Book(schedule.Notebook(*each.pair), {}, each.received_at)
            _add_to_book(books.setdefault(each.pair, new), each)
    _write_books(learner, books)
    _write_days(learner, days)


def _add_to_day(day: _Tally, given: _Given, once_more: bool) -> None:
    """What is done once more is practice time and nothing else."""
    day.time_ms += given.busy_ms
    day.idle_ms += given.idle_ms
    if once_more:
        return
    day.answered += 1
    day.right += given.right
    day.slow += given.slow
    for part in given.parts:
        # Most move nothing, and fractions are slow.
        if part["delta"] != "0":
            delta = Fraction(part["delta"])
            day.to_guest += max(delta, Fraction())
            day.to_house += max(-delta, Fraction())


def _add_to_book(book: _Book, given: _Given) -> None:
    tags = frozenset(json.loads(given.spec)["hidden"]["tags"])
    # With everything open beside it a right answer is a weak one, whatever its time.
    learning = given.help == Help.LEARN
    answered = schedule.Answered(
        right=given.right,
        elapsed_ms=max(1, given.busy_ms),
        at=given.received_at,
        level=given.level,
        tags=tags,
        deal=str(given.deal),
        mistakes=() if given.right else schedule.mistakes_of(given.parts),
        target_ms=0 if learning else given.target_ms or 0,
    )
    if learning and given.right:
        answered = _as_weak(answered, given.drill)
    book.value = book.value.record(answered)
    book.at = max(book.at, given.received_at)
    for tag in (ALL, *sorted(tags)):
        counts = book.counts.setdefault(tag, [0, 0, 0, 0, 0])
        counts[0] += 1
        counts[1] += given.right
        counts[2] += given.slow
        counts[3] += given.busy_ms
        counts[4] |= 1 << given.level


def _as_weak(answered: schedule.Answered, drill: str) -> schedule.Answered:
    return replace(answered, elapsed_ms=max(answered.elapsed_ms, schedule.target_ms(drill) + 1))


# --- rows ------------------------------------------------------------------------------------


def _read_books(learner: Learner, pairs: set[_Pair]) -> dict[_Pair, _Book]:
    rows = Notebook.objects.filter(learner=learner, drill__in={drill for drill, _ in pairs})
    return {
        (row.drill, row.game): _Book(
            schedule.Notebook.from_data(row.data), row.counts, row.updated_at
        )
        for row in rows
        if (row.drill, row.game) in pairs
    }


def _write_books(learner: Learner, books: dict[_Pair, _Book]) -> None:
    Notebook.objects.bulk_create(
        [
            Notebook(
                learner=learner,
                drill=drill,
                game=game,
                data=book.value.to_data(),
                counts=book.counts,
                updated_at=book.at,
            )
            for (drill, game), book in books.items()
        ],
        update_conflicts=True,
        unique_fields=["learner", "drill", "game"],
        update_fields=["data", "counts", "updated_at"],
    )


def _read_days(
    learner: Learner, dates: Sequence[date], pairs: set[_Pair]
) -> dict[tuple[date, str, str], _Tally]:
    drills = {drill for drill, _ in pairs}
    between = Q(date__gte=min(dates), date__lte=max(dates))
    return {
        (row.date, row.drill, row.game): _Tally(
            row.answered,
            row.right,
            row.slow,
            row.time_ms,
            row.idle_ms,
            Fraction(row.to_guest),
            Fraction(row.to_house),
        )
        for row in Day.objects.filter(between, learner=learner, drill__in=drills)
    }


def _write_days(learner: Learner, days: dict[tuple[date, str, str], _Tally]) -> None:
    counts = ("answered", "right", "slow", "time_ms", "idle_ms")
    Day.objects.bulk_create(
        [
            Day(
                learner=learner,
                date=date_,
                drill=drill,
                game=game,
                to_guest=str(day.to_guest),
                to_house=str(day.to_house),
                **{name: getattr(day, name) for name in counts},
            )
            for (date_, drill, game), day in days.items()
        ],
        update_conflicts=True,
        unique_fields=["learner", "date", "drill", "game"],
        update_fields=[*counts, "to_guest", "to_house"],
    )


def counted(row: Notebook, tag: str = ALL) -> dict[str, Any]:
    """`answered`, `right`, `slow`, `time_ms` of a tag, or of all, and the `levels` it came at."""
    answered, right, slow, time_ms, levels = row.counts.get(tag, [0, 0, 0, 0, 0])
    return {
        "answered": answered,
        "right": right,
        "slow": slow,
        "time_ms": time_ms,
        "levels": [level for level in range(1, 4) if levels >> level & 1],
    }
