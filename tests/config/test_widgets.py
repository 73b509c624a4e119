"""Widgets drawn by Python are what Django's templates make of them."""

from datetime import date
from decimal import Decimal

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from config.widgets import _DRAWN, Renderer

NASTY = "\"'<b>&amp;–"
ATTRS = [
    {},
    {"id": "a", "required": True, "disabled": False, "size": 8, "data-x": NASTY, NASTY: "1"},
    {"class": mark_safe("&amp;"), "lang": gettext_lazy("Hand"), "max": Decimal("1000.50")},
]
VALUES = [None, "", NASTY, 0, 12345, Decimal("1.50"), True, mark_safe("&lt;"), date(2026, 1, 2)]
CHOICES = [
    ("", "–"),
    (NASTY, NASTY),
    (1, 12345),
    (gettext_lazy("Hand"), gettext_lazy("Hand")),
    (mark_safe("&lt;"), mark_safe("<i>")),
    ("half", Decimal("0.5")),
    (NASTY, [("x", "X"), (None, "none")]),
    ("Group", [(2, "Two"), ("3", "Three")]),
]
INPUTS = [
    *(forms.TextInput, forms.NumberInput, forms.EmailInput, forms.PasswordInput, forms.URLInput),
    *(forms.HiddenInput, forms.CheckboxInput, forms.FileInput, forms.DateInput, forms.TimeInput),
    *(forms.DateTimeInput, forms.SearchInput, forms.ColorInput, forms.TelInput),
]
LISTS = [forms.Select, forms.SelectMultiple, forms.NullBooleanSelect]


def same(widget, name, value, attrs):
    drawn = []
    for renderer in (Renderer(), TemplatesSetting()):
        drawn.append(widget.render(name, value, attrs, renderer=renderer))
    assert drawn[0] == drawn[1]
    assert type(drawn[0]) is type(drawn[1])


@pytest.mark.parametrize("language", ["en", "uk"])
def test_widgets_are_drawn_as_by_the_templates(language):
    seen = set()
    with override(language):
        for attrs in ATTRS:
            for value in VALUES:
                for kind in INPUTS:
                    widget = kind()
                    seen.add(widget.template_name)
                    same(widget, NASTY, value, attrs)
                for kind in LISTS:
                    widget = kind()
                    seen.add(widget.template_name)
                    if kind is not forms.NullBooleanSelect:
                        widget.choices = CHOICES
                    same(widget, "name", value, attrs)
    assert seen == _DRAWN.keys()
