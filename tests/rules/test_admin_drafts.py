"""Editing a draft."""

import pytest
from django.urls import reverse

from rules.games import find_game, games
from rules.models import Draft
from tests.rules.admin_pages import (
    address,
    doubts_on,
    everything,
    filled,
    marked_rows,
    opened,
    refused,
    save,
    stored,
)
from tests.rules.page_forms import form_values

pytestmark = pytest.mark.django_db


# --- saving ----------------------------------------------------------------------------------


def test_the_form_shows_what_is_stored(browser, draft):
    values = opened(browser, draft)
    assert (values["trips-0-hand"], values["trips-0-pays"]) == ("royal-flush", "50")
    assert (values["blind-4-hand"], values["blind-4-pays"]) == ("flush", "3:2")
    assert (values["trips-7-hand"], values["trips-7-pays"]) == ("", "")
    assert values["limit-trips-maximum"] == "500"


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_saving_an_untouched_form_changes_nothing(browser, reference, game, language):
    draft = Draft.objects.get(house=reference, game=game)
    before = everything()
    response = browser.post(
        address(draft), opened(browser, draft, language), headers={"accept-language": language}
    )
    assert response.status_code == 302
    assert everything() == before


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_stored_one_and_a_half_survives_a_decimal_comma(browser, draft, language):
    save(browser, draft, filled(browser, draft), **{"trips-5-pays": "1,5"})
    values = opened(browser, draft, language)
    assert values["trips-5-pays"] == "3:2"
    assert save(browser, draft, values).status_code == 302
    assert stored(draft)["straight"] == "3/2"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("typed", "odds"),
    [("1,5", "3/2"), ("1.5", "3/2"), (" 3 ", "3"), ("10", "10"), ("3:1", "3"), ("3:2", "3/2"),
     ("0", "0"), ("99999.9999", "999999999/10000")],
)  # fmt: skip
def test_odds_are_typed_as_text(browser, draft, typed, odds, language):
    values = filled(browser, draft, language) | {"trips-4-pays": typed}
    response = browser.post(address(draft), values, headers={"accept-language": language})
    assert response.status_code == 302
    assert stored(draft)["flush"] == odds
    # What was saved can be saved again.
    again = opened(browser, draft, language)
    assert save(browser, draft, again).status_code == 302
    assert stored(draft)["flush"] == odds


@pytest.mark.parametrize(
    "typed",
    ["", "abc", "-2", "1.000", "1,250", "1:0", ":2", "2/1", "9" * 20, "9" * 3000, "1e9", "\0",
     "<b>5</b>", "100001"],
)  # fmt: skip
def test_odds_that_are_none_are_refused_and_their_row_is_marked(browser, draft, typed):
    before = everything()
    values = filled(browser, draft)
    page = refused(save(browser, draft, values, **{"trips-4-pays": typed}))
    assert marked_rows(page) == {"trips": [4]}
    assert "<b>5</b>" not in page
    assert everything() == before


def test_a_hand_that_stands_twice_is_refused_and_both_rows_are_marked(browser, draft):
    # Two new rows in one submit, which the database has never seen.
    before = everything()
    new = {
        "trips-7-hand": "pair",
        "trips-7-pays": "1",
        "trips-8-hand": "pair",
        "trips-8-pays": "2",
    }
    page = refused(save(browser, draft, filled(browser, draft), **new))
    assert marked_rows(page) == {"trips": [7, 8]}
    assert page.count("The hand “pair” stands twice in this table.") == 2
    assert everything() == before
    again = form_values(save(browser, draft, filled(browser, draft), **new), "draft_form")
    assert (again["trips-7-pays"], again["trips-8-pays"]) == ("1", "2")


def test_a_new_row_that_repeats_a_stored_one_is_refused(browser, draft):
    new = {"trips-7-hand": "flush", "trips-7-pays": "9"}
    page = refused(save(browser, draft, filled(browser, draft), **new))
    assert marked_rows(page) == {"trips": [4, 7]}


def test_the_same_hand_may_stand_in_two_tables(browser, draft):
    new = {
        "trips-7-hand": "pair",
        "trips-7-pays": "1",
        "blind-6-hand": "pair",
        "blind-6-pays": "1",
    }
    assert save(browser, draft, filled(browser, draft), **new).status_code == 302
    assert stored(draft)["pair"] == stored(draft, "blind")["pair"] == "1"


def test_two_rows_may_trade_their_hands(browser, draft):
    traded = {"trips-4-hand": "straight", "trips-5-hand": "flush"}
    assert save(browser, draft, filled(browser, draft), **traded).status_code == 302
    assert (stored(draft)["straight"], stored(draft)["flush"]) == ("7", "4")


def test_a_row_may_be_removed_and_its_hand_added_again(browser, draft):
    new = {"trips-4-DELETE": "on", "trips-7-hand": "flush", "trips-7-pays": "6"}
    assert save(browser, draft, filled(browser, draft), **new).status_code == 302
    assert stored(draft)["flush"] == "6"


def test_a_removed_row_may_hold_anything(browser, draft):
    gone = {"trips-4-DELETE": "on", "trips-4-pays": "nonsense"}
    assert save(browser, draft, filled(browser, draft), **gone).status_code == 302
    assert "flush" not in stored(draft)


def test_rows_reach_further_than_their_hand(browser, draft):
    row = {
        "trips-7-hand": "pair",
        "trips-7-rank": "A",
        "trips-7-bound": "or-better",
        "trips-7-pays": "1",
        "trips-8-hand": "pair",
        "trips-8-rank": "T",
        "trips-8-pays": "1:2",
    }
    assert save(browser, draft, filled(browser, draft), **row).status_code == 302
    assert stored(draft)["pair-A-or-better"] == "1"
    assert stored(draft)["pair-T"] == "1/2"
    values = opened(browser, draft)
    assert (values["trips-7-rank"], values["trips-7-bound"]) == ("A", "or-better")


def test_rows_that_dispute_a_hand_are_refused(browser, draft):
    rows = {
        "trips-7-hand": "two-pair",
        "trips-7-bound": "or-better",
        "trips-7-pays": "2",
        "trips-8-hand": "two-pair",
        "trips-8-bound": "or-less",
        "trips-8-pays": "1",
    }
    page = refused(save(browser, draft, filled(browser, draft), **rows))
    assert marked_rows(page) == {"trips": [7, 8]}
    assert "“two pair or better” and “two pair or less” would both pay: two pair." in page


def test_a_rank_that_leads_no_such_hand_is_refused(browser, draft):
    wrong = {"trips-5-rank": "3"}
    page = refused(save(browser, draft, filled(browser, draft), **wrong))
    assert marked_rows(page) == {"trips": [5]}


def test_a_new_row_without_a_hand_is_refused(browser, draft):
    page = refused(save(browser, draft, filled(browser, draft), **{"trips-7-pays": "1"}))
    assert marked_rows(page) == {"trips": [7]}


def test_switches_and_limits_are_saved(browser, reference):
    draft = Draft.objects.get(house=reference, game="russian-poker")
    changes = {
        "switch-qualifier": "pair",
        "limit-bonus-minimum": "2,5",
        "limit-bonus-maximum": "1 000",
        "limit-bonus-step": "2.50",
    }
    assert save(browser, draft, filled(browser, draft), **changes).status_code == 302
    ruleset = find_game("russian-poker").default_ruleset()
    document = Draft.objects.values("switches", "limits").get(pk=draft.pk)
    assert document == {
        "switches": {**ruleset.switches, "qualifier": "pair"},
        "limits": {
            "ante": {"minimum": "5", "maximum": "500", "step": "5"},
            "bonus": {"minimum": "2.5", "maximum": "1000", "step": "2.5"},
        },
    }


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("limit-trips-minimum", "0"),
        ("limit-trips-minimum", "-5"),
        ("limit-trips-minimum", "five"),
        ("limit-trips-maximum", "1"),
        ("limit-trips-maximum", "1,250"),
        ("limit-trips-maximum", "9" * 400),
        ("limit-trips-step", ""),
        ("limit-trips-step", "NaN"),
        ("trips-4-hand", "five-of-a-kind"),
        ("trips-4-rank", "1"),
        ("trips-4-bound", "about"),
    ],
)
def test_other_values_that_are_none_are_refused(browser, draft, field, typed):
    before = everything()
    refused(save(browser, draft, filled(browser, draft), **{field: typed}))
    assert everything() == before


# --- warnings --------------------------------------------------------------------------------


def warnings_after(browser, draft, **changes):
    response = browser.post(address(draft), filled(browser, draft) | changes, follow=True)
    assert response.redirect_chain
    return doubts_on(response)


def test_odds_that_fall_are_saved_with_a_warning(browser, draft):
    warnings = warnings_after(browser, draft, **{"trips-2-pays": "10:11"})
    assert warnings == ["Trips: “four of a kind” pays 10:11, although “full house” pays 8:1."]
    assert stored(draft)["four-of-a-kind"] == "10/11"


def test_a_missing_row_is_saved_with_a_warning(browser, draft):
    gone = {"trips-0-DELETE": "on", "trips-4-DELETE": "on"}
    assert warnings_after(browser, draft, **gone)[0] == "Trips: no row for royal flush, flush."


def test_the_rules_of_reference_need_no_warning(browser, draft):
    assert b"Please check" not in browser.get(address(draft)).content


# --- two people, two tabs, broken requests ----------------------------------------------------


def test_the_second_of_two_people_is_told_and_overwrites_nothing(browser, draft):
    first, second = opened(browser, draft), opened(browser, draft)
    save(browser, draft, first, **{"trips-4-pays": "6", "trips-6-DELETE": "on"})
    response = save(browser, draft, second, **{"trips-4-pays": "5"})
    assert response.status_code == 200
    assert "Somebody else has saved this draft" in response.content.decode()
    assert stored(draft)["flush"] == "6"
    # What was typed is still there; sending it once more does not get it through either.
    again = form_values(response, "draft_form")
    assert again["trips-4-pays"] == "5"
    save(browser, draft, again)
    assert stored(draft)["flush"] == "6"


@pytest.mark.parametrize(
    "broken",
    [
        lambda values: {},
        lambda values: {k: v for k, v in values.items() if "FORMS" not in k},
        lambda values: {k: v for k, v in values.items() if k != "revision"},
        lambda values: {k: v for k, v in values.items() if k != "blind-TOTAL_FORMS"},
        lambda values: values | {"trips-TOTAL_FORMS": "9" * 5000},
        lambda values: values | {"trips-TOTAL_FORMS": "x"},
        lambda values: values | {"trips-TOTAL_FORMS": "-1"},
        lambda values: values | {"trips-TOTAL_FORMS": "1000"},
        lambda values: values | {"revision": "9" * 30},
        lambda values: values | {"revision": "-1"},
        lambda values: values | {"revision": "1.5"},
        lambda values: {k: v for k, v in values.items() if "hand" not in k},
        lambda values: values | {"trips-INITIAL_FORMS": "1000"},
    ],
)
def test_a_broken_request_saves_nothing_and_says_so(browser, draft, broken):
    before = everything()
    values = filled(browser, draft)
    token = {"csrfmiddlewaretoken": values["csrfmiddlewaretoken"]}
    response = browser.post(address(draft), broken(values) | token)
    assert response.status_code == 200
    assert "Nothing was saved" in response.content.decode()
    assert everything() == before


def test_after_a_broken_request_the_form_holds_what_is_stored(browser, draft):
    values = opened(browser, draft)
    token = {"csrfmiddlewaretoken": values["csrfmiddlewaretoken"]}
    again = form_values(browser.post(address(draft), token), "draft_form")
    assert again | token == values


def test_rows_lost_by_a_count_of_initial_forms_that_lies_are_kept(browser, draft):
    before = stored(draft)
    save(browser, draft, filled(browser, draft), **{"trips-INITIAL_FORMS": "0"})
    assert stored(draft) == before


def test_without_the_token_nothing_is_saved(browser, draft):
    values = filled(browser, draft) | {"trips-4-pays": "6"}
    del values["csrfmiddlewaretoken"]
    assert browser.post(address(draft), values).status_code == 403
    assert stored(draft)["flush"] == "7"


@pytest.mark.parametrize("page", ["change", "publish", "history", "delete"])
@pytest.mark.parametrize("key", ["0", "x", "9" * 30, "1.5", "_3F"])
def test_a_draft_that_is_not_there_leads_home(browser, reference, page, key):
    response = browser.get(reverse(f"admin:rules_draft_{page}", args=[key]))
    assert response.status_code == 302
