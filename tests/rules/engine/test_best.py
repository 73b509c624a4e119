from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.best import best_five, best_with_board
from rules.engine.cards import DECK, format_cards, parse_cards
from rules.engine.errors import CardCountError
from rules.engine.ranking import rank_hand

hands = st.lists(st.sampled_from(DECK), unique=True, min_size=5, max_size=7)
tables = st.lists(st.sampled_from(DECK), unique=True, min_size=7, max_size=7).map(
    lambda cards: (cards[:5], cards[5:])
)


@given(hands)
def test_five_cards_play_and_the_others_are_spare(cards):
    best = best_five(cards)
    assert sorted([*best.five, *best.spare], key=str) == sorted(cards, key=str)
    assert len(best.five) == 5
    assert rank_hand(best.five) == best.rank == rank_hand(cards)


@given(hands)
def test_the_five_stand_in_order_of_importance(cards):
    best = best_five(cards)
    assert tuple(card.rank for card in best.five) == best.rank.five_ranks


@given(hands)
def test_cards_at_each_position(cards):
    best = best_five(cards)
    for position, rank in enumerate(best.rank.ranks):
        found = best.cards_at(position)
        assert found
        assert set(found) == {card for card in best.five if card.rank is rank}


@given(tables)
def test_as_few_hole_cards_play_as_can(table):
    board, hole = table
    best = best_with_board(board, hole)
    fewest = min(
        len(set(five) & set(hole))
        for five in combinations([*board, *hole], 5)
        if rank_hand(five) == best.rank
    )
    assert len(best.playing(hole)) == fewest


@given(tables)
def test_playing_keeps_the_order_of_the_cards(table):
    board, hole = table
    best = best_with_board(board, hole)
    playing = best.playing(board)
    assert playing == tuple(card for card in board if card in best.five)
    assert len(playing) + len(best.playing(hole)) == 5


@pytest.mark.parametrize(
    ("cards", "five", "spare"),
    [
        ("Ac 5d 4h 3s 2c 2d", "5d 4h 3s 2c Ac", "2d"),
        ("Ah Kh Qh Jh Th Ts Td", "Ah Kh Qh Jh Th", "Ts Td"),
        ("Ts Ah Kh Qh Jh 9h 2h", "Ah Kh Qh Jh 9h", "Ts 2h"),
        ("9c 9d 9h 4s 4c 4h Kd", "9c 9d 9h 4s 4c", "4h Kd"),
        ("Ac Kd 2s 2h Qd", "2s 2h Ac Kd Qd", ""),
    ],
)
def test_which_five(cards, five, spare):
    best = best_five(parse_cards(cards))
    assert (format_cards(best.five), format_cards(best.spare)) == (five, spare)


@pytest.mark.parametrize(
    ("cards", "core"),
    [
        ("Ac Qd 9h 5s 2c", "Ac"),
        ("Ac Kd 9h 5s 2c", "Ac Kd"),
        ("9c 9d Ah 5s 2c", "9c 9d"),
        ("9c 9d 5h 5s Ac", "9c 9d 5h 5s"),
        ("9c 9d 9h 5s Ac", "9c 9d 9h"),
        ("9c 8d 7h 6s 5c", "9c 8d 7h 6s 5c"),
        ("9c 8c 7c 6c 2c", "9c 8c 7c 6c 2c"),
        ("9c 9d 9h 5s 5c", "9c 9d 9h 5s 5c"),
        ("9c 9d 9h 9s Ac", "9c 9d 9h 9s"),
        ("9c 8c 7c 6c 5c", "9c 8c 7c 6c 5c"),
        ("Ac Kc Qc Jc Tc", "Ac Kc Qc Jc Tc"),
    ],
)
def test_core_is_the_combination_without_kickers(cards, core):
    assert format_cards(best_five(parse_cards(cards)).core) == core


def test_too_few_cards():
    with pytest.raises(CardCountError):
        best_with_board(parse_cards("As Kd"), parse_cards("2c 3c"))
