"""Every page in every language and theme: axe, size of what is pressed, nothing cut off."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from playwright.sync_api import expect

from rules.proving import record_run
from rules.versions import find_house
from tests.browser.looking import axe, cut_off, small_targets, structure
from tests.browser.tables import (
    ANSWERS,
    DESKTOP,
    NARROWEST,
    PHONE,
    answer_rightly,
    answer_wrongly,
    open_menu,
    read_in,
    sideways,
)
from tests.rules.proven import findings
from tests.trainer.practice.record.bulk import give_answers, make_deals
from trainer.accounts import services
from trainer.models import Learner, User
from trainer.school.permissions import ALLOWED

# Names of addresses whose pages have tests of their own: those of a school.
ELSEWHERE = {*ALLOWED}
# Names of addresses that show no page of their own.
NO_PAGE = {
    "again",
    "end",
    "export-csv",
    "export-json",
    "next",
    "pair",
    "redo",
    "redo-sitting",
    "set_language",
    "shift",
    "sign-out",
    "sitting",
}


def opened(path):
    def visit(place):
        return place.open(path)

    return visit


def with_drawers(page):
    for summary in page.locator("summary").all():
        summary.click()
    return page


def with_menu(place):
    page = place.open("/")
    open_menu(page)
    return page


def home_of_a_learner(place):
    page = place.start("sides")
    answer_wrongly(page)
    page.goto("/")
    return page


def ended_streak(place):
    page = place.start("sides")
    page.goto("/practice/streak/")
    page.get_by_role("combobox").select_option("russian-poker/which-hand-wins")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/1/")
    answer_wrongly(page)
    page.get_by_role("link", name="Result").click()
    page.wait_for_url("**/result/")
    return page


def question_in_mode(path, **chosen):
    """The first question of a run, with all that lies beside it."""

    def begin(place):
        page = place.open(path)
        for name, value in chosen.items():
            field = page.locator(f"[name={name}]")
            if name == "theme":
                field.select_option(value)
            else:
                page.locator(f"[name={name}][value='{value}']").check(force=True)
        page.locator(".panel button.primary").click()
        page.wait_for_url("**/1/")
        return page

    return begin


def question_of(kind):
    return lambda place: with_drawers(place.start(kind))


def verdict_of(kind):
    def visit(place):
        page = place.start(kind)
        (answer_rightly if kind == "seats" else answer_wrongly)(page)
        return with_drawers(page)

    return visit


def refused_answer(place):
    page = place.start("money")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_be_visible()
    place.complaints.clear()
    return page


def failed_answer(place):
    page = place.start("sides")
    page.context.set_offline(True)
    page.get_by_role("button", name="Player A").click()
    expect(page.locator("[data-failure=network]")).to_be_visible()
    page.context.set_offline(False)
    place.complaints.clear()
    return page


def result(place):
    page = place.start("six cards")
    answer_wrongly(page)
    page.get_by_role("button", name="End").click()
    page.wait_for_url("**/result/")
    return page


def empty_result(place):
    page = place.start("sides")
    page.get_by_role("button", name="End").click()
    page.wait_for_url("**/result/")
    return page


def practised(place, path):
    """Signed in as somebody with answers to several drills."""
    now, anna = timezone.now(), make_anna()
    deals = make_deals(find_house("reference"), now, each=2)
    give_answers(anna.learner, find_house("reference"), 60, now, deals=deals, days=20)
    return place.open(path, user=anna)


def progress(place):
    return with_drawers(practised(place, "/progress/?drill=name-the-hand"))


def history(place, path=""):
    return practised(place, f"/history/{path}")


def make_anna():
    user = User.objects.create_user("anna", password="a long password")
    Learner.objects.create(user=user)
    return user


def of_anna(path):
    return lambda place: place.open(path, user=make_anna())


def refused_sign_in(place):
    page = place.open("/sign-in/")
    page.get_by_label("Name").fill("nobody")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.locator("main .problem, main .errorlist")).to_be_visible()
    place.complaints.clear()
    return page


def add_answers(place):
    page = place.start("sides")
    answer_wrongly(page)
    make_anna()
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/add-answers/**")
    return page


def variants(place, chosen=""):
    call_command("seed", verbosity=0)
    return place.open(f"/rules/variants/russian-poker/{chosen}")


def proved(place):
    """With a figure that differs, and one that was not tried."""
    found = findings(hands_5_flush=5107, without=["hands-5-pair"])
    record_run(found, ran_at=timezone.now(), took_ms=12_345)
    return place.open("/how-we-know/")


def reset_password(place):
    return place.open(services.reset_address(User.objects.create_user("anna")))


def not_found(place):
    return place.open("/nowhere/")


def opened_by_a_button_only(place):
    return place.open("/sign-out/")


def forbidden(place):
    def refuse(*_):
        raise PermissionDenied

    place.monkeypatch.setattr("trainer.practice.views.menu", refuse)
    return place.open("/")


def broken(place):
    place.monkeypatch.setattr("trainer.practice.views.menu", None)
    return place.open("/")


# Name of the address, and how one gets there; the first word of a key is that name.
PAGES = {
    "home": opened("/"),
    "home with its menu": with_menu,
    "home again": home_of_a_learner,
    "sprint": opened("/practice/sprint/"),
    "streak": opened("/practice/streak/"),
    "wishes": opened("/practice/plan/"),
    "question of a sprint": question_in_mode(
        "/practice/sprint/", theme="russian-poker/which-hand-wins"
    ),
    "question to learn by": question_in_mode(
        "/practice/name-the-hand/texas-holdem/", length=0, help="learn"
    ),
    "result of a streak": ended_streak,
    "start which hand wins": opened("/practice/which-hand-wins/texas-holdem/"),
    "start what the bonus pays": opened("/practice/what-the-bonus-pays/russian-poker/"),
    "start name the hand": opened("/practice/name-the-hand/russian-poker/"),
    **{f"question {kind}": question_of(kind) for kind in ANSWERS},
    **{f"question {kind} answered": verdict_of(kind) for kind in ANSWERS},
    "question refused": refused_answer,
    "question failed": failed_answer,
    "result": result,
    "result empty": empty_result,
    "progress": progress,
    "progress before": opened("/progress/"),
    "history": history,
    "answers": lambda place: with_drawers(history(place, "answers/")),
    "export": lambda place: with_drawers(history(place, "export/")),
    "delete-practice": lambda place: history(place, "delete/"),
    "rules": opened("/rules/"),
    "variants": variants,
    "variants of one house": lambda place: variants(place, "?house=campione"),
    "game-rules": opened("/rules/reference/russian-poker/"),
    "how-we-know": proved,
    "how-we-know before": opened("/how-we-know/"),
    "look-up": opened("/look-up/"),
    "look-up of a showdown": opened(
        "/look-up/?game=texas-holdem&house=reference&v=1&p1=AsAc&p2=QcQs&board=KdKs8d9c9s"
    ),
    "settings": opened("/settings/"),
    "sign-in": opened("/sign-in/"),
    "sign-in refused": refused_sign_in,
    "sign-up": opened("/sign-up/"),
    "account": of_anna("/account/"),
    "change-password": of_anna("/account/password/"),
    "add-answers": add_answers,
    "reset-password": reset_password,
    "404": not_found,
    "405": opened_by_a_button_only,
    "403": forbidden,
    "500": broken,
}
BARE = {"500"}


class Place:
    """Where pages are opened."""

    def __init__(self, open_page, start, complaints, monkeypatch):
        self.open, self.start = open_page, start
        self.complaints, self.monkeypatch = complaints, monkeypatch


@pytest.fixture
def place(reference, open_page, start, complaints, monkeypatch):
    Learner.objects.create()
    return Place(open_page, start, complaints, monkeypatch)


def names(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name
        elif pattern.namespace is None:
            yield from names(pattern.url_patterns)


def test_no_page_is_left_out():
    looked_at = {key.split()[0] for key in PAGES} - {"404", "405", "403", "500"}
    assert looked_at == set(names(get_resolver().url_patterns)) - NO_PAGE - ELSEWHERE


@pytest.mark.parametrize("name", PAGES)
def test_every_page(place, name):
    page = PAGES[name](place)
    # Colours that are still on their way from one theme to the other are nobody's choice.
    page.emulate_media(reduced_motion="reduce")
    for language, theme in (("en", "light"), ("uk", "dark"), ("ru", "light")):
        if language != "en":
            read_in(page, language)
            with_drawers(page)
        page.emulate_media(color_scheme=theme)
        assert structure(page) == {
            "live": name not in BARE,
            "headings": 1,
            "ids": [],
            "lang": language,
        }
        assert small_targets(page) == []
        for viewport in (NARROWEST, DESKTOP, PHONE):
            page.set_viewport_size(viewport)
            assert sideways(page) == 0
            assert cut_off(page) == []
        assert axe(page, colours=language != "ru")[0] == []
    if name in BARE | {"403", "404", "405"}:
        place.complaints.clear()
