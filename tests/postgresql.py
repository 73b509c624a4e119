"""A PostgreSQL server for the length of one command: `python -m tests.postgresql COMMAND …`.

The command finds its address in DATABASE_URL. The server keeps its data in a temporary folder,
listens on loopback only, and belongs to an unprivileged user, as PostgreSQL demands.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# What a crash may cost does not matter here; speed does. Nor are tables analyzed by chance: what
# one test had put there is no guide to the next one’s, and a plan by it can take minutes.
OPTIONS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off"


class NoPostgreSQLError(Exception):
    pass


def find_programs() -> Path:
    """The folder of initdb and pg_ctl; Debian keeps them off the PATH.

    Raises: NoPostgreSQLError.
    """
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if not folders:
        raise NoPostgreSQLError("PostgreSQL is not installed (Debian: postgresql)")
    return folders[-1].parent


@contextmanager
def server(options: str = OPTIONS) -> Iterator[str]:
    """Run a server; gives the URL of an empty database.

    Raises: NoPostgreSQLError, CalledProcessError.
    """
    programs = find_programs()
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgresql-"))
    owner: dict[str, Any] = {}
    if os.geteuid() == 0:
        # The user that Debian's package makes.
        owner = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, owner["user"], owner["group"])
    data = folder / "data"
    port = free_port()

    def run(program: str, *arguments: object) -> None:
        command = [programs / program, *map(str, arguments)]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, **owner)

    try:
        run("initdb", "-D", data, "-U", "croupier", "-A", "trust", "-E", "UTF8", "--no-locale")
        listen = f"-h 127.0.0.1 -p {port} -k {folder} {options}"
        run("pg_ctl", "-D", data, "-l", folder / "log", "-w", "-o", listen, "start")
        try:
            run("createdb", "-h", "127.0.0.1", "-p", port, "-U", "croupier", "croupier")
            yield f"postgres://croupier@127.0.0.1:{port}/croupier"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    with server() as url:
        result = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url})
    sys.exit(result.returncode)
