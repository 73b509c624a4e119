"""Accounts in a real browser: progress that moves along, settings, a login that ends."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.tables import DESKTOP, answer_wrongly, give, heading, open_menu, stored_answer
from trainer.models import Answer, Learner, User

pytestmark = pytest.mark.usefixtures("reference")

PASSWORD = "the kicker plays"
HOME = re.compile(r"^http://localhost:\d+/$")


@pytest.fixture
def anna(db):
    return User.objects.create_user("anna", password=PASSWORD)


def main_button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def sign_in(page, password=PASSWORD):
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password", exact=True).fill(password)
    main_button(page, "Sign in").click()


def sign_up(page, name="anna"):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password once more").fill(PASSWORD)
    main_button(page, "Sign up").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_signing_up_keeps_progress_and_the_open_sitting(start, scripts):
    page = start("sides", length=5, java_script_enabled=scripts)
    if scripts:
        answer_wrongly(page)
    else:
        page.get_by_role("button", name="Player A").click()
        expect(page.locator(".verdict")).to_be_visible()
    sitting = page.url
    page.goto(f"/sign-up/?next={sitting[sitting.index('/sittings/') :]}")
    expect(page.get_by_text("1 answer that you have given here moves")).to_be_visible()
    sign_up(page)
    page.wait_for_url(sitting)
    expect(page.locator(".verdict")).to_be_visible()
    page.goto("/")
    expect(heading(page)).to_have_text("Today’s shift")
    expect(page.get_by_role("heading", name="Go on where you stopped")).to_be_visible()
    page.goto("/account/")
    expect(page.get_by_role("term").filter(has_text="Answers given")).to_be_visible()
    expect(page.locator(".facts dd").nth(1)).to_have_text("1")
    assert Answer.objects.get().question.sitting.learner.user == User.objects.get()
    assert Learner.objects.count() == 1


@pytest.mark.parametrize(("choice", "answers"), [("Do not add", 0), ("Add", 1)])
def test_signing_in_asks_what_becomes_of_the_answers(start, anna, choice, answers):
    page = start("sides")
    answer_wrongly(page)
    page.goto("/sign-in/")
    sign_in(page)
    expect(heading(page)).to_have_text("Add 1 answer to this account?")
    main_button(page, choice).click()
    page.wait_for_url(HOME)
    assert Answer.objects.filter(question__sitting__learner__user=anna).count() == answers
    page.goto("/account/")
    main_button(page, "Sign out").click()
    page.wait_for_url(HOME)
    open_menu(page)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(heading(page)).to_have_text("Ten hands at the table")
    assert Answer.objects.count() == 1


def test_a_login_that_ends_leads_over_the_sign_in_page_back_to_the_question(start, anna):
    page = start("sides")
    page.goto("/sign-up/")
    sign_up(page, "berta")
    page.wait_for_url(HOME)
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/sittings/**")
    question = page.url
    berta = User.objects.get(username="berta")
    berta.set_password("another one entirely")
    berta.save()
    page.get_by_role("button", name="Player A").click()
    page.wait_for_url("**/sign-in/?next=/sittings/**")
    expect(page.get_by_text("You are signed out, so this was not taken.")).to_be_visible()
    expect(page.locator("header")).to_have_count(1)
    expect(page.locator("#table")).to_have_count(0)
    assert Answer.objects.count() == 0
    page.get_by_label("Name").fill("berta")
    page.get_by_label("Password", exact=True).fill("another one entirely")
    main_button(page, "Sign in").click()
    page.wait_for_url(question)
    give(page, stored_answer(page))
    assert Answer.objects.count() == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_settings_are_saved_with_and_without_scripts(open_page, scripts):
    page = open_page("/settings/", java_script_enabled=scripts, viewport=DESKTOP)
    page.get_by_role("radio", name="Dark").check(force=True)
    page.get_by_role("radio", name="Українська").check(force=True)
    page.get_by_label("Time zone").select_option("Europe/Kyiv")
    main_button(page, "Save").click()
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".done")).to_be_visible()
    expect(page.locator("[name=theme][value=dark]")).to_be_checked()
    expect(page.locator("[name=time_zone]")).to_have_value("Europe/Kyiv")


def test_settings_by_keyboard(open_page):
    page = open_page("/settings/", viewport=DESKTOP)
    page.get_by_role("radio", name="As the device").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_focus_of_a_refused_form_is_where_it_goes_on(open_page, anna, complaints):
    page = open_page("/sign-in/")
    sign_in(page, "wrong")
    expect(page.locator(".problem")).to_be_focused()
    page.goto("/sign-up/")
    sign_up(page, "Anna")
    expect(page.get_by_label("Name")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_accessible_description(
        "You sign in with it. Without spaces. This name is taken. Choose another one."
    )
    complaints.clear()


def test_a_password_can_be_pasted_and_shown(open_page, browser, live_server):
    page = open_page("/sign-up/")
    field = page.get_by_label("Password", exact=True)
    page.get_by_label("Name").fill("to be pasted")
    page.get_by_label("Name").press("Control+a")
    page.keyboard.press("Control+x")
    field.press("Control+v")
    expect(field).to_have_value("to be pasted")
    expect(field).to_have_attribute("type", "password")
    page.get_by_label("Show what I type").check()
    expect(field).to_have_attribute("type", "text")
    page.get_by_label("Show what I type").uncheck()
    expect(field).to_have_attribute("type", "password")


def test_without_scripts_no_switch_is_offered_that_does_nothing(open_page):
    page = open_page("/sign-up/", java_script_enabled=False)
    expect(page.get_by_label("Show what I type")).to_be_hidden()


def test_a_name_that_is_markup_is_text_in_every_corner(open_page, anna):
    name = "<img src=x onerror=alert(1)>"
    User.objects.update(display_name=name)
    page = open_page("/sign-in/?next=/account/", viewport=DESKTOP)
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    sign_in(page)
    expect(heading(page)).to_have_text(name)
    expect(page.locator("header .person")).to_have_text(name)
    page.goto("/account/password/")
    expect(page.locator(".crumb")).to_have_text(name)
    expect(page.locator("img")).to_have_count(0)
    assert dialogs == []
