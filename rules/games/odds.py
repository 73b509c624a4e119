"""Odds *to one* as text and as exact fractions.

>>> parse_odds(" 1,5 "), parse_odds("3:2"), parse_odds("10")
(Fraction(3, 2), Fraction(3, 2), Fraction(10, 1))
>>> format_odds(Fraction(3, 2)), format_odds(Fraction(7))
('3:2', '7')
"""

import re
from fractions import Fraction
from typing import Final

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop


class OddsError(EngineError):
    template = gettext_noop(
        "“%(text)s” is not odds. Write the profit per unit staked as 3, 3:2, 1.5 or 1,5."
    )


class ZeroDenominatorError(OddsError):
    template = gettext_noop("“%(text)s” divides by zero. Write odds as 3, 3:2, 1.5 or 1,5.")


class NegativeOddsError(OddsError):
    template = gettext_noop("“%(text)s” is negative. Odds are 0 or more; 0 returns the bet.")


class AmbiguousOddsError(OddsError):
    template = gettext_noop(
        "“%(text)s” could be a thousand or a decimal. Write 1000 or 1, without a separator."
    )


class OddsTooLargeError(OddsError):
    template = gettext_noop("“%(text)s” is too large. Odds are at most 100000 to one.")


MAX_ODDS: Final = 100_000
_RATIO: Final = re.compile(r"(\d{1,9})\s*:\s*(\d{1,9})", re.ASCII)
# Four decimals at most, so that `format_odds` never needs more digits than a ratio may have.
_DECIMAL: Final = re.compile(r"\d{1,9}(?:[.,]\d{1,4})?", re.ASCII)
_THOUSANDS: Final = re.compile(r"\d{1,3}[.,]\d{3}", re.ASCII)


def parse_odds(text: str) -> Fraction:
    """Read `3`, `3:2`, `1.5` or `1,5` as the profit per unit staked.

    Raises:
        OddsError: or a subclass that says what is wrong, quoting *text*.
    """
    tidy = text.strip()
    if tidy.startswith(("-", "−", "–")):
        raise NegativeOddsError(text=text)
    if _THOUSANDS.fullmatch(tidy):
        raise AmbiguousOddsError(text=text)
    if ratio := _RATIO.fullmatch(tidy):
        if int(ratio[2]) == 0:
            raise ZeroDenominatorError(text=text)
        odds = Fraction(int(ratio[1]), int(ratio[2]))
    elif _DECIMAL.fullmatch(tidy):
        odds = Fraction(tidy.replace(",", "."))
    else:
        raise OddsError(text=text)
    if odds > MAX_ODDS:
        raise OddsTooLargeError(text=text)
    return odds


def format_odds(odds: Fraction) -> str:
    """`7` for whole odds, `3:2` otherwise; read back by `parse_odds`."""
    if odds.denominator == 1:
        return str(odds.numerator)
    return f"{odds.numerator}:{odds.denominator}"
