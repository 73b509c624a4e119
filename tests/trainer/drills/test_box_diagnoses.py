"""What is said of a wrong answer to a box: no more than the answer shows, and the money once."""

import pytest

from tests.trainer.drills.boxes import (
    BOX,
    PUSH,
    TAKE,
    WAGER,
    answer,
    dealt,
    lay,
    pay,
    sentences,
)
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, rules, some
from trainer.drills import find_drill
from trainer.drills.base import LEVELS, ErrorCode
from trainer.drills.boxes import Box, pay_now

pytestmark = pytest.mark.soak

SHAPES = [(game, level) for game in BOX.games for level in LEVELS]
FLUSH = lay(RUSSIAN, "Kh Qh Jh Ts 9h 7h", "As Ac 2d 3c 8d", ante=10, bet=20)
# A dealer whose game nobody overlooks, and one with the least that gives game.
SURE = lay(ULTIMATE, "9c 9h", "Td Th", "Tc 3s 7c 7h 2d", WAGER, ante=10)
BARE = lay(ULTIMATE, "9c 9h", "Ad 3h", "Tc 3s 7c Kh 2d", WAGER, ante=10)
NO_GAME = lay(RUSSIAN, "9s 9d 8h 5c 2d", "Ah Qd 8s 6d 3c", drill=WAGER, bet=20)
INSURED = {"ante": 10, "bet": 20, "insurance": 30}


def only(deal, given, ruleset=None):
    [part] = WAGER.check(deal, given, ruleset or rules(deal.game)).parts
    return part.code


# --- the idea behind one wrong bet -----------------------------------------------------------


def test_nobody_overlooks_a_full_house():
    assert only(SURE, PUSH) is ErrorCode.PUSHED_LOSER
    # A pair of threes, one of them on the board, is another matter.
    assert only(BARE, PUSH) is ErrorCode.QUALIFICATION


def test_an_idea_explains_what_it_pays_and_nothing_else():
    assert only(NO_GAME, pay(20)) is ErrorCode.QUALIFICATION
    assert only(NO_GAME, pay(40)) is ErrorCode.QUALIFICATION  # with the stake
    assert only(NO_GAME, pay(60)) is ErrorCode.PUSH_AS_WIN
    tied = lay(CASINO, "7c 5d", "6s As", "5h 6h 4h 2h 3h", WAGER, ante=60)
    assert only(tied, pay(60)) is ErrorCode.PUSH_AS_WIN
    assert only(tied, pay(1200)) is ErrorCode.MISSED_TIE
    assert only(tied, TAKE) is ErrorCode.MISSED_TIE


def test_nobody_overlooks_it_when_a_hand_is_insured():
    drill = find_drill("insurance")
    beaten = lay(RUSSIAN, "9s 9d 9h 5c 2d", "Ks Kd Kh Kc 3c", drill=drill, **INSURED)
    close = lay(RUSSIAN, "9s 9d 9h 5c 2d", "Ah Kd 8s 6d 3c", drill=drill, **INSURED)
    codes = [drill.check(deal, pay(30), rules(RUSSIAN)).parts[0].code for deal in (beaten, close)]
    assert codes == [ErrorCode.PUSH_AS_WIN, ErrorCode.QUALIFICATION]


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_no_colleague_overlooks_the_game_of_a_strong_hand(game, level):
    drill = find_drill("spot-the-error")
    for deal in dealt(drill, game, level, some(150), "strong"):
        if deal.tags == {"error:qualification"}:
            box = Box(deal, rules(game))
            assert not box.qualifies or box.settlement.dealer.rank.category <= 1


def test_a_bonus_after_a_fold_is_taken_for_its_hand():
    deal = lay(CASINO, "Kd 7s", "9h 8d", "Qc 10d 3h", folded=True, aa=10, ante=50)
    said = sentences(
        BOX.check(deal, answer(0, aa=TAKE, ante=TAKE), rules(CASINO)), deal, rules(CASINO)
    )
    assert "Settled by its table. The hand is on no row of the pay table." in said[-1]


# --- the sum ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "delta"),
    [
        # Right, whatever was answered above.
        (answer(180, ante=pay(140), bet=pay(180)), 0),
        (answer(180, ante=PUSH, bet=pay(180)), 0),
        # It fits what was answered above, where the money is counted.
        (answer(320, ante=pay(140), bet=pay(180)), 0),
        # Between what is right and what would fit.
        (answer(200, ante=pay(140), bet=pay(180)), 0),
        # Beyond both: what the bets have not moved.
        (answer(330, ante=pay(140), bet=pay(180)), 10),
        (answer(170, ante=pay(140), bet=pay(180)), -10),
        (answer(170, ante=PUSH, bet=pay(180)), -10),
        (answer(0, ante=PUSH, bet=pay(100)), -100),
    ],
)
def test_the_sum_moves_what_the_bets_have_not(given, delta):
    assert BOX.check(FLUSH, given, rules(RUSSIAN)).parts[-1].delta == delta


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_a_part_that_is_right_moves_no_money(game, level):
    for deal in dealt(BOX, game, level, some(30), "moves"):
        right = BOX.expected(deal, rules(game))
        box = Box(deal, rules(game))
        for at, (bet, found) in enumerate(right.wagers):
            wrong = TAKE if found != TAKE else PUSH
            wagers = (*right.wagers[:at], (bet, wrong), *right.wagers[at + 1 :])
            for paid in (right.pay_now, pay_now(box.settlement, dict(wagers))):
                given = answer(paid, **dict(wagers))
                for part in BOX.check(deal, given, rules(game)).parts:
                    assert (part.delta == 0) is (part.right or part.code is ErrorCode.FOLLOWS)


def test_the_mistake_of_a_colleague_is_named():
    drill, found = find_drill("spot-the-error"), 0
    for deal in dealt(drill, RUSSIAN, 2, 40, "named"):
        expected = drill.expected(deal, rules(RUSSIAN))
        reason = drill.check(deal, expected, rules(RUSSIAN)).reasons[-1]
        [tag] = deal.tags
        unnamed = tag in ("error:none", "error:other")
        assert reason.data["mistake"] == ("" if unnamed else drill.skills[tag])
        found += not unnamed
    assert found > 20
