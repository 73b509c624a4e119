"""A starter course in a browser: the page as a whole, then a course made of one, marked."""

import pytest
from django.test import Client

from tests.browser.looking import axe, contrast, cut_off, small_targets, structure
from tests.browser.tables import NARROWEST
from trainer.models import Course, Learner, Role, Staff, User

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_course_is_made_of_a_starter(reference, open_page):
    user = User.objects.create_user("owner", password="not-used")
    Learner.objects.create(user=user, language="uk", theme="dark")
    Staff.objects.create(user=user, role=Role.OWNER)
    client = Client()
    client.force_login(user)
    page = open_page(fresh=True)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([cookie | {"url": page.url}])
    page.goto("/school/courses/from-starter/")
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
    assert page.locator(".demo").is_visible()
    assert contrast(page) == [[], []]
    assert cut_off(page) == []
