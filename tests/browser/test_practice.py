"""Practice in a real browser: keys, focus, what is said, and what happens when things go wrong."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from trainer.drills import find_drill
from trainer.models import Answer, Question

pytestmark = pytest.mark.usefixtures("reference")

PHONE = {"width": 360, "height": 740}
NARROWEST = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}
KINDS = {
    "sides": ("which-hand-wins", "texas-holdem", 1),
    "six cards": ("which-hand-wins", "russian-poker", 3),
    "seats": ("which-hand-wins", "texas-holdem", 3),
    "money": ("what-the-bonus-pays", "russian-poker", 2),
    "seven cards": ("what-the-bonus-pays", "ultimate-texas-holdem", 3),
}
AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture
def start(open_page):
    """`start(kind, **options of the context)`: a page with the first question of a sitting."""

    def start(kind, **options):
        drill, game, level = KINDS[kind]
        page = open_page(f"/practice/{drill}/{game}/", **options)
        page.locator(f"[name=level][value='{level}']").check(force=True)
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/sittings/*/1/")
        return page

    return start


def said(page):
    return page.locator("#said")


def heading(page):
    return page.get_by_role("heading", level=1)


def verdict(page):
    """Waits for a verdict; gives its heading."""
    expect(page.locator(".verdict")).to_be_visible()
    return heading(page)


def stored_answer():
    question = Question.objects.select_related("deal__version__house").latest("pk")
    deal, ruleset = question.deal.value, question.deal.version.ruleset
    return find_drill(deal.drill).expected(deal, ruleset)


def press_all(page, keys):
    for key in keys:
        page.keyboard.press(key)


# --- keys ------------------------------------------------------------------------------------


def test_two_sides_by_keyboard(start):
    page = start("sides", viewport=DESKTOP)
    for position in range(2, 12):
        key = {"left": "ArrowLeft", "tie": "=", "right": "ArrowRight"}[stored_answer().choice]
        page.keyboard.press(key)
        expect(verdict(page)).to_contain_text("Right: ")
        page.keyboard.press("Space")
        page.wait_for_url(f"**/{position}/" if position < 11 else "**/result/")
    expect(heading(page)).to_have_text("10 of 10 right")


def test_seats_by_keyboard(start):
    page = start("seats")
    press_all(page, "12")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.keyboard.press("2")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    press_all(page, [str(seat + 1) for seat in sorted(stored_answer().seats)])
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


def test_money_by_keyboard(start):
    page = start("money")
    press_all(page, "180")
    expect(page.get_by_label("Profit")).to_have_value("180")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()
    page.keyboard.press("-")
    expect(page.get_by_role("radio", name="Take")).to_be_checked()
    expect(page.get_by_label("Profit")).to_have_value("180")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Profit")).to_have_value("")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    answer = stored_answer()
    page.keyboard.press({"pay": "+", "push": "=", "take": "-"}[answer.outcome])
    press_all(page, str(answer.amount) if answer.amount else "")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")


def test_money_by_keypad(start):
    page = start("money", has_touch=True, is_mobile=True)
    pad = page.get_by_role("group", name="Keypad")
    for key in ("1", "2", "Delete the last digit", "8", ".", "5"):
        pad.get_by_role("button", name=key, exact=True).tap()
    expect(page.get_by_label("Profit")).to_have_value("18.5")
    expect(page.get_by_label("Profit")).to_have_attribute("inputmode", "none")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()


def test_rules_and_keys_open_by_their_keys(start):
    page = start("money", viewport=DESKTOP)
    page.keyboard.press("r")
    expect(page.get_by_role("table", name="Bonus on the first five cards")).to_be_visible()
    # The same key on a Ukrainian or Russian keyboard.
    page.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: 'к', code: 'KeyR', bubbles: true}))"
    )
    expect(page.get_by_role("table", name="Bonus on the first five cards")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_text("Use these keys")).to_be_visible()


def test_letters_typed_into_the_amount_are_letters(start):
    page = start("money")
    page.get_by_label("Profit").press_sequentially("r? 1")
    expect(page.get_by_label("Profit")).to_have_value("r? 1")
    expect(page.locator(".drawer[open]")).to_have_count(0)


def test_keys_can_be_switched_off_and_stay_off(start):
    page = start("sides", viewport=DESKTOP)
    page.keyboard.press("?")
    page.get_by_label("Use these keys").uncheck()
    for _ in range(2):
        heading(page).focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".answer")).to_be_visible()
        page.reload()
    assert not Answer.objects.exists()


def test_a_key_that_is_held_down_goes_on_once(start):
    page = start("sides")
    page.keyboard.press("ArrowLeft")
    verdict(page)
    page.keyboard.down("Space")
    page.wait_for_url("**/2/")
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    page.keyboard.up("Space")
    expect(page.locator(".answer")).to_be_visible()
    assert Question.objects.count() == 2


# --- what is said, and where the focus goes --------------------------------------------------


def test_the_verdict_is_announced_and_gets_the_focus(start):
    page = start("sides")
    expect(said(page)).to_have_attribute("aria-live", "polite")
    expect(said(page)).to_be_empty()
    page.get_by_role("button", name="Player A").click()
    text = verdict(page).inner_text().strip()
    expect(said(page)).to_have_text(text)
    expect(heading(page)).to_be_focused()
    page.get_by_role("button", name="Next").click()
    expect(said(page)).to_have_text("Which hand wins?")
    expect(heading(page)).to_be_focused()
    expect(page).to_have_title("Which hand wins · 2/10 · Croupier")


def test_a_refused_amount_is_said_and_gets_the_focus(start, complaints):
    page = start("money")
    page.get_by_label("Profit").fill("1,250")
    page.keyboard.press("Enter")
    problem = page.locator("#problem")
    expect(problem).to_contain_text("“1,250” could be a thousand or a decimal.")
    expect(said(page)).to_contain_text("could be a thousand or a decimal")
    expect(page.get_by_label("Profit")).to_be_focused()
    expect(page.get_by_label("Profit")).to_have_value("1,250")
    expect(page.get_by_label("Profit")).to_have_accessible_description(problem.inner_text())
    assert any("422" in complaint for complaint in complaints)
    complaints.clear()


def test_the_clock_runs(start):
    page = start("sides")
    clock = page.locator(".clock")
    expect(clock).to_have_text("0:00")
    expect(clock).to_have_text("0:01")
    page.reload()
    expect(clock).not_to_have_text("0:00")


# --- what goes wrong -------------------------------------------------------------------------


def test_a_slow_answer_is_sent_once(start):
    page = start("sides")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.route("**/1/", lambda route: (page.wait_for_timeout(700), route.continue_()))
    button = page.get_by_role("button", name="Player A")
    button.click(no_wait_after=True)
    expect(button).to_be_disabled()
    for _ in range(3):
        button.click(force=True)
        page.keyboard.press("ArrowRight")
    verdict(page)
    assert sent.count("POST") == 1
    assert Answer.objects.count() == 1


def test_an_answer_that_does_not_get_through_is_kept(start, complaints):
    page = start("money")
    press_all(page, "180")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("The answer did not get through.").first).to_be_visible()
    expect(said(page)).to_contain_text("The answer did not get through.")
    expect(page.get_by_label("Profit")).to_have_value("180")
    assert not Answer.objects.exists()
    page.context.set_offline(False)
    page.get_by_role("button", name="Settle").click()
    verdict(page)
    assert Answer.objects.get().given["amount"] == "180"
    assert complaints
    complaints.clear()


def test_a_lost_session_is_said_beside_the_button(start, complaints):
    page = start("sides")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Player A").click()
    expect(page.get_by_text("The answer was not taken.").first).to_be_visible()
    expect(page.locator(".answer")).to_be_visible()
    expect(page.get_by_role("link", name="Reload")).to_be_visible()
    assert complaints
    complaints.clear()


def test_back_and_forward_show_whole_pages(start):
    page = start("sides")
    first = page.url
    page.get_by_role("button", name="Player A").click()
    text = verdict(page).inner_text()
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    for move, question in ((page.go_back, False), (page.go_forward, True)):
        move()
        expect(page.get_by_role("link", name="Croupier")).to_be_visible()
        expect(page.locator(".answer" if question else ".verdict")).to_be_visible()
    page.goto(first)
    expect(verdict(page)).to_have_text(text)
    assert Answer.objects.count() == 1


def test_the_language_switch_keeps_the_place_after_a_swap(start):
    page = start("sides")
    page.keyboard.press("ArrowLeft")
    verdict(page)
    page.keyboard.press("Space")
    page.wait_for_url("**/2/")
    expect(heading(page)).to_be_focused()
    page.get_by_role("button", name="Українська").click()
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    assert page.url.endswith("/2/")


@pytest.mark.parametrize("kind", ["sides", "seats", "money"])
def test_it_works_without_javascript(start, kind):
    page = start(kind, java_script_enabled=False)
    assert (
        page.locator(".keypad, .drawer[data-key='?']").count()
        == page.locator(".keypad:not(:visible), .drawer[data-key='?']:not(:visible)").count()
    )
    answer = stored_answer()
    if kind == "sides":
        page.locator(f"[name=choice][value={answer.choice}]").click()
    elif kind == "seats":
        for seat in answer.seats:
            page.locator(f"[name=seats][value='{seat}']").check(force=True)
        page.get_by_role("button", name="Answer").click()
    else:
        page.locator(f"[name=outcome][value={answer.outcome}]").check(force=True)
        page.get_by_label("Profit").fill(str(answer.amount or ""))
        page.get_by_role("button", name="Settle").click()
    expect(verdict(page)).to_contain_text("Right: ")
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    expect(page.locator(".answer")).to_be_visible()


# --- how it looks ----------------------------------------------------------------------------


def sideways(page):
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


@pytest.mark.parametrize("viewport", [NARROWEST, PHONE, DESKTOP], ids=["320", "360", "1280"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_off(start, kind, viewport):
    page = start(kind, viewport=viewport)
    for _ in range(2):
        assert sideways(page) == 0
        for card in page.locator(".card").all():
            box = card.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= viewport["width"]
            assert box["width"] >= 34
        if page.locator(".verdict").count():
            break
        page.locator(".drawer summary").first.click()
        assert sideways(page) == 0
        page.locator(".choices button, .toggle input, .seg [value=take]").first.click(force=True)
        page.keyboard.press("Enter")
        verdict(page)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_pressed_is_large_enough_on_a_phone(start, kind):
    page = start(kind, has_touch=True, is_mobile=True)
    pressed = ".ask button:visible, .toggle, .seg label, summary:visible, .bar a, .bar button"
    for control in page.locator(pressed).all():
        box = control.bounding_box()
        assert box["height"] >= 44, control.inner_text()
        assert box["width"] >= 40, control.inner_text()


def violations(page):
    found = Axe().run(page, options=AXE_RULES).response["violations"]
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["sides", "seats", "money"])
def test_accessibility(start, kind, scheme):
    page = start(kind, color_scheme=scheme)
    for summary in page.locator("summary").all():
        summary.click()
    assert violations(page) == []
    page.locator(".choices button, .toggle input, .seg [value=take]").first.click(force=True)
    page.keyboard.press("Enter")
    verdict(page)
    assert violations(page) == []
    page.get_by_role("button", name=re.compile("^End")).click()
    page.wait_for_url("**/result/")
    assert violations(page) == []
    page.goto("/")
    assert violations(page) == []
    page.goto("/practice/which-hand-wins/texas-holdem/")
    assert violations(page) == []
