"""The keypad under the amount: it types, stands where the thumb is, and keeps the system's
keyboard away from the cards."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import DESKTOP, TOUCH, said


def keypad(page):
    return page.locator(".keypad")


def amount(page):
    return page.locator("#amount")


def test_it_types(start):
    page = start("money", **TOUCH)
    pad = page.get_by_role("group", name="Keypad")
    for key in ("1", "2", "Delete the last digit", "8", ".", "5"):
        pad.get_by_role("button", name=key, exact=True).tap()
    expect(amount(page)).to_have_value("18.5")
    expect(said(page)).to_have_text("18.5")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()
    expect(amount(page)).not_to_be_focused()


def test_it_types_no_more_than_fits(start):
    page = start("money", **TOUCH)
    page.evaluate("document.getElementById('amount').value = '9'.repeat(40)")
    keypad(page).get_by_role("button", name="9").tap()
    assert len(amount(page).input_value()) == 40


def test_it_has_the_decimal_sign_of_the_language(start):
    page = start("money", locale="uk-UA")
    expect(keypad(page).get_by_role("button", name=",", exact=True)).to_be_visible()
    expect(keypad(page).get_by_role("button", name=".", exact=True)).to_have_count(0)


def test_on_a_touch_screen_it_stands_in_for_the_keyboard(start):
    page = start("money", **TOUCH)
    expect(amount(page)).to_have_attribute("inputmode", "none")
    # Also in a question that came after it.
    page.locator("[name=outcome][value=take]").check(force=True)
    page.get_by_role("button", name="Settle").tap()
    page.get_by_role("button", name="Next").tap()
    page.wait_for_url("**/2/")
    expect(amount(page)).to_have_attribute("inputmode", "none")


def test_elsewhere_the_amount_is_a_plain_field(start):
    for options in ({"viewport": DESKTOP}, {**TOUCH, "java_script_enabled": False}):
        page = start("money", **options)
        expect(amount(page)).to_have_attribute("inputmode", "decimal")


@pytest.mark.parametrize("side", ["left", "centre", "right"])
def test_it_stands_at_the_side_of_the_thumb(start, side):
    page = start("money", settings={"keypad": side})
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        pad, form = keypad(page).bounding_box(), page.locator(".answer").bounding_box()
        left = pad["x"] - form["x"]
        right = form["x"] + form["width"] - pad["x"] - pad["width"]
        stands = {"left": left == 0 < right, "centre": left == right, "right": right == 0 < left}
        assert stands[side]
        for key in keypad(page).locator("button").all():
            box = key.bounding_box()
            assert min(box["width"], box["height"]) >= 44
