from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import RequestFactory

from config import sessions
from config.sessions import renew_sessions

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def visit(db, monkeypatch):
    """Visits a page that reads the session, at a moment; gives back whether it was to be saved."""

    def visit(key, moment, read=True):
        monkeypatch.setattr(sessions.timezone, "now", lambda: moment)
        request = RequestFactory().get("/")
        request.session = SessionStore(key)

        def page(request):
            if read:
                request.session.get("learner")
            return HttpResponse()

        renew_sessions(page)(request)
        if request.session.modified:
            request.session.save()
        return request.session.modified

    return visit


@pytest.fixture
def guest(db):
    session = SessionStore()
    session["learner"] = 1
    session.create()
    return session.session_key


def test_a_session_in_use_is_saved_once_a_day(visit, guest):
    moments = [
        NOON,
        NOON + timedelta(hours=1),
        NOON + timedelta(days=1),
        NOON + timedelta(days=60),
    ]
    assert [visit(guest, moment) for moment in moments] == [True, False, True, True]


def test_the_expiry_is_90_days_after_the_last_saving(visit, guest):
    visit(guest, NOON)
    assert Session.objects.get(pk=guest).expire_date == NOON + timedelta(days=90)
    visit(guest, NOON + timedelta(days=80))
    assert Session.objects.get(pk=guest).expire_date == NOON + timedelta(days=170)


def test_a_session_that_no_page_reads_stays_as_it_is(visit, guest):
    assert visit(guest, NOON, read=False) is False


def test_a_visitor_without_a_session_gets_none(visit):
    assert visit(None, NOON) is False
    assert Session.objects.count() == 0


def test_the_cookie_outlives_the_browser(settings):
    assert settings.SESSION_COOKIE_AGE == 90 * 24 * 3600
    assert settings.SESSION_EXPIRE_AT_BROWSER_CLOSE is False
