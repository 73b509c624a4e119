"""Answers that Django lacks."""

from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """After a POST: go and GET that."""

    status_code = 303
