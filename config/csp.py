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
# What they say is of a document and of its way here.
OF_PAGES: Final = (
    "Cross-Origin-Opener-Policy",
    "Referrer-Policy",
    "Strict-Transport-Security",
    "X-Frame-Options",
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        # A fragment is no document: what is drawn into a page is under the page's own policy.
        # No browser opens an address by itself with this header.
        if "HX-Request" not in request.headers:
            response.headers["Permissions-Policy"] = PERMISSIONS
            return response
        for name in OF_PAGES:
            response.headers.pop(name, None)
        return response

    return middleware
