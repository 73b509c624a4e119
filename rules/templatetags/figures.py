"""The texts of rules/figures.py as template filters: `{{ value|percent }}`."""

from fractions import Fraction

from django import template

from rules import figures

register = template.Library()

for function in (figures.percent, figures.decimal_text, figures.count_text):
    register.filter(function)


@register.simple_tag
def points(after: Fraction, before: Fraction) -> str:
    return figures.points(after, before)
