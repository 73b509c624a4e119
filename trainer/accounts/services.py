"""Everything accounts write."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from trainer.models import Learner, User
from trainer.models.learners import fold_name
from trainer.practice.learners import SESSION_KEY, adopt_guest, guest_key

BACKEND = "django.contrib.auth.backends.ModelBackend"


class NameTakenError(Exception):
    """Somebody else has just signed up with this name."""


class LinkSpentError(Exception):
    """The link has been used, is too old, or never was one."""


def sign_up(request: HttpRequest, user: User, *, language: str) -> User:
    """Store a new account, with its password set, and sign it in.

    The guest of the session becomes its learner, with all progress and settings.

    Raises: NameTakenError.
    """
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            learner = adopt_guest(guest_key(request), user)
            if not learner.language:
                save_preferences(learner, language=language)
    except IntegrityError:
        if not User.objects.filter(name_key=fold_name(user.username)).exists():
            raise
        raise NameTakenError(user.username) from None
    request.session.pop(SESSION_KEY, None)
    sign_in(request, user)
    return user


def sign_in(request: HttpRequest, user: User) -> None:
    """The guest of the session stays in it until somebody signs out."""
    login(request, user, backend=BACKEND)


def sign_out(request: HttpRequest) -> None:
    """What is done next in this browser belongs to a new guest."""
    logout(request)


def change_password(request: HttpRequest, user: User, password: str) -> None:
    """Every other browser is signed out by it."""
    user.set_password(password)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)


def reset_address(user: User) -> str:
    """The path at which *user* may choose a new password once, without the old one.

    Good for `PASSWORD_RESET_TIMEOUT` seconds, and until the password changes or the user signs
    in.
    """
    key = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("reset-password", args=[key, default_token_generator.make_token(user)])


def reset_expires(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)


def find_reset(key: str, token: str) -> User:
    """The user of a reset address. Raises: LinkSpentError."""
    return _checked(User.objects, key, token)


def reset_password(key: str, token: str, password: str) -> User:
    """Set the password if the link is still good, which it is not afterwards.

    Raises: LinkSpentError: also for the second of two requests at once.
    """
    # It takes long, by design: not while the row is locked.
    hashed = make_password(password)
    with transaction.atomic():
        user = _checked(User.objects.select_for_update(), key, token)
        user.password = hashed
        user.save(update_fields=["password"])
    return user


def _checked(users: Any, key: str, token: str) -> User:
    try:
        user = users.get(pk=int(urlsafe_base64_decode(key)), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        raise LinkSpentError(key) from None
    if not default_token_generator.check_token(user, token):
        raise LinkSpentError(key)
    return user


def save_preferences(learner: Learner, **values: Any) -> None:
    """Raises: FieldDoesNotExist: for what is no setting."""
    Learner.objects.filter(pk=learner.pk).update(**values)


def save_details(user: User, values: Mapping[str, str]) -> None:
    """Shown name and e-mail."""
    User.objects.filter(pk=user.pk).update(
        display_name=values["display_name"], email=values["email"]
    )
