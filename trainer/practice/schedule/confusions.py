"""What a person takes for what: a table of expected × given for each drill."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

# So many deals of a confusion are remembered, to be asked again as minimal pairs.
KEPT_DEALS: Final = 3
# A right answer halves the weight; from 1 on a confusion is open.
OPEN: Final = 1.0
FADE: Final = 0.5

_NAMES: Final[Mapping[str, str]] = {"hand": "hand", "choice": "choice", "money": "outcome"}
"""Kinds of answers with names that mean the same in every deal, and the field with the name."""
_OF_ONE_DEAL: Final = re.compile(r"([2-9TJQKA]|10)[shdc]|left|right")
"""Cards and sides of the table: names that mean something else in every deal."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What was expected and what was given instead, in labels of the drill (`flush`, `push`)."""

    expected: str
    given: str


def mistakes_of(parts: Iterable[Mapping[str, Any]]) -> tuple[Mistake, ...]:
    """Of the wrong ones among a verdict's parts, as `Part.to_data` gives them and as stored.

    Where both answers have names (a hand, a choice, an outcome) these are the labels. Elsewhere
    (amounts, cards, seats, orders) the expected is the part's name, the given the error code;
    of two amounts that are paid, the expected is `pay`.
    """
    return tuple(_mistake(part) for part in parts if not part["right"])


def _mistake(part: Mapping[str, Any]) -> Mistake:
    expected, given = _label(part["expected"]), _label(part["given"])
    if expected and given and expected != given:
        return Mistake(expected, given)
    return Mistake(expected or part["name"], part["code"] or "other")


def _label(answer: Mapping[str, Any]) -> str:
    label = str(answer.get(_NAMES.get(answer.get("kind", ""), ""), ""))
    return "" if _OF_ONE_DEAL.fullmatch(label) else label


@dataclass(frozen=True, slots=True)
class Confusion:
    """`count` times *given* instead of *expected* in all; `weight` fades as it is got right.

    `tag` is the skill that it was last a miss of. `deals` are the latest, latest first.
    """

    drill: str
    expected: str
    given: str
    tag: str
    count: int
    weight: float
    last_at: datetime
    deals: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.weight >= OPEN

    def again(self, tag: str, deal: str, at: datetime) -> "Confusion":
        others = tuple(other for other in self.deals if other != deal)
        return replace(
            self,
            tag=tag,
            count=self.count + 1,
            weight=self.weight + 1,
            last_at=at,
            deals=((deal, *others) if deal else others)[:KEPT_DEALS],
        )

    def faded(self) -> "Confusion":
        return replace(self, weight=self.weight * FADE)

    def to_data(self) -> dict[str, Any]:
        return {
            "drill": self.drill,
            "expected": self.expected,
            "given": self.given,
            "tag": self.tag,
            "count": self.count,
            "weight": self.weight,
            "last_at": self.last_at.isoformat(),
            "deals": list(self.deals),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Confusion":
        read = {"last_at": datetime.fromisoformat(data["last_at"]), "deals": tuple(data["deals"])}
        return cls(**{**data, **read})


def merged(confusions: Iterable[Confusion]) -> tuple[Confusion, ...]:
    """Those with the same drill, expected and given as one, the heaviest first."""
    found: dict[tuple[str, str, str], Confusion] = {}
    for each in confusions:
        key = (each.drill, each.expected, each.given)
        found[key] = _sum(found[key], each) if key in found else each
    return tuple(sorted(found.values(), key=lambda c: (-c.weight, -c.count, c.expected, c.given)))


def _sum(one: Confusion, other: Confusion) -> Confusion:
    late, early = (one, other) if one.last_at >= other.last_at else (other, one)
    return replace(
        late,
        count=one.count + other.count,
        weight=one.weight + other.weight,
        deals=(late.deals + early.deals)[:KEPT_DEALS],
    )
