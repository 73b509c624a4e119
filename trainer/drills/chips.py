"""Amounts of money in the fewest chips.

>>> [(int(value), count) for value, count in fewest_chips(Decimal(80), (1, 5, 10, 25, 40))]
[(40, 2)]
>>> [(int(value), count) for value, count in greedy_chips(Decimal(80), (1, 5, 10, 25, 40)) or ()]
[(40, 2)]
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import gcd, inf
from typing import Final, TypeAlias

Counts: TypeAlias = tuple[tuple[Decimal, int], ...]
"""How many chips of which value, the highest value first and none of which there are 0."""

# Sets of chips have a table each, of as many entries as smallest parts go into the largest chip.
_KEPT: Final = 64


class NoSuchSumError(ValueError):
    """An amount that no number of these chips makes."""


def count_of(counts: Counts) -> int:
    return sum(count for _, count in counts)


def fewest_chips(amount: Decimal, chips: Iterable[Decimal | int]) -> Counts:
    """The fewest *chips* that make *amount*; one way where there are several.

    Raises: NoSuchSumError.
    """
    values = tuple(sorted(map(Decimal, chips)))
    unit, whole = _in_units(values)
    total = Fraction(amount) / unit
    if total < 0 or total.denominator != 1:
        raise NoSuchSumError(f"{amount} of {values}")
    used = _fewest(total.numerator, whole)
    if used is None:
        raise NoSuchSumError(f"{amount} of {values}")
    return _as_counts(used, dict(zip(whole, values, strict=True)))


def greedy_chips(amount: Decimal, chips: Iterable[Decimal | int]) -> Counts | None:
    """As often as it goes the largest chip, then the next; None if a part is left at the end."""
    rest, found = Fraction(amount), []
    for value in sorted(map(Decimal, chips), reverse=True):
        count = int(rest // Fraction(value))
        rest -= count * Fraction(value)
        if count:
            found.append((value, count))
    return None if rest else tuple(found)


def _in_units(values: Sequence[Decimal]) -> tuple[Fraction, tuple[int, ...]]:
    """The largest part that goes into every value, and the values counted in it."""
    denominator = 1
    for value in values:
        part = Fraction(value).denominator
        denominator = denominator * part // gcd(denominator, part)
    numbers = [int(Fraction(value) * denominator) for value in values]
    common = gcd(*numbers)
    return Fraction(common, denominator), tuple(number // common for number in numbers)


def _as_counts(used: Counter[int], names: dict[int, Decimal]) -> Counts:
    return tuple(
        (names[value], used[value]) for value in sorted(used, reverse=True) if used[value]
    )


@lru_cache(maxsize=1024)
def _fewest(total: int, values: tuple[int, ...]) -> Counter[int] | None:
    """How often each value; None if *total* cannot be made.

    Beside the largest chip the others matter only by what they leave when it is taken out: the
    cheapest of them for every rest are in a table. Where they come to more than *total* it is
    small enough to be counted up from nothing.
    """
    largest, others = values[-1], _by_rest(values)
    rest = total % largest
    if others.last[rest] < 0:
        return None
    if others.worth[rest] > total:
        return _counted_up(total, values)
    used = Counter({largest: (total - others.worth[rest]) // largest})
    while rest:
        value = others.last[rest]
        used[value] += 1
        rest = (rest - value) % largest
    return used


@dataclass(frozen=True, slots=True)
class _Others:
    """By rest modulo the largest value: what the chips below it that leave this rest are worth
    together at the least cost, and the last of them; −1 where no chips leave it."""

    worth: list[int]
    last: list[int]


@lru_cache(maxsize=_KEPT)
def _by_rest(values: tuple[int, ...]) -> _Others:
    """A chip of value v costs (M − v) / M of a chip more than if its worth were in chips of the
    largest value M.

    Chip by chip: to add one moves from rest to rest in a ring, and twice round finds how many
    are best from every beginning.
    """
    *smaller, largest = values
    cost: list[float] = [0, *[inf] * (largest - 1)]
    worth, last = [0] * largest, [0, *[-1] * (largest - 1)]
    for value in smaller:
        ring = gcd(value, largest)
        for start in range(ring):
            rest = start
            for _ in range(2 * largest // ring):
                after = (rest + value) % largest
                if (cost[rest] + largest - value, worth[rest] + value) < (
                    cost[after],
                    worth[after],
                ):
                    cost[after] = cost[rest] + largest - value
                    worth[after], last[after] = worth[rest] + value, value
                rest = after
    return _Others(worth, last)


def _counted_up(total: int, values: tuple[int, ...]) -> Counter[int] | None:
    """The fewest for every amount from 0 up to *total*."""
    fewest: list[float] = [0, *[inf] * total]
    last = [0] * (total + 1)
    for amount in range(1, total + 1):
        for value in values:
            if value <= amount and fewest[amount - value] + 1 < fewest[amount]:
                fewest[amount], last[amount] = fewest[amount - value] + 1, value
    if fewest[total] == inf:
        return None
    used: Counter[int] = Counter()
    while total:
        used[last[total]] += 1
        total -= last[total]
    return used
