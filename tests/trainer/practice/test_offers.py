"""No house shows a drill that cannot be dealt under its rules."""

from dataclasses import replace

import pytest
from django.utils import timezone

from rules.games import find_game
from rules.games.documents import canonical_json, document_hash, to_document
from rules.models import House, Version
from rules.versions import rulesets_in_force
from trainer.drills import drills
from trainer.drills.base import LEVELS, CannotDealError
from trainer.drills.stream import Stream
from trainer.models import Sitting

pytestmark = pytest.mark.django_db

HOLDEM = "texas-holdem"
HIGH_ALONE = ("which-hand-wins", "name-the-hand")
REFUSED = "This house has no rules in force that such a question can be dealt from."


def publish(house, game=HOLDEM, number=2, **switches):
    ruleset = find_game(game).default_ruleset()
    ruleset = replace(ruleset, switches={**ruleset.switches, **switches})
    document = canonical_json(to_document(ruleset))
    now = timezone.now()
    return Version.objects.create(
        house=house,
        game=game,
        number=number,
        document=document,
        sha256=document_hash(document),
        published_at=now,
        effective_from=now,
    )


def starts(visitor, game=HOLDEM):
    """The keys of the drills that the home page offers in *game*."""
    visitor.open("/")
    paths = [form.strip("/").split("/") for form in visitor.forms()]
    return {path[1] for path in paths if path[0] == "practice" and path[2:] == [game]}


@pytest.mark.parametrize("rule", [{"lowball": "a5"}, {"hi_lo": "on"}, {"joker": "bug"}])
def test_the_home_page_leaves_out_what_the_house_cannot_deal(reference, visitor, rule):
    before = starts(visitor)
    assert before == {drill.key for drill in drills().values() if HOLDEM in drill.games}
    version = publish(reference, **rule)
    offered = starts(visitor)
    assert not offered & set(HIGH_ALONE)
    assert offered == {key for key in before if drills()[key].offers(version.ruleset)}
    assert starts(visitor, "russian-poker") >= set(HIGH_ALONE)
    assert "has no rules in force for" not in visitor.page


@pytest.mark.parametrize("key", HIGH_ALONE)
def test_the_start_page_says_so_and_starts_nothing(reference, visitor, key):
    start = f"/practice/{key}/{HOLDEM}/"
    visitor.open(start)
    assert start in visitor.forms()
    form = visitor.forms()[start].fields
    publish(reference, lowball="27")
    assert visitor.post(start, **(form | {"level": 1, "length": 5})).status_code == 409
    assert visitor.open(start).status_code == 200
    assert REFUSED in visitor.page
    assert start not in visitor.forms()
    assert 'href="/settings/"' in visitor.page
    assert not Sitting.objects.exists()


def test_a_sitting_stops_where_the_rules_have_changed(reference, visitor):
    question = visitor.start("which-hand-wins", HOLDEM)
    publish(reference, joker="wild")
    visitor.submit(visitor.url, choice="left")
    visitor.submit(f"{visitor.url}next/")
    assert REFUSED in visitor.page
    assert question.sitting.questions.count() == 1


def test_the_rules_in_force_are_the_newest_that_are_not_still_to_come(reference):
    publish(reference, lowball="a6")
    now = timezone.now()
    publish(reference, number=3, lowball="27")
    games = {"russian-poker", "ultimate-texas-holdem", "casino-holdem", HOLDEM}
    for moment, lowball in ((now, "a6"), (timezone.now(), "27")):
        found = rulesets_in_force(reference, moment)
        assert found.keys() == games
        assert found[HOLDEM].switches["lowball"] == lowball


def test_rules_that_cannot_be_read_offer_nothing(reference, visitor):
    version = publish(reference)
    # Past the manager, as somebody with access to the database would.
    Version.objects.filter(pk=version.pk)._raw_delete("default")
    version.document += " "
    version.pk = None
    version._state.adding = True
    version.save()
    assert HOLDEM not in rulesets_in_force(reference, timezone.now())
    assert starts(visitor) == set()
    assert "has no rules in force for: Texas Hold’em." in visitor.page


@pytest.mark.parametrize("drill", drills().values(), ids=lambda drill: drill.key)
def test_every_seeded_house_deals_what_it_is_offered(seeded, drill):
    for house in House.objects.all():
        for game, ruleset in rulesets_in_force(house, timezone.now()).items():
            if game in drill.games and drill.offers(ruleset):
                for level in LEVELS:
                    assert drill.deal(Stream(bytes(32), house.slug), ruleset, level)
            else:
                with pytest.raises(CannotDealError):
                    drill.deal(Stream(bytes(32), house.slug), ruleset, 1)
