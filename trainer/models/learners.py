from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """An account; ours from the first migration, so that it can grow."""
