"""A starter course in a browser: the page as a whole, then a course made of one, marked."""

import pytest
from playwright.sync_api import expect

from tests.browser.looking import axe, contrast, cut_off, small_targets, structure
from tests.browser.tables import NARROWEST
from trainer.models import Course, Learner, Role, Staff, User

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_course_is_made_of_a_starter(reference, open_page):
    user = User.objects.create_user("owner", password="not-used")
    Learner.objects.create(user=user, language="uk", theme="dark")
    Staff.objects.create(user=user, role=Role.OWNER)
    page = open_page("/school/courses/from-starter/", user=user)
    for summary in page.locator("summary").all():
        summary.click()
    page.set_viewport_size(NARROWEST)
    assert axe(page) == [[], []]
    assert cut_off(page) == small_targets(page) == []
    assert structure(page)["headings"] == 1
    page.locator("label:has(input[value=casino-holdem])").click()
    page.locator("button.primary").click()
    page.wait_for_url("**/school/*/")
    Course.objects.update(demo=True)
    page.reload()
    expect(page.locator(".demo")).to_be_visible()
    assert contrast(page) == [[], []]
    assert cut_off(page) == []
