"""What a house may mean but rarely does, in words. Nothing here forbids anything."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from rules.figures import percent
from rules.games.base import Game, PayHand, PayTable, Ruleset, TableSlot
from rules.games.checks import (
    Pairs,
    falls,
    lists_hand,
    missing_hands,
    pairs_named,
    usual_hands,
)
from rules.naming import pay_hand_name, pay_row_name
from rules.worth import Worth, edges_apart

Tables = Mapping[str, Sequence[PayTable]]

PLAUSIBLE: Final = (Fraction(5, 1000), Fraction(25, 100))
"""Our own band for the edge of a bet on one hand; no authority sets one."""


def doubts(
    game: Game,
    ruleset: Ruleset,
    others: Tables | None = None,
    worths: Mapping[str, Worth] | None = None,
) -> dict[str, list[str]]:
    """Sentences by table; what is said of a bet stands at each of its tables.

    *others* are the same tables of other houses, *worths* as in `rules.worth.worths`; what they
    would say is left out without them.
    """
    found = {}
    for slot in game.tables:
        table = ruleset.tables.get(slot.key, PayTable(()))
        found[slot.key] = [
            *_falls(slot, table),
            *_missing(slot, table, (others or {}).get(slot.key, ())),
            *_pairs(slot, table, (others or {}).get(slot.key, ())),
        ]
    for bet, worth in (worths or {}).items():
        texts = list(_edge(_(game.bet(bet).name), worth, ruleset))
        for slot in game.tables:
            if slot.bet == bet:
                found[slot.key] += texts
    return found


def _falls(slot: TableSlot, table: PayTable) -> Iterator[str]:
    for stronger, weaker in falls(table):
        yield _(
            "%(table)s: “%(stronger)s” pays %(less)s, although “%(weaker)s” pays %(more)s."
        ) % {
            "table": _(slot.name),
            "stronger": pay_row_name(stronger),
            "less": stronger.ratio,
            "weaker": pay_row_name(weaker),
            "more": weaker.ratio,
        }


def _missing(slot: TableSlot, table: PayTable, others: Sequence[PayTable]) -> Iterator[str]:
    missing = missing_hands(table, slot.default)
    if missing:
        yield _("%(table)s: no row for %(hands)s.") % _named(slot, missing)
    elsewhere = [
        hand for hand in usual_hands(others) if not lists_hand(table, hand) and hand not in missing
    ]
    if elsewhere:
        yield _("%(table)s: no row for %(hands)s, which most other houses have.") % _named(
            slot, elsewhere
        )


def _named(slot: TableSlot, hands: Sequence[PayHand]) -> dict[str, str]:
    return {"table": _(slot.name), "hands": ", ".join(map(pay_hand_name, hands))}


def _pairs(slot: TableSlot, table: PayTable, others: Sequence[PayTable]) -> Iterator[str]:
    mine = pairs_named(table)
    theirs = {pairs_named(other) for other in (slot.default, *others)} - {None}
    if mine is Pairs.ANY and theirs == {Pairs.SOME}:
        yield _("%(table)s: every pair pays; at other houses only pairs of some ranks do.") % {
            "table": _(slot.name)
        }
    elif mine is Pairs.SOME and theirs == {Pairs.ANY}:
        yield _("%(table)s: only pairs of some ranks pay; at other houses every pair does.") % {
            "table": _(slot.name)
        }


def _edge(bet: str, worth: Worth, ruleset: Ruleset) -> Iterator[str]:
    if worth.edge is None:
        return
    least, most = PLAUSIBLE
    apart = edges_apart(ruleset) if worth.edge < least and not worth.with_play else None
    if apart is not None and min(apart) >= least:
        yield _(
            "%(bet)s: these two tables do not belong together. Each by itself leaves the house "
            "an edge, %(first)s and %(second)s; one after the other they leave %(both)s."
        ) % {
            "bet": bet,
            "first": percent(apart[0]),
            "second": percent(apart[1]),
            "both": percent(worth.edge),
        }
    if worth.edge < 0:
        yield _("%(bet)s: the table favours the player, by %(edge)s of the stake.") % {
            "bet": bet,
            "edge": percent(-worth.edge),
        }
    elif not worth.with_play and not least <= worth.edge <= most:
        yield _(
            "%(bet)s: a house edge of %(edge)s is unusual. Between %(least)s and %(most)s we "
            "would not ask."
        ) % {
            "bet": bet,
            "edge": percent(worth.edge),
            "least": percent(least, 1),
            "most": percent(most, 0),
        }
