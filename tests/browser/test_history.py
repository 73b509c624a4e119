"""Back, reload, the address opened anew, two tabs: always a whole page in the right state."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.tables import (
    ANSWERS,
    DESKTOP,
    answer_rightly,
    answer_wrongly,
    fill,
    give,
    heading,
    open_menu,
    question,
    said,
    stored_answer,
    verdict,
    wrong_answer,
)
from trainer.models import Answer, Question, Sitting


def whole(page):
    """That the page is a whole one, with its style."""
    expect(page.get_by_role("link", name="Croupier")).to_be_visible()
    expect(page.locator("main #table")).to_have_count(1)
    assert page.locator(".felt").evaluate("felt => getComputedStyle(felt).backgroundImage") != (
        "none"
    )
    assert page.title().endswith(" · Croupier")


def test_back_and_forward(start):
    page = start("sides")
    first = page.url
    text = answer_wrongly(page).inner_text()
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    page.go_back()
    whole(page)
    expect(verdict(page)).to_have_text(text)
    page.go_forward()
    whole(page)
    question(page)
    page.goto("/")
    page.go_back()
    whole(page)
    question(page)
    page.goto(first)
    expect(verdict(page)).to_have_text(text)
    assert Answer.objects.count() == 1


@pytest.mark.parametrize("kind", ["seats", "hand"])
def test_reload_and_a_new_tab(start, kind):
    page = start(kind)
    for prepare, state in ((None, question), (answer_rightly, verdict)):
        if prepare:
            prepare(page)
        cards = page.locator(".card").evaluate_all("all => all.map(card => card.ariaLabel)")
        page.reload()
        tab = page.context.new_page()
        tab.goto(page.url)
        for shown in (page, tab):
            whole(shown)
            state(shown)
            again = shown.locator(".card").evaluate_all("all => all.map(card => card.ariaLabel)")
            assert again == cards
        tab.close()
    assert Question.objects.count() == Answer.objects.count() == 1


def test_going_back_does_not_count_an_answer_again(start):
    """Ten right answers make 10 of 10, however often one goes back and answers the first again."""
    page = start("sides")
    first = page.url
    answer_rightly(page)
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
        page.wait_for_url("**/2/")
        page.go_back()
        verdict(page)
        assert page.url == first
        expect(page.locator(".answer")).to_have_count(0)
    for position in range(2, 11):
        page.get_by_role("button", name="Next").click()
        page.wait_for_url(f"**/{position}/")
        answer_rightly(page)
    page.get_by_role("link", name="Result").click()
    expect(heading(page)).to_have_text("10 of 10 right")
    assert Answer.objects.count() == 10


def test_the_second_of_two_tabs_gets_the_verdict_on_the_first_answer(start):
    page = start("money")
    tab = page.context.new_page()
    tab.goto(page.url)
    right = stored_answer(page)
    button = fill(tab, wrong_answer(right))
    expect(give(page, right)).to_contain_text("Right: ")
    button.click()
    expect(verdict(tab)).to_contain_text("Right: ")
    assert Answer.objects.get().verdicts.get().right

    for shown in (page, tab):
        shown.get_by_role("button", name="Next").click()
        shown.wait_for_url("**/2/")
        question(shown)
    assert Question.objects.count() == 2


def test_a_sitting_that_was_ended_elsewhere_leads_to_its_result(start):
    page = start("sides")
    Sitting.objects.update(ended_at=timezone.now())
    page.get_by_role("button", name="Player A").click()
    page.wait_for_url("**/result/")
    expect(heading(page)).to_have_text("No answers yet")
    page.go_back()
    page.wait_for_url("**/result/")


def test_a_closed_browser_goes_on_where_it_stopped(start, open_page):
    page = start("sides", fresh=True)
    answer_rightly(page)
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    cookies = page.context.cookies()
    page.context.close()
    page = open_page("/sign-in/")
    page.context.add_cookies(cookies)
    page.goto("/")
    expect(page.get_by_text("question 2 of 10")).to_be_visible()
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/2/")
    question(page)
    assert Answer.objects.count() == 1


def test_the_clock_goes_on_after_a_reload(start):
    page = start("sides")
    clock = page.locator(".clock")
    expect(clock).to_have_text("0:00")
    expect(clock).to_have_text("0:01")
    page.reload()
    expect(clock).not_to_have_text("0:00")


def test_the_language_switch_keeps_the_place_after_a_swap(start):
    page = start("sides")
    answer_rightly(page)
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    expect(said(page)).to_have_text("Which hand wins?")
    for code, language in (("uk", "Українська"), ("ru", "Русский"), ("en", "English")):
        open_menu(page)
        page.get_by_role("button", name=language).click()
        expect(page.locator("html")).to_have_attribute("lang", code)
        assert page.url.endswith("/2/")
        question(page)


def test_an_answer_prepared_before_the_language_was_switched_elsewhere_still_counts(start):
    page = start("money")
    tab = page.context.new_page()
    tab.goto("/")
    open_menu(tab)
    tab.get_by_role("button", name="Українська").click()
    expect(tab.locator("html")).to_have_attribute("lang", "uk")
    answer_rightly(page)
    expect(verdict(page)).to_contain_text("Правильно")


@pytest.mark.parametrize("kind", ANSWERS)
def test_it_works_without_javascript(start, kind):
    page = start(kind, java_script_enabled=False)
    expect(page.locator(".keypad:visible, .keys-drawer:visible, kbd:visible")).to_have_count(0)
    expect(page.locator(".clock:visible")).to_have_count(0)
    expect(answer_rightly(page)).to_contain_text("Right: ")
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    question(page)
    whole(page)


def test_settings_lead_back_to_the_question_that_is_shown(start):
    page = start("sides", viewport=DESKTOP)
    answer_rightly(page)
    page.get_by_role("button", name="Next").click()
    page.wait_for_url("**/2/")
    question(page)
    asked = page.url
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Dark").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("link", name="Back to question 2").first.click()
    page.wait_for_url(asked)
    question(page)


@pytest.mark.parametrize("path", ["next/", "../end/"])
def test_an_address_that_takes_a_form_shows_the_question(start, path):
    page = start("sides")
    asked = page.url
    page.goto(asked + path)
    assert page.url == asked
    question(page)
