"""What a claim is, and how it is tried."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rules.engine.ranking import Category
from rules.games.base import PayHand
from rules.proof.sources import Source


class Unit(StrEnum):
    COUNT = "count"
    PERCENT = "percent"
    """`expected` is in percent of what is computed."""
    ANTES = "antes"


@dataclass(frozen=True, slots=True)
class Claim:
    """One figure.

    `key` names it for good. It is titled by the names of `hands`, or by the msgid `title` with
    `words` for its placeholders, which need no translation. `expected` is a decimal, with all
    the digits that the source gives; a count is exact.
    """

    key: str
    expected: str
    source: Source
    compute: Callable[[], Fraction | int]
    unit: Unit = Unit.COUNT
    title: str = ""
    words: Mapping[str, str | int] = field(default_factory=dict)
    hands: tuple[Category | PayHand, ...] = ()

    @property
    def digits(self) -> int:
        """Decimals of `expected`."""
        return len(self.expected.partition(".")[2])

    def scaled(self, found: Fraction | int) -> Fraction:
        """In the unit of `expected`, not rounded."""
        return Fraction(found) * (100 if self.unit is Unit.PERCENT else 1)

    def rounded(self, found: Fraction | int) -> Fraction:
        """In the unit of `expected`, with its decimals; a count as it is."""
        scaled = self.scaled(found)
        return scaled if self.unit is Unit.COUNT else round(scaled, self.digits)

    def agrees(self, found: Fraction | int) -> bool:
        return self.rounded(found) == Fraction(self.expected)


@dataclass(frozen=True, slots=True)
class Group:
    """Claims that stand in one table; `title` and `about` are msgids."""

    key: str
    title: str
    about: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim that was tried; `found` is exact."""

    claim: Claim
    found: Fraction

    @property
    def agrees(self) -> bool:
        return self.claim.agrees(self.found)


def prove(claims: Iterable[Claim]) -> Iterator[Finding]:
    """Work out every claim, one after the other."""
    for claim in claims:
        yield Finding(claim, Fraction(claim.compute()))
