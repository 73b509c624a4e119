from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone


class User(AbstractUser):
    """An account; ours from the first migration, so that it can grow."""


class Learner(models.Model):
    """Who owns progress: a user, or the guest of one browser session.

    A guest has no user; the session keeps the primary key and nothing else names it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"guest {self.pk}" if self.user is None else self.user.get_username()
