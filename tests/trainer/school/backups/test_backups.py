"""A database is saved, destroyed and restored; everything that was there is compared."""

import hashlib
import json
import stat
import zipfile
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from rules.models import EdgeWork, House, Version
from tests.trainer.races import at_once
from tests.trainer.school.backups.everything import make_everything
from trainer.models import Deal, Lesson, Role, SignInTries, Staff, User
from trainer.school.backups import restoring, writing
from trainer.school.backups.files import MANIFEST
from trainer.school.backups.tables import LEFT_OUT, every_table, label, saved_tables

# A backup wants a transaction of its own.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full(reference):
    make_everything(reference)


@pytest.fixture
def backup(full, tmp_path):
    return save(tmp_path / "school.zip")


def save(path):
    call_command("backup", path, stdout=StringIO())
    return path


def restore(path, **options):
    call_command("restore", path, stdout=StringIO(), **options)


def contents():
    """Every value of every row, by table."""
    found = {}
    for model in saved_tables():
        names = [field.attname for field in model._meta.concrete_fields]
        rows = model._base_manager.order_by("pk").values(*names)
        found[label(model)] = [
            {n: bytes(v) if isinstance(v, memoryview) else v for n, v in row.items()}
            for row in rows
        ]
    return found


def destroy():
    with transaction.atomic(), connection.cursor() as cursor:
        for model in every_table():
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')


def change(path, member, edit, *, rehash=True):
    """Write the file anew with other contents of one member; *rehash* as a forger would."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    parts[member] = edit(parts[member])
    if rehash and member != MANIFEST:
        manifest = json.loads(parts[MANIFEST])
        [entry] = [e for e in manifest["members"] if f"{e['table']}.jsonl" == member]
        entry["sha256"] = hashlib.sha256(parts[member]).hexdigest()
        entry["rows"] = parts[member].count(b"\n")
        parts[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data)


def edit_manifest(**values):
    return lambda data: json.dumps(json.loads(data) | values).encode()


def refused(path, **options):
    """What the command says; nothing may have changed."""
    before = contents()
    with pytest.raises(CommandError) as error:
        restore(path, **options)
    assert contents() == before
    return str(error.value)


def test_every_table_is_saved_or_named_as_left_out(backup):
    assert {label(model) for model in saved_tables()} | LEFT_OUT == {
        label(model) for model in apps.get_models(include_auto_created=True)
    }
    assert [name for name, rows in contents().items() if not rows] == []
    assert Session.objects.exists()
    assert SignInTries.objects.exists()
    assert EdgeWork.objects.exists()


def test_a_destroyed_database_comes_back_whole(backup):
    before = contents()
    destroy()
    assert not any(contents().values())
    restore(backup)
    assert contents() == before
    assert User.objects.get_by_natural_key("олена").check_password("kept")
    assert all(version.ruleset for version in Version.objects.all())
    assert all(deal.value for deal in Deal.objects.all())


def test_two_backups_of_the_same_rows_hold_the_same_bytes(backup, tmp_path):
    destroy()
    restore(backup)
    again = save(tmp_path / "again.zip")
    with zipfile.ZipFile(backup) as one, zipfile.ZipFile(again) as two:
        assert one.namelist() == two.namelist()
        for name in set(one.namelist()) - {MANIFEST}:
            assert one.read(name) == two.read(name)


def test_a_backup_whose_tables_are_in_another_order_comes_back_whole(backup):
    """Another version of Croupier may save them in another order."""
    before = contents()

    def turn_round(data):
        manifest = json.loads(data)
        return json.dumps(manifest | {"members": manifest["members"][::-1]}).encode()

    change(backup, MANIFEST, turn_round)
    destroy()
    restore(backup)
    assert contents() == before


def test_new_rows_come_after_the_restored_ones(backup):
    last = {model: model.objects.order_by("pk").last().pk for model in (House, User, Deal)}
    through = Lesson.requires.through.objects.order_by("pk").last().pk
    destroy()
    restore(backup)
    assert House.objects.create(slug="new").pk > last[House]
    assert User.objects.create_user("new").pk > last[User]
    lesson = Lesson.objects.get(position=1)
    lesson.requires.add(Lesson.objects.get(position=2))
    assert Lesson.requires.through.objects.order_by("pk").last().pk > through


def test_a_database_in_use_is_replaced_only_if_told(backup):
    before = contents()
    User.objects.create_user("newcomer")
    said = refused(backup)
    assert "trainer.user: 2" in said
    assert "--replace" in said
    restore(backup, replace=True)
    assert contents() == before
    assert not Session.objects.exists()
    assert not SignInTries.objects.exists()
    assert not EdgeWork.objects.exists()


def test_a_backup_is_read_by_its_owner_only_and_never_written_over(backup):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    held = backup.read_bytes()
    with pytest.raises(CommandError, match=r"school\.zip” is there already"):
        save(backup)
    assert backup.read_bytes() == held
    assert [each.name for each in backup.parent.iterdir()] == ["school.zip"]


def test_a_backup_that_cannot_be_finished_leaves_nothing(full, tmp_path, monkeypatch):
    def full_disk(archive, model):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("trainer.school.backups.writing._add", full_disk)
    with pytest.raises(CommandError, match="No space left on device"):
        save(tmp_path / "school.zip")
    assert list(tmp_path.iterdir()) == []


def test_damaged_files_are_refused_and_quoted(backup):
    whole = backup.read_bytes()
    with zipfile.ZipFile(backup) as file:
        at = file.getinfo("rules.version.jsonl").header_offset + 200
    for damaged in (whole[:-30], whole[: len(whole) // 2], b"", b"PK\3\4"):
        backup.write_bytes(damaged)
        assert "it is not a ZIP, or its end is missing" in refused(backup, replace=True)
    backup.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    assert "“rules.version.jsonl” is damaged" in refused(backup, replace=True)


@pytest.mark.parametrize(
    ("member", "edit", "said"),
    [
        (MANIFEST, lambda data: b"{", "is not JSON"),
        (MANIFEST, lambda data: b"[]", "is not that of a backup of Croupier"),
        (MANIFEST, lambda data: b" " * 1_000_001, "is too long"),
        (MANIFEST, edit_manifest(format="other"), "is not that of a backup of Croupier"),
        (MANIFEST, edit_manifest(number=2), "it has format 2, and this program reads 1"),
        (MANIFEST, edit_manifest(members=[7]), "lacks something or has too much"),
        (MANIFEST, edit_manifest(members=[]), "“admin.logentry.jsonl” in it is not in its"),
        (
            MANIFEST,
            edit_manifest(migrations=[["trainer", "0099_later"]]),
            "only in the backup: trainer 0099_later; only in this database: admin 0001_initial",
        ),
        ("surplus.jsonl", None, "“surplus.jsonl” in it is not in its manifest"),
        ("trainer.user.jsonl", lambda data: data + b"{}\n", "“trainer.user.jsonl” is damaged"),
    ],
)
def test_files_that_are_none_of_ours_are_refused_and_quoted(backup, member, edit, said):
    if edit is None:
        with zipfile.ZipFile(backup, "a") as file:
            file.writestr(member, b"")
    else:
        change(backup, member, edit, rehash=False)
    assert said in refused(backup, replace=True)


@pytest.mark.parametrize(
    ("member", "edit", "said"),
    [
        ("trainer.user", lambda data: data + b"no row\n", "line 2: “no row” is not a row"),
        ("trainer.user", lambda data: data + b'{"id":7}\n', "has not the fields of trainer.user"),
        ("trainer.deal", lambda data: data.replace(b'"level":1', b'"level":"one"'), "“one” is no"),
        ("trainer.deal", lambda data: data.replace(b'"level":1', b'"level":9'), "deal_level"),
        ("trainer.user", lambda data: b"", "the database refuses it"),
        ("rules.version", lambda data: data + data, "the database refuses it"),
    ],
)
def test_rows_that_do_not_fit_change_nothing(backup, member, edit, said):
    """They come with the right hash: only the database itself can tell."""
    change(backup, f"{member}.jsonl", edit)
    assert said in refused(backup, replace=True)


def test_other_tables_are_refused(backup, monkeypatch):
    fewer = saved_tables()[:-1]
    monkeypatch.setattr(restoring, "saved_tables", lambda: fewer)
    with pytest.raises(CommandError, match="it has the tables"):
        restore(backup, replace=True)


@pytest.mark.parametrize("times", [0, 2])
def test_a_table_that_is_missing_or_there_twice_is_refused(backup, times):
    def edit(data):
        manifest = json.loads(data)
        [*members, last] = manifest["members"]
        return json.dumps(manifest | {"members": members + [last] * times}).encode()

    change(backup, MANIFEST, edit)
    assert f"{label(saved_tables()[-1])}.jsonl" in refused(backup, replace=True)


def test_a_missing_file_is_said(db, tmp_path):
    with pytest.raises(CommandError, match=r"none\.zip” cannot be read: No such file"):
        restore(tmp_path / "none.zip")


def test_the_moment_is_said(backup):
    with zipfile.ZipFile(backup) as file:
        manifest = json.loads(file.read(MANIFEST))
    assert datetime.fromisoformat(manifest["made_at"]).tzinfo == UTC
    assert manifest["database"] == connection.vendor


def test_the_site_goes_on_and_what_it_writes_meanwhile_is_not_in_the_file(
    full, shared_database, tmp_path, monkeypatch
):
    add = writing._add

    def join():
        user = User.objects.create_user("newcomer")
        Staff.objects.create(user=user, role=Role.INSTRUCTOR)

    def adding(archive, model):
        member = add(archive, model)
        if model is User:
            # Staff comes later: a half of the newcomer would be saved.
            at_once([join])
        return member

    monkeypatch.setattr(writing, "_add", adding)
    before = contents()
    backup = save(tmp_path / "school.zip")
    assert Staff.objects.count() == 2
    restore(backup, replace=True)
    assert contents() == before
