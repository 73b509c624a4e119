"""Sums that dealers do in their heads: a stake times odds, and how it is taken apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any, Final

from rules.engine.text import gettext_noop
from rules.games.arithmetic import Arithmetic, Term, work_out
from rules.games.base import PayHand, PayRow, Ruleset
from rules.games.switches import rounding_unit, smallest_chip
from trainer.drills.amounts import to_money
from trainer.drills.bonus_mistakes import is_slip
from trainer.drills.deals import Deal
from trainer.drills.verdicts import ErrorCode, Reason


@dataclass(frozen=True, slots=True)
class Factor:
    """Odds with their weight at each level, and the easier products that they are made of.

    `way` is `sum`, `difference` or `half` of the products with `parts`.
    """

    odds: Fraction
    skill: str
    shares: tuple[int, int, int]
    way: str
    parts: tuple[Fraction, ...]

    @property
    def key(self) -> str:
        """`17-1`, `3-2`."""
        return f"{self.odds.numerator}-{self.odds.denominator}"

    @property
    def tag(self) -> str:
        return f"odds:{self.key}"


def _factor(odds: str, skill: str, shares: tuple[int, int, int], way: str, *parts: str) -> Factor:
    return Factor(Fraction(odds), skill, shares, way, tuple(map(Fraction, parts)))


# Level 1 leaves out what is not worked out in one step or two; level 3 has most of it.
FACTORS: Final = (
    _factor("5", gettext_noop("Times 5"), (24, 8, 5), "half", "10"),
    _factor("7", gettext_noop("Times 7"), (0, 12, 13), "sum", "5", "2"),
    _factor("8", gettext_noop("Times 8"), (20, 12, 10), "difference", "10", "2"),
    _factor("11", gettext_noop("Times 11"), (20, 10, 8), "sum", "10", "1"),
    _factor("17", gettext_noop("Times 17"), (0, 14, 16), "difference", "20", "3"),
    _factor("20", gettext_noop("Times 20"), (18, 8, 5), "sum", "10", "10"),
    _factor("35", gettext_noop("Times 35"), (0, 12, 15), "sum", "30", "5"),
    _factor("50", gettext_noop("Times 50"), (18, 8, 6), "half", "100"),
    _factor("3/2", gettext_noop("3 to 2"), (0, 8, 11), "sum", "1", "1/2"),
    _factor("6/5", gettext_noop("6 to 5"), (0, 8, 11), "sum", "1", "1/5"),
)
BY_TAG: Final[Mapping[str, Factor]] = {factor.tag: factor for factor in FACTORS}
PART_CHIPS: Final = "part-chips"


@dataclass(frozen=True, slots=True)
class Sum:
    """A stake at odds under the rules of a house, and what it comes to."""

    stake: Decimal
    factor: Factor
    ruleset: Ruleset

    @property
    def worked(self) -> Arithmetic:
        """The product, rounded as the house rounds a profit."""
        row = PayRow(PayHand.FLUSH, self.factor.odds)
        return work_out((Term(self.stake, row=row),), unit=rounding_unit(self.ruleset))

    @property
    def product(self) -> Fraction:
        return Fraction(self.stake) * self.factor.odds

    @property
    def amount(self) -> Decimal:
        """What is paid, to the cent."""
        return to_money(self.worked.profit)

    @property
    def in_chips(self) -> bool:
        """Whether the product can be paid exactly in chips of the house."""
        return self.product % Fraction(smallest_chip(self.ruleset)) == 0


def sum_of(deal: Deal, ruleset: Ruleset) -> Sum:
    factor = BY_TAG["odds:" + deal.fact("odds")]
    return Sum(Decimal(deal.fact("stake")), factor, ruleset)


def explain(sum_: Sum) -> tuple[Reason, ...]:
    """What the odds mean, the easier products, the sum with its rounding."""
    worked, factor = sum_.worked, sum_.factor
    parts = [{"odds": part, "amount": Fraction(sum_.stake) * part} for part in factor.parts]
    apart: dict[str, Any] = {
        "stake": sum_.stake,
        "odds": factor.odds,
        "way": factor.way,
        "parts": parts,
        "product": sum_.product,
    }
    amount = {
        "terms": [{"stake": sum_.stake, "odds": factor.odds, "amount": sum_.product}],
        "total": worked.total,
        "caps": [],
        "unit": worked.unit,
        "paid": worked.profit,
        "profit": sum_.amount,
        "to_cent": sum_.amount != worked.profit,
    }
    return (
        Reason("odds-mean", {"odds": factor.odds}),
        Reason("taken-apart", apart),
        Reason("amount", amount),
    )


# --- mistakes --------------------------------------------------------------------------------


def code(sum_: Sum, given: Decimal) -> ErrorCode:
    """The mistake that gives *given*, which is wrong."""
    amount = Fraction(given)
    for found, amounts in _mistakes(sum_):
        if amount in amounts:
            return found
    return ErrorCode.ARITHMETIC if is_slip(amount, Fraction(sum_.amount)) else ErrorCode.OTHER


@lru_cache(maxsize=64)
def _mistakes(sum_: Sum) -> tuple[tuple[ErrorCode, set[Fraction]], ...]:
    """What each mistake comes to; of two with one sum the first is meant."""
    right, stake = Fraction(sum_.amount), Fraction(sum_.stake)
    chip = Fraction(smallest_chip(sum_.ruleset))
    chips = sum_.product / chip
    at_other_odds = (stake * factor.odds for factor in FACTORS)
    one_off = (stake * (sum_.factor.odds + off) for off in (1, -1))
    return (
        (ErrorCode.ROUNDING, _paid(sum_.product, floor(chips) * chip, ceil(chips) * chip)),
        (ErrorCode.INVERTED_ODDS, _paid(stake / sum_.factor.odds)),
        (ErrorCode.TOTAL_RETURNED, _paid(right + stake)),
        (ErrorCode.PLACE_VALUE, {right * 10, right / 10, right * 100, right / 100}),
        (ErrorCode.DOUBLED, {right * 2, right / 2}),
        (ErrorCode.CARRY, {right + step * sign for step in (10, 100, 1000) for sign in (1, -1)}),
        (ErrorCode.OTHER_ODDS, _paid(*at_other_odds, *one_off)),
    )


def _paid(*amounts: Fraction) -> set[Fraction]:
    """*amounts*, exact and to the cent."""
    return {form for amount in amounts for form in (amount, Fraction(to_money(amount)))}
