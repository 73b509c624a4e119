"""Where to go next, as a browser says it."""

from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

from trainer.practice.learners import sittings_of


def own_path(text: str | None) -> str:
    """*text* if it is a path of this site, otherwise nothing.

    >>> own_path("/settings/"), own_path("//example.org/"), own_path("/\\\\example.org/")
    ('/settings/', '', '')
    """
    own = text and text.startswith("/") and url_has_allowed_host_and_scheme(text, None)
    return text if own else ""


def next_path(request: HttpRequest) -> str:
    """`next` as it was posted or asked for, if it is a path of this site."""
    return own_path(request.POST.get("next") or request.GET.get("next"))


def with_next(name: str, path: str) -> str:
    """The address of a page that leads to *path* afterwards."""
    return resolve_url(name) + (f"?{urlencode({'next': path}, safe='/')}" if path else "")


def onward(request: HttpRequest) -> str:
    """Where `next` leads, or the home page: also if `next` is a sitting of somebody else."""
    path = next_path(request)
    try:
        match = resolve(urlsplit(path).path)
    except Resolver404:
        return resolve_url("home")
    sitting = match.kwargs.get("uuid")
    if sitting is not None and not sittings_of(request).filter(uuid=sitting).exists():
        return resolve_url("home")
    return path


def page_path(request: HttpRequest) -> str:
    """The page that the visitor sees: a form or a fragment is asked for from another one."""
    if request.htmx:
        return own_path(request.htmx.current_url_abs_path)
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    left = urlsplit(request.headers.get("Referer", ""))
    if left.netloc == request.get_host():
        return own_path(left.path + (f"?{left.query}" if left.query else ""))
    return ""
