from decimal import Decimal
from fractions import Fraction

import pytest

from rules.engine.best import best_five
from rules.engine.cards import Rank, parse_cards
from rules.engine.ranking import NATURAL_CATEGORIES, HandRank, rank_hand
from rules.games import UnknownGameError, find_game, games
from rules.games.base import (
    Bound,
    Limits,
    Outcome,
    PayHand,
    PayRow,
    PayTable,
    Ruleset,
    make_rows,
    pay_by_table,
    pay_hand,
)

HANDS = {
    "royal flush": "As Ks Qs Js Ts",
    "straight flush": "9s Ks Qs Js Ts",
    "quads": "7s 7h 7d 7c 2s",
    "full house": "7s 7h 7d 2c 2s",
    "flush": "As Js 8s 5s 2s",
    "straight": "As Kd Qs Js Ts",
    "wheel": "As 2d 3s 4s 5s",
    "trips": "7s 7h 7d Kc 2s",
    "two pair": "7s 7h 2d 2c As",
    "aces": "As Ah 9d 5c 2s",
    "kings": "Ks Kh 9d 5c 2s",
    "tens": "Ts Th 9d 5c 2s",
    "twos": "2s 2h 9d 5c 3s",
    "ace-king": "As Kh 9d 5c 2s",
    "ace-queen": "As Qh 9d 5c 2s",
    "nothing": "7s 5h 4d 3c 2s",
}


def rank(name):
    return rank_hand(parse_cards(HANDS[name]))


def paid(rows, hand, otherwise=Outcome.TAKE):
    """The odds that a table of *rows* gives *hand*, or what happens otherwise."""
    table = PayTable(make_rows(rows), otherwise)
    row = table.row_for(rank(hand))
    return table.otherwise.value if row is None else str(row.pays)


@pytest.mark.parametrize(
    ("rows", "hand", "expected"),
    [
        ("flush 5, straight 4", "flush", "5"),
        ("flush 5, straight 4", "trips", "take"),
        ("flush 5, straight 4", "wheel", "4"),
        # The straight-flush row pays a royal without its own.
        ("straight flush 50, flush 5", "royal flush", "50"),
        ("royal flush 100, straight flush 50", "royal flush", "100"),
        ("royal flush or better 100, straight flush 50", "royal flush", "100"),
        ("straight or better 4, straight flush 50", "royal flush", "50"),
        ("straight or better 4", "royal flush", "4"),
        ("flush 5", "royal flush", "take"),
        # Pair of aces or better: two small pair count too.
        ("flush 20, pair A or better 7", "aces", "7"),
        ("flush 20, pair A or better 7", "kings", "take"),
        ("flush 20, pair A or better 7", "two pair", "7"),
        ("flush 20, pair A or better 7", "straight", "7"),
        ("flush 20, pair A or better 7", "flush", "20"),
        ("flush 20, pair A or better 7", "ace-king", "take"),
        # Straight or less.
        ("flush 2, straight or less 1", "nothing", "1"),
        ("flush 2, straight or less 1", "ace-king", "1"),
        ("flush 2, straight or less 1", "straight", "1"),
        ("flush 2, straight or less 1", "flush", "2"),
        ("flush 2, straight or less 1", "quads", "take"),
        ("flush 2, straight or less 1, pair or less 3", "twos", "3"),
        ("flush 2, straight or less 1, pair or less 3", "trips", "1"),
        ("pair T or less 2, pair or less 1", "twos", "2"),
        ("pair T or less 2, pair or less 1", "kings", "1"),
        # The nearest bound counts, whatever the order of rows.
        ("pair T or better 1, pair A or better 2", "aces", "2"),
        ("pair A or better 2, pair T or better 1", "kings", "1"),
        ("trips or better 3, flush or better 5", "full house", "5"),
        # A row for the very rank beats one for the whole hand.
        ("pair A or better 2, pair 1", "aces", "2"),
        ("pair A or better 2, pair 1", "kings", "1"),
        ("pair A 5, pair A or better 2", "aces", "5"),
        ("pair A 5, pair A or better 2", "two pair", "2"),
        ("ace king 1", "ace-king", "1"),
        ("ace king 1", "ace-queen", "take"),
        ("ace king or better 1", "twos", "1"),
        ("high card 1", "ace-king", "take"),
        ("straight A 9, straight 4", "straight", "9"),
        ("straight A 9, straight 4", "wheel", "4"),
    ],
)
def test_which_row_pays(rows, hand, expected):
    assert paid(rows, hand) == expected


def test_otherwise_is_part_of_the_table():
    assert paid("flush 3:2", "trips", Outcome.PUSH) == "push"


@pytest.mark.parametrize(
    ("hand", "outcome", "profit"),
    [
        ("flush", Outcome.PAY, Fraction(75, 2)),
        ("straight", Outcome.PUSH, 0),
        ("trips", Outcome.TAKE, -25),
    ],
)
def test_one_wager_is_paid_exactly(hand, outcome, profit):
    table = PayTable(make_rows("flush 3:2, straight 0"))
    ruleset = Ruleset("game", "house", 1, {}, {}, {"blind": table})
    best = best_five(parse_cards(HANDS[hand]))
    result = pay_by_table("blind", Decimal(25), best, "blind", ruleset)
    assert (result.outcome, result.profit, result.hand) == (outcome, profit, best)
    assert result.pays == (Fraction(3, 2) if hand == "flush" else 0)


def test_rows_read_like_the_felt():
    [row] = make_rows("pair A or better 7")
    assert row == PayRow(PayHand.PAIR, Fraction(7), Bound.OR_BETTER, Rank.ACE)
    assert (row.key, row.ratio) == ("pair-A-or-better", "7:1")
    assert [row.hand for row in make_rows("trips 3, quads 20, ace king 1")] == [
        PayHand.THREE_OF_A_KIND,
        PayHand.FOUR_OF_A_KIND,
        PayHand.ACE_KING,
    ]


@pytest.mark.parametrize("category", NATURAL_CATEGORIES)
def test_every_category_has_its_pay_hand(category):
    assert pay_hand(HandRank(category, (Rank.FIVE,))).name == category.name


def test_ace_king_lies_between_high_card_and_pair():
    assert pay_hand(rank("ace-queen")) < pay_hand(rank("ace-king")) < pay_hand(rank("twos"))


@pytest.mark.parametrize(
    ("stake", "inside"),
    [("5", True), ("500", True), ("10", True), ("0", False), ("7", False), ("505", False)],
)
def test_limits(stake, inside):
    assert (Decimal(stake) in Limits(Decimal(5), Decimal(500), Decimal(5))) is inside


def test_the_games_in_menu_order():
    assert list(games()) == [
        "russian-poker",
        "ultimate-texas-holdem",
        "casino-holdem",
        "texas-holdem",
    ]


def test_an_unknown_game_is_quoted():
    with pytest.raises(UnknownGameError, match="'baccarat'"):
        find_game("baccarat")


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_a_game_fits_together(game):
    bets = [bet.key for bet in game.bets]
    assert {slot.bet for slot in game.tables} | set(game.limits) <= set(bets)
    assert len(set(bets)) == len(bets)
    for slot in game.tables:
        assert slot.source.text
        assert game.table(slot.key) is slot
        hands = [row.hand for row in slot.default.rows]
        assert hands == sorted(hands, reverse=True)
    assert game.bets == tuple(game.bet(key) for key in bets)


@pytest.mark.parametrize(
    ("game", "table", "rows"),
    [
        (
            "russian-poker",
            "bet",
            "royal flush 100, straight flush 50, quads 20, full house 7, flush 5, straight 4, "
            "trips 3, two pair 2, pair 1, ace king 1",
        ),
        (
            "russian-poker",
            "bonus_first5",
            "royal flush 1000, straight flush 500, quads 300, full house 100, flush 50, "
            "straight 25",
        ),
        (
            "russian-poker",
            "bonus6",
            "royal flush 300, straight flush 150, quads 100, full house 30, flush 15, straight 8",
        ),
        (
            "ultimate-texas-holdem",
            "blind",
            "royal flush 500, straight flush 50, quads 10, full house 3, flush 3:2, straight 1",
        ),
        (
            "ultimate-texas-holdem",
            "trips",
            "royal flush 50, straight flush 40, quads 30, full house 8, flush 7, straight 4, "
            "trips 3",
        ),
        (
            "casino-holdem",
            "ante",
            "royal flush 100, straight flush 20, quads 10, full house 3, flush 2, "
            "straight or less 1",
        ),
        (
            "casino-holdem",
            "aa",
            "royal flush 100, straight flush 50, quads 40, full house 30, flush 20, "
            "pair A or better 7",
        ),
    ],
)
def test_the_tables_of_reference(game, table, rows):
    slot = find_game(game).table(table)
    assert slot.default.rows == make_rows(rows)
    assert slot.default.otherwise is (Outcome.PUSH if table == "blind" else Outcome.TAKE)
