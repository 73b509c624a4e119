"""A house, what is being edited for it, and what it has published."""

import json
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final, NoReturn

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.engine.cards import Rank
from rules.games import games
from rules.games.base import Bound, PayHand, PayRow, Ruleset
from rules.games.documents import document_hash, from_document
from rules.translated import TranslatedTextField, in_language

_HANDS: Final = {hand.key: hand for hand in PayHand}
_RANKS: Final = {rank.letter: rank for rank in Rank}


class ImmutableVersionError(Exception):
    """Somebody tried to change or delete what was published."""


class TamperedVersionError(Exception):
    """The stored document of a version is not the one that was published."""


def game_choices() -> list[tuple[str, Promise]]:
    return [(game.key, _(game.name)) for game in games().values()]


class House(models.Model):
    """A casino. Practice offers active houses only; deals of others stay readable."""

    slug = models.SlugField(
        _("short name"),
        unique=True,
        help_text=_("Latin letters, digits and hyphens, for addresses. It cannot be changed."),
    )
    name = TranslatedTextField(_("name"))
    source = models.TextField(
        _("source and notes"),
        blank=True,
        help_text=_("Where the rules of this house were read, and what is worth knowing."),
    )
    active = models.BooleanField(
        _("active"), default=True, help_text=_("Only active houses are offered for practice.")
    )

    class Meta:
        ordering = ("slug",)
        verbose_name = _("house")
        verbose_name_plural = _("houses")

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name in the reader's language, else in English, else in any."""
        return in_language(self.name) or self.slug


class Draft(models.Model):
    """The rules of one house for one game while they are edited.

    `switches` is `{key: value}`; `limits` is `{bet: {minimum, maximum, step}}` with amounts as
    decimal text, as in documents. `revision` counts the saves: who saves names the revision
    that was opened, so that nobody overwrites another's work unseen.
    """

    house = models.ForeignKey(
        House, on_delete=models.PROTECT, related_name="drafts", verbose_name=_("house")
    )
    game = models.CharField(_("game"), max_length=50, choices=game_choices)
    switches = models.JSONField(default=dict)
    limits = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ("house__slug", "game")
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints = [
            models.UniqueConstraint(
                fields=("house", "game"),
                name="one_draft_per_house_and_game",
                violation_error_message=_("This house already has a draft for this game."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.house} – {self.get_game_display()}"


class DraftPayRow(models.Model):
    """One row of a pay table under edit; `rank` is a letter or empty.

    It pays its ratio to one, or, if `fixed`, that amount of money whatever the stake.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="rows")
    table = models.CharField(max_length=50)
    hand = models.CharField(max_length=20)
    rank = models.CharField(max_length=1, blank=True)
    bound = models.CharField(max_length=10, default=Bound.EXACT.value)
    pays_numerator = models.PositiveBigIntegerField()
    pays_denominator = models.PositiveBigIntegerField(default=1)
    fixed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=("draft", "table", "hand", "rank", "bound"), name="one_row_per_hand"
            ),
            models.CheckConstraint(
                condition=models.Q(hand__in=list(_HANDS)),
                name="row_hand_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(rank__in=["", *_RANKS]),
                name="row_rank_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(bound__in=list(map(str, Bound))),
                name="row_bound_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(pays_numerator__gte=0, pays_denominator__gte=1),
                name="row_pays_a_ratio",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.value.key} {self.value.ratio}"

    @property
    def value(self) -> PayRow:
        """The row as the games know it."""
        return PayRow(
            _HANDS[self.hand],
            Fraction(self.pays_numerator, self.pays_denominator),
            Bound(self.bound),
            _RANKS[self.rank] if self.rank else None,
            self.fixed,
        )


@lru_cache(maxsize=128)
def _read(document: str, house: str, number: int) -> Ruleset:
    """By the text itself, so whatever is kept is what the text says."""
    return from_document(json.loads(document), house, number)


class VersionQuerySet(models.QuerySet["Version"]):
    """Adds versions and reads them, nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise ImmutableVersionError("versions are never changed")

    def delete(self) -> NoReturn:
        raise ImmutableVersionError("versions are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableVersionError("versions are never changed")

    def bulk_create(self, *args: Any, **kwargs: Any) -> list["Version"]:
        if kwargs.get("update_conflicts"):
            raise ImmutableVersionError("versions are never changed")
        return super().bulk_create(*args, **kwargs)

    update.alters_data = True
    delete.alters_data = True
    delete.queryset_only = True
    bulk_update.alters_data = True


class Version(models.Model):
    """One published ruleset, never changed or deleted.

    `document` is the canonical JSON text that `rules.games.documents` reads, `sha256` its hash
    in hex. Of a house's versions for a game the highest number with `effective_from` not in
    the future is live.
    """

    house = models.ForeignKey(
        House, on_delete=models.PROTECT, related_name="versions", verbose_name=_("house")
    )
    game = models.CharField(_("game"), max_length=50, choices=game_choices)
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    document = models.TextField(_("document"))
    sha256 = models.CharField("SHA-256", max_length=64)
    published_at = models.DateTimeField(_("published at"))
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("published by"),
    )
    effective_from = models.DateTimeField(_("in force from"))
    note = models.CharField(_("note"), max_length=500, blank=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        base_manager_name = "objects"
        ordering = ("house__slug", "game", "-number")
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        constraints = [
            models.UniqueConstraint(
                fields=("house", "game", "number"), name="one_version_per_number"
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="versions_count_from_1"
            ),
            models.CheckConstraint(
                condition=Exact(Length("sha256"), 64), name="version_hash_is_complete"
            ),
            models.CheckConstraint(
                condition=models.Q(effective_from__gte=models.F("published_at")),
                name="versions_are_not_backdated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house} – {self.get_game_display()} – {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises: ImmutableVersionError: unless the version is new."""
        if not self._state.adding:
            raise ImmutableVersionError(f"version {self.pk} is never changed")
        # Without force_insert a new object with a taken key would overwrite its row.
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableVersionError(f"version {self.pk} is never deleted")

    @cached_property
    def ruleset(self) -> Ruleset:
        """The frozen rules.

        Raises:
            TamperedVersionError: if the document is not what the hash was taken of, or is of
                another game.
            DocumentError: if this program cannot read the document.
        """
        if document_hash(self.document) != self.sha256:
            raise TamperedVersionError(f"version {self.pk}: hash is not {self.sha256}")
        ruleset = _read(self.document, self.house.slug, self.number)
        if ruleset.game != self.game:
            raise TamperedVersionError(f"version {self.pk}: {ruleset.game!r} is not {self.game!r}")
        return ruleset


class EdgeResult(models.Model):
    """What the best play under some rules comes to, once it has been computed.

    `key` is `rules.analysis.edges.content_key` of the rules, so a row is never outdated; it is
    written once. `value` is read and written by `rules.best_play`.
    """

    key = models.CharField(primary_key=True, max_length=64)
    value = models.JSONField()
    computed_at = models.DateTimeField()
    took_ms = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.key

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises: IntegrityError: if there is one with its key."""
        super().save(force_insert=True, using=kwargs.get("using"))


class EdgeWork(models.Model):
    """A computation that a process of the site has begun, until its result is there.

    `failure` is empty while it runs. One without an end belongs to a process that has died.
    """

    key = models.CharField(primary_key=True, max_length=64)
    started_at = models.DateTimeField()
    failure = models.CharField(max_length=20, blank=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.key


class ProofRun(models.Model):
    """What `manage.py prove` found, written once.

    `engine` and `schema` are the versions of the program that ran. `results` has for each claim
    of `rules.proof`, by its key, the text that was `expected`, the exact value `found` (`3/8`)
    and whether it `agrees`.
    """

    ran_at = models.DateTimeField()
    took_ms = models.PositiveIntegerField()
    engine = models.PositiveSmallIntegerField()
    schema = models.PositiveSmallIntegerField()
    results = models.JSONField()

    class Meta:
        default_permissions = ()
        ordering = ("ran_at", "pk")

    def __str__(self) -> str:
        return f"{self.ran_at:%Y-%m-%d %H:%M}"
