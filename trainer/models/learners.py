"""Who practises: accounts, the learners that own progress, and tries to sign in."""

import unicodedata
from datetime import date
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as BaseUserManager
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.models import House

DISPLAY_NAME_LENGTH = 60


def fold_name(name: str) -> str:
    """What makes two names the same: “Анна” and “анна” are one.

    >>> fold_name("Straße") == fold_name("STRASSE")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def validate_printable(text: str) -> None:
    """Raises: ValidationError: if *text* holds a line end or another sign that only steers."""
    if not text.isprintable():
        raise ValidationError(_("Write letters, digits and signs in one line."), code="invalid")


class FoldedNameField(models.CharField):
    """Follows `username`. The databases fold no Cyrillic letters by themselves."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        key = fold_name(instance.username)
        setattr(instance, self.attname, key)
        return key


class UserManager(BaseUserManager):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_key=fold_name(username or ""))


class User(AbstractUser):
    """An account. `username` is what its owner signs in with, in any case of letters."""

    display_name = models.CharField(
        _("shown name"),
        max_length=DISPLAY_NAME_LENGTH,
        blank=True,
        validators=[validate_printable],
        help_text=_("Shown instead of the name that you sign in with."),
    )
    name_key = FoldedNameField(max_length=450, unique=True, editable=False)

    objects = UserManager()

    class Meta(AbstractUser.Meta):
        permissions = [("issue_reset_link", "Can issue links to reset a password")]

    @property
    def shown_name(self) -> str:
        return self.display_name or self.username

    def get_short_name(self) -> str:
        """Greets in the admin."""
        return self.shown_name

    def clean(self) -> None:
        """Raises: ValidationError: also if the name differs only in case from another."""
        super().clean()
        others = User.objects.exclude(pk=self.pk).filter(name_key=fold_name(self.username or ""))
        if others.exists():
            raise ValidationError({"username": name_taken()})


def name_taken() -> ValidationError:
    return ValidationError(_("This name is taken. Choose another one."), code="unique")


def today() -> date:
    """In UTC."""
    return timezone.now().date()


class Theme(models.TextChoices):
    SYSTEM = "system", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Deck(models.TextChoices):
    FOUR = "four", _("Four colours")
    TWO = "two", _("Two colours")
    SAFE = "safe", _("Safe with red–green blindness")


class Keypad(models.TextChoices):
    LEFT = "left", pgettext_lazy("keypad", "Left")
    CENTRE = "centre", pgettext_lazy("keypad", "Centre")
    RIGHT = "right", pgettext_lazy("keypad", "Right")


TIME_PERCENTS: Final = (100, 150, 200)
LEAST_CAP, MOST_CAP = 5, 200


class Learner(models.Model):
    """Who owns progress and settings: a user, or the guest of one browser session.

    A guest has no user; the session keeps the primary key and nothing else names it.
    `language` and `time_zone` are empty, and `house` is missing, while nothing was chosen.
    No day brings more than `daily_cap` questions that are due. `time_percent` is what one gets of
    every usual time.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_on = models.DateField(default=today, editable=False, db_index=True)
    language = models.CharField(max_length=10, blank=True)
    house = models.ForeignKey(House, on_delete=models.SET_NULL, null=True, blank=True)
    theme = models.CharField(max_length=10, choices=Theme, default=Theme.SYSTEM)
    deck = models.CharField(max_length=10, choices=Deck, default=Deck.FOUR)
    keypad = models.CharField(max_length=10, choices=Keypad, default=Keypad.CENTRE)
    keys = models.BooleanField(default=True)
    go_on = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, blank=True)
    daily_cap = models.PositiveSmallIntegerField(
        default=40,
        validators=[MinValueValidator(LEAST_CAP), MaxValueValidator(MOST_CAP)],
    )
    time_percent = models.PositiveSmallIntegerField(
        choices=[(percent, percent) for percent in TIME_PERCENTS], default=100
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(daily_cap__gte=LEAST_CAP, daily_cap__lte=MOST_CAP),
                name="learner_daily_cap",
            ),
            models.CheckConstraint(
                condition=models.Q(time_percent__in=TIME_PERCENTS), name="learner_time_percent"
            ),
            models.CheckConstraint(
                condition=models.Q(theme__in=["system", "light", "dark"]), name="learner_theme"
            ),
            models.CheckConstraint(
                condition=models.Q(deck__in=["four", "two", "safe"]), name="learner_deck"
            ),
            models.CheckConstraint(
                condition=models.Q(keypad__in=["left", "centre", "right"]), name="learner_keypad"
            ),
        ]

    def __str__(self) -> str:
        return f"guest {self.pk}" if self.user is None else self.user.get_username()


class SignInTries(models.Model):
    """Failed tries to sign in under one key, which is a keyed hash: no name, no address.

    No try is looked at before `free_at`, if there is one; after `forget_at` the count begins
    anew.
    """

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    free_at = models.DateTimeField(null=True)
    forget_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Exact(Length("key"), 64), name="sign_in_tries_key")
        ]

    def __str__(self) -> str:
        return f"{self.key[:12]}: {self.failures}"
