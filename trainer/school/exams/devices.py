"""Which browser an answer came from, as a text that names neither it nor anybody.

The start page of an exam marks the browser with a cookie that outlives the sign-in: two people who
sit an exam in one browser are then seen to have done so. The mark opens nothing.
"""

import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

SALT: Final = "trainer.school.exams.devices"
COOKIE: Final = "exam-device"
PATH: Final = "/school/"
MAX_AGE: Final = 30 * 24 * 60 * 60  # seconds
NONCE_BYTES: Final = 16
_MARK: Final = re.compile(r"[\w-]{22}", re.ASCII)

View = Callable[..., HttpResponse]


def device_of(request: HttpRequest) -> str:
    """A keyed hash of the browser’s mark, or, without one, of its session."""
    mark = _mark_of(request)
    text = f"mark {mark}" if mark else request.session.session_key or ""
    return salted_hmac(SALT, text, algorithm="sha256").hexdigest()


def marks_device(view: View) -> View:
    """Marks the browser that asks for this page, unless it has a mark; it is then kept longer.

    Only a page that is asked for marks: what is sent from it comes from a marked browser.
    """

    @wraps(view)
    def marking(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method == "GET" and response.status_code == 200:
            response.set_cookie(
                COOKIE,
                _mark_of(request) or secrets.token_urlsafe(NONCE_BYTES),
                max_age=MAX_AGE,
                path=PATH,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return marking


def _mark_of(request: HttpRequest) -> str | None:
    mark = request.COOKIES.get(COOKIE, "")
    return mark if _MARK.fullmatch(mark) else None
