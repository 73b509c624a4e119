"""Runs and times on the pages of history and progress: `{% load record %}`."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from trainer.drills import drills
from trainer.models import Mode, Sitting
from trainer.practice import wording
from trainer.practice.record.confused import Cell, Pair
from trainer.practice.schedule import Skill
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


@register.simple_tag
def minutes(whole: int) -> str:
    """“45 min”, from an hour on “3 h 5 min”."""
    hours, rest = divmod(whole, 60)
    if not hours:
        return gettext("%(minutes)s min") % {"minutes": rest}
    return gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest}


@register.simple_tag
def rated(percent: int | None, missing: int) -> str:
    """The share, or how many answers are missing until it is told."""
    if percent is not None:
        return gettext("%(percent)s %%") % {"percent": percent}
    text = ngettext(
        "%(count)d more answer until a rating", "%(count)d more answers until a rating", missing
    )
    return text % {"count": missing}


@register.simple_tag
def skill_name(skill: Skill) -> str:
    """The skill in words; its key, should the program no longer have it."""
    drill = drills().get(skill.drill)
    return gettext(drill.skills[skill.tag]) if drill and skill.tag in drill.skills else skill.tag


@register.simple_tag
def skill_place(skill: Skill) -> str:
    return f"{drill_name(skill.drill)} · {game_name(skill.game)}"


@register.inclusion_tag("trainer/record/_meter.html")
def meter(percent: int, low: int = 0, high: int = 0) -> dict[str, int]:
    """A share as a bar, with its bounds if they are told; all in percent."""
    return {"percent": percent, "low": low, "high": high, "width": high - low}


@register.filter
def letter(number: int) -> str:
    """A of 1, B of 2.

    >>> letter(2)
    'B'
    """
    return chr(ord("A") + number - 1)


@register.simple_tag
def pair_fields(pair: Pair) -> SafeString:
    """The hidden fields of the form that practises *pair*."""
    fields = [("drill", pair.drill), ("game", pair.game)]
    for confusion in pair.confusions:
        fields += [("expected", confusion.expected), ("given", confusion.given)]
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)


@register.simple_tag
def pair_label(pair: Pair) -> str:
    words = {"expected": pair.expected, "given": pair.given, "count": pair.count}
    if not pair.named:
        text = ngettext(
            "%(count)d time: %(expected)s – %(given)s. Practise it",
            "%(count)d times: %(expected)s – %(given)s. Practise it",
            pair.count,
        )
        return text % words
    text = ngettext(
        "%(count)d time: right was “%(expected)s”, you answered “%(given)s”. Practise it",
        "%(count)d times: right was “%(expected)s”, you answered “%(given)s”. Practise it",
        pair.count,
    )
    return text % words


@register.simple_tag
def heat(cell: Cell) -> SafeString:
    """A cell of the picture of confusions: the more often, the stronger its colour."""
    return format_html(
        '<svg class="cell step{}" viewBox="0 0 48 48" aria-hidden="true" focusable="false">'
        '<rect width="48" height="48" rx="6"/><text x="24" y="30">{}</text></svg>',
        cell.step,
        cell.pair.count if cell.pair else "",
    )
