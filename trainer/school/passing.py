"""What it takes to pass. Pure.

No public pass mark for dealers is known; the usual rules here are this program’s own proposal,
and a school writes its own over them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from rules.engine.text import gettext_noop
from trainer.drills.base import PAY_NOW, ErrorCode


class Ability(StrEnum):
    """What a graded part shows that somebody can do."""

    HANDS = "hands"
    WINNER = "winner"
    FIVE = "five"
    QUALIFYING = "qualifying"
    SETTLEMENT = "settlement"
    ARITHMETIC = "arithmetic"
    POTS = "pots"
    HOUSE_RULES = "house-rules"


ABILITY_NAMES: Final[Mapping[Ability, str]] = {
    Ability.HANDS: gettext_noop("Hand reading"),
    Ability.WINNER: gettext_noop("Winner and tie"),
    Ability.FIVE: gettext_noop("The five that play"),
    Ability.QUALIFYING: gettext_noop("Qualification"),
    Ability.SETTLEMENT: gettext_noop("Settlement"),
    Ability.ARITHMETIC: gettext_noop("Arithmetic"),
    Ability.POTS: gettext_noop("Pots"),
    Ability.HOUSE_RULES: gettext_noop("House rules and pay tables"),
}

# Mistakes that move money to the wrong side of the table, or out of another house’s table.
CRITICAL: Final = (ErrorCode.PAID_LOSER, ErrorCode.TOOK_WINNER, ErrorCode.WRONG_TABLE)

# Drills whose parts all show one thing, whatever kind of answer they take.
_OF_DRILL: Final[Mapping[str, Ability]] = {
    "dealer-qualifies": Ability.QUALIFYING,
    "split-the-pot": Ability.POTS,
    "set-or-trips": Ability.HANDS,
    "low-hands": Ability.HANDS,
    "joker-becomes": Ability.HANDS,
    "spot-the-error": Ability.SETTLEMENT,
}
_OF_PART: Final[Mapping[tuple[str, str], Ability]] = {
    ("which-hand-wins", "proof"): Ability.HANDS,
    ("order-hands", "order"): Ability.HANDS,
}
# A drill that is named nowhere here counts by how it is answered.
_OF_KIND: Final[Mapping[str, Ability]] = {
    "hand": Ability.HANDS,
    "sides": Ability.WINNER,
    "seats": Ability.WINNER,
    "cards": Ability.FIVE,
    "money": Ability.SETTLEMENT,
    "order": Ability.SETTLEMENT,
    "amount": Ability.ARITHMETIC,
    "chips": Ability.ARITHMETIC,
}


def ability_of(drill: str, part: str, kind: str) -> Ability:
    """What a part of that name, answered with that *kind* of `to_data`, shows.

    >>> ability_of("settle-the-table", "pay-now", "amount").value
    'arithmetic'
    """
    if part == PAY_NOW:
        return Ability.ARITHMETIC
    own = _OF_DRILL.get(drill) or _OF_PART.get((drill, part))
    return own or _OF_KIND.get(kind, Ability.HOUSE_RULES)


_USUAL_PERCENTS: Final = dict.fromkeys(Ability, 95) | {Ability.SETTLEMENT: 97}


class PassRulesError(ValueError):
    """The stored rules cannot be read."""


@dataclass(frozen=True, slots=True)
class PassRules:
    """What a sitting must show; the usual values are the proposal that comes with the program.

    `percents` is the least share of right parts by ability, wherever the exam asks for it.
    `same_hand_missed` is how often one and the same kind of hand may be misread, `pace_percent`
    what the median of time to target may come to; None of either asks nothing. Pace is usually
    shown and fails nobody: where people may go back and forth, the time of a question counts
    what they looked at in between.
    """

    percents: Mapping[Ability, int] = field(default_factory=lambda: dict(_USUAL_PERCENTS))
    critical_allowed: int = 0
    same_hand_missed: int | None = 1
    pace_percent: int | None = None

    def to_data(self) -> dict[str, Any]:
        return {
            "percents": {ability.value: least for ability, least in self.percents.items()},
            "critical_allowed": self.critical_allowed,
            "same_hand_missed": self.same_hand_missed,
            "pace_percent": self.pace_percent,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "PassRules":
        """What *data* does not say is as usual. Raises: PassRulesError."""
        usual = cls()
        given = data.get("percents", {})
        if not isinstance(given, Mapping):
            raise PassRulesError(f"percents: {given!r}")
        percents = {
            each: _number(given.get(each.value, least), f"percents.{each}", most=100)
            for each, least in usual.percents.items()
        }
        critical = _number(data.get("critical_allowed", 0), "critical_allowed")
        optional = (
            None if data.get(name, standard) is None else _number(data.get(name, standard), name)
            for name, standard in (("same_hand_missed", 1), ("pace_percent", None))
        )
        return cls(percents, critical, *optional)


def _number(value: object, name: str, most: int = 10_000) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise PassRulesError(f"{name}: {value!r} is no whole number from 0 to {most}")
    return value
