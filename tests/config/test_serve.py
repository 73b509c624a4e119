import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import serve as module
from config.serve import AddressError, is_loopback, parse_address

BASE_DIR = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("localhost:1", ("localhost", 1)),
        ("[::1]:65535", ("::1", 65535)),
        ("croupier.example:443", ("croupier.example", 443)),
    ],
)
def test_an_address_is_host_and_port(text, address):
    assert parse_address(text) == address


def test_the_example_is_true():
    assert doctest.testmod(module) == (0, 1)


@pytest.mark.parametrize(
    "text", ["", ":8000", "8000", "localhost:", "::1:8000", "a:0", "a:65536", "a b:1", "a:1;ls"]
)
def test_what_is_no_address_is_quoted(text):
    with pytest.raises(AddressError, match="is not an address"):
        parse_address(text)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("croupier.example", False),
    ],
)
def test_loopback(host, expected):
    assert is_loopback(host) is expected


@pytest.mark.parametrize("address", ["0.0.0.0:8000", "[::]:8000", "croupier.example:8000"])
def test_other_machines_are_not_served_while_debug_is_on(address, tmp_path):
    result = serve(address, tmp_path, DEBUG="true")
    assert result.returncode == 1
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert line.startswith(f"Croupier will not serve {address} while DEBUG is on")
    for name in ("DEBUG=false", "SECRET_KEY", "ALLOWED_HOSTS"):
        assert name in line
    assert not (tmp_path / "db.sqlite3").exists()


def test_a_bad_setting_is_one_line(tmp_path):
    result = serve("127.0.0.1:8000", tmp_path, DEBUG="maybe")
    assert result.returncode == 1
    assert result.stderr == (
        "Croupier cannot start. DEBUG is “maybe”: true or false is expected.\n"
    )


def serve(address, tmp_path, **variables):
    return subprocess.run(
        [sys.executable, "-m", "config.serve", address],
        cwd=BASE_DIR,
        env={
            **os.environ,
            "ENV_FILE": os.devnull,
            "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3",
            **variables,
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
