"""What is to be dealt next in a sitting: pure.

An order comes from the sitting's plan; after its end the plan begins anew without its wishes, but
a shift is over. Without a plan theme and level say. In between, who misses a deal gets a variant
of it two questions later, where the sitting teaches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from trainer.drills.base import LEVELS
from trainer.models import Help, Mode, Sitting

# Right answers after which a streak rises by a level.
RISE: Final = 5
AGAIN_AFTER: Final = 2
# What takes as long as ten other questions comes once in a shift.
ONCE: Final = ("settle-the-table",)


@dataclass(frozen=True, slots=True)
class Said:
    """What is known of an answered question: `deal` is the key of its row."""

    right: bool
    deal: int
    late: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """One deal to make, with tags that are wanted, or as a variant of a stored deal; or the
    stored deal `again` itself. Deals are named by their keys."""

    drill: str
    game: str
    level: int
    want: tuple[str, ...] = ()
    variant_of: int | None = None
    again: int | None = None

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"drill": self.drill, "game": self.game, "level": self.level}
        if self.want:
            data["want"] = sorted(self.want)
        if self.variant_of is not None:
            data["variant_of"] = self.variant_of
        if self.again is not None:
            data["again"] = self.again
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Order":
        return cls(
            data["drill"],
            data["game"],
            data["level"],
            tuple(data.get("want", ())),
            data.get("variant_of"),
            data.get("again"),
        )

    @property
    def plain(self) -> "Order":
        """The same without wishes, for where they cannot be dealt."""
        return replace(self, want=(), variant_of=None)


def order_at(sitting: Sitting, position: int, said: Mapping[int, Said]) -> Order:
    """What comes at *position*, after the answers *said* by position.

    A variant comes in between: nothing of the plan is left out for it.
    """
    return _orders(sitting, position, said)[0][-1]


def is_through(sitting: Sitting, position: int, said: Mapping[int, Said]) -> bool:
    """Whether the plan has nothing for the question after *position*, nor was anything missed
    that comes again there."""
    return _orders(sitting, position + 1, said)[1] > len(sitting.plan)


def _orders(sitting: Sitting, position: int, said: Mapping[int, Said]) -> tuple[list[Order], int]:
    """What comes up to *position*, and how many of it are from the plan."""
    orders: list[Order] = []
    planned = 0
    for at in range(1, position + 1):
        before = at - AGAIN_AFTER
        missed = said.get(before)
        if missed is None or missed.right or not _teaches(sitting, orders[before - 1].drill):
            planned += 1
            orders.append(_planned(sitting, planned))
        else:
            orders.append(replace(orders[before - 1].plain, variant_of=missed.deal))
    return orders, planned


def _planned(sitting: Sitting, position: int) -> Order:
    if not sitting.plan:
        return Order(sitting.drill, sitting.game, _level(sitting, position, sitting.level))
    order = Order.from_data(sitting.plan[(position - 1) % len(sitting.plan)])
    if position > len(sitting.plan):
        order = order.plain
    return replace(order, level=_level(sitting, position, order.level))


def _level(sitting: Sitting, position: int, level: int) -> int:
    """A streak rises."""
    if sitting.mode != Mode.STREAK:
        return level
    return min(LEVELS[-1], sitting.level + (position - 1) // RISE)


def _teaches(sitting: Sitting, drill: str) -> bool:
    """Whether a missed deal of *drill* comes again."""
    if sitting.mode == Mode.SHIFT:
        return drill not in ONCE
    return sitting.mode == Mode.ENDLESS and sitting.help in (Help.LEARN, Help.GUIDED)
