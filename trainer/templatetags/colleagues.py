"""What a colleague gave the bets of a box: `{% load colleagues %}`."""

from decimal import Decimal

from django import template
from django.utils.translation import gettext

from rules.games import find_game
from trainer.drills.base import MoneyAnswer
from trainer.drills.colleagues import told_by_colleague
from trainer.practice import wording
from trainer.practice.tables import Table

register = template.Library()


@register.simple_tag
def colleague(table: Table) -> list[tuple[str, Decimal, str]]:
    """Every bet by name with its stake and what it got."""
    told, game = told_by_colleague(table.deal, table.ruleset), find_game(table.deal.game)
    return [
        (gettext(game.bet(bet).name), told.box.bets[bet], gets(answer))
        for bet, answer in told.given.items()
    ]


@register.filter
def gets(answer: MoneyAnswer) -> str:
    """“Pay 180”, “Push”, “Take”."""
    return wording.money_text(answer)
