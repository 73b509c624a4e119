"""The person behind a request, for everything that is no fragment."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from trainer.accounts.preferences import preferences_of
from trainer.practice.learners import learner_of, note_seen
from trainer.practice.zones import device_zone

TYPED_TIMES: Final = ("/school/", "/admin/")


def as_the_person(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Speak the person's language, show times in the person's zone, note the day of the visit.

    A fragment belongs to a page that was opened before: it has the language from the cookie,
    and shows no time of day.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        learner = None if request.htmx else learner_of(request)
        if learner is None:
            return get_response(request)
        note_seen(learner, today=timezone.now().date())
        preferences = preferences_of(request)
        anew = preferences.language != translation.get_language()
        if anew:
            translation.activate(preferences.language)
            request.LANGUAGE_CODE = preferences.language
        with timezone.override(preferences.zone_on(_device_zone(request))):
            response = get_response(request)
        if anew and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            keep_language(response, preferences.language)
        return response

    return middleware


def _device_zone(request: HttpRequest) -> str:
    """Where times are typed into forms, a zone that only the browser says does not count: the
    form may have been shown before it was known."""
    return "" if request.path.startswith(TYPED_TIMES) else device_zone(request)


def keep_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
