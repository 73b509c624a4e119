"""What the two groups of the admin may do."""

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from rules.groups import RIGHTS, make_groups
from rules.models import Version
from tests.rules.admin_pages import address, everything, opened, save

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(client, django_user_model):
    """Signs a new member of staff in who belongs to the group that is named."""

    def sign_in(name):
        make_groups()
        user = django_user_model.objects.create_user("member", password="x", is_staff=True)
        user.groups.add(Group.objects.get(name=name))
        client.force_login(user)
        return client

    return sign_in


def pages(draft):
    version = Version.objects.get(house=draft.house, game=draft.game)
    return {
        "look": [
            reverse("admin:rules_house_changelist"),
            reverse("admin:rules_house_change", args=[draft.house.pk]),
            reverse("admin:rules_house_export", args=[draft.house.pk]),
            reverse("admin:rules_version_change", args=[version.pk]),
            address(draft),
        ],
        "act": [
            reverse("admin:rules_house_import"),
            reverse("admin:rules_house_add"),
            reverse("admin:rules_version_restore", args=[version.pk]),
            address(draft, "publish"),
        ],
        "never": [
            reverse("admin:rules_version_delete", args=[version.pk]),
            reverse("admin:trainer_user_changelist"),
            reverse("admin:auth_group_changelist"),
        ],
    }


def statuses(client, addresses):
    return {client.get(address).status_code for address in addresses}


def test_a_paytable_editor_may_edit_and_publish(member, draft):
    client, asked = member("Paytable editors"), pages(draft)
    assert statuses(client, asked["look"]) == {200}
    assert statuses(client, asked["act"]) == {200}
    assert statuses(client, asked["never"]) == {403}


def test_an_auditor_may_look_and_nothing_else(member, draft):
    client, asked = member("Auditors"), pages(draft)
    before = everything()
    assert statuses(client, asked["look"]) == {200}
    assert statuses(client, asked["act"]) == {403}
    assert statuses(client, asked["never"]) == {403}
    assert client.post(address(draft), {"revision": "0"}).status_code == 403
    assert everything() == before


def test_what_a_paytable_editor_saves_is_saved(member, draft):
    client = member("Paytable editors")
    assert save(client, draft, opened(client, draft), **{"trips-4-pays": "6"}).status_code == 302


def test_making_them_again_changes_nothing(db):
    assert set(make_groups()) >= set()
    group = Group.objects.get(name="Auditors")
    group.permissions.clear()
    assert make_groups() == []
    assert not group.permissions.exists()
    assert set(RIGHTS) == set(Group.objects.values_list("name", flat=True))
