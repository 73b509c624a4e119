"""The examples of the table “who pays what”, and the edge of having game."""

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, cycle

import pytest
from django.template.loader import get_template

from rules.engine.cards import Card, Rank, Suit
from rules.engine.ranking import rank_hand
from rules.games import find_game, games, legal_actions
from rules.games.actions import Act, Move, Position, Stage, TooWeakError
from rules.rounds import courses
from tests.rules.games.five_card_classes import five_card_classes
from tests.rules.games.houses import house
from tests.rules.seen_rounds import AGAINST_A_DEALER, Seen, houses, key_of


def test_every_game_has_its_course_and_its_words():
    assert set(courses()) == set(games())
    for key in games():
        get_template(f"rules/games/{key}.html")


# --- the examples are what their situation says ----------------------------------------------


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_every_example_comes_to_its_situation(game):
    course = courses()[game]
    for ruleset in houses(game):
        for situation in course.situations(ruleset):
            assert situation.examples
            for example in situation.examples:
                key = key_of(Seen(example.round, ruleset), game)
                assert key == {"too-weak": "no-game"}.get(situation.key, situation.key)


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_no_situation_stands_twice(game):
    for ruleset in houses(game):
        situations = courses()[game].situations(ruleset)
        for told in ("key", "name"):
            assert len({getattr(each, told) for each in situations}) == len(situations)


def test_what_a_name_leaves_open_is_shown_both_ways():
    def seen(game, key):
        ruleset = house(game)
        [situation] = [s for s in courses()[game].situations(ruleset) if s.key == key]
        return [Seen(example.round, ruleset) for example in situation.examples]

    assert {s.has_game for s in seen("ultimate-texas-holdem", "tie")} == {True, False}
    assert {s.ending for s in seen("casino-holdem", "no-game")} == {"win", "tie", "loss"}
    assert {s.ending for s in seen("russian-poker", "no-game")} == {"win", "loss"}


# --- the examples are played by the rules ----------------------------------------------------


def moves(game, example):
    """The round as (position without its bets, move), in the order of play."""
    round_, bets = example.round, dict(example.bets)

    def put(stage, *names, player=()):
        position = Position(stage, player=player, dealer=round_.dealer)
        return [(position, Move(Act.BET, bet, stake=bets[bet])) for bet in names if bet in bets]

    decide = Position({"casino-holdem": Stage.FLOP}.get(game, Stage.RIVER))
    fold = [(decide, Move(Act.FOLD))] if round_.folded else []
    if game == "ultimate-texas-holdem":
        return [*put(Stage.BETTING, "ante", "blind", "trips"), *put(Stage.PREFLOP, "play"), *fold]
    if game == "casino-holdem":
        return [*put(Stage.BETTING, "ante", "aa"), *put(Stage.FLOP, "call"), *fold]
    five = round_.dealt or round_.player[:5]
    dealt = Position(Stage.DEALT, player=five)
    played = put(Stage.BETTING, "ante", "bonus")
    if len(round_.player) == 6:
        played.append((dealt, Move(Act.BUY_CARD, stake=bets["fee"])))
    if round_.dealt:
        count = len(set(round_.dealt) - set(round_.player))
        played.append((dealt, Move(Act.EXCHANGE, stake=bets["fee"], count=count)))
    played += put(Stage.DEALT, "insurance", "bet", player=round_.player)
    if round_.dealer_after:
        buys = Position(Stage.NO_GAME, player=round_.player, dealer=round_.dealer)
        played.append((buys, Move(Act.BUY_GAME, stake=bets["bought_game"])))
    return played + ([(dealt, Move(Act.FOLD))] if round_.folded else [])


def play(game, example, ruleset):
    """Play it move by move. Raises: IllegalMoveError."""
    bets, exchanged = {}, 0
    for position, move in moves(game, example):
        now = replace(position, bets=dict(bets), exchanged=exchanged)
        option = legal_actions(now, ruleset).require(move)
        if option.prices:
            assert option.prices[move.count] == move.stake
        if move.act is Act.BET:
            bets[move.bet] = move.stake
        elif move.act is Act.BUY_GAME:
            bets["bought_game"] = move.stake
        elif move.act in (Act.BUY_CARD, Act.EXCHANGE):
            bets["fee"] = move.stake
        exchanged = move.count or exchanged
    assert bets == example.bets


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_every_example_is_played_by_the_rules_of_the_house(game):
    for ruleset in houses(game):
        for situation in courses()[game].situations(ruleset):
            for example in situation.examples:
                if situation.key == "too-weak":
                    with pytest.raises(TooWeakError):
                        play(game, example, ruleset)
                else:
                    play(game, example, ruleset)


def test_stakes_are_those_that_the_house_takes():
    limits = find_game("russian-poker").limits
    dear = {bet: replace(each, minimum=each.minimum * 5) for bet, each in limits.items()}
    ruleset = house("russian-poker", limits=dear)
    for situation in courses()["russian-poker"].situations(ruleset):
        if situation.key != "too-weak":
            for example in situation.examples:
                play("russian-poker", example, ruleset)


@pytest.mark.parametrize("card", ["highest", "lowest", "first"])
def test_the_card_that_is_bought_replaces_the_one_that_the_house_says(card):
    ruleset = house("russian-poker", buy_game_card=card)
    bought = [
        example.round
        for situation in courses()["russian-poker"].situations(ruleset)
        for example in situation.examples
        if example.round.dealer_after
    ]
    assert len(bought) == 4
    for round_ in bought:
        [gone] = set(round_.dealer) - set(round_.dealer_after)
        [new] = set(round_.dealer_after) - set(round_.dealer)
        by_rank = sorted(round_.dealer, key=lambda each: each.rank)
        assert (
            gone == {"highest": by_rank[-1], "lowest": by_rank[0], "first": round_.dealer[0]}[card]
        )
        assert gone.rank is not new.rank


# --- the edge of having game -----------------------------------------------------------------


def hands_of_seven():
    """The best five of all seven ranks, flushes aside: those are above every edge."""
    for ranks in combinations_with_replacement(Rank, 7):
        if max(Counter(ranks).values()) <= 4:
            yield rank_hand(list(map(Card, ranks, cycle(Suit))))


@pytest.fixture(scope="module")
def possible():
    """All hands that a dealer can have, by whether there is a board."""
    five = sorted({rank_hand(cards) for cards, _number in five_card_classes()})
    return {False: five, True: sorted(set(hands_of_seven()))}


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (game, value)
        for game in AGAINST_A_DEALER
        for value in find_game(game).switch("qualifier").values
    ],
)
def test_the_dealers_hands_lie_on_both_sides_of_the_edge(possible, game, value):
    """The weakest that is game and the strongest that is none, of all that there can be."""
    course, ruleset = courses()[game], house(game, qualifier=value)
    hands = course.edge(ruleset)
    assert all(len(set(hand)) == (7 if course.board else 5) for hand in hands)
    with_game = [rank for rank in possible[course.board] if course.qualifies(rank, ruleset)]
    without = [rank for rank in possible[course.board] if not course.qualifies(rank, ruleset)]
    assert [rank_hand(hand) for hand in hands] == [min(with_game), *without[-1:]]
    # Whatever is stronger than the weakest with game has game.
    assert without == possible[course.board][: len(without)]


def test_only_a_house_that_asks_for_nothing_has_no_hand_without_game():
    alone = {
        (game, value)
        for game in AGAINST_A_DEALER
        for value in find_game(game).switch("qualifier").values
        if len(courses()[game].edge(house(game, qualifier=value))) == 1
    }
    assert alone == {("ultimate-texas-holdem", "none")}
