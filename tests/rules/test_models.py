import json
from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.utils.translation import override

from rules.games import games
from rules.games.base import make_rows
from rules.games.documents import DocumentError, canonical_json, document_hash
from rules.models import (
    Draft,
    DraftPayRow,
    House,
    ImmutableVersionError,
    TamperedVersionError,
    Version,
)
from rules.translated import in_language

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return House.objects.create(slug="h", name={"en": "House"})


@pytest.fixture
def draft(house):
    return Draft.objects.create(house=house, game="casino-holdem")


@pytest.fixture
def version(reference):
    return Version.objects.get(house=reference, game="russian-poker")


def rewrite(version, **values):
    """Change a stored version behind the program's back, as with a database shell."""
    columns = ", ".join(f"{column} = %s" for column in values)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE rules_version SET {columns} WHERE id = %s", [*values.values(), version.pk]
        )
    return Version.objects.get(pk=version.pk)


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "language", "shown"),
    [
        ({"en": "Reference", "uk": "Еталон"}, "uk", "Еталон"),
        ({"en": "Reference", "uk": "Еталон"}, "uk-ua", "Еталон"),
        ({"en": "Reference", "uk": "Еталон"}, "ru", "Reference"),
        ({"uk": "Еталон"}, "ru", "Еталон"),
        ({"uk": "", "ru": "Эталон"}, "uk", "Эталон"),
        ({}, "en", ""),
    ],
)
def test_a_text_is_shown_in_the_reader_s_language_else_english_else_any(texts, language, shown):
    assert in_language(texts, language) == shown


def test_a_house_is_called_in_the_reader_s_language():
    house = House(slug="ref", name={"en": "Reference", "ru": "Эталон"})
    with override("ru"):
        assert house.display_name == str(house) == "Эталон"
    with override(None):
        assert house.display_name == "Reference"
    assert House(slug="nameless").display_name == "nameless"


@pytest.mark.parametrize(
    "name", [{}, None, "Reference", [], {"de": "Referenz"}, {"en": 5}, {"en": "x" * 201}]
)
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(ValidationError):
        House(slug="h", name=name).full_clean()


# --- constraints -----------------------------------------------------------------------------


def test_a_house_has_one_draft_a_game(draft):
    with pytest.raises(IntegrityError), transaction.atomic():
        Draft.objects.create(house=draft.house, game=draft.game)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": "five-of-a-kind"},
        {"rank": "1"},
        {"bound": "about"},
        {"pays_numerator": -1},
        {"pays_denominator": 0},
    ],
)
def test_the_database_refuses_a_row_that_is_none(draft, wrong):
    row = {"draft": draft, "table": "aa", "hand": "flush", "pays_numerator": 5}
    with pytest.raises(IntegrityError), transaction.atomic():
        DraftPayRow.objects.create(**row | wrong)
    assert DraftPayRow.objects.create(**row).value == make_rows("flush 5")[0]


def test_a_hand_stands_once_in_a_table(draft):
    row = {"draft": draft, "hand": "pair", "pays_numerator": 3, "pays_denominator": 2}
    DraftPayRow.objects.create(**row, table="aa")
    DraftPayRow.objects.create(**row, table="ante")
    aces = DraftPayRow.objects.create(**row, table="aa", rank="A", bound="or-better")
    assert (aces.value.key, aces.value.pays) == ("pair-A-or-better", Fraction(3, 2))
    with pytest.raises(IntegrityError), transaction.atomic():
        DraftPayRow.objects.create(**row, table="aa")


def next_version(version, **values):
    """An unsaved version 2 with the same document."""
    rest = {field.name: getattr(version, field.name) for field in Version._meta.fields[1:]}
    return Version(**rest | {"number": 2} | values)


@pytest.mark.parametrize(
    "wrong", [{"number": 1}, {"number": 0}, {"sha256": "abc"}, {"sha256": ""}], ids=str
)
def test_the_database_refuses_a_version_that_is_none(version, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        next_version(version, **wrong).save()
    next_version(version).save()
    assert Version.objects.filter(house=version.house, game=version.game).count() == 2


def test_the_database_refuses_a_version_in_force_before_it_was_published(version):
    early = version.published_at - timedelta(seconds=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        next_version(version, effective_from=early).save()


def test_what_has_versions_is_not_deleted(reference):
    with pytest.raises(ProtectedError):
        reference.delete()


def test_a_publisher_is_not_deleted(version, django_user_model):
    user = django_user_model.objects.create_user("boss")
    next_version(version, published_by=user).save()
    with pytest.raises(ProtectedError):
        user.delete()


# --- versions stay as they are ---------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda version: version.save(),
        lambda version: version.save(update_fields=["note"]),
        lambda version: version.delete(),
        lambda version: Version.objects.update(note="x"),
        lambda version: Version.objects.filter(pk=version.pk).delete(),
        lambda version: Version.objects.bulk_update([version], ["note"]),
        lambda version: version.house.versions.update(note="x"),
        lambda version: version.house.versions.all().delete(),
        lambda version: Version._base_manager.update(note="x"),
        lambda version: Version.objects.update_or_create(
            pk=version.pk, defaults={"note": "changed"}
        ),
        lambda version: Version.objects.bulk_create(
            [version], update_conflicts=True, update_fields=["note"], unique_fields=["id"]
        ),
    ],
)
def test_a_version_is_never_changed_or_deleted(version, change):
    before = Version.objects.values().get(pk=version.pk)
    version.note = "changed"
    with pytest.raises(ImmutableVersionError), transaction.atomic():
        change(version)
    assert Version.objects.values().get(pk=version.pk) == before


def test_a_new_object_with_a_taken_key_overwrites_nothing(version):
    before = Version.objects.values().get(pk=version.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Version(**before | {"number": 7}).save()
    assert Version.objects.values().get(pk=version.pk) == before


@pytest.mark.parametrize("key", games())
def test_a_version_gives_its_ruleset(reference, key):
    version = Version.objects.get(house=reference, game=key)
    ruleset = version.ruleset
    assert (ruleset.house, ruleset.number, ruleset.game) == ("reference", 1, key)
    assert ruleset.tables == games()[key].default_ruleset().tables
    assert version.ruleset is ruleset


def test_a_document_that_was_altered_is_not_read(version):
    altered = version.document.replace('"pays":"1000"', '"pays":"2000"')
    assert altered != version.document
    with pytest.raises(TamperedVersionError, match=version.sha256):
        _ = rewrite(version, document=altered).ruleset


def test_a_document_of_another_game_is_not_read(version):
    other = Version.objects.get(house=version.house, game="casino-holdem")
    moved = rewrite(version, document=other.document, sha256=other.sha256)
    with pytest.raises(TamperedVersionError, match="casino-holdem"):
        _ = moved.ruleset


def test_a_document_of_an_unknown_schema_is_not_read(version):
    text = canonical_json(json.loads(version.document) | {"schema": 99})
    with pytest.raises(DocumentError):
        _ = rewrite(version, document=text, sha256=document_hash(text)).ruleset
