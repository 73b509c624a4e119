from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from rules.games import games
from rules.models import Draft, DraftPayRow, House, Version
from rules.versions import draft_ruleset, find_house, live_version

pytestmark = pytest.mark.django_db


def seed():
    out = StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def everything():
    return [list(model.objects.values()) for model in (House, Draft, DraftPayRow, Version)]


def test_every_game_of_reference_is_live_with_its_default_rules():
    assert "4 games" in seed()
    house = find_house("reference")
    for key, game in games().items():
        version = live_version(house, key, timezone.now())
        default = game.default_ruleset()
        assert version.number == 1
        assert version.ruleset.switches == default.switches
        assert version.ruleset.limits == default.limits
        assert version.ruleset.tables == default.tables
        assert draft_ruleset(Draft.objects.get(house=house, game=key)) == default


def test_its_name_is_there_in_every_language(settings):
    seed()
    assert set(find_house("reference").name) == {code for code, _name in settings.LANGUAGES}


def test_seeding_again_changes_nothing():
    seed()
    before = everything()
    assert "nothing was changed" in seed()
    assert everything() == before


def test_a_house_that_exists_is_left_alone():
    House.objects.create(slug="reference", name={"en": "Ours"}, active=False)
    before = everything()
    seed()
    assert everything() == before
