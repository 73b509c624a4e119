"""By which rules Russian poker pays a second combination of a hand, or why it pays none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from rules.engine.cards import Card
from rules.engine.combinations import (
    Combination,
    DupStraight,
    Objection,
    held_combinations,
    judge_second,
)
from rules.engine.ranking import HandRank
from rules.games import settle
from rules.games.base import Ruleset
from rules.games.settlement import Round, Settlement
from rules.games.switches import is_on

_TOLD: Final = (
    Objection.DOUBLES_NOT_PAID,
    Objection.STRAIGHT_COUNTS_ONCE,
    Objection.NOT_PAID,
    Objection.NO_NEW_CARD,
)
"""What is worth saying of a combination that is not paid, the most surprising first."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A combination that somebody might ask to be paid second, and why it is not.

    `switch` is the key of the house rule that forbids it, None where the game does.
    """

    combination: Combination
    objection: Objection
    switch: str | None = None


def refused_seconds(
    cards: Sequence[Card], first: Combination, ruleset: Ruleset, stake: Decimal
) -> tuple[Refused, ...]:
    """At most one combination for each objection, of those beside *first*.

    *cards* are five or six whose second combination is not paid.

    Raises:
        CardCountError, DuplicateCardError
    """
    table = ruleset.tables["bet"]

    def pays(rank: HandRank) -> Fraction:
        row = table.row_for(rank)
        return Fraction(0) if row is None else row.profit(stake)

    double = is_on(ruleset, "double_combination")
    dup_straight = DupStraight(ruleset.switches["dup_straight"])
    found: dict[Objection, Combination] = {}
    others = [other for other in held_combinations(cards) if set(other.core) != set(first.core)]
    for other in sorted(others, key=_claim, reverse=True):
        # Beside one combination only those are asked for that bring a card of their own.
        if not double and set(other.core) <= set(first.core):
            continue
        judged = judge_second(
            cards, first.core, other.core, pays, double=double, dup_straight=dup_straight
        )
        if judged.objection in _TOLD:
            found.setdefault(judged.objection, other)
    return tuple(
        Refused(found[objection], objection, _SWITCHES.get(objection))
        for objection in _TOLD
        if objection in found
    )


def switches_behind(round_: Round, settlement: Settlement, ruleset: Ruleset) -> tuple[str, ...]:
    """The switches of which another value would pay another second combination, or none.

    *settlement* is that of *round_* under *ruleset*.
    """
    if len(settlement.combinations) < 2:
        return ()
    bets = {wager.bet: wager.stake for wager in settlement.wagers}

    def changes(key: str, value: str) -> bool:
        other = replace(ruleset, switches={**ruleset.switches, key: value})
        return settle(round_, bets, other).combinations != settlement.combinations

    return tuple(key for key, values in _VALUES.items() if any(changes(key, v) for v in values))


def _claim(other: Combination) -> tuple[bool, HandRank]:
    """Ace-king is what is asked for most; otherwise the highest."""
    return other.rank.is_ace_king, other.rank


_VALUES: Final = {"double_combination": ("off",), "dup_straight": tuple(DupStraight)}

_SWITCHES: Final = {
    Objection.DOUBLES_NOT_PAID: "double_combination",
    Objection.STRAIGHT_COUNTS_ONCE: "dup_straight",
}
