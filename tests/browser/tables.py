"""What browser tests do at a table: find the right answer, give one, read what is said."""

from playwright.sync_api import expect

from trainer.drills import find_drill
from trainer.models import Question

PHONE = {"width": 360, "height": 740}
NARROWEST = {"width": 320, "height": 640}
# What is left of 1280 × 800 at 400 %.
MAGNIFIED = {"width": 320, "height": 200}
DESKTOP = {"width": 1280, "height": 800}
TOUCH = {"has_touch": True, "is_mobile": True}

# Every kind of answer and every layout of the cards: drill, game, level.
KINDS = {
    "sides": ("which-hand-wins", "texas-holdem", 1),
    "six cards": ("which-hand-wins", "russian-poker", 3),
    "seats": ("which-hand-wins", "texas-holdem", 3),
    "money": ("what-the-bonus-pays", "russian-poker", 2),
    "seven cards": ("what-the-bonus-pays", "ultimate-texas-holdem", 3),
    "hand": ("name-the-hand", "russian-poker", 2),
    "hand with ranks": ("name-the-hand", "texas-holdem", 3),
}
# One of each kind of answer.
ANSWERS = ("sides", "seats", "money", "hand", "hand with ranks")


def said(page):
    return page.locator("#said")


def heading(page):
    return page.get_by_role("heading", level=1)


def verdict(page):
    """Waits for a verdict; gives its heading."""
    expect(page.locator(".verdict")).to_be_visible()
    return heading(page)


def question(page):
    """Waits for a question; gives its form."""
    form = page.locator(".answer")
    expect(form).to_be_visible()
    return form


def failure(page, text):
    """What is shown beside the button when a form could not be sent."""
    return page.locator("[data-failure]:visible").filter(has_text=text)


def stored_answer(page):
    """The right answer to the question at the page's address, as its data."""
    uuid, position = page.url.split("/sittings/")[1].split("/")[:2]
    asked = Question.objects.select_related("deal__version__house")
    deal = asked.get(sitting__uuid=uuid, position=position).deal
    return find_drill(deal.drill).expected(deal.value, deal.version.ruleset).to_data()


def wrong_answer(right):
    """An answer of the same kind that is not *right*."""
    if right["kind"] == "sides":
        return right | {"choice": "left" if right["choice"] != "left" else "right"}
    if right["kind"] == "seats":
        return right | {"seats": [0] if right["seats"] != [0] else [1]}
    if right["kind"] == "money":
        return right | {"outcome": "take" if right["outcome"] != "take" else "push"}
    return right | {"hand": "flush" if right["hand"] != "flush" else "pair"}


def fill(page, answer):
    """Put *answer* into the form; gives the button that sends it."""
    form = question(page)
    if "also" in answer:
        form.locator(f"[name=also][value='{answer['also']}']").check(force=True)
    if answer["kind"] == "sides" and "also" in answer:
        form.locator(f"[name=choice][value={answer['choice']}]").check(force=True)
        return form.locator(".primary")
    if answer["kind"] == "sides":
        return form.locator(f"[name=choice][value={answer['choice']}]")
    if answer["kind"] == "seats":
        for seat in answer["seats"]:
            form.locator(f"[name=seats][value='{seat}']").check(force=True)
    elif answer["kind"] == "money":
        form.locator(f"[name=outcome][value={answer['outcome']}]").check(force=True)
        if answer["outcome"] == "pay":
            form.locator("#amount").fill(answer["amount"])
    else:
        form.locator(f"[name=hand][value={answer['hand']}]").check(force=True)
        for rank in ("first", "second"):
            if form.locator(f"[name={rank}]").count():
                chosen = answer.get(rank, "9" if answer["hand"] in ("pair", "flush") else "")
                form.locator(f"[name={rank}][value='{chosen}']").check(force=True)
    return form.locator(".primary")


def give(page, answer):
    """Send *answer*; gives the heading of the verdict."""
    fill(page, answer).click()
    return verdict(page)


def answer_rightly(page):
    return give(page, stored_answer(page))


def answer_wrongly(page):
    return give(page, wrong_answer(stored_answer(page)))


def press_all(page, keys):
    for key in keys:
        page.keyboard.press(key)


def open_menu(page):
    """On a phone links and languages lie behind “Menu”."""
    button = page.locator(".menu-button")
    if button.is_visible():
        button.click()


def read_in(page, language):
    """Open the page's address anew in *language*: en, uk or ru."""
    host = page.url.split("/", 3)[:3]
    cookie = {"name": "django_language", "value": language, "url": "/".join(host)}
    page.context.add_cookies([cookie])
    page.goto(page.url)


def sideways(page):
    """By how many pixels the page is wider than the window."""
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
