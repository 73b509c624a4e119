"""The rules of a house beside a question and its verdict: `{% load house_rules %}`."""

from dataclasses import dataclass

from django import template
from django.utils.translation import gettext

from rules.games.base import Game, Origin, Source
from rules.games.switches import value_labels
from rules.houses import evidence, table_evidence
from rules.templatetags.switches import words
from trainer.drills.boxes import Box
from trainer.drills.turning import worth_knowing
from trainer.practice.tables import Table

register = template.Library()


@dataclass(frozen=True, slots=True)
class Rule:
    """A switch and its value in words, or a pay table, which has none.

    `from_reference`: the house’s own page leaves it open.
    """

    name: str
    value: str
    from_reference: bool = False


@register.simple_tag
def assumed_rules(table: Table) -> list[Rule]:
    """The assumed rules that the verdict at *table* turns on, whatever was answered."""
    found = []
    for key in table.switches:
        value = table.ruleset.switches[key]
        source = evidence(table.version.house.slug, table.game, key, value)
        if source.assumed:
            found.append(_rule(table.game, key, value, source.origin is Origin.REFERENCE))
    return found


@register.simple_tag
def assumed_pay_table(table: Table) -> Rule | None:
    """The pay table that has the last word at *table* if it is assumed, None otherwise."""
    wager = table.ask.wager
    if wager is None:
        return None
    key = Box(table.deal, table.ruleset).settled(wager.bet).table
    if key is None:
        return None
    source = pay_table_source(table, key)
    if not source.assumed:
        return None
    return Rule(gettext(table.game.table(key).name), "", source.origin is Origin.REFERENCE)


@register.simple_tag
def pay_table_source(table: Table, key: str) -> Source:
    """What stands behind a pay table of the house."""
    slug = table.version.house.slug
    return table_evidence(slug, table.game, key, table.ruleset.tables[key])


@register.simple_tag
def unusual_rules(table: Table) -> list[Rule]:
    """What to know of this house before an answer, whatever was dealt."""
    keys = worth_knowing(table.ruleset, table.ask.switches)
    return [_rule(table.game, key, table.ruleset.switches[key]) for key in keys]


def _rule(game: Game, key: str, value: str, from_reference: bool = False) -> Rule:
    switch = game.switch(key)
    return Rule(gettext(switch.name), words(value_labels(switch, value)), from_reference)
