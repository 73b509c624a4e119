"""Pages of somebody: where the login has ended, the way leads over the sign-in page.

A whole page, always: htmx is told to leave, so that no form to sign in is drawn inside a
fragment, and the way back is the page that was seen, not the address of the fragment.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRedirect

from trainer.accounts.devices import signed_out_here
from trainer.accounts.paths import page_path, with_next
from trainer.http import SeeOther

View = Callable[..., HttpResponse]


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Leave for the sign-in page, and say there that what was sent has not been taken."""
    if request.method not in ("GET", "HEAD"):
        text = gettext("You are signed out, so this was not taken. Sign in and send it again.")
        messages.warning(request, text)
    url = with_next("sign-in", page_path(request))
    return HttpResponseClientRedirect(url) if request.htmx else SeeOther(url)


def sign_in_required(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        return view(request, *args, **kwargs)

    return guarded


def personal(view: View) -> View:
    """For a page that guests have too: what is not found may lie behind the login that ended.

    The answer is the same for what somebody else has and for what never was.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if signed_out_here(request):
                return to_sign_in(request)
            raise

    return guarded
