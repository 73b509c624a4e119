"""Working with the admin's pages as a person does in a browser."""

import re
from html import unescape

from django.urls import reverse
from django.utils import timezone

from rules.models import Draft, DraftPayRow, House, Version
from rules.versions import draft_ruleset, live_version
from tests.rules.page_forms import form_values


def address(draft, page="change"):
    return reverse(f"admin:rules_draft_{page}", args=[draft.pk])


def opened(browser, draft, language="en"):
    """What the draft's form holds when it is opened."""
    page = browser.get(address(draft), headers={"accept-language": language})
    assert page.status_code == 200
    return form_values(page, "draft_form")


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
