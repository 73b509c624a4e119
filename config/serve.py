"""Set up the database and serve: `python -m config.serve HOST:PORT`."""

import ipaddress
import os
import re
import sys
from typing import Final

from config.catalogues import compile_catalogues

_ADDRESS: Final = re.compile(r"(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>\d{1,5})")


class AddressError(ValueError):
    def __init__(self, text: str) -> None:
        super().__init__(f"“{text}” is not an address: HOST:PORT is expected.")


def parse_address(text: str) -> tuple[str, int]:
    """Host (an IPv6 one without its brackets) and port.

    >>> parse_address("[::1]:8000")
    ('::1', 8000)

    Raises: AddressError.
    """
    match = _ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match["port"]) < 65536:
        raise AddressError(text)
    return match["host"].strip("[]"), int(match["port"])


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches *host*; a name other than localhost may be anywhere."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def main(address: str) -> None:
    from config.environment import load_settings

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        host, _ = parse_address(address)
    except AddressError as error:
        sys.exit(str(error))
    load_settings()

    import django
    from django.conf import settings
    from django.core.management import call_command

    if settings.DEBUG and not is_loopback(host):
        sys.exit(
            f"Croupier will not serve {address} while DEBUG is on: other machines reach it. "
            f"Set DEBUG=false, SECRET_KEY (50 random characters or more) and ALLOWED_HOSTS "
            f"(the name in the browser's address line); HTTPS=false where there is no certificate."
        )
    compile_catalogues()
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("seed")
    if settings.DEBUG:
        command = ["manage.py", "runserver", address]
    else:
        call_command("collectstatic", verbosity=0, interactive=False)
        command = ["-m", "gunicorn", "config.wsgi", "--bind", address]
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *command])


if __name__ == "__main__":
    main(sys.argv[1])
