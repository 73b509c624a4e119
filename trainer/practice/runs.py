"""Begins every run that is more than so many questions of one drill: writes."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from rules.models import House
from trainer.drills.base import CannotDealError
from trainer.drills.stream import SEED_BYTES, Stream
from trainer.models import Day, Learner, Mode, Question, Sitting
from trainer.practice import clocks, planning, schedule
from trainer.practice.absorbing import absorb
from trainer.practice.orders import Order
from trainer.practice.progress import first_right
from trainer.practice.results import counting_verdicts, was_slow
from trainer.practice.sittings import Run, start_run

PAIR_LENGTH: Final = 10
# “Once more” from progress: the latest of so many days.
REDO_DAYS: Final = 14
REDO_MOST: Final = 20


class NothingToRepeatError(Exception):
    """Nothing was missed or slow, or no pair confused."""


class EnoughForTodayError(Exception):
    """All that is left is due, and the day takes no more of it."""


def start_endless(
    learner: Learner, house: House, drill: str, game: str, level: int, help_: str, now: datetime
) -> Question:
    """Practice of one drill until it is ended. Raises: CannotDealError, NoLiveVersionError."""
    absorb(learner)
    known = planning.known(learner, house, now).narrowed(drill, game)
    plan = planning.adaptive_orders(known, now, level)
    run = Run(drill, game, level, Mode.ENDLESS, help_, plan=plan)
    return _start(learner, house, run, now)


def start_sprint(
    learner: Learner, house: House, minutes: int, now: datetime, *, drill: str = "", game: str = ""
) -> Question:
    """So many minutes of a theme. Raises: CannotDealError, NoLiveVersionError."""
    absorb(learner)
    seed = secrets.token_bytes(SEED_BYTES)
    known = planning.known(learner, house, now).narrowed(drill, game)
    level = planning.near_level(known)
    run = Run(
        drill,
        game,
        level,
        Mode.SPRINT,
        limit_ms=minutes * 60_000,
        miss_ms=clocks.SPRINT_MISS_MS,
        plan=_themed(known.short, drill, game, seed, level),
    )
    return _start(learner, house, run, now, seed)


def start_streak(
    learner: Learner, house: House, now: datetime, *, drill: str = "", game: str = ""
) -> Question:
    """Until the first miss, from near the learner's level on.

    Raises: CannotDealError, NoLiveVersionError.
    """
    absorb(learner)
    seed = secrets.token_bytes(SEED_BYTES)
    known = planning.known(learner, house, now).narrowed(drill, game)
    level = planning.near_level(known)
    plan = _themed(known, drill, game, seed, level)
    run = Run(drill, game, level, Mode.STREAK, plan=plan)
    return _start(learner, house, run, now, seed)


def start_shift(learner: Learner, house: House, now: datetime) -> Question:
    """Ten minutes put together for this person.

    Raises: EnoughForTodayError, CannotDealError, NoLiveVersionError.
    """
    absorb(learner)
    known, plan = planning.known(learner, house, now), planning.wishes(learner)
    orders = planning.shift_orders(
        known, plan, now, answered_today=answered_on(learner, plan, now)
    )
    if not orders and known.offers:
        raise EnoughForTodayError
    if not orders:
        raise CannotDealError("this house offers nothing")
    level = orders[0].level
    run = Run(level=level, mode=Mode.SHIFT, limit_ms=clocks.SHIFT_MS, plan=orders)
    return _start(learner, house, run, now)


def start_pair(
    learner: Learner,
    house: House,
    now: datetime,
    *,
    drill: str = "",
    game: str = "",
    pairs: Collection[tuple[str, str]] = (),
) -> Question:
    """Minimal pairs of what is confused most, or of the confusions that are named, each by what
    was expected and what was given.

    Raises: NothingToRepeatError, CannotDealError, NoLiveVersionError.
    """
    absorb(learner)
    known = planning.known(learner, house, now).narrowed(drill, game)
    orders = planning.pair_orders(known, pairs)
    if not orders:
        raise NothingToRepeatError
    first = orders[0]
    plan = [orders[at % len(orders)] for at in range(PAIR_LENGTH)]
    run = Run(first.drill, first.game, first.level, length=PAIR_LENGTH, plan=plan)
    return _start(learner, house, run, now)


def redo_sitting(sitting: Sitting, learner: Learner, now: datetime) -> Question:
    """What was missed or slow in *sitting* of *learner*, in one run: the same deals.

    Raises: NothingToRepeatError.
    """
    verdicts = [v for v in counting_verdicts(sitting) if not v.right or was_slow(v)]
    deals = [verdict.answer.question.deal for verdict in verdicts]
    orders = [Order(d.drill, d.version.game, d.level, again=d.pk) for d in deals]
    return _start_redo(learner, sitting.house, orders, sitting.help, now, sitting)


def is_pair(sitting: Sitting) -> bool:
    """Whether a confused pair is practised: of one drill, and yet by a plan."""
    return sitting.mode == Mode.PRACTICE and bool(sitting.plan)


def again(sitting: Sitting, learner: Learner, house: House, now: datetime) -> Question:
    """The same kind of run: a shift is put together anew, the same deals come once more, or
    other deals of the same pair.

    Raises: NothingToRepeatError: for any other run, CannotDealError, NoLiveVersionError.
    """
    if sitting.mode == Mode.SHIFT:
        return start_shift(learner, house, now)
    plan = [Order.from_data(data) for data in sitting.plan]
    if sitting.mode == Mode.REDO:
        return _start_redo(learner, sitting.house, plan, sitting.help, now, sitting)
    if not is_pair(sitting):
        raise NothingToRepeatError
    run = Run(sitting.drill, sitting.game, sitting.level, length=sitting.length, plan=plan)
    return _start(learner, house, run, now)


def redo_latest(
    learner: Learner, house: House, now: datetime, *, drill: str = "", game: str = ""
) -> Question:
    """What was missed or slow lately and has not been got right in time since, the same deals.

    Raises: NothingToRepeatError.
    """
    orders = [
        Order(drill_, game_, level, again=deal)
        for deal, drill_, game_, level in latest_to_redo(learner, now, drill=drill, game=game)
    ]
    return _start_redo(learner, house, orders, "practice", now)


def latest_to_redo(
    learner: Learner, now: datetime, *, drill: str = "", game: str = ""
) -> list[tuple[int, str, str, int]]:
    """Deal, drill, game and level of at most `REDO_MOST` questions, the latest first."""
    fields = ("deal", "deal__drill", "deal__version__game", "deal__level")
    found = _to_redo(learner, now, drill=drill, game=game).order_by("-pk")
    return list(found.values_list(*fields)[:REDO_MOST])


def is_done_early(sitting: Sitting) -> bool:
    """Whether a shift has come to the end of its plan before that of its time."""
    if sitting.mode != Mode.SHIFT or sitting.finished_on is None:
        return False
    return sitting.spent_ms < sitting.limit_ms


def is_anything_due(sitting: Sitting, learner: Learner, now: datetime) -> bool:
    """Whether the day asks for more after *sitting*, at its house."""
    own, plan = planning.known(learner, sitting.house, now).own, planning.wishes(learner)
    answered = answered_on(learner, plan, now)
    return bool(schedule.due(own.books, own.offers, plan, now, answered_today=answered))


def wishes_and_redo(learner: Learner, now: datetime) -> tuple[schedule.Plan, bool]:
    """`planning.wishes`, and whether `redo_latest` would find something: one query for both."""
    read = Learner.objects.filter(pk=learner.pk).values_list(
        Exists(_to_redo(learner, now)), "holidays__first", "holidays__last"
    )
    # A line for each holiday, and one if there is none.
    lines = list(read)
    off = [(first, last) for _, first, last in lines if first]
    return planning.plan_of(learner, off), any(left for left, _, _ in lines)


def _to_redo(
    learner: Learner, now: datetime, *, drill: str = "", game: str = ""
) -> QuerySet[Question]:
    since = now - timedelta(days=REDO_DAYS)
    own = Question.objects.filter(
        sitting__learner=learner, sitting__started_at__gte=since, answers__number=1
    ).annotate(right=first_right(), elapsed=F("answers__elapsed_ms"))
    narrowed = {"deal__drill": drill, "deal__version__game": game}
    own = own.filter(**{name: value for name, value in narrowed.items() if value})
    weak = Q(right=False) | Q(elapsed__gt=F("target_ms"))
    since_then = own.filter(deal=OuterRef("deal"), pk__gt=OuterRef("pk"))
    # Only the last time that a deal was put counts.
    return own.filter(weak).exclude(Exists(since_then))


def answered_on(learner: Learner, plan: schedule.Plan, now: datetime) -> int:
    """Answers on the learner's own date."""
    today = schedule.local_day(now, plan.zone)
    return sum(Day.objects.filter(learner=learner, date=today).values_list("answered", flat=True))


def _themed(known: planning.Known, drill: str, game: str, seed: bytes, level: int) -> list[Order]:
    """Where the theme is one drill in one game no plan is needed."""
    if not known.offers:
        raise CannotDealError("this house offers nothing of the theme")
    if drill and game:
        return []
    return planning.mixed_orders(known, Stream(seed, "plan"), level)


def _start_redo(
    learner: Learner,
    house: House,
    orders: list[Order],
    help_: str,
    now: datetime,
    source: Sitting | None = None,
) -> Question:
    if not orders:
        raise NothingToRepeatError
    run = Run(
        level=orders[0].level,
        mode=Mode.REDO,
        help=help_,
        length=len(orders),
        plan=orders,
        source=source,
    )
    return _start(learner, house, run, now)


def _start(
    learner: Learner, house: House, run: Run, now: datetime, seed: bytes | None = None
) -> Question:
    seed = seed or secrets.token_bytes(SEED_BYTES)
    zone = planning.zone_of(learner)
    return start_run(learner, run, house=house, seed=seed, zone=zone, now=now)
