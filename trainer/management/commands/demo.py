from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from rules.houses import REFERENCE
from rules.versions import UnknownHouseError, find_house
from trainer.management.commands.make_admin import make_password
from trainer.school.demo.making import NameTakenError, NotEmptyError, Size, make_demo
from trainer.school.demo.removing import StillUsedError, is_there, remove_demo


class Command(BaseCommand):
    help = (
        "Adds a demo school: staff, a course for every game, people who have practised, an exam "
        "with appeals, and a certificate. It is marked on its pages, its accounts begin with "
        "“demo-”, and their passwords are printed once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=1, help="Another one, other answers.")
        parser.add_argument(
            "--beside",
            action="store_true",
            help="Also where there is a school already; without an administrator then.",
        )
        parser.add_argument(
            "--language",
            choices=list(dict(settings.LANGUAGES)),
            default=settings.LANGUAGE_CODE,
            help="Of what people there have written, such as reasons and a certificate.",
        )
        parser.add_argument(
            "--remove", action="store_true", help="Remove it again, its accounts included."
        )

    def handle(
        self,
        *args: Any,
        seed: int,
        beside: bool,
        language: str,
        remove: bool,
        **options: Any,
    ) -> None:
        if remove:
            self._remove()
        elif is_there():
            raise CommandError("The demo school is there already. --remove removes it.")
        else:
            self._make(seed, beside, language)

    def _make(self, seed: int, beside: bool, language: str) -> None:
        try:
            made = make_demo(
                find_house(REFERENCE.slug),
                seed=seed,
                passwords=_passwords(),
                now=timezone.now(),
                beside=beside,
                size=Size(),
                language=language,
            )
        except UnknownHouseError:
            raise CommandError(
                "The demo school needs the house “reference”; “seed” makes it."
            ) from None
        except NotEmptyError:
            raise CommandError(
                "There is a school already; nothing was changed. With --beside the demo school "
                "is put beside it."
            ) from None
        except NameTakenError as error:
            raise CommandError(
                f"Somebody else is called “{error}”; nothing was changed."
            ) from None
        self.stdout.write(f"Made a demo school: {made.courses} courses, {made.answers} answers.")
        self.stdout.write("Its accounts, with passwords that are shown only now:")
        width = max(map(len, made.passwords))
        for name, password in made.passwords.items():
            self.stdout.write(f"  {name:{width}}  {password}")
        self.stdout.write("Sign in at /sign-in/, then open /school/. --remove removes it again.")

    def _remove(self) -> None:
        try:
            removed = remove_demo()
        except StillUsedError as error:
            raise CommandError(
                f"Something outside the demo school is in the hands of a demo account ({error}); "
                "nothing was changed. Give it to somebody else first."
            ) from None
        self.stdout.write(
            f"Removed the demo school: {removed.courses} courses, {removed.accounts} accounts."
        )


def _passwords() -> Iterator[str]:
    while True:
        yield make_password()
