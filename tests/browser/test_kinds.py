"""Answers of more than one click: by keys, by touch, without a script, on every screen."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.looking import axe, contrast, cut_off, small_targets, structure
from tests.browser.tables import (
    DESKTOP,
    NARROWEST,
    PHONE,
    TOUCH,
    heading,
    press_all,
    question,
    read_in,
    said,
    sideways,
    verdict,
)
from tests.trainer.answering import fields_of
from tests.trainer.practice.kinds import DRILLS, GAME
from trainer.drills import drills
from trainer.models import Answer, Learner
from trainer.practice import sittings

KINDS = pytest.mark.parametrize("key", DRILLS)


@pytest.fixture
def ask(open_page, reference, monkeypatch):
    """`ask(key, **options of the context)`: the page of the only question of its drill."""
    for key, drill in DRILLS.items():
        monkeypatch.setitem(drills(), key, drill)

    def ask(key, *, settings=None, **options):
        guest = Learner.objects.create(**settings or {})
        asked = sittings.start_sitting(
            guest,
            house=reference,
            drill=key,
            game=GAME,
            level=1,
            length=5,
            seed=b"\7" * 32,
            now=timezone.now(),
        )
        return open_page(asked.get_absolute_url(), learner=guest, **options)

    return ask


def fill(page, answer, asked):
    """Put *answer* into the form as hands do; gives the button that sends it."""
    form = question(page)
    fields = fields_of(answer, asked)
    if "choice" in fields:
        return form.locator(f"[name=choice][value={fields['choice'][0]}]")
    for name, values in fields.items():
        field = page.locator(f"[name='{name}']")
        box = page.locator("[data-box]", has=field)
        if box.count() and not box.is_visible():
            page.locator(f"[data-open='{box.get_attribute('data-box')}']").click()
        if field.first.evaluate("e => e.matches('select')"):
            field.select_option(values[0])
        elif field.first.evaluate("e => e.type === 'text'"):
            field.fill(values[0])
        else:
            for value in values:
                page.locator(f"[name='{name}'][value='{value}']").check(force=True)
    return form.locator(".primary")


# --- by keys ---------------------------------------------------------------------------------

RIGHT_KEYS = {
    "asks-choice": ["3"],
    "asks-amount": [*"595", "Enter"],
    "asks-cards": [*"12345", "Enter"],
    "asks-second": [*"12345", "+", *"23456", "Enter"],
    "asks-order": [*"12=3", "Enter"],
    "asks-box": ["=", "Enter", "+", *"180", "Enter", *"180", "Enter"],
    "asks-boxes": [
        *("b", "-", "Enter", "NumpadSubtract", "Enter"),
        *("a", "=", "Enter", *"180", "Enter", *"180", "Enter"),
    ],
    "asks-chips": ["+", "ArrowDown", *"3", "ArrowDown", "ArrowDown", "ArrowDown", "+", "Enter"],
}


@KINDS
def test_every_kind_is_answered_by_keys_alone(ask, key):
    page = ask(key, viewport=DESKTOP)
    press_all(page, RIGHT_KEYS[key])
    expect(verdict(page)).to_contain_text("Right: ")
    assert Answer.objects.get().given == DRILLS[key].right.to_data()


def listed_keys(page):
    for text in page.locator(".keys dt").all_inner_texts():
        for part in text.split():
            first, dash, last = part.partition("–")
            yield from map(chr, range(ord(first), ord(last) + 1)) if dash else (part,)


@KINDS
def test_every_key_stands_in_the_panel(ask, key):
    page = ask(key, viewport=DESKTOP)
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_visible()
    keys = page.evaluate("[...document.querySelectorAll('[data-key]')].map(e => e.dataset.key)")
    used = {{"-": "−"}.get(key, key.removeprefix("Key")) for key in keys}
    assert used - set(listed_keys(page)) == set()


@KINDS
def test_escape_clears_all_and_then_closes(ask, key):
    page = ask(key, viewport=DESKTOP)
    fill(page, DRILLS[key].right, DRILLS[key].ask)
    press_all(page, ["?", "Escape"])
    given = "[...answer.elements].filter(e => e.type === 'text' || e.matches('select')"
    left = f"{given} ? e.value : e.checked).length"
    assert page.evaluate(f"(answer => {left})(document.querySelector('.answer'))") == 0
    page.keyboard.press("Escape")
    expect(page.locator(".drawer[open]")).to_have_count(0)


def test_enter_leads_to_the_wager_that_was_left_out(ask):
    page = ask("asks-box", viewport=DESKTOP)
    press_all(page, ["Enter", "Enter", "+", "Enter", *"0"])
    expect(page.locator("#pay-now")).to_have_value("0")
    # The ante has no outcome, the bet no amount.
    page.keyboard.press("Enter")
    expect(page.locator("[name=amount-ante]")).to_be_focused()
    press_all(page, ["-", "ArrowDown"])
    expect(page.locator("[name=amount-bet]")).to_be_focused()
    press_all(page, ["Enter", "Enter"])
    expect(page.locator("[name=amount-bet]")).to_be_focused()
    press_all(page, ["-", "Enter", "Enter"])
    expect(verdict(page)).to_contain_text("No: ")
    assert Answer.objects.get().given["wagers"][1][1]["outcome"] == "take"


def test_signs_are_for_the_wager_that_has_the_focus(ask):
    page = ask("asks-box", viewport=DESKTOP)
    page.locator("[name=amount-bet]").focus()
    page.keyboard.press("-")
    expect(page.locator("[name=outcome-bet][value=take]")).to_be_checked()
    expect(page.locator("[name=outcome-ante]:checked")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    press_all(page, "25")
    expect(page.locator("[name=outcome-ante][value=pay]")).to_be_checked()
    expect(page.locator("[name=amount-ante]")).to_have_value("25")


def test_with_keys_switched_off_enter_sends_the_form(ask):
    page = ask("asks-box", viewport=DESKTOP, settings={"keys": False})
    press_all(page, ["+", "-"])
    expect(page.locator("[type=radio]:checked")).to_have_count(0)
    fill(page, DRILLS["asks-box"].right, DRILLS["asks-box"].ask)
    page.locator("[name=amount-bet]").press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


def places(page):
    return [place.input_value() for place in page.locator(".places select").all()]


def test_an_order_is_tapped_together(ask):
    page = ask("asks-order", **TOUCH)
    b, share = page.get_by_role("button", name="Player B"), page.locator("[data-share]")
    b.tap()
    expect(said(page)).to_have_text("Player B: 1")
    page.get_by_role("button", name="Player A").tap()
    share.tap()
    expect(share).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Player C").tap()
    assert places(page) == ["2", "1", "2"]
    expect(share).to_have_attribute("aria-pressed", "false")
    # Tapped again a hand has no place, and the others close up.
    b.tap()
    assert places(page) == ["1", "", "1"]
    b.tap()
    assert places(page) == ["1", "2", "1"]


def test_no_second_combination_by_key(ask):
    page = ask("asks-second", viewport=DESKTOP)
    press_all(page, [*"12345", "+", "1"])
    expect(page.locator("[name=second]:checked")).to_have_count(1)
    press_all(page, ["Escape", *"1", "-"])
    expect(page.locator("[name=second]:checked")).to_have_count(0)
    expect(page.locator("[name=cards]:checked")).to_have_count(1)
    expect(page.locator("[name=nosecond]")).to_be_checked()


def test_chips_by_their_buttons(ask):
    page = ask("asks-chips", **TOUCH)
    row = page.get_by_role("group", name="Chips of 25")
    for _ in range(2):
        row.get_by_role("button", name="One more").tap()
    row.get_by_role("button", name="One fewer").tap()
    expect(row.get_by_label("Number of chips")).to_have_value("1")
    expect(said(page)).to_have_text("1")
    for _ in range(2):
        row.get_by_role("button", name="One fewer").tap()
    expect(row.get_by_label("Number of chips")).to_have_value("")


# --- by touch --------------------------------------------------------------------------------


def test_the_keypad_types_into_the_wager_that_was_touched_last(ask):
    page = ask("asks-box", **TOUCH)
    fields = page.locator("[data-amount]")
    assert fields.evaluate_all("all => all.map(e => e.inputMode)") == ["none"] * 3
    page.get_by_role("group", name="Bet 20").get_by_role("radio", name="Pay").tap()
    for key in "180":
        page.locator(".keypad").get_by_role("button", name=key, exact=True).tap()
    page.locator("#pay-now").tap()
    page.locator(".keypad").get_by_role("button", name="7", exact=True).tap()
    values = fields.evaluate_all("all => all.map(e => e.value)")
    assert values == ["", "180", "7"]
    expect(page.locator("[name=outcome-bet][value=pay]")).to_be_checked()
    expect(page.locator("[name=outcome-ante]:checked")).to_have_count(0)


def assert_in_sight(button):
    box, pad = button.bounding_box(), button.page.locator(".pad").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= pad["y"]


def test_the_box_that_is_answered_next_has_the_next_place(ask):
    page = ask("asks-boxes", viewport=DESKTOP)
    places = page.locator("[data-box] select")
    press_all(page, ["a", "b", "-"])
    assert [place.input_value() for place in places.all()] == ["", "1"]
    # A key of a box means the same inside an amount, which no letter gets into.
    press_all(page, ["a", *"12"])
    expect(page.locator("[name='amount-0.ante']")).to_have_value("12")
    assert [place.input_value() for place in places.all()] == ["2", "1"]
    expect(page.get_by_role("button", name="Player A: 2")).to_have_attribute(
        "aria-expanded", "true"
    )
    # From the end of a box “Enter” leads to the choice of the next, not to the sum.
    press_all(page, ["Enter", "-", "Enter"])
    expect(page.locator("[data-boxes]")).to_be_focused()
    page.keyboard.press("Escape")
    assert [place.input_value() for place in places.all()] == ["", ""]
    expect(page.locator("[data-box]:visible")).to_have_count(0)


@pytest.mark.parametrize("key", ["asks-box", "asks-boxes"])
def test_every_wager_can_be_reached_between_cards_and_keypad(ask, key):
    page = ask(key, **TOUCH)
    felt, pad = page.locator(".felt"), page.locator(".pad")
    if key == "asks-boxes":
        assert_in_sight(page.locator("[data-open='1']"))
        page.locator("[data-open='1']").tap()
        expect(page.locator("[data-seat]:visible")).to_have_count(1)
        felt = page.locator(".tabs")
    for field in page.locator("[data-amount]:visible").all():
        field.evaluate("e => e.scrollIntoView({block: 'nearest'})")
        field.tap()
        expect(page.locator(".current [data-amount]")).to_be_focused()
        box = field.bounding_box()
        assert box["y"] + box["height"] <= pad.bounding_box()["y"] + 1
        assert box["y"] >= felt.bounding_box()["y"] + felt.bounding_box()["height"] - 1
    assert pad.bounding_box()["y"] + pad.bounding_box()["height"] <= PHONE["height"] + 1


_CUT_BY_THE_PAD = """all => {
  const edge = document.querySelector(".pad").getBoundingClientRect().top;
  return all.map(field => field.getBoundingClientRect()).filter(
    ({top, bottom}) => top < edge && bottom > edge + 1).length;
}"""


@pytest.mark.parametrize("viewport", [NARROWEST, PHONE], ids=["narrowest", "phone"])
@pytest.mark.parametrize("key", ["asks-order", "asks-box", "asks-boxes"])
def test_the_pad_lies_over_no_field(ask, key, viewport):
    page = ask(key, viewport=viewport, **TOUCH)
    fields = page.locator(".answer :is(select, .seg, .figure, .tabs):visible")
    assert fields.evaluate_all(_CUT_BY_THE_PAD) == 0
    if key == "asks-boxes":
        page.locator("[data-open='1']").tap()
        expect(page.locator("[data-box='1']")).to_be_visible()
        assert fields.evaluate_all(_CUT_BY_THE_PAD) == 0
    for field in page.locator(".answer :is(select, .figure):visible").all():
        field.focus()
        assert field.evaluate(f"field => ({_CUT_BY_THE_PAD})([field])") == 0


@pytest.mark.parametrize("key", ["asks-choice", "asks-amount", "asks-cards", "asks-second"])
def test_a_short_form_is_in_reach_at_once(ask, key):
    page = ask(key, **TOUCH)
    last = question(page).locator(".choices button, .primary").last.bounding_box()
    assert last["y"] + last["height"] <= PHONE["height"]


# --- without a script ------------------------------------------------------------------------


@KINDS
def test_every_kind_is_answered_without_a_script(ask, key):
    page = ask(key, java_script_enabled=False)
    fill(page, DRILLS[key].right, DRILLS[key].ask).click()
    expect(heading(page)).to_contain_text("Right: ")
    assert page.locator("button:visible[type=button]:not(.menu-button)").count() == 0


# --- on every screen -------------------------------------------------------------------------


_OVERFLOWS = """() => [...document.querySelectorAll(".answer fieldset *, .parts *")].filter(
  element =>
  element.scrollWidth > element.clientWidth + 1 && element.clientWidth &&
  getComputedStyle(element).display !== "inline" && !element.closest(".visually-hidden")
).map(element => `${element.outerHTML.slice(0, 90)} ${element.scrollWidth}`)"""


def look(page, language, theme):
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    found = structure(page)
    assert (found["headings"], found["ids"], found["lang"]) == (1, [], language)
    assert small_targets(page) == []
    for viewport in (NARROWEST, DESKTOP, PHONE):
        page.set_viewport_size(viewport)
        assert sideways(page) == 0
        assert cut_off(page) == []
        assert page.evaluate(_OVERFLOWS) == []
    assert axe(page)[0] == []


@KINDS
def test_questions_and_verdicts_on_every_screen(ask, key):
    page = ask(key)
    look(page, "en", "light")
    fill(page, DRILLS[key].wrong, DRILLS[key].ask)
    page.emulate_media(color_scheme="dark")
    assert contrast(page)[0] == []
    read_in(page, "uk")
    look(page, "uk", "dark")
    fill(page, DRILLS[key].wrong, DRILLS[key].ask).click()
    verdict(page)
    look(page, "uk", "dark")
    read_in(page, "ru")
    look(page, "ru", "light")


def test_what_is_chosen_shows_without_colours(ask):
    page = ask("asks-cards", forced_colors="active", fresh=True)
    page.locator("[name=cards]").first.check(force=True)
    style = "e => getComputedStyle(e.nextElementSibling).outlineStyle"
    outlines = page.locator("[name=cards]").evaluate_all(f"all => all.map({style})")
    assert outlines[0] == "solid"
    assert set(outlines[1:]) == {"none"}
