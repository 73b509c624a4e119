"""The pages of rules and of drills in a real browser: how they look, and how one comes back."""

import pytest
from playwright.sync_api import expect

from rules.games import games
from tests.browser.looking import axe, contrast, cut_off
from tests.browser.tables import DESKTOP, NARROWEST, PHONE, sideways
from trainer.drills import drills
from trainer.models import Question

pytestmark = pytest.mark.usefixtures("reference")

# A4 with margins of 15 mm, in CSS pixels.
PAPER = {"width": 680, "height": 1009}
LOCALES = {"en": "en-US", "uk": "uk-UA", "ru": "ru-RU"}

RULES = [f"/rules/reference/{game}/" for game in games()]
AGAINST_A_DEALER = [f"/rules/reference/{key}/" for key, game in games().items() if game.bets]
DRILLS = [f"/practice/{drill.key}/{game}/" for drill in drills().values() for game in drill.games]
# The page of a drill is nearly the same for each of its games.
PAGES = ["/rules/", *RULES, *{path.split("/")[2]: path for path in DRILLS}.values()]


def open_everything(page):
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


# In all languages: `test_every_page.py`. Those of games against a dealer with everything open:
# `test_the_drawn_situations_fit_and_are_accessible`.
@pytest.mark.parametrize("path", [path for path in RULES if path not in AGAINST_A_DEALER])
def test_accessibility(open_page, path):
    page = open_page(path, reduced_motion="reduce")
    assert axe(page)[0] == []
    page.emulate_media(color_scheme="dark")
    assert contrast(page)[0] == []


@pytest.mark.parametrize("language", LOCALES)
def test_nothing_is_cut_off(open_page, language):
    page = open_page(PAGES[0], locale=LOCALES[language])
    for path in PAGES:
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        for viewport in (NARROWEST, DESKTOP):
            page.set_viewport_size(viewport)
            assert sideways(page) == 0, path
            # Nothing is hidden by its own box either.
            assert cut_off(page) == [], path


@pytest.mark.parametrize("viewport", [NARROWEST, DESKTOP], ids=["320", "1280"])
@pytest.mark.parametrize("path", RULES)
def test_every_card_lies_on_the_felt(open_page, path, viewport):
    page = open_page(path, viewport=viewport)
    open_everything(page)
    wrong = page.evaluate(
        """() => [...document.querySelectorAll(".felt .card")].filter((card) => {
            const box = card.getBoundingClientRect();
            const felt = card.closest(".felt").getBoundingClientRect();
            return box.left < felt.left || box.right > felt.right || box.width < 28;
        }).map((card) => card.getAttribute("aria-label"))"""
    )
    assert wrong == []


def test_what_is_pressed_is_large_enough_on_a_phone(open_page):
    page = open_page(RULES[0], has_touch=True, is_mobile=True)
    for link in page.locator(".contents a, .crumb a, .played summary").all():
        box = link.bounding_box()
        assert box["height"] >= 44, link.inner_text()
    page.goto("/rules/")
    for link in page.locator("a.start").all():
        assert link.bounding_box()["height"] >= 44


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_settlement_is_a_table_also_where_it_looks_like_panels(open_page, viewport):
    page = open_page(RULES[0], viewport=viewport)
    table = page.get_by_role("table", name="Who pays what")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Situation", "Ante", "Bet", "Insurance", "Bonus"]
    )
    header = page.get_by_role("rowheader", name="The dealer has no game", exact=True)
    row = table.get_by_role("row").filter(has=header)
    expect(row).to_have_count(1)
    expect(row.get_by_role("cell", name="Push")).to_be_visible()
    expect(row.get_by_role("cell", name="Pay by the table or Take")).to_be_visible()


def test_a_situation_opens_with_its_cards_also_without_a_script(open_page):
    page = open_page(RULES[0], java_script_enabled=False)
    opened = page.locator(".played details").first
    expect(opened.locator(".card").first).to_be_hidden()
    opened.locator("summary").click()
    expect(opened.locator(".card").first).to_be_visible()
    expect(opened.locator(".got .gets").first).to_be_visible()


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(NARROWEST, "light"), (DESKTOP, "dark")], ids=["320", "1280"]
)
@pytest.mark.parametrize("path", AGAINST_A_DEALER)
def test_the_drawn_situations_fit_and_are_accessible(open_page, path, viewport, scheme):
    page = open_page(path, viewport=viewport, color_scheme=scheme)
    open_everything(page)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert axe(page)[0] == []
    other = {"light": "dark", "dark": "light"}[scheme]
    page.emulate_media(color_scheme=other, reduced_motion="reduce")
    assert contrast(page)[0] == []


def test_the_contents_lead_to_the_chapters(open_page):
    page = open_page(RULES[0])
    page.get_by_role("navigation", name="On this page").get_by_role(
        "link", name="Pay tables"
    ).click()
    expect(page.get_by_role("heading", name="Pay tables")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_everything_is_dark_on_white_and_nothing_is_to_press(open_page, scheme):
    page = open_page(RULES[0], viewport=PAPER, color_scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)
    expect(page.locator(".contents")).to_be_hidden()
    expect(page.locator(".bar form.languages")).to_be_hidden()
    expect(page.get_by_role("table", name="Bet")).to_be_visible()
    shades = page.evaluate(
        """() => [...document.querySelectorAll(".gets, .felt, .told, .rules a, .assumed")]
            .map((element) => getComputedStyle(element))
            .map(({ color, backgroundColor }) => `${color} on ${backgroundColor}`)"""
    )
    inks, grounds = ("rgb(0, 0, 0)", "rgb(68, 68, 68)"), ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    assert set(shades) <= {f"{ink} on {ground}" for ink in inks for ground in grounds}
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PAPER["width"]


def test_the_question_is_not_lost_by_reading_the_rules(open_page):
    page = open_page("/practice/what-the-bonus-pays/russian-poker/", viewport=DESKTOP)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/sittings/*/1/")
    question = Question.objects.get()
    shown_at = question.shown_at
    page.goto(f"/rules/reference/russian-poker/?back={question.get_absolute_url()}")
    back = page.get_by_role("link", name="Back to question 1")
    expect(back).to_be_in_viewport()
    expect(page.get_by_text("its clock runs on")).to_be_visible()
    assert axe(page)[0] == []
    page.get_by_role("heading", name="Words of the table").scroll_into_view_if_needed()
    expect(back).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/sittings/*/1/")
    expect(page.locator(".answer")).to_be_visible()
    question.refresh_from_db()
    assert question.shown_at == shown_at
    assert not question.answers.exists()


def test_the_language_switch_keeps_place_and_way_back(open_page):
    back = "/sittings/7b1f8e0a-5c1d-4c5e-9a57-0c7f3ad1f6b2/3/"
    page = open_page(f"/rules/reference/russian-poker/?back={back}", viewport=DESKTOP)
    page.get_by_role("button", name="Українська").click()
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    expect(page.locator(f"a[href='{back}']")).to_be_visible()


def test_a_kept_page_is_shown_anew_after_a_change_of_language(open_page):
    page = open_page("/rules/", viewport=DESKTOP)
    page.get_by_role("button", name="Українська").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Rules")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")


def test_it_reads_without_javascript(open_page):
    page = open_page(RULES[0], java_script_enabled=False)
    expect(page.get_by_role("table", name="Bet", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="The second combination")).to_be_visible()


def test_keys_are_told_where_there_is_a_keyboard_only(open_page):
    path = "/practice/what-the-bonus-pays/russian-poker/"
    expect(open_page(path).get_by_role("heading", name="Keys")).to_be_visible()
    touched = open_page(path, has_touch=True, is_mobile=True)
    expect(touched.get_by_role("heading", name="Keys")).to_be_hidden()
