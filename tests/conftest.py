import gc
import os
import sqlite3
from dataclasses import replace
from io import StringIO
from threading import Lock

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.template import Template
from django.test import TransactionTestCase
from django.test.utils import instrumented_test_render
from django.utils import translation
from hypothesis import settings as hypothesis_settings

from config.catalogues import compile_catalogues

# As it is before Django’s tests record the context of every template that is drawn.
DRAW = Template._render
FLUSH = TransactionTestCase._fixture_teardown
# A copy of SQLite’s database in memory as the migrations left it.
PRISTINE = []
# What the best play is worth, by the content of the rules: seconds of work each.
PLAYED = {}
# Thousands of tests and all that they import live to the end: looking through them for what may
# go, after every 700 objects, takes a tenth of the time.
gc.set_threshold(20_000, 20, 20)
IN_CI = os.environ.get("CI") == "true"

# No test is timed; in CI the same examples every time, on a laptop new ones.
hypothesis_settings.register_profile("laptop", deadline=None)
hypothesis_settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis_settings.load_profile("ci" if IN_CI else "laptop")


def pytest_addoption(parser):
    parser.addoption(
        "--database-only",
        action="store_true",
        help="only the tests that touch the database, to repeat them on another one",
    )
    parser.addoption(
        "--slow-server",
        type=float,
        metavar="SECONDS",
        help="a browser’s every request is answered this late at most, by chance, and no click"
        " waits for what it begins: a test that looks too early fails",
    )


def pytest_configure(config):
    # Where the tests are shared out among processes, the first has done it.
    if not hasattr(config, "workerinput"):
        compile_catalogues()
    # The real hasher is slow on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config, items):
    if config.getoption("database_only"):
        others = [item for item in items if not touches_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if touches_database(item)]


def touches_database(item):
    fixtures = {"db", "transactional_db", "live_server", "django_db_setup"}
    return item.get_closest_marker("django_db") is not None or not fixtures.isdisjoint(
        getattr(item, "fixturenames", ())
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    return fail_if_skipped_in_ci(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    return fail_if_skipped_in_ci(report)


def fail_if_skipped_in_ci(report):
    """CI installs everything: what is skipped there has not been tested anywhere."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"With CI=true a skip is a failure. {reason}"
    return report


@pytest.fixture(scope="session", autouse=True)
def _plain_templates(django_test_environment):
    """Few tests look at a context; recording it takes up to half the time of the others."""
    Template._render = DRAW


@pytest.fixture(scope="session", autouse=True)
def _quick_flush(django_test_environment):
    TransactionTestCase._fixture_teardown = restore_or_flush


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """After a test with a live server or with real transactions SQLite gets the database back as
    the migrations left it: Django would empty every table and fill some of them again."""
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite" and connection.is_in_memory_db():
            connection.ensure_connection()
            PRISTINE.append(sqlite3.connect(":memory:", check_same_thread=False))
            connection.connection.backup(PRISTINE[0])
    yield
    while PRISTINE:
        PRISTINE.pop().close()


def restore_or_flush(case):
    from django.contrib.contenttypes.models import ContentType

    if not PRISTINE:
        FLUSH(case)
        return
    with connection.cursor() as cursor:
        # No key is given twice, as with a flush: a browser may remember addresses.
        counters = cursor.execute("SELECT seq, name FROM sqlite_sequence").fetchall()
        PRISTINE[0].backup(connection.connection)
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany("INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", counters)
    ContentType.objects.clear_cache()


@pytest.fixture
def contexts(monkeypatch):
    """Responses have the `context` of their templates."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(autouse=True)
def in_english():
    """A page that a test asked for in another language leaves that language behind."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def computations(monkeypatch):
    """What the site would compute in the background; a test that wants it done calls it.

    The same rules are computed once.
    """
    from rules import best_play
    from rules.analysis import edges

    begun = []
    compute = edges.play_value

    def play_value(ruleset, **wanted):
        key = edges.content_key(ruleset), *sorted(wanted.items())
        if key not in PLAYED:
            # What stands behind the figures is large, and no page shows it.
            PLAYED[key] = replace(compute(ruleset, **wanted), solution=None)
        return PLAYED[key]

    monkeypatch.setattr(best_play, "_busy", Lock())
    monkeypatch.setattr(best_play, "background", begun.append)
    monkeypatch.setattr(edges, "play_value", play_value)
    return begun


@pytest.fixture
def reference(db):
    """The house “Reference” with a live version of every game."""
    from rules.versions import find_house
    from tests.reference import make_reference

    make_reference()
    return find_house("reference")


@pytest.fixture
def seeded(db):
    """Every documented house, Reference among them."""
    call_command("seed", stdout=StringIO())
