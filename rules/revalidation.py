"""Pages that a browser keeps and asks about: 304 instead of the same page once more."""

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

# Masked anew in every response; an old one stays good as long as its cookie.
_TOKEN: Final = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')

View = Callable[..., HttpResponse]


def revalidated(view: View) -> View:
    """Let the browser keep the page, never a cache for many: the header is the reader's own.

    What counts is all that is sent, so a change of language, of theme or of the rules is a
    new page at once. The cookie counts too, for the kept page holds a token that it made.
    """

    @wraps(view)
    def revalidate(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200:
            return response
        cookie = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
        seen = _TOKEN.sub(b"", response.content) + cookie.encode()
        etag = f'"{hashlib.sha256(seen).hexdigest()[:32]}"'
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        return get_conditional_response(request, etag=etag, response=response)

    return revalidate
