"""Certificates: issued for a sitting that passed, confirmed to whoever has the code, revoked."""

import secrets
import unicodedata
from datetime import datetime
from typing import Final

from django.db import transaction
from django.http import HttpRequest

from trainer.accounts import throttle
from trainer.models import Certificate, ExamSitting, User
from trainer.school.grading.scores import score

# Of what looks alike one at most, and nothing that differs only by case: 24 ** 20 is more than
# 2 ** 91, so that a code cannot be guessed.
ALPHABET: Final = "ACDEFGHJKMNPQRTUWXY34679"
LENGTH: Final = 20
GROUP: Final = 5
# What a Cyrillic keyboard has in the place of the same shape.
_SHAPES: Final = str.maketrans("АВЕКМНОРСТХУ", "ABEKMHOPCTXY")


class NotPassedError(Exception):
    """The sitting did not pass, is not over or not judged."""


class UnknownCertificateError(Exception):
    """No certificate has this code."""


def normal_code(text: str) -> str:
    """A code as it was typed, in any case, with or without what stands between its groups.

    >>> normal_code(" acdef-ghjkm npqrt ")
    'ACDEFGHJKMNPQRT'
    """
    upper = unicodedata.normalize("NFKC", text).upper().translate(_SHAPES)
    return "".join(sign for sign in upper if sign.isalnum())


def grouped(code: str) -> str:
    """As it is printed.

    >>> grouped("ACDEFGHJKMNPQRTUWXY3")
    'ACDEF-GHJKM-NPQRT-UWXY3'
    """
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def issue(
    sitting: ExamSitting, *, name: str, title: str, language: str, by: User, now: datetime
) -> Certificate:
    """The certificate of *sitting*; if it has one already, that. Raises: NotPassedError."""
    with transaction.atomic():
        # Held, so that two clicks make one.
        ExamSitting.objects.select_for_update().get(pk=sitting.pk)
        found = Certificate.objects.filter(sitting=sitting).first()
        if found is not None:
            return found
        if not score(sitting).passed:
            raise NotPassedError(sitting)
        return Certificate.objects.create(
            sitting=sitting,
            code="".join(secrets.choice(ALPHABET) for _ in range(LENGTH)),
            name=name,
            title=title,
            language=language,
            issued_at=now,
            by=by,
        )


def revoke(certificate: Certificate, *, now: datetime) -> None:
    """A second time changes nothing."""
    Certificate.objects.filter(pk=certificate.pk, revoked_at=None).update(revoked_at=now)


def make_valid(certificate: Certificate) -> None:
    """It was revoked by mistake."""
    Certificate.objects.filter(pk=certificate.pk).update(revoked_at=None)


def still_passes(certificate: Certificate) -> bool:
    """Whether what it confirms is still so: a regrade may have come after it."""
    return score(certificate.sitting).passed is not False


def confirm(request: HttpRequest, text: str, *, now: datetime) -> Certificate:
    """The certificate with the code *text*; every wrong one counts against the address.

    Raises: UnknownCertificateError, TooManyTriesError: then no code was looked at.
    """
    tries = throttle.tries_from(request, "certificate")
    throttle.admit(tries, now=now)
    found = Certificate.objects.filter(code=normal_code(text)[: LENGTH + 1]).first()
    if found is None:
        raise UnknownCertificateError
    throttle.undo(tries)
    return found
