"""The dealer's hands counted by classes and one by one."""

from random import Random

import numpy as np
import pytest

from rules.analysis import showdown
from rules.analysis.boards import multisets, rank_sets
from rules.analysis.decisions import flop_counts, river_counts
from rules.analysis.showdown import DEALER_HANDS, showdowns
from rules.engine.batch import rank_of, strength_of_rank
from rules.engine.cards import DECK, parse_cards
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.ranking import parse_hand_rank, rank_hand
from tests.rules.analysis.lookups import board_value

PAIR_OF_TWOS = strength_of_rank(parse_hand_rank("pair 2543"))
PAIR_OF_FOURS = strength_of_rank(parse_hand_rank("pair 4532"))


def boards():
    """Random ones, and as many of which a suit has three, four or five cards."""
    rng = Random("boards")
    for at in range(240):
        suit = [card for card in DECK if card.suit == at % 4]
        board = rng.sample(suit, 3 + at % 3) if at % 2 else []
        rest = [card for card in DECK if card not in board]
        board += rng.sample(rest, 5 - len(board))
        hole = rng.sample([card for card in rest if card not in board], 2)
        yield tuple(hole), tuple(board)


def by_class(array):
    """A function of a `Showdown` in the shapes that `board_value` reads."""
    tables = showdowns()
    suited = {
        count: array(tables.suited[count]).reshape(
            len(rank_sets(count)), len(multisets(5 - count)), 351
        )
        for count in (3, 4, 5)
    }
    return array(tables.plain), suited


@pytest.mark.parametrize("name", ["strength", "weaker", "equal"])
def test_classes_and_single_hands_agree(name):
    plain, suited = by_class(lambda found: getattr(found, name))
    for hole, board in boards():
        counted = getattr(river_counts(hole, board, PAIR_OF_TWOS), name)
        assert board_value(plain, suited, board, hole) == counted[0]


@pytest.mark.parametrize("threshold", [PAIR_OF_TWOS, PAIR_OF_FOURS])
def test_the_hands_that_do_not_qualify(threshold):
    def unqualified(found):
        counts = found.unqualified(slice(None), threshold)
        return np.zeros_like(found.strength) if counts is None else counts

    plain, suited = by_class(unqualified)
    seen = 0
    for hole, board in boards():
        counted = river_counts(hole, board, threshold).unqualified[0]
        assert board_value(plain, suited, board, hole) == counted
        seen += counted > 0
    assert seen > 50


def test_single_hands_and_the_readable_ranking_agree():
    hole, board = parse_cards("As Kd"), parse_cards("Ah 7s 7d 2c 9h")
    own = rank_hand([*hole, *board])
    rest = [card for card in DECK if card not in hole and card not in board]
    theirs = [rank_hand([one, two, *board]) for at, one in enumerate(rest) for two in rest[:at]]
    found = river_counts(hole, board, PAIR_OF_TWOS)
    assert len(theirs) == DEALER_HANDS
    assert rank_of(int(found.strength[0])) == own
    assert found.weaker[0] == sum(rank < own for rank in theirs)
    assert found.equal[0] == sum(rank == own for rank in theirs)
    assert found.unqualified[0] == 0


def test_a_flop_is_all_its_rivers():
    hole, flop = parse_cards("As Kd"), parse_cards("Ah 7s 7d")
    found = flop_counts(hole, flop, PAIR_OF_FOURS)
    rest = [card for card in DECK if card not in hole and card not in flop]
    pairs = [(one, two) for at, one in enumerate(rest) for two in rest[at + 1 :]]
    assert len(found.weaker) == len(pairs) == 1081
    for at in range(0, 1081, 97):
        one = river_counts(hole, [*flop, *pairs[at]], PAIR_OF_FOURS)
        assert (found.weaker[at], found.equal[at]) == (one.weaker[0], one.equal[0])


def test_fewer_than_256_strengths_stand_beside_a_board():
    """What lets places among them be bytes."""
    for found in (showdowns().plain, *showdowns().suited.values()):
        rows = np.sort(found.strength, axis=1)
        assert ((rows[:, 1:] != rows[:, :-1]).sum(axis=1) < 255).all()


def test_the_board_plays_for_all():
    plain, suited = by_class(lambda found: found.equal)
    royal = parse_cards("As Ks Qs Js Ts")
    assert board_value(plain, suited, royal, parse_cards("2c 2d")) == DEALER_HANDS


def test_the_tables_are_made_once():
    assert showdowns() is showdowns()
    assert showdown._kept is showdowns()


@pytest.mark.parametrize(
    ("hole", "board", "error"),
    [
        ("As Kd 2c", "Ah 7s 7d 2d 9h", CardCountError),
        ("As Kd", "Ah 7s 7d 2d", CardCountError),
        ("As Kd", "As 7s 7d 2d 9h", DuplicateCardError),
    ],
)
def test_cards_that_cannot_lie_there(hole, board, error):
    with pytest.raises(error):
        river_counts(parse_cards(hole), parse_cards(board), PAIR_OF_TWOS)
