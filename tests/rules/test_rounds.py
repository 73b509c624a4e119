"""The table “who pays what” against worked settlements, and its lines among themselves."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from django.template.loader import get_template

from rules.engine.cards import parse_cards
from rules.engine.combinations import paid_combinations
from rules.engine.ranking import rank_hand
from rules.games import casino_holdem, find_game, games, ultimate_texas_holdem
from rules.games.base import Outcome
from rules.rounds import rounds
from rules.rounds.base import Ending, Gets
from tests.rules.games.five_card_classes import five_card_classes

DATA = Path(__file__).parents[1] / "data" / "main_bets.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text().splitlines()]
AGAINST_A_DEALER = [key for key, played in rounds().items() if played.situations]


def test_every_game_has_its_round_and_its_words():
    assert set(rounds()) == set(games())
    for key in games():
        get_template(f"rules/games/{key}.html")


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_one_line_and_only_one_tells_how_a_box_comes_out(game):
    for ending, has_game in product(Ending, (True, False)):
        lines = [s for s in rounds()[game].situations if s.covers(ending, has_game)]
        assert len(lines) == 1, (ending, has_game)


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_columns_are_bets_of_the_game_and_paid_by_tables_that_exist(game):
    played, paid = rounds()[game], {slot.bet for slot in find_game(game).tables}
    assert set(played.bets) <= {bet.key for bet in find_game(game).bets}
    for situation in played.situations:
        assert set(situation.gets) <= set(played.bets)
        assert {bet for bet, gets in situation.gets.items() if gets is Gets.TABLE} <= paid


def test_no_bet_is_paid_to_a_lower_hand_where_the_dealer_has_game():
    for game in AGAINST_A_DEALER:
        for situation in rounds()[game].situations:
            if situation.covers(Ending.LOWER, has_game=True):
                assert not {Gets.EVEN, Gets.TABLE} & set(situation.gets.values())


def settle(row):
    """What each bet gets by the table of the page, under Reference's rules."""
    played, ruleset = rounds()[row["game"]], find_game(row["game"]).default_ruleset()
    board = parse_cards(row.get("board", ""))
    player, dealer = parse_cards(row["player"]), parse_cards(row["dealer"])
    mine, other = rank_hand([*player, *board]), rank_hand([*dealer, *board])
    ending = Ending.HIGHER if mine > other else Ending.LOWER
    if row.get("folded"):
        ending = Ending.FOLD
    elif mine == other:
        ending = Ending.EQUAL
    has_game = played.qualifies(other, ruleset)
    [line] = [s for s in played.situations if s.covers(ending, has_game)]
    cards = (*player, *board)
    return {
        bet: profit(line.gets[bet], Fraction(stake), bet, cards, ruleset)
        for bet, stake in row["bets"].items()
    }


def profit(gets, stake, bet, cards, ruleset):
    if gets is not Gets.TABLE:
        return {Gets.EVEN: stake, Gets.PUSH: 0, Gets.TAKE: -stake}[gets]
    [slot] = [slot for slot in find_game(ruleset.game).tables if slot.bet == bet]
    table = ruleset.tables[slot.key]
    if rounds()[ruleset.game].doubles:
        paid = paid_combinations(cards, lambda rank: table.row_for(rank).pays)
        return stake * sum(table.row_for(combination.rank).pays for combination in paid)
    row = table.row_for(rank_hand(cards))
    if row is None:
        return 0 if table.otherwise is Outcome.PUSH else -stake
    return stake * row.pays


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_settlements(row):
    assert settle(row) == {bet: Fraction(net) for bet, net in row["net"].items()}


def test_the_worked_settlements_reach_every_line():
    reached = {(row["game"], bet, settle(row)[bet]) for row in ROWS for bet in row["bets"]}
    for game in AGAINST_A_DEALER:
        for bet in rounds()[game].bets:
            results = {
                (net > 0) - (net < 0) for key, name, net in reached if (key, name) == (game, bet)
            }
            assert results == {-1, 0, 1}, (game, bet)


@pytest.mark.parametrize(
    ("module", "weakest", "strongest_without"),
    [
        (ultimate_texas_holdem, "2s 2h 5d 4c 3s", "As Kd Qc Jh 9s"),
        (casino_holdem, "4s 4h 5d 3c 2s", "3s 3d Ac Kh Qs"),
    ],
)
def test_the_edge_of_having_game(module, weakest, strongest_without):
    ruleset = module.GAME.default_ruleset()
    edge = rank_hand(parse_cards(weakest))
    assert module.dealer_qualifies(edge, ruleset)
    assert not module.dealer_qualifies(rank_hand(parse_cards(strongest_without)), ruleset)
    for cards, _number in five_card_classes():
        rank = rank_hand(cards)
        assert module.dealer_qualifies(rank, ruleset) is (rank >= edge)


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_the_dealers_hands_lie_on_both_sides_of_the_edge(game):
    played = rounds()[game]
    for ruleset in rulesets(game):
        sides = {
            played.qualifies(rank_hand(parse_cards(hand)), ruleset) for hand in played.dealer_hands
        }
        assert sides == {True, False}


def rulesets(game):
    """Reference's rules, and for each value of the switch that moves the edge once more."""
    default = find_game(game).default_ruleset()
    yield default
    for switch in find_game(game).switches:
        if switch.key == "qualifier":
            for value in switch.values:
                yield replace(default, switches={**default.switches, "qualifier": value})
