"""Exact values as text in the reader's language, never a 0 or a 100 that they are not."""

from fractions import Fraction
from math import isqrt
from typing import Final

from django.utils.formats import get_format

_SPACE: Final = "\N{NO-BREAK SPACE}"
_MINUS: Final = "\N{MINUS SIGN}"


def percent(value: Fraction, places: int = 2) -> str:
    """`6.52 %`, `0.0000030 %`: with more than so many *places* where the value would else look
    like nothing or like everything."""
    return f"{_scaled(value * 100, places, Fraction(100))}{_SPACE}%"


def points(after: Fraction, before: Fraction, places: int = 2) -> str:
    """From one percentage to another, with a sign: `+3.02`.

    Of the two as they are shown, so that whoever subtracts them comes to the same; the exact
    difference where they look alike.
    """
    shown = Fraction(round(after * 100, places) - round(before * 100, places))
    text = _scaled(shown or (after - before) * 100, places)
    return f"+{text}" if after > before else text


def decimal_text(value: Fraction, places: int = 2) -> str:
    return _scaled(value, places)


def count_text(value: int) -> str:
    """`133 784 560`, as amounts are shown."""
    return f"{value:,}".replace(",", _SPACE)


def root(value: Fraction) -> Fraction:
    """The square root, to twelve decimals."""
    scale = 10**24
    return Fraction(isqrt(int(value * scale)), 10**12)


def _scaled(value: Fraction, places: int, whole: Fraction | None = None) -> str:
    """What would be 0 gets two significant digits; *whole* only if it is that."""
    digits = round(value * 10**places)
    least = 0 if digits else 10
    while value and abs(digits) < least:
        places += 1
        digits = round(value * 10**places)
    while whole is not None and value < whole and digits >= whole * 10**places:
        places += 1
        digits = round(value * 10**places)
    text = str(abs(digits)).rjust(places + 1, "0")
    if places:
        text = f"{text[:-places]}{get_format('DECIMAL_SEPARATOR')}{text[-places:]}"
    return f"{_MINUS}{text}" if digits < 0 else text
