"""Amounts of money as people type and read them, exactly.

>>> parse_amount("1 250,5")
Decimal('1250.5')
>>> format_amount(Fraction(75, 2), decimal=","), format_amount(Fraction(10, 3))
('37,5', '3\\xa01/3')
"""

import re
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Final

from trainer.drills.answers import (
    AmountAmbiguousError,
    AmountMissingError,
    AmountNegativeError,
    AmountTooLargeError,
    AmountUnreadableError,
)

NBSP: Final = "\N{NO-BREAK SPACE}"
MINUS: Final = "\N{MINUS SIGN}"
MAX_DIGITS: Final = 12
# An error repeats what was typed, but not a whole page of it.
QUOTED: Final = 40

# \s outside ASCII mode covers the no-break, narrow no-break, thin and figure space.
_NUMBER: Final = re.compile(r"([0-9]{1,3}(?:\s[0-9]{3})+|[0-9]+)(?:([.,])([0-9]+))?")
_SIGN: Final = re.compile(r"[-\N{MINUS SIGN}\N{EN DASH}\N{NON-BREAKING HYPHEN}]\s*")


def parse_amount(text: str) -> Decimal:
    """Read `12,5`, `12.5` or `1 250` with any kind of space; the result is 0 or more.

    Raises:
        AmountMissingError: for nothing but spaces.
        AmountNegativeError: for an amount with a minus sign.
        AmountAmbiguousError: for three digits after a separator, a thousand or a decimal.
        AmountTooLargeError: from 10¹² on.
        AmountUnreadableError: for anything else.
    """
    tidy = text.strip()
    if not tidy:
        raise AmountMissingError
    given = quoted(tidy)
    sign = _SIGN.match(tidy)
    number = _NUMBER.fullmatch(tidy, sign.end() if sign else 0)
    if number is None:
        raise AmountUnreadableError(given=given)
    if sign:
        raise AmountNegativeError(given=given)
    whole = re.sub(r"\s", "", number[1]).lstrip("0") or "0"
    decimals = number[3] or ""
    if len(decimals) == 3:
        raise AmountAmbiguousError(given=given)
    if len(whole) > MAX_DIGITS:
        raise AmountTooLargeError(given=given)
    if len(decimals) > MAX_DIGITS:
        raise AmountUnreadableError(given=given)
    return Decimal(f"{whole}.{decimals}" if decimals else whole)


def quoted(text: str) -> str:
    """*text* short enough to stand in a sentence."""
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


def format_amount(amount: Decimal | Fraction | int, decimal: str = ".") -> str:
    """Print exactly, thousands apart by no-break spaces; thirds and the like as `3 1/3`.

    *decimal* is the separator of the reader's language.
    """
    exact = Fraction(amount)
    sign = MINUS if exact < 0 else ""
    whole, rest = divmod(abs(exact), 1)
    text = f"{whole:,}".replace(",", NBSP)
    if not rest:
        return sign + text
    digits = _decimals(rest)
    if digits is not None:
        return f"{sign}{text}{decimal}{digits}"
    part = f"{rest.numerator}/{rest.denominator}"
    return f"{sign}{text}{NBSP}{part}" if whole else sign + part


def _decimals(rest: Fraction) -> str | None:
    """The digits after the separator of *rest* below 1, None if they never end."""
    places = 0
    while rest.denominator != 1:
        rest *= 10
        places += 1
        if places > MAX_DIGITS:
            return None
    return f"{rest.numerator:0{places}d}"


def to_money(amount: Fraction) -> Decimal:
    """*amount* as it is paid and typed: exact to the cent, finer parts rounded half up."""
    return Decimal(floor(amount * 100 + Fraction(1, 2))) / 100
