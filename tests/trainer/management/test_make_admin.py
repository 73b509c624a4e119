import re
from io import StringIO

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command

from trainer.management.commands import make_admin

pytestmark = pytest.mark.django_db


def make(name):
    out = StringIO()
    call_command("make_admin", name, stdout=out)
    return re.search(r"shown only now: (\S+)$", out.getvalue(), re.MULTILINE)[1]


def test_a_new_administrator_signs_in_to_the_admin(client):
    assert client.login(username="anna", password=make("anna"))
    assert client.get("/admin/").status_code == 200


def test_a_reset_replaces_the_password_and_keeps_the_account(client):
    first = make("anna")
    get_user_model().objects.update(is_active=False, is_staff=False, first_name="Anna")
    second = make("anna")
    assert first != second
    assert authenticate(username="anna", password=first) is None
    user = authenticate(username="anna", password=second)
    assert (user.is_active, user.is_staff, user.first_name) == (True, True, "Anna")
    assert get_user_model().objects.count() == 1


@pytest.mark.parametrize("name", ["", "two words", "a" * 151, "a;b"])
def test_a_name_that_cannot_be_is_quoted(name):
    with pytest.raises(CommandError, match=f"“{re.escape(name)}”: "):
        make(name)
    assert get_user_model().objects.count() == 0


def test_passwords_are_long_and_easy_to_copy():
    assert re.fullmatch(r"([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}", make_admin.make_password())
    assert len({make_admin.make_password() for _ in range(100)}) == 100
