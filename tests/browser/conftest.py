import os
import random
import shutil
from functools import partialmethod
from time import sleep

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Locator, sync_playwright

from tests.browser.tables import KINDS, PHONE
from trainer.models import Learner, User
from trainer.practice import learners, sittings

# Playwright keeps an event loop in this thread; the ORM would take every later test for a view
# that forgot to be asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# The first is the browser without windows, which needs a third less of the machine.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # To start a process for each page costs more than many tests do.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
]


# The server’s end waits for that of every connection.
ThreadedWSGIServer.daemon_threads = False


@pytest.fixture(scope="session")
def browser(live_server):
    """Ends before the server does: what it holds open has to end while the threads of the server
    may still use the database."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(
            "no Chromium on the PATH "
            "(Debian: chromium-headless-shell libatomic1 fonts-dejavu-core)"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def _slow_server(pytestconfig):
    latest = pytestconfig.getoption("slow_server")
    if not latest:
        yield
        return
    chance = random.Random(7)
    answer = WSGIHandler.__call__

    def answer_late(handler, *args):
        sleep(chance.uniform(0, latest))
        return answer(handler, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WSGIHandler, "__call__", answer_late)
        for name in ("click", "press"):
            gesture = getattr(Locator, name)
            patch.setattr(Locator, name, partialmethod(gesture, no_wait_after=True))
        yield


class Contexts:
    """Contexts of the browser by their options, kept for later tests: to make one costs more
    than most tests do. What they complain of goes to `complaints`."""

    def __init__(self, browser):
        self.browser = browser
        self.kept = {}
        self.complaints = []

    def make(self, options):
        context = self.browser.new_context(**options)
        context.set_default_timeout(10_000)
        context.on("request", lambda request: self._watch_request(request, options))
        context.on("console", self._watch_console)
        context.on("weberror", lambda error: self._complain(f"script: {error.error}"))
        # As long as one page is open the next one needs no new process.
        context.new_page()
        return context

    def take(self, options):
        return self.kept.pop(repr(options), None) or self.make(options)

    def give_back(self, context, options):
        for page in context.pages[1:]:
            page.close()
        context.clear_cookies()
        context.unroute_all()
        context.set_offline(False)
        if self.kept.setdefault(repr(options), context) is not context:
            context.close()

    def _watch_request(self, request, options):
        if not request.url.startswith(options["base_url"]):
            self._complain(f"request to another host: {request.url}")

    def _watch_console(self, message):
        if message.type in ("error", "warning"):
            self._complain(f"console: {message.text} ({message.location.get('url')})")

    def _complain(self, text):
        self.complaints.append(text)


@pytest.fixture(scope="session")
def contexts(browser):
    return Contexts(browser)


@pytest.fixture
def complaints(contexts):
    """What the pages of this test complained of; a test that provokes some clears the list."""
    contexts.complaints = []
    return contexts.complaints


@pytest.fixture
def open_page(contexts, live_server, complaints):
    """`open_page(path, **options of a browser context)`: a page in a context of its own.

    With `learner` it is this guest's browser, with `user` that of somebody signed in. `cookies`
    are sent with the first request. A `fresh` context is thrown away after the test, which may
    then change what cannot be changed back.

    At the end of the test no page may have met a violated policy, a script error, a failed
    request, or a request to another host.
    """
    taken = []

    def open_page(path="/", *, learner=None, user=None, cookies=None, fresh=False, **options):
        options = {"locale": "en-US", "viewport": PHONE, "base_url": live_server.url} | options
        context = contexts.make(options) if fresh else contexts.take(options)
        taken.append((context, options, fresh))
        cookies = dict(cookies or {})
        if learner is not None:
            cookies["sessionid"] = session_of_guest(learner)
        if user is not None:
            cookies["sessionid"] = session_of(user)
        for name, value in cookies.items():
            context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context, options, fresh in taken:
        if fresh:
            context.close()
        else:
            contexts.give_back(context, options)
    assert complaints == []


def session_of_guest(learner):
    session = SessionStore()
    session[learners.SESSION_KEY] = learner.pk
    session.save()
    return session.session_key


def session_of(user):
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


@pytest.fixture
def signed_in(open_page):
    """`signed_in(path, name, **options)`: a page of the user of that name."""

    def signed_in(path, name="owner", **options):
        return open_page(path, user=User.objects.get(username=name), **options)

    return signed_in


@pytest.fixture
def begin(reference):
    """`begin(kind, learner)`: the first question of a new sitting, the same one every time."""

    def begin(kind, learner, *, length=10, seed=b"\7" * 32):
        drill, game, level = KINDS[kind]
        return sittings.start_sitting(
            learner,
            house=reference,
            drill=drill,
            game=game,
            level=level,
            length=length,
            seed=seed,
            now=timezone.now(),
        )

    return begin


@pytest.fixture
def start(open_page, begin):
    """`start(kind, **options of the context)`: the page of the first question of a sitting.

    `settings` are the guest's.
    """

    def start(kind, *, settings=None, length=10, seed=b"\7" * 32, **options):
        guest = Learner.objects.create(**settings or {})
        question = begin(kind, guest, length=length, seed=seed)
        return open_page(question.get_absolute_url(), learner=guest, **options)

    return start


@pytest.fixture
def page(open_page):
    """The home page on a phone, in English."""
    return open_page()
