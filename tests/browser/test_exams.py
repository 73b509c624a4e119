"""An exam as it is sat in a browser: answers without a reload, the clock, a login that ends."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.looking import faults
from tests.browser.tables import NARROWEST
from trainer.models import (
    Course,
    Enrolment,
    Exam,
    ExamAnswer,
    ExamSitting,
    Learner,
    Role,
    Staff,
    User,
)
from trainer.school.exams.managing import make_exam, pause, resume
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import make_paper

pytestmark = pytest.mark.django_db(transaction=True)
PLAN = Blueprint((Row("which-hand-wins", "russian-poker", 1, 3),))


@pytest.fixture
def exam(reference):
    now = timezone.now()
    owner = User.objects.create_user("owner", password="not-used")
    Staff.objects.create(user=owner, role=Role.OWNER)
    course = Course.objects.create(
        title={"en": "Course"}, house=reference, owner=owner, join_code="CODE", created_at=now
    )
    paper = make_paper(course, PLAN, title={"en": "Paper"}, seed=b"\5" * 32, by=owner, now=now)
    fields = {
        "title": {"en": "Mid-term"},
        "one_paper": True,
        "opens_at": now,
        "closes_at": now + timezone.timedelta(hours=1),
        "minutes": 40,
        "grace_seconds": 10,
        "attempts": 1,
        "navigation": "free",
    }
    return make_exam(course, paper, by=owner, now=now, **fields)


@pytest.fixture
def page(exam, open_page):
    """The start page of the exam, of somebody on the course."""
    user = User.objects.create_user("member", password="not-used")
    Learner.objects.create(user=user)
    now = exam.opens_at
    Enrolment.objects.create(
        course=exam.course, user=user, name="member", joined_at=now, changed_at=now
    )
    # A clock that a test puts into a page stays in its context.
    return open_page(f"/school/{exam.course_id}/sit/{exam.pk}/", user=user, fresh=True)


def count(page):
    return page.locator(".tally .count")


def test_an_exam_is_sat_without_a_reload_and_handed_in(page, exam):
    page.get_by_role("button", name="Begin attempt 1").click()
    expect(count(page)).to_have_text("1/3")
    page.evaluate("window.kept = true")
    for position in (1, 2, 3):
        expect(count(page)).to_have_text(f"{position}/3")
        page.locator(".answer [name=choice]").first.click()
    expect(page.get_by_role("heading", name="Hand in the exam?")).to_be_focused()
    assert page.url.endswith("/1/hand-in/")
    assert page.evaluate("window.kept")
    page.go_back()
    expect(count(page)).to_have_text("3/3")
    expect(page.locator(".saved")).to_contain_text("Saved: ")
    page.get_by_role("link", name="Hand in").click()
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_role("heading", name="Handed in")).to_be_visible()
    assert ExamAnswer.objects.count() == 3
    assert ExamSitting.objects.get().handed_in_at is not None


def test_the_clock_is_the_servers_and_is_told_politely(page, exam):
    """The device’s own time of day is wrong, and the time is nearly over."""
    page.clock.install(time="2001-01-01T00:00:00Z")
    page.get_by_role("button", name="Begin attempt 1").click()
    clock = page.locator(".exam-clock .shown")
    expect(clock).to_have_text("40:00")
    assert page.locator("#said").text_content() == ""
    # The server is asked again after a minute, and says that all is over but 55 seconds.
    earlier = timezone.now() - timezone.timedelta(minutes=39, seconds=5)
    Exam.objects.update(opens_at=earlier)
    ExamSitting.objects.update(started_at=earlier)
    page.clock.run_for(60_500)
    expect(clock).to_have_text(re.compile("0:[45]."))
    said = ["Time left: 39:00"]
    for _ in range(57):
        page.clock.run_for(1_000)
        said.append(page.locator("#said").text_content())
    told = [text for text, before in zip(said[1:], said, strict=False) if text != before]
    seconds = [40, 30, 20, *range(10, 0, -1)]
    assert [text for text in told if not text.endswith("0:50")] == [
        *(f"Time left: 0:{number:02}" for number in seconds),
        "The time is up.",
    ]


@pytest.mark.parametrize("viewport", [NARROWEST])
def test_the_pages_of_an_exam_are_fit_for_everybody(page, exam, viewport):
    page.set_viewport_size(viewport)
    begin = page.get_by_role("button", name="Begin attempt 1")
    looked = [faults(page)]
    begin.click()
    page.get_by_text("Questions: 0 of 3 answered").click()
    looked.append(faults(page))
    page.goto(page.url.replace("/1/1/", "/1/hand-in/"))
    looked.append(faults(page))
    pause(exam, reason="fire", by=exam.by, now=timezone.now())
    page.goto(page.url.replace("/hand-in/", "/2/"))
    expect(page.get_by_role("heading", name="The exam is paused")).to_be_visible()
    looked.append(faults(page))
    resume(exam, now=timezone.now())
    assert looked == [[]] * 4


def test_a_pause_covers_the_open_question_and_its_end_uncovers_it(page, exam):
    """What was chosen meanwhile is still there, and little time is lost."""
    page.get_by_role("button", name="Begin attempt 1").click()
    question = page.locator("#table .practice")
    expect(question).to_be_visible()
    pause(exam, reason="fire", by=exam.by, now=timezone.now())
    page.evaluate("dispatchEvent(new Event('online'))")
    stopped = page.locator(".exam-stopped")
    expect(stopped).to_contain_text("The exam is paused")
    expect(stopped).to_be_visible()
    expect(question).to_be_hidden()
    resume(exam, now=timezone.now())
    expect(question).to_be_visible(timeout=8_000)
    expect(stopped).to_be_hidden()
