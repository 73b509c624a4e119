"""Lessons and their results in templates: `{% load lessons %}`."""

from django import template
from django.utils.translation import gettext

from trainer.models import Lesson
from trainer.school.access import Access
from trainer.school.lessons.items import Asked, grouped, items_of
from trainer.school.lessons.results import Result
from trainer.school.passing import ABILITY_NAMES, Ability

register = template.Library()


@register.simple_tag
def may(access: Access, name: str) -> bool:
    """Whether the page of that *name* on the same course is allowed."""
    return access.may(name)


@register.simple_tag
def asked(lesson: Lesson) -> list[Asked]:
    """What a lesson asks, the levels of a drill in one game together."""
    return grouped(items_of(lesson.items))


@register.filter
def ability_name(ability: Ability) -> str:
    return gettext(ABILITY_NAMES[ability])


@register.filter
def low(result: Result, ability: Ability) -> bool:
    """Whether the goal asks for more in this *ability*."""
    return ability in result.too_low


@register.filter
def levels_text(levels: tuple[int, ...]) -> str:
    """“level 2”, “levels 1, 2”."""
    numbers = ", ".join(map(str, levels))
    if len(levels) == 1:
        return gettext("level %(level)s") % {"level": numbers}
    return gettext("levels %(levels)s") % {"levels": numbers}


@register.simple_tag
def required(lesson: Lesson) -> list[Lesson]:
    """The lessons that have to be done before."""
    return list(lesson.requires.order_by("position"))
