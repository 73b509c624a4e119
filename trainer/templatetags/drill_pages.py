"""What stands about a drill beside its start: `{% load drill_pages %}`, `{% drill_page … %}`."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django import template
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from rules.games.base import Game
from rules.messages import error_text
from trainer.drills.amounts import parse_amount
from trainer.drills.base import AnswerError, Drill, ErrorCode
from trainer.drills.posted import parse_amount_alone
from trainer.practice import wording

register = template.Library()

# As people type an amount; how each is read is worked out, not written down.
_TYPED: Final = ("12,5", "12.5", "1 250", "1250", "1,250", "−20")


@register.simple_tag
def drill_page(drill: Drill, game: Game) -> SafeString:
    """`templates/trainer/drills/<key>.html`; nothing for a drill that has none, of which the
    start page tells the summary."""
    try:
        page = get_template(f"trainer/drills/{drill.key}.html")
    except TemplateDoesNotExist:
        return mark_safe("")
    return page.render({"drill": drill, "game": game})


@register.simple_tag
def amounts_read(alone: bool = False) -> list[dict[str, str]]:
    """Amounts as `typed`, each with the amount that it is `read` as or the `problem`.

    *alone* says that the amount is the whole answer: then no outcome can be advised.
    """
    read = parse_amount_alone if alone else parse_amount
    return [_read(typed, read) for typed in _TYPED]


def _read(typed: str, read: Callable[[str], Decimal]) -> dict[str, str]:
    try:
        return {"typed": typed, "read": wording.money(read(typed))}
    except AnswerError as error:
        return {"typed": typed, "problem": error_text(error)}


@register.simple_tag
def mistakes(*codes: str) -> list[str]:
    """What a verdict says of each of these error codes.

    Raises: ValueError: for what is no error code.
    """
    return [wording.mistake_text(ErrorCode(code), Fraction(0)) for code in codes]
