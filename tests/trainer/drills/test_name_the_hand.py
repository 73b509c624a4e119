from collections import Counter
from dataclasses import replace

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import Rank, parse_cards
from rules.games.base import PayHand
from tests.trainer.drills.cast import CASINO, HOLDEM, NAMES, RUSSIAN, ULTIMATE, deals, rules
from trainer.drills.base import (
    LEVELS,
    RANKS,
    AnswerKind,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    HandAnswer,
    Mark,
    SidesAnswer,
)
from trainer.drills.named_hand import NAMED_RANKS, named_hand, naming_tags

SHAPES = [(game, level) for game in NAMES.games for level in LEVELS]
# The worst value of phevaluator in each category, the best category first.
WORST = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def russian(cards, level=2):
    found = parse_cards(cards)
    group = Group(GroupRole.PLAYER, found, 0, bought=len(found) == 6)
    return Deal("name-the-hand", RUSSIAN, level, (group,))


def holdem(board, hole, level=2):
    groups = (
        Group(GroupRole.BOARD, parse_cards(board)),
        Group(GroupRole.PLAYER, parse_cards(hole), 0),
    )
    return Deal("name-the-hand", HOLDEM, level, groups)


def answer(hand, ranks=""):
    return HandAnswer(PayHand[hand.upper()], tuple(RANKS[letter] for letter in ranks))


def expected(deal):
    return NAMES.expected(deal, rules(deal.game))


def check(deal, given):
    return NAMES.check(deal, given, rules(deal.game))


def all_answers(deal):
    """Every hand, at level 3 with the right and with wrong ranks."""
    named = named_hand(deal)
    first = named.rank.five_ranks[0]
    others = tuple(rank for rank in Rank if rank is not first)
    for option in NAMES.question(deal, rules(deal.game)).options:
        hand = next(hand for hand in PayHand if hand.key == option.key)
        count = NAMED_RANKS[hand] if deal.level == 3 else 0
        for ranks in (named.rank.five_ranks, (first, *others), tuple(Rank)):
            yield HandAnswer(hand, tuple(dict.fromkeys(ranks))[:count])


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_the_hand_is_what_another_library_says(game, level):
    for deal in deals(NAMES, game, level, 300):
        [player] = deal.players
        value = evaluate_cards(*map(str, deal.board + player.cards))
        strength = next(at for at, worst in enumerate(WORST) if value <= worst)
        hand = expected(deal).hand
        held = {card.rank for card in player.cards}
        named = PayHand.HIGH_CARD if hand is PayHand.ACE_KING else hand
        assert [h for h in reversed(PayHand) if h is not PayHand.ACE_KING][strength] is named
        if game == RUSSIAN and named is PayHand.HIGH_CARD:
            assert (hand is PayHand.ACE_KING) is (held >= {Rank.ACE, Rank.KING})
        else:
            assert hand is not PayHand.ACE_KING


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_exactly_one_answer_is_right(game, level):
    for deal in deals(NAMES, game, level, 60):
        right = expected(deal)
        answers = set(all_answers(deal))
        assert {given for given in answers if check(deal, given).right} <= {right}
        for given in answers | {right}:
            [part] = check(deal, given).parts
            assert part.right is (given == right)
            assert (part.code is None) is part.right
            assert (part.name, part.delta) == ("hand", 0)
            assert part.expected == right.to_data()


@pytest.mark.parametrize("game", NAMES.games)
def test_hands_are_dealt_as_the_game_deals_them(game):
    shapes = {level: Counter() for level in LEVELS}
    for level in LEVELS:
        for deal in deals(NAMES, game, level, 100):
            [player] = deal.players
            shapes[level][len(deal.board), len(player.cards), player.bought] += 1
            assert not deal.dealer
    if game == RUSSIAN:
        assert set(shapes[1]) == {(0, 5, False)}
        assert set(shapes[2]) == set(shapes[3]) == {(0, 5, False), (0, 6, True)}
    else:
        assert all(set(found) == {(5, 2, False)} for found in shapes.values())


def test_the_games():
    assert set(NAMES.games) == {RUSSIAN, ULTIMATE, CASINO, HOLDEM}


# --- what is asked ---------------------------------------------------------------------------


def test_every_hand_has_its_own_key_in_every_game():
    six = NAMES.question(russian("As Kd 9h 7c 2s"), rules(RUSSIAN)).options
    seven = NAMES.question(holdem("As Kd 9h 7c 2s", "Qh 3d"), rules(HOLDEM)).options
    assert "".join(option.hotkey for option in six) == "1234567890-"
    assert six[:-1] == seven
    assert six[-1].key == "ace-king"
    assert [option.key for option in (six[0], six[8], six[9])] == [
        "high-card",
        "straight-flush",
        "royal-flush",
    ]


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_the_question_is_the_same_whatever_was_dealt(game, level):
    [question] = {NAMES.question(deal, rules(game)) for deal in deals(NAMES, game, level, 60)}
    assert question.kind is AnswerKind.HAND
    assert question.ranks == (tuple(sorted(Rank, reverse=True)) if level == 3 else ())


@pytest.mark.parametrize(
    ("deal", "right"),
    [
        (russian("Ks Jd 9h 4c 2s", 3), answer("high_card", "KJ")),
        (holdem("As Kd 9h 7c 2s", "Jh 3d", 3), answer("high_card", "AK")),
        (russian("As Kd Qh 4c 2s", 3), answer("ace_king")),
        (russian("8s 8d Ah Kc 5c", 3), answer("pair", "8A")),
        (holdem("Kh Qd 8c 7s 2h", "Kc As", 3), answer("pair", "KA")),
        (russian("2s 2d Kh Kc 5c As", 3), answer("two_pair", "K2")),
        (russian("9s 9d 9h 4c 2s", 3), answer("three_of_a_kind", "94")),
        (holdem("7h 8d 9c Ts Jh", "2c 2d", 3), answer("straight", "J")),
        (russian("As 2d 3h 4c 5s", 3), answer("straight", "5")),
        (russian("As 2d 3h 4c 5s 6h", 3), answer("straight", "6")),
        (russian("Qh 9h 7h 4h 2h As", 3), answer("flush", "Q")),
        (russian("2s 2d 2h Kc Kd", 3), answer("full_house", "2K")),
        (holdem("9h 9d 9c Ks Kd", "Kh 2c", 3), answer("full_house", "K9")),
        (holdem("7h 7d 7c 7s Kd", "Ah 2c", 3), answer("four_of_a_kind", "7A")),
        (russian("Ad 2d 3d 4d 5d 9c", 3), answer("straight_flush", "5")),
        (russian("Ad Kd Qd Jd Td", 3), answer("royal_flush")),
    ],
)
def test_the_ranks_of_the_name(deal, right):
    assert expected(deal) == right
    for level in (1, 2):
        assert expected(replace(deal, level=level)) == HandAnswer(right.hand)


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "given", "code"),
    [
        (russian("As Kd 9h 4c 2s"), answer("high_card"), ErrorCode.MISREAD_HAND),
        (russian("As Qd 9h 4c 2s"), answer("ace_king"), ErrorCode.MISREAD_HAND),
        (russian("Qh 9h 7h 4h 2s"), answer("flush"), ErrorCode.MISREAD_HAND),
        (russian("Qh 9h 7h 4h 2h As"), answer("high_card"), ErrorCode.MISSED_FLUSH),
        (russian("Qh 9h 7h 4h 2h Qs"), answer("pair"), ErrorCode.MISSED_FLUSH),
        (russian("9s 8h 7d 6c 5s 9h"), answer("pair"), ErrorCode.MISSED_STRAIGHT),
        (russian("9s 8s 7s 6s 5s"), answer("flush"), ErrorCode.MISSED_STRAIGHT),
        (russian("9s 8s 7s 6s 5s"), answer("straight"), ErrorCode.MISSED_FLUSH),
        (russian("9s 8s 7s 6s 5s"), answer("royal_flush"), ErrorCode.MISREAD_HAND),
        (russian("As Ks Qs Js Ts"), answer("straight_flush"), ErrorCode.MISREAD_HAND),
        (russian("9s 9h 9d 6c 6s"), answer("straight"), ErrorCode.MISREAD_HAND),
        (russian("9s 9h 9d 6c 6s"), answer("three_of_a_kind"), ErrorCode.MISREAD_HAND),
        (russian("8s 8d Ah Kc 5c", 3), answer("pair", "8K"), ErrorCode.KICKER),
        (russian("8s 8d Ah Kc 5c", 3), answer("pair", "A8"), ErrorCode.MISREAD_HAND),
        (russian("8s 8d Ah Kc 5c", 3), answer("pair", "AK"), ErrorCode.WRONG_FIVE),
        (russian("Ks Jd 9h 4c 2s", 3), answer("high_card", "K9"), ErrorCode.KICKER),
        (russian("Ks Kh 8d 8h 2s 2c", 3), answer("two_pair", "K2"), ErrorCode.WRONG_FIVE),
        (russian("9s 9h 9d 6c 6s", 3), answer("full_house", "69"), ErrorCode.MISREAD_HAND),
        (russian("9s 9h 9d 6c 6s 6d", 3), answer("full_house", "62"), ErrorCode.WRONG_FIVE),
        (russian("As 2d 3h 4c 5s", 3), answer("straight", "A"), ErrorCode.WRONG_FIVE),
        (russian("Qh 9h 7h 4h 2h As", 3), answer("flush", "A"), ErrorCode.WRONG_FIVE),
        (holdem("7h 7d 7c 7s Kd", "Ah 2c", 3), answer("four_of_a_kind", "7K"), ErrorCode.KICKER),
    ],
)
def test_mistakes_are_recognised(deal, given, code):
    assert [part.code for part in check(deal, given).parts] == [code]


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for game, level in SHAPES:
        for deal in deals(NAMES, game, level, 40):
            for given in all_answers(deal):
                codes[check(deal, given).parts[0].code] += 1
    expected_codes = {
        ErrorCode.MISREAD_HAND,
        ErrorCode.MISSED_STRAIGHT,
        ErrorCode.MISSED_FLUSH,
        ErrorCode.WRONG_FIVE,
        ErrorCode.KICKER,
    }
    assert set(codes) == expected_codes | {None}
    assert min(codes.values()) >= 20


# --- tags and marks --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "tags"),
    [
        (russian("Ks Jd 9h 4c 2s"), {"category:high-card"}),
        (russian("As Kd 9h 4c 2s"), {"ace-king"}),
        (russian("8s 8d Ah Kc 5c"), {"category:pair", "near-miss:ace-king"}),
        (
            russian("8s 8d 7s 6s 5c 2s"),
            {"category:pair", "near-miss:four-flush"}
            | {"near-miss:four-straight", "idle-sixth-card"},
        ),
        (russian("Qs Kd Ac 2h 3s"), {"ace-king", "near-miss:wrap"}),
        (russian("Ks Kh 8d 8h 2s 2c"), {"category:two-pair", "three-pairs", "idle-sixth-card"}),
        (russian("9s 9h 9d 6c 6s 6d"), {"category:full-house", "two-triples", "idle-sixth-card"}),
        (russian("As 2d 3h 4c 5s"), {"category:straight", "wheel"}),
        (
            russian("As 2d 3h 4c 5s 6h"),
            {"category:straight", "long-run", "sixth-card", "higher-outside"},
        ),
        (
            russian("9s 8s 7s 6s 5d 2s"),
            {"category:flush", "near-miss:straight-flush", "sixth-card"},
        ),
        (
            russian("Qh 9h 7h 4h 2h As"),
            {"category:flush", "higher-outside", "idle-sixth-card"},
        ),
        (
            russian("9s 8h 7d 6c 5s 9h"),
            {"category:straight", "lower-hand", "idle-sixth-card"},
        ),
        (
            holdem("Jh Jc 8h 8c 2s", "5d 5c"),
            {"category:two-pair", "three-pairs", "near-miss:counterfeit"},
        ),
        (holdem("Jh Jc Js 8c 8s", "5d 5c"), {"category:full-house", "spare-pair", "board-plays"}),
        (holdem("As Kd 9h 7c 2s", "Ah 3d"), {"category:pair"}),
        (holdem("Ad Kd Qd Jd Td", "9d 2c"), {"category:royal-flush", "long-run", "board-plays"}),
        (
            holdem("9h 8h 7h 6h Tc", "5h Js"),
            {"category:straight-flush", "higher-outside"},
        ),
    ],
)
def test_tags_are_read_off_the_cards(deal, tags):
    assert naming_tags(deal) == tags


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_marks_show_what_plays(game, level):
    for deal in deals(NAMES, game, level, 80):
        marks = check(deal, expected(deal)).marks
        named = named_hand(deal)
        assert set(marks) == set(named.cards)
        assert {card for card in marks if marks[card] is Mark.IDLE} == set(named.best.spare)
        core = {card for card in marks if marks[card] is Mark.DECIDES}
        assert core == (set(named.best.core) if len(named.best.core) < 5 else set())


def test_marks_of_a_pair():
    marks = check(holdem("Kh Qd 8c 7s 2h", "Kc As"), answer("pair")).marks
    by_mark = {mark: " ".join(str(card) for card in marks if marks[card] is mark) for mark in Mark}
    assert by_mark == {Mark.DECIDES: "Kh Kc", Mark.PLAYS: "As Qd 8c", Mark.IDLE: "7s 2h"}


def test_an_answer_of_another_kind_is_no_answer():
    with pytest.raises(TypeError):
        check(russian("As Kd 9h 4c 2s"), SidesAnswer("left"))
