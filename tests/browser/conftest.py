import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

# Playwright keeps an event loop in this thread; the ORM would take every later test for a view
# that forgot to be asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="session")
def browser():
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Chromium on the PATH (Debian: chromium libatomic1 fonts-dejavu-core)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints():
    """What the pages of this test complained of; a test that provokes some clears the list."""
    return []


@pytest.fixture
def open_page(browser, live_server, complaints):
    """`open_page(path, **options of a browser context)`: a page in a context of its own.

    At the end of the test no page may have met a violated policy, a script error, a failed
    request, or a request to another host.
    """
    contexts = []

    def watch_request(request):
        if not request.url.startswith(live_server.url):
            complaints.append(f"request to another host: {request.url}")

    def watch_console(message):
        if message.type in ("error", "warning"):
            complaints.append(f"console: {message.text} ({message.location.get('url')})")

    def open_page(path="/", **options):
        options = {"locale": "en-US", "viewport": PHONE, "base_url": live_server.url} | options
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        context.on("request", watch_request)
        context.on("console", watch_console)
        context.on("weberror", lambda error: complaints.append(f"script: {error.error}"))
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_page):
    """The home page on a phone, in English."""
    return open_page()
