"""What the dealer says aloud: the same whatever was answered, and in whole sentences."""

import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import override

from rules.engine.cards import DECK, parse_cards
from rules.engine.ranking import rank_hand
from rules.games import settle
from rules.games.base import Outcome, PayHand, PayTable, make_rows, pay_hand
from rules.games.russian_poker import bet_combinations
from rules.games.settlement import Ending, Round
from tests.trainer.drills.cast import (
    EVERYTHING,
    FIRST,
    HOLDEM,
    NAMES,
    PAYS,
    RUSSIAN,
    WINS,
    deals,
    name,
    rules,
    some,
    stream,
)
from tests.trainer.drills.houses import house
from trainer.drills.base import LEVELS, Deal, Group, GroupRole, Result

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def pot(board, *holes):
    groups = [Group(GroupRole.BOARD, parse_cards(board))]
    groups += [Group(GroupRole.PLAYER, parse_cards(h), seat) for seat, h in enumerate(holes)]
    return Deal("which-hand-wins", HOLDEM, 2, tuple(groups))


def box(player, dealer):
    cards = parse_cards(player)
    mine = Group(GroupRole.PLAYER, cards, 0, bought=len(cards) == 6)
    groups = (mine, Group(GroupRole.DEALER, parse_cards(dealer)))
    return Deal("which-hand-wins", RUSSIAN, 2, groups)


def alone(player, board=""):
    groups = (Group(GroupRole.PLAYER, parse_cards(player), 0),)
    if board:
        groups += (Group(GroupRole.BOARD, parse_cards(board)),)
    return Deal("name-the-hand", HOLDEM if board else RUSSIAN, 2, groups)


def call_of(deal, ruleset=None):
    drill = NAMES if deal.drill == NAMES.key else WINS
    ruleset = ruleset or rules(deal.game)
    return drill.check(deal, drill.expected(deal, ruleset), ruleset).call


def said(call, deal, language="en"):
    """What stands between the quotation marks."""
    with override(language):
        html = render_to_string("trainer/_call.html", {"call": call, "table": {"deal": deal}})
    quoted = re.search(r"<q>(.*)</q>", html, re.DOTALL)[1]
    return re.sub(r"[ \n]+", " ", strip_tags(quoted)).strip()


@pytest.mark.parametrize(
    ("deal", "text"),
    [
        # One hand, nothing compared.
        (alone("As Kd 9h 4c 2s"), "Player has ace-king."),
        (alone("Ah 3d", "As Kd 9h 7c 2s"), "Player has a pair of aces."),
        (alone("Jh 3d", "As Kd 9h 7c 2s"), "Player has ace-high."),
        (alone("9s 9h 9d 6c 6s 6d"), "Player has a full house, nines over sixes."),
        # Russian poker: dealer, game, player, result.
        (
            box("Ks Kh 8d 5c 3d", "As Kd Qc 9h 2s"),
            "Dealer has ace-king: the dealer qualifies. Player has a pair of kings. "
            "The player wins.",
        ),
        (
            box("Qs Qh 8d 5c 3d", "Ks Kh 9d 5h 2s"),
            "Dealer has a pair of kings: the dealer qualifies. Player has a pair of queens. "
            "The dealer wins.",
        ),
        (
            box("Js Jd Kc 8h 4d 2s", "Jh Jc Kd 8c 4s"),
            "Dealer has a pair of jacks: the dealer qualifies. Player has a pair of jacks. "
            "Push: the bet is returned.",
        ),
        # The second combination, and the kickers down to the one that decides.
        (
            box("Kh Qh Jh Ts 9h 7h", "4s 4c 8d 5c 3d"),
            "Dealer has a pair of fours: the dealer qualifies. Player has a flush, king-high. "
            "Second combination: straight, king-high. The player wins.",
        ),
        (
            box("Ks Kh 8d 8h 2s 2c", "4s 4h 9d 5c 3d"),
            "Dealer has a pair of fours: the dealer qualifies. "
            "Player has two pair, kings and eights. "
            "Second combination: two pair, kings and twos. The player wins.",
        ),
        (
            box("8s 8d Ah Kc 5c", "8h 8c Ad Qc 5d"),
            "Dealer has a pair of eights, kickers ace, queen: the dealer qualifies. "
            "Player has a pair of eights, kickers ace, king. Second combination: ace-king. "
            "The player wins.",
        ),
        (
            box("As Kd Qc 9h 3s", "Ac Kh Qd 9c 2d"),
            "Dealer has ace-king, then queen, nine, two: the dealer qualifies. "
            "Player has ace-king, then queen, nine, three. The player wins.",
        ),
        # Not paid, not named: the player does not win.
        (
            box("8s 8d Ah Kc 5c", "9h 9c Ad Qc 5d"),
            "Dealer has a pair of nines: the dealer qualifies. Player has a pair of eights. "
            "The dealer wins.",
        ),
        (
            box("8s 8d Ah Kc 5c", "8h 8c Ad Kh 5d"),
            "Dealer has a pair of eights: the dealer qualifies. Player has a pair of eights. "
            "Push: the bet is returned.",
        ),
        (
            box("8s 8d Ah Kc 5c", "Qh 9c 7d 4c 2d"),
            "Dealer has queen-high: no game. The ante is paid, the bet is returned.",
        ),
        # Players among themselves.
        (pot("Ah Kd Tc 5s 3h", "Kc 9d", "As 6d"), "Player B wins with a pair of aces."),
        (
            pot("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"),
            "Player A wins with a pair of aces, kickers king, ten, nine.",
        ),
        (
            pot("Ah 7d 6c 5s 3h", "Ac Kd", "As Qd"),
            "Player A wins with a pair of aces, king kicker.",
        ),
        (
            pot("9h 9d 5c 5s Kd", "Kc 4d", "Ah 3c", "As 4h"),
            "Player A wins with two pair, kings and nines.",
        ),
        (
            pot("Ah Kh 8h 3h 2c", "Qh 4d", "Jh 4c"),
            "Player A wins with a flush, ace-high, then king, queen.",
        ),
        (
            pot("As Kd 9h 7c 2s", "Qh 3d", "Jh 3c"),
            "Player A wins with ace-high, then king, queen.",
        ),
        (
            pot("Ah Kd Tc Ts 6h", "Ac 9d", "As 6d", "Qc 2c"),
            "Split pot, Player A and Player B: two pair, aces and tens.",
        ),
        (
            pot("7h 8d 9c Ts 2h", "Jc 3d", "Jh 4s", "Jd 3c", "2c 2d"),
            "Split pot, Player A, Player B and Player C: straight, jack-high.",
        ),
        (
            pot("As Ks Qs Js Ts", "2c 3d", "4h 5h"),
            "The board plays: royal flush. Split pot.",
        ),
    ],
)
def test_how_a_dealer_says_it(deal, text):
    assert said(call_of(deal), deal) == text


def test_the_call_is_marked_up_as_speech():
    deal = alone("As Kd 9h 4c 2s")
    html = render_to_string("trainer/_call.html", {"call": call_of(deal), "table": {"deal": deal}})
    assert "<q>Player has ace-king." in html
    assert "Dealer’s call" in html
    assert render_to_string("trainer/_call.html", {"call": None}).strip() == ""


@pytest.mark.parametrize("level", LEVELS)
def test_the_second_combination_is_named_where_it_is_paid(level):
    named = 0
    for deal in deals(WINS, RUSSIAN, level, 400):
        call = call_of(deal)
        own, dealer = rank_hand(deal.players[0].cards), rank_hand(deal.dealer)
        assert call.qualifies
        assert [said.rank for said in call.hands] == [dealer, own]
        results = {1: Result.PLAYER, 0: Result.TIE, -1: Result.DEALER}
        assert call.result is results[(own > dealer) - (own < dealer)]
        paid = bet_combinations(deal.players[0].cards, rules(RUSSIAN))
        second = paid[1].rank if own > dealer and len(paid) > 1 else None
        assert call.hands[1].second == second
        named += second is not None
    # Five cards hold two combinations only with ace-king.
    assert named >= (3 if level == 1 else 10)


def test_the_second_combination_follows_the_table_of_the_house():
    ruleset = rules(RUSSIAN)
    table = PayTable(make_rows("flush 5, pair 1"))
    poor = replace(ruleset, tables={**ruleset.tables, "bet": table})
    deal = box("Kh Qh Jh Ts 9h 7h", "4s 4c 8d 5c 3d")
    assert call_of(deal).hands[1].second is not None
    assert call_of(deal, poor).hands[1].second is None


def test_a_house_that_asks_for_a_pair():
    strict = house(RUSSIAN, qualifier="pair")
    deal = box("Ks Kh 8d 5c 3d", "As Kd Qc 9h 2s")
    assert said(call_of(deal, strict), deal) == (
        "Dealer has ace-king: no game. The ante is paid, the bet is returned."
    )
    returning = house(RUSSIAN, qualifier="pair", ante_on_no_game="push")
    assert said(call_of(deal, returning), deal) == (
        "Dealer has ace-king: no game. Ante and bet are returned."
    )


def boxes(count):
    """Five or six cards against five, of which nothing is asked."""
    for number in range(count):
        cards = stream(number, "boxes").shuffled(DECK)
        own, dealer = cards[: 5 + number % 2], cards[6:11]
        yield box(*(" ".join(map(str, group)) for group in (own, dealer)))


ENDINGS = {
    Ending.NO_GAME: Result.NO_GAME,
    Ending.WIN: Result.PLAYER,
    Ending.TIE: Result.TIE,
    Ending.LOSS: Result.DEALER,
}


@pytest.mark.parametrize("qualifier", ["ace-king", "pair"])
@pytest.mark.parametrize("ante", ["pay", "push"])
@pytest.mark.parametrize("double", ["on", "off"])
def test_the_call_is_what_the_house_settles(qualifier, ante, double):
    ruleset = house(RUSSIAN, qualifier=qualifier, ante_on_no_game=ante, double_combination=double)
    results = Counter()
    for deal in boxes(250):
        verdict = WINS.check(deal, WINS.expected(deal, ruleset), ruleset)
        call, own = verdict.call, deal.players[0].cards
        dealers = pay_hand(rank_hand(deal.dealer))
        game = dealers >= (PayHand.PAIR if qualifier == "pair" else PayHand.ACE_KING)
        stakes = {"ante": Decimal(10), "bet": Decimal(20)}
        settlement = settle(Round(own, deal.dealer), stakes, ruleset)

        assert call.qualifies is settlement.dealer_qualifies is game
        assert call.result is ENDINGS[settlement.ending]
        assert call.ante is (None if game else Outcome(ante))
        assert verdict.winners == {
            Result.PLAYER: (0,),
            Result.DEALER: (-1,),
            Result.TIE: (-1, 0),
        }.get(call.result, verdict.winners)
        won = game and call.result is Result.PLAYER
        held = bet_combinations(own, house(RUSSIAN))
        second = held[1].rank if won and len(held) > 1 else None
        if game:
            assert call.hands[1].second == (second if double == "on" else None)
        assert ("qualifier" in verdict.switches) is (dealers is PayHand.ACE_KING)
        assert ("ante_on_no_game" in verdict.switches) is (not game)
        assert ("double_combination" in verdict.switches) is (second is not None)
        results[call.result] += 1
    assert min(results[result] for result in ENDINGS.values() if result is not Result.TIE) >= 30


def test_a_straight_with_one_rank_twice_turns_on_the_house():
    deal = box("9s 8h 7d 6c 5s 9h", "4s 4c 8d Kc 3d")
    for value, second in (("two_straights", "straight"), ("straight_plus_pair", "pair")):
        ruleset = house(RUSSIAN, dup_straight=value)
        verdict = WINS.check(deal, WINS.expected(deal, ruleset), ruleset)
        assert verdict.call.hands[1].second.category.label == second
        assert verdict.switches == ("double_combination", "dup_straight")


def test_the_second_combination_alone_is_paid_and_named():
    table = PayTable(make_rows("pair 1"))
    ruleset = house(RUSSIAN, {"bet": table})
    deal = box("Kh Qh Jh Ts 9h 9c", "4s 4c 8d 5c 3d")
    assert said(call_of(deal, ruleset), deal).endswith(
        "Player has a straight, king-high. Second combination: pair of nines. The player wins."
    )


@pytest.mark.parametrize("level", LEVELS)
def test_the_winners_of_a_pot_are_named(level):
    results = set()
    for deal in deals(WINS, HOLDEM, level, 300):
        verdict = WINS.check(deal, WINS.expected(deal, rules(HOLDEM)), rules(HOLDEM))
        call = verdict.call
        assert tuple(each.seat for each in call.hands) == verdict.winners
        results.add(call.result)
        best = {rank_hand([*deal.board, *deal.players[seat].cards]) for seat in verdict.winners}
        assert {each.rank for each in call.hands} == best
        if call.result is Result.BOARD_PLAYS:
            assert best == {rank_hand(deal.board)}
        else:
            assert (call.result is Result.SPLIT) is (len(verdict.winners) > 1)
    assert results == {Result.POT, Result.SPLIT, Result.BOARD_PLAYS}


@pytest.mark.soak
@pytest.mark.parametrize(("drill", "game", "level"), EVERYTHING, ids=name)
def test_calls_are_whole_sentences_in_every_language(drill, game, level):
    for number, deal in enumerate(deals(drill, game, level, some(60))):
        verdict = drill.check(deal, drill.expected(deal, rules(game)), rules(game))
        if (drill, game, level) in FIRST:
            assert (verdict.call is None) is (drill is PAYS)
        if verdict.call is None:
            continue
        text = said(verdict.call, deal, LANGUAGES[number % len(LANGUAGES)])
        assert re.fullmatch(r"[A-ZА-ЯІЇЄҐ].+[.]", text), text
        assert not re.search(r"[{}%<>]|None|\(\)|  |\.\.|[a-zа-яіїєґ]\.[^ ]", text), text
