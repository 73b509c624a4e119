"""Runs and times on the pages of history and progress: `{% load record %}`."""

from django import template
from django.utils.translation import gettext, pgettext

from trainer.models import Mode, Sitting
from trainer.practice import wording
from trainer.templatetags.table import drill_name, game_name

register = template.Library()


@register.simple_tag
def run_name(sitting: Sitting) -> str:
    """The drill, or what a run of several drills is called."""
    return drill_name(sitting.drill) if sitting.drill else Mode(sitting.mode).label


@register.simple_tag
def run_mode(sitting: Sitting) -> str:
    return str(Mode(sitting.mode).label)


@register.simple_tag
def run_place(sitting: Sitting) -> str:
    """Game, kind of run, level; what there is of them."""
    level = gettext("level %(level)s") % {"level": sitting.level}
    game = game_name(sitting.game) if sitting.game else pgettext("games", "All")
    kind = [str(Mode(sitting.mode).label)] if sitting.drill else []
    return " · ".join([game, *kind, level])


@register.filter
def seconds(elapsed_ms: int) -> str:
    """“4.2 s” below a minute, from there on `1:05`; rounded down."""
    if elapsed_ms >= 60_000:
        return wording.duration_text(elapsed_ms)
    tenths = f"{elapsed_ms // 100 / 10:.1f}".replace(".", wording.decimal_separator())
    return gettext("%(seconds)s s") % {"seconds": tenths}
