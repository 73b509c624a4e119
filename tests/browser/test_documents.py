"""What a school prints, through Chromium’s own print: A4, black on white, no question split."""

import re
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from rules.versions import rulesets_in_force
from tests.browser.looking import axe, cut_off, small_targets, structure
from tests.browser.tables import NARROWEST
from tests.trainer.answering import fields_of
from trainer.drills import drills, find_drill
from trainer.models import Course, Enrolment, Exam, Learner, Role, Staff, User
from trainer.school.documents.certificates import issue
from trainer.school.documents.typed import Entry, type_in
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import make_paper

pytestmark = pytest.mark.django_db(transaction=True)
# A4 in points, and what the margins leave of it in CSS pixels.
A4 = (595, 842)
INSIDE = {"width": 680, "height": 993}
TEXT = {"en": "Everything", "uk": "Усе", "ru": "Всё"}


@pytest.fixture
def paper(reference):
    """A question of every drill at its last level."""
    now = timezone.now()
    rules = rulesets_in_force(reference, now)
    rows = [
        Row(drill.key, game, 3, 1)
        for drill in drills().values()
        for game in drill.games[:1]
        if drill.offers(rules[game])
    ]
    rows.append(Row("settle-the-table", "ultimate-texas-holdem", 3, 1))
    owner = User.objects.create_user("owner", password="not-used")
    Learner.objects.create(user=owner)
    Staff.objects.create(user=owner, role=Role.OWNER)
    course = Course.objects.create(
        title=TEXT, house=reference, owner=owner, join_code="CODE", created_at=now
    )
    plan = Blueprint(tuple(rows))
    return make_paper(course, plan, title=TEXT, seed=b"\5" * 32, by=owner, now=now)


@pytest.fixture
def certificate(paper):
    """For somebody who answered everything rightly on paper."""
    now, course = timezone.now(), paper.course
    person = Enrolment.objects.create(course=course, name="Ann", joined_at=now, changed_at=now)
    exam = Exam.objects.create(
        course=course,
        title=TEXT,
        blueprint=paper.blueprint,
        paper=paper,
        opens_at=now,
        closes_at=now + timezone.timedelta(hours=1),
        created_at=now,
        review_opened_at=now,
    )
    entries = []
    for item in paper.items.select_related("deal__version__house").order_by("position"):
        deal, rules, drill = (
            item.deal.value,
            item.deal.version.ruleset,
            find_drill(item.deal.drill),
        )
        right = drill.expected(deal, rules)
        entries.append(Entry(item, fields_of(right, drill.question(deal, rules))))
    said = {"by": course.owner, "now": now}
    sitting = type_in(exam, paper, person, entries, sat_at=now, **said)
    return issue(sitting, name="Ann", title="Everything", language="uk", **said)


@pytest.fixture
def open_as_owner(open_page, paper):
    return partial(open_page, user=paper.course.owner)


def sizes(pdf):
    """Width and height of every page of a PDF, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", pdf)
    return [tuple(round(float(side)) for side in box) for box in boxes]


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_paper_and_its_key_on_a4(open_as_owner, paper, language):
    address = reverse("paper-print", args=[paper.course.pk, paper.number, language])
    page = open_as_owner("/school/certificates/", viewport=INSIDE, color_scheme="dark")
    for path, block in ((address, ".question"), (f"{address}key/", ".solution")):
        page.emulate_media(media="screen", color_scheme="dark")
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        pdf = page.pdf(prefer_css_page_size=True)
        assert set(sizes(pdf)) == {A4}
        page.emulate_media(media="print", color_scheme="dark")
        blocks = page.locator(block)
        assert blocks.count() == paper.items.count()
        heights = blocks.evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
        kept = blocks.evaluate_all("all => all.map(e => getComputedStyle(e).breakInside)")
        # Each stands on one sheet, which it fits on.
        assert set(kept) == {"avoid"}
        assert max(heights) < INSIDE["height"]
        fewest = sum(heights) / INSIDE["height"]
        assert fewest <= pages_of(pdf) <= 2 * fewest + 1
        shades = page.evaluate(
            """() => [...document.querySelectorAll(".sheet-of-paper *")]
                .filter((element) => element.checkVisibility())
                .map((element) => getComputedStyle(element))
                .map(({ color, backgroundColor }) => `${color} on ${backgroundColor}`)"""
        )
        inks = ("rgb(0, 0, 0)", "rgb(68, 68, 68)")
        grounds = ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
        assert set(shades) <= {f"{ink} on {ground}" for ink in inks for ground in grounds}
        assert not page.locator(".desk").is_visible()
        assert cut_off(page) == []


def test_every_page_of_documents_is_accessible_and_narrow(open_as_owner, certificate, paper):
    course, person = paper.course.pk, certificate.sitting.enrolment.pk
    page = open_as_owner("/school/certificates/", viewport=NARROWEST)
    paths = [
        reverse("documents", args=[course]),
        reverse("worksheets", args=[course]),
        reverse("transcripts", args=[course]),
        reverse("transcript", args=[course, person, "ru"]),
        reverse("certificates", args=[course]),
        reverse("certificate", args=[course, certificate.code]),
        reverse("certificate-check", args=[certificate.code]),
        reverse("paper-print", args=[course, paper.number, "uk"]),
        reverse("paper-key", args=[course, paper.number, "uk"]),
        reverse("typed-begin", args=[course, paper.number]),
    ]
    for path in paths:
        page.goto(path)
        look_at(page, path)
    page.goto(reverse("transcript", args=[course, person, "ru"]))
    assert set(sizes(page.pdf(prefer_css_page_size=True))) == {A4}
    page.goto(reverse("certificate", args=[course, certificate.code]))
    assert pages_of(page.pdf(prefer_css_page_size=True)) == 1


def look_at(page, path):
    assert axe(page)[0] == [], path
    assert cut_off(page) == [], path
    assert small_targets(page) == [], path
    found = structure(page)
    assert (found["headings"], found["ids"]) == (1, []), path


def test_answers_are_typed_in_without_a_script(open_as_owner, paper):
    now, course = timezone.now(), paper.course
    Enrolment.objects.create(course=course, name="Bob", joined_at=now, changed_at=now)
    fields = {"opens_at": now, "closes_at": now + timezone.timedelta(hours=1), "created_at": now}
    Exam.objects.create(
        course=course, title=TEXT, blueprint=paper.blueprint, paper=paper, **fields
    )
    address = reverse("typed-begin", args=[course.pk, paper.number])
    page = open_as_owner(address, viewport=NARROWEST, java_script_enabled=False)
    page.locator("main .panel button.primary").click()
    here = page.locator(".ways-on [aria-current=page]")
    expect(here).to_have_text("1")
    page.locator(".entries select").first.select_option(index=1)
    page.locator(".entries .primary").click()
    expect(here).to_have_text("2")
    page.get_by_role("link", name="Check and finish").click()
    expect(page.locator(".read li")).to_have_count(paper.items.count())
    page.get_by_role("button", name="Finish").click()
    expect(page.locator(".done")).to_be_visible()
