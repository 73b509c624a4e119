"""How much is said of what was typed."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.combinations import Objection
from rules.games import find_game
from rules.games.actions import Act
from rules.games.base import PayTable, make_rows
from rules.games.settlement import Ending, ExchangeError
from rules.lookup.answering import answer, answer_showdown
from rules.lookup.inquiry import read_inquiry
from rules.lookup.legality import UndecidedError

FLUSH_AND_STRAIGHT = {"player": "KhQhJhTs9h7h", "dealer": "AsAc2d3c8d"}


def with_rules(game, tables=None, **switches):
    ruleset = find_game(game).default_ruleset()
    return replace(
        ruleset,
        switches={**ruleset.switches, **switches},
        tables={**ruleset.tables, **(tables or {})},
    )


def asked(game="russian-poker", switches=None, tables=None, **query):
    inquiry = read_inquiry({key: [text] for key, text in {"game": game, **query}.items()})
    find = answer if inquiry.game.bets else answer_showdown
    return find(inquiry, with_rules(game, tables, **(switches or {})))


def missing(found):
    return {one.field.key: (one.found, one.needed) for one in found.missing}


def noted(found):
    return [(note.bet or note.act.value, note.error.rule.key) for note in found.notes]


# --- incomplete ------------------------------------------------------------------------------


def test_a_hand_alone_is_named():
    found = asked(player="AsAcKdKs8d")
    assert str(found.hands["player"].rank) == "two pair AK8"
    assert missing(found) == {"dealer": (0, 5)}
    assert found.settlement.wagers == ()
    assert found.decision is None


def test_too_few_cards_are_counted():
    found = asked(player="AsAcKd")
    assert (found.hands, found.settlement) == ({}, None)
    assert missing(found)["player"] == (3, 5)


def test_the_dealers_hand_alone_has_game_or_not():
    assert asked(dealer="AsKd7h3c2c").has_game is True
    assert asked(dealer="AsQd7h3c2c").has_game is False
    assert asked(dealer="AsKd7h3c2c", switches={"qualifier": "pair"}).has_game is False


def test_two_hands_without_bets_are_compared():
    found = asked(player="AsAcKdKs8d", dealer="QsQd9h6c3d")
    assert found.settlement.ending is Ending.WIN
    assert found.decision.stronger == found.hands["player"].rank


def test_bets_that_need_the_dealer_wait():
    found = asked(player="8s8h8dKcKd", ante="10", bet="20", bonus="5")
    assert found.settlement.net == {"bonus": 500}
    assert found.waiting == ("ante", "bet")


def test_a_bonus_waits_where_it_shares_a_maximum_with_the_bet():
    shared = {"max_payout": "1000", "max_payout_scope": "bet+bonus"}
    found = asked(player="8s8h8dKcKd", ante="10", bet="20", bonus="5", switches=shared)
    assert found.waiting == ("ante", "bet", "bonus")


def test_aa_is_settled_on_the_flop():
    found = asked("casino-holdem", player="AsAc", board="KdKs8d", ante="10", aa="10")
    assert found.settlement.net == {"aa": 70}
    assert found.waiting == ("ante",)
    assert str(found.hands["player"].rank) == "two pair AK8"


def test_the_flop_alone_compares_nothing():
    found = asked("ultimate-texas-holdem", player="AsAc", dealer="2c3c", board="KdKs8d", trips="5")
    assert found.settlement is None
    assert found.has_game is None
    assert found.waiting == ("trips",)


def test_what_cannot_be_read_stops_the_money_but_not_the_names():
    found = asked(player="AsAcKdKs8d", dealer="Xx", ante="10")
    assert "player" in found.hands
    assert found.settlement is None


def test_an_exchange_that_is_none_is_a_problem():
    found = asked(player="AsAcKdKs8d", dealt="AsAcKdKs8d", ante="10", dealer="QsQd9h6c3d")
    assert isinstance(found.problem, ExchangeError)


@pytest.mark.parametrize(("key", "cards"), [("dealt", "AsAc"), ("after", "QsJd")])
def test_a_hand_aside_that_is_not_complete_stops_the_money(key, cards):
    found = asked(player="AsAcKdKs8d", dealer="QsJd9h6c3d", bonus="5", **{key: cards})
    assert found.settlement is None
    assert missing(found) == {key: (2, 5)}


def test_a_bought_game_needs_the_hand_before_it():
    found = asked(player="AsAcKdKs8d", after="QsJd9h6c3d", ante="10")
    assert found.settlement is None
    assert missing(found) == {"dealer": (0, 5)}


def test_a_bought_game_counts():
    found = asked(
        player="AsAcKdKs8d", dealer="KcQd9h6c3d", after="3hQd9h6c3d", ante="10", bet="20"
    )
    assert found.has_game is True
    assert found.settlement.net["bet"] == 40


# --- the second combination ------------------------------------------------------------------


def refusals(**query):
    return [(str(one.combination), one.objection) for one in asked(**query).refused]


def test_two_combinations_leave_nothing_to_explain():
    found = asked(**FLUSH_AND_STRAIGHT)
    assert [one.label for one in found.combinations] == ["flush", "straight"]
    assert found.refused == ()


def test_why_ace_and_king_are_no_second():
    assert refusals(player="AsAcKdKs8d") == [("ace-king: As Kd", Objection.NO_NEW_CARD)]


def test_a_house_that_pays_one():
    one = asked(**FLUSH_AND_STRAIGHT, switches={"double_combination": "off"})
    assert [r.switch for r in one.refused] == ["double_combination"]
    assert one.refused[0].combination.label == "straight"


def test_a_straight_that_counts_once():
    no_pairs = PayTable(make_rows("straight 4"))
    found = asked(
        player="9s8h7d6c5s9h",
        switches={"dup_straight": "straight_plus_pair"},
        tables={"bet": no_pairs},
    )
    assert [(r.combination.label, r.switch) for r in found.refused] == [
        ("straight", "dup_straight"),
        ("pair", None),
    ]


@pytest.mark.parametrize(
    ("player", "dup_straight", "expected"),
    [
        ("KhQhJhTs9h7h", "two_straights", ["double_combination"]),
        ("KhQhJhTs9h7h", "straight_plus_pair", ["double_combination"]),
        ("9s8h7d6c5s9h", "two_straights", ["double_combination", "dup_straight"]),
        ("AsAcKdKs8d", "two_straights", []),
        ("QsJd9h6c3d", "two_straights", []),
        # The first is a straight flush, beside which the same ranks are another category.
        ("9h8h7h6h5h9s", "two_straights", ["double_combination"]),
        ("9h8h7h6h5h9s", "straight_plus_pair", ["double_combination"]),
    ],
)
def test_the_rules_behind_the_second(player, dup_straight, expected):
    found = asked(player=player, switches={"dup_straight": dup_straight})
    assert list(found.second_switches) == expected


def test_a_pair_may_be_second_because_the_straight_counts_once():
    pairs = PayTable(make_rows("straight 4, pair 1"))
    found = asked(
        player="9s8h7d6c5s9h",
        switches={"dup_straight": "straight_plus_pair"},
        tables={"bet": pairs},
    )
    assert [one.label for one in found.combinations] == ["straight", "pair"]
    assert found.second_switches == ("double_combination", "dup_straight")


def test_a_hand_that_is_no_combination_has_nothing_to_refuse():
    assert asked(player="QsJd9h6c3d").refused == ()


# --- what could not have been placed -----------------------------------------------------------


def test_a_right_round_has_no_notes():
    assert noted(asked(**FLUSH_AND_STRAIGHT, ante="10", bet="20", fee="10", bonus="5")) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"ante": "12", "bet": "24"}, [("ante", "ante"), ("buy-card", "sixth_card_price")]),
        ({"ante": "10", "bet": "30", "fee": "10"}, [("bet", "bet_multiple")]),
        ({"ante": "10", "bet": "20"}, [("buy-card", "sixth_card_price")]),
        ({"ante": "10", "bet": "20", "fee": "5"}, [("fee", "sixth_card_price")]),
        ({"bonus": "5"}, [("bonus", ""), ("buy-card", "")]),
        (
            {"ante": "10", "bet": "20", "fee": "10", "insurance": "100"},
            [("insurance", "insurance_max")],
        ),
    ],
)
def test_russian_poker(query, expected):
    assert noted(asked(**FLUSH_AND_STRAIGHT, **query)) == expected


def test_a_price_for_nothing():
    found = asked(player="AsAcKdKs8d", dealer="QsQd9h6c3d", ante="10", bet="20", fee="10")
    assert noted(found) == [("fee", "")]


def test_an_exchange_and_a_bought_game():
    found = asked(
        player="AsAcKdKs8d",
        dealt="AsAc2d2s8d",
        dealer="QsQd9h6c3d",
        after="QsQd9h6c3h",
        ante="10",
        bet="20",
        switches={"exchange_price": "per_card"},
    )
    # The dealer had game, so that these cards cannot lie there.
    assert found.problem is not None
    found = asked(
        player="AsAcKdKs8d",
        dealt="AsAc2d2s8d",
        dealer="QsJd9h6c3d",
        after="4sJd9h6c3d",
        ante="10",
        bet="20",
        fee="10",
        bought_game="10",
        switches={"exchange_price": "per_card", "buy_game": "off"},
    )
    assert noted(found) == [("fee", "exchange_price"), ("buy-game", "buy_game")]


def test_an_insured_hand_does_not_fold():
    found = asked(player="8s8h8dKc2d", ante="10", insurance="10", folded="1", dealer="QsQd9h6c3d")
    assert found.problem is not None
    assert found.settlement is None


SWAP = {"player": "8s8h8dQc4s", "dealer": "9hKdJs6c2s", "ante": "20", "bet": "40"}
GONE = {"highest": "Kd", "lowest": "2s", "first": "9h"}


@pytest.mark.parametrize("card", ["Kd", "2s", "9h", "Js"])
@pytest.mark.parametrize("due", GONE)
@pytest.mark.parametrize("at", [0, 4])
def test_the_card_that_a_bought_game_replaces(due, card, at):
    kept = [SWAP["dealer"][i : i + 2] for i in range(0, 10, 2)]
    kept.remove(card)
    kept.insert(at, "Ad")
    switches = {"buy_game_card": due}
    found = asked(**SWAP, after="".join(kept), bought_game="20", switches=switches)
    assert noted(found) == ([] if card == GONE[due] else [("buy-game", "buy_game_card")])
    for note in found.notes:
        assert (note.error.params["card"], note.error.params["due"]) == (card, GONE[due])


@pytest.mark.parametrize(
    ("after", "redraw", "expected"),
    [
        ("9hKhJs6c2s", "yes", ["redraw_same_rank"]),
        ("9hKhJs6c2s", "no", []),
        ("9hQhJs6c2s", "yes", []),
        # The rank of a card that stays is no reason to draw again.
        ("9hJhJs6c2s", "yes", []),
        ("9hKdJs6c2h", "yes", ["buy_game_card", "redraw_same_rank"]),
        ("9hKdJs6c2h", "no", ["buy_game_card"]),
        ("9hKdJs6cKh", "yes", ["buy_game_card"]),
    ],
)
def test_a_bought_card_of_the_same_rank(after, redraw, expected):
    switches = {"redraw_same_rank": redraw}
    found = asked(**SWAP, after=after, bought_game="20", switches=switches)
    assert noted(found) == [("buy-game", key) for key in expected]


def test_where_no_game_is_sold_no_card_is_the_right_one():
    switches = {"buy_game": "off"}
    found = asked(**SWAP, after="9hKdJs6c2h", bought_game="20", switches=switches)
    assert noted(found) == [("buy-game", "buy_game")]


def test_a_swap_is_judged_without_an_ante_too():
    found = asked(player=SWAP["player"], dealer=SWAP["dealer"], after="9hKdJs6cAs", bet="20")
    assert ("buy-game", "buy_game_card") in noted(found)


FULL = "Jh9h4h8c2d"


@pytest.mark.parametrize(
    ("game", "query", "undecided"),
    [
        ("ultimate-texas-holdem", {"ante": "10", "blind": "10"}, ["play"]),
        ("ultimate-texas-holdem", {"ante": "10", "blind": "10", "play": "10"}, []),
        ("ultimate-texas-holdem", {"ante": "10", "blind": "10", "folded": "1"}, []),
        ("ultimate-texas-holdem", {"ante": "10", "blind": "10", "board": "Jh9h4h"}, []),
        ("ultimate-texas-holdem", {"ante": "10", "blind": "10", "dealer": ""}, []),
        ("ultimate-texas-holdem", {}, []),
        ("casino-holdem", {"ante": "10"}, ["call"]),
        ("casino-holdem", {"ante": "10", "aa": "5"}, ["call"]),
        ("casino-holdem", {"ante": "10", "call": "20"}, []),
        ("casino-holdem", {"ante": "10", "folded": "1"}, []),
        ("casino-holdem", {"ante": "10", "aa": "5", "board": "Jh9h4h"}, []),
        ("russian-poker", {"ante": "20"}, ["bet"]),
        ("russian-poker", {"ante": "20", "bonus": "5"}, ["bet"]),
        ("russian-poker", {"ante": "20", "dealer": "KsKdJs6c2s"}, ["bet"]),
        ("russian-poker", {"ante": "20", "bet": "40"}, []),
        ("russian-poker", {"ante": "20", "folded": "1"}, []),
        ("russian-poker", {"ante": "20", "dealer": ""}, []),
        ("russian-poker", {}, []),
    ],
)
def test_a_hand_is_played_or_folded(game, query, undecided):
    cards = {"player": "Ah7h", "dealer": "KsKd", "board": FULL}
    if game == "russian-poker":
        cards = {"player": "8s8h8dQc4s", "dealer": "KdJs9h6c2s"}
    found = asked(game, **{**cards, **query})
    told = [note.bet for note in found.notes if isinstance(note.error, UndecidedError)]
    assert told == undecided


BOARD = {"player": "AhQh", "board": "KhJh8d2h3c", "dealer": "8c9d"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"ante": "10", "blind": "10", "play": "40"}, []),
        ({"ante": "10", "blind": "10", "play": "20"}, []),
        ({"ante": "10", "blind": "10", "play": "20", "stage": "flop"}, []),
        ({"ante": "10", "blind": "10", "play": "20", "stage": "river"}, ["play"]),
        ({"ante": "10", "blind": "10", "play": "50"}, ["play"]),
        ({"ante": "10", "blind": "5", "play": "40"}, ["blind"]),
        ({"ante": "10", "play": "40"}, ["play"]),
    ],
)
def test_ultimate_texas_holdem(query, expected):
    found = asked("ultimate-texas-holdem", **BOARD, **query)
    assert [note.bet for note in found.notes] == expected


def test_stakes_of_all_streets_are_named():
    [note] = asked("ultimate-texas-holdem", **BOARD, ante="10", blind="10", play="50").notes
    assert note.error.params["stakes"] == "10 / 20 / 30 / 40"


def test_casino_holdem():
    found = asked("casino-holdem", **BOARD, ante="10", call="10", aa="5")
    assert [(note.bet, note.act) for note in found.notes] == [("call", Act.BET)]


# --- players against each other --------------------------------------------------------------

TABLE = {"p1": "AsAc", "p2": "QcQs", "p3": "2c2s", "board": "KdKs8d9c9s"}


def test_a_showdown_without_money():
    found = asked("texas-holdem", **TABLE)
    assert found.winners == (1,)
    assert found.pots is None
    assert found.missing == ()


def test_side_pots():
    found = asked("texas-holdem", **TABLE, c1="10", c2="30", c3="35")
    assert found.pots.amounts == {1: 30, 2: 40, 3: 5}


def test_a_folded_seat_is_not_compared():
    found = asked("texas-holdem", **TABLE, c1="10", c2="30", c3="30", out="1")
    assert found.winners == (2,)
    assert found.pots.amounts == {2: 70}


def test_a_low_hand_wins_where_the_house_says_so():
    assert asked("texas-holdem", **TABLE, switches={"lowball": "27"}).winners != (1,)


def test_high_and_low():
    cards = {"p1": "AsAc", "p2": "4c5s", "board": "2d3s8dKcKs"}
    found = asked("texas-holdem", **cards, c1="10", c2="10", switches={"hi_lo": "on"})
    assert found.winners == (1,)
    assert found.pots.amounts == {1: 10, 2: 10}
    assert set(found.lows) >= {2}


def test_a_seat_without_cards_cannot_win():
    found = asked("texas-holdem", p1="AsAc", p2="QcQs", board="KdKs8d9c9s", c1="5", c2="5", c4="5")
    assert found.problem.params == {"seat": 4}


def test_the_board_is_missing():
    found = asked("texas-holdem", p1="AsAc", p2="QcQs", board="KdKs8d")
    assert str(found.hands["p1"].rank) == "two pair AK8"
    assert missing(found) == {"board": (3, 5)}
    assert found.comparison is None


def test_money_is_exact():
    found = asked("ultimate-texas-holdem", **BOARD, ante="5", blind="5", play="5")
    assert found.settlement.wager("blind").profit == Fraction(15, 2)
