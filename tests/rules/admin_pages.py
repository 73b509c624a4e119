"""Working with the admin's pages as a person does in a browser."""

import re
from html import unescape

from django.urls import reverse
from django.utils import timezone

from rules.models import Draft, DraftPayRow, House, Version
from rules.versions import draft_ruleset, live_version
from tests.rules.page_forms import form_values

# What stands in a row of a pay table.
ROW = ("table", "hand", "rank", "bound", "pays_numerator", "pays_denominator", "fixed")
# What `filled` has got, by the content of the draft.
FILLED = {}
TOKEN = "t" * 32


def address(draft, page="change"):
    return reverse(f"admin:rules_draft_{page}", args=[draft.pk])


def opened(browser, draft, language="en"):
    """What the draft's form holds when it is opened."""
    page = browser.get(address(draft), headers={"accept-language": language})
    assert page.status_code == 200
    return form_values(page, "draft_form")


def filled(browser, draft, language="en"):
    """As `opened`, for tests of what comes after: the page of drafts with the same content is
    asked for once. Who sends it may change it."""
    content = Draft.objects.values("game", "revision", "switches", "limits").get(pk=draft.pk)
    rows = DraftPayRow.objects.filter(draft=draft).order_by("pk").values_list(*ROW)
    key = language, repr(content), *rows
    if key not in FILLED:
        FILLED[key] = opened(browser, draft, language)
    return FILLED[key] | {"csrfmiddlewaretoken": token_of(browser)}


def token_of(browser):
    """As the browser has got it with any page."""
    if "csrftoken" not in browser.cookies:
        browser.cookies["csrftoken"] = TOKEN
    return browser.cookies["csrftoken"].value


def save(browser, draft, values, **changes):
    return browser.post(address(draft), {**values, **changes})


def stored(draft, table="trips"):
    """The rows of a table in the short form of the game files."""
    rows = draft_ruleset(Draft.objects.get(pk=draft.pk)).tables[table].rows
    return {row.key: str(row.pays) for row in rows}


def refused(response):
    """The page came again, with its marks; nothing was saved."""
    assert response.status_code == 200
    page = response.content.decode()
    assert "Nothing was saved" in page
    return page


def marked_rows(page):
    """The numbers of the rows that are marked, by table: `{"trips": [4, 5]}`."""
    found = {}
    for row in re.findall(r'<tr class="pay-row marked">(.*?)</tr>', page, re.DOTALL):
        table, number = re.search(r'name="(\w+)-(\d+)-hand"', row).groups()
        found.setdefault(table, []).append(int(number))
    return found


def doubts_on(response):
    """What the page asks to check, table after table."""
    page = response.content.decode()
    lists = re.findall(r'<div class="doubts">(.*?)</div>', page, re.DOTALL)
    return [unescape(text) for part in lists for text in re.findall(r"<li>(.*?)</li>", part)]


def everything():
    return [list(model.objects.values()) for model in (House, Draft, DraftPayRow, Version)]


def live_number(draft):
    return live_version(draft.house, draft.game, timezone.now()).number


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())
