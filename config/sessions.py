"""Sessions that last 90 days from the last visit."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

_RENEWED: Final = "renewed"


def renew_sessions(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Save a session that is in use once a day: its expiry slides without a write per page.

    An empty session stays unsaved, so a visitor who only looks gets no cookie.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if session.accessed and not session.is_empty():
            today = timezone.now().date().isoformat()
            if session.get(_RENEWED) != today:
                session[_RENEWED] = today
        return response

    return middleware
