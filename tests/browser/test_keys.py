"""Keys: fixed per kind of answer, never twice, never beside what has the focus."""

import pytest
from playwright.sync_api import expect

from rules.games.base import PayHand
from tests.browser.tables import (
    ANSWERS,
    DESKTOP,
    TOUCH,
    fill,
    heading,
    press_all,
    question,
    stored_answer,
    verdict,
)
from trainer.models import Answer, Question, Sitting

SIDES = {"left": "ArrowLeft", "tie": "=", "right": "ArrowRight"}
HANDS = sorted(set(PayHand) - {PayHand.ACE_KING})
DECIDES = {"category": "+", "nothing": "-", "T": "0"}
OUTCOMES = {"pay": "+", "push": "=", "take": "-"}


def dispatch(page, key, code, **modifiers):
    """A key of another keyboard, pressed where the focus is; gives whether the page took it."""
    event = {"key": key, "code": code, "bubbles": True, "cancelable": True} | modifiers
    return not page.evaluate(
        "event => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))", event
    )


def hand_keys(answer):
    """The keys of a hand and, where they are asked for, its ranks."""
    order = [hand.key for hand in HANDS]
    keys = {key: str(number % 10) for number, key in enumerate(order, 1)} | {"ace-king": "-"}
    ranks = [answer[name] for name in ("first", "second") if name in answer]
    return [keys[answer["hand"]], *(("0" if rank == "T" else rank) for rank in ranks)]


# --- one kind of answer after the other ------------------------------------------------------


def test_two_sides(start):
    page = start("sides", viewport=DESKTOP)
    for position in range(2, 12):
        page.keyboard.press(SIDES[stored_answer(page)["choice"]])
        expect(verdict(page)).to_contain_text("Right: ")
        page.keyboard.press("Space")
        page.wait_for_url(f"**/{position}/" if position < 11 else "**/result/")
    expect(heading(page)).to_have_text("10 of 10 right")


def test_seats(start):
    page = start("seats")
    chosen = page.get_by_role("checkbox", checked=True)
    press_all(page, "12")
    expect(chosen).to_have_count(2)
    page.keyboard.press("2")
    expect(chosen).to_have_count(1)
    page.keyboard.press("Numpad3")
    expect(chosen).to_have_count(2)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    answer = stored_answer(page)
    press_all(page, [str(seat + 1) for seat in answer["seats"]])
    page.keyboard.press("Enter")
    expect(page.locator("[name=also]").first).to_be_focused()
    page.keyboard.press(DECIDES.get(answer["also"], answer["also"]))
    expect(page.locator("[name=also]:checked")).to_have_value(answer["also"])
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


def test_two_sides_and_what_decides(start):
    page = start("six cards", viewport=DESKTOP)
    for key in ("=", "-", "ArrowLeft", "+", "Escape"):
        page.keyboard.press(key)
    expect(page.locator(".answer :checked")).to_have_count(0)
    answer = stored_answer(page)
    press_all(page, [DECIDES.get(answer["also"], answer["also"]), SIDES[answer["choice"]]])
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


def test_money(start):
    page = start("money")
    amount = page.get_by_label("Profit")
    press_all(page, "180")
    expect(amount).to_have_value("180")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()
    page.keyboard.press("-")
    expect(page.get_by_role("radio", name="Take")).to_be_checked()
    expect(amount).to_have_value("180")
    page.keyboard.press("NumpadAdd")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()
    page.keyboard.press("NumpadSubtract")
    expect(page.get_by_role("radio", name="Take")).to_be_checked()
    page.keyboard.press("=")
    expect(page.get_by_role("radio", name="Push")).to_be_checked()
    page.keyboard.press("Escape")
    expect(amount).to_have_value("")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    answer = stored_answer(page)
    page.keyboard.press(OUTCOMES[answer["outcome"]])
    if answer["outcome"] == "pay":
        press_all(page, [f"Numpad{digit}" for digit in answer["amount"]])
        expect(amount).to_have_value(answer["amount"])
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


@pytest.mark.parametrize("kind", ["hand", "hand with ranks"])
def test_hands(start, kind):
    page = start(kind)
    press_all(page, "3")
    expect(page.get_by_role("radio", name="Two pair")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("[name=hand]:checked")).to_have_count(0)
    answer = stored_answer(page)
    press_all(page, hand_keys(answer))
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


# --- panels ----------------------------------------------------------------------------------


def test_rules_by_position_and_help_by_character(start):
    page = start("money", viewport=DESKTOP)
    rules = page.get_by_role("table", name="Bonus on the first five cards")
    page.keyboard.press("r")
    expect(rules).to_be_visible()
    # The same key on a Ukrainian or Russian keyboard, where “?” lies on another one.
    assert dispatch(page, "к", "KeyR")
    expect(rules).to_be_hidden()
    assert dispatch(page, "?", "Digit7", shiftKey=True)
    expect(page.get_by_text("this list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer[open]")).to_have_count(0)


def listed_keys(page):
    """The keys of the panel, ranges such as “1–6” written out."""
    for text in page.locator(".keys dt").all_inner_texts():
        for part in text.split():
            first, dash, last = part.partition("–")
            yield from map(chr, range(ord(first), ord(last) + 1)) if dash else (part,)


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_key_stands_in_the_panel(start, kind):
    page = start(kind, viewport=DESKTOP)
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_visible()
    keys = page.evaluate("[...document.querySelectorAll('[data-key]')].map(e => e.dataset.key)")
    signs = {"ArrowLeft": "←", "ArrowRight": "→", "-": "−"}
    # A rank has the key of its digit or letter, ten those of 1 and T as well.
    spare = {"1", "T"} if kind in ("seats", "hand with ranks") else set()
    used = {signs.get(key, key.removeprefix("Key")) for keys in keys for key in keys.split()}
    assert used - set(listed_keys(page)) <= spare


# --- not twice, and not beside the focus -----------------------------------------------------


def test_a_key_that_is_held_down_acts_once(start):
    page = start("seats")
    for _ in range(3):
        page.keyboard.down("1")
    page.keyboard.up("1")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    page.locator("[name=also]").first.check(force=True)
    for key in ("Enter", "Space"):
        for _ in range(3):
            page.keyboard.down(key)
        page.keyboard.up(key)
        (verdict if key == "Enter" else question)(page)
    assert Answer.objects.count() == 1
    assert Question.objects.count() == 2


def test_a_sign_that_is_held_down_is_not_typed(start):
    page = start("money")
    page.get_by_label("Profit").focus()
    for _ in range(3):
        page.keyboard.down("+")
    page.keyboard.up("+")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()
    expect(page.get_by_label("Profit")).to_have_value("")


def test_what_is_typed_into_the_amount_is_text(start):
    page = start("money")
    page.get_by_label("Profit").press_sequentially("r? 1 0")
    expect(page.get_by_label("Profit")).to_have_value("r? 1 0")
    expect(page.locator(".drawer[open]")).to_have_count(0)


def test_enter_in_the_amount_answers_and_never_ends_the_sitting(start):
    page = start("money")
    page.get_by_label("Profit").fill("15")
    page.get_by_label("Profit").press("Enter")
    verdict(page)
    assert Answer.objects.get().given["amount"] == "15"
    assert Sitting.objects.get().ended_at is None


def test_enter_and_space_on_a_focused_control_do_what_it_does_and_no_more(start):
    page = start("seats", viewport=DESKTOP)
    fill(page, stored_answer(page))
    for key, opens in (("Enter", 1), ("Space", 0)):
        page.locator(".drawer summary").first.press(key)
        expect(page.locator(".drawer[open]")).to_have_count(opens)
    expect(question(page)).to_be_visible()
    button = page.get_by_role("button", name="Answer")
    button.press("Enter")
    verdict(page)
    page.get_by_role("button", name="Next").press("Space")
    page.wait_for_url("**/2/")
    question(page)
    assert Question.objects.count() == 2
    assert Answer.objects.count() == 1


def test_enter_on_a_key_of_the_keypad_types_once(start):
    page = start("money", viewport=DESKTOP)
    page.get_by_role("button", name="7", exact=True).press("Enter")
    expect(page.get_by_label("Profit")).to_have_value("7")
    expect(question(page)).to_be_visible()


def test_keys_in_the_header_are_the_headers(start):
    page = start("sides", viewport=DESKTOP)
    page.get_by_role("link", name="Croupier").focus()
    for key in ("ArrowLeft", "=", "r", "?"):
        page.keyboard.press(key)
    expect(question(page)).to_be_visible()
    expect(page.locator(".drawer[open]")).to_have_count(0)


def test_keys_of_the_browser_stay_the_browsers(start):
    page = start("sides", viewport=DESKTOP)
    for modifier in ("ctrlKey", "altKey", "metaKey"):
        assert not dispatch(page, "r", "KeyR", **{modifier: True})
        assert not dispatch(page, "ArrowLeft", "ArrowLeft", **{modifier: True})
    expect(page.locator(".drawer[open]")).to_have_count(0)


# --- without keys ----------------------------------------------------------------------------


def test_all_keys_can_be_switched_off(start):
    page = start("seats", viewport=DESKTOP, settings={"keys": False})
    press_all(page, ["1", "Enter", "r", "?"])
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    expect(page.locator(".drawer[open]")).to_have_count(0)
    expect(page.locator("kbd:visible, .keys-drawer:visible")).to_have_count(0)
    assert not Answer.objects.exists()


def test_the_panel_leads_to_the_switch(start):
    page = start("sides", viewport=DESKTOP)
    page.keyboard.press("?")
    page.get_by_role("link", name="Switch the keys off").click()
    page.wait_for_url("**/settings/?back=/sittings/**/1/")


@pytest.mark.parametrize("close", ["r", "Escape"])
def test_a_drawer_that_was_closed_by_key_leaves_enter_to_the_answer(start, close):
    page = start("seats", viewport=DESKTOP)
    drawer = page.locator(".drawer[data-key=KeyR]")
    fill(page, stored_answer(page))
    press_all(page, ["r"])
    expect(drawer).to_have_attribute("open", "")
    page.keyboard.press(close)
    if close == "Escape":  # Once for what was chosen, once for the drawer.
        page.keyboard.press(close)
        fill(page, stored_answer(page))
    expect(drawer).not_to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")
    expect(page.locator(".drawer[open]")).to_have_count(0)


def test_a_drawer_that_is_closed_by_key_gives_the_focus_back(start):
    page = start("money", viewport=DESKTOP)
    push = page.get_by_role("radio", name="Push")
    push.focus()
    press_all(page, ["r", "?", "?", "r"])
    expect(push).to_be_focused()


def test_a_touch_screen_shows_no_keys(start):
    page = start("seats", **TOUCH)
    expect(page.locator(".keys-drawer")).to_be_hidden()
    expect(page.locator("kbd:visible")).to_have_count(0)
