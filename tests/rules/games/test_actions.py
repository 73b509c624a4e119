"""What may be done at each stage, and the rule that forbids the rest."""

from decimal import Decimal
from fractions import Fraction

import pytest

from rules.engine.cards import parse_cards
from rules.games import UnknownGameError, find_game, legal_actions
from rules.games.actions import (
    Act,
    AnteFirstError,
    BlindBoxesError,
    BoxesTakenError,
    CardCountRuleError,
    DealerHasGameError,
    FixedStakeError,
    IllegalMoveError,
    InsuredError,
    Move,
    NoRoomError,
    NoStakeError,
    NotNowError,
    NotOfferedError,
    OneActionError,
    PlacedAlreadyError,
    Position,
    RuleKind,
    Stage,
    StakeMissingError,
    StakeRangeError,
    StakeStepError,
    TooLateError,
    TooWeakError,
)
from rules.games.base import PayTable, make_rows
from rules.games.russian_poker import potential_payout
from tests.rules.games.houses import house, money

RUSSIAN, UTH, CASINO = "russian-poker", "ultimate-texas-holdem", "casino-holdem"
TRIPS = "9s 9h 9d Kc 4s"
NO_GAME = "Kd Js 8h 6c 2s"


def at(stage, player="", dealer="", exchanged=0, boxes=1, dark=0, **bets):
    return Position(
        stage, money(**bets), parse_cards(player), parse_cards(dealer), exchanged, boxes, dark
    )


def move(text):
    """`bet insurance 150`, `exchange 2`, `fold`."""
    act, *rest = text.split()
    if act == "bet":
        stake = Decimal(rest[1]) if len(rest) > 1 else None
        return Move(Act.BET, rest[0], stake)
    return Move(Act(act), count=int(rest[0]) if rest else 0)


def refusal(rules, position, text):
    """The error that *text* meets, None if it is allowed."""
    try:
        legal_actions(position, rules).require(move(text))
    except IllegalMoveError as error:
        return error
    return None


def kind(rules, position, text):
    error = refusal(rules, position, text)
    return None if error is None else type(error)


def rule(rules, position, text):
    found = refusal(rules, position, text).rule
    return f"{found.kind} {found.key}".strip()


def options(rules, position):
    return sorted(f"{act} {bet}".strip() for act, bet in legal_actions(position, rules).options)


# --- what is open ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "position", "open_"),
    [
        (RUSSIAN, at(Stage.BETTING), ["bet ante"]),
        (RUSSIAN, at(Stage.BETTING, ante=10), ["bet bonus"]),
        (RUSSIAN, at(Stage.DEALT, "As Kd 9h 6c 3d", ante=10),
         ["bet bet", "buy-card", "exchange", "fold"]),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10),
         ["bet bet", "bet insurance", "buy-card", "exchange", "fold"]),
        (RUSSIAN, at(Stage.DEALT, TRIPS + " 2c", ante=10, fee=10),
         ["bet bet", "bet insurance", "fold"]),
        (RUSSIAN, at(Stage.DEALT, TRIPS, exchanged=2, ante=10),
         ["bet bet", "bet insurance", "fold"]),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10, insurance=10), ["bet bet"]),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10, bet=20), []),
        (RUSSIAN, at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10, bet=20), ["buy-game"]),
        (RUSSIAN, at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10, bet=20, bought_game=10), []),
        (RUSSIAN, at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10), []),
        (UTH, at(Stage.BETTING), ["bet ante"]),
        (UTH, at(Stage.BETTING, ante=10), ["bet blind"]),
        (UTH, at(Stage.BETTING, ante=10, blind=10), ["bet trips"]),
        (UTH, at(Stage.PREFLOP, ante=10, blind=10), ["bet play", "check"]),
        (UTH, at(Stage.FLOP, ante=10, blind=10), ["bet play", "check"]),
        (UTH, at(Stage.RIVER, ante=10, blind=10), ["bet play", "fold"]),
        (UTH, at(Stage.RIVER, ante=10, blind=10, play=40), []),
        (CASINO, at(Stage.BETTING), ["bet ante"]),
        (CASINO, at(Stage.BETTING, ante=10), ["bet aa"]),
        (CASINO, at(Stage.FLOP, ante=10), ["bet call", "fold"]),
        (CASINO, at(Stage.FLOP, ante=10, call=20), []),
    ],
)  # fmt: skip
def test_what_is_open(game, position, open_):
    assert options(house(game), position) == open_


@pytest.mark.parametrize("game", [RUSSIAN, UTH, CASINO])
@pytest.mark.parametrize("stage", Stage)
def test_every_act_is_either_open_or_refused_with_a_reason(game, stage):
    position = at(stage, TRIPS, NO_GAME, ante=10)
    actions = legal_actions(position, house(game))
    assert not actions.options.keys() & actions.refusals.keys()
    bets = {bet.key for bet in find_game(game).bets if not bet.fee}
    assert {bet for act, bet in actions.options | actions.refusals if act is Act.BET} == bets
    for act, bet in actions.refusals:
        assert not actions.may(act, bet)
        with pytest.raises(IllegalMoveError):
            actions.option(act, bet)


def test_what_the_game_does_not_have_is_not_possible():
    actions = legal_actions(at(Stage.FLOP, ante=10), house(CASINO))
    with pytest.raises(NotNowError):
        actions.option(Act.BUY_GAME)
    with pytest.raises(UnknownGameError):
        legal_actions(at(Stage.RIVER), house("texas-holdem"))


# --- stakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "position", "text", "error"),
    [
        (RUSSIAN, at(Stage.BETTING), "bet ante 5", None),
        (RUSSIAN, at(Stage.BETTING), "bet ante 500", None),
        (RUSSIAN, at(Stage.BETTING), "bet ante 505", StakeRangeError),
        (RUSSIAN, at(Stage.BETTING), "bet ante 2", StakeRangeError),
        (RUSSIAN, at(Stage.BETTING), "bet ante 7", StakeStepError),
        (RUSSIAN, at(Stage.BETTING), "bet ante 0", NoStakeError),
        (RUSSIAN, at(Stage.BETTING), "bet ante -5", NoStakeError),
        (RUSSIAN, at(Stage.BETTING), "bet ante NaN", NoStakeError),
        (RUSSIAN, at(Stage.BETTING), "bet ante", StakeMissingError),
        (RUSSIAN, at(Stage.BETTING), "bet bonus 5", AnteFirstError),
        (RUSSIAN, at(Stage.BETTING, ante=10), "bet ante 5", PlacedAlreadyError),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10), "bet bonus 5", NotNowError),
        (RUSSIAN, at(Stage.DEALT, TRIPS), "bet bet 20", AnteFirstError),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10), "bet bet 20", None),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10), "bet bet 30", FixedStakeError),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10, bet=20), "bet bet 20", PlacedAlreadyError),
        (RUSSIAN, at(Stage.DEALT, TRIPS, ante=10, bet=20), "fold", NotNowError),
        (RUSSIAN, at(Stage.BETTING, ante=10), "fold", NotNowError),
        (UTH, at(Stage.BETTING, ante=10), "bet blind 10", None),
        (UTH, at(Stage.BETTING, ante=10), "bet blind 15", FixedStakeError),
        (UTH, at(Stage.BETTING, ante=10), "bet trips 5", AnteFirstError),
        (UTH, at(Stage.PREFLOP, ante=10), "bet play 40", AnteFirstError),
        (UTH, at(Stage.PREFLOP, ante=10, blind=10), "bet play 40", None),
        (UTH, at(Stage.PREFLOP, ante=10, blind=10), "bet play 30", None),
        (UTH, at(Stage.PREFLOP, ante=10, blind=10), "bet play 20", FixedStakeError),
        (UTH, at(Stage.PREFLOP, ante=10, blind=10), "fold", NotNowError),
        (UTH, at(Stage.FLOP, ante=10, blind=10), "bet play 20", None),
        # Four times after the flop, a free look at the river, a second Play bet.
        (UTH, at(Stage.FLOP, ante=10, blind=10), "bet play 40", FixedStakeError),
        (UTH, at(Stage.RIVER, ante=10, blind=10), "check", NotNowError),
        (UTH, at(Stage.RIVER, ante=10, blind=10, play=40), "bet play 10", PlacedAlreadyError),
        (UTH, at(Stage.RIVER, ante=10, blind=10), "bet play 10", None),
        (CASINO, at(Stage.BETTING), "bet aa 5", AnteFirstError),
        (CASINO, at(Stage.FLOP, ante=10), "bet call 20", None),
        (CASINO, at(Stage.FLOP, ante=10), "bet call 30", FixedStakeError),
        (CASINO, at(Stage.FLOP), "bet call 20", AnteFirstError),
        (CASINO, at(Stage.FLOP, ante=10, call=20), "fold", PlacedAlreadyError),
        (CASINO, at(Stage.BETTING, ante=10), "bet call 20", NotNowError),
    ],
)
def test_stakes(game, position, text, error):
    assert kind(house(game), position, text) is error


def test_a_bet_without_limits_takes_any_stake_above_0():
    free = house(RUSSIAN, limits={})
    assert kind(free, at(Stage.BETTING), "bet ante 123456.78") is None
    assert kind(free, at(Stage.BETTING), "bet ante 0") is NoStakeError


def test_the_limits_name_themselves():
    assert rule(house(RUSSIAN), at(Stage.BETTING), "bet ante 505") == "limits ante"
    error = refusal(house(RUSSIAN), at(Stage.BETTING), "bet ante 7")
    assert str(error) == "The stake must be from 5 to 500 in steps of 5."


def test_a_house_with_four_times_only():
    rules = house(UTH, preflop_multiples="4")
    position = at(Stage.PREFLOP, ante=10, blind=10)
    assert kind(rules, position, "bet play 30") is FixedStakeError
    assert rule(rules, position, "bet play 30") == "switch preflop_multiples"
    assert kind(rules, position, "bet play 40") is None


def test_boxes():
    rules = house(RUSSIAN, boxes="4", blind_boxes="2")
    assert kind(rules, at(Stage.BETTING, boxes=4, dark=2), "bet ante 5") is None
    assert kind(rules, at(Stage.BETTING, boxes=5), "bet ante 5") is BoxesTakenError
    assert kind(rules, at(Stage.BETTING, boxes=4, dark=3), "bet ante 5") is BlindBoxesError
    assert rule(rules, at(Stage.BETTING, boxes=5), "bet ante 5") == "switch boxes"
    assert rule(rules, at(Stage.BETTING, dark=3), "bet ante 5") == "switch blind_boxes"


# --- exchange and sixth card -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "count", "by"),
    [
        ({}, 1, None),
        ({}, 5, None),
        ({}, 6, "switch exchange_max"),
        ({}, 0, "switch exchange_min"),
        ({"exchange_min": "2"}, 1, "switch exchange_min"),
        ({"exchange_max": "4"}, 5, "switch exchange_max"),
    ],
)
def test_how_many_cards_may_be_exchanged(switches, count, by):
    rules, position = house(RUSSIAN, **switches), at(Stage.DEALT, TRIPS, ante=10)
    text = f"exchange {count}"
    assert kind(rules, position, text) is (None if by is None else CardCountRuleError)
    if by:
        assert rule(rules, position, text) == by


@pytest.mark.parametrize(
    ("price", "antes"), [("flat", [1, 1, 1, 1, 1]), ("per_card", [1, 2, 3, 2, 1])]
)
def test_what_an_exchange_costs(price, antes):
    actions = legal_actions(at(Stage.DEALT, TRIPS, ante=10), house(RUSSIAN, exchange_price=price))
    prices = actions.option(Act.EXCHANGE).prices
    assert prices == {count: 10 * ante for count, ante in enumerate(antes, 1)}
    assert actions.option(Act.BUY_CARD).prices == {0: 10}


@pytest.mark.parametrize(
    "position",
    [
        at(Stage.DEALT, TRIPS + " 2c", ante=10, fee=10),
        at(Stage.DEALT, TRIPS, exchanged=3, ante=10, fee=10),
        at(Stage.DEALT, TRIPS, exchanged=3, ante=10),
        at(Stage.DEALT, TRIPS, ante=10, fee=10),
    ],
)
@pytest.mark.parametrize("text", ["buy-card", "exchange 1"])
def test_one_purchase_a_hand(position, text):
    assert kind(house(RUSSIAN), position, text) is OneActionError
    assert rule(house(RUSSIAN), position, text) == "switch exclusive_with_exchange"


# --- insurance -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "position", "error", "by"),
    [
        ({"insurance": "off"}, at(Stage.DEALT, TRIPS, ante=10), NotOfferedError,
         "switch insurance"),
        ({}, at(Stage.DEALT, "9s 9h Kd Kc 4s", ante=10), TooWeakError,
         "switch insurance_min_category"),
        ({"insurance_min_category": "straight"}, at(Stage.DEALT, TRIPS, ante=10), TooWeakError,
         "switch insurance_min_category"),
        ({}, at(Stage.DEALT, TRIPS, ante=10, bet=20), TooLateError, "game"),
        ({}, at(Stage.DEALT, TRIPS, ante=10, insurance=10), PlacedAlreadyError, "game"),
        ({}, at(Stage.BETTING, ante=10), NotNowError, "game"),
        ({"max_payout": "15"}, at(Stage.DEALT, TRIPS, ante=10), NoRoomError,
         "switch insurance_max"),
    ],
)  # fmt: skip
def test_who_may_not_insure(switches, position, error, by):
    rules = house(RUSSIAN, **switches)
    assert kind(rules, position, "bet insurance 10") is error
    assert rule(rules, position, "bet insurance 10") == by


@pytest.mark.parametrize(
    ("switches", "player", "ante", "least", "most"),
    [
        ({}, TRIPS, 50, 50, 150),
        ({"insurance_max": "full"}, TRIPS, 50, 50, 300),
        # Both combinations count, and the maximum of the table comes before the half.
        ({}, "Ks Kh Kd Kc As", 100, 100, 2100),
        ({"max_payout": "3000"}, "Ks Kh Kd Kc As", 100, 100, 1500),
        ({"max_payout": "3000", "insurance_max": "full"}, "Ks Kh Kd Kc As", 100, 100, 3000),
        ({"double_combination": "off"}, "Ks Kh Kd Kc As", 100, 100, 2000),
        ({"dup_straight": "straight_plus_pair"}, "4s 5h 6d 7c 8s 8h", 10, 10, 50),
        ({}, "4s 5h 6d 7c 8s 8h", 10, 10, 80),
        # What would be paid is rounded first.
        ({"max_payout": "99.5", "rounding": "down"}, TRIPS, 25, 25, Fraction(99, 2)),
    ],
)
def test_least_and_most_of_insurance(switches, player, ante, least, most):
    rules, position = house(RUSSIAN, **switches), at(Stage.DEALT, player, ante=ante)
    stakes = legal_actions(position, rules).option(Act.BET, "insurance").stakes
    assert (stakes.least, stakes.most) == (least, most)
    assert kind(rules, position, f"bet insurance {least}") is None
    assert kind(rules, position, f"bet insurance {float(most):g}") is None
    assert kind(rules, position, f"bet insurance {float(most) + 0.5:g}") is StakeRangeError
    assert kind(rules, position, f"bet insurance {float(least) - 0.5:g}") is StakeRangeError


def test_a_hand_on_no_row_can_win_nothing():
    tables = {"bet": PayTable(make_rows("flush 5"))}
    position = at(Stage.DEALT, TRIPS, ante=10)
    assert potential_payout(position, house(RUSSIAN, tables=tables)) == 0
    assert kind(house(RUSSIAN, tables=tables), position, "bet insurance 10") is NoRoomError


@pytest.mark.parametrize("text", ["fold", "buy-card", "exchange 2"])
def test_an_insured_hand_plays(text):
    position = at(Stage.DEALT, TRIPS, ante=10, insurance=10)
    assert kind(house(RUSSIAN), position, text) is InsuredError


# --- the dealer's game -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "position", "error", "by"),
    [
        ({"buy_game": "off"}, at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10, bet=20),
         NotOfferedError, "switch buy_game"),
        ({}, at(Stage.NO_GAME, TRIPS, "Ah Kh 8s 6d 3c", ante=10, bet=20), DealerHasGameError,
         "switch qualifier"),
        ({"insured_may_buy": "no"},
         at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10, bet=20, insurance=10), InsuredError,
         "switch insured_may_buy"),
        ({}, at(Stage.DEALT, TRIPS, ante=10), NotNowError, "game"),
        ({}, at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10), NotNowError, "game"),
        ({}, at(Stage.NO_GAME, TRIPS, NO_GAME, bet=20), AnteFirstError, "game"),
        ({}, at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10, bet=20, bought_game=10),
         PlacedAlreadyError, "game"),
    ],
)  # fmt: skip
def test_who_may_not_buy_the_game(switches, position, error, by):
    assert kind(house(RUSSIAN, **switches), position, "buy-game") is error
    assert rule(house(RUSSIAN, **switches), position, "buy-game") == by


def test_who_may_buy_the_game():
    insured = at(Stage.NO_GAME, TRIPS, NO_GAME, ante=10, bet=20, insurance=10)
    option = legal_actions(insured, house(RUSSIAN)).option(Act.BUY_GAME)
    assert option.prices == {0: 10}
    pair_needed = house(RUSSIAN, qualifier="pair")
    ace_king = at(Stage.NO_GAME, TRIPS, "Ah Kh 8s 6d 3c", ante=10, bet=20)
    assert kind(pair_needed, ace_king, "buy-game") is None


def test_the_rules_are_of_three_kinds():
    assert {kind.value for kind in RuleKind} == {"game", "switch", "limits"}
