"""The pages of rules: what is on them, in every language, and how they are served."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import gettext, override

from rules.games import find_game, games
from rules.games.base import Outcome, PayTable, make_rows
from rules.games.odds import format_odds
from rules.games.switches import value_labels
from rules.models import Draft, House
from rules.naming import pay_row_name
from rules.versions import draft_ruleset, publish, save_draft, start_draft
from tests.rules.rules_pages import path
from trainer.practice.wording import money

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "uk", "ru")
PAGES = [(game, language) for game in games() for language in LANGUAGES]


@pytest.fixture
def other(reference):
    """A house of its own: other Trips, a dealer who needs a pair in Russian poker."""
    house = House.objects.create(slug="palace", name={"en": "Palace", "uk": "Палац"})
    for game in ("ultimate-texas-holdem", "russian-poker"):
        draft = start_draft(Draft(house=house, game=game))
        ruleset = draft_ruleset(draft)
        if game == "russian-poker":
            ruleset.switches["qualifier"] = "pair"
        else:
            ruleset.tables["trips"] = PayTable(make_rows("royal flush 77, flush 6, straight 3:2"))
        save_draft(draft, draft.revision, ruleset)
        publish(draft, None)
    return house


# --- one game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_game_in_every_language(reference, read, game, language):
    page = read(path(game), language)
    with override(language):
        assert gettext(find_game(game).name) in page.text
        assert reference.display_name in page.text
    assert not re.search(r"%\(|%s|\{\{|\{%|None(?! in the pack)|\[\]", page.text)
    assert f'<html lang="{language}"' in page.html


# What sources are called in every language.
NAMES = (
    "Ultimate Texas Hold’em|Casino Hold’em|CroupierAssistant|Croupier|Robert’s Rules of Poker|"
    "Evolution|Playtech|NetEnt|Party|LVBet|Solaire|Aspers|Goldencave|Grand Prix|Rivers|Northwood"
)
SITES = r"[a-z-]+(?:\.[a-z-]+)*\.[a-z]{2,4}\b"


@pytest.mark.parametrize(("game", "language"), [pair for pair in PAGES if pair[1] != "en"])
def test_no_english_is_left(reference, read, game, language):
    page = read(path(game), language)
    text = re.sub(f"{NAMES}|{SITES}", "", page.text)
    assert re.findall(r"[A-Za-z]{3,}(?: [A-Za-z]{2,})*", text) == []


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_pay_table_is_that_of_the_version(reference, other, read, game, language):
    for house in (reference, other):
        version = house.versions.filter(game=game).first()
        if version is None:
            continue
        page = read(path(game, house.slug), language)
        with override(language):
            for slot in find_game(game).tables:
                table = version.ruleset.tables[slot.key]
                expected = [
                    [pay_row_name(row).capitalize(), format_odds(row.pays)] for row in table.rows
                ]
                *rows, rest = page.tables[gettext(slot.name)][1:]
                assert [[name.capitalize(), pays] for name, pays in rows] == expected
                returned = gettext("returned" if table.otherwise is Outcome.PUSH else "loses")
                assert rest == [gettext("Anything else"), returned]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_limit_is_that_of_the_version(reference, read, game, language):
    text = read(path(game), language).text
    ruleset = reference.versions.get(game=game).ruleset
    with override(language):
        for limits in ruleset.limits.values():
            for amount in (limits.minimum, limits.maximum, limits.step):
                assert re.search(rf"(?<!\d){re.escape(money(amount))}(?!\d)", text)


@pytest.mark.parametrize("game", games())
def test_every_switch_with_its_value_its_text_and_its_source(reference, read, game):
    page = read(path(game))
    for switch in find_game(game).switches:
        words = ", ".join(value_labels(switch, switch.default))
        assert f"{switch.name} {words} {switch.text}" in page.text
        assert switch.source.text in page.html
    assert page.html.count("Assumed.") >= sum(
        slot.source.assumed for slot in find_game(game).tables
    )


def test_what_a_house_changed_has_another_value_and_no_source_of_ours(other, read):
    page = read(path("russian-poker", "palace"))
    switch = find_game("russian-poker").switches[0]
    assert "Dealer qualifies with A pair or better" in page.text
    assert "Ace-king or better" not in page.text
    assert switch.source.text not in page.html
    assert "Set by this house." in page.text
    trips = read(path("ultimate-texas-holdem", "palace"))
    assert find_game("ultimate-texas-holdem").table("trips").source.text not in trips.html
    assert find_game("ultimate-texas-holdem").table("blind").source.text in trips.html


def test_who_has_game_goes_by_the_switch_of_the_house(reference, other, read):
    def sides(house):
        text = read(path("russian-poker", house)).text
        return re.findall(r"(pair of twos|ace-king|ace-high) (game|no game)\b", text)

    assert sides("reference") == [("ace-king", "game"), ("ace-high", "no game")]
    assert sides("palace") == [("pair of twos", "game"), ("ace-king", "no game")]


def test_all_pairs_of_combinations_stand_in_a_table(reference, other, read):
    for house in ("reference", "palace"):
        table = read(path("russian-poker", house)).tables["All that can be paid together"]
        assert len(table) == 1 + 21
        assert ["Four of a kind", "Full house", "27"] in table
    assert "All that can be paid together" not in read(path("casino-holdem")).tables


def test_what_belongs_to_some_games_only(reference, read):
    text = {game: read(path(game)).text for game in games()}
    assert {game for game in games() if "Set and trips" in text[game]} == set(games()) - {
        "russian-poker"
    }
    assert [game for game in games() if "Who pays what" not in text[game]] == ["texas-holdem"]
    assert "Ace-king" not in text["texas-holdem"]


def test_links_within_the_page_lead_somewhere(reference, read):
    for game in games():
        page = read(path(game))
        anchors = {href[1:] for href in page.hrefs if href.startswith("#")} - {"main"}
        assert anchors
        assert all(f'id="{anchor}"' in page.html for anchor in anchors)


# --- versions --------------------------------------------------------------------------------


def test_the_version_in_force_is_shown_with_its_number(other, read):
    draft = Draft.objects.get(house=other, game="ultimate-texas-holdem")
    ruleset = draft_ruleset(draft)
    ruleset.tables["trips"] = PayTable(make_rows("royal flush 88"))
    save_draft(draft, draft.revision, ruleset)
    publish(draft, None, effective_from=timezone.now() + timedelta(days=1))
    page = read(path("ultimate-texas-holdem", "palace"))
    assert "Palace, version 1, in force since" in page.text
    assert "Since then" not in page.text
    # What is still to come is nobody's to read.
    assert (
        read(path("ultimate-texas-holdem", "palace") + "?version=2").tables["Trips"]
        == (page.tables["Trips"])
    )


def test_a_question_dealt_under_an_earlier_version_can_be_read_with_it(other, read):
    draft = Draft.objects.get(house=other, game="ultimate-texas-holdem")
    ruleset = draft_ruleset(draft)
    ruleset.tables["trips"] = PayTable(make_rows("royal flush 88"))
    save_draft(draft, draft.revision, ruleset)
    publish(draft, None)
    address = path("ultimate-texas-holdem", "palace")
    assert read(address).tables["Trips"][1] == ["Royal flush", "88"]
    old = read(f"{address}?version=1")
    assert old.tables["Trips"][1] == ["Royal flush", "77"]
    assert "Palace, version 1," in old.text
    assert "Since then version 2 has come into force." in old.text
    assert address in old.hrefs


@pytest.mark.parametrize("number", ["", "0", "-1", "3", "x", "1.0", "٣", "9" * 30, "1%00"])
def test_a_version_that_there_is_not_leaves_the_one_in_force(reference, read, number):
    page = read(f"{path('casino-holdem')}?version={number}")
    assert "Reference, version 1," in page.text
    assert "Since then" not in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_without_rules_in_force_says_so(other, read, language):
    page = read(path("casino-holdem", "palace"), language)
    with override(language):
        assert other.display_name in page.text
    assert "/rules/" in page.hrefs
    assert not page.tables
    assert not re.search(r"%\(|\{\{", page.text)
    if language == "en":
        assert "Palace has no rules for this game in force." in page.text


def test_a_house_that_is_no_longer_offered_can_still_be_read(other, read):
    House.objects.filter(pk=other.pk).update(active=False)
    assert "Palace, version 1" in read(path("russian-poker", "palace")).text
    assert "Palace" not in read("/rules/").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["/rules/nowhere/russian-poker/", "/rules/reference/whist/"])
def test_an_unknown_house_or_game_is_not_found(reference, read, language, address):
    page = read(address, language, status=404)
    assert f'<html lang="{language}"' in page.html
    with override(language):
        assert gettext("Nothing lies here") in page.text


# --- index -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_leads_to_every_game_of_every_house(other, read, language):
    page = read("/rules/", language)
    found = {
        href for href in page.hrefs if re.fullmatch(r"/rules/(?!variants)[\w-]+/[\w-]+/", href)
    }
    assert found == {path(game) for game in games()} | {
        path(game, "palace") for game in ("ultimate-texas-holdem", "russian-poker")
    }
    with override(language):
        assert other.display_name in page.text


def test_the_index_says_where_nothing_is_in_force(other, read):
    assert "nothing in force" not in read("/rules/").text
    start_draft(Draft(house=other, game="casino-holdem"))
    assert read("/rules/").text.count("Palace nothing in force") == 1


def test_the_index_has_reference_before_the_other_houses(seeded, read):
    found = [href for href in read("/rules/").hrefs if href.endswith("/russian-poker/")]
    assert found[0] == path("russian-poker")
    assert path("russian-poker", "admiral-croatia") in found


def test_the_index_of_no_house_at_all(db, read):
    assert "No house has rules yet." in read("/rules/").text


# --- back to the question --------------------------------------------------------------------

UUID = "7b1f8e0a-5c1d-4c5e-9a57-0c7f3ad1f6b2"
QUESTION = f"/sittings/{UUID}/3/"


def test_back_to_the_question(reference, read):
    page = read(f"{path('russian-poker')}?back={QUESTION}")
    assert "Back to question 3" in page.text
    assert "its clock runs on" in page.text
    assert page.hrefs.count(QUESTION) == 1


def test_back_also_from_a_house_without_rules(other, read):
    assert QUESTION in read(f"{path('casino-holdem', 'palace')}?back={QUESTION}").hrefs


@pytest.mark.parametrize(
    "back",
    [
        "",
        "/",
        "3",
        "/admin/",
        "/rules/",
        "javascript:alert(1)",
        f"//example.org{QUESTION}",
        f"https://example.org{QUESTION}",
        f"/\\example.org{QUESTION}",
        f"/sittings/{UUID}/",
        f"/sittings/{UUID}/result/",
        f"/sittings/{UUID}/003/",
        f"/sittings/{UUID.upper()}/3/",
        f"{QUESTION}?next=//example.org",
        f"{QUESTION}%23x",
        f"{QUESTION}%0a",
        f"%20{QUESTION}",
        f"/sittings/{UUID}/%D9%A3/",
        "%00",
        "/sittings/%22%3E%3Cscript%3E/3/",
        "/" + "x" * 3000,
    ],
)
def test_back_leads_to_a_question_and_nowhere_else(reference, read, back):
    page = read(f"{path('russian-poker')}?back={back}")
    assert "Back to question" not in page.text
    assert "example.org" not in "".join(page.hrefs)


# --- how it is served ------------------------------------------------------------------------


def test_few_queries(reference, client, django_assert_max_num_queries):
    client.get(path("russian-poker"))
    with django_assert_max_num_queries(3):
        client.get(path("russian-poker"))
    with django_assert_max_num_queries(3):
        client.get("/rules/")


def test_the_index_does_not_ask_more_with_more_houses(
    other, client, django_assert_max_num_queries
):
    with django_assert_max_num_queries(3):
        client.get("/rules/")


def test_reading_is_public_and_writes_nothing(reference, client):
    response = client.get(path("russian-poker"))
    assert response.status_code == 200
    assert "sessionid" not in response.cookies
    assert client.post(path("russian-poker")).status_code == 405
    assert client.head(path("russian-poker")).status_code == 200


@pytest.mark.parametrize("address", ["/rules/", path("russian-poker")])
def test_the_same_page_is_not_sent_twice(reference, client, address):
    client.get(address)
    first = client.get(address)
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert {"Accept-Language", "Cookie"} <= set(again["Vary"].split(", "))
    other = {"if-none-match": first["ETag"], "accept-language": "uk"}
    assert client.get(address, headers=other).status_code == 200


def test_a_new_version_is_a_new_page(other, client):
    address = path("ultimate-texas-holdem", "palace")
    client.get(address)
    kept = client.get(address)["ETag"]
    draft = Draft.objects.get(house=other, game="ultimate-texas-holdem")
    ruleset = draft_ruleset(draft)
    ruleset.tables["trips"] = PayTable(make_rows("royal flush 78, flush 6, straight 3:2"))
    save_draft(draft, draft.revision, ruleset)
    publish(draft, None)
    assert client.get(address, headers={"if-none-match": kept}).status_code == 200


def test_a_kept_page_ends_with_the_cookie_of_its_token(reference, client):
    client.get("/rules/")
    kept = client.get("/rules/")["ETag"]
    del client.cookies["csrftoken"]
    assert client.get("/rules/", headers={"if-none-match": kept}).status_code == 200
