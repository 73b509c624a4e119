"""Who practises: the user who is signed in, otherwise the guest of this browser session.

A guest becomes the learner of an account that is made in the session. With an account that
existed before, the guest stays what it is: its sittings move when the user says so.
"""

from datetime import date
from typing import Final

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from trainer.models import Answer, Deal, Learner, Sitting, User
from trainer.practice.absorbing import forget
from trainer.practice.zones import device_zone

SESSION_KEY: Final = "learner"
_FOUND: Final = "_found_learner"


def learner_of(request: HttpRequest) -> Learner | None:
    """The visitor's learner with its house; None before the first deal or setting.

    It carries the `device_zone` of this request, for `planning.zone_of`. Asks the database once
    a request, and not at all where the session knows nobody.
    """
    who = _who(request)
    if getattr(request, _FOUND, (None,))[0] != who:
        _note_found(request, _find_learner(request))
    return getattr(request, _FOUND)[1]


def _note_found(request: HttpRequest, learner: Learner | None) -> None:
    if learner is not None:
        learner.device_zone = device_zone(request)
    setattr(request, _FOUND, (_who(request), learner))


def _who(request: HttpRequest) -> tuple[int | None, int | None]:
    return request.user.pk, guest_key(request)


def _find_learner(request: HttpRequest) -> Learner | None:
    learners = Learner.objects.select_related("house")
    if request.user.is_authenticated:
        return learners.filter(user=request.user).first()
    guest = guest_key(request)
    return learners.filter(pk=guest, user=None).first() if guest else None


def guest_key(request: HttpRequest) -> int | None:
    """The guest of this session, also after signing in; the guest may be gone."""
    return request.session.get(SESSION_KEY)


def find_or_make_learner(request: HttpRequest) -> Learner:
    """The visitor's learner, made now if this is the first deal or setting."""
    learner = learner_of(request)
    if learner is not None:
        return learner
    if request.user.is_authenticated:
        learner, _made = Learner.objects.get_or_create(user=request.user)
    else:
        learner = Learner.objects.create()
        request.session[SESSION_KEY] = learner.pk
    _note_found(request, learner)
    return learner


def mine(request: HttpRequest, learner: str = "learner") -> dict[str, int | None]:
    """The lookups that hold if *learner*, a path to the field, is the visitor."""
    if request.user.is_authenticated:
        return {f"{learner}__user": request.user.pk}
    return _guest(guest_key(request), learner)


def _guest(guest: int | None, learner: str = "learner") -> dict[str, int | None]:
    return {learner: guest, f"{learner}__user": None}


def sittings_of(request: HttpRequest) -> QuerySet[Sitting]:
    """The visitor's own sittings; everyone else's stay out of sight."""
    return Sitting.objects.filter(**mine(request))


def guest_sittings(guest: int | None) -> QuerySet[Sitting]:
    return Sitting.objects.filter(**_guest(guest))


def count_answers(sittings: QuerySet[Sitting]) -> int:
    return Answer.objects.filter(question__sitting__in=sittings, number=1).count()


def note_seen(learner: Learner, *, today: date) -> None:
    """Writes at most once a day."""
    if learner.seen_on != today:
        Learner.objects.filter(pk=learner.pk).update(seen_on=today)


def adopt_guest(guest: int | None, user: User) -> Learner:
    """Make the guest the learner of a new account, or make a learner if there is no guest."""
    if Learner.objects.filter(pk=guest, user=None).update(user=user):
        return Learner.objects.get(pk=guest)
    return Learner.objects.create(user=user)


@transaction.atomic
def move_sittings(guest: int | None, user: User) -> int:
    """Give the guest's sittings to the account's learner; gives the number of their answers.

    They move, so a second request finds nothing. The guest stays, empty: what it may begin
    at this very moment in another tab is still there to be moved later.
    """
    held = Learner.objects.select_for_update().filter(pk=guest, user=None).first()
    if held is None:
        return 0
    moving = guest_sittings(held.pk)
    answers = count_answers(moving)
    target, _made = Learner.objects.get_or_create(user=user)
    moved = list(moving.values_list("pk", flat=True))
    Sitting.objects.filter(learner=held).update(learner=target)
    if moved:
        # The notebooks of both are begun anew, from the answers in the order of their times.
        forget([held, target])
    return answers


def purge_guests(*, before: date) -> int:
    """Delete guests last seen before that day, and deals that nobody has any more.

    Gives the number of guests. Accounts stay, however long ago they were seen.
    """
    idle = Learner.objects.filter(user=None, seen_on__lt=before)
    return sum(_purge(key, before) for key in list(idle.values_list("pk", flat=True)))


@transaction.atomic
def _purge(key: int, before: date) -> bool:
    # Looked at again under the lock: the guest may have come back or become a user.
    idle = Learner.objects.select_for_update().filter(pk=key, user=None, seen_on__lt=before)
    guest = idle.first()
    if guest is None:
        return False
    deals = set(Deal.objects.filter(question__sitting__learner=guest).values_list("pk", flat=True))
    guest.delete()
    drop_unused_deals(deals)
    return True


def drop_unused_deals(keys: set[int]) -> None:
    """Delete those of the deals that nobody has any more, variants before what they vary."""
    unused = Q(*((f"{other.name}__isnull", True) for other in Deal._meta.related_objects))
    while keys:
        found = set(Deal.objects.filter(unused, pk__in=keys).values_list("pk", flat=True))
        if not found:
            return
        # Deals forbid to be deleted by anyone else.
        models.QuerySet.delete(Deal.objects.filter(pk__in=found))
        keys = keys - found
