"""High and low half of a pot: who takes which by other libraries, and what it comes to."""

import re
from collections import Counter
from itertools import product

import pytest
from phevaluator import evaluate_cards
from pokerkit import EightOrBetterLowHand

from rules.engine.cards import parse_cards
from tests.trainer.drills.cast import HOLDEM, deals, find_drill, rules, some
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.base import ChoiceAnswer, Deal, ErrorCode, Group, GroupRole, Mark
from trainer.drills.halves import QUESTION, asks_for_halves

pytestmark = pytest.mark.soak

LOWS = find_drill("low-hands")
HIGHS = [option.key for option in QUESTION.options]
ANSWERS = [ChoiceAnswer(*keys) for keys in product(HIGHS, [o.key for o in QUESTION.also])]
FACTS = (("low", "A-5"), ("qualifier", "8"), ("asks", "halves"))


def lay(one, other, board):
    players = (
        Group(GroupRole.PLAYER, parse_cards(two), seat) for seat, two in enumerate((one, other))
    )
    groups = (Group(GroupRole.BOARD, parse_cards(board)), *players)
    return Deal("low-hands", HOLDEM, 3, groups, facts=FACTS)


def halves(count, purpose):
    found = deals(LOWS, HOLDEM, 3, count, purpose)
    return (deal for deal in found if asks_for_halves(deal))


def check(deal, *keys):
    return LOWS.check(deal, ChoiceAnswer(*keys), rules(HOLDEM))


def expected(deal):
    return LOWS.expected(deal, rules(HOLDEM))


def named(one, other):
    return "tie" if one == other else "left" if one > other else "right"


def by_others(deal):
    """Who takes the high half by phevaluator, who the low half by pokerkit."""
    hands = [[str(card) for card in deal.board + player.cards] for player in deal.players]
    high = named(*(-evaluate_cards(*cards) for cards in hands))
    lows = [EightOrBetterLowHand.from_game_or_none("".join(cards)) for cards in hands]
    if None not in lows:
        return high, named(*lows)
    return high, {(True, True): "nobody", (True, False): "right", (False, True): "left"}[
        lows[0] is None, lows[1] is None
    ]


def test_both_halves_go_where_others_say():
    seen = set()
    for deal in halves(some(600), "others"):
        high, low = by_others(deal)
        assert expected(deal) == ChoiceAnswer(high, low)
        seen.add((high, low))
    assert len(seen) >= 9


def test_each_half_is_marked_by_itself():
    for deal in halves(some(120), "parts"):
        right = expected(deal)
        for answer in ANSWERS:
            verdict = LOWS.check(deal, answer, rules(HOLDEM))
            high, low = verdict.parts
            assert (high.name, low.name) == ("high", "low")
            assert high.right is (answer.choice == right.choice)
            assert low.right is (answer.also == right.also)
            assert all((part.code is None) is part.right for part in verdict.parts)
            assert verdict.right is (answer == right)


SCOOPED = lay("As 2s", "Kh Kd", "3s 4s 9s 7d Jc")
APART = lay("As 2d", "Kh Kd", "3s 4c 9s 7d Jc")
QUARTERED = lay("As Qd", "Ah Jd", "2s 4c 6s 7d Qc")
SHARED = lay("As 2d", "Ah 2c", "3s 4c 6s Kd Jc")
NO_LOW = lay("As Ad", "2h 3d", "9s Tc 6s Kd 4c")


@pytest.mark.parametrize(
    ("deal", "right", "tags", "winners", "told"),
    [
        (
            SCOOPED,
            ("left", "left"),
            {"scoop"},
            (0,),
            "Player A takes both halves: the whole pot.",
        ),
        (APART, ("right", "left"), set(), (), "Each takes half of the pot."),
        (
            QUARTERED,
            ("left", "tie"),
            {"quartered"},
            (),
            "One half is shared: Player A takes three quarters of the pot, Player B one quarter.",
        ),
        (SHARED, ("tie", "tie"), set(), (), "Each takes half of the pot."),
        (
            NO_LOW,
            ("left", "nobody"),
            set(),
            (0,),
            "Neither low counts: the high hand takes the whole pot.",
        ),
    ],
)
def test_what_it_comes_to(deal, right, tags, winners, told):
    assert expected(deal) == ChoiceAnswer(*right)
    found = LOWS._tags(deal, rules(HOLDEM))
    assert found & {"scoop", "quartered"} == tags
    assert "high-low" in found
    verdict = check(deal, *right)
    assert verdict.right
    assert verdict.winners == winners
    assert sentences(verdict, deal)[-1] == told


@pytest.mark.parametrize(
    ("deal", "answer", "codes"),
    [
        (APART, ("left", "right"), ["halves", "halves"]),
        (APART, ("left", "left"), ["misread-hand", None]),
        (APART, ("right", "right"), [None, "low-qualifies"]),
        (APART, ("right", "nobody"), [None, "low-qualifies"]),
        (APART, ("right", ""), [None, "low-qualifies"]),
        (QUARTERED, ("tie", "tie"), ["misread-hand", None]),
        (QUARTERED, ("left", "left"), [None, "missed-tie"]),
        (SHARED, ("left", "tie"), ["missed-tie", None]),
        (lay("As Kd", "Ah Qd", "Js 9c 6s 7d 2c"), ("tie", "nobody"), ["kicker", None]),
    ],
)
def test_mistakes_are_recognised(deal, answer, codes):
    assert [part.code for part in check(deal, *answer).parts] == codes


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for deal in halves(150, "codes"):
        for answer in ANSWERS:
            parts = LOWS.check(deal, answer, rules(HOLDEM)).parts
            codes.update({(part.name, part.code) for part in parts})
    highs = (ErrorCode.HALVES, ErrorCode.KICKER, ErrorCode.MISSED_TIE, ErrorCode.MISREAD_HAND)
    assert all(codes["high", code] >= 20 for code in highs)
    # Others about lows are dealt where one low alone is asked for, too.
    lows = (ErrorCode.HALVES, ErrorCode.LOW_QUALIFIES, ErrorCode.MISSED_TIE)
    assert all(codes["low", code] >= 20 for code in lows)


def test_no_answer_is_frequent():
    found, tags = Counter(), Counter()
    for deal in halves(some(1500), "shares"):
        found[expected(deal)] += 1
        tags.update(deal.tags)
    high, low = Counter(), Counter()
    for answer, count in found.items():
        high[answer.choice] += count
        low[answer.also] += count
    assert max(found.values()) < 0.25 * found.total()
    assert max(high.values()) < 0.5 * found.total()
    assert max(low.values()) < 0.4 * found.total()
    assert tags["quartered"] > 0.1 * found.total()
    assert tags["scoop"] > 0.1 * found.total()


def test_every_explanation_is_short_and_whole():
    for number, deal in enumerate(halves(some(150), "explain")):
        right = expected(deal)
        for answer in (right, ANSWERS[number % len(ANSWERS)]):
            verdict = LOWS.check(deal, answer, rules(HOLDEM))
            kinds = [reason.kind for reason in verdict.reasons]
            assert kinds[0] == "hands"
            assert "lows" in kinds
            assert 3 <= len(kinds) <= 4
            assert kinds[-1] in ("halves", "no-low") or not verdict.right
            for text in sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)]):
                assert re.fullmatch(r"(?s)[^a-zа-яіїєґ].+[.]", text), text
                assert not re.search(r"[{}%]|None|\(\)|  |\.\.", text), text


def test_marks_show_what_takes_a_half():
    for deal in halves(some(60), "marks"):
        marks = LOWS.check(deal, expected(deal), rules(HOLDEM)).marks
        assert set(marks) == {card for group in deal.groups for card in group.cards}
        assert set(marks.values()) <= {Mark.PLAYS, Mark.IDLE}
        assert 5 <= sum(mark is Mark.PLAYS for mark in marks.values()) <= 9


def test_how_a_trainer_would_say_it():
    assert sentences(check(APART, "right", "right"), APART) == [
        "High half. Player B: pair of kings, kickers J, 9, 7. "
        "Player A: ace-high, then J, 9, 7, 4.",
        "Low half. Player A: 7 4 3 2 A. Player B: J 9 7 4 3, no low that counts.",
        "Only one low counts: Player A.",
        "Each takes half of the pot.",
    ]
