from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest

from rules.engine.best import best_five
from rules.engine.cards import parse_cards
from rules.games.base import Limits, Outcome, PayTable, make_rows
from tests.trainer.drills.cast import CASINO, PAYS, RUSSIAN, ULTIMATE, deals, rules, some
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    MoneyAnswer,
    Wager,
)
from trainer.drills.bonus_reasons import bonus_tags, judge
from trainer.drills.bonuses import BONUSES, stakes

SHAPES = [(game, level) for game in PAYS.games for level in LEVELS]
TAKE, PUSH = MoneyAnswer(Outcome.TAKE), MoneyAnswer(Outcome.PUSH)


def pay(amount):
    return MoneyAnswer(Outcome.PAY, Decimal(amount))


def bonus(game, stake, cards, board=""):
    own = parse_cards(cards)
    groups = (Group(GroupRole.PLAYER, own, 0, bought=len(own) == 6),)
    if board:
        groups = (Group(GroupRole.BOARD, parse_cards(board)), *groups)
    return Deal(PAYS.key, game, 3, groups, (Wager(BONUSES[game].bet, Decimal(stake)),))


def with_tables(game, **tables):
    ruleset = rules(game)
    new = {key: PayTable(make_rows(rows)) for key, rows in tables.items()}
    return replace(ruleset, tables={**ruleset.tables, **new})


# The examples of the bonus in one wager: dealt, completed, bought in vain.
EXAMPLES = [
    (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(125)),
    (RUSSIAN, 5, "9s 8h 7d 6c 2s", "", TAKE),
    (RUSSIAN, 5, "Kh 9h 7h 3h 2s Qh", "", pay(75)),
    (RUSSIAN, 5, "9s 8h 7d 6c 2s 5c", "", pay(40)),
    # Paid on the first five: what is bought afterwards changes nothing.
    (RUSSIAN, 5, "9s 8s 7d 6s 5s 2s", "", pay(125)),
    (RUSSIAN, 5, "As Ah Ad 8h 2c", "", TAKE),
    (RUSSIAN, 5, "As Ah Ad 8h 2c Kd", "", TAKE),
    (RUSSIAN, 25, "Qs Kd Ac 2h 3s", "", TAKE),
    (ULTIMATE, 5, "Ah 7h", "Jh 9h 4h 8c 2d", pay(35)),
    (ULTIMATE, 5, "8s 8d", "Kh 9h 4c 5c 2d", TAKE),
    (ULTIMATE, 5, "2h 2d", "As Ks Qs Js Ts", pay(250)),
    (ULTIMATE, 5, "Qs 3d", "8h 8d 8c 5s 2d", pay(15)),
    (CASINO, 5, "Ks 9d", "Kh 9c 4s 8h 2d", pay(35)),
    (CASINO, 5, "Qs Jd", "Ah Ac 7s", pay(35)),
    # An ace on the turn does not help, nor does a flush on the river.
    (CASINO, 5, "As Qd", "9h 7c 4s Ah 2d", TAKE),
    (CASINO, 5, "Ah Ad", "9h 7h 4s 2h Kh", pay(35)),
    (CASINO, 5, "Ts 9s", "8s 7s 6s Kh 2d", pay(250)),
]


@pytest.mark.parametrize(("game", "stake", "cards", "board", "answer"), EXAMPLES)
def test_worked_examples(game, stake, cards, board, answer):
    deal = bonus(game, stake, cards, board)
    assert PAYS.expected(deal, rules(game)) == answer
    assert PAYS.check(deal, answer, rules(game)).right


def test_the_house_decides_not_the_drill():
    trips = bonus(RUSSIAN, 5, "As Ah Ad 8h 2c")
    assert PAYS.expected(trips, with_tables(RUSSIAN, bonus_first5="trips 25")) == pay(125)
    assert PAYS.expected(trips, with_tables(RUSSIAN, bonus_first5="trips 0")) == PUSH
    half = with_tables(RUSSIAN, bonus_first5="trips 3:2")
    assert PAYS.expected(bonus(RUSSIAN, 25, "As Ah Ad 8h 2c"), half) == pay("37.5")
    third = with_tables(RUSSIAN, bonus_first5="trips 1:3")
    assert PAYS.expected(bonus(RUSSIAN, 10, "As Ah Ad 8h 2c"), third) == pay("3.33")
    seven = replace(rules(CASINO), switches={**rules(CASINO).switches, "aa_cards": "7"})
    assert PAYS.expected(bonus(CASINO, 5, "As Qd", "9h 7c 4s Ah 2d"), seven) == pay(35)


def test_the_question_names_the_wager_and_no_table():
    for game in PAYS.games:
        deal = next(deals(PAYS, game, 1, 1))
        question = PAYS.question(deal, rules(game))
        assert question.kind is AnswerKind.MONEY
        assert question.wager == deal.wagers[0]
        assert question.options == ()


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_the_question_is_the_same_whatever_was_dealt(game, level):
    prompts = {
        replace(PAYS.question(deal, rules(game)), wager=None)
        for deal in deals(PAYS, game, level, 50)
    }
    assert len(prompts) == 1


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_deals_have_the_cards_of_their_level(game, level):
    shapes = Counter()
    for deal in deals(PAYS, game, level, 200):
        [player] = deal.players
        shapes[len(player.cards), len(deal.board), player.bought] += 1
    assert (
        set(shapes)
        == {
            RUSSIAN: {(5, 0, False)} | ({(6, 0, True)} if level > 1 else set()),
            ULTIMATE: {(2, 5, False)},
            CASINO: {(2, 5 if level == 3 else 3, False)},
        }[game]
    )


def test_a_house_that_counts_seven_cards_lays_them_all():
    seven = replace(rules(CASINO), switches={**rules(CASINO).switches, "aa_cards": "7"})
    for level in LEVELS:
        assert {len(d.board) for d in deals(PAYS, CASINO, level, 30, ruleset=seven)} == {5}


# --- mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "stake", "cards", "board", "answer", "code", "delta"),
    [
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(130), ErrorCode.TOTAL_RETURNED, 5),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(40), ErrorCode.WRONG_TABLE, -85),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(45), ErrorCode.WRONG_TABLE, -80),
        (RUSSIAN, 5, "9s 8h 7d 6c 2s 5c", "", pay(125), ErrorCode.WRONG_TABLE, 85),
        # The best of six where the first five were paid already.
        (RUSSIAN, 5, "9s 8s 7d 6s 5s 2s", "", pay(75), ErrorCode.WRONG_TABLE, -50),
        (RUSSIAN, 5, "9s 8s 7d 6s 5s 2s", "", pay(250), ErrorCode.MISREAD_HAND, 125),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(250), ErrorCode.WRONG_ROW, 125),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", TAKE, ErrorCode.TOOK_WINNER, -130),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", PUSH, ErrorCode.PUSHED_WINNER, -125),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(115), ErrorCode.ARITHMETIC, -10),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(1250), ErrorCode.ARITHMETIC, 1125),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(152), ErrorCode.ARITHMETIC, 27),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay("62.5"), ErrorCode.ARITHMETIC, Fraction(-125, 2)),
        (RUSSIAN, 5, "9s 8h 7d 6c 5s", "", pay(7), ErrorCode.OTHER, -118),
        (RUSSIAN, 5, "As Ah Ad 8h 2c", "", pay(125), ErrorCode.PAID_LOSER, 130),
        (RUSSIAN, 5, "As Ah Ad 8h 2c", "", PUSH, ErrorCode.PUSHED_LOSER, 5),
        (CASINO, 5, "Ah Ad", "9h 7h 4s 2h Kh", pay(100), ErrorCode.MISREAD_HAND, 65),
        (CASINO, 5, "Ah Ad", "9h 7h 4s 2d Kc", pay(100), ErrorCode.WRONG_ROW, 65),
        (ULTIMATE, 10, "Qs 3d", "8h 8d 8c 5s 2d", pay(40), ErrorCode.TOTAL_RETURNED, 10),
        (ULTIMATE, 10, "Qs 3d", "8h 8d 8c 5s 2d", pay(70), ErrorCode.WRONG_ROW, 40),
    ],
)
def test_mistakes_are_recognised_and_priced(game, stake, cards, board, answer, code, delta):
    [part] = PAYS.check(bonus(game, stake, cards, board), answer, rules(game)).parts
    assert (part.code, part.delta) == (code, delta)


def test_paying_what_is_only_returned_is_a_mistake_of_its_own():
    ruleset = with_tables(RUSSIAN, bonus_first5="trips 0")
    deal = bonus(RUSSIAN, 5, "As Ah Ad 8h 2c")
    [part] = PAYS.check(deal, pay(5), ruleset).parts
    assert (part.code, part.delta) == (ErrorCode.PUSH_AS_WIN, 5)
    [part] = PAYS.check(deal, TAKE, ruleset).parts
    assert (part.code, part.delta) == (ErrorCode.TOOK_PUSH, -5)


def wrong_answers(deal, ruleset):
    """What typical mistakes would answer, without the right answer."""
    result = judge(deal, ruleset).result
    stake = Fraction(result.stake)
    rows = [row for key in BONUSES[deal.game].tables for row in ruleset.tables[key].rows]
    sums = {stake * row.pays for row in rows} | {stake, abs(result.profit) * 10 + 1}
    sums |= {total + stake for total in sums}
    answers = [TAKE, PUSH, *(pay(int(total)) for total in sorted(sums))]
    return [answer for answer in answers if answer != PAYS.expected(deal, ruleset)]


@cache
def checked(game, level):
    """(deal, the verdict on the right answer, wrong answers with their verdicts)"""
    ruleset, found = rules(game), []
    for deal in deals(PAYS, game, level, some(60)):
        expected = PAYS.expected(deal, ruleset)
        wrong = [(a, PAYS.check(deal, a, ruleset)) for a in wrong_answers(deal, ruleset)]
        found.append((deal, PAYS.check(deal, expected, ruleset), wrong))
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_the_expected_answer_is_right_and_every_other_wrong(game, level):
    ruleset = rules(game)
    for deal, right, wrong in checked(game, level):
        assert right.right
        assert (right.parts[0].code, right.parts[0].delta) == (None, 0)
        for answer, verdict in wrong:
            [part] = verdict.parts
            assert not part.right
            assert part.code is not None
            # Money that moves the other way has the other sign; none moves nothing.
            net = answer.amount if answer.outcome is not Outcome.TAKE else -deal.wagers[0].stake
            assert part.delta == Fraction(net) - judge(deal, ruleset).result.profit
            assert part.delta != 0


@pytest.mark.soak
def test_every_mistake_is_dealt_often():
    codes = Counter()
    for game, level in SHAPES:
        for _, _, wrong in checked(game, level):
            codes.update(verdict.parts[0].code for _, verdict in wrong)
    expected = {
        *{
            ErrorCode.PAID_LOSER,
            ErrorCode.PUSHED_LOSER,
            ErrorCode.TOOK_WINNER,
            ErrorCode.TOTAL_RETURNED,
        },
        *{ErrorCode.WRONG_TABLE, ErrorCode.WRONG_ROW, ErrorCode.PUSHED_WINNER},
    }
    assert all(codes[code] >= 20 for code in expected)


# --- tags, marks, stakes ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "board", "tags"),
    [
        (RUSSIAN, "9s 8h 7d 6c 5s", "", {"outcome:pay", "row:straight"}),
        (
            RUSSIAN,
            "9s 8s 7d 6s 5s 2s",
            "",
            {"outcome:pay", "row:straight", "table:bonus_first5", "late-cards"},
        ),
        (RUSSIAN, "9s 8h 7d 6c 2s 5c", "", {"outcome:pay", "row:straight", "table:bonus6"}),
        (RUSSIAN, "Qs Kd Ac 2h 3s", "", {"outcome:take", "row:none", "near-miss:wrap"}),
        (
            RUSSIAN,
            "Ks Kh 8d 8h 2s 2c",
            "",
            {"outcome:take", "row:none", "table:bonus6", "three-pairs"},
        ),
        (RUSSIAN, "Kh 9h 7h 3h 2s", "", {"outcome:take", "row:none", "near-miss:four-flush"}),
        (RUSSIAN, "9h 8d 7h 6s 2s", "", {"outcome:take", "row:none", "near-miss:four-straight"}),
        (ULTIMATE, "2h 2d", "As Ks Qs Js Ts", {"outcome:pay", "row:royal-flush", "board-plays"}),
        (
            ULTIMATE,
            "8h 8d",
            "9h 9d 9c 8s Kd",
            {"outcome:pay", "row:full-house", "two-triples"},
        ),
        (CASINO, "Ah 2d", "3c 4s 5d Kh Kd", {"outcome:pay", "row:pair", "wheel"}),
        (CASINO, "As Qd", "9h 7c 4s Ah 2d", {"outcome:take", "row:none", "late-cards"}),
    ],
)
def test_tags_are_read_off_the_result(game, cards, board, tags):
    assert bonus_tags(judge(bonus(game, 5, cards, board), rules(game))) == tags


@pytest.mark.parametrize(
    ("game", "cards", "board", "plays", "decides", "idle"),
    [
        (RUSSIAN, "9s 8h 7d 6c 2s 5c", "", "9s 8h 7d 6c", "5c", "2s"),
        (RUSSIAN, "9s 8s 7d 6s 5s 2s", "", "9s 8s 7d 6s 5s", "", "2s"),
        (CASINO, "As Qd", "9h 7c 4s Ah 2d", "9h 7c 4s As Qd", "", "Ah 2d"),
        (ULTIMATE, "Qs 3d", "8h 8d 8c 5s 2d", "8h 8d 8c 5s Qs", "", "2d 3d"),
    ],
)
def test_marks_show_which_cards_count(game, cards, board, plays, decides, idle):
    marks = PAYS.check(bonus(game, 5, cards, board), TAKE, rules(game)).marks
    found = {mark: [card for card in marks if marks[card] is mark] for mark in Mark}
    assert tuple(found[Mark.PLAYS]) == parse_cards(plays)
    assert tuple(found[Mark.DECIDES]) == parse_cards(decides)
    assert tuple(found[Mark.IDLE]) == parse_cards(idle)


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_a_bought_card_that_decides_is_among_the_five(game, level):
    for deal in deals(PAYS, game, level, 150):
        marks = PAYS.check(deal, TAKE, rules(game)).marks
        five = [card for card, mark in marks.items() if mark is not Mark.IDLE]
        assert len(five) == 5
        for card in (card for card in five if marks[card] is Mark.DECIDES):
            six = deal.players[0].cards
            assert card == six[5]
            assert best_five(six[:5]).rank < best_five(six).rank


def limited(minimum, maximum, step, table="straight 25"):
    ruleset = with_tables(RUSSIAN, bonus_first5=table, bonus6=table)
    limits = Limits(Decimal(minimum), Decimal(maximum), Decimal(step))
    return replace(ruleset, limits={"bonus": limits})


@pytest.mark.parametrize(
    ("ruleset", "level", "offered"),
    [
        (limited(5, 500, 5), 1, range(10, 101, 10)),
        (limited(5, 500, 5), 3, range(5, 250, 10)),
        (limited(25, 100, 25), 1, [50, 100]),
        (limited(25, 100, 25), 3, [25, 75]),
        (limited(100, 300, 100), 3, [100, 200, 300]),
        (limited(7, 21, 7), 1, [7, 14, 21]),
        (limited(1, 4, 1, "flush 1:3"), 2, [3]),
        (limited(1, 2, 1, "flush 1:3"), 2, [1, 2]),
        (replace(limited(5, 500, 5), limits={}), 1, range(10, 101, 10)),
    ],
)
def test_stakes_keep_to_the_limits_and_to_whole_cents(ruleset, level, offered):
    assert list(stakes(BONUSES[RUSSIAN], ruleset, level)) == list(map(Decimal, offered))
