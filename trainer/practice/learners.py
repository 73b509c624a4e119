"""Who practises: the user who is signed in, otherwise the guest of this browser session."""

from django.db.models import QuerySet
from django.http import HttpRequest

from trainer.models import Learner, Question, Sitting

SESSION_KEY = "learner"


def find_or_make_learner(request: HttpRequest) -> Learner:
    """The visitor's learner, made now if this is the first deal."""
    if request.user.is_authenticated:
        return Learner.objects.get_or_create(user=request.user)[0]
    guest = Learner.objects.filter(pk=request.session.get(SESSION_KEY), user=None).first()
    if guest is None:
        guest = Learner.objects.create()
    # Written at each start, so that the session of a guest who practises does not run out.
    request.session[SESSION_KEY] = guest.pk
    return guest


def sittings_of(request: HttpRequest) -> QuerySet[Sitting]:
    """The visitor's own sittings; everyone else's stay out of sight."""
    if request.user.is_authenticated:
        return Sitting.objects.filter(learner__user=request.user)
    guest = request.session.get(SESSION_KEY)
    return Sitting.objects.filter(learner=guest, learner__user=None)


def questions_of(request: HttpRequest) -> QuerySet[Question]:
    return Question.objects.filter(sitting__in=sittings_of(request))
