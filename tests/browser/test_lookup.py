"""Looking up a hand in a real browser: typed, tapped, without scripts, on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.looking import axe, cut_off, small_targets, structure
from tests.browser.tables import DESKTOP, NARROWEST, PHONE, read_in, sideways

pytestmark = pytest.mark.usefixtures("reference")

HAND = (
    "/look-up/?game=russian-poker&house=reference&v=1&player=KhQhJhTs9h7h&dealer=AsAc2d3c8d"
    "&ante=10&bet=30&fee=10"
)
SHOWDOWN = (
    "/look-up/?game=texas-holdem&house=reference&v=1&p1=AsAc&p2=QcQs&board=KdKs8d9c9s"
    "&p3=2c2s&c1=10&c2=30&c3=35"
)
BAD = "/look-up/?game=russian-poker&house=reference&v=1&player=As+Xx&ante=1%2C000"
ELSEWHERE = (
    "/look-up/?game=ultimate-texas-holdem&house=reference&v=1&player=AhQh&board=KhJh8d2h3c"
    "&dealer=8c9d&ante=10&blind=10&play=50&trips=5"
)
PAGES = {
    "empty": "/look-up/",
    "hand": HAND,
    "other houses": ELSEWHERE,
    "showdown": SHOWDOWN,
    "bad input": BAD,
}


def field(page, name):
    return page.get_by_role("textbox", name=name, exact=True)


def card(page, name):
    return page.locator(".suits").get_by_role("button", name=name, exact=True)


def test_typed_cards_are_settled(open_page):
    page = open_page("/look-up/", viewport=DESKTOP)
    field(page, "Player").fill("As Ah Kd 7c 4d")
    field(page, "Dealer").fill("qs QD 9h 6c 3d")
    field(page, "Ante").fill("25")
    field(page, "Bet").fill("50")
    field(page, "Bet").press("Enter")
    expect(page.get_by_role("heading", name="The player wins")).to_be_visible()
    expect(page.locator(".wager", has_text="Bet 50")).to_contain_text("Pay 100")
    expect(field(page, "Player")).to_have_value("As Ah Kd 7c 4d")
    assert "player=AsAhKd7c4d" in page.url


def test_tapped_cards_fill_one_place_after_the_other(open_page):
    page = open_page("/look-up/?game=casino-holdem")
    for name in ("ace of spades", "ace of clubs", "king of diamonds"):
        card(page, name).click()
    expect(field(page, "Player")).to_have_value("As Ac")
    expect(field(page, "Board")).to_have_value("Kd")
    expect(card(page, "ace of spades")).to_be_disabled()
    expect(page.locator("#said")).to_have_text("king of diamonds")
    page.get_by_role("button", name="Take the last card back").click()
    expect(field(page, "Board")).to_have_value("")
    expect(card(page, "king of diamonds")).to_be_enabled()
    page.get_by_role("radio", name="Dealer").check(force=True)
    card(page, "two of clubs").click()
    expect(field(page, "Dealer")).to_have_value("2c")
    page.get_by_role("button", name="Look it up").last.click()
    page.wait_for_url("**player=AsAc**")


def test_the_deck_is_reached_by_keyboard(open_page):
    page = open_page("/look-up/", viewport=DESKTOP)
    card(page, "ace of spades").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(field(page, "Player")).to_have_value("As Ks Qs")
    expect(card(page, "jack of spades")).to_be_focused()


def test_without_scripts_every_tap_is_a_page(open_page):
    page = open_page("/look-up/?game=casino-holdem", java_script_enabled=False)
    for name in ("ace of spades", "ace of clubs", "king of diamonds"):
        card(page, name).click()
    expect(field(page, "Player")).to_have_value("As Ac")
    expect(field(page, "Board")).to_have_value("Kd")
    expect(card(page, "ace of spades")).to_be_disabled()
    page.get_by_role("button", name="Take the last card back").click()
    expect(field(page, "Board")).to_have_value("")
    link = page.get_by_role("textbox", name="Link to this hand")
    expect(link).to_have_value(page.url.partition("#")[0].replace("&to=board", ""))
    expect(page.get_by_role("button", name="Copy link")).to_be_hidden()
    field(page, "Ante").fill("10")
    field(page, "Ante").press("Enter")
    page.wait_for_url("**ante=10**")


def test_the_link_is_copied(open_page):
    page = open_page(HAND, fresh=True, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(HAND)


def test_another_game_keeps_the_board(open_page):
    page = open_page("/look-up/?game=casino-holdem&player=AsAc&board=KdKs8d", viewport=DESKTOP)
    page.get_by_role("link", name="Ultimate Texas Hold’em").click()
    expect(field(page, "Board")).to_have_value("Kd Ks 8d")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_accessibility(open_page, name, scheme):
    page = open_page(PAGES[name], color_scheme=scheme)
    violations, _ = axe(page)
    assert violations == []
    found = structure(page)
    assert (found["headings"], found["ids"]) == (1, [])


@pytest.mark.parametrize("viewport", [NARROWEST, PHONE, DESKTOP], ids=["320", "360", "1280"])
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_nothing_is_cut_off_or_too_small_to_press(open_page, language, viewport):
    page = open_page("/look-up/", viewport=viewport)
    read_in(page, language)
    for path in PAGES.values():
        page.goto(path)
        for summary in page.locator("main summary").all():
            if not summary.locator("xpath=..").get_attribute("open"):
                summary.click()
        assert not sideways(page)
        assert cut_off(page) == [], path
        assert small_targets(page) == [], path
