"""Hands under any rules, and who wins with them."""

import pytest

from rules.engine.cards import Rank, format_cards, parse_with_jokers
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.jokers import Joking, NoJokerRuleError, WildRules
from rules.engine.lowball import Low
from rules.engine.variants import HIGH, HandRules, best_hand, contest

A5, A6, D7 = map(HandRules, Low)
EIGHT = HandRules(Low.ACE_TO_FIVE, Rank.EIGHT)
BUG, WILD = (HandRules(wild=WildRules(joker)) for joker in (Joking.BUG, Joking.WILD))
BUG_EIGHT = HandRules(Low.ACE_TO_FIVE, Rank.EIGHT, WildRules(Joking.BUG))


def meet(*hands, rules, board=""):
    return contest([parse_with_jokers(hand) for hand in hands], rules, parse_with_jokers(board))


@pytest.mark.parametrize(
    ("hands", "rules", "winners"),
    [
        (["8c 6d 4h 3s Ac", "8d 7c 3h 2s Ad"], A5, (0,)),
        (["5s 4s 3s 2s As", "6s 4d 3h 2c Ac"], A5, (0,)),
        (["5c 4d 3h 2s Ac", "6c 4h 3s 2d As"], A6, (1,)),
        (["7c 5d 4h 3s 2c", "7h 5h 4h 3h 2h"], D7, (0,)),
        (["Ac 5d 4h 3s 2c", "Kc Qd Jh Ts 8c"], D7, (1,)),
        (["Ac Kd Qh Js 9c", "2c 2d 3h 4s 5c"], D7, (0,)),
        (["8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"], EIGHT, (0,)),
        (["8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"], HIGH, (0,)),
        (["9c 7d 6h 5s 4c", "9d 4d 3h 2s Ac"], EIGHT, ()),
        (["8c 7d 6h 5s 4c", "8d 7h 6s 5c 4d"], EIGHT, (0, 1)),
        (["9c 7d 6h 5s 4c", "8d 4d 3h 2s Ac", "8h 4c 3s 2c As"], EIGHT, (1, 2)),
        (["Qs Qh Qd Qc Jk", "6s 6h 6d 6c Jk"], WILD, (0,)),
        (["As Ks Qs Js Ts", "6s 6h 6d 6c Jk"], WILD, (1,)),
        (["Ks Kh Kd Kc Jk", "Ks Kh Kd Kc Qs"], BUG, (0,)),
        (["8c 6d 4h 3s Jk", "8d 6h 4s 3c Ah"], BUG_EIGHT, (0, 1)),
        (["9c 6d 4h 3s Jk", "8d 6h 4s 3c 9h Jk"], BUG_EIGHT, (1,)),
    ],
)
def test_who_wins(hands, rules, winners):
    assert meet(*hands, rules=rules).winners == winners


def test_one_low_is_compared_with_none():
    result = meet("9c 7d 6h 5s 4c", "8d 4d 3h 2s Ac", rules=EIGHT)
    assert (result.comparison, result.seats, result.hands[0]) == (None, (1,), None)


def test_two_hands_may_use_different_cards_of_one_board():
    result = meet("Ah 2h", "Kc Kd", "8s 7c", rules=EIGHT, board="3h 4h 6h Ks Jd")
    assert [hand and str(hand.rank) for hand in result.hands] == [
        "A-5 high card 6432A", None, "A-5 high card 87643",
    ]  # fmt: skip
    assert result.comparison.decision.step.label == "card 1"
    assert format_cards(result.comparison.from_hand(0)) == "2h Ah"
    high = meet("Ah 2h", "Kc Kd", "8s 7c", rules=HIGH, board="3h 4h 6h Ks Jd")
    assert str(high.hands[0].rank) == "flush A6432"
    assert high.comparison.best.rank == high.hands[0].rank


def test_a_hand_of_one_board_and_a_joker():
    best = best_hand(parse_with_jokers("Jk 2d"), BUG, parse_with_jokers("Ah Kh Qh 3s 4s"))
    assert str(best.rank) == "straight 5"


@pytest.mark.parametrize(
    ("hands", "board", "rules", "error"),
    [
        (["As Kd", "As Qd"], "2c 3c 4c", HIGH, DuplicateCardError),
        (["As Kd", "As Qd"], "2c 3c 4c", A5, DuplicateCardError),
        (["As Kd", "Ac Qd"], "2c 3c", A5, CardCountError),
        (["As Jk", "Ac Qd"], "2c 3c 4c", A5, NoJokerRuleError),
        (["As Kd 9c 8c 7c"], "", HIGH, ValueError),
    ],
)
def test_what_is_refused(hands, board, rules, error):
    with pytest.raises(error):
        meet(*hands, rules=rules, board=board)
