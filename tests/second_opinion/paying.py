"""Pay rows in the words of the cases, and what is left of a profit after rounding.

A table is a list of `(hand, pay)`; `hand` is a category, optionally `of tens` (the lowest rank
that is meant, pairs only in the generator), optionally `or better` or `or less`; `pay` is odds
to one (`Fraction`) or an `Award`.

Which row pays (rules reference, section 11): the exact row, a royal flush without one by the
exact straight-flush row, then "or better / or less", then `otherwise` of the table.
Not said there, decided here:
- Exact rows of one category with different lowest ranks: the highest that the hand reaches.
- Several "or better" rows: the highest that the hand reaches; several "or less": the lowest.
- `X of tens or less` means tens as the highest rank.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tests.second_opinion.ranking import LADDER

PLURALS = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights"),
    *("nines", "tens", "jacks", "queens", "kings", "aces"),
)
_HAND = re.compile(
    rf"(?P<name>{'|'.join(sorted(LADDER, key=len, reverse=True))})"
    rf"(?: of (?P<rank>{'|'.join(PLURALS)}))?(?: or (?P<side>better|less))?"
)


@dataclass(frozen=True)
class Award:
    """A profit that does not depend on the stake."""

    amount: Fraction


Pay = Fraction | Award
Table = Sequence[tuple[str, Pay]]


def find_pay(table: Table, name: str, lead: int) -> Pay | None:
    """The pay of a hand, None if the table does not list it."""
    here = (LADDER.index(name), lead)
    exact: dict[tuple[int, int], Pay] = {}
    better: dict[tuple[int, int], Pay] = {}
    less: dict[tuple[int, int], Pay] = {}
    for words, pay in table:
        match = _HAND.fullmatch(words)
        if match is None:
            raise ValueError(f"unknown hand {words!r}")
        category = LADDER.index(match["name"])
        rank = PLURALS.index(match["rank"]) + 2 if match["rank"] else None
        if match["side"] == "better":
            if here >= (category, rank or 0):
                better[category, rank or 0] = pay
        elif match["side"] == "less":
            if here <= (category, rank or 14):
                less[category, rank or 14] = pay
        elif category == here[0] and lead >= (rank or 0):
            exact[category, rank or 0] = pay
    if exact:
        return exact[max(exact)]
    if name == "royal flush":
        exact_rows = [row for row in table if row[0] == "straight flush"]
        if exact_rows:
            return exact_rows[0][1]
    if better:
        return better[max(better)]
    if less:
        return less[min(less)]
    return None


def profit(pay: Pay, stake: Fraction) -> Fraction:
    return pay.amount if isinstance(pay, Award) else pay * stake


def unlisted(otherwise: str, stake: Fraction) -> Fraction:
    if otherwise not in ("push", "lose"):
        raise ValueError(f"otherwise must be push or lose, not {otherwise!r}")
    return Fraction(0) if otherwise == "push" else -stake


def by_table(table: Table, otherwise: str, name: str, lead: int, stake: Fraction) -> Fraction:
    pay = find_pay(table, name, lead)
    return unlisted(otherwise, stake) if pay is None else profit(pay, stake)


def amount(text: str) -> Fraction | None:
    return None if text == "none" else Fraction(Decimal(text))


def rounded(net: Fraction, house: Mapping[str, str]) -> Fraction:
    """Only what the house pays is rounded; a returned or lost stake is whole chips."""
    if net <= 0 or house["rounding"] == "exact":
        return net
    smallest = min(Fraction(Decimal(chip)) for chip in house["chip_set"].split(","))
    return net // smallest * smallest


# Switches of every game: key -> (default, values; no values = free text).
TABLE_SWITCHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "rounding": ("exact", ("exact", "down")),
    # Values of the chips with commas; only the smallest is read.
    "chip_set": ("1, 5, 25, 100, 500, 1000", ()),
}


def read_switches(
    known: Mapping[str, tuple[str, tuple[str, ...]]], given: Mapping[str, str]
) -> dict[str, str]:
    """Raises: ValueError: for a key or a value that this game does not have."""
    house = {key: default for key, (default, _) in known.items()}
    for key, value in given.items():
        if key not in known or (known[key][1] and value not in known[key][1]):
            raise ValueError(f"unknown switch {key}={value}")
        house[key] = value
    return house
