"""What a box is paid, before and after it is cut in chips: `{% load payouts %}`."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils.translation import gettext

from rules.games import find_game
from trainer.drills.chips import Counts
from trainer.drills.payouts import DUE, SUM, TOTAL
from trainer.practice import wording
from trainer.practice.tables import Table

register = template.Library()


@dataclass(frozen=True, slots=True)
class Given:
    """What is told of a payout: its `total`, or the bets by name, each with its amount or sum."""

    total: Decimal | None
    bets: list[tuple[str, str]]


@register.simple_tag
def payout(table: Table) -> Given:
    game, facts = find_game(table.deal.game), table.deal.facts
    total = next((Decimal(value) for key, value in facts if key == TOTAL), None)
    told = []
    for key, value in facts:
        kind, _, bet = key.rpartition(":")
        if f"{kind}:" in (DUE, SUM):
            text = wording.money(Decimal(value)) if f"{kind}:" == DUE else _sum(value)
            told.append((gettext(game.bet(bet).name), text))
    return Given(total, told)


def _sum(written: str) -> str:
    """“25 × 3:2”, of two combinations “40 × 4:1 + 40 × 1:1”, with any maximum after it."""
    terms, caps = [], []
    for part in written.split():
        if part[0] == "<":
            caps.append(f" ≤ {wording.money(Fraction(part[1:]))}")
        elif part[0] == "=":
            terms.append(wording.money(Fraction(part[1:])))
        else:
            stake, odds = part.split("*")
            terms.append(f"{wording.money(Decimal(stake))} × {wording.odds_text(Fraction(odds))}")
    return " + ".join(terms) + "".join(caps)


@register.filter
def in_chips(counts: Counts) -> str:
    """“1 × 100 + 2 × 5”."""
    return " + ".join(f"{count}\xa0×\xa0{wording.money(value)}" for value, count in counts)
