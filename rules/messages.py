"""Sentences about house rules that are needed outside templates."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.engine.errors import EngineError
from rules.games.base import Game, PayTable, Ruleset, TableSlot
from rules.games.checks import falls, missing_hands
from rules.naming import pay_hand_name, pay_row_name


def error_text(error: EngineError) -> str:
    """The text of a refusal in the reader's language."""
    return _(error.template) % error.params


def warnings(game: Game, ruleset: Ruleset) -> list[str]:
    """What a house may mean but rarely does: falling odds, hands without a row."""
    return [text for slot in game.tables for text in _warnings_of(slot, ruleset.tables[slot.key])]


def _warnings_of(slot: TableSlot, table: PayTable) -> Iterator[str]:
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
    if hands := missing_hands(table, slot.default):
        yield _("%(table)s: no row for %(hands)s.") % {
            "table": _(slot.name),
            "hands": ", ".join(map(pay_hand_name, hands)),
        }
