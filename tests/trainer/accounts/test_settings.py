import re
from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext

from rules.models import House
from rules.versions import UnknownHouseError
from tests.trainer.accounts.people import make_user
from trainer.accounts import preferences
from trainer.accounts.middleware import as_the_person
from trainer.accounts.preferences import Preferences, house_of, preferences_of, zones
from trainer.models import Learner, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts")]

FORM = {
    "language": "uk",
    "house": "reference",
    "theme": "dark",
    "deck": "safe",
    "keypad": "left",
    "go_on": "on",
    "time_zone": "Europe/Kyiv",
}
CHOSEN = Preferences("dark", "safe", "left", False, True, "reference", "uk", "Europe/Kyiv")


@pytest.fixture
def corner(reference):
    """Another house, with the rules of the first."""
    return House.objects.create(slug="corner", name={"en": "Corner house"})


def save(person, **changes):
    person.open("/settings/")
    data = {name: value for name, value in (FORM | changes).items() if value is not None}
    return person.post("/settings/", **data)


def seen_by(person):
    return person.client.get("/settings/").context["form"].initial


def chosen(**changes):
    values = {name: getattr(CHOSEN, name) for name in Preferences.__dataclass_fields__}
    return values | changes


def test_a_visitor_has_defaults_and_no_learner(person):
    person.open("/settings/")
    assert seen_by(person) == chosen(
        theme="system",
        deck="four",
        keypad="centre",
        keys=True,
        go_on=False,
        language="en",
        time_zone="",
    )
    assert Learner.objects.count() == 0
    assert "sessionid" not in person.client.cookies


def test_a_guests_settings_hold(person):
    response = save(person)
    assert (response.status_code, response["Location"]) == (303, "/settings/")
    assert seen_by(person) == chosen()
    learner = Learner.objects.get()
    assert (learner.user, learner.theme, learner.house.slug) == (None, "dark", "reference")
    person.open("/")
    for mark in ('lang="uk"', 'data-theme="dark"', 'data-deck="safe"', 'data-keypad="left"'):
        assert mark in person.page
    assert 'data-keys="off"' in person.page
    assert 'data-go-on="on"' in person.page


def test_the_guest_with_settings_is_the_one_who_practises(person):
    save(person)
    person.answer(1)
    assert Learner.objects.count() == 1


def test_a_users_settings_follow_to_another_device(meet, anna):
    phone, desk = meet(), meet()
    for person in (phone, desk):
        person.sign_in()
    save(phone)
    assert seen_by(desk) == chosen()
    desk.open("/")
    assert 'data-theme="dark"' in desk.page


def test_settings_leave_with_the_person(person, anna):
    person.sign_in()
    save(person)
    person.sign_out()
    assert 'data-theme="system"' in person.page


def test_what_is_saved_is_said(person):
    person.open("/settings/")
    person.submit("/settings/", house="reference", time_zone="", theme="light")
    assert person.url == "/settings/"
    assert "Saved." in person.page


@pytest.mark.parametrize(
    "changes",
    [
        {"theme": "pink"},
        {"deck": ""},
        {"keypad": None},
        {"language": "de"},
        {"house": "nowhere"},
        {"time_zone": "Europe/Atlantis"},
    ],
)
def test_a_refused_choice_keeps_the_others_as_they_were_typed(person, changes):
    assert save(person, **changes).status_code == 422
    response = person.client.post(
        "/settings/",
        FORM | changes_without_none(changes) | token(person),
    )
    page = response.content.decode()
    name = next(iter(changes))
    assert f'id="id_{name}_error"' in page
    for field in ("theme", "deck", "keypad", "language"):
        if field != name:
            assert re.search(rf'name="{field}" value="{FORM[field]}"[^>]* checked', page)
    assert Learner.objects.count() == 0


def changes_without_none(changes):
    return {name: "" if value is None else value for name, value in changes.items()}


def token(person):
    return {"csrfmiddlewaretoken": person.client.cookies["csrftoken"].value}


def test_what_else_is_posted_changes_nothing(person, anna):
    save(person, user=anna.pk, created_at="2000-01-01", seen_on="2000-01-01")
    learner = Learner.objects.get()
    assert learner.user is None
    assert learner.seen_on.year > 2000


def test_the_database_knows_the_choices():
    for wrong in ({"theme": "pink"}, {"deck": ""}, {"keypad": "up"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Learner.objects.create(**wrong)


# --- the way back ----------------------------------------------------------------------------


def test_from_a_question_the_settings_lead_back_to_it(person):
    person.start()
    address = person.url
    assert person.page.count(f'href="/settings/?back={address}"') == 2
    person.open(f"/settings/?back={address}")
    assert person.page.count(f'<a class="alone" href="{address}">Back to question 1</a>') == 1
    person.submit("/settings/", house="reference", time_zone="", theme="dark")
    assert person.url == f"/settings/?back={address}"
    assert "Saved." in person.page
    assert "Back to question 1" in person.page


def test_a_refused_choice_keeps_the_way_back(person):
    person.start()
    address = person.url
    assert save(person, theme="pink", back=address).status_code == 422
    response = person.client.post("/settings/", {"theme": "pink", "back": address} | token(person))
    assert f'href="{address}">Back to question 1</a>' in response.content.decode()


@pytest.mark.parametrize(
    "back",
    ["", "/", "/settings/", "//example.org/sittings/", "https://example.org/", "/no/such/page/"],
)
def test_the_settings_lead_back_to_nothing_else(person, back):
    person.client.get("/")
    page = person.client.get("/settings/", {"back": back}).content.decode()
    assert "Back to question" not in page
    assert save(person, back=back)["Location"] == "/settings/"


# --- house -----------------------------------------------------------------------------------


def test_a_house_that_has_published_nothing_deals_nothing(person, corner):
    save(person, house="corner")
    start = "/practice/which-hand-wins/russian-poker/"
    person.open(start)
    assert start not in person.forms()
    assert person.post(start, level=1, length=5).status_code == 409
    assert Sitting.objects.count() == 0


def test_the_chosen_house_deals(person, corner, reference):
    version = reference.versions.get(game="russian-poker")
    version.pk, version.house, version._state.adding = None, corner, True
    version.save()
    save(person, house="corner")
    person.start()
    assert Sitting.objects.get().house == corner


def request_of(rf, learner=None):
    request = rf.get("/")
    request.user = learner.user if learner and learner.user else AnonymousUser()
    request.session = {"learner": learner.pk} if learner else {}
    request.htmx = False
    return request


def test_a_house_that_has_closed_is_replaced(rf, corner, reference):
    request = request_of(rf, Learner.objects.create(house=corner))
    assert (house_of(request), preferences_of(request).house) == (corner, "corner")
    House.objects.filter(slug="corner").update(active=False)
    request = request_of(rf, Learner.objects.get())
    assert (house_of(request), preferences_of(request).house) == (reference, "reference")


def test_without_reference_the_first_active_house_deals(rf, corner):
    House.objects.filter(slug="reference").update(active=False)
    assert house_of(request_of(rf)) == corner
    House.objects.update(active=False)
    with pytest.raises(UnknownHouseError):
        house_of(request_of(rf))


def test_only_active_houses_are_offered(person, corner):
    person.open("/settings/")
    assert 'value="corner"' in person.page
    House.objects.filter(slug="corner").update(active=False)
    person.open("/settings/")
    assert 'value="corner"' not in person.page


# --- language --------------------------------------------------------------------------------


def test_the_switch_of_the_page_is_the_setting(person):
    save(person)
    person.open("/")
    person.submit("/i18n/setlang/", language="ru")
    assert Learner.objects.get().language == "ru"
    assert seen_by(person)["language"] == "ru"


def test_the_switch_makes_no_learner(person):
    person.submit("/i18n/setlang/", language="ru")
    assert 'lang="ru"' in person.page
    assert Learner.objects.count() == 0


@pytest.mark.parametrize("language", ["", "de", "x" * 300, "../ru"])
def test_the_switch_knows_the_languages_of_the_site_only(person, language):
    save(person)
    person.post("/i18n/setlang/", language=language, next="/")
    assert Learner.objects.get().language == "uk"


@pytest.mark.parametrize("next", ["https://example.org/", "//example.org/"])
def test_the_switch_leads_nowhere_else(person, next):
    assert person.post("/i18n/setlang/", language="ru", next=next)["Location"] == "/"


def test_a_language_chosen_on_one_device_is_spoken_on_the_other(meet, anna):
    phone, desk = meet(), meet()
    for person in (phone, desk):
        person.sign_in()
    save(phone, language="ru")
    desk.open("/account/")
    assert '<html lang="ru"' in desk.page
    assert "Content-Language" in desk.client.get("/").headers
    assert desk.client.cookies["django_language"].value == "ru"
    desk.start()
    fragment = desk.client.get(desk.url, headers={"HX-Request": "true"})
    assert fragment["Content-Language"] == "ru"


def test_what_is_saved_is_said_in_the_new_language(person):
    save(person, language="ru")
    with translation.override("ru"):
        said = gettext("Saved.")
    person.open("/settings/")
    assert f'<p class="done">{said}</p>' in person.page


def test_the_switch_goes_before_an_old_cookie(person):
    save(person, language="uk")
    person.client.cookies["django_language"] = "en"
    assert person.post("/i18n/setlang/", language="ru", next="/").status_code == 302
    person.open("/")
    assert '<html lang="ru"' in person.page


def test_a_language_that_the_site_has_given_up_is_the_browsers(rf):
    request = request_of(rf, Learner.objects.create(language="de"))
    with translation.override("ru"):
        assert preferences_of(request).language == "ru"


def test_signing_up_keeps_the_language_of_the_page(meet):
    person = meet(**{"Accept-Language": "ru"})
    person.sign_up()
    assert Learner.objects.get().language == "ru"


# --- time zone -------------------------------------------------------------------------------


def test_zones_are_offered_once_by_area():
    names = [name for area in zones().values() for name, _place in area]
    assert len(names) == len(set(names))
    assert ("Europe/Kyiv", "Kyiv") in zones()["Europe"]
    assert ("America/New_York", "New York") in zones()["America"]
    assert {"Europe/Kiev", "Asia/Calcutta", "Etc/GMT+1", "US/Eastern"}.isdisjoint(names)


def test_a_machine_without_the_table_still_offers_zones(monkeypatch, tmp_path):
    monkeypatch.setattr(preferences, "TZPATH", (str(tmp_path),))
    monkeypatch.setattr(preferences.resources, "files", no_module)
    names = preferences._zone_names()
    assert {"Europe/Kyiv", "Asia/Kolkata", "America/New_York"} <= names
    assert {"Etc/GMT+1", "US/Eastern", "UTC"}.isdisjoint(names)


def no_module(name):
    raise ModuleNotFoundError(name)


@pytest.mark.parametrize("gone", ["Europe/Atlantis", "../etc/passwd", "\0"])
def test_a_zone_that_the_machine_has_lost_is_the_sites(settings, gone):
    assert Preferences(time_zone=gone).zone.key == settings.TIME_ZONE


@pytest.mark.parametrize(
    ("zone", "shown"), [("", "12:00"), ("Europe/Kyiv", "14:00"), ("Asia/Kolkata", "17:30")]
)
def test_times_are_shown_in_the_persons_zone(rf, zone, shown):
    learner = Learner.objects.create(time_zone=zone)
    moment = datetime(2026, 1, 1, 12, tzinfo=UTC)
    page = as_the_person(lambda request: HttpResponse(f"{timezone.localtime(moment):%H:%M}"))
    assert page(request_of(rf, learner)).content.decode() == shown
    assert timezone.get_current_timezone_name() == "UTC"


# --- what it costs ---------------------------------------------------------------------------


def test_a_visitor_without_a_learner_costs_nothing(rf, django_assert_num_queries):
    with django_assert_num_queries(0):
        preferences_of(request_of(rf))


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_person_costs_one_query_a_request(rf, reference, django_assert_num_queries, signed_in):
    user = make_user() if signed_in else None
    request = request_of(rf, Learner.objects.create(user=user, house=reference))
    with django_assert_num_queries(1):
        for _ in range(3):
            assert preferences_of(request).house == house_of(request).slug == "reference"


def test_a_fragment_asks_for_no_settings(person, django_assert_num_queries, rf):
    request = request_of(rf, Learner.objects.create())
    request.htmx = True
    with django_assert_num_queries(0):
        as_the_person(lambda request: HttpResponse())(request)


def test_a_visit_is_noted_once_a_day(person):
    person.start()
    Learner.objects.update(seen_on=date(2026, 1, 1))
    person.open("/")
    learner = Learner.objects.get()
    assert learner.seen_on == timezone.now().date()
    Learner.objects.update(theme="dark")
    person.open("/")
    assert Learner.objects.get().theme == "dark"
