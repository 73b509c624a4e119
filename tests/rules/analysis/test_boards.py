from math import comb

import numpy as np
import pytest

from rules.analysis.boards import (
    hole_ranks,
    joined,
    multiset_index,
    multisets,
    plain_cards,
    rank_counts,
    rank_sets,
    set_index,
    set_with_rank,
    suited_cards,
    with_rank,
)


@pytest.mark.parametrize("size", range(6))
def test_sets_and_multisets_stand_at_their_places(size):
    assert len(rank_sets(size)) == comb(13, size)
    assert len(multisets(size)) == comb(12 + size, size)
    np.testing.assert_array_equal(set_index(rank_sets(size)), np.arange(len(rank_sets(size))))
    shuffled = multisets(size)[:, ::-1]
    np.testing.assert_array_equal(multiset_index(shuffled), np.arange(len(shuffled)))


def test_holes_of_both_kinds():
    assert (len(multisets(2)), len(multisets(2, 26))) == (91, 351)
    for hole, (one, two) in zip(hole_ranks(), multisets(2, 26).tolist(), strict=True):
        assert multisets(2)[hole].tolist() == sorted([one % 13, two % 13])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_one_rank_more(size):
    for at, ranks in enumerate(multisets(size).tolist()):
        for rank in range(13):
            found = multisets(size + 1)[with_rank(size)[at, rank]].tolist()
            assert found == sorted([*ranks, rank])
    for at, ranks in enumerate(rank_sets(size).tolist()):
        for rank in range(13):
            place = set_with_rank(size)[at, rank]
            assert (place == -1) == (rank in ranks)
            if place >= 0:
                assert rank_sets(size + 1)[place].tolist() == sorted([*ranks, rank])


def test_a_set_and_a_multiset_together():
    for at, ranks in enumerate(rank_sets(3)[::20].tolist()):
        for rest, others in enumerate(multisets(2).tolist()):
            found = multisets(5)[joined(3, 2)[20 * at, rest]].tolist()
            assert found == sorted([*ranks, *others])


def test_cards_left():
    assert (plain_cards(5).sum(axis=1) >= 47).all()
    possible = (rank_counts(5) <= 4).all(axis=1)
    assert possible.sum() == 6_175
    assert (plain_cards(5)[possible].sum(axis=1) == 47).all()
    for count in (3, 4, 5):
        assert (suited_cards(count, 5 - count).sum(axis=2) == 47).all()


def test_all_boards_are_counted():
    """Each suited class stands for four suits times the ways to deal the other cards."""
    classes = suited = 0
    for count in (3, 4, 5):
        classes += len(joined(count, 5 - count)) * len(multisets(5 - count))
        ways = np.array([1, 3, 3, 1])[rank_counts(5 - count)].prod(axis=1)
        suited += 4 * len(rank_sets(count)) * int(ways.sum())
    assert classes == 36_608
    assert suited == sum(4 * comb(13, n) * comb(39, 5 - n) for n in (3, 4, 5))
