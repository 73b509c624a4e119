"""Answers that Django lacks."""

from django.http import HttpResponseRedirect
from django.views.decorators.cache import cache_control

# Says as much as never_cache to every cache there is today, in a sixth of the bytes.
not_kept = cache_control(no_store=True)


class SeeOther(HttpResponseRedirect):
    """After a POST: go and GET that."""

    status_code = 303
