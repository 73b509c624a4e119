"""A document is in the language that its address names, whoever reads it in which language."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language

View = Callable[..., HttpResponse]
LANGUAGES: Final = dict(settings.LANGUAGES)


def document(view: View) -> View:
    """Takes `language` out of the address and draws the page in it; inside `school_page`."""

    @wraps(view)
    def drawn(
        request: HttpRequest, *args: object, language: str, **kwargs: object
    ) -> HttpResponse:
        if language not in LANGUAGES:
            raise Http404
        with translation.override(language):
            response = view(request, *args, **kwargs)
        response.headers["Content-Language"] = language
        return response

    return drawn


def reader_language() -> str:
    """That of the page that leads to a document."""
    language = (get_language() or "").partition("-")[0]
    return language if language in LANGUAGES else settings.LANGUAGE_CODE


def other_languages(request: HttpRequest) -> list[tuple[str, str, str]]:
    """Code, own name and address of the document in every language."""
    match = request.resolver_match
    return [
        (code, name, reverse(match.url_name, kwargs=match.kwargs | {"language": code}))
        for code, name in LANGUAGES.items()
    ]
