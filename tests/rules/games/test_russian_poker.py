"""Russian poker: which rule settles which wager, the arithmetic, what cannot be."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rules.engine.cards import format_cards, parse_card, parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.games import russian_poker
from rules.games.arithmetic import Cap
from rules.games.base import Outcome, PayHand, PayRow, PayTable, make_rows
from rules.games.settlement import (
    BoughtGameError,
    Ending,
    ExchangeError,
    FoldedBetError,
    MissingPurchaseError,
    NoSuchPurchaseError,
    StakeError,
    UnknownBetError,
)
from tests.rules.games.houses import house as any_house
from tests.rules.games.houses import lay, settled

NO_GAME = "Kd Js 8h 6c 2s"
ACE_KING = "Ah Kh 8s 6d 3c"
STRAIGHT = "5s 6d 7h 8c Td 9c"
TRIPS = "9s 9h 9d Kc 4s"


def house(**changes):
    return any_house("russian-poker", **changes)


def short(wager):
    """`take no-game ante_on_no_game`: outcome, ground, switch."""
    return " ".join(filter(None, (wager.outcome.value, wager.ground.value, wager.switch)))


# --- which rule settles which wager ----------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "round_", "ante", "bet", "insurance"),
    [
        ({}, lay(TRIPS, NO_GAME), "pay no-game ante_on_no_game", "push no-game bet_on_no_game",
         "pay no-game"),
        ({"ante_on_no_game": "push"}, lay(TRIPS, NO_GAME), "push no-game ante_on_no_game",
         "push no-game bet_on_no_game", "pay no-game"),
        ({}, lay(TRIPS, ACE_KING), "push win ante_on_win", "pay win", "take win"),
        ({"ante_on_win": "pay"}, lay(TRIPS, ACE_KING), "pay win ante_on_win", "pay win",
         "take win"),
        ({"ante_on_win": "pay_unless_bought"}, lay(TRIPS, ACE_KING), "pay win ante_on_win",
         "pay win", "take win"),
        ({"ante_on_win": "pay_unless_bought"}, lay(TRIPS + " 2h", ACE_KING),
         "push win ante_on_win", "pay win", "take win"),
        ({"ante_on_win": "pay_unless_bought"},
         lay(TRIPS, ACE_KING, dealt="9s 9h 2d Kc 4s"), "push win ante_on_win", "pay win",
         "take win"),
        ({}, lay(TRIPS, "5s 6d 7h 8c 9c"), "take loss", "take loss",
         "push loss insurance_on_loss"),
        ({"insurance_on_loss": "lose"}, lay(TRIPS, "5s 6d 7h 8c 9c"), "take loss", "take loss",
         "take loss insurance_on_loss"),
        ({}, lay("4s 5h 6d 7c 8s", "4d 5s 6h 7d 8h"), "push tie", "push tie",
         "push tie insurance_on_tie"),
        ({"insurance_on_tie": "lose"}, lay("4s 5h 6d 7c 8s", "4d 5s 6h 7d 8h"), "push tie",
         "push tie", "take tie insurance_on_tie"),
        ({}, lay("2s 2h 4d 7c 8d", ACE_KING), "push win ante_on_win", "pay win",
         "push too-weak insurance_min_category"),
        ({"insurance_min_category": "pair"}, lay("2s 2h 4d 7c 8d", ACE_KING),
         "push win ante_on_win", "pay win", "take win"),
        # The dealer needs a pair here.
        ({"qualifier": "pair"}, lay(TRIPS, ACE_KING), "pay no-game ante_on_no_game",
         "push no-game bet_on_no_game", "pay no-game"),
    ],
)  # fmt: skip
def test_what_settles_each_wager(switches, round_, ante, bet, insurance):
    result = settled(house(**switches), round_, ante=10, bet=20, insurance=10)
    assert short(result.wager("ante")) == ante
    assert short(result.wager("bet")) == bet
    assert short(result.wager("insurance")) == insurance


@pytest.mark.parametrize(
    ("switches", "after", "ante", "bet", "pay_now"),
    [
        ({}, "Td Js 8h 6c 2s", "push bought-in-vain failed_buy_ante",
         "push no-game bet_on_no_game", 0),
        ({"failed_buy_ante": "pay"}, "Td Js 8h 6c 2s", "pay bought-in-vain failed_buy_ante",
         "push no-game bet_on_no_game", 10),
        ({}, "Jd Js 8h 6c 2s", "push win ante_on_win", "pay win", 60),
        ({"ante_on_win": "pay"}, "Jd Js 8h 6c 2s", "pay win ante_on_win", "pay win", 70),
        ({"ante_on_win": "pay_unless_bought"}, "Jd Js 8h 6c 2s", "push win ante_on_win",
         "pay win", 60),
        ({"forgo_ante": "no"}, "Jd Js 8h 6c 2s", "pay paid-before-swap forgo_ante", "pay win", 60),
        ({"forgo_ante": "no", "ante_on_no_game": "push"}, "Td Js 8h 6c 2s",
         "pay paid-before-swap forgo_ante", "push no-game bet_on_no_game", 0),
    ],
)  # fmt: skip
def test_a_bought_game(switches, after, ante, bet, pay_now):
    """Insurance was settled before, and nothing that was paid before is paid out now."""
    bets = {"ante": 10, "bet": 20, "insurance": 10, "bought_game": 10}
    result = settled(house(**switches), lay(TRIPS, NO_GAME, after=after), **bets)
    assert short(result.wager("ante")) == ante
    assert short(result.wager("bet")) == bet
    insurance = result.wager("insurance")
    assert (short(insurance), insurance.paid_early) == ("pay no-game", True)
    assert short(result.wager("bought_game")) == "take price"
    assert result.pay_now == pay_now
    assert result.result == sum(result.net.values())


def test_a_bought_game_may_beat_the_box():
    result = settled(
        house(), lay(TRIPS, "Kd Jh Td 9c 7s", after="8c Jh Td 9c 7s"), ante=20, bet=40,
        bought_game=20,
    )  # fmt: skip
    assert result.net == {"ante": -20, "bet": -40, "bought_game": -20}
    assert (result.ending, result.dealer_qualifies) == (Ending.LOSS, True)
    assert (str(result.dealer_dealt.rank), str(result.dealer.rank)) == (
        "high card KJT97",
        "straight J",
    )


def test_a_fold_takes_ante_and_price_whatever_the_dealer_has():
    result = settled(house(), lay(STRAIGHT, folded=True), ante=20, fee=20)
    assert [short(wager) for wager in result.wagers] == ["take fold", "take sixth-card"]
    assert (result.ending, result.dealer_qualifies, result.result) == (Ending.FOLD, None, -40)


@pytest.mark.parametrize(
    ("switches", "cards", "bonus", "pay_now"),
    [
        ({}, "4s 5h 6d 7c 8s", "pay hand bonus_lost_on_fold", 0),
        ({"bonus_lost_on_fold": "yes"}, "4s 5h 6d 7c 8s", "take fold bonus_lost_on_fold", 0),
        ({}, "4s 5h 6d 7c Ks 8s", "pay hand bonus_lost_on_fold", 40),
        ({"bonus_lost_on_fold": "yes"}, "4s 5h 6d 7c Ks 8s", "take fold bonus_lost_on_fold", 0),
        ({}, "4s 5h 6d 7c Ks", "take unlisted", 0),
    ],
)
def test_the_bonus_after_a_fold(switches, cards, bonus, pay_now):
    result = settled(house(**switches), lay(cards, folded=True), ante=10, bonus=5)
    assert short(result.wager("bonus")) == bonus
    assert result.pay_now == pay_now


def test_after_an_exchange_the_bonus_goes_by_the_dealt_five():
    won = lay("2s 5h 6h 7c Kd", ACE_KING, dealt="4s 5h 6h 7c 8d")
    lost = lay("4s 5h 6h 7c 8d", ACE_KING, dealt="2s 5h 6h 7c Kd")
    assert settled(house(), won, ante=10, bonus=5).net["bonus"] == 125
    assert settled(house(), lost, ante=10, bonus=5).net["bonus"] == -5


def test_a_bonus_and_nothing_else_needs_no_dealer():
    result = settled(house(), lay("4s 5h 6d 7c 8s"), bonus=5)
    assert (result.net, result.ending, result.dealer) == ({"bonus": 125}, None, None)


def test_the_wagers_stand_in_the_order_of_the_house():
    bets = {"fee": 10, "ante": 10, "bet": 20, "bonus": 5, "insurance": 10}
    round_ = lay("9s 9h 9d Kc 4s 2h", ACE_KING)
    usual = settled(house(), round_, **bets)
    assert [wager.bet for wager in usual.wagers] == ["bonus", "insurance", "ante", "bet", "fee"]
    other = settled(house(order_in_box="bet, ante, bonus, insurance"), round_, **bets)
    assert [wager.bet for wager in other.wagers] == ["bet", "ante", "bonus", "insurance", "fee"]


def test_the_comparison_is_part_of_the_result():
    result = settled(house(), lay("As Kd Jc 7h 4s", "Ah Kc Jd 7s 3c"), ante=20, bet=40)
    assert result.comparison.step.label == "card 5"
    assert settled(house(), lay(TRIPS), bonus=5).comparison is None


# --- arithmetic ------------------------------------------------------------------------------

QUADS = "Ks Kh Kd Kc As"
QUEENS = "Qh Qc 9d 5c 3d"


def test_two_combinations_are_two_products():
    bet = settled(house(), lay(QUADS, QUEENS), ante=100, bet=200).wager("bet")
    terms = bet.arithmetic.terms
    assert [(term.row.key, term.odds, term.amount) for term in terms] == [
        ("four-of-a-kind", 20, 4000),
        ("ace-king", 1, 200),
    ]
    assert [format_cards(term.cards) for term in terms] == ["Ks Kh Kd Kc", "As Ks"]
    assert (bet.table, bet.profit) == ("bet", 4200)
    assert (bet.arithmetic.caps, bet.arithmetic.unit) == ((), None)


def test_the_maximum_cuts_and_says_so():
    bet = settled(house(max_payout="3000"), lay(QUADS, QUEENS), ante=100, bet=200).wager("bet")
    sums = bet.arithmetic
    assert (sums.total, sums.capped, bet.profit) == (4200, 3000, 3000)
    assert sums.caps == (Cap("max_payout", Fraction(3000)),)
    below = settled(house(max_payout="4200"), lay(QUADS, QUEENS), ante=100, bet=200)
    assert below.wager("bet").arithmetic.caps == ()


def test_rounding_comes_once_and_after_the_maximum():
    rules = house(max_payout="99.5", rounding="down", chip_set="2.5, 5, 25")
    result = settled(rules, lay(QUADS, QUEENS), ante=100, bet=200)
    sums = result.wager("bet").arithmetic
    assert (sums.capped, sums.unit, sums.profit) == (
        Fraction("99.5"),
        Decimal("2.5"),
        Fraction("97.5"),
    )
    assert settled(rules, lay(TRIPS, NO_GAME), ante="12").net == {"ante": 10}
    assert settled(rules, lay(TRIPS, NO_GAME), ante="12.5").wager("ante").arithmetic.unit is None


def test_a_profit_that_rounds_to_nothing_is_a_push():
    rules = house(rounding="down", chip_set="25, 100")
    ante = settled(rules, lay(TRIPS, NO_GAME), ante=20).wager("ante")
    assert (ante.outcome, ante.profit, ante.arithmetic.total) == (Outcome.PUSH, 0, 20)


@pytest.mark.parametrize(
    ("switches", "bet", "bonus"),
    [
        ({}, 300, 1250),
        ({"bonus_max_payout": "500"}, 300, 500),
        ({"max_payout": "1000"}, 300, 1250),
        ({"max_payout": "1000", "max_payout_scope": "bet+bonus"}, 300, 700),
        ({"max_payout": "1000", "max_payout_scope": "bet+bonus", "bonus_max_payout": "500"},
         300, 500),
        ({"max_payout": "200", "max_payout_scope": "bet+bonus"}, 200, 0),
        # What is left comes from the bet before rounding.
        ({"max_payout": "312.5", "max_payout_scope": "bet+bonus", "rounding": "down",
          "chip_set": "5, 25"}, 300, 10),
    ],
)  # fmt: skip
def test_a_maximum_for_bet_and_bonus(switches, bet, bonus):
    flush = lay("Qh Th 8h 3h 2h", "Ks Kd 2d 3c Jd")
    result = settled(house(**switches), flush, ante=30, bet=60, bonus=25)
    assert result.net == {"bonus": bonus, "ante": 0, "bet": bet}
    wager = result.wager("bonus")
    assert wager.outcome is (Outcome.PAY if bonus else Outcome.PUSH)
    assert [cap.switch for cap in wager.arithmetic.caps] == [
        *(["bonus_max_payout"] if bonus == 500 else []),
        *(["max_payout"] if bonus in (700, 0, 10) else []),
    ]


def test_a_lost_bet_leaves_the_whole_maximum_to_the_bonus():
    rules = house(max_payout="1000", max_payout_scope="bet+bonus")
    lost = lay("Qh Th 8h 3h 2h", "Kh Kd Ks 2s 2d")
    assert settled(rules, lost, ante=30, bet=60, bonus=25).net["bonus"] == 1000


def table(rows, otherwise=Outcome.TAKE):
    return PayTable(make_rows(rows), otherwise)


@pytest.mark.parametrize(
    ("rows", "otherwise", "expected"),
    [
        ("flush 5", Outcome.TAKE, "take unlisted"),
        ("flush 5", Outcome.PUSH, "push unlisted"),
        ("flush 5, trips 0", Outcome.TAKE, "push win"),
        ("flush 5, trips 3:2", Outcome.TAKE, "pay win"),
    ],
)
def test_a_winning_hand_gets_what_the_table_says(rows, otherwise, expected):
    rules = house(tables={"bet": table(rows, otherwise)})
    result = settled(rules, lay(TRIPS, ACE_KING), ante=10, bet=20)
    assert short(result.wager("bet")) == expected


def test_of_two_combinations_only_the_listed_one_is_paid():
    rules = house(tables={"bet": table("four of a kind 20, ace king 1")})
    result = settled(rules, lay("Ks Kh 9c Ac 4s", QUEENS), ante=10, bet=20)
    assert [one.label for one in result.combinations] == ["ace-king"]
    assert result.net["bet"] == 20


def test_a_fixed_amount_does_not_grow_with_the_stake():
    rows = (*make_rows("pair 1"), PayRow(PayHand.THREE_OF_A_KIND, Fraction(77), fixed=True))
    rules = house(tables={"bet": PayTable(rows)})
    for bet in (20, 200):
        wager = settled(rules, lay(TRIPS, ACE_KING), ante=10, bet=bet).wager("bet")
        assert wager.profit == 77
        assert wager.arithmetic.terms[0].odds is None


@pytest.mark.parametrize(
    ("switch", "second"), [("two_straights", "straight"), ("straight_plus_pair", "pair")]
)
def test_the_second_combination_of_a_doubled_straight(switch, second):
    rules = house(dup_straight=switch)
    result = settled(rules, lay("4s 5h 6d 7c 8s 8h", "Ks Kh 2d 3c Jd"), ante=10, bet=20)
    assert [one.label for one in result.combinations] == ["straight", second]


def test_without_second_combinations_one_is_paid():
    result = settled(house(double_combination="off"), lay(QUADS, QUEENS), ante=10, bet=20)
    assert result.net["bet"] == 400


# --- the dealer's new card -------------------------------------------------------------------


@pytest.mark.parametrize(("which", "card"), [("highest", "Kd"), ("lowest", "2s"), ("first", "9h")])
def test_which_card_a_bought_game_replaces(which, card):
    dealer = parse_cards("9h Kd 2s Js 6c")
    assert russian_poker.swapped_card(dealer, house(buy_game_card=which)) == parse_card(card)


@pytest.mark.parametrize(
    ("switch", "new", "again"), [("yes", "Kh", True), ("yes", "Qh", False), ("no", "Kh", False)]
)
def test_when_the_new_card_is_drawn_again(switch, new, again):
    rules = house(redraw_same_rank=switch)
    assert russian_poker.is_redrawn(parse_card("Kd"), parse_card(new), rules) is again


# --- what cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("round_", "bets", "error"),
    [
        (lay("As Kd Qc Jh"), {"bonus": 5}, CardCountError),
        (lay("As Kd Qc Jh Ts 9s 8s"), {"bonus": 5}, CardCountError),
        (lay(TRIPS, "As Kd Qc Jh"), {"ante": 5}, CardCountError),
        (lay(TRIPS), {"ante": 5}, CardCountError),
        (lay(TRIPS), {"insurance": 5}, CardCountError),
        (lay(TRIPS, "9c 9h 2d 3d 4d"), {"ante": 5}, DuplicateCardError),
        (lay(TRIPS, NO_GAME), {"play": 5}, UnknownBetError),
        (lay(TRIPS, NO_GAME), {"ante": 0}, StakeError),
        (lay(TRIPS, NO_GAME), {"ante": -5}, StakeError),
        (lay(TRIPS, NO_GAME), {"ante": "NaN"}, StakeError),
        (lay(TRIPS, NO_GAME), {"ante": "Infinity"}, StakeError),
        (lay(TRIPS, folded=True), {"ante": 5, "bet": 10}, FoldedBetError),
        (lay(TRIPS, folded=True), {"ante": 5, "insurance": 5}, FoldedBetError),
        (lay(TRIPS, NO_GAME, folded=True, after="Td Js 8h 6c 2s"), {"ante": 5}, FoldedBetError),
        # Exchanges.
        (lay(TRIPS, NO_GAME, dealt="9s 9h 9d Kc"), {"ante": 5}, CardCountError),
        (lay(TRIPS, NO_GAME, dealt=TRIPS), {"ante": 5}, ExchangeError),
        (lay(TRIPS + " 2h", NO_GAME, dealt="9s 9h 9d Kc 3s"), {"ante": 5}, ExchangeError),
        (lay(TRIPS, NO_GAME, dealt="9s 9h 9d Kd 4s"), {"ante": 5}, DuplicateCardError),
        # Bought games.
        (lay(TRIPS, NO_GAME), {"ante": 5, "bought_game": 5}, MissingPurchaseError),
        (lay(TRIPS, ACE_KING, after="9c Kh 8s 6d 3c"), {"ante": 5}, NoSuchPurchaseError),
        (lay(TRIPS, NO_GAME, after=NO_GAME), {"ante": 5}, BoughtGameError),
        (lay(TRIPS, NO_GAME, after="Td Qs 9s 6c 2s"), {"ante": 5}, DuplicateCardError),
        (lay(TRIPS, NO_GAME, after="Td Qs 8h 6c 2s"), {"ante": 5}, BoughtGameError),
        (lay(TRIPS, NO_GAME, after="9s Js 8h 6c 2s"), {"ante": 5}, DuplicateCardError),
        (lay(TRIPS, NO_GAME, after="Js 8h 6c 2s"), {"ante": 5}, CardCountError),
    ],
)  # fmt: skip
def test_an_impossible_round_is_refused(round_, bets, error):
    with pytest.raises(error):
        settled(house(), round_, **bets)


def test_a_card_that_stands_twice_in_the_dealt_five_is_refused():
    twice = replace(lay(TRIPS, NO_GAME), dealt=parse_cards("9s 9h 9d Kc") * 2)
    with pytest.raises(CardCountError):
        settled(house(), twice, ante=5)
    five = (*parse_cards("9s 9h 9d Kc"), parse_card("9s"))
    with pytest.raises(DuplicateCardError):
        settled(house(), replace(twice, dealt=five), ante=5)


def test_what_the_house_would_not_have_taken_is_settled():
    """Above every limit, uneven, and insured where there is no insurance."""
    rules = house(insurance="off", buy_game="off")
    result = settled(rules, lay(TRIPS, NO_GAME), ante=7777, bet=1, insurance="0.5")
    assert result.net == {"insurance": Fraction(1, 2), "ante": 7777, "bet": 0}
