from decimal import Decimal

import pytest

from rules.engine.cards import parse_cards
from rules.games.base import Outcome
from tests.trainer.drills.cast import HOLDEM, NAMES, PAYS, RUSSIAN, WINS, rules, seed
from trainer.drills.answers import (
    AmountAnswer,
    BoxAnswer,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    MoneyAnswer,
    OrderAnswer,
)
from trainer.drills.report import _label, report
from trainer.drills.stream import Stream

PUSH, TAKE = MoneyAnswer(Outcome.PUSH), MoneyAnswer(Outcome.TAKE)
SEEDS = [seed(number) for number in range(50)]


def test_a_report_counts_answers_tags_and_strata():
    found = report(PAYS, rules(RUSSIAN), 2, SEEDS)
    assert found.deals == sum(found.answers.values()) == sum(found.strata.values()) == 50
    assert found.tags["outcome:pay"] == found.answers["pay"]
    assert found.share("outcome:pay") == found.answers["pay"] / 50
    assert found.share("tie") == 0


def test_a_report_counts_the_wins_of_seats():
    found = report(WINS, rules(HOLDEM), 3, SEEDS)
    assert sum(found.tables.values()) == 50
    assert set(found.tables) == {5, 6}
    shared = [int(label.split()[0]) * count for label, count in found.answers.items()]
    assert sum(shared) == sum(found.seats.values())


def test_a_report_counts_hands_without_their_ranks():
    found = report(NAMES, rules(RUSSIAN), 3, SEEDS)
    assert sum(found.answers.values()) == 50
    assert set(found.answers) <= {option.key for option in hands(RUSSIAN)}


def hands(game):
    deal = NAMES.deal(Stream(SEEDS[0], "report"), rules(game), 3)
    return NAMES.question(deal, rules(game)).options


def test_a_report_prints_percentages():
    text = report(WINS, rules(HOLDEM), 3, SEEDS).text()
    assert text.startswith("50 deals\nanswers:\n  ")
    assert " %  1 winners" in text
    assert "seat 0 of 6 wins " in text


def test_the_same_seeds_give_the_same_report():
    assert report(WINS, rules(HOLDEM), 2, SEEDS) == report(WINS, rules(HOLDEM), 2, SEEDS)


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        (ChoiceAnswer("3:2"), "3:2"),
        (AmountAnswer(Decimal("12.5")), "12.5"),
        (CardsAnswer(frozenset(parse_cards("As Kd"))), "2 cards"),
        (CardsAnswer(frozenset(parse_cards("As")), frozenset(parse_cards("Kd 2c"))), "1 and 2"),
        (OrderAnswer((2, 1, 1)), "2 1 1"),
        (BoxAnswer((("ante", PUSH), ("bet", TAKE)), Decimal(0)), "push take"),
        (ChipsAnswer(((Decimal(25), 3), (Decimal(5), 1))), "4 chips"),
    ],
)
def test_what_is_counted_of_an_answer(answer, label):
    assert _label(answer) == label
