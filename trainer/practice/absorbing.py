"""Takes answers over into the learner's notebooks and days, outside the way of the answers.

Whoever needs the notebooks calls `absorb` first. Each sitting remembers up to which position its
answers are in; a sitting that has ended and is wholly in is settled and never looked at again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Final

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from trainer.models import Day, Help, Learner, Mode, Notebook, Sitting, Verdict
from trainer.practice import schedule
from trainer.practice.clocks import is_slow, local_date

# So many at a time: whoever has more gets the rest with the next page.
MOST: Final = 3000
ALL: Final = ""
"""The key of what is counted over all tags of a notebook."""

_Pair = tuple[str, str]


def absorb(learner: Learner) -> int:
    """Gives the number of answers that were new. Two at once take turns."""
    if not _new_verdicts(learner).exists():
        return 0
    with transaction.atomic():
        # Both are locked: no other call reads the notebooks, no answer comes in between.
        Learner.objects.select_for_update().get(pk=learner.pk)
        unsettled = Sitting.objects.filter(learner=learner, settled=False)
        sittings = {s.pk: s for s in unsettled.defer("plan").select_for_update()}
        verdicts = list(_new_verdicts(learner)[:MOST])
        if verdicts:
            _take_over(learner, verdicts)
        for verdict in verdicts:
            question = verdict.answer.question
            sitting = sittings[question.sitting_id]
            sitting.absorbed = max(sitting.absorbed, question.position)
        done = len(verdicts) < MOST
        for sitting in sittings.values():
            sitting.settled = done and sitting.ended_at is not None
        Sitting.objects.bulk_update(sittings.values(), ["absorbed", "settled"])
    return len(verdicts)


def forget(learners: Sequence[Learner]) -> None:
    """Begin their notebooks and days anew: the next `absorb` takes over every answer again."""
    Notebook.objects.filter(learner__in=learners).delete()
    Day.objects.filter(learner__in=learners).delete()
    Sitting.objects.filter(learner__in=learners).update(absorbed=0, settled=False)


def _new_verdicts(learner: Learner) -> QuerySet[Verdict]:
    """The latest verdict on every first answer that is not taken over yet, the oldest first."""
    same = Verdict.objects.filter(answer=OuterRef("answer"))
    return (
        Verdict.objects.filter(
            answer__number=1,
            answer__question__sitting__learner=learner,
            answer__question__sitting__settled=False,
            answer__question__position__gt=F("answer__question__sitting__absorbed"),
            pk=Subquery(same.order_by("-pk").values("pk")[:1]),
        )
        .select_related("answer__question__sitting", "answer__question__deal__version")
        .defer("answer__question__sitting__plan", "answer__question__deal__version__document")
        .order_by("answer__received_at", "pk")
    )


# --- one answer ------------------------------------------------------------------------------


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


def _take_over(learner: Learner, verdicts: list[Verdict]) -> None:
    pairs = {_pair_of(verdict) for verdict in verdicts}
    books = _read_books(learner, pairs)
    days = _read_days(learner, verdicts, pairs)
    for verdict in verdicts:
        pair, sitting = _pair_of(verdict), verdict.answer.question.sitting
        day = (local_date(verdict.answer.received_at, sitting.zone), *pair)
        once_more = sitting.mode == Mode.REDO
        _add_to_day(days.setdefault(day, _Tally()), verdict, once_more)
        if not once_more:
            new = _Book(schedule.Notebook(*pair), {}, verdict.answer.received_at)
            _add_to_book(books.setdefault(pair, new), verdict)
    _write_books(learner, books)
    _write_days(learner, days)


def _pair_of(verdict: Verdict) -> _Pair:
    deal = verdict.answer.question.deal
    return deal.drill, deal.version.game


def _was_slow(verdict: Verdict) -> bool:
    answer = verdict.answer
    return verdict.right and is_slow(answer.question.target_ms, answer.elapsed_ms)


def _add_to_day(day: _Tally, verdict: Verdict, once_more: bool) -> None:
    """What is done once more is practice time and nothing else."""
    answer = verdict.answer
    day.time_ms += answer.elapsed_ms - answer.idle_ms
    day.idle_ms += answer.idle_ms
    if once_more:
        return
    day.answered += 1
    day.right += verdict.right
    day.slow += _was_slow(verdict)
    for part in verdict.parts:
        delta = Fraction(part["delta"])
        day.to_guest += max(delta, Fraction())
        day.to_house += max(-delta, Fraction())


def _add_to_book(book: _Book, verdict: Verdict) -> None:
    answer, question = verdict.answer, verdict.answer.question
    deal = question.deal
    tags = frozenset(json.loads(deal.spec)["hidden"]["tags"])
    elapsed_ms = answer.elapsed_ms - answer.idle_ms
    # With everything open beside it a right answer is a weak one, whatever its time.
    learning = question.sitting.help == Help.LEARN
    answered = schedule.Answered(
        right=verdict.right,
        elapsed_ms=max(1, elapsed_ms),
        at=answer.received_at,
        level=deal.level,
        tags=tags,
        deal=str(deal.pk),
        mistakes=() if verdict.right else schedule.mistakes_of(verdict.parts),
        target_ms=0 if learning else question.target_ms or 0,
    )
    if learning and verdict.right:
        answered = _as_weak(answered, deal.drill)
    book.value = book.value.record(answered)
    book.at = max(book.at, answer.received_at)
    for tag in (ALL, *sorted(tags)):
        counts = book.counts.setdefault(tag, [0, 0, 0, 0, 0])
        counts[0] += 1
        counts[1] += verdict.right
        counts[2] += _was_slow(verdict)
        counts[3] += elapsed_ms
        counts[4] |= 1 << deal.level


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
    learner: Learner, verdicts: list[Verdict], pairs: set[_Pair]
) -> dict[tuple[date, str, str], _Tally]:
    dates = {
        local_date(each.answer.received_at, each.answer.question.sitting.zone) for each in verdicts
    }
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
