"""A browser in which somebody has signed in carries a mark of it, a signed cookie.

The mark opens nothing. It tells the owner's browser from a stranger's when tries to sign in
are slowed down, and a login that has ended from one that never was.
"""

import secrets
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from trainer.models import User
from trainer.models.learners import fold_name

COOKIE: Final = "device"
SALT: Final = "trainer.accounts.devices"
MAX_AGE: Final = 365 * 24 * 60 * 60  # seconds
NONCE_BYTES: Final = 12


def mark(response: HttpResponse, user: User) -> None:
    """Mark the browser as one in which *user* has signed in; an earlier mark goes."""
    response.set_cookie(
        COOKIE,
        signing.dumps([secrets.token_urlsafe(NONCE_BYTES), _digest(user.username)], salt=SALT),
        max_age=MAX_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def device_of(request: HttpRequest, name: str) -> str | None:
    """The browser's own random text if *name* was the last to sign in there."""
    nonce, digest = _read(request)
    return nonce if digest == _digest(name) else None


def signed_out_here(request: HttpRequest) -> bool:
    """Whether somebody was signed in in this browser, and nobody is now."""
    return not request.user.is_authenticated and _read(request)[0] is not None


def _read(request: HttpRequest) -> tuple[str | None, str]:
    try:
        nonce, digest = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return None, ""
    return nonce, digest


def _digest(name: str) -> str:
    # On a shared computer the cookie names nobody.
    return salted_hmac(SALT, fold_name(name), algorithm="sha256").hexdigest()
