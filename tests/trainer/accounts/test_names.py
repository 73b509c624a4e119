import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from trainer.models import User
from trainer.models.learners import fold_name

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna", "ANNA"),
        ("Їжак", "їЖАК"),
        ("straße", "STRASSE"),
        ("ａｎｎａ", "anna"),
        ("é", "e\u0301"),
    ],
)
def test_names_that_are_one(one, other):
    assert fold_name(one) == fold_name(other)
    User.objects.create(username=one)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=other)
    assert User.objects.get_by_natural_key(other).username == one


@pytest.mark.parametrize(("one", "other"), [("anna", "hanna"), ("и", "й"), ("е", "ё"), ("a", "а")])
def test_names_that_are_two(one, other):
    User.objects.create(username=one)
    User.objects.create(username=other)


def test_a_new_name_is_found_under_the_new_name_only():
    user = User.objects.create(username="anna")
    user.username = "Berta"
    user.save()
    assert User.objects.get_by_natural_key("BERTA") == user
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key("anna")


def test_forms_learn_of_a_taken_name_before_the_database():
    User.objects.create(username="anna")
    with pytest.raises(ValidationError, match="This name is taken"):
        User(username="Anna", password="x").full_clean()
    User.objects.get().full_clean(exclude=["password"])


def test_the_command_of_the_administrator_finds_the_name_in_any_case(capsys):
    User.objects.create(username="Anna")
    call_command("make_admin", "anna")
    assert User.objects.get().is_superuser


def test_no_name_finds_nobody():
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key(None)


@pytest.fixture
def before(transactional_db):
    """Models as they were before names were folded."""
    executor = MigrationExecutor(connection)
    executor.migrate([("trainer", "0002_practice")])
    yield executor.loader.project_state([("trainer", "0002_practice")]).apps
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
def test_accounts_from_before_get_their_keys_or_are_named_if_they_would_become_one(before):
    users = before.get_model("trainer", "User").objects
    for name in ("anna", "Anna", "Ганна"):
        users.create(username=name)
    executor = MigrationExecutor(connection)
    with pytest.raises(Exception, match="“anna” and “Anna” differ only in the case"):
        executor.migrate([("trainer", "0003_accounts")])
    users.filter(username="Anna").update(username="anna.k")
    MigrationExecutor(connection).migrate([("trainer", "0003_accounts")])
    assert dict(User.objects.values_list("username", "name_key")) == {
        "anna": "anna",
        "anna.k": "anna.k",
        "Ганна": "ганна",
    }
