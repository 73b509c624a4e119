"""Content-Security-Policy of every response, the admin's included."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

# No inline script or style anywhere, nothing from other hosts, no frames in either direction.
POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
PERMISSIONS: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        # Of a page; the fragments that are drawn into it are under its own.
        if "HX-Request" not in request.headers:
            response.headers["Permissions-Policy"] = PERMISSIONS
        return response

    return middleware
