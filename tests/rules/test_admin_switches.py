"""Switches of every kind, and pay rows of a fixed amount, in the form of a draft."""

import pytest
from django.utils import timezone

from rules.models import Draft
from rules.versions import draft_ruleset, live_version, publish
from tests.rules.admin_pages import address, everything, filled, marked_rows, opened, refused, save

pytestmark = pytest.mark.django_db


@pytest.fixture
def russian(reference):
    return Draft.objects.get(house=reference, game="russian-poker")


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("max_payout", "3000", "3000"),
        ("max_payout", " 12 500,50 ", "12500.5"),
        ("max_payout", "", "none"),
        ("max_payout", "none", "none"),
        ("chip_set", "1 white,5 red,  25", "1 white, 5 red, 25"),
        ("currency", " UAH ", "UAH"),
        ("currency", "", "none"),
        ("order_in_box", "bet, ante, insurance, bonus", "bet, ante, insurance, bonus"),
        ("insurance_min_category", "straight", "straight"),
    ],
)
def test_a_switch_is_saved_as_it_is_meant(browser, russian, key, typed, value):
    values = opened(browser, russian)
    assert save(browser, russian, values, **{f"switch-{key}": typed}).status_code == 302
    assert Draft.objects.get(pk=russian.pk).switches[key] == value
    # Shown again, it reads back as the same.
    assert save(browser, russian, filled(browser, russian)).status_code == 302
    assert Draft.objects.get(pk=russian.pk).switches[key] == value


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("max_payout", "0"),
        ("max_payout", "-5"),
        ("max_payout", "much"),
        ("max_payout", "9" * 190),
        ("chip_set", ""),
        ("chip_set", "5, 1"),
        ("chip_set", "1, 1"),
        ("chip_set", "1 mauve"),
        ("currency", "x" * 13),
        ("order_in_box", "bonus, ante, bet"),
        ("qualifier", "three"),
    ],
)
def test_a_value_that_a_switch_does_not_have_is_refused_beside_it(browser, russian, key, typed):
    before = everything()
    page = refused(save(browser, russian, filled(browser, russian), **{f"switch-{key}": typed}))
    assert f"id_switch-{key}_error" in page
    assert everything() == before


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_fixed_amount_is_saved_and_shown(browser, draft, language):
    values = filled(browser, draft) | {"trips-5-pays": "7,5", "trips-5-fixed": "on"}
    assert save(browser, draft, values).status_code == 302
    [row] = [
        r for r in draft_ruleset(Draft.objects.get(pk=draft.pk)).tables["trips"].rows if r.fixed
    ]
    assert (row.hand.key, row.ratio) == ("straight", "7.5")
    again = opened(browser, draft, language)
    assert (again["trips-5-pays"], again["trips-5-fixed"]) == ("7.5", "on")
    before = everything()
    assert save(browser, draft, again).status_code == 302
    assert everything() == before
    publish(Draft.objects.get(pk=draft.pk), by=None)
    live = live_version(draft.house, draft.game, timezone.now())
    assert row in live.ruleset.tables["trips"].rows


def test_a_fixed_amount_has_decimals(browser, draft):
    values = filled(browser, draft) | {"trips-5-pays": "1:3", "trips-5-fixed": "on"}
    assert marked_rows(refused(save(browser, draft, values))) == {"trips": [5]}


def test_the_changes_name_the_values_of_switches(browser, russian):
    changes = {
        "switch-order_in_box": "ante, bet, bonus, insurance",
        "switch-max_payout": "3000",
        "switch-qualifier": "pair",
    }
    save(browser, russian, filled(browser, russian), **changes)
    page = browser.get(address(russian, "publish")).content.decode()
    for old, new in (
        ("Bonus, Insurance, Ante, Bet", "Ante, Bet, Bonus, Insurance"),
        ("none", "3000"),
        ("Ace-king or better", "A pair or better"),
    ):
        assert f"<del>{old}</del> <ins>{new}</ins>" in page
