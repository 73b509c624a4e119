"""Set, trips, the board: where a hand comes from, and what was taken for what."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import parse_cards
from rules.engine.ranking import Category, rank_hand
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
from trainer.drills.strata import threes

pytestmark = pytest.mark.soak

THREES = find_drill("set-or-trips")
SHAPES = [(game, level) for game in THREES.games for level in LEVELS]
every_shape = pytest.mark.parametrize(("game", "level"), SHAPES)
# The games deal alike.
every_level = pytest.mark.parametrize("level", LEVELS)


def lay(board, *holes):
    groups = (
        Group(GroupRole.BOARD, parse_cards(board)),
        *(Group(GroupRole.PLAYER, parse_cards(h), seat) for seat, h in enumerate(holes)),
    )
    return Deal("set-or-trips", HOLDEM, 2, groups)


def expected(deal):
    return THREES.expected(deal, rules(deal.game)).choice


def check(deal, choice):
    return THREES.check(deal, ChoiceAnswer(choice), rules(deal.game))


def choices(deal):
    return [option.key for option in THREES.question(deal, rules(deal.game)).options]


# --- what is right ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "right"),
    [
        (lay("Qs Qd Kh 8c 2d", "Kd Qc"), "trips"),
        (lay("Qs Qd Kh 8c 2d", "8s 8d"), "set"),
        (lay("Qs Jd Kh 8c 2d", "8s 8d"), "set"),
        (lay("Qs Qd Kh 8c 2d", "Qh 7d"), "trips"),
        (lay("9s 9d 9h 8c 2d", "Ah Kd"), "three-on-board"),
        (lay("9s 9d 9h 8c 2d", "Ah Ad"), "three-on-board"),
        (lay("9s 9d 9h 8c 2d", "8h 8d"), "three-on-board"),
        (lay("9s 9d 8h 8c 8d", "9h 2d"), "trips"),
        (lay("7s 7d 9h 3c 2d", "9s 9d"), "set"),
        (lay("Qs Qd Kh 8c 2d", "Kd 7c"), "no-three"),
        (lay("Ts Jd Qh Kc 9d", "9s 9h"), "no-three"),
        (lay("As Js 9s 4s 9d", "9h 2d"), "trips"),
        (lay("As Js 9s 4s 9d", "9h 2s"), "no-three"),
        (lay("Ks Kd 9h 9c Ad", "2s 2d", "Qs Jd"), "board-plays"),
        (lay("Ks Kd 9h 9c 4d", "2s 3d", "Qs Jd"), "board-plays-for-some"),
        (lay("Ks Kd 9h 9c 4d", "As 3d", "Qs Jd"), "board-plays-for-nobody"),
        (lay("As Ks Qs Js Ts", "2s 2d", "Qc Jd", "Ah Ac"), "board-plays"),
        (lay("Ts Jd Qh Kc 9d", "As 2d", "9h 9c"), "board-plays-for-some"),
        (lay("Ts Jd Qh Kc Ad", "As 2d", "9h 9c"), "board-plays"),
    ],
)
def test_where_a_hand_comes_from(deal, right):
    assert expected(deal) == right
    assert [choice for choice in choices(deal) if check(deal, choice).right] == [right]


@every_shape
def test_every_answer_is_true_of_the_cards(game, level):
    for deal in deals(THREES, game, level, some(120)):
        board = deal.board
        right = expected(deal)
        assert right in deal.tags <= THREES.skills.keys()
        if len(deal.players) > 1:
            plays = [
                evaluate_cards(*map(str, board)) == evaluate_cards(*map(str, board + group.cards))
                for group in deal.players
            ]
            assert (right == "board-plays") is all(plays)
            assert (right == "board-plays-for-nobody") is not any(plays)
            continue
        [player] = deal.players
        rank = rank_hand(board + player.cards)
        assert rank.category is not Category.FOUR_OF_A_KIND
        if rank.category not in (Category.THREE_OF_A_KIND, Category.FULL_HOUSE):
            assert right == "no-three"
            continue
        three = rank.ranks[0]
        lies = tuple(sum(c.rank is three for c in cards) for cards in (player.cards, board))
        where = {(2, 1): "set", (1, 2): "trips", (0, 3): "three-on-board"}
        assert right == where[lies]


@every_level
def test_exactly_one_answer_is_right(level):
    for deal in deals(THREES, HOLDEM, level, some(80)):
        right = expected(deal)
        for choice in choices(deal):
            [part] = check(deal, choice).parts
            assert part.right is (choice == right)
            assert (part.code is None) is part.right
            assert part.name == ("three" if len(deal.players) == 1 else "board")
            assert part.expected == ChoiceAnswer(right).to_data()


def test_answers_are_read():
    deal = lay("Qs Qd Kh 8c 2d", "Kd Qc")
    assert THREES.question(deal, rules(HOLDEM)).kind is AnswerKind.CHOICE
    assert THREES.parse_answer(deal, {"choice": ["set"]}) == ChoiceAnswer("set")
    with pytest.raises(UnknownChoiceError):
        THREES.parse_answer(deal, {"choice": ["board-plays"]})
    with pytest.raises(TypeError):
        THREES.check(deal, SidesAnswer("set"), rules(HOLDEM))


# --- what is dealt ---------------------------------------------------------------------------


def test_shares_are_percentages_of_described_constructions():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in threes.STRATA) == 100
    assert len({stratum.key for stratum in threes.STRATA}) == len(threes.STRATA)
    assert all(len(stratum.text) > 30 for stratum in threes.STRATA)
    assert {stratum.key for stratum in threes.STRATA} >= threes.FOR_SEVERAL


@every_level
def test_no_answer_is_frequent(level):
    one, several = Counter(), Counter()
    tags, dealt = Counter(), some(1500)
    for deal in deals(THREES, HOLDEM, level, dealt, "shares"):
        (one if len(deal.players) == 1 else several)[expected(deal)] += 1
        tags.update(deal.tags)
    assert len(one) == 4
    assert max(one.values()) < 0.4 * one.total()
    assert min(one.values()) > 0.08 * one.total()
    assert len(several) == 3
    assert max(several.values()) < 0.45 * several.total()
    assert abs(several.total() / dealt - (0.75 if level == 3 else 0.3)) < 0.05
    assert tags["kicker"] > (0.1 if level == 3 else 0.03) * dealt
    if level > 1:
        assert tags["full-house"] > 0.08 * dealt
        assert tags["lower-hand"] > 0.04 * dealt


def test_the_number_of_players_tells_nothing_about_the_board():
    found = Counter()
    for deal in deals(THREES, HOLDEM, 3, some(1500), "seats"):
        found[len(deal.players), expected(deal)] += 1
    assert {players for players, _ in found} == {1, 2, 3, 4}
    for seats in (2, 3, 4):
        of_seats = {key[1]: n for key, n in found.items() if key[0] == seats}
        assert max(of_seats.values()) < 0.48 * sum(of_seats.values())


@pytest.mark.parametrize("tag", THREES.skills)
def test_what_is_wanted_is_dealt(tag):
    deal = THREES.deal(stream(7, "want"), rules(HOLDEM), 2, frozenset({tag}))
    assert tag in deal.tags


def test_the_board_plays_at_every_level_and_full_houses_from_the_second():
    boards = [tag for tag in THREES.skills if tag.startswith("board")]
    assert len(boards) == 3
    for tag in boards:
        deal = THREES.deal(stream(7, "want"), rules(HOLDEM), 1, frozenset({tag}))
        assert len(deal.players) == 2
    with pytest.raises(CannotDealError):
        THREES.deal(stream(7, "want"), rules(HOLDEM), 1, frozenset({"full-house"}))


@every_level
def test_in_a_variant_one_card_changes_and_the_answer_with_it(level):
    impossible = 0
    for number, deal in enumerate(deals(THREES, HOLDEM, level, 30, "variant")):
        try:
            other = THREES.deal(stream(number, "flip"), rules(HOLDEM), level, variant_of=deal)
        except CannotDealError:
            # Four hands that all beat their board: no card takes any of them down to it. Or two
            # triples, each with one own card: without the one the other makes trips.
            if expected(deal) != "board-plays-for-nobody":
                ranks = Counter(card.rank for card in deal.board + deal.players[0].cards)
                assert sorted(ranks.values())[-2:] == [3, 3]
            impossible += 1
            continue
        before, after = (
            [card for group in one.groups for card in group.cards] for one in (deal, other)
        )
        assert sum(old != new for old, new in zip(before, after, strict=True)) == 1
        assert expected(deal) != expected(other)
        best = rank_hand(other.board + other.players[0].cards)
        assert len(other.players) > 1 or best.category is not Category.FOUR_OF_A_KIND
    assert impossible <= 3


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "choice", "code"),
    [
        (lay("Qs Qd Kh 8c 2d", "Qh 7d"), "set", ErrorCode.SET_AS_TRIPS),
        (lay("Qs Jd Kh 8c 2d", "8s 8d"), "trips", ErrorCode.SET_AS_TRIPS),
        (lay("Qs Jd Kh 8c 2d", "8s 8d"), "three-on-board", ErrorCode.OWN_OR_BOARD),
        (lay("9s 9d 9h 8c 2d", "Ah Kd"), "trips", ErrorCode.OWN_OR_BOARD),
        (lay("9s 9d 9h 8c 2d", "Ah Kd"), "no-three", ErrorCode.MISREAD_HAND),
        (lay("Qs Qd Kh 8c 2d", "Kd 7c"), "trips", ErrorCode.MISREAD_HAND),
        (lay("Ts Jd Qh Kc 9d", "9s 9h"), "set", ErrorCode.MISSED_STRAIGHT),
        (lay("As Js 9s 4s 9d", "9h 2s"), "trips", ErrorCode.MISSED_FLUSH),
        (lay("Ks Kd 9h 9c Ad", "2s 2d", "Qs Jd"), "board-plays-for-some", "own-or-board"),
        (lay("Ks Kd 9h 9c 4d", "2s 3d", "Qs Jd"), "board-plays", ErrorCode.KICKER),
        (lay("Ks Kd 9h 9c 4d", "2s 3d", "9s Jd"), "board-plays", ErrorCode.MISREAD_HAND),
        (lay("Ks Kd 9h 9c 4d", "2s 3d", "9s Jd"), "board-plays-for-nobody", "own-or-board"),
        (lay("Ks Kd 9h 9c 4d", "As 3d", "Qs Jd"), "board-plays-for-some", ErrorCode.KICKER),
    ],
)
def test_mistakes_are_recognised(deal, choice, code):
    assert [part.code for part in check(deal, choice).parts] == [code]


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for level in LEVELS:
        for deal in deals(THREES, HOLDEM, level, 200, "codes"):
            codes.update(check(deal, choice).parts[0].code for choice in choices(deal))
    assert set(codes) == {
        None,
        ErrorCode.SET_AS_TRIPS,
        ErrorCode.OWN_OR_BOARD,
        ErrorCode.MISSED_STRAIGHT,
        ErrorCode.MISSED_FLUSH,
        ErrorCode.KICKER,
        ErrorCode.MISREAD_HAND,
    }
    assert min(codes.values()) >= 20


# --- why -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "choice", "texts"),
    [
        (
            lay("Qs Qd Kh 8c 2d", "8s 8d"),
            "trips",
            [
                "Five cards play: 8 8 8 Q Q.",
                "Full house: three cards of one rank and two of another.",
                "Eight: two in the hand and one on the board, a set.",
            ],
        ),
        (
            lay("Ts Jd Qh Kc 9d", "9s 9h"),
            "set",
            [
                "Five cards play: K Q J 10 9.",
                "Straight: five ranks in a row.",
                "Also there: three of a kind. The higher hand counts: straight.",
            ],
        ),
        (
            lay("Qs Qd Kh 8c 2d", "Kd 7c"),
            "trips",
            [
                "Five cards play: K K Q Q 8.",
                "Two pair: two cards of one rank and two of another.",
                "No three of a kind: that takes three cards of one rank.",
            ],
        ),
        (
            lay("Ks Kd 9h 9c Ad", "2s 2d", "Qs Jd"),
            "board-plays-for-some",
            [
                "The board alone: two pair, kings and nines, ace kicker.",
                "The board plays: nobody has anything better.",
            ],
        ),
        (
            lay("Ks Kd 9h 9c 4d", "2s 3d", "Qs Jd"),
            "board-plays",
            [
                "The board alone: two pair, kings and nines, four kicker.",
                "Player A: no better than the board. "
                "Player B: two pair, kings and nines, queen kicker.",
                "Player B – Board. Kicker decides: queen beats four.",
                "Five cards play: K K 9 9 Q against K K 9 9 4.",
            ],
        ),
        (
            # Of three that beat the board the one is told which is easiest to overlook.
            lay("6h Kh 7h Qh 2h", "2d 4h", "Ah As", "8h 2c"),
            "board-plays-for-some",
            [
                "The board alone: flush, king-high, then Q, 7, 6, 2.",
                "Player A: flush, king-high, then Q, 7, 6, 4. "
                "Player B: flush, ace-high, then K, Q, 7, 6. "
                "Player C: flush, king-high, then Q, 8, 7, 6.",
                "Player A – Board. Fifth card decides: four beats two.",
                "Five cards play: K Q 7 6 4 against K Q 7 6 2.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, choice, texts):
    assert sentences(check(deal, choice), deal) == texts


@every_level
def test_every_explanation_is_short_and_whole(level):
    for number, deal in enumerate(deals(THREES, HOLDEM, level, some(80), "explain")):
        offered = choices(deal)
        for choice in (expected(deal), offered[number % len(offered)]):
            verdict = check(deal, choice)
            assert 2 <= len(verdict.reasons) <= 4
            for text in sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)]):
                assert not re.search(r"%\(|\{\{|None|  ", text)
                assert text.endswith(".")
            if expected(deal) in ("set", "trips", "three-on-board"):
                [lies] = [r for r in verdict.reasons if r.kind == "three-lies"]
                assert lies.data["made"] == expected(deal)


@pytest.mark.parametrize("game", THREES.games)
@pytest.mark.parametrize("holes", [("2s 3d", "Qs Jd"), ("2s 3d", "2c 3c")])
def test_only_those_who_play_for_a_pot_win_from_each_other(game, holes):
    deal = replace(lay("Ks Kd 9h 9c 4d", *holes), game=game)
    for choice in choices(deal):
        verdict = check(deal, choice)
        assert (verdict.call is not None) is bool(verdict.winners) is (game == HOLDEM)


@every_level
def test_marks_show_the_three_or_what_beats_the_board(level):
    for deal in deals(THREES, HOLDEM, level, some(60), "marks"):
        marks = check(deal, expected(deal)).marks
        decisive = {card for card, mark in marks.items() if mark is Mark.DECIDES}
        assert set(marks) == {card for group in deal.groups for card in group.cards}
        if len(deal.players) == 1:
            three = expected(deal) != "no-three"
            assert len(decisive) == (3 if three else 0)
            assert sum(mark is not Mark.IDLE for mark in marks.values()) == 5
        else:
            assert bool(decisive) is (expected(deal) != "board-plays")
            assert not decisive & set(deal.board)
