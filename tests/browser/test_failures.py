"""What happens when the network, the server or the session fails: it is said beside the button,
what was answered stays, and sending it again stores it once."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables import (
    answer_rightly,
    failure,
    fill,
    heading,
    question,
    said,
    stored_answer,
    verdict,
)
from trainer.models import Answer, Learner, Question, Sitting, User

KEPT = "The answer was not taken; it is kept here."
NOT_COME = "The next question did not come."


def offline(page):
    page.context.set_offline(True)
    return lambda: page.context.set_offline(False)


def broken(page):
    page.route("**/sittings/**", lambda route: route.fulfill(status=500, body="<h1>Broken</h1>"))
    return lambda: page.unroute("**/sittings/**")


def stale(page):
    """The cookie is another than the one the form was made for, as after a sign-in elsewhere."""
    page.context.clear_cookies(name="csrftoken")
    page.context.request.get("/")
    return lambda: None


def cut_off(page):
    """The answer arrives, its reply does not."""

    def carry_and_drop(route):
        route.fetch()
        route.abort()

    page.route("**/sittings/**", carry_and_drop)
    return lambda: page.unroute("**/sittings/**")


FAILURES = {
    "offline": (offline, "Check the connection and press again."),
    "broken": (broken, "Something broke here, not with you. Press again."),
    "stale": (stale, "The page was too old. It has been renewed: press again."),
    "cut off": (cut_off, "Check the connection and press again."),
}


@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("kind", ["money", "sides"])
def test_an_answer_is_kept_and_sent_again(start, complaints, kind, name):
    page = start(kind)
    fail, text = FAILURES[name]
    right = stored_answer(page)
    button = fill(page, right)
    restore = fail(page)
    button.click()
    shown = failure(page, f"{KEPT} {text}")
    expect(shown).to_be_in_viewport(ratio=1)
    expect(said(page)).to_have_text(shown.inner_text())
    expect(button).to_be_enabled()
    expect(button).to_be_focused()
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator(".answer")).not_to_have_attribute("aria-busy", "true")
    if kind == "money":
        expect(page.get_by_label("Profit")).to_have_value(
            right["amount"] if right["outcome"] == "pay" else ""
        )
        expect(page.locator(f"[name=outcome][value={right['outcome']}]")).to_be_checked()
    assert Answer.objects.exists() is (name == "cut off")
    restore()
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right: ")
    assert Answer.objects.count() == 1
    complaints.clear()


@pytest.mark.parametrize("name", FAILURES)
def test_the_next_question_is_asked_for_again(start, complaints, name):
    page = start("sides")
    answer_rightly(page)
    fail, text = FAILURES[name]
    restore = fail(page)
    page.get_by_role("button", name="Next").click()
    expect(failure(page, f"{NOT_COME} {text}")).to_be_in_viewport(ratio=1)
    restore()
    page.keyboard.press("Enter")
    page.wait_for_url("**/2/")
    question(page)
    assert Question.objects.count() == 2
    complaints.clear()


# --- the session -----------------------------------------------------------------------------


@pytest.fixture
def anna(begin):
    user = User.objects.create_user("anna", password="a long password")
    return Learner.objects.create(user=user)


def sign_in(page):
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()


@pytest.fixture
def annas_question(open_page, begin, anna):
    """The page of a question of someone who is signed in."""
    url = begin("money", anna).get_absolute_url()
    page = open_page(f"/sign-in/?next={url}")
    sign_in(page)
    question(page)
    return page


def test_an_expired_login_leads_over_the_sign_in_and_keeps_the_answer(annas_question):
    page, url = annas_question, annas_question.url
    page.locator("[name=outcome][value=pay]").check(force=True)
    page.get_by_label("Profit").fill("180")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Settle").click()

    page.wait_for_url("**/sign-in/**")
    expect(heading(page)).to_have_text("Sign in")
    expect(page.get_by_role("link", name="Croupier")).to_be_visible()
    expect(page.get_by_text("so this was not taken")).to_be_in_viewport(ratio=1)
    sign_in(page)

    page.wait_for_url(url)
    expect(failure(page, "your answer is still here")).to_be_in_viewport(ratio=1)
    expect(said(page)).to_contain_text("your answer is still here")
    expect(page.get_by_role("radio", name="Pay")).to_be_checked()
    expect(page.get_by_label("Profit")).to_have_value("180")
    expect(page.get_by_role("button", name="Settle")).to_be_focused()
    page.keyboard.press("Enter")
    verdict(page)
    assert Answer.objects.get().given["amount"] == "180"


def test_an_expired_login_leads_back_to_the_question(annas_question):
    page, url = annas_question, annas_question.url
    page.context.clear_cookies(name="sessionid")
    page.reload()
    expect(heading(page)).to_have_text("Sign in")
    sign_in(page)
    page.wait_for_url(url)
    question(page)
    expect(page.locator("[data-failure]:visible")).to_have_count(0)


def test_a_guest_without_a_session_is_told(start, complaints):
    page = start("sides")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Player A").click()
    expect(failure(page, "no longer knows who began this sitting")).to_be_visible()
    expect(question(page)).to_be_visible()
    complaints.clear()


@pytest.mark.parametrize("where", ["/sign-in/", "/"])
def test_another_page_is_never_drawn_into_the_table(start, complaints, where):
    page = start("sides")
    page.route(
        "**/1/",
        lambda route: (
            route.continue_()
            if route.request.method == "GET"
            else route.fulfill(response=page.context.request.get(where))
        ),
    )
    page.get_by_role("button", name="Player A").click()
    expect(failure(page, KEPT)).to_be_visible()
    expect(page.locator("form[action='/sign-in/'], .home")).to_have_count(0)
    expect(question(page)).to_be_visible()
    assert all("Response Status Error Code 200" in complaint for complaint in complaints)
    complaints.clear()


# --- on its way ------------------------------------------------------------------------------


def test_a_slow_answer_is_sent_once_and_says_so(start):
    page = start("sides")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.route("**/1/", lambda route: (page.wait_for_timeout(1500), route.continue_()))
    button = page.get_by_role("button", name="Player A")
    button.click(no_wait_after=True)
    expect(page.locator(".answer")).to_have_attribute("aria-busy", "true")
    expect(button).to_be_disabled()
    expect(page.locator(".answer .sending")).to_be_visible()
    for _ in range(3):
        button.click(force=True)
        page.keyboard.press("ArrowRight")
    expect(said(page)).to_have_text("Sending…")
    verdict(page)
    assert sent.count("POST") == 1
    assert Answer.objects.count() == 1


def test_a_slow_next_is_sent_once(start):
    page = start("sides")
    answer_rightly(page)
    page.route("**/next/", lambda route: (page.wait_for_timeout(700), route.continue_()))
    button = page.get_by_role("button", name="Next")
    button.click(no_wait_after=True)
    expect(button).to_be_disabled()
    for _ in range(3):
        button.click(force=True)
        page.keyboard.press("Space")
    page.wait_for_url("**/2/")
    assert Question.objects.count() == 2


def test_a_double_click_starts_one_sitting(reference, open_page):
    page = open_page("/practice/which-hand-wins/texas-holdem/")
    page.get_by_role("button", name="Start").dblclick()
    page.wait_for_url("**/sittings/*/1/")
    assert Sitting.objects.count() == 1


# --- refused ---------------------------------------------------------------------------------


def test_an_amount_that_cannot_be_read_is_said_and_gets_the_focus(start, complaints):
    page = start("money")
    page.get_by_label("Profit").fill("1,250")
    page.keyboard.press("Enter")
    problem = page.locator("#problem")
    expect(problem).to_contain_text("“1,250” could be a thousand or a decimal.")
    expect(problem).to_be_in_viewport(ratio=1)
    expect(said(page)).to_contain_text("could be a thousand or a decimal")
    expect(page.get_by_label("Profit")).to_be_focused()
    expect(page.get_by_label("Profit")).to_have_value("1,250")
    expect(page.get_by_label("Profit")).to_have_accessible_description(problem.inner_text())
    assert any("422" in complaint for complaint in complaints)
    complaints.clear()
    page.get_by_label("Profit").fill("1250")
    page.keyboard.press("Enter")
    verdict(page)


@pytest.mark.parametrize("kind", ["seats", "money", "hand"])
def test_an_empty_answer_is_refused_in_words(start, complaints, kind):
    page = start(kind)
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_have_text("Choose an answer first.")
    expect(page.locator(".answer :focus")).to_have_count(1)
    assert not Answer.objects.exists()
    complaints.clear()
