"""What lies about a pot beside the cards: `{% load pots %}`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext

from rules.engine.cards import Card
from trainer.drills.base import Deal
from trainer.drills.pot_tables import PotTable
from trainer.practice import wording
from trainer.practice.tables import Table

register = template.Library()


@dataclass(frozen=True, slots=True)
class Lying:
    """Folded players with what they have put in, the player on the button, the smallest chip,
    and the sum of the one pot where it is given."""

    folded: list[tuple[str, Decimal]]
    button: str
    chip: Decimal
    total: Decimal | None


@register.simple_tag
def lying(table: Table) -> Lying:
    pot, deal = PotTable(table.deal, table.ruleset), table.deal
    put = pot.contributions
    return Lying(
        [(wording.seat_name(seat, deal), put[seat]) for seat in sorted(pot.folded)],
        wording.seat_name(pot.button, deal),
        pot.chip,
        sum(put.values(), Decimal(0)) if deal.level == 1 else None,
    )


@register.filter
def players(seats: Iterable[int], deal: Deal) -> str:
    """“Player A, Player B and Player D”."""
    return get_text_list(
        [wording.seat_name(seat, deal) for seat in seats],
        pgettext("before the last of several names", "and"),
    )


@register.filter
def pot_names(numbers: Sequence[int], last: int) -> str:
    """“Main pot, side pot 2”; *last* is the number of the last pot, the main one being 0."""
    names = [_pot_name(number, last) for number in numbers]
    return ", ".join([names[0], *(name[:1].lower() + name[1:] for name in names[1:])])


def _pot_name(number: int, last: int) -> str:
    if not number:
        return gettext("Main pot")
    if last == 1:
        return gettext("Side pot")
    return gettext("Side pot %(number)s") % {"number": number}


@register.filter
def cards_signs(cards: Iterable[Card]) -> str:
    """“A♠ K♦”, in the given order."""
    return " ".join(f"{card.rank.index}{card.suit.sign}" for card in cards)
