"""Values of switches in words: `{% load switches %}`."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def words(labels: Iterable[str] | None) -> str:
    """The labels of a value, translated and listed; empty where there is no value."""
    return ", ".join(gettext(label) for label in labels or () if label)
