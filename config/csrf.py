"""The CSRF cookie travels with pages, not with their fragments."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def keep_csrf_cookie(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Leave the cookie out of a fragment if the browser has it.

    Django sends it with every form, which puts off its end by a year; the next page does that
    as well.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        had = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
        if "HX-Request" in request.headers and had == request.META.get("CSRF_COOKIE"):
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
        return response

    return middleware
