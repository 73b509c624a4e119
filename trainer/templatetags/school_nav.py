"""The way around a course: `{% load school_nav %}`."""

from typing import Final

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext, gettext_noop

from trainer.school.access import Access
from trainer.school.people.codes import spaced
from trainer.school.watch.heat import Column
from trainer.school.watch.wording import group_text, mistake_name

register = template.Library()
register.filter("spaced_code", spaced)
register.filter("mistake_name", mistake_name)

# Pages of a course by the names of their URLs, in this order; each is told only to those who
# may see it.
PAGES: Final = (
    ("course", gettext_noop("Lessons")),
    ("watch", gettext_noop("Who is where")),
    ("mixed-up", gettext_noop("Mistakes")),
    ("people", gettext_noop("People")),
    ("papers", gettext_noop("Papers")),
    ("exams", gettext_noop("Exams")),
    ("gradebook", gettext_noop("Gradebook")),
    ("documents", gettext_noop("Documents")),
)


@register.simple_tag
def course_url(name: str, course: int, **values: object) -> str:
    """The address of a page of a course; empty where the program has no such page."""
    try:
        return reverse(name, kwargs={"course": course, **values})
    except NoReverseMatch:
        return ""


@register.inclusion_tag("trainer/school/_tabs.html")
def course_tabs(access: Access, here: str = "") -> dict[str, object]:
    """The pages of the course of *access*; *here* is the name of the one that is shown."""
    course = access.course.pk
    shown = [(name, gettext(title)) for name, title in PAGES if access.may(name)]
    tabs = [(name, title, course_url(name, course)) for name, title in shown]
    return {"tabs": [tab for tab in tabs if tab[2]], "here": here}


@register.filter
def group(column: Column) -> str:
    """“7 of 12 pay where the blind pushes”."""
    return group_text(column.mistake, column.people, column.everybody)
