from django import template

from rules.translated import in_language

register = template.Library()
# A text of a course, by the language of who reads.
register.filter("in_language", in_language)
