"""The editor of a draft in a real browser: figures as one types, and what people do wrong.

Every mistake ends in a clear message, and nothing that was typed is lost.
"""

import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import expect

from rules.best_play import played
from rules.models import Draft, Version
from rules.versions import draft_ruleset
from tests.browser.looking import axe, cut_off, small_targets, structure
from tests.browser.tables import DESKTOP, NARROWEST, PHONE, sideways

PLACES = {"desktop": (DESKTOP, "en"), "phone": (PHONE, "uk")}


@pytest.fixture
def draft(reference):
    return reference.drafts.get(game="ultimate-texas-holdem")


@pytest.fixture
def solved(draft, computations):
    """The best play under the draft is known, so that its page does not keep asking for it:
    htmx tells the console when an answer on its way is given up for what was typed."""
    played(draft_ruleset(draft))
    computations.pop()()


@pytest.fixture
def edit(open_page):
    """`edit(draft, language)`: the draft's page, opened by an administrator."""

    def edit(draft, language="en", page="change", **options):
        users = get_user_model().objects
        boss = users.filter(username="boss").first() or users.create_superuser("boss")
        cookies = {"django_language": language}
        address = reverse(f"admin:rules_draft_{page}", args=[draft.pk])
        return open_page(address, user=boss, cookies=cookies, **options)

    return edit


class Editor:
    """The page in the language in which it is read; texts are named by their msgids."""

    def __init__(self, page, language):
        self.page, self.language = page, language

    def text(self, msgid, **params):
        with translation.override(self.language):
            return gettext(msgid) % params if params else gettext(msgid)

    def type(self, text, row=4, table="trips"):
        self.page.locator(f"[name={table}-{row}-pays]").fill(text)

    def choose(self, hand, row, table="trips"):
        self.page.locator(f"[name={table}-{row}-hand]").select_option(hand)

    def remove(self, row, table="trips"):
        return self.page.locator(f"[name={table}-{row}-DELETE]")

    def figure(self, name, row=4, table="trips"):
        return self.page.locator(f"#{table}-{row}-{name}")

    def edge(self, table="trips"):
        return self.page.locator(f"#worth-{table}")

    def percent(self, number):
        return number if self.language == "en" else number.replace(".", ",")

    def expect_edge(self, number, table="trips"):
        expect(self.edge(table).locator(".big")).to_contain_text(self.percent(number))

    def expect_said(self, msgid, row=4, **params):
        expect(self.figure("says", row)).to_contain_text(self.text(msgid, **params))

    def wait_for_an_answer(self):
        """After it the page does not ask by itself for two seconds."""
        with self.page.expect_response("**/values/"):
            pass

    def save(self):
        self.page.locator("[name=_save]").click()

    def expect_saved(self):
        done = self.text("The draft is saved. Practice goes by what is published.")
        expect(self.page.locator(".messagelist .success")).to_have_text(done)

    def expect_refused(self):
        note = self.text("Nothing was saved. Correct what is marked below.")
        expect(self.page.locator(".errornote:visible")).to_have_text(note)


def open_editor(edit, draft, place):
    viewport, language = PLACES[place]
    return Editor(edit(draft, language, viewport=viewport), language)


@pytest.fixture(params=PLACES)
def editor(request, edit, draft, solved):
    return open_editor(edit, draft, request.param)


def stored(draft, table="trips"):
    rows = draft_ruleset(Draft.objects.get(pk=draft.pk)).tables[table].rows
    return {row.key: str(row.pays) for row in rows}


# --- figures ------------------------------------------------------------------------------------


def test_figures_follow_what_is_typed(editor, draft):
    editor.expect_edge("3.50 %")
    editor.type("6")
    editor.expect_edge("6.52 %")
    expect(editor.figure("share")).to_have_text(editor.percent("22.66 %"))
    expect(editor.edge()).to_contain_text(editor.percent("+3.02"))
    expect(editor.page.locator("#said")).to_contain_text(editor.percent("6.52 %"))
    # The field that is typed in is never drawn anew.
    expect(editor.page.locator("[name=trips-4-pays]")).to_be_focused()
    assert stored(draft)["flush"] == "7"


@pytest.mark.parametrize("place", PLACES)
def test_the_best_play_comes_when_it_is_computed(edit, draft, computations, place):
    editor = open_editor(edit, draft, place)
    waiting = editor.text("computing…")
    expect(editor.edge("blind")).to_contain_text(waiting)
    editor.wait_for_an_answer()
    editor.type("6")
    editor.expect_edge("6.52 %")
    expect(editor.edge("blind")).to_contain_text(waiting)
    computations.pop()()
    editor.expect_edge("2.18 %", "blind")
    expect(editor.figure("hits", 0, "blind")).to_have_text(editor.percent("0.0031 %"))
    expect(editor.page.locator("[name=trips-4-pays]")).to_have_value("6")


def test_publishing_shows_the_edge_when_it_is_computed(edit, draft, computations):
    editor = Editor(edit(draft), "en")
    computations.pop()()
    editor.expect_edge("2.18 %", "blind")
    editor.type("2", 5, "blind")
    editor.page.locator("[name=_publish]").click()
    edges = editor.page.locator("#edges")
    expect(edges).to_contain_text("The whole round: computing…")
    editor.page.locator("#id_note").fill("New plates")
    while computations:
        computations.pop()()
    expect(edges).to_contain_text("instead of 2.18 %")
    expect(editor.page.locator("#id_note")).to_have_value("New plates")
    editor.page.locator("#publish_form [type=submit]").click()
    expect(editor.page.locator("#versions")).to_contain_text("New plates")
    assert Version.objects.filter(game=draft.game).count() == 2


def test_without_scripts_the_figures_are_those_that_are_stored(edit, draft):
    editor = Editor(edit(draft, java_script_enabled=False), "en")
    editor.expect_edge("3.50 %")
    editor.type("6")
    editor.save()
    editor.expect_saved()
    editor.expect_edge("6.52 %")
    expect(editor.edge("blind").locator("noscript")).to_be_visible()


# --- mistakes -----------------------------------------------------------------------------------


def test_three_point_two_for_three_to_two(editor, draft):
    editor.type("3.2")
    editor.expect_said(
        "%(typed)s is read as %(odds)s. For %(left)s to %(right)s write %(left)s:%(right)s.",
        typed="3.2", odds="16:5", left="3", right="2",
    )  # fmt: skip
    editor.type("3:2")
    expect(editor.figure("says")).not_to_contain_text("16:5")
    editor.save()
    editor.expect_saved()
    assert stored(draft)["flush"] == "3/2"


MISTYPED = {
    "7 to 1": "“%(text)s” is not odds. Write the profit per unit staked as 3, 3:2, 1.5 or 1,5.",
    "-5": "“%(text)s” is negative. Odds are 0 or more; 0 returns the bet.",
    "1,000": "“%(text)s” could be a thousand or a decimal. Write 1000 or 1, without a separator.",
    "7:0": "“%(text)s” divides by zero. Write odds as 3, 3:2, 1.5 or 1,5.",
}


def test_odds_that_are_none(editor, draft):
    for typed, said in MISTYPED.items():
        editor.type("8", row=3)
        editor.type(typed)
        editor.expect_said(said, text=typed)
        expect(editor.edge()).to_contain_text("–")
        expect(editor.figure("hits")).to_have_text("–")
        editor.save()
        editor.expect_refused()
        editor.expect_said(said, text=typed)
        expect(editor.page.locator("[name=trips-4-pays]")).to_have_value(typed)
        expect(editor.page.locator("[name=trips-3-pays]")).to_have_value("8")
        assert stored(draft)["flush"] == "7"
    editor.type("6")
    editor.expect_edge("6.52 %")
    editor.save()
    editor.expect_saved()


def test_a_row_that_is_half_filled(editor, draft):
    editor.choose("two-pair", 7)
    editor.expect_said("Write what this hand pays, or remove the row.", 7)
    editor.type("1", 8)
    editor.expect_said("Choose the hand that is paid.", 8)
    editor.save()
    editor.expect_refused()
    expect(editor.page.locator("[name=trips-7-hand]")).to_have_value("two-pair")
    editor.remove(8).check(force=True)
    editor.type("0", 7)
    editor.save()
    editor.expect_saved()
    assert stored(draft)["two-pair"] == "0"


def test_the_same_hand_twice(editor, draft):
    editor.choose("flush", 7)
    editor.type("9", 7)
    with translation.override(editor.language):
        flush = gettext("The hand “%(hand)s” stands twice in this table.").partition("%")[0]
    for row in (4, 7):
        expect(editor.figure("says", row)).to_contain_text(flush)
    editor.save()
    editor.expect_refused()
    expect(editor.page.locator("[name=trips-7-pays]")).to_have_value("9")
    assert stored(draft)["flush"] == "7"


def test_a_row_removed_by_accident(editor, draft):
    editor.remove(4).check(force=True)
    expect(editor.figure("hits")).to_have_text("–")
    expect(editor.edge().locator(".doubts")).to_be_visible()
    editor.remove(4).uncheck(force=True)
    editor.expect_edge("3.50 %")
    expect(editor.edge().locator(".doubts")).to_have_count(0)
    editor.save()
    said = editor.text("Nothing was changed.")
    expect(editor.page.locator(".messagelist .info")).to_have_text(said)
    assert stored(draft)["flush"] == "7"


def test_a_row_removed_and_saved_by_accident(editor, draft):
    editor.remove(4).check(force=True)
    editor.save()
    editor.expect_saved()
    # What was lost stands in the list of changes, and can be typed again.
    expect(editor.page.locator(".changes del")).to_have_text("7:1")
    editor.choose("flush", 6)
    editor.type("7", 6)
    editor.save()
    editor.expect_saved()
    expect(editor.page.locator(".changes li")).to_have_count(0)
    assert list(stored(draft))[4] == "flush"


def test_odds_that_fall(editor, draft):
    editor.type("9")
    expect(editor.edge().locator(".doubts li").first).to_contain_text("9:1")
    editor.save()
    editor.expect_saved()
    expect(editor.edge().locator(".doubts li").first).to_contain_text("9:1")
    assert stored(draft)["flush"] == "9"


def test_a_table_that_favours_the_player(editor, draft):
    editor.type("8")
    editor.type("9", row=3)
    editor.expect_edge("−2.12 %")
    text = editor.text("%(bet)s: the table favours the player, by %(edge)s of the stake.")
    expect(editor.edge().locator(".doubts")).to_contain_text(
        re.compile(re.escape(text % {"bet": "@", "edge": "@"}).replace("@", ".+"))
    )
    editor.save()
    editor.expect_saved()
    editor.page.goto(reverse("admin:rules_draft_publish", args=[draft.pk]))
    expect(editor.page.locator(".warn li")).to_contain_text([editor.percent("2.12 %")])
    assert stored(draft)["flush"] == "8"


def test_leaving_the_page_with_something_typed(editor, draft):
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    editor.page.on("dialog", stay)
    editor.page.locator("[name=trips-4-pays]").click()
    editor.page.keyboard.type("1")
    editor.page.locator(".breadcrumbs a").first.click()
    expect(editor.page.locator("[name=trips-4-pays]")).to_have_value(re.compile("1"))
    assert asked == ["beforeunload"]
    # Who saves is not asked.
    editor.type("6")
    editor.save()
    editor.expect_saved()
    editor.page.locator(".breadcrumbs a").first.click()
    editor.page.wait_for_url("**/admin/")
    assert asked == ["beforeunload"]


def test_the_same_draft_in_two_tabs(editor, draft):
    other = Editor(editor.page.context.new_page(), editor.language)
    other.page.goto(editor.page.url)
    other.type("6")
    other.save()
    other.expect_saved()
    editor.type("5")
    editor.type("2", row=6)
    editor.save()
    expect(editor.page.locator(".errornote:visible")).to_be_visible()
    expect(editor.page.locator("[name=trips-4-pays]")).to_have_value("5")
    expect(editor.page.locator("[name=trips-6-pays]")).to_have_value("2")
    assert stored(draft) == stored(draft) | {"flush": "6", "three-of-a-kind": "3"}


def test_saved_and_back_again(editor, draft):
    editor.type("6")
    editor.save()
    editor.expect_saved()
    editor.page.go_back()
    expect(editor.page.locator("[name=trips-4-pays]")).to_have_value("6")
    editor.type("5")
    editor.save()
    editor.expect_saved()
    assert stored(draft)["flush"] == "5"


def test_saved_twice_by_a_double_click(editor, draft):
    editor.type("6")
    editor.page.locator("[name=_save]").dblclick()
    editor.expect_saved()
    assert Draft.objects.get(pk=draft.pk).revision == 1


# --- when the server is not there ---------------------------------------------------------------


def test_figures_that_do_not_come_are_missed(editor, draft, complaints):
    editor.expect_edge("3.50 %")
    editor.page.context.set_offline(True)
    editor.type("6")
    expect(editor.page.locator("#figures-failed")).to_be_visible()
    expect(editor.edge()).to_have_class(re.compile(r"\bstale\b"))
    editor.page.context.set_offline(False)
    editor.type("5")
    editor.expect_edge("9.55 %")
    expect(editor.page.locator("#figures-failed")).to_be_hidden()
    editor.page.close()
    complaints.clear()


def test_a_sign_in_that_has_ended_is_not_taken_for_figures(editor, complaints):
    editor.page.context.clear_cookies(name="sessionid")
    editor.type("6")
    expect(editor.page.locator("#figures-failed")).to_be_visible()
    expect(editor.page.locator("[name=trips-4-pays]")).to_have_value("6")
    # It asks again, and that would be complained of later.
    editor.page.close()
    complaints.clear()


# --- look ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["russian-poker", "ultimate-texas-holdem"])
@pytest.mark.usefixtures("solved")
def test_accessibility(edit, reference, game, scheme, complaints):
    page = edit(reference.drafts.get(game=game), color_scheme=scheme, viewport=DESKTOP)
    table = "trips" if game == "ultimate-texas-holdem" else "bonus6"
    page.locator(f"[name={table}-4-pays]").fill("50")
    page.locator(f"[name={table}-5-pays]").fill("x")
    expect(page.locator(".row-error")).to_be_visible()
    expect(page.locator(".stale")).to_have_count(0)
    assert looked_at(page, complaints) == ([], 1, [])
    page.locator(f"[name={table}-5-pays]").fill("3.2")
    page.locator("[name=_publish]").click()
    expect(page.locator("#edges")).to_be_visible()
    assert looked_at(page, complaints) == ([], 1, [])


def looked_at(page, complaints):
    """What axe finds, the number of first headings, and ids that occur twice."""
    assert complaints == []
    violations, _ = axe(page)
    # What axe itself does to lists to choose from is against the policy.
    complaints.clear()
    found = structure(page)
    return violations, found["headings"], found["ids"]


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_nothing_is_cut_off(edit, reference, language, computations):
    for draft in reference.drafts.all():
        page = edit(draft, language)
        for viewport in (NARROWEST, PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            assert not sideways(page)
            assert cut_off(page) == []
            assert small_targets(page) == []
