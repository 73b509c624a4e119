"""Cards, seats and amounts in templates: `{% load table %}`."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext

from rules.engine.cards import Card
from rules.games import games
from rules.games.odds import format_odds
from rules.naming import card_name
from trainer.drills import drills
from trainer.drills.base import Deal, Group, GroupRole, Mark
from trainer.practice import wording

register = template.Library()

register.filter("money", wording.money)
register.filter("seat_name", wording.seat_name)
register.filter("odds", format_odds)
register.filter("duration", wording.duration_text)


@register.inclusion_tag("table/_card.html")
def card(card: Card, mark: Mark | str = "") -> dict[str, object]:
    """One card face; *mark* is how it is drawn beside a verdict."""
    return {
        "index": card.rank.index,
        "suit": card.suit.name.lower().removesuffix("s"),
        "name": card_name(card),
        "mark": mark,
    }


@register.inclusion_tag("table/_seat.html", takes_context=True)
def seat(context: template.Context, group: Group) -> dict[str, object]:
    """Cards that lie together, under the name of their place, with what the verdict says."""
    table = context["table"]
    if table.spoken is None:
        return _seat(group, table.deal, {}, ())
    return _seat(group, table.deal, table.spoken.marks, table.spoken.winners)


@register.inclusion_tag("table/_seat.html")
def plain_seat(group: Group, deal: Deal) -> dict[str, object]:
    """Cards that lie together, without a verdict."""
    return _seat(group, deal, {}, ())


def _seat(
    group: Group, deal: Deal, marks: Mapping[Card, Mark], winners: Sequence[int]
) -> dict[str, object]:
    is_board = group.role is GroupRole.BOARD
    return {
        "group": group,
        "deal": deal,
        "is_board": is_board,
        "cards": [(card, marks.get(card, "")) for card in group.cards],
        "wins": not is_board and group.seat in winners,
        "ties": len(winners) > 1,
    }


@register.filter
def drill_name(key: str) -> str:
    """The drill in the reader's language; its key, should the program no longer have it."""
    return gettext(drills()[key].name) if key in drills() else key


@register.filter
def game_name(key: str) -> str:
    return gettext(games()[key].name) if key in games() else key
