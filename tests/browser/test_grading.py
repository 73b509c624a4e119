"""Results, appeals and regrading in a browser: fit for everybody, and a double click is one."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.looking import faults
from tests.browser.tables import NARROWEST
from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper, people_on, sit
from trainer.models import (
    Appeal,
    Course,
    ExamVerdict,
    Learner,
    PaperItem,
    Regrade,
    Role,
    Staff,
    User,
)
from trainer.school.grading.deciding import raise_appeal

pytestmark = pytest.mark.django_db(transaction=True)
DRILLS = (
    ("name-the-hand", "russian-poker"),
    ("settle-the-box", "ultimate-texas-holdem"),
    ("recall", "russian-poker"),
)


@pytest.fixture
def owner(reference):
    user = User.objects.create_user("owner", password="not-used")
    Learner.objects.create(user=user)
    Staff.objects.create(user=user, role=Role.OWNER)
    return user


@pytest.fixture
def appeal(reference, owner):
    """Of one of three people who miss the first two questions and leave the last one out."""
    now = timezone.now()
    course = Course.objects.create(
        title={"en": "Course"}, house=reference, owner=owner, join_code="CODE", created_at=now
    )
    made = deals_of(reference, DRILLS, each=1)
    exam = make_exam(course, make_paper(course, made))
    sittings = sit(exam, people_on(course, 3), made, lambda person, at: None if at == 2 else False)
    item = PaperItem.objects.get(paper=exam.paper, position=2)
    return raise_appeal(sittings[0], item, "The blind pushes here.", now=now)


@pytest.fixture
def page(owner, appeal, open_page):
    return open_page("/school/", user=owner)


def test_the_pages_of_grading_are_fit_for_everybody(page, appeal):
    course, exam = appeal.sitting.exam.course_id, appeal.sitting.exam_id
    page.set_viewport_size(NARROWEST)
    found = {}
    for name, args in (
        ("gradebook", [course]),
        ("exam-results", [course, exam]),
        ("graded-sitting", [course, appeal.sitting.uuid]),
        ("exam-questions", [course, exam]),
        ("exam-facts", [course, exam]),
        ("appeal", [course, appeal.pk]),
        ("appeal-accept", [course, appeal.pk]),
        ("regrade-rules", [course]),
        ("exam-passing", [course, exam]),
    ):
        page.goto(reverse(name, args=args))
        found[name] = faults(page)
    assert not any(found.values()), found


def test_a_double_click_accepts_once(page, appeal):
    page.goto(reverse("appeal", args=[appeal.sitting.exam.course_id, appeal.pk]))
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("3 answers get another verdict.")).to_be_visible()
    page.get_by_label("Reason").fill("The blind pushes indeed.")
    page.get_by_role("button", name="Accept and regrade").dblclick()
    expect(page.get_by_role("heading", name="Accepted")).to_be_visible()
    assert Regrade.objects.count() == 1
    assert ExamVerdict.objects.filter(regrade__isnull=False).count() == 3
    assert Appeal.objects.get().decision.accepted
