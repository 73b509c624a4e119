"""A sitting by roles and names alone; nothing by colour alone; contrast, motion, paper."""

import base64

import pytest
from playwright.sync_api import expect

from rules.engine.cards import parse_cards
from rules.naming import card_name
from tests.browser.tables import (
    ANSWERS,
    DESKTOP,
    KINDS,
    MAGNIFIED,
    NARROWEST,
    PHONE,
    answer_rightly,
    answer_wrongly,
    fill,
    heading,
    open_menu,
    question,
    read_in,
    sideways,
    stored_answer,
    verdict,
    wrong_answer,
)
from trainer.models import Question

# --- roles and names -------------------------------------------------------------------------


def cards_read(page):
    """Names of the cards in the accessibility tree, in reading order."""
    return [
        line.split('"')[1]
        for line in page.get_by_role("region", name="Cards").aria_snapshot().splitlines()
        if line.strip().startswith("- img")
    ]


def answer_by_names(page, answer):
    """Answer by what a screen reader is told, without a look at the page."""
    names = {"left": "Player A", "right": "Player B", "tie": "Split pot"}
    if answer["kind"] == "sides":
        page.get_by_role("button", name=names[answer["choice"]]).click()
        return
    if answer["kind"] == "seats":
        for seat in answer["seats"]:
            page.get_by_role("checkbox", name=f"Player {'ABCDEF'[seat]}").check(force=True)
        decides = {"category": "The category", "nothing": "Nothing, everyone ties"}
        name = decides.get(answer["also"]) or f"{rank_name(answer['also']).capitalize()} decides"
        page.get_by_role("radio", name=name).check(force=True)
    elif answer["kind"] == "money":
        page.get_by_role("radio", name=answer["outcome"].capitalize()).check(force=True)
        if answer["outcome"] == "pay":
            page.get_by_role("textbox", name="Profit").fill(answer["amount"])
    else:
        hand = answer["hand"].replace("-", " ").capitalize()
        hands = page.get_by_role("group", name="Hand")
        exact = {"Ace king": "Ace-king"}.get(hand, hand)
        hands.get_by_role("radio", name=exact, exact=True).check(force=True)
        for field, group in (("first", "First rank"), ("second", "Second rank")):
            if field in answer:
                rank = rank_name(answer[field])
                ranks = page.get_by_role("group", name=group)
                ranks.get_by_role("radio", name=rank, exact=False).check(force=True)
    page.get_by_role("button", name="Settle" if answer["kind"] == "money" else "Answer").click()


def rank_name(letter):
    return card_name(parse_cards(f"{letter}s")[0]).split()[0]


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_sitting_by_roles_and_names(start, kind):
    page = start(kind, length=5)
    # One kind from end to end; of the others what they do not share with it.
    for position in range(1, 6 if kind == "seats" else 2):
        groups = Question.objects.get(position=position).deal.value.groups
        dealt = [card_name(card) for group in groups for card in group.cards]
        assert sorted(cards_read(page)) == sorted(dealt)
        answer_by_names(page, stored_answer(page))
        expect(page.get_by_role("heading", level=1)).to_contain_text("Right: ")
        assert page.get_by_role("main").get_by_role("listitem").count() >= 2
        if position < 5:
            page.get_by_role("button", name="Next").click()
            page.wait_for_url(f"**/{position + 1}/")
            expect(page.get_by_role("heading", level=1)).to_be_focused()
    if kind == "seats":
        page.get_by_role("link", name="Result").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("5 of 5 right")


def tab_to(page, role, name):
    """Go with Tab until the control of that role and name has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True)
    for _ in range(200):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach the {role} “{name}”")


def test_a_sitting_from_the_first_page_by_tab_and_enter_alone(reference, open_page):
    """Without any of the keys, and with the focus always to be seen."""
    page = open_page("/", viewport=DESKTOP)
    games = page.locator("summary")
    while not games.last.evaluate("summary => summary === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, "link", "Choose level Which hand wins, Texas Hold’em")
    page.keyboard.press("Enter")
    page.wait_for_url("**/practice/**")
    tab_to(page, "radio", "10")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "button", "Start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sittings/*/1/")
    for position in range(1, 6):
        tab_to(page, "button", "Player A")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
        page.keyboard.press("Enter")
        expect(verdict(page)).to_be_focused()
        tab_to(page, "button" if position < 5 else "link", "Next" if position < 5 else "Result")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{position + 1}/" if position < 5 else "**/result/")
        if position < 5:
            expect(heading(page)).to_be_focused()
            question(page)
    expect(heading(page)).to_contain_text("of 5 right")


def test_the_menu_opens_by_keyboard_and_closes_by_escape(page):
    page.locator(".menu-button").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Main menu")).to_be_visible()
    tab_to(page, "link", "Rules")
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation", name="Main menu")).to_be_hidden()
    expect(page.locator(".menu-button")).to_be_focused()


def test_the_page_says_which_language_it_speaks(page):
    for code, language in (("ru", "Русский"), ("uk", "Українська"), ("en", "English")):
        open_menu(page)
        page.get_by_role("button", name=language).click()
        expect(page.locator("html")).to_have_attribute("lang", code)
    for code in ("en", "uk", "ru"):
        expect(page.locator(f".languages [value={code}]")).to_have_attribute("lang", code)


# --- small and magnified ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_on_every_screen_cards_can_be_read_and_on_a_phone_the_answer_is_in_reach(start, kind):
    page = start(kind)
    # Where ranks are asked for, the cards stay in sight instead.
    if kind not in ("seats", "hand with ranks"):
        expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    for prepare in (None, answer_wrongly):
        if prepare:
            page.set_viewport_size(PHONE)
            prepare(page)
        for viewport in (MAGNIFIED, NARROWEST, PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            assert sideways(page) == 0
            for box in page.locator(".card").evaluate_all(
                "all => all.map(card => card.getBoundingClientRect().toJSON())"
            ):
                assert box["left"] >= 0
                assert box["right"] <= viewport["width"]
                # An index of 26 of the card’s 63 units is then 14 px high at least.
                assert box["width"] >= 34


def test_header_and_tally_do_not_meet(start):
    page = start("sides", length=20, viewport=NARROWEST)
    for language in ("en", "uk", "ru"):
        read_in(page, language)
        page.locator(".clock").evaluate("clock => { clock.textContent = '1:00:00'; }")
        mark, tally, menu = (
            page.locator(place).bounding_box() for place in (".mark", ".tally", ".menu-button")
        )
        assert mark["x"] + mark["width"] <= tally["x"]
        assert tally["x"] + tally["width"] <= menu["x"]
        assert tally["y"] + tally["height"] <= 52


# --- colour, contrast, motion ----------------------------------------------------------------

_DIFFERENCE = """async ([one, other]) => {
  const pixels = async source => {
    const image = new Image();
    image.src = "data:image/png;base64," + source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, 26, 26).data;
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length;
}"""


def grey_picture(locator):
    """A screenshot as someone sees it who sees no colours."""
    page = locator.page
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    return base64.b64encode(locator.screenshot()).decode()


@pytest.fixture
def difference(browser):
    """`difference(png, png)`: how far two pictures are apart, from 0 to 255."""
    blank = browser.new_page()
    yield lambda *pictures: blank.evaluate(_DIFFERENCE, list(pictures))
    blank.close()


def test_right_and_wrong_differ_in_words_and_signs_not_in_colour_alone(start, difference):
    pictures = {}
    for answer, word in ((answer_rightly, "Right: "), (answer_wrongly, "No: ")):
        page = start("sides", viewport=DESKTOP)
        expect(answer(page)).to_contain_text(word)
        page.get_by_role("button", name="Next").click()
        page.wait_for_url("**/2/")
        tally = page.get_by_role("img", name="Question 2 of 10")
        expect(tally).to_have_accessible_name(
            f"Question 2 of 10; {1 if word == 'Right: ' else 0} of 1 right"
        )
        dot = page.locator(".dot").first
        page.go_back()
        icon = page.locator(".verdict .ico")
        pictures[word] = grey_picture(icon), dot.evaluate("d => getComputedStyle(d).borderRadius")
    right, wrong = pictures.values()
    assert difference(right[0], wrong[0]) > 10
    assert right[1] != wrong[1]


def test_cards_say_in_words_what_they_do(start):
    page = start("sides")
    answer_wrongly(page)
    for mark, words in (("plays", "plays"), ("decides", "decides"), ("idle", "does not play")):
        for card in page.locator(f".card.{mark}").all():
            assert card.get_attribute("aria-label").endswith(f", {words}")


def test_what_is_chosen_is_marked_by_more_than_colour(start):
    page = start("seats")
    box = page.locator(".toggle").first
    box.locator("input").check(force=True)
    assert box.locator("span").evaluate("s => getComputedStyle(s, '::after').content") == '"✓"'
    page = start("money")
    segment = page.locator(".seg label").first
    segment.locator("input").check(force=True)
    weights = page.locator(".seg span").evaluate_all(
        "all => all.map(s => getComputedStyle(s).fontWeight)"
    )
    assert weights == ["600", "400", "400"]


@pytest.mark.parametrize("kind", ["seats", "money", "hand with ranks"])
def test_forced_colours_keep_borders_and_choices(start, kind):
    page = start(kind, forced_colors="active")
    fill(page, wrong_answer(stored_answer(page)))
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for chosen in page.locator(".answer input:checked + span").all():
        style = chosen.evaluate("s => getComputedStyle(s).backgroundColor")
        assert style != ground
    for button in page.locator(".answer button").all():
        assert button.evaluate("b => getComputedStyle(b).borderTopWidth") != "0px"
    page.locator(".answer .primary").click()
    expect(verdict(page)).to_contain_text("No: ")


def test_more_contrast_is_given_where_it_is_asked_for(start):
    shades = []
    for contrast in ("no-preference", "more"):
        page = start("sides", contrast=contrast)
        shades.append(page.locator(".crumb").evaluate("c => getComputedStyle(c).color"))
    assert shades[1] == page.evaluate("getComputedStyle(document.body).color") != shades[0]


def test_nothing_moves_where_less_motion_is_asked_for(start):
    page = start("seats", reduced_motion="reduce")
    answer_rightly(page)
    moving = page.evaluate(
        """[...document.querySelectorAll("*")].filter(element => {
          const style = getComputedStyle(element);
          return parseFloat(style.transitionDuration) || parseFloat(style.animationDuration);
        }).length"""
    )
    assert moving == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_gets_cards_and_words_and_nothing_to_press(start, scheme):
    page = start("sides", color_scheme=scheme, settings={"theme": scheme})
    answer_wrongly(page)
    page.emulate_media(media="print")
    expect(page.locator("button:visible, summary:visible, nav:visible")).to_have_count(0)
    expect(page.locator(".why")).to_be_visible()
    expect(page.locator(".card")).to_have_count(9)
    for place in ("body", ".felt", ".ask", ".crumb"):
        style = page.locator(place).evaluate(
            "e => { const s = getComputedStyle(e); return [s.color, s.backgroundColor]; }"
        )
        assert style[0] in ("rgb(0, 0, 0)", "rgb(68, 68, 68)")
        assert style[1] in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


# --- what the settings change ----------------------------------------------------------------

THEMES = {"light": "rgb(246, 245, 241)", "dark": "rgb(18, 22, 25)"}


@pytest.mark.parametrize("theme", ["system", "light", "dark"])
def test_the_theme_is_the_one_chosen_or_the_systems(start, theme):
    page = start("sides", settings={"theme": theme})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == THEMES[scheme if theme == "system" else theme]


def test_the_deck_has_its_colours(start):
    for deck, colours in (("four", 4), ("two", 2), ("safe", 4)):
        page = start("seats", settings={"deck": deck})
        suits = page.evaluate(
            """["spade", "heart", "diamond", "club"].map(suit => {
              const pip = document.querySelector(`.card.${suit} use`);
              return pip && getComputedStyle(pip).fill;
            })"""
        )
        assert len(set(suits)) == colours
