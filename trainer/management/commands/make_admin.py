import secrets
from typing import Final

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

# Nothing that is read out wrong or copied wrong: no 0 and o, no 1, i and l.
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 4, 5  # 31^20 passwords, 99 bits


def make_password() -> str:
    return "-".join(
        "".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS)
    )


class Command(BaseCommand):
    help = "Makes an administrator, or resets one, and prints the new password once."

    def add_arguments(self, parser):
        parser.add_argument("name")

    def handle(self, *, name, **options):
        model = get_user_model()
        name = model.normalize_username(name)
        try:
            user, done = model.objects.get_by_natural_key(name), "has a new password"
        except model.DoesNotExist:
            user, done = model(username=name), "is new"
        password = make_password()
        user.is_staff = user.is_superuser = user.is_active = True
        user.set_password(password)
        try:
            user.full_clean(validate_unique=False)
        except ValidationError as error:
            raise CommandError(f"“{name}”: {' '.join(error.messages)}") from None
        user.save()
        self.stdout.write(f"Administrator {user.username} {done}, shown only now: {password}")
        self.stdout.write("Sign in at /admin/.")
