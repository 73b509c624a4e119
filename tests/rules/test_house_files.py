"""A house as one JSON file: out, in, and everything that is refused."""

import copy
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from rules import house_files
from rules.engine.errors import EngineError
from rules.house_files import MOST_BYTES, export_house, import_house, planned, read_house_file
from rules.models import Draft, House, Version
from rules.versions import DraftChangedError, draft_ruleset
from tests.rules.admin_pages import everything, filled, live_number, save, text_of, token_of
from tests.rules.page_forms import form_values

pytestmark = pytest.mark.django_db


@pytest.fixture
def content(reference):
    return json.loads(export_house(reference, timezone.now()))


def encoded(content):
    return json.dumps(content).encode()


def revisions(file):
    return {one.game.key: one.revision for one in planned(file)}


def bring(content):
    file = read_house_file(encoded(content))
    return import_house(file, revisions(file))


# --- out and in ------------------------------------------------------------------------------


def test_what_is_exported_says_what_is_in_force(content, changed):
    assert content["games"].keys() == {draft.game for draft in Draft.objects.all()}
    assert live_number(changed) == 1
    trips = content["games"]["ultimate-texas-holdem"]["tables"]["trips"]["rows"]
    assert {"hand": "flush", "pays": "7"} in trips


def test_a_file_of_its_own_house_changes_nothing(content):
    assert [one.changes for one in planned(read_house_file(encoded(content)))] == [[]] * 4
    before = everything()
    bring(content)
    assert everything() == before


def test_a_new_house_comes_with_its_name_and_drafts_but_nothing_in_force(content):
    house = bring(content | {"slug": "harbour", "name": {"en": "Harbour", "uk": "Гавань"}})
    assert House.objects.get(slug="harbour").name == {"en": "Harbour", "uk": "Гавань"}
    assert house.drafts.count() == 4
    assert not Version.objects.filter(house=house).exists()
    again = json.loads(export_house(house, timezone.now()))
    assert again["games"] == content["games"]


def test_a_known_house_keeps_its_name(content, reference):
    bring(content | {"name": {"en": "Other"}, "source": "Other"})
    assert House.objects.get(pk=reference.pk).name == reference.name


def test_only_the_games_of_the_file_change(content, draft):
    others = {d.game: draft_ruleset(d) for d in Draft.objects.exclude(pk=draft.pk)}
    game = content["games"][draft.game]
    game["tables"]["trips"]["rows"][4]["pays"] = "6"
    bring(content | {"games": {draft.game: game}})
    fresh = Draft.objects.get(pk=draft.pk)
    assert draft_ruleset(fresh).tables["trips"].rows[4].pays == 6
    assert {d.game: draft_ruleset(d) for d in Draft.objects.exclude(pk=draft.pk)} == others


def test_a_draft_that_moved_since_refuses_all_of_the_file(content, browser, draft):
    for game in content["games"].values():
        for table in game["tables"].values():
            table["rows"][0]["pays"] = "99"
    file = read_house_file(encoded(content))
    seen = revisions(file)
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "5"})
    before = everything()
    with pytest.raises(DraftChangedError):
        import_house(file, seen)
    assert everything() == before


# --- what is refused -------------------------------------------------------------------------

UTH = ("games", "ultimate-texas-holdem")
TRIPS = (*UTH, "tables", "trips")


def put(content, place, value):
    changed = copy.deepcopy(content)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("format",), "other", "format"),
        (("surprise",), 1, "surprise"),
        (("slug",), "Not a slug", "slug"),
        (("slug",), "a" * 51, "slug"),
        (("name",), {"xx": "?"}, "name"),
        (("name",), {"en": " "}, "name"),
        (("name",), {"en": "a\x00b"}, "U+0000"),
        (("name",), {"en": "\ud800"}, "U+D800"),
        (("source",), 7, "source"),
        (("games",), {}, "games"),
        (("games", "baccarat"), {}, "games.baccarat"),
        (UTH, [], "ultimate-texas-holdem.schema"),
        ((*UTH, "game"), "casino-holdem", "ultimate-texas-holdem.game"),
        ((*UTH, "schema"), 99, "schema"),
        ((*UTH, "switches", "house_rule"), "on", "switches.house_rule"),
        ((*UTH, "switches", "qualifier"), "queens", "switches.qualifier"),
        ((*UTH, "switches", "qualifier"), None, "switches.qualifier"),
        ((*UTH, "limits", "ante", "minimum"), "0", "limits.ante.minimum"),
        ((*UTH, "limits", "ante", "maximum"), "1", "limits.ante.maximum"),
        ((*UTH, "limits", "ante", "step"), "0", "limits.ante.step"),
        ((*UTH, "limits", "play"), {"minimum": "1", "maximum": "2", "step": "1"}, "limits.play"),
        ((*UTH, "tables", "jackpot"), {"otherwise": "take", "rows": []}, "tables.jackpot"),
        ((*UTH, "tables"), {}, "tables"),
        ((*TRIPS, "rows"), [], "tables.trips.rows"),
        ((*TRIPS, "rows"), [{"hand": "flush", "pays": "7"}] * 2, "trips.rows[1].hand"),
        ((*TRIPS, "rows", 0, "pays"), "-1", "trips.rows[0].pays"),
        ((*TRIPS, "rows", 0, "pays"), "1e9", "trips.rows[0].pays"),
        ((*TRIPS, "rows", 0, "hand"), "five-of-a-kind", "trips.rows[0].hand"),
        ((*TRIPS, "rows", 0, "rank"), "2", "trips.rows[0].rank"),
        ((*TRIPS, "otherwise"), "push", "tables.trips.otherwise"),
    ],
)
def test_a_broken_file_names_the_place_and_changes_nothing(browser, content, place, value, said):
    before = everything()
    for language in ("en", "uk", "ru"):
        response = upload(browser, encoded(put(content, place, value)), language)
        assert said in text_of(response)
        assert "_import" not in response.content.decode()
        assert everything() == before


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe{",
        b"not json",
        b"[" * 100_000,
        b'{"format": NaN}',
        b'{"format": "croupier-house", "format": "croupier-house"}',
        b'{"a": ' + b"9" * 10_000 + b"}",
        b"null",
        b" " * (MOST_BYTES + 1),
    ],
)
def test_what_is_no_file_of_a_house(browser, reference, data):
    before = everything()
    page = upload(browser, data).content.decode()
    assert "errorlist" in page
    assert everything() == before


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["format", "slug", "name", "games", "tables", "rows", "en", "schema"]),
        inner, max_size=4,
    ),
    max_leaves=12,
))  # fmt: skip
def test_whatever_it_holds_the_answer_is_an_error_in_words(content):
    with pytest.raises(EngineError) as caught:
        read_house_file(json.dumps({"format": house_files.FORMAT, "games": content}).encode())
    assert caught.value.template


# --- the pages -------------------------------------------------------------------------------


def upload(browser, data, language="en"):
    return browser.post(
        reverse("admin:rules_house_import"),
        {
            "csrfmiddlewaretoken": token_of(browser),
            "file": SimpleUploadedFile("house.json", data),
        },
        headers={"accept-language": language},
    )


def test_the_changes_are_shown_before_anything_is_written(browser, content, draft):
    before = everything()
    place = (*TRIPS, "rows", 4, "pays")
    assert form_values(browser.get(reverse("admin:rules_house_import")), "import_form")
    shown = upload(browser, encoded(put(content, place, "6")))
    assert "Trips: flush pays 6:1 instead of 7:1" in text_of(shown)
    assert "The draft says the same already." in text_of(shown)
    assert everything() == before
    values = form_values(shown, "import_form") | {"_import": "1"}
    done = browser.post(reverse("admin:rules_house_import"), values, follow=True)
    assert "The drafts are written." in text_of(done)
    assert draft_ruleset(Draft.objects.get(pk=draft.pk)).tables["trips"].rows[4].pays == 6
    assert live_number(draft) == 1


def test_two_people_at_once(browser, content, draft):
    shown = upload(browser, encoded(put(content, (*TRIPS, "rows", 4, "pays"), "6")))
    save(browser, draft, filled(browser, draft), **{"trips-4-pays": "5"})
    values = form_values(shown, "import_form") | {"_import": "1"}
    again = browser.post(reverse("admin:rules_house_import"), values)
    assert "Somebody else has saved this draft" in text_of(again)
    assert "flush pays 6:1 instead of 5:1" in text_of(again)
    assert draft_ruleset(Draft.objects.get(pk=draft.pk)).tables["trips"].rows[4].pays == 5


def test_the_file_comes_as_a_download(browser, reference):
    response = browser.get(reverse("admin:rules_house_export", args=[reference.pk]))
    assert response["Content-Disposition"] == 'attachment; filename="reference.json"'
    assert read_house_file(response.content).slug == "reference"


def test_who_may_not_edit_may_not_import(client, django_user_model, reference):
    clerk = django_user_model.objects.create_user("clerk", password="x", is_staff=True)
    client.force_login(clerk)
    assert client.get(reverse("admin:rules_house_import")).status_code == 403
    export = reverse("admin:rules_house_export", args=[reference.pk])
    assert client.get(export).status_code == 403
