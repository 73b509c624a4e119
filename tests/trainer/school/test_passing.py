"""Pass rules: what they say as data, and what every part of every drill counts for."""

import pytest

from trainer.drills import drills
from trainer.drills.base import ErrorCode
from trainer.school.passing import (
    ABILITY_NAMES,
    CRITICAL,
    Ability,
    PassRules,
    PassRulesError,
    ability_of,
)


def test_without_anything_said_the_usual_rules_count():
    usual = PassRules.from_data({})
    assert usual == PassRules()
    assert usual.percents[Ability.HANDS] == 95
    assert usual.percents[Ability.SETTLEMENT] == 97
    assert (usual.critical_allowed, usual.same_hand_missed, usual.pace_percent) == (0, 1, None)


def test_rules_come_back_from_their_data():
    own = PassRules(dict.fromkeys(Ability, 80), 2, None, 120)
    assert PassRules.from_data(own.to_data()) == own


def test_what_is_not_said_stays_usual():
    own = PassRules.from_data({"percents": {"hands": 60}})
    assert own.percents[Ability.HANDS] == 60
    assert own.percents[Ability.SETTLEMENT] == 97


@pytest.mark.parametrize(
    "data",
    [
        {"percents": []},
        {"percents": {"hands": 101}},
        {"percents": {"hands": -1}},
        {"critical_allowed": "0"},
        {"critical_allowed": None},
        {"same_hand_missed": True},
        {"pace_percent": 1.5},
    ],
)
def test_rules_that_cannot_be_read_are_refused(data):
    with pytest.raises(PassRulesError):
        PassRules.from_data(data)


def test_critical_errors():
    wanted = {ErrorCode.PAID_LOSER, ErrorCode.TOOK_WINNER, ErrorCode.WRONG_TABLE}
    assert set(CRITICAL) == wanted


def test_every_ability_has_its_name():
    assert set(ABILITY_NAMES) == set(Ability)


@pytest.mark.parametrize(
    ("drill", "part", "kind", "ability"),
    [
        ("name-the-hand", "hand", "hand", Ability.HANDS),
        ("order-hands", "order", "order", Ability.HANDS),
        ("set-or-trips", "three", "choice", Ability.HANDS),
        ("which-hand-wins", "winner", "sides", Ability.WINNER),
        ("which-hand-wins", "winner", "seats", Ability.WINNER),
        ("which-hand-wins", "proof", "choice", Ability.HANDS),
        ("best-five", "five", "cards", Ability.FIVE),
        ("two-combinations", "second", "cards", Ability.FIVE),
        ("dealer-qualifies", "qualifies", "choice", Ability.QUALIFYING),
        ("what-it-pays", "ante", "money", Ability.SETTLEMENT),
        ("settle-the-table", "0.ante", "money", Ability.SETTLEMENT),
        ("settle-the-table", "order", "order", Ability.SETTLEMENT),
        ("settle-the-table", "pay-now", "amount", Ability.ARITHMETIC),
        ("mental-tables", "amount", "amount", Ability.ARITHMETIC),
        ("cut-chips", "chips", "chips", Ability.ARITHMETIC),
        ("split-the-pot", "amount", "amount", Ability.POTS),
        ("recall", "odds", "choice", Ability.HOUSE_RULES),
        ("a-drill-of-tomorrow", "hand", "hand", Ability.HANDS),
        ("a-drill-of-tomorrow", "choice", "choice", Ability.HOUSE_RULES),
    ],
)
def test_what_a_part_shows(drill, part, kind, ability):
    assert ability_of(drill, part, kind) is ability


def test_drills_that_are_named_are_there():
    from trainer.school import passing

    named = {*passing._OF_DRILL, *(drill for drill, _ in passing._OF_PART)}
    assert named <= set(drills())
