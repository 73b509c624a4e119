"""The constructions of single hands: what they are, and that nothing is favoured."""

from collections import Counter
from itertools import combinations

import pytest

from rules.engine.cards import DECK, Rank, Suit, require_distinct
from rules.engine.ranking import STRAIGHTS, Category, flush_suit, rank_hand, straight_top
from rules.games.base import CATEGORY_OF, PayHand, pay_hand
from tests.trainer.drills.cast import assert_uniform, stream
from trainer.drills.strata import hands, names
from trainer.drills.strata.base import Deck
from trainer.drills.tags import WRAPS

COUNTS = (5, 6, 7)
RUN_OR_SUIT = {Category.STRAIGHT, Category.FLUSH}


def draws(plan, count, number, purpose="names"):
    return [plan(Deck(stream(n, purpose)), count) for n in range(number)]


def ranks(cards):
    return frozenset(card.rank for card in cards)


def times(cards):
    """How often the ranks stand, the most frequent first."""
    return sorted(Counter(card.rank for card in cards).values(), reverse=True)


def repeated(cards, count):
    return frozenset(
        rank for rank, held in Counter(c.rank for c in cards).items() if held == count
    )


def suited(cards):
    """The cards of the suit that most of them have."""
    suit, _ = Counter(card.suit for card in cards).most_common(1)[0]
    return [card for card in cards if card.suit is suit]


@pytest.mark.parametrize("strata", [names.ALONE, names.WITH_BOARD])
@pytest.mark.parametrize("count", COUNTS)
def test_every_plan_deals_as_many_cards_as_asked_for(strata, count):
    for stratum in strata:
        if stratum.build in (names.counterfeit, names.board_plays) and count < 7:
            continue
        for cards in draws(stratum.build, count, 25, stratum.key):
            require_distinct(cards)
            assert len(cards) == count


@pytest.mark.parametrize("hand", PayHand)
@pytest.mark.parametrize("count", COUNTS)
def test_a_made_hand_is_that_hand(hand, count):
    found = [pay_hand(rank_hand(cards)) for cards in draws(names.Made(hand), count, 150, hand.key)]
    # Beside a low high card few pairs of cards fit, and once in a while none is drawn.
    assert found.count(hand) >= 149


@pytest.mark.parametrize("hand", [PayHand.ACE_KING, PayHand.FULL_HOUSE, PayHand.STRAIGHT])
def test_a_made_hand_is_of_any_class(hand):
    classes = names.classes_of(hand)
    assert set(classes) == {r for r in hands.classes(CATEGORY_OF[hand]) if pay_hand(r) is hand}
    found = draws(names.Made(hand), 5, 12 * len(classes), hand.key)
    assert_uniform(Counter(map(rank_hand, found)), classes)


def test_further_cards_are_uniform_among_those_that_fit():
    """Beside quads any of the other 48 cards may lie."""
    found = draws(names.Made(PayHand.FOUR_OF_A_KIND), 7, 2500)
    others = Counter(card for cards in found for card in cards if times(cards)[0] == 4)
    assert_uniform(others, DECK)


def test_a_card_may_lie_anywhere():
    """The cards of a planned pair, whether they are the player’s own, the board’s or bought."""
    for count in COUNTS:
        places = Counter()
        for cards in draws(names.Made(PayHand.PAIR), count, 600, f"place {count}"):
            [paired] = repeated(cards, 2)
            places.update(at for at, card in enumerate(cards) if card.rank is paired)
        assert_uniform(places, range(count))


# --- near misses -----------------------------------------------------------------------------


@pytest.mark.parametrize("plan", [names.four_flush, names.four_straight, names.wrap])
@pytest.mark.parametrize("count", COUNTS)
def test_what_is_not_made_is_less_than_a_straight(plan, count):
    for cards in draws(plan, count, 300):
        assert rank_hand(cards).category < Category.STRAIGHT


def test_parts_of_near_misses_are_uniform():
    found = draws(names.four_flush, 6, 1600)
    assert all(len(suited(cards)) == 4 for cards in found)
    assert_uniform(Counter(suited(cards)[0].suit for cards in found), Suit)
    assert_uniform(Counter(card.rank for cards in found for card in suited(cards)), Rank)
    found = draws(names.wrap, 5, 300)
    assert_uniform(Counter(map(ranks, found)), map(frozenset, WRAPS))
    found = draws(names.four_straight, 7, 600)
    assert all(any(len(ranks(c) & set(run)) == 4 for run in STRAIGHTS.values()) for c in found)
    found = draws(names.three_pairs, 6, 4300)
    assert_uniform(Counter(map(ranks, found)), map(frozenset, combinations(Rank, 3)))
    found = draws(names.two_triples, 6, 1200)
    assert_uniform(Counter(map(ranks, found)), map(frozenset, combinations(Rank, 2)))
    found = draws(names.spare_pair, 7, 1300)
    assert_uniform(Counter(next(iter(repeated(cards, 3))) for cards in found), Rank)
    found = draws(names.pair_with_ace_king, 5, 1300)
    assert_uniform(Counter(next(iter(repeated(cards, 2))) for cards in found), Rank)
    found = draws(names.wheel, 5, 800)
    assert_uniform(Counter(card.suit for cards in found for card in cards), Suit)


@pytest.mark.parametrize(
    ("plan", "count", "shape", "category"),
    [
        (names.three_pairs, 5, [2, 2, 1], Category.TWO_PAIR),
        (names.three_pairs, 6, [2, 2, 2], Category.TWO_PAIR),
        (names.three_pairs, 7, [2, 2, 2, 1], Category.TWO_PAIR),
        (names.two_triples, 5, [3, 2], Category.FULL_HOUSE),
        (names.two_triples, 6, [3, 3], Category.FULL_HOUSE),
        (names.two_triples, 7, [3, 3, 1], Category.FULL_HOUSE),
        (names.spare_pair, 5, [3, 2], Category.FULL_HOUSE),
        (names.spare_pair, 6, [3, 2, 1], Category.FULL_HOUSE),
        (names.spare_pair, 7, [3, 2, 2], Category.FULL_HOUSE),
        (names.pair_with_ace_king, 5, [2, 1, 1, 1], Category.PAIR),
        (names.pair_with_ace_king, 6, [2, 1, 1, 1, 1], Category.PAIR),
    ],
)
def test_repeated_ranks(plan, count, shape, category):
    for cards in draws(plan, count, 120):
        assert times(cards) == shape
        assert rank_hand(cards).category is category
        assert plan is not names.pair_with_ace_king or ranks(cards) >= {Rank.ACE, Rank.KING}


@pytest.mark.parametrize("count", COUNTS)
def test_straight_and_flush_without_a_straight_flush(count):
    for cards in draws(names.no_straight_flush, count, 200):
        assert straight_top(ranks(cards))
        assert (len(suited(cards)) == 4) is (flush_suit(cards) is None) is (count == 5)
        assert rank_hand(cards).category is (Category.STRAIGHT if count == 5 else Category.FLUSH)


def test_the_odd_card_of_a_missed_straight_flush_is_any_of_its_ranks():
    odd = Counter()
    for cards in draws(names.no_straight_flush, 5, 600):
        [card] = set(cards) - set(suited(cards))
        run = STRAIGHTS[straight_top(ranks(cards))]
        odd[run.index(card.rank)] += 1
    assert_uniform(odd, range(5))


@pytest.mark.parametrize("count", [6, 7])
def test_a_long_run_has_six_in_a_row(count):
    tops = Counter()
    for cards in draws(names.long_run, count, 900):
        rank = rank_hand(cards)
        assert rank.category is Category.STRAIGHT
        run = STRAIGHTS[rank.ranks[0]]
        assert ranks(cards) >= {*run, *STRAIGHTS[Rank(rank.ranks[0] - 1)]}
        tops[rank.ranks[0]] += 1
    if count == 6:
        assert_uniform(tops, [top for top in STRAIGHTS if top is not Rank.FIVE])


@pytest.mark.parametrize("count", COUNTS)
def test_a_wheel_goes_to_the_five(count):
    for cards in draws(names.wheel, count, 200):
        rank = rank_hand(cards)
        assert (rank.category, rank.ranks) == (Category.STRAIGHT, (Rank.FIVE,))


@pytest.mark.parametrize("count", [6, 7])
def test_pairs_hide_a_straight_or_a_flush(count):
    found = draws(names.hidden_pairs, count, 400)
    assert all(len(ranks(cards)) == 5 for cards in found)
    assert_uniform(Counter(rank_hand(cards).category for cards in found), RUN_OR_SUIT)


@pytest.mark.parametrize("count", [6, 7])
def test_a_higher_card_stays_outside(count):
    found = draws(names.higher_outside, count, 400)
    assert_uniform(Counter(rank_hand(cards).category for cards in found), RUN_OR_SUIT)
    for cards in found:
        assert max(ranks(cards)) > rank_hand(cards).ranks[0]


def test_a_pocket_pair_is_counterfeited_by_the_board():
    for cards in draws(names.counterfeit, 7, 200):
        hole, board = cards[:2], cards[2:]
        assert hole[0].rank is hole[1].rank
        assert hole[0].rank < min(repeated(board, 2))
        assert rank_hand(cards).category is Category.TWO_PAIR


def test_the_board_plays():
    found = draws(names.board_plays, 7, 200)
    assert all(rank_hand(cards).category >= Category.TWO_PAIR for cards in found)
    # Beside the lowest kickers there may be no hand that does not improve the board.
    assert sum(rank_hand(cards) == rank_hand(cards[2:]) for cards in found) >= 180
