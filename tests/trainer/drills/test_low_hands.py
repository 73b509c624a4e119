"""Low hands: the better low by two other libraries of rules, and how it was missed."""

import re
from collections import Counter
from itertools import combinations

import pytest
from pokerkit import EightOrBetterLowHand, RegularLowHand, StandardLowHand

from rules.engine.cards import parse_cards
from rules.engine.lowball import Low
from tests.rules.games.houses import house
from tests.trainer.drills.cast import HOLDEM, deals, find_drill, rules, some, stream
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    SidesAnswer,
    UnknownChoiceError,
)
from trainer.drills.strata import lows
from trainer.drills.strata.base import Deck

pytestmark = pytest.mark.soak

LOWS = find_drill("low-hands")
A5, A6, TO_SEVEN = Low
every_level = pytest.mark.parametrize("level", LEVELS)


def lay(system, one, other, board="", eight=False):
    groups = [Group(GroupRole.BOARD, parse_cards(board))] if board else []
    groups += [Group(GroupRole.PLAYER, parse_cards(h), at) for at, h in enumerate((one, other))]
    facts = (("low", system.value), *((("qualifier", "8"),) if eight else ()))
    return Deal("low-hands", HOLDEM, 2, tuple(groups), facts=facts)


def eight(one, other, board):
    return lay(A5, one, other, board, eight=True)


def expected(deal):
    """Who has the better low; of both halves the low one."""
    answer = LOWS.expected(deal, rules(HOLDEM))
    return answer.also or answer.choice


def check(deal, choice):
    """A verdict on *choice*, with the right high half where that is asked as well."""
    answer = ChoiceAnswer(choice)
    if "high-low" in deal.tags:
        answer = ChoiceAnswer(LOWS.expected(deal, rules(HOLDEM)).choice, choice)
    return LOWS.check(deal, answer, rules(HOLDEM))


def choices(deal):
    question = LOWS.question(deal, rules(HOLDEM))
    return [option.key for option in question.also or question.options]


def of_one_part(level, count, purpose):
    """Deals that ask for one low; `test_halves` has the others."""
    found = deals(LOWS, HOLDEM, level, count, purpose)
    return (deal for deal in found if "high-low" not in deal.tags)


# --- what is right ---------------------------------------------------------------------------


def text(cards):
    return "".join(map(str, cards))


def worth_to_six(cards):
    """Ace to six written down once more, the lower the better."""

    def worth(five):
        heights = sorted((1 if card.rank == 14 else card.rank for card in five), reverse=True)
        times = sorted(heights, key=lambda height: (heights.count(height), height), reverse=True)
        kind = sorted((heights.count(height) for height in set(heights)), reverse=True)
        different = len(set(heights)) == 5
        run = different and heights[0] - heights[4] == 4
        suited = len({card.suit for card in five}) == 1
        order = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "run", "suited", [3, 2], [4, 1]]
        if run and suited:
            return (8, heights[0])
        if suited:
            return (5, heights)
        if run:
            return (4, [heights[0]])
        return (order.index(kind), times)

    return min(worth(five) for five in combinations(cards, 5))


def better(deal, one, other):
    """Whether the first cards are the better low."""
    if deal.fact("low") == "A-6":
        return worth_to_six(one) < worth_to_six(other)
    hand = {"A-5": RegularLowHand, "2-7": StandardLowHand}[deal.fact("low")]
    return hand.from_game(text(one)) > hand.from_game(text(other))


def counts(deal, cards):
    found = EightOrBetterLowHand.from_game_or_none(text(cards))
    return "qualifier" not in dict(deal.facts) or found is not None


@every_level
def test_the_better_low_is_what_others_say(level):
    for deal in deals(LOWS, HOLDEM, level, some(150)):
        hands = [deal.board + group.cards for group in deal.players]
        one, other = (counts(deal, cards) for cards in hands)
        if not one and not other:
            right = "nobody"
        elif one and (not other or better(deal, *hands)):
            right = "left"
        else:
            right = "right" if not one or better(deal, *hands[::-1]) else "tie"
        assert expected(deal) == right


@pytest.mark.parametrize(
    ("deal", "right"),
    [
        (lay(A5, "8s 6d 4h 3c As", "8c 7d 3h 2c Ad"), "left"),
        (lay(A5, "5s 4s 3s 2s As", "6c 4d 3h 2c Ad"), "left"),
        (lay(A6, "5s 4d 3h 2c As", "6c 4c 3c 2h Ad"), "right"),
        (lay(TO_SEVEN, "7s 5d 4h 3c 2s", "7h 5h 4c 3h 2h"), "tie"),
        (lay(TO_SEVEN, "7s 5d 4c 3c 2s", "7h 5h 4h 3h 2h"), "left"),
        (lay(TO_SEVEN, "As 5d 4h 3c 2s", "Kh Qd Jc Th 8s"), "right"),
        (lay(TO_SEVEN, "As Kd Qh Jc 9s", "2h 2d 3c 4h 5c"), "left"),
        (lay(A5, "Ks Qd Jh Tc 8s", "2h 2d 3c 4h 5c"), "left"),
        (eight("8s 7d", "As 2d", "6c 5h 4d Kc Qs"), "right"),
        (eight("8s 7d", "Ks Kd", "6c 5h 4d Kc Qs"), "left"),
        (eight("8s 6d", "As 2d", "6c 5h 9d Kc Qs"), "nobody"),
        (eight("As 2d", "Ad 2h", "6c 5h 4d Kc Qs"), "tie"),
        (eight("6s 2d", "7d 3h", "6c 5h 4d Ac Qs"), "left"),
        (eight("6s 7d", "2d 3h", "6c 5h 4d Ac Qs"), "right"),
    ],
)
def test_who_is_right(deal, right):
    assert expected(deal) == right
    assert [choice for choice in choices(deal) if check(deal, choice).right] == [right]


@every_level
def test_exactly_one_answer_is_right(level):
    for deal in deals(LOWS, HOLDEM, level, some(60)):
        right = expected(deal)
        for choice in choices(deal):
            *_, part = check(deal, choice).parts
            assert part.right is (choice == right)
            assert (part.code is None) is part.right
            assert (part.name, part.delta) == ("low", 0)


def test_the_question_names_the_ranking():
    one, other = "8s 6d 4h 3c As", "8c 7d 3h 2c Ad"
    prompts = {LOWS.question(lay(low, one, other), rules(HOLDEM)).prompt for low in Low}
    assert prompts == {
        f"{low}: which hand is the better low?"
        for low in ("Ace to five", "Ace to six", "Deuce to seven")
    }
    asked = LOWS.question(eight("8s 7d", "As 2d", "6c 5h 4d Kc Qs"), rules(HOLDEM))
    assert asked.prompt.startswith("Eight or better")
    assert asked.kind is AnswerKind.CHOICE
    assert [option.key for option in asked.options] == ["left", "tie", "right", "nobody"]


def test_answers_are_read():
    deal = lay(A5, "8s 6d 4h 3c As", "8c 7d 3h 2c Ad")
    assert LOWS.parse_answer(deal, {"choice": ["left"]}) == ChoiceAnswer("left")
    with pytest.raises(UnknownChoiceError):
        LOWS.parse_answer(deal, {"choice": ["nobody"]})
    with pytest.raises(TypeError):
        LOWS.check(deal, SidesAnswer("left"), rules(HOLDEM))


@pytest.mark.parametrize("rule", [{}, {"lowball": "27"}, {"hi_lo": "on"}, {"joker": "wild"}])
def test_every_house_has_these_questions(rule):
    ruleset = house(HOLDEM, **rule)
    assert LOWS.offers(ruleset)
    deal = LOWS.deal(stream(1), ruleset, 3)
    assert deal == LOWS.deal(stream(1), rules(HOLDEM), 3)
    assert LOWS.expected(deal, ruleset) == LOWS.expected(deal, rules(HOLDEM))
    assert LOWS.switches(deal, ruleset) == ()


# --- what is dealt ---------------------------------------------------------------------------


def test_shares_are_percentages_of_described_constructions():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in lows.STRATA) == 100
    assert len({stratum.key for stratum in lows.STRATA}) == len(lows.STRATA)
    assert all(len(stratum.text) > 30 for stratum in lows.STRATA)
    asked = {stratum.key.split("-")[0] for stratum in lows.STRATA}
    assert asked == {lows.FIVE, lows.BOARD, lows.EIGHT}


@every_level
def test_no_answer_is_frequent(level):
    plain, half, tags, dealt = Counter(), Counter(), Counter(), 900
    for deal in deals(LOWS, HOLDEM, level, dealt, "shares"):
        (half if "eight-or-better" in deal.tags else plain)[expected(deal)] += 1
        tags.update(deal.tags)
        assert deal.tags <= LOWS.skills.keys()
    assert set(plain) == {"left", "tie", "right"}
    assert max(plain.values()) < 0.49 * plain.total()
    assert plain["tie"] > 0.08 * plain.total()
    if level > 1:
        assert set(half) == {"left", "tie", "right", "nobody"}
        assert max(half.values()) < 0.4 * half.total()
        assert min(half.values()) > 0.1 * half.total()
        assert tags["counterfeit"] > 0.08 * dealt
    for tag in ("from-below", "close", "straight-or-flush", "ace", "pair", "low:A-6"):
        assert tags[tag] > 0.03 * dealt, tag


@pytest.mark.parametrize("tag", LOWS.skills)
def test_what_is_wanted_is_dealt(tag):
    level = 3 if tag in ("high-low", "scoop", "quartered") else 2
    assert tag in LOWS.deal(stream(3, "want"), rules(HOLDEM), level, frozenset({tag})).tags


def test_what_the_first_level_has_not_is_not_dealt():
    with pytest.raises(CannotDealError):
        LOWS.deal(stream(3), rules(HOLDEM), 1, frozenset({"eight-or-better"}))


@every_level
def test_in_a_variant_one_card_changes_and_the_answer_with_it(level):
    impossible = 0
    for number, deal in enumerate(deals(LOWS, HOLDEM, level, 12, "variant")):
        try:
            other = LOWS.deal(stream(number, "flip"), rules(HOLDEM), level, variant_of=deal)
        except CannotDealError:
            impossible += 1
            continue
        before, after = (
            [card for group in one.groups for card in group.cards] for one in (deal, other)
        )
        assert sum(old != new for old, new in zip(before, after, strict=True)) == 1
        assert other.facts == deal.facts
        answers = {LOWS.expected(one, rules(HOLDEM)) for one in (deal, other)}
        assert len(answers) == 2
    assert impossible <= 2


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "choice", "code"),
    [
        (lay(A5, "8s 6d 4h 3c As", "8c 7d 3h 2c Ad"), "tie", ErrorCode.MISREAD_HAND),
        (lay(A5, "8s 7d 6h 5c 3s", "9c 7h 4d 3h 2c"), "right", ErrorCode.LOW_FROM_BELOW),
        (lay(A6, "5s 4d 3h 2c As", "7c 4c 3d 2h Ad"), "left", ErrorCode.OTHER_LOW),
        (lay(TO_SEVEN, "7s 5d 4h 3c 2s", "7h 5h 4c 3h 2h"), "left", ErrorCode.MISSED_TIE),
        (lay(TO_SEVEN, "As 5d 4h 3c 2s", "Kh Qd Jc Th 8s"), "left", ErrorCode.OTHER_LOW),
        (lay(A5, "Ks Qd Jh Tc 8s", "Qh Qc Jd Th 9c"), "right", ErrorCode.LOW_AS_HIGH),
        (eight("8s 6d", "As 2d", "6c 5h 9d Kc Qs"), "right", ErrorCode.LOW_QUALIFIES),
        (eight("8s 7d", "Ks Kd", "6c 5h 4d Kc Qs"), "right", ErrorCode.LOW_QUALIFIES),
        (eight("8s 7d", "As 2d", "6c 5h 4d Kc Qs"), "nobody", ErrorCode.LOW_QUALIFIES),
        (eight("8s 7d", "As 2d", "6c 5h 4d Kc Qs"), "left", ErrorCode.LOW_AS_HIGH),
    ],
)
def test_mistakes_are_recognised(deal, choice, code):
    assert [part.code for part in check(deal, choice).parts] == [code]


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for level in LEVELS:
        for deal in deals(LOWS, HOLDEM, level, 120, "codes"):
            codes.update(check(deal, choice).parts[-1].code for choice in choices(deal))
    assert set(codes) == {
        None,
        ErrorCode.LOW_QUALIFIES,
        ErrorCode.MISSED_TIE,
        ErrorCode.OTHER_LOW,
        ErrorCode.LOW_FROM_BELOW,
        ErrorCode.LOW_AS_HIGH,
        ErrorCode.MISREAD_HAND,
    }
    assert min(codes.values()) >= 20


# --- why -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "choice", "texts"),
    [
        (
            lay(A5, "8s 6d 4h 3c As", "8c 7d 3h 2c Ad"),
            "right",
            [
                "Ace to five: the ace is low, straights and flushes do not count.",
                "Player A: 8 6 4 3 A. Player B: 8 7 3 2 A.",
                "Second card decides: six is lower than seven.",
            ],
        ),
        (
            lay(TO_SEVEN, "As Kd Qh Jc 9s", "2h 2d 3c 4h 5c"),
            "left",
            [
                "Deuce to seven: the ace is high, straights and flushes count against the hand.",
                "Player A: A K Q J 9. Player B: 2 2 5 4 3, pair of twos.",
                "The lower category decides: high card beats pair as a low hand.",
            ],
        ),
        (
            eight("8s 6d", "As 2d", "6c 5h 9d Kc Qs"),
            "right",
            [
                "Ace to five: the ace is low, straights and flushes do not count. "
                "A low counts with five different ranks, none above eight.",
                "Player A: Q 9 8 6 5, no low that counts. "
                "Player B: 9 6 5 2 A, no low that counts.",
                "Neither low counts: the high hand takes the whole pot.",
            ],
        ),
        (
            eight("8s 7d", "Ks Kd", "6c 5h 4d Kc Qs"),
            "left",
            [
                "Ace to five: the ace is low, straights and flushes do not count. "
                "A low counts with five different ranks, none above eight.",
                "Player A: 8 7 6 5 4. Player B: K Q 6 5 4, no low that counts.",
                "Only one low counts: Player A.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, choice, texts):
    assert sentences(check(deal, choice), deal) == texts


@every_level
def test_every_explanation_is_short_and_whole(level):
    ends = {"tie": {"tie"}, "nobody": {"no-low"}}
    sides = {"low-rank-decides", "low-category-decides", "only-low"}
    for number, deal in enumerate(of_one_part(level, some(80), "explain")):
        offered = choices(deal)
        for choice in (expected(deal), offered[number % len(offered)]):
            verdict = check(deal, choice)
            kinds = [reason.kind for reason in verdict.reasons]
            assert kinds[:2] == ["low-rule", "lows"]
            assert len(kinds) == 3
            assert kinds[2] in ends.get(expected(deal), sides)
            if kinds[2] == "only-low":
                assert verdict.reasons[2].data["seat"] == {"left": 0, "right": 1}[expected(deal)]
            for sentence in sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)]):
                assert not re.search(r"%\(|\{\{|None|  ", sentence)
                assert sentence.endswith(".")


@every_level
def test_marks_show_the_lows_that_count(level):
    for deal in of_one_part(level, some(60), "marks"):
        verdict = check(deal, expected(deal))
        marks = verdict.marks
        assert set(marks) == {card for group in deal.groups for card in group.cards}
        playing = [card for card, mark in marks.items() if mark is not Mark.IDLE]
        assert (not playing) is (expected(deal) == "nobody")
        winners = {"left": (0,), "right": (1,), "tie": (0, 1), "nobody": ()}
        assert verdict.winners == winners[expected(deal)]
        if expected(deal) in ("tie", "nobody"):
            assert Mark.DECIDES not in marks.values()


@pytest.mark.parametrize("number", [749, 1240, 1347])
def test_a_rank_of_which_nothing_is_left_is_drawn_again(number):
    """One card of it lies on the board, and each hand was to hold two of it."""
    layout = lows.one_short(Deck(stream(number, "short")), Low.ACE_TO_FIVE)
    dealt = [*layout.board, *layout.holes[0], *layout.holes[1]]
    assert len(set(dealt)) == 9
    assert max(Counter(card.rank for card in dealt).values()) <= 4
