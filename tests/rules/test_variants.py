"""Variants and differences: what houses differ in, and how it is shown."""

import re
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from rules.games import find_game, games
from rules.games.base import Limits, Origin, Outcome, PayTable, make_rows
from rules.houses import houses
from rules.models import Draft, House, Version
from rules.variants import compared, differences
from rules.versions import (
    draft_ruleset,
    find_house,
    live_version,
    live_versions,
    publish,
    save_draft,
    start_draft,
)

pytestmark = pytest.mark.django_db

RUSSIAN = find_game("russian-poker")
UTH = find_game("ultimate-texas-holdem")
LANGUAGES = ("en", "uk", "ru")


def live(game, *slugs):
    now = timezone.now()
    return [live_version(find_house(slug), game.key, now) for slug in slugs]


def line_of(lines, name):
    [line] = [line for line in lines if line.name == name]
    return line


def change(slug, game, **parts):
    """Publish the rules of a house anew, with switches, limits or tables of *parts*."""
    house, _made = House.objects.get_or_create(slug=slug, defaults={"name": {"en": slug}})
    draft = Draft.objects.filter(house=house, game=game.key).first()
    draft = draft or start_draft(Draft(house=house, game=game.key))
    ruleset = draft_ruleset(draft)
    for part, values in parts.items():
        getattr(ruleset, part).update(values)
    save_draft(draft, draft.revision, ruleset)
    return publish(Draft.objects.get(pk=draft.pk), None)


@pytest.fixture
def read(client):
    def read(address, language="en", status=200):
        response = client.get(address, headers={"accept-language": language})
        assert response.status_code == status
        html = response.content.decode()
        main = html[html.index("<main") : html.index("</main>")]
        return re.sub(r"\s+", " ", main)

    return read


def chosen(html):
    return re.findall(r'value="([\w-]+)" checked', html)


# --- what differs ------------------------------------------------------------------------------


def test_only_switches_that_differ_in_the_order_of_the_game(seeded):
    lines = differences(RUSSIAN, live(RUSSIAN, "reference", "corona", "admiral-croatia"))
    assert [line.name for line in lines] == [
        RUSSIAN.switch(key).name for key in ("qualifier", "exchange_min", "redraw_same_rank")
    ]


def test_a_cell_has_the_value_in_words_and_who_says_so(seeded):
    lines = differences(RUSSIAN, live(RUSSIAN, "reference", "corona", "admiral-croatia"))
    line = line_of(lines, "Exchange: fewest cards")
    assert [cell.words for cell in line.cells] == [("One",), ("Two",), ("One",)]
    slugs = [cell.version.house.slug for cell in line.cells]
    assert slugs == ["reference", "corona", "admiral-croatia"]
    assert [cell.source.origin for cell in line.cells] == [Origin.PAGE] * 3
    redraw = line_of(lines, "Bought game: same rank again").cells
    assert [cell.source.assumed for cell in redraw] == [False, False, True]


def test_every_difference_of_two_houses_is_found(seeded):
    for game in games().values():
        found = live_versions(game.key, timezone.now())
        names = {line.name for line in differences(game, found)}
        expected = set()
        for switch in game.switches:
            if len({version.ruleset.switches[switch.key] for version in found}) > 1:
                expected.add(switch.name)
        for slot in game.tables:
            if len({version.ruleset.tables[slot.key] for version in found}) > 1:
                expected.add(slot.name)
        assert names == expected


def test_of_a_pay_table_only_the_rows_that_differ_the_strongest_first(seeded):
    lines = differences(UTH, live(UTH, "reference", "viejas"))
    [line] = lines
    assert line.name == "Trips"
    assert [
        [(pays.named.hand.key, pays.row.ratio) for pays in cell.pays] for cell in line.cells
    ] == [
        [("flush", "7:1"), ("straight", "4:1")],
        [("flush", "6:1"), ("straight", "5:1")],
    ]
    assert "viejas.com" in line.cells[1].source.text
    assert line.cells[0].otherwise is None


def test_a_row_that_one_house_does_not_have(seeded):
    rows = make_rows("royal flush 50, straight flush 40, quads 30, full house 8, flush 7, trips 3")
    change("palace", UTH, tables={"trips": PayTable(rows)})
    [line] = differences(UTH, live(UTH, "reference", "palace"))
    ours, theirs = line.cells
    assert [(pays.named.key, pays.row and pays.row.ratio) for pays in ours.pays] == [
        ("straight", "4:1")
    ]
    assert [(pays.named.key, pays.row) for pays in theirs.pays] == [("straight", None)]
    assert theirs.source.origin is Origin.HOUSE


def test_limits_that_differ(seeded):
    limits = Limits(Decimal(10), Decimal(100), Decimal(10))
    change("palace", UTH, limits={"ante": limits})
    [line] = differences(UTH, live(UTH, "reference", "palace"))
    assert (line.name, [cell.limits for cell in line.cells]) == (
        "Ante",
        [UTH.limits["ante"], limits],
    )
    assert [cell.source.assumed for cell in line.cells] == [True, False]


def test_limits_that_one_house_does_not_set(seeded):
    ours, theirs = live(UTH, "reference", "pompano-park")
    theirs.ruleset = replace(theirs.ruleset, limits={"ante": ours.ruleset.limits["ante"]})
    line = line_of(differences(UTH, [ours, theirs]), "Trips")
    assert (line.cells[1].limits, line.cells[1].source) == (None, None)


def test_what_a_hand_on_no_row_gets(seeded):
    ours, theirs = live(UTH, "reference", "uk-guide")
    tables = theirs.ruleset.tables
    tables = {**tables, "blind": replace(tables["blind"], otherwise=Outcome.TAKE)}
    theirs.ruleset = replace(theirs.ruleset, tables=tables)
    line = line_of(differences(UTH, [ours, theirs]), "Blind")
    assert [cell.otherwise for cell in line.cells] == [Outcome.PUSH, Outcome.TAKE]
    assert line.cells[0].pays == ()


def test_one_house_or_equal_ones_differ_in_nothing(seeded):
    [ours] = live(UTH, "reference")
    assert differences(UTH, [ours]) == []
    assert differences(UTH, [ours, change("palace", UTH)]) == []


# --- which houses ------------------------------------------------------------------------------


def test_the_live_versions_reference_first(seeded):
    def slugs():
        return [version.house.slug for version in live_versions(UTH.key, timezone.now())]

    assert slugs() == ["reference", "pompano-park", "uk-guide", "viejas"]
    draft = find_house("viejas").drafts.get()
    ruleset = draft_ruleset(draft)
    ruleset.switches["trips_needs_win"] = "yes"
    save_draft(draft, draft.revision, ruleset)
    later = timezone.now() + timedelta(days=1)
    publish(Draft.objects.get(pk=draft.pk), None, effective_from=later)
    numbers = [version.number for version in live_versions(UTH.key, timezone.now())]
    assert numbers == [1, 1, 1, 1]
    assert [v.number for v in live_versions(UTH.key, later)] == [1, 1, 1, 2]
    House.objects.filter(slug="pompano-park").update(active=False)
    assert slugs() == ["reference", "uk-guide", "viejas"]


def test_one_query_however_many_houses(seeded, django_assert_num_queries):
    with django_assert_num_queries(1):
        compared(RUSSIAN, (), timezone.now())


def test_houses_are_chosen_by_their_short_names(seeded):
    def slugs(*wanted):
        context = compared(UTH, wanted, timezone.now())
        return [version.house.slug for version in context["chosen"]]

    assert slugs("viejas", "reference") == ["reference", "viejas"]
    assert slugs("viejas", "netent", "nobody") == ["viejas"]
    everybody = ["reference", "pompano-park", "uk-guide", "viejas"]
    assert slugs() == slugs("nobody") == everybody


# --- the page ----------------------------------------------------------------------------------


def test_the_page_compares_all_houses_at_first(seeded, read):
    html = read("/rules/variants/russian-poker/")
    expected = {slug for slug, house in houses().items() if "russian-poker" in house.games}
    assert set(chosen(html)) == expected
    assert html.count('scope="row"') == len(
        differences(RUSSIAN, live_versions(RUSSIAN.key, timezone.now()))
    )
    assert "casinocampioneditalia.it" in html
    assert "Assumed." in html


def test_the_page_of_two_houses(seeded, read):
    html = read("/rules/variants/ultimate-texas-holdem/?house=reference&house=viejas")
    assert chosen(html) == ["reference", "viejas"]
    assert "1 difference<" in html
    assert "<span>Flush</span> <b>6:1</b>" in html
    assert "<span>Flush</span> <b>7:1</b>" in html
    assert "Full house" not in html
    assert "version 1" in html
    assert 'href="/rules/viejas/ultimate-texas-holdem/"' in html
    assert "/rules/pompano-park/" not in html


def test_the_version_that_is_compared_is_named(seeded, read):
    change("viejas", UTH, switches={"trips_needs_win": "yes"})
    html = read("/rules/variants/ultimate-texas-holdem/?house=reference&house=viejas")
    assert re.search(r"Viejas[^<]*</a><span>version 2<", html)
    assert "Set by this house." in html


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("texas-holdem/", "Only Reference has rules for this game in force."),
        ("ultimate-texas-holdem/?house=viejas", "That is one house. Choose at least two."),
    ],
)
def test_with_one_house_the_page_says_so(seeded, read, address, said):
    html = read(f"/rules/variants/{address}")
    assert said in html
    assert "<table" not in html
    assert "version 1" in html


def test_where_nothing_differs_the_page_says_so(seeded, read):
    change("palace", UTH)
    html = read("/rules/variants/ultimate-texas-holdem/?house=reference&house=palace")
    assert "2 houses are compared. Nothing differs." in html
    assert "<table" not in html


def test_without_any_house_the_page_says_so(db, read):
    assert "No house has rules for this game in force." in read("/rules/variants/texas-holdem/")


def test_a_version_that_cannot_be_read_is_left_out_and_named(seeded, read):
    broken = live(UTH, "viejas")[0]
    # By hand in the database: the class itself refuses.
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {Version._meta.db_table} SET document = '{{}}' WHERE id = %s", [broken.pk]
        )
    html = read("/rules/variants/ultimate-texas-holdem/")
    assert re.search(r"The rules of Viejas[^<]* cannot be read\.", html)
    assert "viejas" not in chosen(html)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_every_game_in_every_language(seeded, read, game, language):
    html = read(f"/rules/variants/{game}/", language)
    assert html.count("<h1>") == 1
    assert not re.search(r"%\(|\{\{|\{%|None", html)


def test_no_such_game(seeded, read, client):
    assert client.get("/rules/variants/whist/").status_code == 404
    assert client.post("/rules/variants/texas-holdem/").status_code == 405


def test_what_a_house_is_called_is_text(seeded, read):
    house = find_house("viejas")
    house.name = {"en": "<img src=x> & Sons"}
    house.save()
    html = read("/rules/variants/ultimate-texas-holdem/")
    assert "<img" not in html
    assert "&lt;img src=x&gt; &amp; Sons" in html


def test_the_index_leads_there_where_there_is_something_to_compare(seeded, read):
    html = read("/rules/")
    for game in ("russian-poker", "ultimate-texas-holdem", "casino-holdem"):
        assert f'href="/rules/variants/{game}/"' in html
    assert 'href="/rules/variants/texas-holdem/"' not in html
