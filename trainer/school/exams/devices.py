"""Which browser an answer came from, as a text that names neither it nor anybody."""

from typing import Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

SALT: Final = "trainer.school.exams.devices"


def device_of(request: HttpRequest) -> str:
    """A keyed hash of the browser's session; a sign-in begins another."""
    return salted_hmac(SALT, request.session.session_key or "", algorithm="sha256").hexdigest()
