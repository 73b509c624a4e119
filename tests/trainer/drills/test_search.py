from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from rules.engine.cards import DECK
from rules.engine.ranking import rank_hand
from rules.games.base import Outcome, PayTable, make_rows
from rules.games.russian_poker import dealer_qualifies
from tests.trainer.drills.cast import (
    CASINO,
    EVERYTHING,
    FIRST,
    HOLDEM,
    NAMES,
    PAYS,
    RUSSIAN,
    WINS,
    deals,
    name,
    rules,
    some,
    stream,
)
from trainer.drills.base import CannotDealError
from trainer.drills.search import replace_card

# Rows and outcomes that Reference's bonus tables do not have.
NOT_IN_REFERENCE = {"outcome:push", "row:high-card", "row:ace-king", "row:two-pair"}


def cards(deal):
    return [card for group in deal.groups for card in group.cards]


@pytest.mark.parametrize("drill", [NAMES, WINS, PAYS], ids=name)
def test_every_skill_can_be_wanted(drill):
    missing = set(drill.skills)
    for tag in drill.skills:
        for game in drill.games:
            try:
                deal = drill.deal(stream(1, tag), rules(game), 3, frozenset({tag}))
            except CannotDealError:
                continue
            assert tag in deal.tags
            missing.discard(tag)
            break
    assert not missing - NOT_IN_REFERENCE


@pytest.mark.parametrize("tag", sorted(NOT_IN_REFERENCE))
def test_skills_of_other_houses_can_be_wanted(tag):
    table = PayTable(make_rows("flush 5, two pair 2, ace king 1, high card 0"))
    ruleset = replace(rules(RUSSIAN), tables={**rules(RUSSIAN).tables, "bonus_first5": table})
    assert tag in PAYS.deal(stream(1, tag), ruleset, 1, frozenset({tag})).tags


@pytest.mark.soak
@pytest.mark.parametrize(("drill", "game", "level"), EVERYTHING, ids=name)
def test_every_tag_that_is_dealt_is_a_skill(drill, game, level):
    for deal in deals(drill, game, level, some(150)):
        assert deal.tags
        assert deal.tags <= drill.skills.keys()


def test_several_tags_can_be_wanted_together():
    want = frozenset({"tie", "three-pairs"})
    for number in range(20):
        assert want <= WINS.deal(stream(number), rules(HOLDEM), 2, want).tags


@pytest.mark.parametrize(
    ("drill", "game", "level", "want"),
    [
        (WINS, HOLDEM, 2, {"category:pair", "category:flush"}),
        (WINS, RUSSIAN, 2, {"board-plays"}),
        (NAMES, RUSSIAN, 2, {"board-plays"}),
        (NAMES, HOLDEM, 3, {"ace-king"}),
        (NAMES, HOLDEM, 3, {"three-pairs", "category:flush"}),
        (PAYS, RUSSIAN, 1, {"table:bonus6"}),
        (PAYS, RUSSIAN, 1, {"outcome:push"}),
        (WINS, HOLDEM, 2, {"luck"}),
        (WINS, HOLDEM, 4, set()),
        (WINS, HOLDEM, 0, set()),
        (WINS, CASINO, 1, set()),
        (PAYS, HOLDEM, 1, set()),
    ],
)
def test_what_cannot_be_dealt_is_refused(drill, game, level, want):
    with pytest.raises(CannotDealError):
        drill.deal(stream(0), rules(game), level, frozenset(want))


def variants(drill, game, level, count, want=frozenset()):
    """(deal, its variant or None) pairs."""
    for number, deal in enumerate(deals(drill, game, level, count, "variant")):
        try:
            yield deal, drill.deal(stream(number, "flip"), rules(game), level, want, deal)
        except CannotDealError:
            yield deal, None


def neighbours(deal):
    """Every deal that is one shown card away."""
    for old, new in product(cards(deal), DECK):
        if new not in cards(deal):
            yield replace_card(deal, old, new)


@pytest.mark.parametrize(("drill", "game", "level"), FIRST, ids=name)
def test_a_variant_has_one_other_card_and_another_answer(drill, game, level):
    ruleset = rules(game)
    found = 0
    for deal, variant in variants(drill, game, level, 30):
        if variant is None:
            continue
        found += 1
        before, after = cards(deal), cards(variant)
        assert sum(old != new for old, new in zip(before, after, strict=True)) == 1
        assert [(g.role, g.seat, g.bought) for g in variant.groups] == [
            (g.role, g.seat, g.bought) for g in deal.groups
        ]
        assert variant.wagers == deal.wagers
        if drill is PAYS:
            outcomes = {drill.expected(d, ruleset).outcome for d in (deal, variant)}
            assert outcomes == {Outcome.PAY, Outcome.TAKE}
        elif drill is NAMES:
            one, other = (drill.expected(d, ruleset).hand for d in (deal, variant))
            assert one is not other
        else:
            assert drill.expected(deal, ruleset) != drill.expected(variant, ruleset)
            assert not deal.dealer or dealer_qualifies(rank_hand(variant.dealer), ruleset)
    assert found >= 15


@pytest.mark.parametrize(("drill", "game"), [(WINS, RUSSIAN), (PAYS, CASINO)], ids=name)
def test_where_there_is_no_variant_no_other_card_changes_the_answer(drill, game):
    ruleset = rules(game)
    without = [deal for deal, variant in variants(drill, game, 1, 40) if variant is None]
    assert without
    for deal in without[:3]:
        for other in neighbours(deal):
            before, after = drill.expected(deal, ruleset), drill.expected(other, ruleset)
            same = before.outcome is after.outcome if drill is PAYS else before == after
            assert same or not dealer_qualifies(rank_hand(other.dealer), ruleset)


def test_any_card_may_be_the_one_that_changes():
    changed = Counter()
    for deal, variant in variants(WINS, RUSSIAN, 1, 150):
        if variant is not None:
            pairs = zip(cards(deal), cards(variant), strict=True)
            changed.update(at for at, (old, new) in enumerate(pairs) if old != new)
    assert set(changed) == set(range(10))


def test_a_variant_can_have_wanted_tags():
    tie = frozenset({"tie"})
    ties = [variant for _, variant in variants(WINS, HOLDEM, 1, 60, tie) if variant is not None]
    assert len(ties) >= 10
    assert all(tie <= variant.tags for variant in ties)


def test_no_variant_where_every_card_gives_the_same_answer():
    flat = PayTable(make_rows("high card or better 1"))
    tables = {**rules(RUSSIAN).tables, "bonus_first5": flat, "bonus6": flat}
    ruleset = replace(rules(RUSSIAN), tables=tables)
    deal = PAYS.deal(stream(0), ruleset, 1)
    with pytest.raises(CannotDealError, match="no other card"):
        PAYS.deal(stream(0), ruleset, 1, variant_of=deal)


def test_no_variant_of_another_game():
    [deal] = deals(WINS, HOLDEM, 1, 1)
    with pytest.raises(CannotDealError, match="texas-holdem has no variant"):
        WINS.deal(stream(0), rules(RUSSIAN), 1, variant_of=deal)
    with pytest.raises(CannotDealError, match="which-hand-wins"):
        PAYS.deal(stream(0), rules(RUSSIAN), 1, variant_of=deal)
