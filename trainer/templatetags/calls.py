"""The hands of a dealer’s call in words: `{% load calls %}`."""

from collections.abc import Iterable

from django import template
from django.utils.text import get_text_list
from django.utils.translation import pgettext

from rules import naming
from rules.engine.ranking import HandRank
from trainer.drills.base import Call, Deal, Said
from trainer.practice.wording import seat_name

register = template.Library()


@register.filter
def held_by(said: Said, call: Call) -> str:
    """As somebody has it: “a pair of aces, king kicker”."""
    return naming.held_name(said.rank, call.ace_king, said.kickers)


@register.filter
def called(said: Said, call: Call) -> str:
    """The bare name: “pair of aces, king kicker”."""
    return naming.said_name(said.rank, call.ace_king, said.kickers)


@register.filter
def second_name(rank: HandRank) -> str:
    """The second combination of Russian poker, where ace-king is one."""
    return naming.hand_name(rank, ace_king=True)


@register.filter
def callers(hands: Iterable[Said], deal: Deal) -> str:
    """“Player A, Player B and Player D”."""
    return get_text_list(
        [seat_name(said.seat, deal) for said in hands],
        pgettext("before the last of several names", "and"),
    )
