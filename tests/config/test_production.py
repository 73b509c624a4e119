"""The start line of the README, run for real."""

import gzip
import http.client
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import brotli
import pytest

from tests.postgresql import free_port

BASE_DIR = Path(__file__).parents[2]
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")
HOST = "croupier.example"
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("production")
    environment = os.environ | {
        "ENV_FILE": os.devnull,
        "DEBUG": "false",
        "SECRET_KEY": "not-secret-" * 6,
        "ALLOWED_HOSTS": HOST,
        "BEHIND_PROXY": "true",
        "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
        "STATIC_ROOT": str(folder / "static"),
    }
    for command in ("migrate", "seed", "collectstatic --noinput"):
        manage = [sys.executable, "manage.py", *command.split(), "--verbosity=0"]
        subprocess.run(manage, cwd=BASE_DIR, env=environment, check=True)
    return environment


@pytest.fixture(scope="module")
def port(environment, tmp_path_factory):
    """The port of a gunicorn that was started as the README says."""
    port = free_port()
    [line] = re.findall(r"^\.venv/bin/gunicorn (config\.wsgi .*)$", README, re.MULTILINE)
    assert "127.0.0.1:8000" in line
    arguments = shlex.split(line.replace("127.0.0.1:8000", f"127.0.0.1:{port}"))
    log = tmp_path_factory.mktemp("gunicorn") / "log"
    with log.open("w") as file:
        server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *arguments, "--no-control-socket"],
            cwd=BASE_DIR,
            env=environment,
            stderr=file,
        )
    try:
        for _ in range(300):
            if answers(port):
                break
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
        else:
            pytest.fail(f"gunicorn does not answer: {log.read_text()}")
        yield port
    finally:
        server.terminate()
        server.wait(30)


def answers(port):
    try:
        get(port, "/")
    except OSError:
        return False
    return True


def get(port, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": HOST} | headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers, body


def get_secure(port, path, **headers):
    return get(port, path, **{"X-Forwarded-Proto": "https"} | headers)


def test_plain_http_is_sent_to_https(port):
    status, headers, _ = get(port, "/")
    assert (status, headers["Location"]) == (301, f"https://{HOST}/")


def test_another_host_name_is_refused(port):
    assert get_secure(port, "/", Host="elsewhere.example")[0] == 400


def test_the_home_page_is_served_with_its_headers(port):
    status, headers, body = get_secure(port, "/")
    assert status == 200
    assert b"Croupier" in body
    assert headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert headers["Strict-Transport-Security"] == "max-age=2592000"


def test_static_files_are_hashed_compressed_and_kept_for_ever(port):
    _, _, page = get_secure(port, "/")
    sheets = re.findall(r'href="(/static/[^"]+\.css)"', page.decode())
    scripts = re.findall(r'src="(/static/[^"]+\.js)"', page.decode())
    assert sheets
    assert scripts
    for path in sheets + scripts:
        assert re.search(r"\.[0-9a-f]{12}\.(css|js)$", path)
        plain = get_secure(port, path)[2]
        for accepted, unpack in UNPACK.items():
            status, headers, body = get_secure(port, path, **{"Accept-Encoding": accepted})
            assert status == 200
            assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
            assert headers["Content-Encoding"] == accepted
            assert headers["Content-Security-Policy"].startswith("default-src 'self';")
            assert len(body) < len(plain)
            assert unpack(body) == plain


@pytest.mark.parametrize("accepted", ["gzip", "br"])
def test_pages_are_compressed_as_the_browser_likes(port, accepted):
    status, headers, body = get_secure(port, "/sign-in/", **{"Accept-Encoding": accepted})
    assert status == 200
    assert headers["Content-Encoding"] == accepted
    assert "Accept-Encoding" in headers["Vary"]
    assert int(headers["Content-Length"]) == len(body)
    assert b"</html>" in UNPACK[accepted](body)


def test_an_unknown_page_shows_nothing_of_the_inside(port):
    status, _, body = get_secure(port, "/nowhere/")
    assert status == 404
    assert b"Traceback" not in body
    assert b"urlpatterns" not in body


def test_cookies_travel_by_https_only(port):
    _, headers, _ = get_secure(port, "/admin/login/")
    cookies = headers.get_all("Set-Cookie")
    assert cookies
    assert all({"Secure", "HttpOnly"} <= set(c.replace("; ", ";").split(";")) for c in cookies)


def test_a_production_server_does_not_start_in_debug(environment):
    result = subprocess.run(
        [sys.executable, "-c", "import config.wsgi"],
        cwd=BASE_DIR,
        env=environment | {"DEBUG": "true"},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].startswith(
        "django.core.exceptions.ImproperlyConfigured: DEBUG is on"
    )
