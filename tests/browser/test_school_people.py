"""Pages of people and of the instructor in a real browser."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.looking import look_through
from tests.browser.tables import heading
from tests.trainer.school.conftest import enrol, person
from tests.trainer.school.watch.bulk import (
    KICKER,
    PUSHING_BLIND,
    RIGHT,
    answered,
    expects,
    give,
    make_deal,
    many,
)
from trainer.models import Course, Enrolment, EnrolmentState, Lesson, Role

# By the names of the addresses.
PAGES = {
    "school": "/school/",
    "join-by-code": "/school/join/",
    "join": "/school/join/KMNPQRTX/",
    "watch": "/school/{course}/watch/",
    "mixed-up": "/school/{course}/mistakes/",
    "people": "/school/{course}/people/?state=all",
    "people-list": "/school/{course}/people/list/",
    "people-code": "/school/{course}/people/code/",
    "people-links": "/school/{course}/people/links/",
    "people-chosen": "/school/{course}/people/chosen/?state=all&all=yes&do=removed",
    "person": "/school/{course}/people/{person}/",
    "person-edit": "/school/{course}/people/{person}/edit/",
    "person-move": "/school/{course}/people/{person}/move/",
    "person-state": "/school/{course}/people/{person}/removed/",
}


@pytest.fixture
def course(reference):
    now = timezone.now()
    owner = person("owner", Role.OWNER)
    course, _other = (
        Course.objects.create(
            title={"en": "Dealing poker", "uk": "Дилер покеру"},
            house=reference,
            owner=owner,
            join_code=code,
            created_at=now,
        )
        for code in ("ACDEFGHJ", "KMNPQRTX")
    )
    lesson = Lesson.objects.create(course=course, position=1, title={"en": "The blind"})
    people = many(course, 3, now - timedelta(days=9))
    deal = make_deal(reference, now, fits=expects("blind", "push"))
    kinds = [[RIGHT], [PUSHING_BLIND]], [[KICKER], [RIGHT]]
    give(reference, deal, lesson, answered(people, kinds), now - timedelta(days=8))
    enrol(course, person("paused"), state=EnrolmentState.PAUSED)
    return course


def test_a_list_of_people_without_scripts(signed_in, course, complaints):
    page = signed_in(f"/school/{course.pk}/people/list/", java_script_enabled=False)
    rows = 'ПІБ;Логін;№\nГанна Бойко;hanna;="017"\nІван;ів ан;2\n'
    file = {"name": "list.csv", "mimeType": "text/csv", "buffer": rows.encode("utf-8-sig")}
    page.get_by_label("File, as CSV").set_input_files(file)
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("Line 3")).to_be_visible()
    # That the list is wrong is a status of the answer, too.
    complaints.clear()
    assert page.get_by_label("Or correct the rows here").input_value() == rows
    assert Enrolment.objects.filter(course=course).count() == 4
    page.get_by_label("Or correct the rows here").fill(rows.replace("ів ан", "іван"))
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text("2 people come onto the course.")).to_be_visible()
    page.get_by_role("button", name="Do it").click()
    expect(heading(page)).to_have_text("Links to hand out")
    link = page.locator(".slips li").first.locator(".link").inner_text()
    assert Enrolment.objects.get(number="017").name == "Ганна Бойко"
    # Its owner chooses a password with it, and is on the course.
    page.context.clear_cookies()
    page.goto(link)
    page.get_by_label("New password", exact=True).fill("the kicker plays")
    page.get_by_label("The password once more").fill("the kicker plays")
    page.locator("main button.primary").click()
    page.wait_for_url(lambda address: address != link)
    page.goto("/school/")
    expect(page.get_by_text("Dealing poker")).to_be_visible()


def test_a_five_minute_lesson_by_one_click(signed_in, course):
    page = signed_in(f"/school/{course.pk}/mistakes/")
    expect(page.get_by_text("2 of 3 pay where the blind pushes")).to_be_visible()
    page.get_by_role("button", name="Five minutes for 2 people").click()
    expect(page.get_by_text("is made, for exactly those")).to_be_visible()
    assert Lesson.objects.get(remedial=True).only_for.count() == 2


def test_every_page_of_people(signed_in, course, reference):
    page = signed_in("/school/")
    key = Enrolment.objects.filter(course=course).first().pk
    pages = [path.format(course=course.pk, person=key) for path in PAGES.values()]
    for path in pages:
        look_through(page, path)
