"""Figures beside the rows of a draft: as it is stored, and as it is being typed."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from rules.models import Draft, EdgeResult, EdgeWork
from tests.rules.admin_pages import address, doubts_on, everything, filled, opened, save, text_of
from tests.rules.page_forms import form_values

pytestmark = pytest.mark.django_db


def figures(response):
    """What stands in the outputs of the page or of the fragment, by id."""
    page = response.content.decode()
    found = re.findall(r'<output id="([^"]+)"[^>]*>(.*?)</output>', page, re.DOTALL)
    return {key: tidy(text) for key, text in found}


def edge(response, table="trips"):
    """All that is said of a table's edge."""
    page = response.content.decode()
    section = page[page.index(f'id="worth-{table}"') :]
    return tidy(section[section.index(">") + 1 : section.index("</section>")])


def tidy(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def typed(browser, draft, language="en", **changes):
    values = filled(browser, draft) | changes
    headers = {"accept-language": language, "hx-request": "true"}
    response = browser.post(address(draft, "values"), values, headers=headers)
    assert response.status_code == 200
    return response


# --- what is stored ---------------------------------------------------------------------------


def test_the_page_shows_the_figures_of_what_is_stored(browser, draft):
    page = browser.get(address(draft))
    assert figures(page)["trips-4-hits"] == "3.0255 %"
    assert figures(page)["trips-4-share"] == "25.08 %"
    assert figures(page)["trips-7-hits"] == "–"
    text = edge(page)
    for part in ("3.50 %", "As in version 1", "15.27 %", "2.68", "133 784 560"):
        assert part in text


def test_without_scripts_the_figures_come_with_the_save(browser, draft):
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "6"})
    page = browser.get(address(draft))
    assert "6.52 % +3.02 points against version 1 (3.50 %)" in edge(page)
    assert figures(page)["trips-4-says"] == "was 7:1"


def test_figures_in_another_language(browser, draft):
    page = browser.get(address(draft), headers={"accept-language": "uk"})
    assert "3,50 %" in edge(page)
    assert figures(page)["trips-4-hits"] == "3,0255 %"


def test_every_game_has_its_page(browser, reference):
    for draft in reference.drafts.all():
        assert browser.get(address(draft)).status_code == 200
        assert typed(browser, draft).status_code == 200


def test_a_house_with_nothing_in_force(browser, draft):
    other = Draft.objects.create(house=other_house(), game=draft.game)
    save(browser, other, filled(browser, draft) | {"revision": "0"})
    text = edge(browser.get(address(other)))
    assert "3.50 %" in text
    assert "version" not in text


def other_house():
    from rules.models import House

    return House.objects.create(slug="grand", name={"en": "Grand"})


def test_russian_poker_says_what_is_one_bet_and_what_is_not_solved(browser, reference):
    page = browser.get(address(reference.drafts.get(game="russian-poker")))
    assert "It depends on the player’s decisions" in edge(page, "bet")
    for table in ("bonus_first5", "bonus6"):
        text = edge(page, table)
        assert "5.27 %" in text
        assert "Both tables are one bet" in text
        assert "122 151 120" in text


# --- what is typed ----------------------------------------------------------------------------


def test_typed_odds_are_counted_before_they_are_saved(browser, draft):
    before = everything()
    response = typed(browser, draft, **{"trips-4-pays": "6"})
    assert "6.52 % +3.02 points against version 1 (3.50 %)" in edge(response)
    assert figures(response)["trips-4-share"] == "22.66 %"
    assert figures(response)["trips-4-says"] == "was 7:1"
    assert everything() == before


def test_only_outputs_are_sent_never_a_field(browser, draft):
    page = typed(browser, draft).content.decode()
    assert not re.search(r"<(input|select|textarea|form)\b", page)
    swapped = re.findall(r'id="([^"]+)"[^>]* hx-swap-oob=', page)
    shown = browser.get(address(draft)).content.decode()
    assert len(swapped) > 20
    assert all(f'id="{key}"' in shown for key in swapped)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (
            "7 to 1",
            "“7 to 1” is not odds. Write the profit per unit staked as 3, 3:2, 1.5 or 1,5.",
        ),
        ("-2", "“-2” is negative. Odds are 0 or more; 0 returns the bet."),
        ("1,000", "“1,000” could be a thousand or a decimal. Write 1000 or 1, without a"),
        ("", "Write what this hand pays, or remove the row."),
        ("\0", "Null characters are not allowed."),
        ("<b>5</b>", "“<b>5</b>” is not odds."),
    ],
)
def test_what_cannot_be_read_is_said_beside_it(browser, draft, value, said):
    response = typed(browser, draft, **{"trips-4-pays": value})
    assert said in figures(response)["trips-4-says"]
    assert "<b>5" not in response.content.decode()
    assert figures(response)["trips-4-hits"] == figures(response)["trips-0-hits"] == "–"
    assert "– Correct the marked rows." in edge(response)


def test_another_table_keeps_its_figures(browser, reference):
    draft = reference.drafts.get(game="casino-holdem")
    response = typed(browser, draft, **{"ante-0-pays": "x"})
    assert "6.26 %" in edge(response, "aa")
    assert "–" in edge(response, "ante")


def test_a_mistake_in_one_bonus_table_leaves_the_bet_without_a_value(browser, reference):
    draft = reference.drafts.get(game="russian-poker")
    response = typed(browser, draft, **{"bonus6-0-pays": "x"})
    assert "–" in edge(response, "bonus_first5")


def test_rules_that_cannot_be_read_are_named(browser, draft):
    response = typed(browser, draft, **{"limit-trips-maximum": "1,000"})
    assert "– Trips, Most: “1,000” is not an amount." in edge(response)
    response = typed(browser, draft, **{"switch-chip_set": "x"})
    assert "– Chips:" in edge(response)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("3.2", "3.2 is read as 16:5. For 3 to 2 write 3:2. was 7:1"),
        ("1,5", "1,5 is read as 3:2. was 7:1"),
        ("3:2", "was 7:1"),
        ("7.0", "7.0 is read as 7."),
        ("7", ""),
    ],
)
def test_decimals_say_how_they_are_read(browser, draft, value, said):
    assert figures(typed(browser, draft, **{"trips-4-pays": value}))["trips-4-says"] == said


def test_a_new_row_counts(browser, draft):
    response = typed(browser, draft, **{"trips-7-hand": "two-pair", "trips-7-pays": "1"})
    assert figures(response)["trips-7-says"] == "new"
    assert figures(response)["trips-7-hits"] == "23.4955 %"
    assert "favours the player" in " ".join(doubts_on(response))


def test_a_removed_row_does_not_count(browser, draft):
    response = typed(browser, draft, **{"trips-4-DELETE": "on", "trips-4-pays": "nonsense"})
    assert figures(response)["trips-4-hits"] == "–"
    assert figures(response)["trips-4-says"] == ""
    assert "Trips: no row for flush." in doubts_on(response)


def test_a_half_filled_row_says_what_is_missing(browser, draft):
    response = typed(browser, draft, **{"trips-7-pays": "2", "trips-8-hand": "pair"})
    assert figures(response)["trips-7-says"] == "Choose the hand that is paid."
    assert "Write what this hand pays" in figures(response)["trips-8-says"]


def test_a_hand_that_stands_twice_is_said_at_both(browser, draft):
    said = figures(typed(browser, draft, **{"trips-7-hand": "flush", "trips-7-pays": "2"}))
    assert said["trips-4-says"] == said["trips-7-says"]
    assert "stands twice" in said["trips-4-says"]


def test_a_table_without_rows(browser, draft):
    gone = {f"trips-{at}-DELETE": "on" for at in range(7)}
    assert "The table “Trips” has no rows." in edge(typed(browser, draft, **gone))


def test_by_the_rules_that_are_typed(browser, draft):
    response = typed(browser, draft, **{"switch-trips_on_fold": "lose"})
    assert "how the main bet is played" in edge(response)


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_typed_figures_in_every_language(browser, draft, language):
    sign = "." if language == "en" else ","
    assert f"6{sign}52 %" in edge(typed(browser, draft, language, **{"trips-4-pays": "6"}))


@pytest.mark.parametrize(
    "broken",
    [
        lambda values: {},
        lambda values: {"revision": "x"},
        lambda values: {key: value for key, value in values.items() if "FORMS" not in key},
        lambda values: values | {"trips-TOTAL_FORMS": "9" * 5000},
        lambda values: {key: value for key, value in values.items() if "hand" not in key},
    ],
)
def test_a_broken_request_is_no_error_page(browser, draft, broken):
    values = filled(browser, draft)
    token = {"csrfmiddlewaretoken": values["csrfmiddlewaretoken"]}
    assert browser.post(address(draft, "values"), broken(values) | token).status_code == 200


# --- with the best play -------------------------------------------------------------------------


def test_the_best_play_is_computed_in_the_background(browser, draft, computations):
    page = browser.get(address(draft))
    assert "computing…" in edge(page, "blind")
    assert 'id="poll" hidden hx-post=' in page.content.decode()
    assert figures(page)["blind-0-hits"] == "–"
    computations.pop()()
    response = typed(browser, draft)
    text = edge(response, "blind")
    for part in ("2.18 %", "As in version 1", "0.53 %", "4.15", "27 813 810 024 000"):
        assert part in text
    assert figures(response)["blind-0-hits"] == "0.0031 %"
    assert "hx-post" not in response.content.decode()
    assert EdgeResult.objects.count() == 1


def test_what_is_typed_is_computed_too(browser, draft, computations):
    opened(browser, draft)
    computations.pop()()
    response = typed(browser, draft, **{"blind-5-pays": "2"})
    assert "computing…" in edge(response, "blind")
    assert "hx-post" in response.content.decode()
    assert len(computations) == 1


def test_saving_does_not_wait(browser, draft, computations):
    response = save(browser, draft, opened(browser, draft), **{"blind-5-pays": "2"})
    assert response.status_code == 302
    assert len(computations) == 1
    assert "computing…" in edge(browser.get(address(draft)), "blind")


def test_a_failed_computation_is_said(browser, draft, computations):
    opened(browser, draft)
    EdgeWork.objects.update(failure="failed")
    text = edge(browser.get(address(draft)), "blind")
    assert "The computation has failed." in text


# --- who may ------------------------------------------------------------------------------------


def test_figures_are_asked_for_by_post(browser, draft):
    assert browser.get(address(draft, "values")).status_code == 405


def test_a_draft_that_is_not_there(browser, draft):
    token = filled(browser, draft)["csrfmiddlewaretoken"]
    gone = address(draft, "values").replace(f"/{draft.pk}/", "/0/")
    assert browser.post(gone, {"csrfmiddlewaretoken": token}).status_code == 404


def staff(django_user_model, *permissions):
    user = django_user_model.objects.create_user("staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def test_who_only_looks_sees_the_figures_of_what_is_stored(django_user_model, draft):
    client = staff(django_user_model, "view_draft")
    assert "3.50 %" in edge(client.get(address(draft)))
    response = client.post(address(draft, "values"), {"trips-4-pays": "6"})
    assert "3.50 %" in edge(response)


def test_who_may_not_look_sees_none(django_user_model, draft):
    response = staff(django_user_model).post(address(draft, "values"))
    assert response.status_code == 403
    assert "/login/" in Client().post(address(draft, "values")).url


# --- publishing ---------------------------------------------------------------------------------


def test_publishing_says_how_the_edge_changes(browser, draft, computations):
    opened(browser, draft)
    computations.pop()()
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "6"})
    text = text_of(browser.get(address(draft, "publish")))
    assert "Trips: flush pays 6:1 instead of 7:1" in text
    assert "Trips: house edge 6.52 % instead of 3.50 % , +3.02 points" in text
    assert "The whole round: house edge" not in text


def test_publishing_does_not_wait_for_the_best_play(browser, draft, computations):
    save(browser, draft, filled(browser, draft), **{"blind-5-pays": "2"})
    page = browser.get(address(draft, "publish"))
    assert "The whole round: computing…" in text_of(page)
    assert 'hx-select="#edges"' in page.content.decode()
    values = form_values(page, "publish_form")
    assert browser.post(address(draft, "publish"), values).status_code == 302


def test_publishing_says_what_is_not_known_any_more(browser, draft):
    save(browser, draft, filled(browser, draft), **{"switch-trips_on_fold": "lose"})
    text = text_of(browser.get(address(draft, "publish")))
    assert "Trips: house edge 3.50 % , not known any more. By these rules" in text


def test_publishing_what_changes_no_edge(browser, draft, computations):
    opened(browser, draft)
    computations.pop()()
    save(browser, draft, filled(browser, draft), **{"limit-trips-maximum": "200"})
    text = text_of(browser.get(address(draft, "publish")))
    assert "The house edge of every bet that has one stays as it is." in text


def test_publishing_asks_to_check(browser, draft):
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "10"})
    text = text_of(browser.get(address(draft, "publish")))
    assert "Trips: the table favours the player" in text


# --- history ------------------------------------------------------------------------------------


def versions(page):
    """The rows of the list of versions."""
    section = page.content.decode().partition('id="versions"')[2].partition("<tbody>")[2]
    return [tidy(row) for row in section.partition("</tbody>")[0].split("</tr>")[:-1]]


def test_the_page_lists_the_versions_with_note_and_number_of_changes(browser, draft):
    changes = {"trips-4-pays": "6", "trips-6-DELETE": "on"}
    save(browser, draft, filled(browser, draft), **changes)
    values = form_values(browser.get(address(draft, "publish")), "publish_form")
    browser.post(address(draft, "publish"), values | {"note": "New plates"})
    newest, first = versions(browser.get(address(draft)))
    assert newest.startswith("2 in force")
    assert newest.endswith("boss 2 New plates")
    assert first.startswith("1 ")
    assert first.endswith("– – –")


def test_before_anything_is_published_there_is_no_list(browser, draft):
    other = Draft.objects.create(house=other_house(), game=draft.game)
    assert 'id="versions"' not in browser.get(address(other)).content.decode()


def test_htmx_is_set_up_as_on_the_pages_of_practice(browser, draft, client):
    setting = re.compile(r'<meta name="htmx-config"[^>]*>')
    pages = (browser.get(address(draft)), browser.get(address(draft, "publish")), client.get("/"))
    assert len({setting.search(page.content.decode())[0] for page in pages}) == 1
