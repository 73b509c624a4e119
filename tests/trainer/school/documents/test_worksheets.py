"""Worksheets come out of their token, and so does the key."""

import re

import pytest
from django.urls import reverse

from rules.versions import live_version
from tests.trainer.school.conftest import NOW
from trainer.models import Course, Deal
from trainer.school.documents import worksheets
from trainer.school.documents.worksheets import (
    WorksheetError,
    find_worksheet,
    new_worksheet,
)
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
CARD = re.compile(r'class="paper-card"[^>]*>([^<]+)<')


@pytest.fixture
def sheet(reference):
    version = live_version(reference, "russian-poker", NOW)
    return new_worksheet("which-hand-wins", version, 1, 5)


def cards(page):
    return CARD.findall(page.content.decode())


def test_the_key_has_the_deals_of_the_sheet(clients, course, sheet, url):
    client, kwargs = clients[Standing.INSTRUCTOR], {"token": sheet.token(), "language": "en"}
    page, again = (client.get(url("worksheet", **kwargs)) for _ in range(2))
    key = client.get(url("worksheet-key", **kwargs))
    assert len(cards(page)) >= 5 * 2 * 5
    assert cards(page) == cards(again) == cards(key)
    assert "because" not in page.content.decode()
    assert not Deal.objects.exists()


def test_two_worksheets_differ(reference, sheet):
    other = new_worksheet(sheet.drill, sheet.version, 1, 5)
    assert [d.spec for d in other.deals()] != [d.spec for d in sheet.deals()]


def test_no_question_comes_twice_while_there_are_others(reference):
    version = live_version(reference, "russian-poker", NOW)
    made = new_worksheet("recall", version, 1, 10).deals()
    assert len({deal.spec for deal in made}) == 10


def test_the_token_is_no_other_course_s_and_cannot_be_changed(seeded, people, sheet):
    from rules.versions import find_house

    other = find_house("reference")
    houses = type(other).objects.exclude(pk=other.pk)
    course = Course.objects.create(
        title={"en": "Other"},
        house=houses.first(),
        owner=people[Standing.OWNER],
        join_code="OTHER",
        created_at=NOW,
    )
    with pytest.raises(WorksheetError):
        find_worksheet(course, sheet.token())
    course.house = other
    assert find_worksheet(course, sheet.token()) == sheet
    with pytest.raises(WorksheetError):
        find_worksheet(course, sheet.token()[:-2])


def test_where_the_drill_deals_otherwise_today_no_wrong_key_is_made(
    clients, course, sheet, url, monkeypatch
):
    token = sheet.token()
    drill = worksheets.find_drill(sheet.drill)
    monkeypatch.setattr(type(drill), "generator", drill.generator + 1)
    page = clients[Standing.INSTRUCTOR].get(url("worksheet-key", token=token, language="en"))
    assert page.status_code == 410


def test_it_is_chosen_from_what_the_house_has(clients, course, url):
    client, address = clients[Standing.OWNER], url("worksheets")
    assert 'value="settle-the-table/casino-holdem"' in client.get(address).content.decode()
    wish = {"drill": "dealer-qualifies/casino-holdem", "level": 2, "count": 5, "language": "uk"}
    made = client.post(address, wish)
    assert made.status_code == 303
    assert made["Location"].endswith("/uk/")
    assert len(client.get(made["Location"]).content.decode().split('class="question"')) == 6
    wrong = client.post(address, wish | {"drill": "dealer-qualifies/texas-holdem"})
    assert wrong.status_code == 422


def test_a_forged_token_is_not_found(clients, course, url):
    address = reverse("worksheet", args=[course.pk, "forged", "en"])
    assert clients[Standing.OWNER].get(address).status_code == 404
