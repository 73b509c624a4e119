"""Another house beside this one, in words: `{% load neighbours %}`."""

from dataclasses import dataclass
from decimal import Decimal

from django import template
from django.utils.translation import gettext, pgettext

from rules.games import find_game
from rules.games.base import PayRow, Ruleset
from rules.games.switches import value_labels
from rules.houses import houses
from rules.naming import pay_row_name
from rules.templatetags.switches import words
from rules.translated import in_language
from trainer.drills.neighbours import HOUSE, Point, compared
from trainer.practice import wording
from trainer.practice.tables import Table

register = template.Library()


@dataclass(frozen=True, slots=True)
class Beside:
    """The stakes by name, the name of the other house, and each point with both values."""

    stakes: list[tuple[str, Decimal]]
    name: str
    points: list[tuple[str, str, str]]


@register.simple_tag
def neighbour(table: Table) -> Beside:
    found, game = compared(table.deal, table.ruleset), find_game(table.deal.game)
    kind, value = found.other.fact
    return Beside(
        [(gettext(game.bet(bet).name), stake) for bet, stake in found.box.bets.items()],
        in_language(houses()[value].name) if kind == HOUSE else gettext("Another house"),
        [point_words(point, table.ruleset) for point in found.other.points],
    )


@register.simple_tag
def point_words(point: Point, ruleset: Ruleset) -> tuple[str, str, str]:
    """What differs, and its value here and there: “Trips, flush”, “7:1”, “6:1”."""
    game = find_game(ruleset.game)
    if point.switch:
        switch = game.switch(point.switch)
        here, there = (
            _quoted(words(value_labels(switch, str(value)))) for value in (point.here, point.there)
        )
        return gettext(switch.name), here, there
    name = f"{gettext(game.table(point.table).name)}, {pay_row_name(point.named)}"
    return name, _pays(point.here), _pays(point.there)


def _quoted(text: str) -> str:
    return pgettext("value of a house rule", "“%(value)s”") % {"value": text}


def _pays(row: object) -> str:
    if not isinstance(row, PayRow):
        return pgettext("pay row", "no row")
    return wording.money(row.pays) if row.fixed else row.ratio
