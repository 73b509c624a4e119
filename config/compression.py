"""Pages as few bytes as the browser can unpack: Brotli, else what Django does with gzip."""

import re
from typing import Final

import brotli
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# Shorter ones hardly shrink; the same bound as for gzip.
SHORTEST: Final = 200
# Above it the time goes up faster than the bytes go down.
QUALITY: Final = 7

_ACCEPTED: Final = re.compile(r"(?:^|,)\s*br\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))")


def accepts_brotli(accepted: str) -> bool:
    """*accepted* is the header of that name.

    >>> [accepts_brotli(each) for each in ("gzip, br", "br;q=0.5", "gzip, br;q=0", "abr")]
    [True, True, False, False]
    """
    return bool(_ACCEPTED.search(accepted))


class Compression(GZipMiddleware):
    """What is streamed, and what is too short or packed already, is left to Django."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if (
            response.streaming
            or response.has_header("Content-Encoding")
            or len(response.content) < SHORTEST
            or not accepts_brotli(request.headers.get("Accept-Encoding", ""))
        ):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        response.content = brotli.compress(
            response.content, mode=brotli.MODE_TEXT, quality=QUALITY
        )
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "br"
        etag = response.get("ETag", "")
        if etag.startswith('"'):
            response.headers["ETag"] = f"W/{etag}"
        return response
