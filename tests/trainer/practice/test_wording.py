"""Answers and mistakes in words."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.engine.cards import Rank, parse_cards
from rules.engine.ranking import rank_hand
from rules.games import games
from rules.games.base import Bound, Outcome, PayHand, PayRow
from tests.trainer.drills.cast import kept_deal, rules
from trainer.drills import drills, find_drill
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    HandAnswer,
    MoneyAnswer,
    Option,
    Question,
    SeatsAnswer,
    SidesAnswer,
    Wager,
)
from trainer.drills.halves import HALVES
from trainer.practice import wording


def deal(*players, dealer="", game="texas-holdem", wagers=()):
    groups = [
        Group(GroupRole.PLAYER, parse_cards(cards), seat) for seat, cards in enumerate(players)
    ]
    if dealer:
        groups.append(Group(GroupRole.DEALER, parse_cards(dealer)))
    return Deal("a drill", game, 1, tuple(groups), wagers)


ALONE = deal("As Kd", dealer="Qh Qc")
THREE = deal("As Kd", "Qh Qc", "7s 2d")
BONUS = Wager("bonus", Decimal(20))
ASKED = Question(AnswerKind.MONEY, "?", wager=BONUS)
PAID = deal("As Kd", game="russian-poker", wagers=(BONUS,))


@pytest.mark.parametrize(
    ("seat", "table", "name"),
    [(0, ALONE, "Player"), (-1, ALONE, "Dealer"), (0, THREE, "Player A"), (2, THREE, "Player C")],
)
def test_seats(seat, table, name):
    assert wording.seat_name(seat, table) == name


def test_a_tie_splits_a_pot_only_among_players():
    assert wording.option_name(Option("tie", "tie"), THREE) == "split pot"
    assert wording.option_name(Option("tie", "tie"), ALONE) == "tie"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (MoneyAnswer(Outcome.PAY, Decimal("1250.5")), "Pay 1\xa0250.5"),
        (MoneyAnswer(Outcome.PUSH), "Push"),
        (MoneyAnswer(Outcome.TAKE), "Take"),
    ],
)
def test_money_answers(answer, text):
    assert wording.answer_text(answer, PAID, ASKED) == text


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (HandAnswer(PayHand.TWO_PAIR), "two pair"),
        (HandAnswer(PayHand.ACE_KING), "ace-king"),
        (HandAnswer(PayHand.PAIR, (Rank.ACE, Rank.KING)), "pair of aces, king kicker"),
        (HandAnswer(PayHand.STRAIGHT, (Rank.JACK,)), "straight, jack-high"),
    ],
)
def test_hands_by_name(answer, text):
    ask = Question(AnswerKind.HAND, "?")
    assert wording.answer_text(answer, PAID, ask) == text
    assert wording.result_text(answer, PAID, ask) == text


def test_hands_to_choose_from():
    assert wording.option_name(Option("four-of-a-kind", "hand"), THREE) == "four of a kind"


def test_sides_and_seats():
    options = (Option("left", GroupRole.PLAYER, 0), Option("right", GroupRole.DEALER, -1))
    sides = Question(AnswerKind.SIDES, "?", options)
    assert wording.answer_text(SidesAnswer("right"), ALONE, sides) == "Dealer"
    seats = Question(AnswerKind.SEATS, "?")
    given = SeatsAnswer(frozenset({2, 0}))
    assert wording.answer_text(given, THREE, seats) == "Player A, Player C"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (MoneyAnswer(Outcome.PAY, Decimal(180)), "the bonus pays 180"),
        (MoneyAnswer(Outcome.PUSH), "the bonus is returned"),
        (MoneyAnswer(Outcome.TAKE), "the bonus loses"),
    ],
)
def test_results(answer, text):
    assert wording.result_text(answer, PAID, ASKED) == text


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_every_bet_can_stand_in_a_sentence(game):
    for bet in game.bets:
        table = deal("As Kd", game=game.key)
        assert wording.bet_subject(Wager(bet.key, Decimal(1)), table)
        assert bet.key in wording._SUBJECTS


def test_every_mistake_has_a_sentence_but_the_unknown():
    for code in ErrorCode:
        assert bool(wording.mistake_text(code, Fraction(0))) is (code is not ErrorCode.OTHER)


@pytest.mark.parametrize(
    ("delta", "sentence"),
    [
        (Fraction(80), "It would have cost the house 80."),
        (Fraction(-25, 2), "It would have cost the guest 12.5."),
        (Fraction(0), ""),
    ],
)
def test_who_loses_by_a_mistake(delta, sentence):
    assert wording.mistake_text(None, delta) == sentence


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "1\xa0234\xa0567.25"), ("uk", "1\xa0234\xa0567,25"), ("ru", "1\xa0234\xa0567,25")],
)
def test_money_by_language(language, text):
    with override(language):
        assert wording.money(Decimal("1234567.25")) == text


@pytest.mark.parametrize(
    ("amount", "text"), [(0, "0"), (-20, "−20"), (Fraction(10, 3), "3\xa01/3"), (5000, "5\xa0000")]
)
def test_money_is_exact(amount, text):
    assert wording.money(amount) == text


@pytest.mark.parametrize(
    ("elapsed_ms", "text"),
    [(0, "0:00"), (999, "0:00"), (65_000, "1:05"), (3_599_999, "59:59"), (3_725_000, "1:02:05")],
)
def test_durations(elapsed_ms, text):
    assert wording.duration_text(elapsed_ms) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("1250.5"), "1\xa0250.5"),
        (Fraction(7), "7:1"),
        (Fraction(3, 2), "3:2"),
        (PayHand.FLUSH, "flush"),
        (PayRow(PayHand.PAIR, Fraction(7), Bound.OR_BETTER, Rank.ACE), "pair of aces or better"),
        (rank_hand(parse_cards("As Ad Kc Kd 2h")), "two pair, aces and kings"),
        (Rank.KING, "king"),
        (parse_cards("As")[0], "ace of spades"),
        ("Ante", "Ante"),
        (3, "3"),
    ],
)
def test_values_by_name(value, text):
    assert wording.value_name(value) == text


@pytest.mark.parametrize(("language", "name"), [("en", "Ante"), ("uk", "Анте"), ("ru", "Анте")])
def test_text_in_a_prompt_is_translated(language, name):
    ask = Question(AnswerKind.CHOICE, "%(bet)s: %(odds)s?", params={"bet": "Ante", "odds": 2})
    with override(language):
        assert wording.prompt_text(ask) == f"{name}: 2?"


def test_a_prompt_without_parameters_may_hold_any_sign():
    assert wording.prompt_text(Question(AnswerKind.CHOICE, "100 %?")) == "100 %?"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pay-now", "Pay out now"),
        ("second", "Second combination"),
        ("call", "Call"),
        ("2.call", "Player C, call"),
        ("2.aa", "Player C, AA bonus"),
        ("high", "High half"),
    ],
)
def test_parts_by_name(name, text):
    assert wording.part_name(name, deal("As Kd", "2s 2d", "7s 2h", game="casino-holdem")) == text


@pytest.mark.parametrize("drill", drills().values(), ids=drills())
def test_no_part_is_called_by_its_key(drill):
    ruleset = rules(drill.games[0])
    for level in LEVELS:
        dealt = kept_deal(drill, drill.games[0], level, 0, "test")
        for part in drill.check(dealt, drill.expected(dealt, ruleset), ruleset).parts:
            assert wording.part_name(part.name, dealt) != part.name


def test_a_low_is_half_of_the_pot_only_where_halves_are_asked_for():
    for facts, text in (((HALVES,), "Low half"), ((), "Low hands")):
        dealt = replace(deal("As Kd", "2s 2d"), drill="low-hands", facts=facts)
        assert wording.part_name("low", dealt) == text


def test_hands_have_an_order_of_their_own():
    dealt = kept_deal(find_drill("order-hands"), "texas-holdem", 1, 0, "test")
    assert wording.part_name("order", dealt) == "Order of the hands"
    boxes = deal("As Kd", "2s 2d", game="casino-holdem", wagers=(Wager("0.call", Decimal(50)),))
    assert wording.part_name("order", boxes) == "Order of the boxes"


@pytest.mark.parametrize(
    ("cards", "text"), [("10h As Kd", "A♠ K♦ 10♥"), ("2c", "2♣"), ("", "none")]
)
def test_sets_of_cards(cards, text):
    assert wording.cards_text(parse_cards(cards)) == text
