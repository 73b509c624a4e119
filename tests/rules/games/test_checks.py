import pytest

from rules.engine.cards import Rank
from rules.engine.ranking import rank_hand
from rules.games import games
from rules.games.base import CATEGORY_OF, PayHand, PayTable, make_rows, pay_hand
from rules.games.checks import disputed, falls, leading_ranks, missing_hands, pay_classes
from tests.rules.games.five_card_classes import five_card_classes

LADDER = "royal flush 50, straight flush 40, quads 30, full house 8, flush 7, straight 4, trips 3"


def table(rows):
    return PayTable(make_rows(rows) if rows else ())


def test_the_classes_are_those_that_five_cards_make():
    dealt = {
        (pay_hand(rank), rank.ranks[0])
        for rank in (rank_hand(five) for five, _ways in five_card_classes())
    }
    assert {(pay_hand(rank), rank.ranks[0]) for rank in pay_classes()} == dealt
    assert all((hand, rank) in dealt for hand in PayHand for rank in leading_ranks(hand))


def test_the_classes_stand_weakest_first():
    keys = [(pay_hand(rank), rank.ranks[0]) for rank in pay_classes()]
    assert keys == sorted(keys)
    assert all(CATEGORY_OF[pay_hand(rank)] is rank.category for rank in pay_classes())


def test_no_row_is_narrowed_to_a_hand_that_does_not_exist():
    assert Rank.ACE not in leading_ranks(PayHand.STRAIGHT_FLUSH)
    assert leading_ranks(PayHand.ACE_KING) == leading_ranks(PayHand.ROYAL_FLUSH) == (Rank.ACE,)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (LADDER, []),
        ("flush 7, straight 7", []),
        (LADDER.replace("quads 30", "quads 10:11"), [("four-of-a-kind", "full-house")]),
        ("flush 4, straight 5", [("flush", "straight")]),
        # Hands that are on no row stand between, but do not pay.
        ("quads 2, straight 5", [("four-of-a-kind", "straight")]),
        ("straight or less 3, flush 2", [("flush", "straight-or-less")]),
        ("pair A or better 7, flush 5", [("flush", "pair-A-or-better")]),
        ("pair A 1, pair 2", [("pair-A", "pair")]),
        ("", []),
    ],
)
def test_falling_odds(rows, expected):
    assert [(high.key, low.key) for high, low in falls(table(rows))] == expected


@pytest.mark.parametrize(
    ("rows", "usual", "missing"),
    [
        (LADDER, LADDER, []),
        (LADDER.replace("flush 7, ", ""), LADDER, ["flush"]),
        (LADDER.replace("royal flush 50, ", ""), LADDER, ["royal-flush"]),
        ("trips or better 3", LADDER, []),
        ("straight 1, trips 1", "straight or less 1",
         ["two-pair", "pair", "ace-king", "high-card"]),
        ("two pair or better 7", "pair A or better 7", ["pair"]),
        ("pair or better 7", "pair A or better 7", []),
        ("", "flush 2, straight 1", ["flush", "straight"]),
    ],
)  # fmt: skip
def test_missing_hands(rows, usual, missing):
    assert [hand.key for hand in missing_hands(table(rows), table(usual))] == missing


@pytest.mark.parametrize(
    ("rows", "hand"),
    [
        ("straight or better 4, straight or less 1", "straight"),
        ("trips or better 4, flush or less 1", "three-of-a-kind"),
        ("trips or better 4, straight 2, pair or less 1", None),
        ("straight or better 4, straight or less 1, straight 2", None),
        ("pair A or better 7, pair or less 1", None),
        (LADDER, None),
    ],
)
def test_disputed_hands(rows, hand):
    assert [met.key for _better, _less, met in disputed(table(rows))] == ([hand] if hand else [])


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_nothing_is_odd_about_the_tables_of_reference(game):
    for slot in game.tables:
        assert falls(slot.default) == disputed(slot.default) == []
        assert missing_hands(slot.default, slot.default) == []
