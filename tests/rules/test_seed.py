from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.utils import timezone

from rules.games import find_game, games
from rules.groups import RIGHTS
from rules.houses import houses
from rules.models import Draft, DraftPayRow, House, Version
from rules.versions import (
    draft_differs,
    draft_ruleset,
    find_house,
    live_version,
    publish,
    save_draft,
)

pytestmark = pytest.mark.django_db


def seed(*slugs):
    out = StringIO()
    call_command("seed", *slugs, stdout=out)
    return out.getvalue()


def everything():
    return [list(model.objects.values()) for model in (House, Draft, DraftPayRow, Version)]


def test_every_game_of_reference_is_live_with_its_default_rules():
    assert "Made the house “reference” with 4 games." in seed()
    house = find_house("reference")
    for key, game in games().items():
        version = live_version(house, key, timezone.now())
        default = game.default_ruleset()
        assert version.number == 1
        assert version.ruleset.switches == default.switches
        assert version.ruleset.limits == default.limits
        assert version.ruleset.tables == default.tables
        assert draft_ruleset(Draft.objects.get(house=house, game=key)) == default


def test_every_documented_house_is_live_with_its_games_and_no_other():
    out = seed()
    assert "Made the house “netent” with 1 game." in out
    assert {house.slug for house in House.objects.filter(active=True)} == set(houses())
    for slug, style in houses().items():
        house = find_house(slug)
        assert (house.name, house.source) == (style.name, style.about)
        assert {version.game for version in house.versions.all()} == set(style.games)
        for version in house.versions.all():
            expected = style.ruleset(find_game(version.game))
            assert version.number == 1
            assert version.ruleset.switches == expected.switches
            assert version.ruleset.limits == expected.limits
            assert version.ruleset.tables == expected.tables
            assert not draft_differs(Draft.objects.get(house=house, game=version.game))


def test_its_name_is_there_in_every_language(settings):
    seed()
    assert set(find_house("reference").name) == {code for code, _name in settings.LANGUAGES}


def test_seeding_again_changes_nothing():
    seed()
    before = everything()
    assert seed().count("nothing was changed") == len(houses())
    assert everything() == before


@pytest.mark.parametrize("slug", houses())
def test_a_house_that_exists_is_left_alone(slug):
    House.objects.create(slug=slug, name={"en": "Ours"}, active=False)
    seed()
    house = House.objects.get(slug=slug)
    assert (house.name, house.active, house.source) == ({"en": "Ours"}, False, "")
    assert not house.drafts.exists()
    assert not house.versions.exists()


def test_what_an_administrator_changed_stays():
    seed()
    house = find_house("campione")
    draft = house.drafts.get()
    ruleset = draft_ruleset(draft)
    ruleset.switches["insurance_max"] = "half"
    save_draft(draft, draft.revision, ruleset)
    publish(Draft.objects.get(pk=draft.pk), None)
    house.name = {"en": "Our own"}
    house.save()
    before = everything()
    seed()
    assert everything() == before


def test_a_house_that_is_missing_is_made_beside_those_that_exist():
    seed_of = houses()["reference"]
    House.objects.create(slug=seed_of.slug, name=dict(seed_of.name))
    out = seed()
    assert "“reference” is there already" in out
    assert out.count("Made the house") == len(houses()) - 1


def test_only_the_houses_that_are_named():
    assert seed("viejas", "netent").count("Made the house") == 2
    assert {house.slug for house in House.objects.all()} == {"viejas", "netent"}


def test_a_house_that_nobody_has_documented_is_refused():
    with pytest.raises(CommandError, match="whist"):
        seed("whist")
    assert not House.objects.exists()


def test_the_groups_of_the_administration_are_made_once():
    assert "Made the group “Auditors”." in seed("viejas")
    assert set(Group.objects.values_list("name", flat=True)) == set(RIGHTS)
    Group.objects.get(name="Auditors").permissions.clear()
    assert "group" not in seed()
    assert not Group.objects.get(name="Auditors").permissions.exists()
