"""Ultimate Texas Hold'em: which rule settles which wager, rounding, what cannot be."""

from fractions import Fraction

import pytest

from rules.engine.cards import parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.ranking import rank_hand
from rules.games.settlement import Ending, FoldedBetError, UnknownBetError
from rules.games.ultimate_texas_holdem import dealer_qualifies
from tests.rules.games.houses import house as any_house
from tests.rules.games.houses import lay, settled

FLUSH_WINS = lay("Ah 7h", "Ks Kd", "Jh 9h 4h 8c 2d")
TRIPS_LOSE = lay("8s 3d", "Ks Kd", "8h 8d Kc 5s 2d")
TRIPS_TIE = lay("3s 4d", "3h 4c", "8h 8d 8c Ks Qd")
NO_GAME_WINS = lay("Ad 3c", "Kh Qs", "Jc 9d 7h 5s 2c")
NO_GAME_LOSES = lay("Qh 7d", "Ac 6s", "Kh Js 9c 4d 2s")
FOLD = lay("Qs 3d", "Ks 9h", "8h 8d 8c 5s 2d", folded=True)


def house(**changes):
    return any_house("ultimate-texas-holdem", **changes)


def short(wager):
    return " ".join(filter(None, (wager.outcome.value, wager.ground.value, wager.switch)))


@pytest.mark.parametrize(
    ("switches", "round_", "ante", "blind", "play", "trips"),
    [
        ({}, FLUSH_WINS, "pay win", "pay win", "pay win", "pay hand"),
        ({}, TRIPS_LOSE, "take loss", "take loss", "take loss", "pay hand"),
        ({}, TRIPS_TIE, "push tie", "push tie", "push tie", "pay hand"),
        ({}, NO_GAME_WINS, "push no-game ante_on_no_qualify", "push unlisted", "pay win",
         "take unlisted"),
        ({}, NO_GAME_LOSES, "push no-game ante_on_no_qualify", "take loss", "take loss",
         "take unlisted"),
        ({"qualifier": "none"}, NO_GAME_WINS, "pay win", "push unlisted", "pay win",
         "take unlisted"),
        ({"qualifier": "none"}, NO_GAME_LOSES, "take loss", "take loss", "take loss",
         "take unlisted"),
        ({"trips_needs_win": "yes"}, FLUSH_WINS, "pay win", "pay win", "pay win",
         "pay hand trips_needs_win"),
        ({"trips_needs_win": "yes"}, TRIPS_LOSE, "take loss", "take loss", "take loss",
         "push loss trips_needs_win"),
        ({"trips_needs_win": "yes"}, TRIPS_TIE, "push tie", "push tie", "push tie",
         "push tie trips_needs_win"),
        ({"trips_needs_win": "yes"}, NO_GAME_WINS, "push no-game ante_on_no_qualify",
         "push unlisted", "pay win", "take unlisted trips_needs_win"),
    ],
)  # fmt: skip
def test_what_settles_each_wager(switches, round_, ante, blind, play, trips):
    result = settled(house(**switches), round_, ante=10, blind=10, play=10, trips=5)
    assert [short(result.wager(bet)) for bet in ("ante", "blind", "play", "trips")] == [
        ante, blind, play, trips,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("switches", "trips"),
    [
        ({}, "pay hand trips_on_fold"),
        ({"trips_on_fold": "lose"}, "take fold trips_on_fold"),
        ({"trips_needs_win": "yes"}, "take fold trips_needs_win"),
    ],
)
def test_a_fold(switches, trips):
    result = settled(house(**switches), FOLD, ante=10, blind=10, trips=5)
    assert [short(result.wager(bet)) for bet in ("ante", "blind", "trips")] == [
        "take fold",
        "take fold",
        trips,
    ]
    assert (result.ending, result.dealer_qualifies) == (Ending.FOLD, True)


def test_three_to_two_on_an_odd_stake():
    for rounding, profit in (("exact", Fraction(75, 2)), ("down", 37)):
        blind = settled(house(rounding=rounding), FLUSH_WINS, ante=25, blind=25).wager("blind")
        assert blind.profit == profit
        assert blind.arithmetic.total == Fraction(75, 2)
        assert blind.arithmetic.unit == (1 if rounding == "down" else None)
        assert [row.key for row in blind.rows] == ["flush"]


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [("Ah Kd 9s 6c 3d 2h 7s", False), ("2s 2d 9s 6c 3d 8h Ks", True)],
)
def test_when_the_dealer_qualifies(cards, qualifies):
    rank = rank_hand(parse_cards(cards))
    assert dealer_qualifies(rank, house()) is qualifies
    assert dealer_qualifies(rank, house(qualifier="none"))


def test_the_order_in_the_box():
    bets = {"play": 10, "blind": 10, "trips": 5, "ante": 10}
    usual = settled(house(), FLUSH_WINS, **bets)
    assert [wager.bet for wager in usual.wagers] == ["trips", "ante", "blind", "play"]


@pytest.mark.parametrize(
    ("round_", "bets", "error"),
    [
        (lay("Ah", "Ks Kd", "Jh 9h 4h 8c 2d"), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "Ks", "Jh 9h 4h 8c 2d"), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "", "Jh 9h 4h 8c 2d"), {"blind": 5}, CardCountError),
        (lay("Ah 7h", "Ks Kd", "Jh 9h 4h 8c"), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "Ks Kd", "Jh 9h 4h", folded=True), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "Ks Ah", "Jh 9h 4h 8c 2d"), {"ante": 5}, DuplicateCardError),
        (lay("Ah 7h", "Ks Kd", "Jh 9h 4h 8c Kd"), {"ante": 5}, DuplicateCardError),
        (FOLD, {"ante": 5, "play": 5}, FoldedBetError),
        (FLUSH_WINS, {"bet": 5}, UnknownBetError),
    ],
)
def test_an_impossible_round_is_refused(round_, bets, error):
    with pytest.raises(error):
        settled(house(), round_, **bets)


def test_trips_alone_needs_no_dealer_unless_it_needs_a_win():
    round_ = lay("Ah 7h", "", "Jh 9h 4h 8c 2d")
    assert settled(house(), round_, trips=5).net == {"trips": 35}
    with pytest.raises(CardCountError):
        settled(house(trips_needs_win="yes"), round_, trips=5)
