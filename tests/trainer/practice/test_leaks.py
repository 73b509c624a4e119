"""Before the answer nothing that is served tells it.

Deals of one drill with the same seats and stake but different results are served; what is left
when the shown cards, the token and the address are masked is the same, byte for byte.
"""

import re
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal

import pytest

from rules.engine.cards import DECK
from rules.versions import live_version
from tests.trainer.practice.visitors import NOW, SEED
from trainer.drills import drills
from trainer.drills.base import LEVELS, Group, GroupRole, spec_hash, spec_json
from trainer.drills.stream import Stream
from trainer.models import Deal, Question, Sitting

pytestmark = pytest.mark.django_db

DEALS = 30
STAKE = Decimal(40)
COMBINATIONS = [
    (drill.key, game, level)
    for drill in drills().values()
    for game in drill.games
    for level in LEVELS
]
CARD = re.compile(r'<span class="card [a-z]+" role="img".*?</svg></span>', re.DOTALL)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[A-Za-z0-9]{64}"')


def shape(deal):
    return tuple((g.role, g.seat, len(g.cards), g.bought) for g in deal.groups)


def make_deals(drill, version, level):
    for number in range(DEALS):
        deal = drill.deal(Stream(SEED, f"leak {number}"), version.ruleset, level)
        yield replace(deal, wagers=tuple(replace(w, stake=STAKE) for w in deal.wagers))


def put(visitor, version, deal):
    """Store *deal* as the first question of a new sitting of the visitor; gives its address."""
    learner = visitor.sitting().learner
    choices = {"drill": deal.drill, "level": deal.level, "seed": SEED}
    sitting = Sitting.objects.create(
        learner=learner, house=version.house, game=deal.game, length=10, started_at=NOW, **choices
    )
    spec = deal.to_spec()
    stored = Deal.objects.create(
        version=version, generator=1, spec=spec_json(spec), sha256=spec_hash(spec), **choices
    )
    return Question.objects.create(sitting=sitting, position=1, deal=stored).get_absolute_url()


def served(visitor, url, htmx=False):
    """Everything the browser gets, without the token and the address."""
    response = visitor.client.get(url, headers={"HX-Request": "true"} if htmx else {})
    assert response.status_code == 200
    headers = sorted((k, v) for k, v in response.items() if k not in ("Content-Length", "Expires"))
    text = TOKEN.sub("", response.content.decode()).replace(url.split("/")[2], "")
    return repr(headers), text


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("drill_key", "game", "level"), COMBINATIONS)
def test_questions_differ_in_their_cards_alone(visitor, reference, drill_key, game, level, htmx):
    visitor.start()
    drill, version = drills()[drill_key], live_version(reference, game, NOW)
    pages = defaultdict(set)
    answers = defaultdict(set)
    for deal in make_deals(drill, version, level):
        headers, text = served(visitor, put(visitor, version, deal), htmx)
        masked, cards = CARD.subn("", text)
        assert cards == sum(len(group.cards) for group in deal.groups)
        pages[shape(deal)].add((headers, masked))
        answers[shape(deal)].add(repr(drill.expected(deal, version.ruleset)))
    assert all(len(different) == 1 for different in pages.values())
    assert max(map(len, answers.values())) > 1


@pytest.mark.parametrize(("drill_key", "game", "level"), COMBINATIONS)
def test_what_is_hidden_changes_no_byte(visitor, reference, drill_key, game, level):
    visitor.start()
    version = live_version(reference, game, NOW)
    deal = next(make_deals(drills()[drill_key], version, level))
    shown = {card for group in deal.groups for card in group.cards}
    spare = [card for card in DECK if card not in shown]
    variants = [
        deal,
        replace(deal, stratum="another", tags=frozenset({"another"})),
        replace(deal, hidden=(Group(GroupRole.DEALER, tuple(spare[:2])),)),
        replace(deal, hidden=(Group(GroupRole.DEALER, tuple(spare[2:4])),)),
    ]
    assert len({served(visitor, put(visitor, version, variant)) for variant in variants}) == 1


def test_the_cards_of_a_question_carry_no_marks(visitor):
    visitor.start()
    assert not re.search(r'class="card [a-z]+ ', visitor.page)


def test_the_seed_stands_on_no_page(visitor):
    question = visitor.start()
    seeds = [bytes(question.sitting.seed), bytes(question.deal.seed)]
    assert seeds[0] != seeds[1]
    assert all(len(seed) == 32 for seed in seeds)
    for seed in seeds:
        assert seed.hex() not in visitor.page
        assert repr(seed) not in visitor.page
