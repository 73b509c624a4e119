"""Every construction, step by step: what is drawn uniformly comes out uniformly."""

from collections import Counter
from itertools import combinations, permutations, product

import pytest

from rules.engine.cards import DECK, Rank, Suit, require_distinct
from rules.engine.ranking import NATURAL_CATEGORIES, STRAIGHTS, Category, rank_hand
from rules.games.base import PayHand, PayTable, make_rows, pay_hand
from rules.games.russian_poker import dealer_qualifies
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, assert_uniform, rules, stream
from trainer.drills.strata import bonus, hands, holdem, russian
from trainer.drills.strata.base import Deck
from trainer.drills.tags import WRAPS

RANKS, SUITS = tuple(Rank), tuple(Suit)
PAIRS_OF_RANKS = [frozenset(pair) for pair in combinations(RANKS, 2)]


def draws(make, count, purpose="strata"):
    return [make(Deck(stream(number, purpose))) for number in range(count)]


def ranks(cards):
    return tuple(card.rank for card in cards)


def suits(cards):
    return tuple(card.suit for card in cards)


def distinct(cards):
    return frozenset(ranks(cards))


# --- the deck --------------------------------------------------------------------------------


def test_every_card_and_pair_is_drawn_as_often():
    drawn = draws(lambda deck: deck.draw(2), 12_000)
    assert_uniform(Counter(cards[0] for cards in drawn), DECK)
    assert_uniform(Counter(frozenset(cards) for cards in drawn), combos(DECK, 2))


def combos(items, size):
    return [frozenset(combo) for combo in combinations(items, size)]


def test_cards_of_a_rank_or_suit_are_drawn_evenly():
    fours = draws(lambda deck: deck.of_rank(Rank.FOUR, 2), 600)
    assert_uniform(Counter(frozenset(suits(cards)) for cards in fours), combos(SUITS, 2))
    hearts = draws(lambda deck: deck.of_suit(Suit.HEARTS, 2), 2400)
    assert_uniform(Counter(map(distinct, hearts)), PAIRS_OF_RANKS)


def test_what_is_drawn_until_it_fits_is_uniform_among_what_fits():
    def red_pair(cards):
        one, other = cards
        return one.rank is other.rank and {one.suit, other.suit} <= {Suit.HEARTS, Suit.DIAMONDS}

    drawn = draws(lambda deck: deck.draw_until(1, lambda c: c[0].rank > Rank.TEN), 1600)
    assert_uniform(Counter(c[0] for c in drawn), [card for card in DECK if card.rank > Rank.TEN])
    # What hardly ever fits is dealt as it comes, from a deck that stays whole.
    for deck in (Deck(stream(number)) for number in range(20)):
        assert len(deck.draw_until(2, red_pair)) == 2
        assert len(deck.cards) == 50


def test_a_card_leaves_the_deck_once():
    deck = Deck(stream(0))
    card = deck.take(Rank.ACE, Suit.SPADES)
    with pytest.raises(ValueError, match="not in list"):
        deck.take(Rank.ACE, Suit.SPADES)
    deck.put_back([card])
    assert deck.cards == DECK


# --- five cards of a class -------------------------------------------------------------------


def test_there_are_7462_classes_the_strongest_first():
    assert sum(len(hands.classes(category)) for category in NATURAL_CATEGORIES) == 7462
    for category in NATURAL_CATEGORIES:
        classes = hands.classes(category)
        assert list(classes) == sorted(set(classes), reverse=True)
        assert all(rank.category is category for rank in classes)


@pytest.mark.parametrize("category", NATURAL_CATEGORIES)
def test_a_class_is_laid_as_itself(category):
    for number, rank in enumerate(hands.classes(category)[::7]):
        [cards] = hands.lay(Deck(stream(number)), rank)
        assert rank_hand(cards) == rank


def test_suits_are_laid_evenly():
    [pair] = [r for r in hands.classes(Category.PAIR) if str(r) == "pair 8AK9"]
    laid = draws(lambda deck: hands.lay(deck, pair)[0], 6000)
    assert_uniform(Counter(frozenset(suits(cards[:2])) for cards in laid), combos(SUITS, 2))
    assert_uniform(Counter(suits(cards[2:]) for cards in laid), product(SUITS, repeat=3))
    straight = hands.classes(Category.STRAIGHT)[0]
    mixed = [s for s in product(SUITS, repeat=5) if len(set(s)) > 1]
    laid = draws(lambda deck: suits(hands.lay(deck, straight)[0]), 10_200)
    assert_uniform(Counter(laid), mixed)


def test_flushes_are_laid_in_two_suits():
    flush = hands.classes(Category.FLUSH)[0]
    laid = draws(lambda deck: [h[0].suit for h in hands.lay(deck, flush, flush)], 1200)
    assert_uniform(Counter(map(tuple, laid)), permutations(SUITS, 2))


def test_five_cards_of_a_category_are_of_any_class():
    laid = draws(lambda deck: rank_hand(hands.draw_hand(deck, Category.FOUR_OF_A_KIND)), 3200)
    assert_uniform(Counter(laid), hands.classes(Category.FOUR_OF_A_KIND))


def test_on_a_dry_board_nobody_has_a_straight_or_a_flush():
    boards = draws(hands.dry_board, 6000)
    assert_uniform(Counter(distinct(board) for board in boards), map(frozenset, hands.DRY))
    assert_uniform(Counter(suits(board) for board in boards), hands.DRY_SUITS)
    for board in boards[:40]:
        left = [card for card in DECK if card not in board]
        best = max(rank_hand([*board, *hole]).category for hole in combinations(left[::3], 2))
        assert best <= Category.THREE_OF_A_KIND


# --- hold'em ---------------------------------------------------------------------------------


NINE_TO_JACK = {Rank.NINE, Rank.TEN, Rank.JACK}


def pocket_and_board(board, holes):
    """Where the pocket pairs of two sets lie on the board, in order."""
    return tuple(ranks(board).index(hole[0].rank) for hole in holes)


HOLDEM_PARTS = [
    (holdem.uniform, lambda board, holes: board[0], DECK),
    (
        holdem.made,
        lambda board, holes: rank_hand(board[:3] + holes[0]).category,
        NATURAL_CATEGORIES,
    ),
    (holdem.no_pair, lambda board, holes: distinct(board), map(frozenset, hands.DRY)),
    (holdem.pair_kicker, lambda board, holes: holes[0][0].rank, RANKS),
    (holdem.pair_kicker, lambda board, holes: frozenset(ranks(board[1:3])), PAIRS_OF_RANKS),
    (holdem.pair_kicker, lambda board, holes: suits(board[:3]), product(SUITS, repeat=3)),
    (holdem.two_pairs, lambda board, holes: holes[0][0].rank, RANKS),
    (holdem.two_pairs, lambda board, holes: distinct(holes[1]), PAIRS_OF_RANKS),
    (holdem.three_pairs, lambda board, holes: board[0].rank, RANKS),
    (holdem.three_pairs, lambda board, holes: distinct(holes[0]), PAIRS_OF_RANKS),
    (
        holdem.counterfeit,
        lambda board, holes: frozenset({board[0].rank, board[2].rank, holes[0][0].rank}),
        combos(RANKS, 3),
    ),
    (holdem.counterfeit, lambda board, holes: board[4].rank, RANKS),
    (holdem.trips_kicker, lambda board, holes: board[0].rank, RANKS),
    (holdem.trips_kicker, lambda board, holes: distinct(board[2:4]), PAIRS_OF_RANKS),
    (holdem.sets, pocket_and_board, permutations(range(5), 2)),
    (holdem.flushes, lambda board, holes: board[0].suit, SUITS),
    (holdem.flushes, lambda board, holes: len(of_one_suit(board)), (3, 4)),
    (holdem.flushes, lambda board, holes: distinct(board[:2]), PAIRS_OF_RANKS),
    (holdem.full_house_pockets, lambda board, holes: board[0].rank, RANKS),
    (
        holdem.full_house_pockets,
        lambda board, holes: frozenset(hole[0].rank for hole in holes),
        PAIRS_OF_RANKS,
    ),
    (holdem.full_house_pairs, lambda board, holes: ranks(board[1:3]), permutations(RANKS, 2)),
    (holdem.two_triples, lambda board, holes: ranks(board[2:4]), permutations(RANKS, 2)),
    (holdem.quads, lambda board, holes: ranks(board).count(board[0].rank), (2, 4)),
    (holdem.quads, lambda board, holes: board[0].rank, RANKS),
    (holdem.straight_flushes, lambda board, holes: board[0].suit, SUITS),
    (holdem.royal, lambda board, holes: board[0].suit, SUITS),
    (holdem.board_plays, lambda board, holes: rank_hand(board).category, holdem.ON_BOARD),
    (holdem.same_ranks, lambda board, holes: distinct(holes[0]), PAIRS_OF_RANKS),
    (holdem.same_ranks, lambda board, holes: board[0].rank is holes[0][0].rank, (True, False)),
    (holdem.four_flush, lambda board, holes: holes[0][0].suit, SUITS),
    (holdem.four_flush, lambda board, holes: distinct(holes[0]), PAIRS_OF_RANKS),
    (holdem.four_flush, lambda board, holes: ranks(board).index(holes[1][0].rank), range(5)),
    (holdem.wrap, lambda board, holes: distinct(board[:3] + holes[0]), map(frozenset, WRAPS)),
    (holdem.wrap, lambda board, holes: distinct(board[3:]), combos(holdem._FAR_FROM_WRAPS, 2)),
]


def of_one_suit(board):
    """The board cards of the first one's suit."""
    return [card for card in board if card.suit is board[0].suit]


@pytest.mark.parametrize(("plan", "part", "among"), HOLDEM_PARTS)
def test_parts_of_holdem_plans_are_uniform(plan, part, among):
    among = list(among)
    found = draws(plan, max(400, 14 * len(among)))
    assert_uniform(Counter(part(layout.board, layout.holes) for layout in found), among)


@pytest.mark.parametrize("plan", [holdem.straights, holdem.straight_flushes])
def test_two_straights_share_three_neighbours(plan):
    found = draws(plan, 3000)
    windows = {frozenset(window): runs for window, runs in holdem._WINDOWS}
    assert len(windows) == 10
    assert_uniform(Counter(distinct(layout.board[:3]) for layout in found), windows)
    made = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    expected = list(permutations([Rank.JACK, Rank.QUEEN, Rank.KING], 2))
    tops = Counter()
    for board, holes in found:
        best = [rank_hand(board + hole) for hole in holes]
        if distinct(board[:3]) == NINE_TO_JACK and all(rank.category in made for rank in best):
            tops[tuple(rank.ranks[0] for rank in best)] += 1
    # Now and then the rest of the board lengthens a straight.
    assert_uniform(Counter({pair: tops[pair] for pair in expected}), expected)


def laid_out(layout):
    """A plan whose cards are drawn already."""
    return lambda deck: layout


@pytest.mark.parametrize("stratum", holdem.STRATA, ids=lambda stratum: stratum.key)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_holdem_plan_fills_any_table_and_tells_nothing_by_place(stratum, seats):
    first = Counter()
    for number in range(120):
        deck = Deck(stream(number, stratum.key))
        planned = stratum.build(deck)
        mine = planned.holes[:1]
        board, holes = holdem.deal_holdem(deck, laid_out(planned), seats)
        require_distinct([*board, *(card for hole in holes for card in hole)])
        assert (len(board), [len(hole) for hole in holes]) == (5, [2] * seats)
        first.update(seat for seat, hole in enumerate(holes) if set(hole) in map(set, mine))
    if first:
        assert_uniform(first, range(seats))


def test_further_seats_do_not_beat_the_plan():
    beaten = 0
    for number in range(300):
        deck = Deck(stream(number, "beaten"))
        planned = holdem.pair_kicker(deck)
        best = max(rank_hand(planned.board + hole) for hole in planned.holes)
        board, holes = holdem.deal_holdem(deck, laid_out(planned), 6)
        beaten += max(rank_hand(board + hole) for hole in holes) > best
    assert beaten == 0


# --- Russian poker ---------------------------------------------------------------------------


def drawn(both):
    """A plan whose cards are drawn already."""
    return lambda deck, qualifies: both


def with_game(rank):
    return dealer_qualifies(rank, rules(RUSSIAN))


@pytest.mark.parametrize("category", [Category.HIGH_CARD, Category.STRAIGHT, Category.FLUSH])
def test_equal_hands_are_of_any_class_with_game(category):
    offered = russian.with_game(category, with_game)
    assert set(offered) == {rank for rank in hands.classes(category) if with_game(rank)}
    plan = russian.Equal(category)
    found = draws(lambda deck: plan(deck, with_game), 8 * len(offered))
    assert all(rank_hand(one) == rank_hand(other) for one, other in found)
    assert_uniform(Counter(rank_hand(one) for one, _ in found), offered)


@pytest.mark.parametrize(
    ("category", "positions"),
    [
        (category, positions)
        for category, (positions, _, same, _) in russian._SHARES.items()
        if any(same)
    ],
)
def test_hands_of_one_category_differ_at_every_position(category, positions):
    plan = russian.Same(category, positions)
    count = Counter()
    for one, other in draws(lambda deck: plan(deck, with_game), 400):
        first, second = rank_hand(one), rank_hand(other)
        assert first > second
        assert first.category is second.category is category
        assert with_game(second)
        pairs = zip(first.ranks, second.ranks, strict=True)
        count[next(at for at, (mine, theirs) in enumerate(pairs) if mine != theirs)] += 1
    assert set(count) == set(positions)
    assert min(count.values()) >= 400 / len(positions) / 3


@pytest.mark.parametrize("category", NATURAL_CATEGORIES[2:])
def test_a_category_meets_one_of_the_two_below(category):
    plan = russian.Versus(category)
    met = Counter()
    for strong, weak in draws(lambda deck: plan(deck, with_game), 300):
        assert rank_hand(strong).category is category
        assert with_game(rank_hand(weak))
        met[rank_hand(weak).category] += 1
    assert_uniform(
        met, [below for below in NATURAL_CATEGORIES if category - 2 <= below < category]
    )


def test_parts_of_russian_near_misses_are_uniform():
    def draw(plan, count):
        return [plan(Deck(stream(n, "near")), with_game) for n in range(count)]

    wraps = Counter()
    for hands_ in draw(russian.wrap, 600):
        wraps.update(distinct(hand) for hand in hands_ if distinct(hand) in map(frozenset, WRAPS))
    assert_uniform(wraps, map(frozenset, WRAPS))
    suits_of_four = Counter()
    for hands_ in draw(russian.four_flush, 800):
        for hand in hands_:
            [(suit, number)] = Counter(suits(hand)).most_common(1)
            suits_of_four.update([suit] if number == 4 else [])
    assert_uniform(suits_of_four, SUITS)
    triples = [max(both, key=len) for both in draw(russian.two_triples, 1200)]
    assert_uniform(Counter(map(distinct, triples)), PAIRS_OF_RANKS)
    pairs = [max(both, key=len) for both in draw(russian.three_pairs, 4300)]
    assert_uniform(Counter(map(distinct, pairs)), combos(RANKS, 3))


def test_either_side_gets_the_stronger_hand_and_the_dealer_always_game():
    count = Counter()
    plan = russian.Same(Category.PAIR, (0, 1, 2, 3))
    for number in range(400):
        player, dealer = russian.deal_russian(
            Deck(stream(number)), plan, with_game, bought=number % 2 == 0
        )
        assert with_game(rank_hand(dealer))
        count[rank_hand(player) > rank_hand(dealer)] += 1
    assert_uniform(count, [True, False])


def test_a_bought_card_leaves_the_hand_and_lies_anywhere_in_the_six():
    idle = Counter()
    for number in range(600):
        deck = Deck(stream(number, "bought"))
        both = russian.Same(Category.TWO_PAIR, (2,))(deck, with_game)
        player, dealer = russian.deal_russian(deck, drawn(both), with_game, bought=True)
        assert {rank_hand(player), rank_hand(dealer)} == set(map(rank_hand, both))
        planned = both[0] + both[1]
        idle.update(at for at, card in enumerate(player) if card not in planned)
    assert_uniform(idle, range(6))


# --- bonuses ---------------------------------------------------------------------------------

TABLES = [
    (rules(RUSSIAN).tables["bonus_first5"], 5),
    (rules(RUSSIAN).tables["bonus6"], 6),
    (rules(ULTIMATE).tables["trips"], 7),
    (rules(CASINO).tables["aa"], 5),
    (PayTable(make_rows("royal flush 100, flush 3:2, pair 9 or better 1, pair or less 0")), 7),
]


@pytest.mark.parametrize(("table", "count"), TABLES)
def test_every_row_is_as_likely_and_every_hand_on_it(table, count):
    found = [
        table.row_for(rank_hand(bonus.on_a_row(Deck(stream(n, "row")), table, count)))
        for n in range(80 * len(table.rows))
    ]
    assert_uniform(Counter(found), table.rows)


def test_every_hand_on_a_row_is_as_likely_and_every_class_of_it():
    table = rules(CASINO).tables["aa"]
    found = draws(lambda deck: rank_hand(bonus.on_a_row(deck, table, 5)), 3000)
    aces_or_better = [rank for rank in found if table.row_for(rank).hand is PayHand.PAIR]
    assert_uniform(
        Counter(map(pay_hand, aces_or_better)),
        [PayHand.PAIR, PayHand.TWO_PAIR, PayHand.THREE_OF_A_KIND, PayHand.STRAIGHT],
    )
    steel = [rank for rank in found if rank.category is Category.STRAIGHT_FLUSH]
    assert_uniform(Counter(steel), hands.classes(Category.STRAIGHT_FLUSH))


@pytest.mark.parametrize(("table", "count"), TABLES)
@pytest.mark.parametrize("stratum", bonus.STRATA, ids=lambda stratum: stratum.key)
def test_bonus_plans_deal_what_they_say(stratum, table, count):
    missed = 0
    meant = stratum.build in (bonus.on_a_row, bonus.two_triples)
    for number in range(60):
        cards = stratum.build(Deck(stream(number, stratum.key)), table, count)
        require_distinct(cards)
        assert len(cards) == count
        paid = table.row_for(rank_hand(cards)) is not None
        missed += paid is not meant
    # The last table pays everything.
    assert missed == (0 if meant or None in bonus.rows(table) else 60)


def test_parts_of_bonus_near_misses_are_uniform():
    table = rules(RUSSIAN).tables["bonus_first5"]
    found = draws(lambda deck: bonus.four_flush(deck, table, 5), 1200)
    assert_uniform(Counter(cards[0].suit for cards in found), SUITS)
    assert_uniform(Counter(distinct(cards[:2]) for cards in found), PAIRS_OF_RANKS)
    found = draws(lambda deck: bonus.two_triples(deck, table, 6), 1200)
    assert_uniform(Counter(map(distinct, found)), PAIRS_OF_RANKS)
    found = draws(lambda deck: bonus.wrap(deck, table, 5), 300)
    assert_uniform(Counter(map(distinct, found)), map(frozenset, WRAPS))
    found = draws(lambda deck: bonus.four_straight(deck, table, 5), 900)
    parts = {frozenset(part) for run in STRAIGHTS.values() for part in combinations(run, 4)}
    assert {distinct(cards[:4]) for cards in found} == parts
    found = draws(lambda deck: rank_hand(bonus.on_no_row(deck, table, 5)), 600)
    unpaid = [hand for hand in PayHand if hand <= PayHand.THREE_OF_A_KIND]
    assert_uniform(Counter(map(pay_hand, found)), unpaid)
    found = draws(lambda deck: rank_hand(bonus.just_short(deck, table, 5)), 600)
    assert_uniform(Counter(rank.ranks[0] for rank in found), sorted(Rank)[-bonus.SHORT :])
    assert all(rank.category is Category.THREE_OF_A_KIND for rank in found)
