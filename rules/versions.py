"""Drafts and versions: what is live, what is being edited, and the step from one to the other."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import SCHEMA, Limits, PayRow, PayTable, Ruleset, Switch
from rules.games.changes import strength
from rules.games.documents import (
    DocumentError,
    canonical_json,
    document_hash,
    limits_from_document,
    limits_to_document,
    to_document,
)
from rules.games.switches import SwitchValueError, clean_value
from rules.houses import REFERENCE
from rules.models import Draft, DraftPayRow, House, TamperedVersionError, Version


class UnknownHouseError(LookupError):
    """No active house has that short name."""


class NoLiveVersionError(LookupError):
    """The house has published nothing for the game that is in force."""


class VersionError(EngineError):
    """A save or a publication that is refused, with a text for the person who tried."""


class DraftChangedError(VersionError):
    template = gettext_noop(
        "Somebody else has saved this draft since you opened it. Nothing of yours was saved."
    )


class NothingToPublishError(VersionError):
    template = gettext_noop("Nothing has changed since version %(number)s. There is no new one.")


class EmptyTableError(VersionError):
    template = gettext_noop("The table “%(table)s” has no rows. Add at least one, then publish.")


class PublishConflictError(VersionError):
    template = gettext_noop(
        "Somebody else published at the same moment. Look at the changes again, then publish."
    )


# --- reads -----------------------------------------------------------------------------------


def find_house(slug: str) -> House:
    """An active house. Raises: UnknownHouseError."""
    try:
        return House.objects.get(slug=slug, active=True)
    except House.DoesNotExist:
        raise UnknownHouseError(f"no active house {slug!r}") from None


def live_version(house: House, game_key: str, now: datetime) -> Version:
    """The version in force at *now*: the highest number that has come into force.

    Raises:
        NoLiveVersionError
    """
    version = versions_in_force(house, game_key, now).first()
    if version is None:
        raise NoLiveVersionError(f"{house.slug} has no version of {game_key} in force")
    return version


def versions_in_force(house: House, game_key: str, now: datetime) -> QuerySet[Version]:
    """Every version that has come into force by *now*, the live one first."""
    in_force = Version.objects.filter(house=house, game=game_key, effective_from__lte=now)
    return in_force.select_related("house").order_by("-number")


def rulesets_in_force(house: House, now: datetime) -> dict[str, Ruleset]:
    """The live rules of *house* by game, without those that cannot be read."""
    later = Version.objects.filter(
        house=house, game=OuterRef("game"), number__gt=OuterRef("number"), effective_from__lte=now
    )
    found = {}
    for version in house.versions.filter(~Exists(later), effective_from__lte=now).order_by():
        with suppress(DocumentError, TamperedVersionError):
            found[version.game] = version.ruleset
    return found


def live_versions(game_key: str, now: datetime) -> list[Version]:
    """The version in force at *now* of every active house that has one, Reference first."""
    in_force = Version.objects.filter(
        house=OuterRef("pk"), game=game_key, effective_from__lte=now
    ).order_by("-number")
    live = House.objects.filter(active=True).annotate(live=Subquery(in_force.values("pk")[:1]))
    found = Version.objects.filter(pk__in=live.values("live")).select_related("house")
    return sorted(found.order_by("house__slug"), key=lambda v: v.house.slug != REFERENCE.slug)


def past_version(house: House, game_key: str, number: int, now: datetime) -> Version | None:
    """The version *number* if it has come into force by *now*, overtaken or not."""
    in_force = Version.objects.filter(house=house, game=game_key, effective_from__lte=now)
    return in_force.select_related("house").filter(number=number).first()


def numbers_in_force(now: datetime) -> dict[tuple[int, str], int]:
    """The number of every live version, by id of the house and key of the game."""
    in_force = Version.objects.filter(effective_from__lte=now).order_by()
    numbers = in_force.values_list("house", "game").annotate(Max("number"))
    return {(house, game): number for house, game, number in numbers}


def newest_version(house: House, game_key: str) -> Version | None:
    """The version with the highest number, in force or still to come."""
    return (
        Version.objects.filter(house=house, game=game_key)
        .select_related("house")
        .order_by("-number")
        .first()
    )


def overtaken_versions(draft: Draft, effective_from: datetime) -> list[Version]:
    """Versions still to come that would never be in force if the draft were published."""
    return list(
        Version.objects.filter(
            house=draft.house, game=draft.game, effective_from__gt=effective_from
        ).order_by("number")
    )


def draft_ruleset(draft: Draft) -> Ruleset:
    """What publishing *draft* would make live, as number 0.

    A switch that came after the last save has the value that changes nothing, a bet without
    limits the game's default. Rows stand the strongest hand first, so that equal tables give
    equal documents.
    """
    game = find_game(draft.game)
    default = game.default_ruleset(draft.house.slug)
    rows = [(row.table, row.value) for row in draft.rows.all()]
    return replace(
        default,
        switches={switch.key: _stored_switch(switch, draft) for switch in game.switches},
        limits={
            bet: limits_from_document(draft.limits[bet], f"limits.{bet}")
            if bet in draft.limits
            else limits
            for bet, limits in default.limits.items()
        },
        tables={
            slot.key: PayTable(
                _in_order(row for table, row in rows if table == slot.key),
                slot.default.otherwise,
            )
            for slot in game.tables
        },
    )


def _stored_switch(switch: Switch, draft: Draft) -> str:
    try:
        return clean_value(switch, draft.switches[switch.key])
    except (KeyError, SwitchValueError):
        return switch.legacy if switch.since > 1 else switch.default


def draft_differs(draft: Draft) -> bool:
    """Whether publishing would change anything; also True if nothing was ever published."""
    newest = newest_version(draft.house, draft.game)
    return newest is None or not _says(newest, _document_text(draft))


def _says(version: Version, text: str) -> bool:
    """Whether *version* means the same as the document *text*, be it of an older schema."""
    if version.document == text:
        return True
    try:
        return canonical_json(to_document(version.ruleset)) == text
    except (DocumentError, TamperedVersionError):
        return False


def _in_order(rows: Iterable[PayRow]) -> tuple[PayRow, ...]:
    return tuple(sorted(rows, key=strength, reverse=True))


def _document_text(draft: Draft) -> str:
    return canonical_json(to_document(draft_ruleset(draft)))


# --- writes ----------------------------------------------------------------------------------


@transaction.atomic
def start_draft(draft: Draft, ruleset: Ruleset | None = None) -> Draft:
    """Save a new *draft*, of which house and game are set, with *ruleset* or Reference's rules.

    Raises:
        IntegrityError: if the house already has one for the game.
    """
    _write(draft, ruleset or find_game(draft.game).default_ruleset(draft.house.slug))
    return draft


@transaction.atomic
def save_draft(draft: Draft, revision: int, ruleset: Ruleset) -> bool:
    """Replace the rules of *draft* by *ruleset*; False if they were the same already.

    *revision* is the one that the editor opened.

    Raises:
        DraftChangedError: if the draft has been saved since; nothing is written.
    """
    stored = _lock(draft, revision)
    tables = {
        key: replace(table, rows=_in_order(table.rows)) for key, table in ruleset.tables.items()
    }
    if canonical_json(to_document(replace(ruleset, tables=tables))) == _document_text(stored):
        return False
    stored.revision = revision + 1
    _write(stored, ruleset)
    return True


def _lock(draft: Draft, revision: int | None) -> Draft:
    """The stored draft, held until the transaction ends: saves and publications take turns."""
    stored = Draft.objects.select_for_update().filter(pk=draft.pk).first()
    if stored is None or (revision is not None and stored.revision != revision):
        raise DraftChangedError
    return stored


def _write(draft: Draft, ruleset: Ruleset) -> None:
    draft.switches = dict(ruleset.switches)
    draft.limits = _limits_document(ruleset.limits)
    draft.save()
    # All rows anew: two rows that trade their hands never meet in the unique constraint.
    draft.rows.all().delete()
    DraftPayRow.objects.bulk_create(
        DraftPayRow(
            draft=draft,
            table=key,
            hand=row.hand.key,
            rank=row.rank.letter if row.rank else "",
            bound=row.bound.value,
            pays_numerator=row.pays.numerator,
            pays_denominator=row.pays.denominator,
            fixed=row.fixed,
        )
        for key, table in ruleset.tables.items()
        for row in table.rows
    )


def _limits_document(limits: Mapping[str, Limits]) -> dict[str, dict[str, str]]:
    return {bet: limits_to_document(value) for bet, value in limits.items()}


def publish(
    draft: Draft,
    by: AbstractBaseUser | None,
    note: str = "",
    effective_from: datetime | None = None,
    *,
    revision: int | None = None,
    now: datetime | None = None,
) -> Version:
    """Make the next version of *draft*, in force from *effective_from* or at once.

    *revision* is the one whose changes the publisher has seen; None publishes what is there.
    A time that has passed means at once.

    Raises:
        DraftChangedError: if the draft has been saved since *revision*.
        NothingToPublishError: if the newest version says the same and is in force by then.
        EmptyTableError: if a pay table has no rows.
        PublishConflictError: if another publication took the number.
    """
    with transaction.atomic():
        stored = _lock(draft, revision)
        ruleset = draft_ruleset(stored)
        _require_rows(ruleset)
        return _add_version(stored.house, ruleset, by, note, effective_from, now)


def restore(
    version: Version,
    by: AbstractBaseUser | None,
    note: str = "",
    effective_from: datetime | None = None,
    *,
    newest: int | None = None,
    now: datetime | None = None,
) -> Version:
    """Publish what *version* says once more, as the next number.

    A draft without unpublished changes follows; one with changes keeps them. *newest* is the
    number with which the publisher compared.

    Raises:
        PublishConflictError: if there is a newer one than *newest*, or another publication
            took the number.
        NothingToPublishError: if the newest version says the same and is in force by then.
    """
    with transaction.atomic():
        draft = Draft.objects.filter(house=version.house, game=version.game).first()
        if draft is not None:
            draft = _lock(draft, None)
        before = newest_version(version.house, version.game)
        if newest is not None and (before is None or before.number != newest):
            raise PublishConflictError
        follows = draft is not None and not draft_differs(draft)
        ruleset = version.ruleset
        restored = _add_version(version.house, ruleset, by, note, effective_from, now)
        if draft is not None and follows:
            draft.revision += 1
            _write(draft, ruleset)
    return restored


def _add_version(
    house: House,
    ruleset: Ruleset,
    by: AbstractBaseUser | None,
    note: str,
    effective_from: datetime | None,
    now: datetime | None,
) -> Version:
    # After the wait for the lock, so that versions stand in the order of their moments.
    now = now or timezone.now()
    effective_from = max(now, effective_from or now)
    # Older documents are said anew in the schema of today.
    text = canonical_json(to_document(replace(ruleset, schema=SCHEMA)))
    newest = newest_version(house, ruleset.game)
    if newest and _says(newest, text) and newest.effective_from <= effective_from:
        raise NothingToPublishError(number=newest.number)
    version = Version(
        house=house,
        game=ruleset.game,
        number=newest.number + 1 if newest else 1,
        document=text,
        sha256=document_hash(text),
        published_at=now,
        published_by=by,
        effective_from=effective_from,
        note=note,
    )
    try:
        with transaction.atomic():
            version.save()
    except IntegrityError:
        raise PublishConflictError from None
    return version


def _require_rows(ruleset: Ruleset) -> None:
    game = find_game(ruleset.game)
    for key, table in ruleset.tables.items():
        if not table.rows:
            raise EmptyTableError(table=gettext(game.table(key).name))
