"""Values that take the best play, which is seconds of work: kept, or computed in the background.

A request never waits: it finds the value, or begins the work and is told to ask again. Any
process of the site may do the work, one piece at a time; the database knows who has begun what.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from functools import partial
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final

from django.db import connections
from django.utils import timezone

from rules.games.base import Ruleset
from rules.games.changes import strength
from rules.models import EdgeResult, EdgeWork

logger = logging.getLogger(__name__)

PATIENCE: Final = timedelta(minutes=2)
"""After so long a computation counts as dead, and one that failed is tried again."""

_busy: Final = Lock()


class Pending(StrEnum):
    """Why there is no value yet."""

    COMPUTING = "computing"
    FAILED = "failed"
    """By a mistake of ours, which the log has."""
    TOO_FINE = "too-fine"
    """The odds have too large a common denominator."""


@dataclass(frozen=True, slots=True)
class Row:
    hit_rate: Fraction
    share: Fraction


@dataclass(frozen=True, slots=True)
class Played:
    """As `rules.analysis.edges.PlayValue`: `edge` per ante. Of `total` rounds; `rows` by key."""

    edge: Fraction
    average_stake: Fraction
    total: int
    rows: Mapping[str, Row]

    @property
    def element_of_risk(self) -> Fraction:
        return self.edge / self.average_stake


def played(ruleset: Ruleset) -> Played | Pending:
    """What is known of the best play under *ruleset*; begins to compute it if nobody has.

    Raises:
        KeyError: of a game whose best play nobody here computes.
    """
    from rules.analysis.edges import content_key

    ordered = _in_order(ruleset)
    key = content_key(ordered)
    result = EdgeResult.objects.filter(pk=key).first()
    if result is not None:
        return _read(result.value)
    work = EdgeWork.objects.filter(pk=key).first()
    if work is not None and work.failure == Pending.TOO_FINE:
        return Pending.TOO_FINE
    if work is None or work.started_at < timezone.now() - PATIENCE:
        _begin(ordered, key)
    elif work.failure:
        return Pending.FAILED
    return Pending.COMPUTING


def background(work: Callable[[], None]) -> None:
    """Where work is done that nobody waits for."""

    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    Thread(target=run, name="best play", daemon=True).start()


def _in_order(ruleset: Ruleset) -> Ruleset:
    """The same rows typed in another order are the same rules."""
    return replace(
        ruleset,
        tables={
            key: replace(table, rows=tuple(sorted(table.rows, key=strength, reverse=True)))
            for key, table in ruleset.tables.items()
        },
    )


def _begin(ruleset: Ruleset, key: str) -> None:
    """Unless this process is busy or another was quicker; who waits asks again."""
    if not _busy.acquire(blocking=False):
        return
    try:
        if _claim(key):
            background(partial(_work, ruleset, key))
        else:
            _busy.release()
    except BaseException:
        _busy.release()
        raise


def _claim(key: str) -> bool:
    now = timezone.now()
    # What was typed for a moment and given up with its process.
    EdgeWork.objects.filter(started_at__lt=now - timedelta(days=1)).delete()
    _, is_new = EdgeWork.objects.get_or_create(pk=key, defaults={"started_at": now})
    if is_new:
        return True
    dead = EdgeWork.objects.filter(pk=key, started_at__lt=now - PATIENCE)
    return dead.update(started_at=now, failure="") == 1


def _work(ruleset: Ruleset, key: str) -> None:
    from rules.analysis.payoffs import OddsTooFineError

    try:
        try:
            _compute(ruleset, key)
        except OddsTooFineError:
            EdgeWork.objects.filter(pk=key).update(failure=Pending.TOO_FINE)
        except Exception:
            logger.exception("The best play under %s could not be computed.", key)
            EdgeWork.objects.filter(pk=key).update(failure=Pending.FAILED)
    finally:
        _busy.release()


def _compute(ruleset: Ruleset, key: str) -> None:
    from rules.analysis.edges import play_value

    began = monotonic()
    found = play_value(ruleset, with_rows=True)
    value = {
        "edge": str(found.edge),
        "average_stake": str(found.average_stake),
        "total": str(found.rows[0].total) if found.rows else "0",
        "rows": {one.row.key: [str(one.hit_rate), str(one.share)] for one in found.rows},
    }
    took = int((monotonic() - began) * 1000)
    result = EdgeResult(pk=key, value=value, computed_at=timezone.now(), took_ms=took)
    # Another process may have thought this one dead and been quicker.
    EdgeResult.objects.bulk_create([result], ignore_conflicts=True)
    EdgeWork.objects.filter(pk=key).delete()


def _read(value: Mapping[str, Any]) -> Played:
    return Played(
        Fraction(value["edge"]),
        Fraction(value["average_stake"]),
        int(value["total"]),
        {key: Row(*map(Fraction, row)) for key, row in value["rows"].items()},
    )
