"""What the joker becomes, found again by trying every card."""

import json
import re
from collections import Counter

import pytest

from rules.engine.cards import DECK, JOKER, Rank, parse_cards
from rules.engine.ranking import Category, rank_hand
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
    spec_json,
)
from trainer.drills.strata import jokers
from trainer.templatetags.table import face

pytestmark = pytest.mark.soak

JOKER_DRILL = find_drill("joker-becomes")
every_level = pytest.mark.parametrize("level", LEVELS)
COMPLETED = {
    Category.STRAIGHT,
    Category.FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
}


def lay(joking, own, board=""):
    groups = [Group(GroupRole.BOARD, parse_cards(board))] if board else []
    groups.append(Group(GroupRole.PLAYER, parse_cards(own), 0, joker=True))
    return Deal("joker-becomes", HOLDEM, 2, tuple(groups), facts=(("joker", joking),))


def natural(deal):
    return [card for group in deal.groups for card in group.cards]


def expected(deal):
    return JOKER_DRILL.expected(deal, rules(HOLDEM)).choice


def check(deal, choice):
    return JOKER_DRILL.check(deal, ChoiceAnswer(choice), rules(HOLDEM))


def choices(deal):
    return [option.key for option in JOKER_DRILL.question(deal, rules(HOLDEM)).options]


# --- what is right ---------------------------------------------------------------------------


def tried(deal):
    """The ranks that make the best hand, by trying every card; none where nothing is better."""
    cards, bug = natural(deal), deal.fact("joker") == "bug"
    found = {}
    for card in DECK:
        if card not in cards:
            worth = rank_hand([*cards, card])
            if not bug or card.rank is Rank.ACE or worth.category in COMPLETED:
                found.setdefault(worth, set()).add(card.rank)
    quads = [rank for rank in Rank if sum(card.rank is rank for card in cards) == 4]
    if quads and (not bug or quads == [Rank.ACE]):
        return set(quads)
    best = max(found)
    without = rank_hand(cards) if len(cards) >= 5 else None
    return set() if best == without else found[best]


@every_level
def test_the_joker_becomes_what_trying_every_card_finds(level):
    for deal in deals(JOKER_DRILL, HOLDEM, level, some(250)):
        ranks = {rank.letter for rank in tried(deal)} or {"idle"}
        assert {expected(deal)} == ranks


@pytest.mark.parametrize(
    ("deal", "right"),
    [
        (lay("bug", "Kc Kd 5h 2s"), "A"),
        (lay("wild", "Kc Kd 5h 2s"), "K"),
        (lay("wild", "Kc Kd 5h 5s"), "K"),
        (lay("bug", "Kc Kd 5h 5s"), "A"),
        (lay("bug", "9c 8d 7h 6s"), "T"),
        (lay("bug", "9c 8d 7h 5s"), "6"),
        (lay("bug", "Ac Jc 9c 4c"), "K"),
        (lay("bug", "As 2d 3h 5c"), "4"),
        (lay("bug", "Kc Kd Kh Ks"), "A"),
        (lay("wild", "Kc Kd Kh Ks"), "K"),
        (lay("bug", "Ac Ad Ah As"), "A"),
        (lay("wild", "Qs", "Ah Kd 9c 7h 3s"), "A"),
        (lay("bug", "2s", "Kh Kd Kc 9h 9s"), "idle"),
        (lay("wild", "2s", "Kh Kd Kc 9h 9s"), "K"),
        (lay("wild", "2s", "Ah Kh Qh Jh Th"), "idle"),
        (lay("bug", "9s", "8h 7d 6c 5h Ks"), "T"),
    ],
)
def test_what_the_joker_becomes(deal, right):
    assert expected(deal) == right
    assert [choice for choice in choices(deal) if check(deal, choice).right] == [right]


@every_level
def test_five_answers_are_offered_and_one_is_right(level):
    for deal in deals(JOKER_DRILL, HOLDEM, level, some(120), "offered"):
        offered = choices(deal)
        assert len(set(offered)) == len(offered) == 5
        ranks = [choice for choice in offered if choice != "idle"]
        assert ranks == sorted(ranks, key="23456789TJQKA".index, reverse=True)
        assert ("idle" in offered) is bool(deal.board)
        for choice in offered:
            [part] = check(deal, choice).parts
            assert part.right is (choice == expected(deal))
            assert (part.code is None) is part.right


def test_answers_are_read():
    deal = lay("bug", "Kc Kd 5h 2s")
    question = JOKER_DRILL.question(deal, rules(HOLDEM))
    assert question.kind is AnswerKind.CHOICE
    assert JOKER_DRILL.parse_answer(deal, {"choice": ["A"]}) == ChoiceAnswer("A")
    with pytest.raises(UnknownChoiceError):
        JOKER_DRILL.parse_answer(deal, {"choice": ["idle"]})
    with pytest.raises(TypeError):
        JOKER_DRILL.check(deal, SidesAnswer("A"), rules(HOLDEM))
    prompts = {
        JOKER_DRILL.question(lay(j, "Kc Kd 5h 2s"), rules(HOLDEM)).prompt for j in ("bug", "wild")
    }
    assert len(prompts) == 2


@pytest.mark.parametrize("rule", [{}, {"joker": "wild"}, {"lowball": "a5"}])
def test_every_house_has_these_questions(rule):
    ruleset = house(HOLDEM, **rule)
    deal = JOKER_DRILL.deal(stream(1), ruleset, 3)
    assert deal == JOKER_DRILL.deal(stream(1), rules(HOLDEM), 3)
    assert JOKER_DRILL.switches(deal, ruleset) == ()


# --- what is dealt and drawn -----------------------------------------------------------------


def test_shares_are_percentages_of_described_constructions():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in jokers.STRATA) == 100
    assert len({stratum.key for stratum in jokers.STRATA}) == len(jokers.STRATA)
    assert all(len(stratum.text) > 20 for stratum in jokers.STRATA)


@every_level
def test_one_joker_lies_last_and_is_kept(level):
    for deal in deals(JOKER_DRILL, HOLDEM, level, some(60)):
        assert len(natural(deal)) == (6 if deal.board else 4)
        assert bool(deal.board) is (level == 3) or level == 2
        [player] = deal.players
        assert player.joker
        assert player.laid == (*player.cards, JOKER)
        assert Deal.from_spec(json.loads(spec_json(deal.to_spec()))) == deal


def test_groups_without_a_joker_are_stored_as_before():
    group = Group(GroupRole.PLAYER, parse_cards("As Kd"), 0)
    [stored] = Deal("name-the-hand", HOLDEM, 1, (group,)).to_spec()["shown"]["groups"]
    assert stored == {"role": "player", "cards": "As Kd", "seat": 0}
    assert group.laid == group.cards


def test_the_joker_has_a_face_and_a_name():
    assert 'aria-label="joker"' in face(JOKER, "")
    assert 'aria-label="joker, decides"' in face(JOKER, Mark.DECIDES)
    assert 'class="card joker idle"' in face(JOKER, Mark.IDLE)
    assert not re.search(r"style=|on\w+=|href=\"http", face(JOKER, ""))


@every_level
def test_no_answer_is_frequent(level):
    answers, tags, dealt = Counter(), Counter(), some(1200)
    for deal in deals(JOKER_DRILL, HOLDEM, level, dealt, "shares"):
        answers[expected(deal)] += 1
        tags.update(deal.tags)
        assert deal.tags <= JOKER_DRILL.skills.keys()
    assert max(answers.values()) < 0.4 * dealt
    assert len(answers) == (13 if level == 1 else 14)
    assert abs(tags["joker:bug"] - dealt / 2) < dealt / 12
    assert tags["joker-completes"] > 0.15 * dealt
    assert tags["other-joker"] > 0.25 * dealt
    if level == 3:
        assert tags["joker-idle"] > 0.03 * dealt


@pytest.mark.parametrize("tag", JOKER_DRILL.skills)
def test_what_is_wanted_is_dealt(tag):
    deal = JOKER_DRILL.deal(stream(5, "want"), rules(HOLDEM), 2, frozenset({tag}))
    assert tag in deal.tags


@every_level
def test_in_a_variant_one_card_changes_and_the_answer_with_it(level):
    impossible = 0
    for number, deal in enumerate(deals(JOKER_DRILL, HOLDEM, level, 20, "variant")):
        try:
            other = JOKER_DRILL.deal(stream(number, "flip"), rules(HOLDEM), level, variant_of=deal)
        except CannotDealError:
            # No single card gives a bug a straight or flush to complete, or takes four of a kind.
            assert deal.tags & {"joker-ace", "five-of-a-kind"}
            impossible += 1
            continue
        pairs = zip(natural(deal), natural(other), strict=True)
        assert sum(old != new for old, new in pairs) == 1
        assert other.facts == deal.facts
        assert expected(deal) != expected(other)
        assert other.players[0].joker
    assert impossible <= 12


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "choice", "code"),
    [
        (lay("bug", "Kc Kd 5h 2s"), "K", ErrorCode.OTHER_JOKER),
        (lay("bug", "Kc Kd 5h 2s"), "5", ErrorCode.OTHER_JOKER),
        (lay("wild", "Kc Kd 5h 2s"), "A", ErrorCode.OTHER_JOKER),
        (lay("wild", "Kc Kd 5h 2s"), "5", ErrorCode.MISREAD_HAND),
        (lay("bug", "9c 8d 7h 6s"), "5", ErrorCode.WRONG_FIVE),
        (lay("bug", "9c 8d 7h 6s"), "A", ErrorCode.MISSED_STRAIGHT),
        (lay("bug", "Ac Jc 9c 4c"), "Q", ErrorCode.KICKER),
        (lay("bug", "Jc 9c 8c 4c"), "A", None),
        (lay("wild", "Jc 9c 8c 4d"), "A", ErrorCode.OTHER_JOKER),
        (lay("bug", "2s", "Kh Kd Kc 9h 9s"), "A", ErrorCode.JOKER_PLAYS),
        (lay("bug", "9s", "8h 7d 6c 5h Ks"), "idle", ErrorCode.JOKER_PLAYS),
    ],
)
def test_mistakes_are_recognised(deal, choice, code):
    assert [part.code for part in check(deal, choice).parts] == [code]


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for level in LEVELS:
        for deal in deals(JOKER_DRILL, HOLDEM, level, 200, "codes"):
            codes.update(check(deal, choice).parts[0].code for choice in choices(deal))
    assert set(codes) == {
        None,
        ErrorCode.JOKER_PLAYS,
        ErrorCode.OTHER_JOKER,
        ErrorCode.MISSED_STRAIGHT,
        ErrorCode.MISSED_FLUSH,
        ErrorCode.WRONG_FIVE,
        ErrorCode.KICKER,
        ErrorCode.MISREAD_HAND,
    }
    assert min(codes.values()) >= 20


# --- why -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "choice", "texts"),
    [
        (
            lay("bug", "Kc Kd 5h 2s"),
            "K",
            [
                "A bug is an ace, or the card that completes a straight or a flush.",
                "The joker plays as an ace: it completes no straight and no flush. "
                "The hand: pair of kings, kickers A, 5, 2.",
                "It may not be a king: a bug that completes nothing is an ace.",
                "Five cards play: K K A 5 2.",
            ],
        ),
        (
            lay("bug", "9c 8d 7h 6s"),
            "5",
            [
                "A bug is an ace, or the card that completes a straight or a flush.",
                "The joker plays as a ten and completes the hand: straight.",
                "If it were a five: straight, nine-high.",
                "Five cards play: 10 9 8 7 6.",
            ],
        ),
        (
            lay("bug", "2s", "Kh Kd Kc 9h 9s"),
            "A",
            [
                "A bug is an ace, or the card that completes a straight or a flush.",
                "The joker does not play: nothing that it may be makes the hand better. "
                "The hand: full house, kings over nines.",
                "If it were an ace: full house, kings over nines.",
                "Five cards play: K K K 9 9.",
            ],
        ),
        (
            lay("wild", "Kc Kd Kh Ks"),
            "K",
            [
                "The joker may be any card: the one that makes the best hand.",
                "The joker plays as a king: that makes the best hand. "
                "The hand: five of a kind, kings.",
                "Five cards play: K K K K K.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, choice, texts):
    assert sentences(check(deal, choice), deal) == texts


@every_level
def test_every_explanation_is_short_and_whole(level):
    for number, deal in enumerate(deals(JOKER_DRILL, HOLDEM, level, some(80), "explain")):
        offered = choices(deal)
        for choice in (expected(deal), offered[number % 5]):
            verdict = check(deal, choice)
            kinds = [reason.kind for reason in verdict.reasons]
            assert 3 <= len(kinds) <= 4
            idle = expected(deal) == "idle"
            assert kinds[1] == ("joker-idle" if idle else "joker-becomes")
            assert not (verdict.right and "joker-as" in kinds)
            assert verdict.joker is (Mark.IDLE if idle else Mark.DECIDES)
            plays = sum(mark is Mark.PLAYS for mark in verdict.marks.values())
            assert plays == (5 if idle else 4)
            for sentence in sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)]):
                assert not re.search(r"%\(|\{\{|None|  ", sentence)
                assert sentence.endswith(".")
