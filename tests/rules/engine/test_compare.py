import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.best import best_five, best_with_board
from rules.engine.cards import DECK, format_cards, parse_cards
from rules.engine.compare import STEPS, Basis, Role, compare, compare_with_board, decide
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.ranking import Category, parse_hand_rank, rank_hand

hands = st.lists(st.sampled_from(DECK), unique=True, min_size=5, max_size=7)
several_hands = st.lists(hands, min_size=2, max_size=6)
# Few cards, so that hands of one category and ties are common.
close_hands = st.lists(
    st.lists(st.sampled_from(DECK[-20:]), unique=True, min_size=5, max_size=7),
    min_size=2,
    max_size=6,
)


@st.composite
def tables(draw):
    """A board of five and two to six pairs of hole cards."""
    seats = draw(st.integers(2, 6))
    deck = draw(st.sampled_from([DECK, DECK[-20:], DECK[::3] + DECK[1::6]]))
    cards = draw(
        st.lists(
            st.sampled_from(deck), unique=True, min_size=5 + 2 * seats, max_size=5 + 2 * seats
        )
    )
    return cards[:5], [cards[5 + 2 * seat : 7 + 2 * seat] for seat in range(seats)]


# --- who wins --------------------------------------------------------------------------------


@given(several_hands | close_hands)
def test_winners_are_all_equal_and_every_other_hand_is_weaker(given_hands):
    result = compare(given_hands)
    ranks = [rank_hand(hand) for hand in given_hands]
    best = max(ranks)
    assert result.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    assert sorted([*result.winners, *result.losers]) == list(range(len(ranks)))
    assert result.best.rank == best


@given(several_hands | close_hands, st.randoms(use_true_random=False))
def test_seats_do_not_matter(given_hands, rng):
    order = rng.sample(range(len(given_hands)), len(given_hands))
    shuffled = compare([given_hands[seat] for seat in order])
    result = compare(given_hands)
    assert {order[seat] for seat in shuffled.winners} == set(result.winners)
    assert shuffled.decision == result.decision


@given(tables())
def test_a_table_is_compared_like_its_seven_card_hands(table):
    board, holes = table
    with_board, alone = compare_with_board(board, holes), compare([[*board, *h] for h in holes])
    assert with_board.winners == alone.winners
    assert with_board.decision == alone.decision


@given(several_hands | close_hands)
def test_runner_up_is_the_strongest_loser(given_hands):
    result = compare(given_hands)
    losers = [result.hands[seat].rank for seat in result.losers]
    if losers:
        assert result.hands[result.runner_up].rank == max(losers)
        assert result.decision == result.against(result.runner_up)
    else:
        assert result.runner_up is None
        assert result.decision.basis is Basis.TIE


# --- why -------------------------------------------------------------------------------------


@given(hands, hands)
def test_deciding_is_symmetric(one, other):
    one, other = rank_hand(one), rank_hand(other)
    assert decide(one, other) == decide(other, one)
    assert decide(one, other).stronger == max(one, other)
    assert decide(one, one).basis is Basis.TIE


@given(close_hands)
def test_the_step_is_the_first_difference(given_hands):
    one, other = (rank_hand(hand) for hand in given_hands[:2])
    decision = decide(one, other)
    strong, weak = decision.stronger.ranks, decision.weaker.ranks
    if decision.basis is Basis.CATEGORY:
        assert decision.stronger.category > decision.weaker.category
        assert (decision.step, decision.equal_steps) == (None, ())
    elif decision.basis is Basis.TIE:
        assert strong == weak
        assert [step.position for step in decision.equal_steps] == list(range(len(strong)))
    else:
        at = decision.step.position
        assert decision.stronger.category is decision.weaker.category
        assert strong[:at] == weak[:at]
        assert strong[at] > weak[at]
        assert decision.ranks == (strong[at], weak[at])
        assert [step.position for step in decision.equal_steps] == list(range(at))


@pytest.mark.parametrize(
    ("stronger", "weaker", "label"),
    [
        ("high card A6532", "high card KQJT8", "card 1"),
        ("high card AKT42", "high card AK985", "card 3"),
        ("flush AKQ93", "flush AKQ92", "card 5"),
        ("pair A432", "pair KAQJ", "pair 1"),
        ("pair AKQ3", "pair AKQ2", "kicker 3"),
        ("two pair A23", "two pair KQJ", "high-pair 1"),
        ("two pair AK2", "two pair AQJ", "low-pair 1"),
        ("two pair AK3", "two pair AK2", "kicker 1"),
        ("three of a kind A32", "three of a kind KAQ", "trips 1"),
        ("three of a kind AK3", "three of a kind AK2", "kicker 2"),
        ("straight 6", "straight 5", "top 1"),
        ("full house K2", "full house QA", "trips 1"),
        ("full house K3", "full house K2", "filler 1"),
        ("four of a kind A2", "four of a kind KA", "quads 1"),
        ("four of a kind A3", "four of a kind A2", "kicker 1"),
        ("straight flush 6", "straight flush 5", "top 1"),
    ],
)
def test_deciding_steps(stronger, weaker, label):
    assert decide(parse_hand_rank(weaker), parse_hand_rank(stronger)).step.label == label


@given(hands.map(rank_hand))
def test_every_rank_of_a_hand_has_its_step(rank):
    assert [step.position for step in STEPS[rank.category]] == list(range(len(rank.ranks)))


def test_steps_of_one_role_are_counted():
    assert set(STEPS) == set(Category)
    assert [step.label for step in STEPS[Category.PAIR]] == [
        "pair 1",
        "kicker 1",
        "kicker 2",
        "kicker 3",
    ]


@pytest.mark.parametrize("text", ["tie", "category"])
def test_only_a_rank_decision_has_two_ranks(text):
    pair, flush = parse_hand_rank("pair AKQJ"), parse_hand_rank("flush AKQJ9")
    decision = decide(pair, pair if text == "tie" else flush)
    with pytest.raises(ValueError, match=f"no rank decides a {text}"):
        _ = decision.ranks


# --- with which cards ------------------------------------------------------------------------


@given(tables())
def test_deciding_cards_are_the_differing_rank_or_the_combination(table):
    result = compare_with_board(*table)
    decision = result.decision
    for seat, hand in enumerate(result.hands):
        cards = result.deciding_cards(seat)
        assert set(cards) <= set(hand.five)
        if decision.basis is Basis.TIE or hand.rank not in (decision.stronger, decision.weaker):
            assert cards == ()
        elif decision.basis is Basis.CATEGORY:
            assert cards == (hand.core if seat in result.winners else ())
        else:
            rank = decision.ranks[0 if seat in result.winners else 1]
            assert {card.rank for card in cards} == {rank}
            assert set(cards) == {card for card in hand.five if card.rank is rank}


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        # The filler of a full house is two cards, its triple three.
        (["9c 9d 9h 5s 5c", "9s 9d 9h 4s 4c"], ["5s 5c", "4s 4c"]),
        (["9c 9d 9h 5s 5c", "8s 8d 8h As Ac"], ["9c 9d 9h", "8s 8d 8h"]),
        (["Ac Ad 7h 7s Kc", "Ah As 6h 6s Kd"], ["7h 7s", "6h 6s"]),
        (["Ac Ad Kh 7s 4c", "Ah As Kd 7c 3c"], ["4c", "3c"]),
        (["6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"], ["6c", "5c"]),
        (["5c 5d 5h 5s Kc", "5c 5d 5h 5s Qc"], ["Kc", "Qc"]),
        (["Ac Jc 9c 5c 2c", "Ad Jd 8d 7d 2d"], ["9c", "8d"]),
        # Between categories the winning combination says it all.
        (["2c 2d 5h 4s 3c", "Ac Kd Qh Js 9c"], ["2c 2d", ""]),
        (["Ac Kd Qh Js 9c", "Ah Ks Qd Jc 9d"], ["", ""]),
        # The third hand has no part in the decision between the first two.
        (["Ac Ad Kh 7s 4c", "Ah As Kd 7c 3c", "Qc Qd Kh 7s 4c"], ["4c", "3c", ""]),
    ],
)
def test_deciding_cards(hands, cards):
    result = compare([parse_cards(hand) for hand in hands])
    assert [format_cards(result.deciding_cards(seat)) for seat in range(len(hands))] == cards


@given(tables())
def test_playing_cards_come_from_board_and_hand(table):
    board, holes = table
    result = compare_with_board(board, holes)
    for seat, hole in enumerate(holes):
        five = result.hands[seat].five
        assert set(result.from_board(seat)) == set(five) & set(board)
        assert set(result.from_hand(seat)) == set(five) & set(hole)


@given(tables())
def test_the_board_plays_when_nobody_beats_it(table):
    board, holes = table
    result = compare_with_board(board, holes)
    nobody = all(best_with_board(board, h).rank == best_five(board).rank for h in holes)
    assert result.board_plays is nobody
    if nobody:
        assert result.winners == tuple(range(len(holes)))
        assert not any(result.from_hand(seat) for seat in range(len(holes)))


def test_independent_hands_have_no_board():
    result = compare([parse_cards("As Kd 9h 5s 2c"), parse_cards("As Kd 9h 5s 3c")])
    assert not result.board_plays
    assert result.from_board(0) == ()
    assert result.from_hand(0) == result.hands[0].five


@pytest.mark.parametrize(
    ("board", "holes", "from_hand", "winners"),
    [
        # The board plays.
        ("Tc Jd Qh Ks Ac", ["2c 2d", "9h 9s"], ["", ""], (0, 1)),
        # A counterfeited pair: the board's two pair are better, the ace kicker wins.
        ("Kh Ks 9c 9d 2h", ["3c 3d", "Ac 7d"], ["3c", "Ac"], (1,)),
        ("Kh Ks 9c 9d Ah", ["3c 3d", "7c 6d"], ["", ""], (0, 1)),
        # Nobody plays the board, and yet the hands tie.
        ("Kh Qs 9c 5d 2h", ["Ac 3d", "As 4d"], ["Ac", "As"], (0, 1)),
        # One plays the board and loses.
        ("4c 5d 6h 7s 8c", ["Ac Kd", "9d 3c"], ["", "9d"], (1,)),
        # Two, one and no hole card.
        ("Kh Kd 7c 7s Jh", ["7d 7h", "Ks 2c", "4c 3d"], ["7d 7h", "Ks", ""], (0,)),
    ],
)
def test_which_cards_come_from_the_hand(board, holes, from_hand, winners):
    result = compare_with_board(parse_cards(board), [parse_cards(hole) for hole in holes])
    assert [format_cards(result.from_hand(seat)) for seat in range(len(holes))] == from_hand
    assert result.winners == winners


# --- refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1])
def test_one_hand_is_no_comparison(count):
    with pytest.raises(ValueError, match="at least two hands"):
        compare([DECK[:5]] * count)


@pytest.mark.parametrize(
    "holes", [["Jc 9d", "Ah Kh"], ["Ac 9d", "9d Kh"], ["Ac Ac", "9d Kh"]], ids=str
)
def test_a_card_stands_once_on_the_whole_table(holes):
    board = parse_cards("Jc 4s 2d 8h Qs")
    cards = [[card for text in hole.split() for card in parse_cards(text)] for hole in holes]
    with pytest.raises(DuplicateCardError):
        compare_with_board(board, cards)


def test_too_few_cards_on_the_table():
    with pytest.raises(CardCountError):
        compare_with_board((), [parse_cards("As Kd"), parse_cards("Ac Kc")])


def test_roles_are_all_used():
    assert {step.role for steps in STEPS.values() for step in steps} == set(Role)
