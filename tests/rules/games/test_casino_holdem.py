"""Casino Hold'em: which rule settles which wager, and what cannot be."""

import pytest

from rules.engine.cards import parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.ranking import rank_hand
from rules.games.casino_holdem import dealer_qualifies
from rules.games.settlement import Ending, FoldedBetError, UnknownBetError
from tests.rules.games.houses import house as any_house
from tests.rules.games.houses import lay, settled

THREES = lay("Ah 7h", "Ks 3d", "Jh 9h 2h 8c 3c")
THREES_AHEAD = lay("Kd Jc", "3s 3d", "Qh 9s 7c 5d 2h")
FOURS = lay("Ks Qd", "4d Jc", "9h 8c 4s 6h 2d")
WIN = lay("8s 8d", "Ad Ac", "8h 3c 3s Kh 2d")
TIE = lay("Qs 3d", "Qd 3c", "Kh Jc 9s 6h 6d")


def house(**changes):
    return any_house("casino-holdem", **changes)


def short(wager):
    return " ".join(filter(None, (wager.outcome.value, wager.ground.value, wager.switch)))


@pytest.mark.parametrize(
    ("switches", "round_", "ante", "call", "net"),
    [
        ({}, THREES, "pay no-game ante_on_no_qualify", "push no-game", {"ante": 20, "call": 0}),
        ({"ante_on_no_qualify": "flat"}, THREES, "pay no-game ante_on_no_qualify",
         "push no-game", {"ante": 10, "call": 0}),
        ({}, THREES_AHEAD, "pay no-game ante_on_no_qualify", "push no-game",
         {"ante": 10, "call": 0}),
        ({"qualifier": "3"}, THREES_AHEAD, "take loss", "take loss", {"ante": -10, "call": -20}),
        ({}, FOURS, "take loss", "take loss", {"ante": -10, "call": -20}),
        ({"qualifier": "5"}, FOURS, "pay no-game ante_on_no_qualify", "push no-game",
         {"ante": 10, "call": 0}),
        ({}, WIN, "pay win", "pay win", {"ante": 30, "call": 20}),
        ({}, TIE, "push tie", "push tie", {"ante": 0, "call": 0}),
    ],
)  # fmt: skip
def test_what_settles_each_wager(switches, round_, ante, call, net):
    result = settled(house(**switches), round_, ante=10, call=20)
    assert (short(result.wager("ante")), short(result.wager("call"))) == (ante, call)
    assert result.net == net


FLOP_ACES = "Ah As 9c"


@pytest.mark.parametrize(
    ("switches", "board", "aa"),
    [
        ({}, FLOP_ACES, "pay hand aa_on_fold"),
        ({"aa_on_fold": "lose"}, FLOP_ACES, "take fold aa_on_fold"),
        # The turn was dealt for other boxes; after a fold it counts for nobody.
        ({"aa_cards": "7"}, "Ah Ts 9c As 2d", "take unlisted aa_on_fold"),
        ({"aa_cards": "7"}, FLOP_ACES, "pay hand aa_on_fold"),
    ],
)
def test_a_fold(switches, board, aa):
    result = settled(house(**switches), lay("7d 2c", "", board, folded=True), ante=10, aa=5)
    assert (short(result.wager("ante")), short(result.wager("aa"))) == ("take fold", aa)
    assert (result.ending, result.dealer_qualifies) == (Ending.FOLD, None)


def test_the_aa_bonus_counts_the_flop_or_all_seven():
    round_ = lay("As Qd", "Kd Kc", "9h 7c 4s Ah 2d")
    assert settled(house(), round_, aa=5).net == {"aa": -5}
    assert settled(house(aa_cards="7"), round_, aa=5).net == {"aa": 35}


def test_a_dealer_who_does_not_qualify_ends_the_round_without_a_comparison():
    result = settled(house(), THREES_AHEAD, ante=10, call=20)
    assert (result.ending, result.dealer_qualifies) == (Ending.NO_GAME, False)
    assert result.comparison.stronger == result.dealer.rank


@pytest.mark.parametrize(
    ("cards", "lowest"),
    [("4s 4d 9s 6c 2d 8h Ks", "4"), ("As Ad 9s 6c 2d 8h Ks", "A"), ("3s 3d 2c 2d 9h 8h Ks", "A")],
)
def test_the_lowest_pair_that_qualifies(cards, lowest):
    rank = rank_hand(parse_cards(cards))
    qualifying = [r for r in "23456789TJQKA" if dealer_qualifies(rank, house(qualifier=r))]
    assert qualifying[-1] == lowest
    assert qualifying == list("23456789TJQKA")[: len(qualifying)]


@pytest.mark.parametrize(
    ("round_", "bets", "error"),
    [
        (lay("Ah", "Ks 3d", "Jh 9h 2h 8c 3c"), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "", "Jh 9h 2h 8c 3c"), {"call": 5}, CardCountError),
        (lay("Ah 7h", "Ks 3d", "Jh 9h 2h"), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "Ks 3d", "Jh 9h 2h 8c", folded=True), {"ante": 5}, CardCountError),
        (lay("Ah 7h", "Ks Jh", "Jh 9h 2h 8c 3c"), {"ante": 5}, DuplicateCardError),
        (lay("Ah 7h", "", "Jh 9h 2h", folded=True), {"ante": 5, "call": 5}, FoldedBetError),
        (THREES, {"trips": 5}, UnknownBetError),
    ],
)
def test_an_impossible_round_is_refused(round_, bets, error):
    with pytest.raises(error):
        settled(house(), round_, **bets)


def test_where_seven_cards_count_they_must_lie_there():
    round_ = lay("Ah 7h", "", "Jh 9h 2h")
    assert settled(house(), round_, aa=5).net == {"aa": 100}
    with pytest.raises(CardCountError):
        settled(house(aa_cards="7"), round_, aa=5)
