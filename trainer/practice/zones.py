"""The time zone of the browser, for whoever has chosen none: a cookie that a small script sets.

Without the script there is none, and what the cookie says is believed only if it is a zone.
"""

from functools import cache
from typing import Final
from zoneinfo import available_timezones

from django.http import HttpRequest

COOKIE: Final = "zone"
# As browsers still spell them.
_OLD_NAMES: Final = {
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Godthab": "America/Nuuk",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
}


def device_zone(request: HttpRequest) -> str:
    """The name of the zone of the visitor's browser; empty if nobody knows it."""
    name = request.COOKIES.get(COOKIE, "")
    return next((each for each in (_OLD_NAMES.get(name), name) if each in _names()), "")


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())
