"""Before the answer nothing that is served tells it.

A deal and its variant, which has another right answer, are served; what is left when the shown
cards, the offered answers, the token and the address are masked is the same, byte for byte.
"""

import re
from dataclasses import replace
from itertools import product

import pytest

from rules.engine.cards import DECK
from rules.versions import live_version
from tests.trainer.practice.visitors import NOW, SEED
from trainer.drills import drills
from trainer.drills.base import LEVELS, CannotDealError, Group, GroupRole, spec_hash, spec_json
from trainer.drills.stream import Stream
from trainer.models import Deal, Question, Sitting

pytestmark = pytest.mark.django_db

PAIRS = 3
COMBINATIONS = [(drill.key, game) for drill in drills().values() for game in drill.games]
CARD = re.compile(r'<span class="card [a-z]+" role="img".*?</svg></span>', re.DOTALL)
# A card that may be chosen has a value, and so has a choice; both are offered, right or wrong.
PICK = re.compile(r'(name="(?:cards|second)" value=)"[2-9TJQKA][cdhs]"')
CHOICE = re.compile(r'<button name="choice" value="[^"]*".*?</button>', re.DOTALL)
# So are the ranks that lie open, where it is asked which of them decides.
RANK = re.compile(r'<label><input type="radio" name="also".*?</label>\s*', re.DOTALL)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[A-Za-z0-9]{64}"')


def make_pairs(drill, version, level):
    """Deals with cards, each with a variant that has other cards and nothing else."""
    found = 0
    for number in range(20 * PAIRS):
        rng = Stream(SEED, f"leak {number}")
        deal = drill.deal(rng, version.ruleset, level)
        if not deal.groups:
            return
        try:
            variant = drill.deal(rng, version.ruleset, level, variant_of=deal)
        except CannotDealError:
            continue
        if (variant.wagers, variant.facts) != (deal.wagers, deal.facts):
            continue
        yield deal, variant
        found += 1
        if found == PAIRS:
            return


def put(visitor, version, deal):
    """Store *deal* as the first question of a new sitting of the visitor; gives its address."""
    [url] = put_all(visitor, version, [deal])
    return url


def put_all(visitor, version, deals):
    """Each of *deals* by itself, in three statements; gives the addresses."""
    learner = visitor.sitting().learner
    stored, sittings = [], []
    for deal in deals:
        choices = {"drill": deal.drill, "level": deal.level, "seed": SEED}
        spec = {"spec": spec_json(deal.to_spec()), "sha256": spec_hash(deal.to_spec())}
        stored.append(Deal(version=version, generator=1, **spec, **choices))
        begun = {"learner": learner, "house": version.house, "started_at": NOW}
        sittings.append(Sitting(game=deal.game, length=10, **begun, **choices))
    questions = [
        Question(sitting=sitting, position=1, deal=deal)
        for sitting, deal in zip(
            Sitting.objects.bulk_create(sittings), Deal.objects.bulk_create(stored), strict=True
        )
    ]
    return [each.get_absolute_url() for each in Question.objects.bulk_create(questions)]


def served(visitor, url, htmx=False):
    """Everything the browser gets, without the token and the address."""
    response = visitor.client.get(url, headers={"HX-Request": "true"} if htmx else {})
    assert response.status_code == 200
    headers = sorted((k, v) for k, v in response.items() if k not in ("Content-Length", "Expires"))
    text = TOKEN.sub("", response.content.decode()).replace(url.split("/")[2], "")
    return repr(headers), text


def masked(text):
    return RANK.sub("", CHOICE.sub("", PICK.sub(r"\1", CARD.sub("", text))))


@pytest.mark.parametrize(("drill_key", "game"), COMBINATIONS)
def test_questions_differ_in_their_cards_alone(visitor, reference, drill_key, game):
    visitor.start()
    drill, version = drills()[drill_key], live_version(reference, game, NOW)
    pairs = [pair for level in LEVELS for pair in make_pairs(drill, version, level)]
    for pair in pairs:
        assert len({repr(drill.expected(deal, version.ruleset)) for deal in pair}) == 2
    urls = iter(put_all(visitor, version, [deal for pair in pairs for deal in pair * 2]))
    for pair, htmx in product(pairs, [False, True]):
        first, second = (served(visitor, next(urls), htmx) for _ in pair)
        assert (first[0], masked(first[1])) == (second[0], masked(second[1]))
        again = [card for group in pair[0].groups for card in group.laid]
        assert len(CARD.findall(first[1])) % len(again) == 0


@pytest.mark.parametrize(("drill_key", "game"), COMBINATIONS)
def test_what_is_hidden_changes_no_byte(visitor, reference, drill_key, game):
    visitor.start()
    version = live_version(reference, game, NOW)
    for level in LEVELS:
        deal = drills()[drill_key].deal(Stream(SEED, "leak 0"), version.ruleset, level)
        spare = [card for card in DECK if card not in deal.cards]
        variants = [
            deal,
            replace(deal, stratum="another", tags=frozenset({"another"})),
            replace(deal, hidden=(Group(GroupRole.DEALER, tuple(spare[:2])),)),
            replace(deal, hidden=(Group(GroupRole.DEALER, tuple(spare[2:4])),)),
        ]
        assert len({served(visitor, url) for url in put_all(visitor, version, variants)}) == 1


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
