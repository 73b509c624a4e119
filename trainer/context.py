"""What every template may ask for."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from trainer.accounts.preferences import preferences_of


def preferences(request: HttpRequest) -> dict[str, object]:
    """`preferences`, worked out only where a template uses it: fragments need none."""
    return {"preferences": SimpleLazyObject(lambda: preferences_of(request))}
