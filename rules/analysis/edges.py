"""What a bet of any game is worth, for whoever edits its pay table.

`value_of` answers at once: with the value, or that it takes the best play to know it, which
`play_value` works out in seconds and `content_key` lets a caller keep, or that nobody here
solves it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rules.analysis import casino_holdem, stored, ultimate
from rules.analysis.bonus import bonus_value
from rules.analysis.hands import aa_value, trips_value
from rules.analysis.values import BetValue, RowValue
from rules.games.base import Game, Ruleset
from rules.games.documents import canonical_json, document_hash, to_document
from rules.games.switches import is_on

EDITION: Final = 1
"""Raise it when the same rules would come out at another value."""


class Unsolved(StrEnum):
    """Why there is no value."""

    STRATEGY = "strategy"
    """It rests on decisions whose best play is not worked out here."""
    MAIN_BET = "main-bet"
    """A fold or a lost round decides about it too, so it rests on how the main bet is played."""
    PRICE = "price"
    """A price, not a bet."""


@dataclass(frozen=True, slots=True)
class NotSolved:
    reason: Unsolved


@dataclass(frozen=True, slots=True)
class NeedsPlay:
    """`table` is the pay table that the value of the round depends on; `play_value` has it."""

    table: str


@dataclass(frozen=True, slots=True)
class PlayValue:
    """Of a round with the best play, per ante: `edge` is what the house keeps on average,
    `average_stake` what is staked in antes. `solution` says more. `rows` are those of the table,
    empty unless asked for."""

    table: str
    edge: Fraction
    average_stake: Fraction
    rows: tuple[RowValue, ...]
    solution: casino_holdem.CasinoHoldem | ultimate.Ultimate

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit staked."""
        return self.edge / self.average_stake


# By game and table: the bets that are one round with it, and the switches that matter to it.
_PLAYED: Final[Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]]] = {
    "casino-holdem": ("ante", ("ante", "call"), stored.SWITCHES),
    "ultimate-texas-holdem": (
        "blind",
        ("ante", "blind", "play"),
        ("qualifier", "ante_on_no_qualify", "preflop_multiples"),
    ),
}


def value_of(game: Game, ruleset: Ruleset, key: str) -> BetValue | NeedsPlay | NotSolved:
    """Of the bet or the pay table *key*; where a row pays a fixed amount, at the least stake.

    Raises:
        KeyError: if the game has no such bet and no such table.
    """
    bet = _bet_of(game, key)
    if next(one.fee for one in game.bets if one.key == bet):
        return NotSolved(Unsolved.PRICE)
    if game.key in _PLAYED and bet in _PLAYED[game.key][1]:
        return NeedsPlay(_PLAYED[game.key][0])
    if (game.key, bet) not in _OWN_HAND:
        return NotSolved(Unsolved.STRATEGY)
    return _on_own_hand(game.key, bet, _Rules(ruleset))


def play_value(
    ruleset: Ruleset, *, with_rows: bool = False, cache_dir: Path | None = None
) -> PlayValue:
    """Of the main bets of Casino Hold'em and Ultimate Texas Hold'em; seconds of work.

    With *cache_dir* Casino Hold'em keeps its sums there (`rules.analysis.stored`), which takes
    longer once and milliseconds from then on.

    Raises:
        KeyError: for another game.
        OddsTooFineError
    """
    table = _PLAYED[ruleset.game][0]
    ante = _stake(ruleset, "ante", table)
    solution: casino_holdem.CasinoHoldem | ultimate.Ultimate
    if ruleset.game == "ultimate-texas-holdem":
        solution = ultimate.solve(ruleset, ante=ante, with_rows=with_rows)
    elif cache_dir is None:
        solution = casino_holdem.solve(ruleset, ante=ante, with_rows=with_rows)
    else:
        solution = stored.solve_stored(ruleset, cache_dir, ante=ante, with_rows=with_rows)
    return PlayValue(table, solution.edge, solution.average_stake, solution.rows, solution)


def content_key(ruleset: Ruleset) -> str:
    """Equal for rulesets with the same `play_value`: a hash of the table and of the switches
    that matter to it.

    Raises:
        KeyError: for a game that `play_value` does not know.
    """
    table, _, switches = _PLAYED[ruleset.game]
    content: dict[str, Any] = {
        "edition": EDITION,
        "game": ruleset.game,
        "table": to_document(ruleset)["tables"][table],
        "switches": {key: ruleset.switches[key] for key in switches},
        "ante": str(_stake(ruleset, "ante", table).normalize()),
    }
    return document_hash(canonical_json(content))


def _bet_of(game: Game, key: str) -> str:
    for slot in game.tables:
        if slot.key == key:
            return slot.bet
    if any(bet.key == key for bet in game.bets):
        return key
    raise KeyError(key)


class _Rules:
    """Of a ruleset what a value rests on, equal wherever that is equal."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        parts = (ruleset.switches, ruleset.limits, ruleset.tables)
        self.content = (ruleset.schema, *(frozenset(part.items()) for part in parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


@lru_cache(maxsize=64)
def _on_own_hand(game: str, bet: str, rules: _Rules) -> BetValue | NotSolved:
    """Kept: the page of a draft asks for the value of what is typed and of what is in force, and
    most often they are the same as a moment ago."""
    return _OWN_HAND[game, bet](rules.ruleset)


def _stake(ruleset: Ruleset, bet: str, *tables: str) -> Decimal:
    """One unit; if a row pays a fixed amount the least that may be staked on *bet*."""
    if any(row.fixed for table in tables for row in ruleset.tables[table].rows):
        return ruleset.limits[bet].minimum
    return Decimal(1)


def _bonus(ruleset: Ruleset) -> BetValue:
    return bonus_value(ruleset, _stake(ruleset, "bonus", "bonus_first5", "bonus6"))


def _aa(ruleset: Ruleset) -> BetValue:
    return aa_value(ruleset, _stake(ruleset, "aa", "aa"))


def _trips(ruleset: Ruleset) -> BetValue | NotSolved:
    if is_on(ruleset, "trips_needs_win") or ruleset.switches["trips_on_fold"] == "lose":
        return NotSolved(Unsolved.MAIN_BET)
    return trips_value(ruleset, _stake(ruleset, "trips", "trips"))


_OWN_HAND: Final[Mapping[tuple[str, str], Callable[[Ruleset], BetValue | NotSolved]]] = {
    ("russian-poker", "bonus"): _bonus,
    ("casino-holdem", "aa"): _aa,
    ("ultimate-texas-holdem", "trips"): _trips,
}
