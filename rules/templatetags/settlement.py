"""What a settlement says, in words: `{% load settlement %}`, for templates/rules/settlement."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext

from rules.engine.cards import Card
from rules.engine.ranking import HandRank
from rules.games import find_game
from rules.games.base import PayRow, Ruleset, Source
from rules.games.settlement import Ground, Settled, Settlement
from rules.games.switches import value_labels
from rules.houses import evidence, table_evidence
from rules.lookup.fields import course_of
from rules.naming import hand_name

register = template.Library()


@register.filter
def bet_name(key: str, ruleset: Ruleset) -> str:
    return gettext(find_game(ruleset.game).bet(key).name)


@register.filter
def wager_name(settled: Settled, ruleset: Ruleset) -> str:
    """The bet by name; of the fee of Russian poker what it bought, where that is known."""
    if settled.ground is Ground.SIXTH_CARD:
        return gettext("Sixth card")
    if settled.ground is Ground.EXCHANGE:
        return gettext("Exchange")
    return bet_name(settled.bet, ruleset)


@register.filter
def table_name(key: str, ruleset: Ruleset) -> str:
    return gettext(find_game(ruleset.game).table(key).name)


@register.filter
def named(rank: HandRank, ruleset: Ruleset) -> str:
    """The hand by the name it has in the game: ace-king is one only in Russian poker."""
    return hand_name(rank, course_of(ruleset.game).doubles)


@register.simple_tag
def house_rule(ruleset: Ruleset, key: str) -> dict[str, Any]:
    """A switch, the words of its value, and what stands behind it at this house."""
    game, value = find_game(ruleset.game), ruleset.switches[key]
    switch = game.switch(key)
    return {
        "switch": switch,
        "words": value_labels(switch, value),
        "source": evidence(ruleset.house, game, key, value),
    }


@register.simple_tag
def table_source(ruleset: Ruleset, key: str) -> Source:
    """What stands behind a pay table of this house."""
    return table_evidence(ruleset.house, find_game(ruleset.game), key, ruleset.tables[key])


@register.simple_tag
def switch_words(ruleset: Ruleset, key: str, value: str) -> tuple[str, ...]:
    """The words of any *value* of a switch, to be listed by `words`."""
    return value_labels(find_game(ruleset.game).switch(key), value)


@register.simple_tag
def paid_together(settlement: Settlement, ruleset: Ruleset) -> list[dict[str, Any]]:
    """The combinations of Russian poker with their pay row and cards; new ones `decide`."""
    seen: Sequence[Card] = ()
    found = []
    for combination in settlement.combinations:
        row: PayRow | None = ruleset.tables["bet"].row_for(combination.rank)
        fresh = [card for card in combination.core if found and card not in seen]
        marks = [(card, "decides" if card in fresh else "") for card in combination.core]
        found.append({"combination": combination, "cards": marks, "row": row})
        seen = combination.core
    return found
