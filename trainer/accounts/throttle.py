"""Tries to sign in are slowed down, for a name and for an address.

A try counts as failed before its password is looked at, and is taken back if it was right: of
tries that arrive at once none slips past the count. A try that has to wait counts nothing, so
nobody can lengthen another's wait, which never exceeds `LONGEST` anyway. And in a browser in
which the owner has signed in before, the tries of everyone else do not count at all.
"""

import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from trainer.accounts.devices import device_of
from trainer.models import SignInTries
from trainer.models.learners import fold_name

LONGEST: Final = timedelta(minutes=5)
FORGOTTEN_AT_ONCE: Final = 100
IPV6_NETWORK: Final = 64  # bits: what one household gets


@dataclass(frozen=True, slots=True)
class Limit:
    """After the failure number `free` the wait is a second, and doubles with each further one.

    The count begins anew when the last failure is as old as `memory`.
    """

    free: int
    memory: timedelta

    def wait(self, failures: int) -> timedelta:
        if failures < self.free:
            return timedelta(0)
        # Beyond 2 ** 9 s the longest wait is long reached.
        return min(timedelta(seconds=2 ** min(failures - self.free, 9)), LONGEST)


# A forgotten password is tried in three or four variants. At the longest wait a name stands
# 288 guesses a day, and the 20 000 most common passwords are never accepted.
PERSON: Final = Limit(free=5, memory=timedelta(days=1))
# A whole school signs in from one address, and mistypes.
ADDRESS: Final = Limit(free=100, memory=timedelta(hours=1))


class TooManyTriesError(Exception):
    """`seconds` are to be waited, at least 1."""

    def __init__(self, wait: timedelta) -> None:
        self.seconds = -(-wait // timedelta(seconds=1))
        super().__init__(f"{self.seconds} s to wait")


@dataclass(frozen=True, slots=True)
class Tries:
    """The keys under which a try counts; `address` is missing where it tells nothing."""

    person: str
    address: str | None


def tries_of(request: HttpRequest, name: str) -> Tries:
    """A name counts as it was typed, whether an account has it or not."""
    device = device_of(request, name)
    if device is not None:
        return Tries(_digest("device", device), None)
    address = client_address(request)
    return Tries(
        _digest("name", fold_name(name)), _digest("address", address) if address else None
    )


def tries_at(request: HttpRequest, what: str) -> Tries:
    """For something else than a password that somebody who is signed in may guess at."""
    address = client_address(request)
    return Tries(_digest(what, str(request.user.pk)), _digest(what, address) if address else None)


def client_address(request: HttpRequest) -> str | None:
    """IPv4 address or IPv6 network of the visitor; None where it is not known.

    Behind a proxy it is the last address in X-Forwarded-For: the proxy wrote it there, what
    stands before it the visitor may have sent.
    """
    text = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        text = request.headers.get("X-Forwarded-For", "").rpartition(",")[2]
    try:
        address = ipaddress.ip_address(text.strip().strip("[]"))
    except ValueError:
        return None
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address, IPV6_NETWORK), strict=False))


def admit(tries: Tries, *, now: datetime) -> None:
    """Count a try as failed, unless it has to wait.

    Raises: TooManyTriesError: with the seconds to wait; then nothing is counted.
    """
    _forget(now)
    _count(tries, now)


@transaction.atomic
def _count(tries: Tries, now: datetime) -> None:
    # Everywhere in this order, so that no two requests wait for each other.
    counted = [(tries.person, PERSON), (tries.address, ADDRESS)]
    rows = [(_row(key, now), limit) for key, limit in counted if key is not None]
    waits = [row.free_at - now for row, _limit in rows if row.free_at and row.free_at > now]
    if waits:
        raise TooManyTriesError(max(waits))
    for row, limit in rows:
        row.failures += 1
        wait = limit.wait(row.failures)
        # Nothing where there is no wait: whoever got the lock late has an earlier `now`.
        row.free_at = now + wait if wait else None
        row.forget_at = now + limit.memory
        row.save()


@transaction.atomic
def take_back(tries: Tries) -> None:
    """The password was right: forget the person's failures, and of the address this one."""
    SignInTries.objects.filter(key=tries.person).delete()
    of_address = SignInTries.objects.filter(key=tries.address, failures__gt=0)
    of_address.update(failures=F("failures") - 1, free_at=None)


@transaction.atomic
def undo(tries: Tries) -> None:
    """It was no failure: take back this one, of the person too, and none of the earlier ones.

    Where everybody knows something that is right, that must not wipe out their guesses.
    """
    for key in (tries.person, tries.address):
        counted = SignInTries.objects.filter(key=key, failures__gt=0)
        counted.update(failures=F("failures") - 1, free_at=None)


def _row(key: str, now: datetime) -> SignInTries:
    row, _made = SignInTries.objects.select_for_update().get_or_create(
        key=key, defaults={"forget_at": now}
    )
    if row.forget_at <= now:
        row.failures = 0
    return row


@transaction.atomic
def _forget(now: datetime) -> None:
    """Delete what no longer counts, except rows that somebody is just writing."""
    old = SignInTries.objects.select_for_update(skip_locked=True).filter(forget_at__lt=now)
    keys = [row.pk for row in old.order_by("pk")[:FORGOTTEN_AT_ONCE]]
    SignInTries.objects.filter(pk__in=keys).delete()


def _digest(kind: str, text: str) -> str:
    return salted_hmac(
        "trainer.accounts.throttle", f"{kind} {text}", algorithm="sha256"
    ).hexdigest()
