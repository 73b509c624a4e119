"""Gunicorn as in production, on loopback, with a database and static files of its own."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.catalogues import compile_catalogues
from tests.bench.client import HOST, Client
from tests.postgresql import free_port

BASE_DIR: Final = Path(__file__).parents[2]
START_SECONDS: Final = 60


class ServerError(Exception):
    """Gunicorn has not started; the text is its log."""


@dataclass(frozen=True, slots=True)
class Site:
    port: int
    environment: Mapping[str, str]

    def python(self, module: str, *arguments: str, given: str = "") -> str:
        """What a module prints that runs beside the site, on its database.

        Raises: CalledProcessError.
        """
        command = [sys.executable, "-m", module, *arguments]
        result = subprocess.run(
            command,
            cwd=BASE_DIR,
            env=self.environment,
            input=given,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return result.stdout


@contextmanager
def site(*, workers: int = 1, database_url: str | None = None) -> Iterator[int]:
    """`running_site`; gives the port."""
    with running_site(workers=workers, database_url=database_url) as running:
        yield running.port


@contextmanager
def running_site(*, workers: int = 1, database_url: str | None = None) -> Iterator[Site]:
    """Serve. Without *database_url* the database is a temporary SQLite file.

    Raises: ServerError, CalledProcessError.
    """
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "ENV_FILE": os.devnull,
            "DEBUG": "false",
            "SECRET_KEY": "not-secret-" * 6,
            "ALLOWED_HOSTS": HOST,
            "BEHIND_PROXY": "true",
            "DATABASE_URL": database_url or f"sqlite:///{folder}/db.sqlite3",
            "STATIC_ROOT": f"{folder}/static",
        }
        compile_catalogues()
        for command in ("migrate", "seed", "collectstatic --noinput"):
            manage = [sys.executable, "manage.py", *command.split(), "--verbosity=0"]
            subprocess.run(manage, cwd=BASE_DIR, env=environment, check=True)
        with _gunicorn(workers, environment, Path(folder) / "log") as port:
            yield Site(port, environment)


@contextmanager
def _gunicorn(workers: int, environment: dict[str, str], log: Path) -> Iterator[int]:
    port = free_port()
    command = ["gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--no-control-socket"]
    with log.open("w") as file:
        server = subprocess.Popen(
            [sys.executable, "-m", *command, "--workers", str(workers)],
            cwd=BASE_DIR,
            env=environment,
            stderr=file,
        )
    try:
        _wait(server, port, log)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(START_SECONDS * 10):
        try:
            Client(port).get("/")
            return
        except OSError:
            time.sleep(0.1)
        if server.poll() is not None:
            break
    raise ServerError(log.read_text())
