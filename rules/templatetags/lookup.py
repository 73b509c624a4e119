"""Links to the page that looks a hand up: `{% load lookup %}`."""

from django import template

from rules.lookup.links import look_up_url

register = template.Library()

register.simple_tag(look_up_url)
