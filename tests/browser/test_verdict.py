"""The verdict is seen at once and waits; by choice, right answers go on by themselves."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import (
    DESKTOP,
    KINDS,
    TOUCH,
    answer_rightly,
    answer_wrongly,
    heading,
    question,
    read_in,
    said,
    verdict,
)
from trainer.models import Question, Sitting


def test_it_is_announced_and_gets_the_focus_and_so_does_the_next_question(start):
    page = start("sides")
    expect(said(page)).to_be_empty()
    text = answer_rightly(page).inner_text().strip()
    expect(said(page)).to_have_text(text)
    expect(heading(page)).to_be_focused()
    page.get_by_role("button", name="Next").click()
    expect(said(page)).to_have_text("Which hand wins?")
    expect(heading(page)).to_be_focused()
    expect(page).to_have_title("Which hand wins · 2/10 · Croupier")


def test_rules_come_with_the_verdict_and_go_with_the_next_question(start):
    """Where a table-ready question keeps them back."""
    page = start("sides")
    Sitting.objects.update(help="table-ready")
    page.reload()
    rules = page.locator("details[data-key=KeyR]")
    expect(rules).to_have_count(0)
    answer_rightly(page)
    expect(rules).to_have_count(1)
    page.get_by_role("button", name="Next").click()
    expect(heading(page)).to_have_text("Which hand wins?")
    expect(rules).to_have_count(0)


def deciding_step(page):
    """The last step, but for the five that play and the arithmetic."""
    return page.locator(".why > :not(.after)").last


def seen_at_once(page):
    """Heading, deciding step and “Next” are in view, and nothing lies over them."""
    for part in (heading(page), deciding_step(page), page.locator("[data-key=Space]")):
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(
            """part => {
              const box = part.getBoundingClientRect();
              return part.contains(document.elementFromPoint(box.left + 40, box.bottom - 4));
            }"""
        )


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_seen_without_scrolling(start, kind):
    page = start(kind)
    answer_wrongly(page)
    seen_at_once(page)
    for language in ("uk", "ru"):
        read_in(page, language)
        seen_at_once(page)
    page.set_viewport_size(DESKTOP)
    page.reload()
    seen_at_once(page)


@pytest.mark.parametrize("kind", ["sides", "six cards", "hand"])
def test_the_dealers_call_is_read_beside_the_cards(start, kind):
    page = start(kind)
    answer_wrongly(page)
    for language in ("en", "uk", "ru"):
        read_in(page, language)
        top = {name: page.locator(name).bounding_box()["y"] for name in (".felt", ".verdict .go")}
        call = page.locator(".call q").bounding_box()
        # As far as there is room for both.
        assert top[".felt"] >= 0
        assert call["y"] + call["height"] <= top[".verdict .go"] or top[".felt"] <= 8


# --- going on by itself ----------------------------------------------------------------------


@pytest.fixture
def start_timed(start):
    """A page whose time can be wound on."""

    def start_timed(**options):
        page = start("sides", viewport=DESKTOP, fresh=True, **options)
        page.clock.install()
        page.reload()
        return page

    return start_timed


def stays(page):
    expect(page.locator(".going-on")).to_have_count(0)
    page.clock.run_for(2000)
    verdict(page)


def test_it_waits_for_next(start_timed):
    page = start_timed()
    answer_rightly(page)
    stays(page)
    assert Question.objects.count() == 1


def test_right_answers_go_on_by_themselves_if_asked_to(start_timed):
    page = start_timed(settings={"go_on": True})
    answer_rightly(page)
    expect(page.locator(".going-on")).to_have_count(1)
    page.clock.run_for(1300)
    page.wait_for_url("**/2/")
    question(page)
    assert Question.objects.count() == 2


def test_any_touch_stops_it(start_timed):
    page = start_timed(settings={"go_on": True})
    touches = {
        "key": lambda: page.keyboard.press("a"),
        "tap": lambda: page.mouse.click(5, 400),
        "focus": lambda: page.get_by_role("link", name="Croupier").focus(),
        "wheel": lambda: page.mouse.wheel(0, 10),
    }
    for position, touch in enumerate(touches.values(), 1):
        answer_rightly(page)
        expect(page.locator(".going-on")).to_have_count(1)
        touch()
        stays(page)
        assert Question.objects.count() == position
        page.get_by_role("button", name="Next").click()
        page.wait_for_url(f"**/{position + 1}/")


def test_wrong_answers_and_old_verdicts_wait(start_timed):
    page = start_timed(settings={"go_on": True})
    answer_wrongly(page)
    stays(page)
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    answer_rightly(page)
    page.reload()
    stays(page)
    assert Question.objects.count() == 2


def test_space_goes_on_once_before_it_would_by_itself(start_timed):
    page = start_timed(settings={"go_on": True})
    answer_rightly(page)
    page.keyboard.press("Space")
    page.wait_for_url("**/2/")
    page.clock.run_for(2000)
    question(page)
    assert Question.objects.count() == 2


def test_with_reduced_motion_it_goes_on_and_nothing_moves(start_timed):
    page = start_timed(settings={"go_on": True}, reduced_motion="reduce")
    answer_rightly(page)
    expect(page.locator(".going-on")).to_have_count(1)
    assert page.evaluate("document.getAnimations().length") == 0
    page.clock.run_for(1300)
    page.wait_for_url("**/2/")


def test_next_is_pressed_by_thumb(start):
    page = start("seats", **TOUCH)
    answer_wrongly(page)
    page.get_by_role("button", name="Next").tap()
    page.wait_for_url("**/2/")
    question(page)
