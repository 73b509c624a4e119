"""Settings from the environment: every value typed, every bad one refused by name.

Environment variables win over the file; the file is `.env`, or what `ENV_FILE` names.
"""

import io
import os
import re
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import environ
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})
_LINE = re.compile(r"(?:export )?([A-Za-z_][A-Za-z_0-9]*)=.*")
_HOST = re.compile(r"\*|\.?[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]")
_ORIGIN = re.compile(r"https?://[^/\s?#]+")
_DATABASE = re.compile(r"(?:sqlite:///|postgres(?:ql)?://).+")
_PASSWORD = re.compile(r"(://[^:@/]*):[^@]*@")
_KEY_LENGTH = 50


class Environment:
    """Reads variables by type; `asked` collects the names, so that none has to be listed twice.

    Every reader raises ImproperlyConfigured in one line: variable, value, what is expected.
    """

    def __init__(self, variables: Mapping[str, str], base: Path) -> None:
        self._base = base
        self._file = Path(variables.get("ENV_FILE", base / ".env"))
        self.asked = {"ENV_FILE"}
        if "ENV_FILE" in variables and not self._file.exists():
            raise _refusal("ENV_FILE", str(self._file), "a file that exists is expected")
        self._in_file = _read_file(self._file) if self._file.exists() else {}
        self._values = {**self._in_file, **variables}

    def _get(self, name: str) -> str | None:
        self.asked.add(name)
        value = self._values.get(name)
        return value if value is None else value.strip()

    def text(self, name: str, default: str) -> str:
        value = self._get(name)
        return default if value is None else value

    def boolean(self, name: str, default: bool) -> bool:
        value = self._get(name)
        if value is None:
            return default
        if value.lower() not in _TRUE | _FALSE:
            raise _refusal(name, value, "true or false is expected")
        return value.lower() in _TRUE

    def whole(self, name: str, default: int) -> int:
        """A whole number from 0."""
        value = self._get(name)
        if value is None:
            return default
        if not (value.isascii() and value.isdigit()):
            raise _refusal(name, value, "a whole number from 0 is expected")
        return int(value)

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise _refusal(name, value, f"one of {', '.join(choices)} is expected")
        return value

    def path(self, name: str, default: str) -> Path:
        """A path, relative to the checkout if it is not absolute."""
        value = self.text(name, default)
        if not value:
            raise _refusal(name, value, "a folder is expected")
        return self._base / value

    def time_zone(self, name: str, default: str) -> str:
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (LookupError, ValueError, OSError):
            raise _refusal(name, value, "a zone such as Europe/Kyiv is expected") from None
        return value

    def hosts(self, name: str, *, required: bool) -> list[str]:
        """Host names without scheme and port, separated by commas."""
        hosts = self._words(name)
        if required and not hosts:
            raise _refusal(
                name, "", "outside DEBUG the site's host names are expected, like example.org"
            )
        for host in hosts:
            if not _HOST.fullmatch(host):
                raise _refusal(name, host, "a host name without scheme and port is expected")
        return hosts

    def origins(self, name: str) -> list[str]:
        """Origins with their scheme, separated by commas."""
        origins = self._words(name)
        for origin in origins:
            if not _ORIGIN.fullmatch(origin):
                raise _refusal(name, origin, "an origin such as https://example.org is expected")
        return origins

    def _words(self, name: str) -> list[str]:
        return [word.strip() for word in self.text(name, "").split(",") if word.strip()]

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Django's description of the database at a URL; a relative SQLite path is ours."""
        url = self.text(name, default)
        expected = "sqlite:///FILE or postgres://USER:PASSWORD@HOST:PORT/NAME is expected"
        shown = _PASSWORD.sub(r"\1:…@", url)
        if not _DATABASE.fullmatch(url):
            raise _refusal(name, shown, expected)
        try:
            config: dict[str, Any] = environ.Env.db_url_config(url)
        except ValueError:
            raise _refusal(name, shown, expected) from None
        if not config["NAME"]:
            raise _refusal(name, shown, expected)
        if url.startswith("sqlite:"):
            config["NAME"] = self._base / config["NAME"]
        return config

    def secret_key(self, name: str, *, debug: bool) -> str:
        """The key that signs sessions; on a laptop one that is made once and kept untracked."""
        value = self._get(name)
        if value is None and debug:
            return _kept_key(self._base / ".secret-key")
        expected = (
            f"at least {_KEY_LENGTH} random characters are expected; make some with "
            'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
        if not value:
            raise ImproperlyConfigured(
                f"{name} is {'not set' if value is None else 'empty'}: {expected}."
            )
        if not debug and (len(value) < _KEY_LENGTH or len(set(value)) < 5):
            raise ImproperlyConfigured(
                f"{name} is too weak ({len(value)} characters): {expected}."
            )
        return value

    def refuse_unknown(self) -> None:
        """Refuse a name in the file that nothing has asked for: it is misspelt."""
        for name in self._in_file:
            if name not in self.asked:
                known = ", ".join(sorted(self.asked - {"ENV_FILE"}))
                raise ImproperlyConfigured(
                    f"{self._file.name} sets {name}, which Croupier does not know: {known}."
                )


def _refusal(name: str, value: str, expected: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is “{value}”: {expected}.")


def _read_file(path: Path) -> dict[str, str]:
    lines = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if not _LINE.fullmatch(line):
            raise ImproperlyConfigured(
                f"{path.name}, line {number} is “{line}”: NAME=value is expected."
            )
        lines.append(line)

    class FileValues(environ.Env):
        ENVIRON: dict[str, str] = {}

    FileValues.read_env(io.StringIO("\n".join(lines)))
    return FileValues.ENVIRON


def _kept_key(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    key = secrets.token_urlsafe(50)
    # Written aside and renamed: whoever reads at the same moment finds no half of a key.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key)
    draft.replace(path)
    return key


def load_settings() -> None:
    """Load the settings for a command line, which ends with one line instead of a traceback."""
    try:
        bool(settings.DEBUG)
    except ImproperlyConfigured as error:
        sys.exit(f"Croupier cannot start. {error}")
