"""The groups that a house's staff is put into, with what each may do in the admin."""

from typing import Final

from django.contrib.auth.models import Group, Permission

# Nobody may change or delete a version; to add one is to publish.
_READ: Final = ("view_house", "view_draft", "view_version")
_EDIT: Final = ("add_house", "change_house", "add_draft", "change_draft", "add_version")
RIGHTS: Final = {"Paytable editors": (*_READ, *_EDIT), "Auditors": _READ}


def make_groups() -> list[str]:
    """Make the groups that are missing, and say which; those that are there stay as they are.

    The rights are those that `migrate` has made.
    """
    made = []
    for name, codenames in RIGHTS.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:
            rights = Permission.objects.filter(
                content_type__app_label="rules", codename__in=codenames
            )
            group.permissions.set(rights)
            made.append(name)
    return made
