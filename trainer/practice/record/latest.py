"""The latest answers of a person: skills, games, money and what is taken for what; reads only."""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django.db.models import F

from trainer.practice.record.judged import ALONE, LATEST_FIRST, SLOW_FLAG, counting
from trainer.practice.record.shares import RATED_FROM, Share
from trainer.practice.schedule import Skill

# Older answers say little of today; the page says so.
LATEST: Final = 1000
# Of one game.
OF_A_GAME: Final = 200
_DEAL: Final = "answer__question__deal__"


@dataclass(frozen=True, slots=True)
class Given:
    """One first answer with its counting verdict, as `parts` in data. `pk` is the verdict's."""

    pk: int
    drill: str
    game: str
    right: bool
    slow: bool
    busy_ms: int
    received_at: datetime
    parts: Sequence[Mapping[str, Any]]
    tags: frozenset[str]

    @property
    def deltas(self) -> list[Fraction]:
        return [Fraction(part["delta"]) for part in self.parts]


def latest(whose: Mapping[str, int | None]) -> list[Given]:
    """The latest answers, the latest first, by one query: those that say how ready one is."""
    rows = (
        counting(whose)
        .filter(ALONE)
        .annotate(
            slow=SLOW_FLAG,
            drill=F(f"{_DEAL}drill"),
            game=F(f"{_DEAL}version__game"),
            received_at=F("answer__received_at"),
            spec=F(f"{_DEAL}spec"),
        )
        .order_by(*LATEST_FIRST)
        .values_list(
            "pk", "drill", "game", "right", "slow", "busy_ms", "received_at", "parts", "spec"
        )[:LATEST]
    )
    return [Given(*row, frozenset(json.loads(spec)["hidden"]["tags"])) for *row, spec in rows]


def share(given: Sequence[Given]) -> Share:
    quick = sum(each.right and not each.slow for each in given)
    slow = sum(each.slow for each in given)
    return Share(len(given), quick, slow, tuple(each.busy_ms for each in given))


def grouped(given: Iterable[Given], key: Callable[[Given], Hashable]) -> dict[Any, list[Given]]:
    found: dict[Any, list[Given]] = {}
    for each in given:
        found.setdefault(key(each), []).append(each)
    return found


def skills(given: Sequence[Given]) -> list[tuple[Skill, Share]]:
    """Each skill that was asked, the weakest first; those with too few answers come last."""
    found: dict[Skill, list[Given]] = {}
    for each in given:
        for tag in each.tags:
            found.setdefault(Skill(each.drill, each.game, tag), []).append(each)
    shares = [(skill, share(answers)) for skill, answers in found.items()]
    return sorted(shares, key=_weakest_first)


def _weakest_first(pair: tuple[Skill, Share]) -> tuple[Any, ...]:
    skill, own = pair
    if own.missing:
        return (True, -own.answers, skill)
    # Among equals that one first of which more is known.
    return (False, Fraction(own.quick, own.answers), -own.answers, skill)


def games(given: Sequence[Given]) -> dict[str, Share]:
    """How ready by game, from its latest answers."""
    by_game = grouped(given, lambda each: each.game)
    return {game: share(answers[:OF_A_GAME]) for game, answers in by_game.items()}


@dataclass(frozen=True, slots=True)
class Risk:
    """Money that mistakes would have moved in `hands` answers of drills that ask for money."""

    hands: int
    to_guest: Fraction
    to_house: Fraction

    @property
    def missing(self) -> int:
        return max(0, RATED_FROM - self.hands)

    @property
    def guest_per_100(self) -> Decimal:
        """Rounded to cents. Raises: ZeroDivisionError: without hands."""
        return _cents(100 * self.to_guest / self.hands)

    @property
    def house_per_100(self) -> Decimal:
        """Like `guest_per_100`."""
        return _cents(100 * self.to_house / self.hands)


def _cents(amount: Fraction) -> Decimal:
    return Decimal(round(100 * amount)) / 100


def risk(given: Sequence[Given]) -> Risk:
    """Of the drills in which mistakes cost money: those that ask how a bet ends, and any other
    in which one has cost something."""
    asks_money = {each.drill for each in given if _asks_money(each)}
    hands = [each for each in given if each.drill in asks_money]
    deltas = [delta for each in hands for delta in each.deltas]
    to_guest = sum((delta for delta in deltas if delta > 0), Fraction(0))
    to_house = -sum((delta for delta in deltas if delta < 0), Fraction(0))
    return Risk(len(hands), to_guest, to_house)


def _asks_money(given: Given) -> bool:
    return any(part["expected"].get("kind") == "money" for part in given.parts) or any(
        given.deltas
    )
