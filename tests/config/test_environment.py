import re
import runpy
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment

BASE_DIR = Path(__file__).parents[2]
KEY = "0123456789" * 5
PRODUCTION = {"DEBUG": "false", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "croupier.example"}


@pytest.fixture
def settings_from(monkeypatch, tmp_path):
    """Runs the settings file with these variables and this .env file."""

    def run(variables=None, file=""):
        for name in Environment({}, tmp_path).asked | ASKED:
            monkeypatch.delenv(name, raising=False)
        (tmp_path / ".env").write_text(file, encoding="utf-8")
        for name, value in {"ENV_FILE": str(tmp_path / ".env"), **(variables or {})}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(BASE_DIR / "config" / "settings.py"))

    return run


ASKED = runpy.run_path(str(BASE_DIR / "config" / "settings.py"))["env"].asked


def test_laptop_defaults(settings_from):
    found = settings_from()
    assert found["DEBUG"] is True
    assert found["ALLOWED_HOSTS"] == []
    assert found["SECURE_SSL_REDIRECT"] is False
    assert found["SESSION_COOKIE_SECURE"] is False
    assert found["DATABASES"]["default"]["NAME"] == BASE_DIR / "db.sqlite3"
    assert found["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_production(settings_from):
    found = settings_from(PRODUCTION)
    assert found["DEBUG"] is False
    assert found["SECRET_KEY"] == KEY
    assert found["ALLOWED_HOSTS"] == ["croupier.example"]
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] == 30 * 24 * 3600
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["CSRF_COOKIE_SECURE"] is True
    assert "SECURE_PROXY_SSL_HEADER" not in found
    assert "whitenoise.middleware.WhiteNoiseMiddleware" in found["MIDDLEWARE"]


def test_a_school_network_without_certificate(settings_from):
    found = settings_from(PRODUCTION | {"HTTPS": "off", "HSTS_SECONDS": "60"})
    assert found["SECURE_SSL_REDIRECT"] is False
    assert found["SECURE_HSTS_SECONDS"] == 0
    assert found["SESSION_COOKIE_SECURE"] is False


def test_postgresql(settings_from):
    url = "postgres://dealer:p%40ss@db.example:5433/croupier?sslmode=require"
    database = settings_from({"DATABASE_URL": url})["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("dealer", "p@ss")
    assert (database["HOST"], database["PORT"], database["NAME"]) == (
        "db.example",
        5433,
        "croupier",
    )
    assert database["OPTIONS"] == {"sslmode": "require"}


def test_an_absolute_sqlite_path_stays(settings_from):
    found = settings_from({"DATABASE_URL": "sqlite:////var/lib/croupier/db.sqlite3"})
    assert found["DATABASES"]["default"]["NAME"] == Path("/var/lib/croupier/db.sqlite3")


BAD = [
    ({"DEBUG": "maybe"}, "DEBUG is “maybe”: true or false is expected."),
    ({"DEBUG": ""}, "DEBUG is “”: true or false is expected."),
    ({"HTTPS": "2"}, "HTTPS is “2”: true or false is expected."),
    ({"BEHIND_PROXY": "nginx"}, "BEHIND_PROXY is “nginx”: true or false is expected."),
    ({"HSTS_SECONDS": "-1"}, "HSTS_SECONDS is “-1”: a whole number from 0 is expected."),
    ({"HSTS_SECONDS": "1h"}, "HSTS_SECONDS is “1h”: a whole number from 0 is expected."),
    ({"HSTS_SECONDS": "²"}, "HSTS_SECONDS is “²”: a whole number from 0 is expected."),
    ({"LANGUAGE_CODE": "de"}, "LANGUAGE_CODE is “de”: one of en, uk, ru is expected."),
    ({"TIME_ZONE": "Kyiv"}, "TIME_ZONE is “Kyiv”: a zone such as Europe/Kyiv is expected."),
    ({"TIME_ZONE": ""}, "TIME_ZONE is “”: a zone such as Europe/Kyiv is expected."),
    ({"STATIC_ROOT": ""}, "STATIC_ROOT is “”: a folder is expected."),
    (
        {"ALLOWED_HOSTS": "croupier.example, https://croupier.example"},
        "ALLOWED_HOSTS is “https://croupier.example”: a host name without scheme and port is "
        "expected.",
    ),
    (
        {"CSRF_TRUSTED_ORIGINS": "croupier.example"},
        "CSRF_TRUSTED_ORIGINS is “croupier.example”: an origin such as https://example.org is "
        "expected.",
    ),
    ({"SECRET_KEY": ""}, "SECRET_KEY is empty: at least 50 random characters are expected"),
    (
        PRODUCTION | {"ALLOWED_HOSTS": ""},
        "ALLOWED_HOSTS is “”: outside DEBUG the site's host names are expected, like example.org.",
    ),
    (
        PRODUCTION | {"SECRET_KEY": "short"},
        "SECRET_KEY is too weak (5 characters): at least 50 random characters are expected",
    ),
    (
        {"DEBUG": "false", "ALLOWED_HOSTS": "croupier.example"},
        "SECRET_KEY is not set: at least 50 random characters are expected",
    ),
    (
        {"ENV_FILE": "/nowhere/.env"},
        "ENV_FILE is “/nowhere/.env”: a file that exists is expected.",
    ),
]


@pytest.mark.parametrize(("variables", "message"), BAD)
def test_a_bad_value_refuses_to_start(settings_from, variables, message):
    with pytest.raises(ImproperlyConfigured) as refusal:
        settings_from(variables)
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "db.sqlite3",
        "mysql://root@localhost/croupier",
        "sqlite://db.sqlite3",
        "sqlite:///",
        "postgres://localhost",
        "postgres://localhost/",
        "postgres://localhost:port/croupier",
    ],
)
def test_a_bad_database_url_refuses_to_start(settings_from, url):
    message = f"DATABASE_URL is “{url}”: sqlite:///FILE or postgres://USER:PASSWORD@HOST:PORT/NAME"
    with pytest.raises(ImproperlyConfigured, match="^" + re.escape(message)):
        settings_from({"DATABASE_URL": url})


def test_a_refused_database_url_keeps_its_password(settings_from):
    with pytest.raises(ImproperlyConfigured) as refusal:
        settings_from({"DATABASE_URL": "mysql://root:hunter2@localhost/croupier"})
    assert "hunter2" not in str(refusal.value)
    assert "mysql://root:…@localhost/croupier" in str(refusal.value)


def test_a_weak_key_is_not_quoted(settings_from):
    with pytest.raises(ImproperlyConfigured) as refusal:
        settings_from(PRODUCTION | {"SECRET_KEY": "hunter2"})
    assert "hunter2" not in str(refusal.value)


def test_the_file_is_read_and_the_environment_wins(settings_from):
    file = "# a comment\n\nexport LANGUAGE_CODE=uk\nTIME_ZONE='Europe/Kyiv'\n"
    found = settings_from({"LANGUAGE_CODE": "ru"}, file)
    assert (found["LANGUAGE_CODE"], found["TIME_ZONE"]) == ("ru", "Europe/Kyiv")


def test_a_dollar_in_a_value_is_a_dollar(settings_from):
    assert settings_from({"SECRET_KEY": "$" + KEY})["SECRET_KEY"] == "$" + KEY


def test_a_misspelt_name_in_the_file_refuses_to_start(settings_from):
    with pytest.raises(ImproperlyConfigured, match=r"^\.env sets DEBUGG, which Croupier does not"):
        settings_from(file="DEBUGG=false\n")


def test_a_line_of_the_file_that_is_no_value_refuses_to_start(settings_from):
    with pytest.raises(ImproperlyConfigured, match=r"^\.env, line 2 is “DEBUG: false”"):
        settings_from(file="LANGUAGE_CODE=uk\nDEBUG: false\n")


def test_a_laptop_keeps_its_own_key(tmp_path):
    first = Environment({}, tmp_path).secret_key("SECRET_KEY", debug=True)
    assert Environment({}, tmp_path).secret_key("SECRET_KEY", debug=True) == first
    assert len(first) >= 50
    assert [path.name for path in tmp_path.iterdir()] == [".secret-key"]
    assert stat.S_IMODE((tmp_path / ".secret-key").stat().st_mode) == 0o600


def test_the_readme_lists_every_variable_once():
    readme = (BASE_DIR / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `([A-Z_]+)` \|", readme, re.MULTILINE)) == sorted(ASKED)
