"""What the bets of a house are worth, for the pages on which its rules are edited.

Values come from `rules.analysis`, which is imported where it is used: most pages do without it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rules import best_play
from rules.best_play import Pending
from rules.engine.text import gettext_noop
from rules.figures import root
from rules.games.base import Game, Ruleset, TableSlot

if TYPE_CHECKING:
    from rules.analysis.values import BetValue


@dataclass(frozen=True, slots=True)
class RowWorth:
    """How often a row is paid, and its part of all that comes back to the player."""

    hit_rate: Fraction
    share: Fraction


@dataclass(frozen=True, slots=True)
class Worth:
    """Of one bet: an `edge`, or in `missing` why there is none; `computing` if it will come.

    With the best play `edge` is per ante and `average_stake` in antes. `said` is what must hold
    for the value. `rows` are by table and key of the row.
    """

    edge: Fraction | None = None
    hit_rate: Fraction | None = None
    deviation: Fraction | None = None
    average_stake: Fraction | None = None
    total: int = 0
    rows: Mapping[tuple[str, str], RowWorth] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    missing: str = ""
    computing: bool = False

    @property
    def with_play(self) -> bool:
        return self.average_stake is not None

    @property
    def element_of_risk(self) -> Fraction | None:
        """What the house keeps of each unit staked."""
        if self.edge is None or self.average_stake is None:
            return None
        return self.edge / self.average_stake


def worth_of(game: Game, ruleset: Ruleset, bet: str) -> Worth:
    """Of a bet that has a pay table."""
    from rules.analysis.edges import NeedsPlay, NotSolved, value_of

    tables = [slot for slot in game.tables if slot.bet == bet]
    for slot in tables:
        # A version may be older than the table.
        if slot.key not in ruleset.tables or not ruleset.tables[slot.key].rows:
            return Worth(missing=_("The table “%(table)s” has no rows.") % {"table": _(slot.name)})
    value = value_of(game, ruleset, bet)
    if isinstance(value, NotSolved):
        return Worth(missing=_not_solved(value.reason))
    if isinstance(value, NeedsPlay):
        found = _with_best_play(ruleset, value.table)
        measured = "ante"
    else:
        found, measured = _on_one_hand(value), bet
    return replace(found, said=(*found.said, *_measure(ruleset, tables, measured)))


def worths(game: Game, ruleset: Ruleset) -> dict[str, Worth]:
    """By bet, of every bet with a pay table, in the order of the tables."""
    bets = dict.fromkeys(slot.bet for slot in game.tables)
    return {bet: worth_of(game, ruleset, bet) for bet in bets}


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """Of a bet, named by a msgid, whose edge is another; None where it is not known yet."""

    name: str
    before: Worth
    after: Worth

    @property
    def difference(self) -> Fraction | None:
        return difference(self.before, self.after)


def difference(before: Worth, after: Worth) -> Fraction | None:
    if before.edge is None or after.edge is None:
        return None
    return after.edge - before.edge


def named(game: Game, bet: str, worth: Worth) -> str:
    """Msgid of what *worth* is the value of: the bet, or the round that is played with it."""
    whole = worth.with_play or worth.computing
    return gettext_noop("The whole round") if whole else game.bet(bet).name


def edge_changes(game: Game, before: Ruleset, after: Ruleset) -> list[EdgeChange]:
    """Of the bets with an edge, now or soon, those that do not keep it."""
    old, new = worths(game, before), worths(game, after)
    found = [EdgeChange(named(game, bet, new[bet]), old[bet], new[bet]) for bet in new]
    return [
        one
        for one in found
        if one.difference
        or any(worth.computing for worth in (one.before, one.after))
        or (one.before.edge is None) is not (one.after.edge is None)
    ]


def edges_apart(ruleset: Ruleset) -> tuple[Fraction, Fraction] | None:
    """Of Russian poker's two bonus tables, each as if it were a bet of its own; None elsewhere."""
    from rules.analysis.hands import table_value

    if not {"bonus_first5", "bonus6"} <= ruleset.tables.keys():
        return None
    stake = ruleset.limits["bonus"].minimum
    first, second = (
        table_value(ruleset.tables[key], cards, stake).edge
        for key, cards in (("bonus_first5", 5), ("bonus6", 6))
    )
    return first, second


def _on_one_hand(value: "BetValue") -> Worth:
    return Worth(
        edge=value.edge,
        hit_rate=value.hit_rate,
        deviation=root(value.variance),
        total=value.total,
        rows={(row.table, row.row.key): RowWorth(row.hit_rate, row.share) for row in value.rows},
        said=_assumed(value),
    )


def _with_best_play(ruleset: Ruleset, table: str) -> Worth:
    value = best_play.played(ruleset)
    if value is Pending.COMPUTING:
        return Worth(computing=True)
    if value is Pending.TOO_FINE:
        return Worth(missing=_("These odds have too many decimals for an exact value."))
    if value is Pending.FAILED:
        return Worth(
            missing=_(
                "The computation has failed. It is tried again in two minutes; the server’s log "
                "says more."
            )
        )
    return Worth(
        edge=value.edge,
        average_stake=value.average_stake,
        total=value.total,
        rows={(table, key): RowWorth(row.hit_rate, row.share) for key, row in value.rows.items()},
        said=(_("Per ante, with the best play of the whole round."),),
    )


def _not_solved(reason: str) -> str:
    from rules.analysis.edges import Unsolved

    return {
        Unsolved.STRATEGY: _(
            "It depends on the player’s decisions, and the best ones of this game are not worked "
            "out here."
        ),
        Unsolved.MAIN_BET: _(
            "By these rules a fold or a lost round takes this bet too, so it depends on how the "
            "main bet is played."
        ),
        Unsolved.PRICE: _("It is a price, not a bet."),
    }[Unsolved(reason)]


def _assumed(value: "BetValue") -> tuple[str, ...]:
    from rules.analysis.values import Assumption

    if value.assumption is Assumption.CARD_BOUGHT:
        return (
            _(
                "Both tables are one bet: what the first five cards do not win, the bought sixth "
                "card still may. The player buys it every time that the first five are on no row."
            ),
        )
    if value.assumption is Assumption.PLAYED_ON:
        return (_("The player never folds a hand that this bet pays."),)
    return ()


def _measure(ruleset: Ruleset, slots: list[TableSlot], bet: str) -> Iterator[str]:
    if any(row.fixed for slot in slots for row in ruleset.tables[slot.key].rows):
        yield _("Fixed amounts are measured at the least stake, %(amount)s.") % {
            "amount": format(ruleset.limits[bet].minimum.normalize(), "f")
        }
