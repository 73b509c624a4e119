from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import parse_cards
from rules.engine.ranking import rank_hand
from rules.games.russian_poker import dealer_qualifies
from tests.trainer.drills.cast import HOLDEM, RUSSIAN, WINS, deals, rules
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    SeatsAnswer,
    SidesAnswer,
)
from trainer.drills.showdown import showdown, showdown_tags
from trainer.drills.which_hand_wins import LEFT, RIGHT, TIE

SHAPES = [(game, level) for game in (HOLDEM, RUSSIAN) for level in LEVELS]
HOLDEM_RULES, RUSSIAN_RULES = rules(HOLDEM), rules(RUSSIAN)


def holdem(board, *holes):
    groups = [Group(GroupRole.BOARD, parse_cards(board))]
    groups += [Group(GroupRole.PLAYER, parse_cards(h), seat) for seat, h in enumerate(holes)]
    return Deal("which-hand-wins", HOLDEM, 2, tuple(groups))


def russian(player, dealer):
    cards = parse_cards(player)
    mine = Group(GroupRole.PLAYER, cards, 0, bought=len(cards) == 6)
    return Deal(
        "which-hand-wins", RUSSIAN, 2, (mine, Group(GroupRole.DEALER, parse_cards(dealer)))
    )


def all_answers(deal):
    """Every winner or set of them; beside them what decides, where that is asked."""
    question = WINS.question(deal, rules(deal.game))
    also = WINS.expected(deal, rules(deal.game)).also
    if question.kind is AnswerKind.SIDES:
        return [SidesAnswer(option.key, also) for option in question.options]
    seats = [option.seat for option in question.options]
    sizes = range(1, len(seats) + 1)
    return [SeatsAnswer(frozenset(c), also) for size in sizes for c in combinations(seats, size)]


def strength(cards):
    """By phevaluator, greater is stronger."""
    return -evaluate_cards(*map(str, cards))


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_the_winners_are_those_of_another_library(game, level):
    for deal in deals(WINS, game, level, 300):
        found = {p.seat: strength(deal.board + p.cards) for p in deal.players}
        if deal.dealer:
            found[-1] = strength(deal.dealer)
        winners = tuple(sorted(s for s, value in found.items() if value == max(found.values())))
        expected = WINS.expected(deal, rules(game))
        assert WINS.check(deal, expected, rules(game)).winners == winners
        if isinstance(expected, SeatsAnswer):
            assert expected.seats == frozenset(winners)
        else:
            sides = {(0,): LEFT, (1,): RIGHT, (-1,): RIGHT}
            assert expected.choice == sides.get(winners, TIE)


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_exactly_one_answer_is_right(game, level):
    for deal in deals(WINS, game, level, 60):
        expected = WINS.expected(deal, rules(game))
        answers = all_answers(deal)
        assert expected in answers
        for answer in answers:
            verdict = WINS.check(deal, answer, rules(game))
            part, *proof = verdict.parts
            assert verdict.right is (answer == expected)
            assert (part.code is None) is part.right
            assert part.delta == 0
            assert part.expected == replace(expected, also="").to_data()
            assert len(proof) == (level == 3)


def test_two_hands_are_asked_for_a_side_and_more_for_seats():
    two = holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d")
    assert [o.key for o in WINS.question(two, HOLDEM_RULES).options] == ["left", "tie", "right"]
    three = holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d", "2c 2d")
    question = WINS.question(three, HOLDEM_RULES)
    assert question.kind is AnswerKind.SEATS
    assert [(o.key, o.seat) for o in question.options] == [("0", 0), ("1", 1), ("2", 2)]
    versus = WINS.question(russian("As Kd Qc 9h 2s", "Ks Kh 8d 5c 3d"), RUSSIAN_RULES)
    assert [o.role for o in versus.options] == ["player", "tie", "dealer"]


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_the_question_is_the_same_whatever_was_dealt(game, level):
    questions = {
        (len(deal.players), replace(WINS.question(deal, rules(game)), also=()))
        for deal in deals(WINS, game, level, 99)
    }
    assert len(questions) == len({players for players, _ in questions})


@pytest.mark.parametrize("qualifier", ["ace-king", "pair"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_dealer_has_game(level, qualifier):
    ruleset = replace(RUSSIAN_RULES, switches={**RUSSIAN_RULES.switches, "qualifier": qualifier})
    count = Counter()
    for deal in deals(WINS, RUSSIAN, level, 400, ruleset=ruleset):
        assert dealer_qualifies(rank_hand(deal.dealer), ruleset)
        count[WINS.expected(deal, ruleset).choice] += 1
    assert max(count.values()) <= 400 * 0.55
    assert count["tie"]


def test_russian_hands_have_five_cards_or_a_bought_sixth():
    sizes = Counter()
    for level in LEVELS:
        for deal in deals(WINS, RUSSIAN, level, 300):
            [player] = deal.players
            sizes[level, len(player.cards), player.bought] += 1
    assert set(sizes) == {(1, 5, False)} | {
        (level, *kind) for level in (2, 3) for kind in ((5, False), (6, True))
    }


@pytest.mark.parametrize(
    ("deal", "answer", "code"),
    [
        (holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"), SidesAnswer(RIGHT), ErrorCode.KICKER),
        (holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"), SidesAnswer(TIE), ErrorCode.KICKER),
        (holdem("Ah Kd Tc Ts 6h", "Ac 9d", "As 6d"), SidesAnswer(LEFT), ErrorCode.MISSED_TIE),
        (holdem("Ah Kd Tc 5s 3h", "5c 9d", "As 6d"), SidesAnswer(LEFT), ErrorCode.MISREAD_HAND),
        (
            holdem("Ts Js Qs Kd 2c", "As 9s", "Ah 9d", "3c 3d"),
            SeatsAnswer(frozenset({0, 1})),
            ErrorCode.MISREAD_HAND,
        ),
        (
            holdem("As Ks Qs Js Ts", "2c 3d", "4h 5h", "6c 7c"),
            SeatsAnswer(frozenset({0, 2})),
            ErrorCode.MISSED_TIE,
        ),
        (russian("As Kd Qc 9h 2s", "Ac Kh Qd 9c 3d"), SidesAnswer(LEFT), ErrorCode.KICKER),
        (russian("Js Jd Kc 8h 4d 2s", "Jh Jc Kd 8c 4s"), SidesAnswer(LEFT), ErrorCode.MISSED_TIE),
        (russian("Qs Kd Ac 2h 3s", "4s 4h 8d 5c 3d"), SidesAnswer(LEFT), ErrorCode.MISREAD_HAND),
    ],
)
def test_mistakes_are_recognised(deal, answer, code):
    verdict = WINS.check(deal, answer, rules(deal.game))
    assert [part.code for part in verdict.parts] == [code]


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for game, level in SHAPES:
        for deal in deals(WINS, game, level, 60):
            for answer in all_answers(deal)[:8]:
                codes[WINS.check(deal, answer, rules(game)).parts[0].code] += 1
    for code in (ErrorCode.KICKER, ErrorCode.MISSED_TIE, ErrorCode.MISREAD_HAND):
        assert codes[code] >= 20


@pytest.mark.parametrize(
    ("deal", "tags"),
    [
        (
            holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"),
            {"kicker", "same-category", "category:pair"},
        ),
        (
            holdem("Ah Kd Tc Ts 6h", "Ac 9d", "As 6d"),
            {"tie", "category:two-pair", "three-pairs", "near-miss:idle-kicker"},
        ),
        (
            holdem("As Ks Qs Js Ts", "2c 3d", "4h 5h"),
            {"tie", "board-plays", "category:royal-flush"},
        ),
        (
            holdem("Jh Jc 8h 8c Ks", "5d 5c", "Ad 3c"),
            {
                *{"kicker", "same-category", "category:two-pair"},
                *{"three-pairs", "near-miss:counterfeit"},
            },
        ),
        (
            holdem("Kh Qd 8c 7s 2h", "As 3d", "Kc 4s"),
            {"category:pair", "near-miss:wrap"},
        ),
        (holdem("Kh Qh 8c 7s 2d", "Ah 4h", "Kc 3s"), {"category:pair", "near-miss:four-flush"}),
        (
            holdem("9h 8d 2c 2s Kd", "Jh Ts", "Kc 3s"),
            {"category:two-pair", "near-miss:four-straight"},
        ),
        (
            holdem("9h 9d 9c 2s Kd", "2h 2d", "Kc Ks"),
            {"same-category", "category:full-house", "two-triples"},
        ),
        (holdem("Ah 2d 3c Ks Kd", "4h 5d", "Kc 9s"), {"category:straight", "wheel"}),
        (
            russian("As Kd Qc 9h 2s", "Ac Kh Qd 9c 3d"),
            {"kicker", "same-category", "category:high-card", "ace-king"},
        ),
        (
            russian("Ks Kh 8d 8h 2s 2c", "Kd Kc 8s 8c 3d"),
            {
                *{"kicker", "same-category", "category:two-pair"},
                *{"three-pairs", "idle-sixth-card"},
            },
        ),
        (
            russian("As Ah Ad 8h 8s 8c", "Ks Kh 2d 3c Jd"),
            {"category:full-house", "two-triples", "idle-sixth-card"},
        ),
        (russian("9s 8h 7d 6c 2s 5c", "Ks Kh 2d 3c Jd"), {"category:straight", "sixth-card"}),
    ],
)
def test_tags_are_read_off_the_result(deal, tags):
    assert showdown_tags(showdown(deal)) == tags


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_marks_show_what_plays_and_what_decides(game, level):
    for deal in deals(WINS, game, level, 80):
        verdict = WINS.check(deal, WINS.expected(deal, rules(game)), rules(game))
        cards = [card for group in deal.groups for card in group.cards]
        assert set(verdict.marks) == set(cards)
        playing = {card for card, mark in verdict.marks.items() if mark is not Mark.IDLE}
        deciding = [card for card, mark in verdict.marks.items() if mark is Mark.DECIDES]
        assert bool(deciding) is (len(verdict.winners) < len(deal.players) + bool(deal.dealer))
        for group in deal.groups:
            if group.seat in verdict.winners or (group.role is GroupRole.DEALER):
                visible = [card for card in deal.board + group.cards if card in playing]
                assert len(visible) >= 5


def test_marks_of_the_kicker_example():
    deal = holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d")
    marks = WINS.check(deal, SidesAnswer(LEFT), HOLDEM_RULES).marks
    by_mark = {mark: " ".join(str(card) for card in marks if marks[card] is mark) for mark in Mark}
    assert by_mark == {
        Mark.PLAYS: "Ah Kd Tc Ac As",
        Mark.DECIDES: "9d 6d",
        Mark.IDLE: "5s 3h",
    }
