"""The values of switches: read, checked, and the switches that all games share.

>>> [str(chip) for chip in parse_chips("0.5, 5 red,25")]
['0.5', '5 red', '25']
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.arithmetic import Cap
from rules.games.base import Ruleset, Source, Switch, SwitchKind

NONE: Final = "none"
"""The value of a switch that sets no amount or no text."""

COLOURS: Final = (
    *("white", "grey", "yellow", "orange", "red", "pink"),
    *("purple", "blue", "green", "brown", "black"),
)
_AMOUNT: Final = re.compile(r"\d{1,12}(?:\.\d{1,4})?", re.ASCII)
_MOST_CHIPS: Final = 20
_LONGEST_TEXT: Final = 12


class SwitchValueError(EngineError):
    """A value that the switch does not have."""


class ChoiceError(SwitchValueError):
    template = gettext_noop("“%(value)s” is none of the values: %(values)s.")


class AmountValueError(SwitchValueError):
    template = gettext_noop("“%(value)s” is not an amount above 0. Write it like 3000 or 12.5.")


class AmountOrNoneError(SwitchValueError):
    template = gettext_noop("“%(value)s” is neither an amount above 0 nor “none”.")


class ChipSetError(SwitchValueError):
    template = gettext_noop(
        "“%(value)s” is not a set of chips. Write values that rise, with a colour if you like: "
        "1 white, 5 red, 25. Colours: %(colours)s."
    )


class OrderError(SwitchValueError):
    template = gettext_noop("“%(value)s” does not name each of these once: %(values)s.")


class TextValueError(SwitchValueError):
    template = gettext_noop("“%(value)s” is too long. Write at most %(most)s characters.")


@dataclass(frozen=True, slots=True)
class Chip:
    """A denomination, with the house's colour for it if it names one."""

    value: Decimal
    colour: str = ""

    def __str__(self) -> str:
        return f"{_plain(self.value)} {self.colour}".rstrip()


def clean_value(switch: Switch, text: str) -> str:
    """*text* as documents hold it: one spelling a value.

    Raises:
        SwitchValueError: or rather a subclass, quoting *text*.
    """
    tidy = " ".join(text.split())
    match switch.kind:
        case SwitchKind.CHOICE:
            if tidy not in switch.values:
                raise ChoiceError(value=text, values=", ".join(switch.values))
            return tidy
        case SwitchKind.AMOUNT:
            amount = _amount(tidy)
            if amount is None:
                raise AmountValueError(value=text)
            return _plain(amount)
        case SwitchKind.AMOUNT_OR_NONE:
            amount = _amount(tidy)
            if amount is None and tidy not in (NONE, ""):
                raise AmountOrNoneError(value=text)
            return NONE if amount is None else _plain(amount)
        case SwitchKind.CHIPS:
            return ", ".join(map(str, parse_chips(tidy)))
        case SwitchKind.ORDER:
            items = _items(tidy)
            if sorted(items) != sorted(switch.values):
                raise OrderError(value=text, values=", ".join(switch.values))
            return ", ".join(items)
        case SwitchKind.TEXT:
            if len(tidy) > _LONGEST_TEXT:
                raise TextValueError(value=text, most=_LONGEST_TEXT)
            return tidy or NONE


def value_labels(switch: Switch, value: str) -> tuple[str, ...]:
    """*value* in words: msgids to be listed with commas, or text that needs no translation."""
    labels = dict(zip(switch.values, switch.labels, strict=True))
    match switch.kind:
        case SwitchKind.CHOICE:
            return (labels.get(value, value),)
        case SwitchKind.ORDER:
            return tuple(labels.get(item, item) for item in _items(value))
        case _:
            return (gettext_noop("none") if value == NONE else value,)


@lru_cache(maxsize=64)
def parse_chips(text: str) -> tuple[Chip, ...]:
    """Read `1 white, 5, 25`: values that rise, each with a colour or without.

    Raises:
        ChipSetError
    """
    error = ChipSetError(value=text, colours=", ".join(COLOURS))
    chips = []
    for item in _items(text):
        value, _, colour = item.partition(" ")
        amount = _amount(value)
        if amount is None or (colour and colour not in COLOURS):
            raise error
        chips.append(Chip(amount, colour))
    if not 1 <= len(chips) <= _MOST_CHIPS:
        raise error
    if any(one.value >= other.value for one, other in pairwise(chips)):
        raise error
    return tuple(chips)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",")]


def _amount(text: str) -> Decimal | None:
    """The amount above 0 that *text* is, None if it is none."""
    return Decimal(text) or None if _AMOUNT.fullmatch(text) else None


def _plain(amount: Decimal) -> str:
    return format(amount.normalize(), "f")


# --- what settlement reads -------------------------------------------------------------------


def is_on(ruleset: Ruleset, key: str) -> bool:
    """Whether a switch of two values says yes."""
    return ruleset.switches[key] in ("on", "yes")


def amount_of(ruleset: Ruleset, key: str) -> Fraction | None:
    """The amount of a switch, None where the house sets none."""
    value = ruleset.switches[key]
    return None if value == NONE else Fraction(value)


def caps_of(ruleset: Ruleset, key: str, spent: Fraction | int = 0) -> tuple[Cap, ...]:
    """The cap that the switch *key* sets, less what is *spent* of it already."""
    limit = amount_of(ruleset, key)
    return () if limit is None else (Cap(key, max(limit - spent, Fraction(0))),)


def smallest_chip(ruleset: Ruleset) -> Decimal:
    return parse_chips(ruleset.switches["chip_set"])[0].value


def rounding_unit(ruleset: Ruleset) -> Decimal | None:
    """The chip down to which profits are rounded, None where they are paid exactly."""
    return smallest_chip(ruleset) if ruleset.switches["rounding"] == "down" else None


def stored_value(switch: Switch, stored: Mapping[str, str], schema: int) -> str:
    """What *stored*, written under *schema*, means for *switch*.

    Raises:
        SwitchValueError: for a value that the switch does not have.
        KeyError: if *schema* has the switch and *stored* has not.
    """
    if switch.key not in stored and schema < switch.since:
        return switch.legacy
    return clean_value(switch, stored[switch.key])


# --- switches of every table -----------------------------------------------------------------

EVERY_TEXT: Final = Source(
    gettext_noop("Every rule text of the game read 2026-11-29."), everywhere=True
)
CHOSEN_HERE: Final = Source(
    gettext_noop("No source settles it; chosen for this site."), assumed=True
)


def choice(
    key: str,
    name: str,
    text: str,
    options: Mapping[str, str],
    default: str,
    source: Source,
    since: int = 2,
) -> Switch:
    """A switch that picks one of *options*, labels by value; *since* is the schema it came with.

    Its default was right for everything that was settled before.
    """
    return Switch(
        key=key,
        name=name,
        text=text,
        values=tuple(options),
        labels=tuple(options.values()),
        default=default,
        source=source,
        since=since,
        legacy=default,
    )


def order_in_box(items: Mapping[str, str]) -> Switch:
    """The switch for the order of the wagers *items*, names by key; the default is as given."""
    default = ", ".join(items)
    return Switch(
        key="order_in_box",
        name=gettext_noop("Order in the box"),
        text=gettext_noop("In which order the dealer settles the bets of one box."),
        values=tuple(items),
        labels=tuple(items.values()),
        default=default,
        source=CHOSEN_HERE,
        kind=SwitchKind.ORDER,
        since=2,
        legacy=default,
    )


ROUNDING: Final = choice(
    "rounding",
    gettext_noop("Fractions of a chip"),
    gettext_noop(
        "Whether a profit is paid to the last fraction or rounded down to the smallest chip, "
        "each bet by itself and after any maximum."
    ),
    {
        "exact": gettext_noop("Paid exactly"),
        "down": gettext_noop("Rounded down to the smallest chip"),
    },
    "exact",
    Source(
        gettext_noop("Two public trainers for dealers pay halves, read 2026-11-29."), assumed=True
    ),
)
CHIP_SET: Final = Switch(
    key="chip_set",
    name=gettext_noop("Chips"),
    text=gettext_noop("Which chips the table has, the smallest first, with their colours."),
    values=(),
    labels=(),
    default="1, 5, 25, 100, 500, 1000",
    source=CHOSEN_HERE,
    kind=SwitchKind.CHIPS,
    since=2,
    legacy="1, 5, 25, 100, 500, 1000",
)
CURRENCY: Final = Switch(
    key="currency",
    name=gettext_noop("Currency"),
    text=gettext_noop("Which currency stands beside amounts."),
    values=(),
    labels=(),
    default=NONE,
    source=CHOSEN_HERE,
    kind=SwitchKind.TEXT,
    since=2,
    legacy=NONE,
)
BOX_ORDER: Final = choice(
    "box_order",
    gettext_noop("Order of the boxes"),
    gettext_noop("From which side the dealer begins to settle the boxes, as the dealer sees it."),
    {
        "right_to_left": gettext_noop("From right to left"),
        "left_to_right": gettext_noop("From left to right"),
    },
    "right_to_left",
    CHOSEN_HERE,
)
