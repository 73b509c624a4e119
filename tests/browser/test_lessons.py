"""Courses and lessons in a real browser."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.looking import look_through
from tests.browser.tables import answer_rightly, heading, read_in
from tests.trainer.school.conftest import enrol, person
from trainer.models import Course, Lesson, LessonRun, Role

ITEMS = [
    {"drill": "which-hand-wins", "game": "texas-holdem", "level": 1},
    {"drill": "spot-the-error", "game": "russian-poker", "level": 2},
]
# After the address of the course.
OWN_PAGES = (
    "",
    "archive/",
    "lessons/{lesson}/",
    "lessons/{lesson}/edit/",
    "lessons/{lesson}/delete/",
    "lessons/{lesson}/dry-run/",
)


@pytest.fixture
def course(reference):
    return Course.objects.create(
        title={"en": "Dealing poker", "uk": "Дилер покеру"},
        house=reference,
        owner=person("owner", Role.OWNER),
        join_code="ACDEFGHJ",
        created_at=timezone.now(),
    )


@pytest.fixture
def lesson(course):
    title = {"en": "Who wins", "uk": "Хто виграє", "ru": "Кто выигрывает"}
    return Lesson.objects.create(
        course=course, position=1, title=title, items=ITEMS[:1], questions=2, pace_percent=1000
    )


def test_a_lesson_is_made_and_tried_out_without_scripts(signed_in, course):
    page = signed_in(f"/school/{course.pk}/lessons/new/", java_script_enabled=False)
    page.locator("[name=title_en]").fill("Winners")
    page.get_by_text("Texas Hold’em", exact=True).last.click()
    page.locator("[value='which-hand-wins/texas-holdem/2']").check(force=True)
    page.get_by_role("button", name="Show its tags: Which hand wins").click()
    page.locator("[value='which-hand-wins/texas-holdem/2/tie']").check()
    page.get_by_role("button", name="Dry run").click()
    expect(page.locator(".samples > li")).to_have_count(10)
    assert not Lesson.objects.exists()
    page.get_by_role("button", name="Save").click()
    expect(heading(page)).to_have_text("1. Winners")
    assert Lesson.objects.get().items == [
        {"drill": "which-hand-wins", "game": "texas-holdem", "level": 2, "want": ["tie"]}
    ]


def test_a_lesson_is_taken_to_its_goal(signed_in, course, lesson):
    enrol(course, person("member"), joined_at=timezone.now(), changed_at=timezone.now())
    page = signed_in(f"/school/{course.pk}/", "member")
    look_through(page, f"/school/{course.pk}/")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/1/")
    answer_rightly(page)
    page.keyboard.press("Space")
    page.wait_for_url("**/2/")
    answer_rightly(page)
    page.get_by_role("link", name="Result").click()
    page.get_by_role("link", name="To the lesson").click()
    expect(page.get_by_role("heading", name="Goal reached")).to_be_visible()
    assert LessonRun.objects.get().passed
    look_through(page, f"/school/{course.pk}/lessons/{lesson.pk}/")
    page.goto(f"/school/{course.pk}/")
    expect(page.get_by_text("1 of 1 lesson done, 100 %")).to_be_visible()
    read_in(page, "uk")
    expect(page.get_by_role("link", name="1. Хто виграє")).to_be_visible()


def test_every_page_of_an_owner(signed_in, course, lesson):
    lesson.items = [ITEMS[0] | {"want": ["tie"]}, ITEMS[1]]
    lesson.save()
    page = signed_in("/school/new/")
    look_through(page, "/school/new/")
    for path in OWN_PAGES:
        look_through(page, f"/school/{course.pk}/{path.format(lesson=lesson.pk)}")
