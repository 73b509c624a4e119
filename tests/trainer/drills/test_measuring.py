from collections import Counter
from itertools import count

import pytest

from tests.trainer.drills.cast import (
    CASINO,
    HOLDEM,
    NAMES,
    PAYS,
    RUSSIAN,
    WINS,
    deals,
    find_drill,
    rules,
    seed,
)
from tests.trainer.drills.houses import TENTHS, house
from trainer.drills.measuring import Measured, _guess, measure
from trainer.drills.report import Report, report

SEEDS = [seed(number) for number in range(60)]
DEALT = len(SEEDS)


def measured(drill, ruleset, level=2):
    """By a clock that goes on by a second whenever it is looked at."""
    return measure(drill, ruleset, level, SEEDS, count().__next__)


def test_the_report_is_that_of_the_same_seeds():
    found = measured(WINS, rules(RUSSIAN))
    assert found.report == report(WINS, rules(RUSSIAN), 2, SEEDS)


def test_ties_and_categories_are_those_of_the_tags():
    found = measured(WINS, rules(HOLDEM))
    assert found.counts["tie"] == found.report.tags["tie"] > 0
    assert found.shown["tie"] == DEALT
    assert not found.shown["no-game"]
    assert not found.shown["second"]
    assert sum(found.categories.values()) > 2 * DEALT


@pytest.mark.parametrize("game", [RUSSIAN, CASINO])
def test_dealers_who_do_not_qualify_are_those_of_the_tags(game):
    found = measured(find_drill("dealer-qualifies"), rules(game))
    assert found.counts["no-game"] == found.report.answers["no"] > 0
    assert (found.shown["no-game"], found.shown["tie"]) == (DEALT, 0)


def test_second_combinations_are_those_of_the_answers():
    found = measured(find_drill("two-combinations"), rules(RUSSIAN), 1)
    assert found.counts["second"] == found.report.tags["combinations:two"] > 0
    assert found.shown["second"] == DEALT


def test_hidden_cards_are_looked_at_too():
    found = measured(find_drill("cut-chips"), rules(RUSSIAN), 1)
    assert found.shown["no-game"] == DEALT
    assert 0 < found.counts["no-game"] < DEALT


def test_times_are_those_of_the_clock():
    found = measured(NAMES, rules(RUSSIAN))
    assert found.seconds == [1] * DEALT
    assert "time to deal: median 1000.00 ms, 99 % within 1000.00 ms" in found.text()


def test_the_99th_percentile_leaves_out_one_of_a_hundred():
    found = Measured(Report(), seconds=[1.0] * 198 + [5.0] * 2)
    assert found.percentile_99 == 1.0
    found.seconds[0] = 5.0
    assert found.percentile_99 == 5.0


@pytest.mark.parametrize(
    ("choices", "most"), [(2, "60 % of 2 choices"), (3, "45 % of 3"), (4, "40 % of 4 choices or")]
)
def test_an_answer_that_is_right_too_often_is_missed(choices, most):
    limit = int(most[:2])
    others = {(choices, f"other {number}"): 1 for number in range(100 - limit)}
    found = Measured(Report(), Counter({(choices, "yes"): limit} | others))
    assert list(found.missed()) == []
    found.guesses[choices, "yes"] += 2
    del found.guesses[choices, "other 0"]
    [missed] = found.missed()
    assert missed.startswith("answer yes: ")
    assert most in missed


def test_places_are_judged_like_answers_and_few_are_not():
    found = Measured(Report(), places=Counter({(4, "1"): 60, (4, "2"): 40}))
    assert list(found.missed()) == ["place 1: 60.0 %, at most 40 % of 4 choices or more"]
    found.places[4, "2"] -= 1
    assert list(found.missed()) == []


def test_the_house_says_how_many_outcomes_there_are():
    assert {among for among, _ in measured(PAYS, rules(CASINO)).guesses} == {2}
    returns = house("ultimate-texas-holdem", TENTHS, trips_needs_win="yes")
    assert {among for among, _ in measured(PAYS, returns).guesses} == {3}


@pytest.mark.parametrize(
    ("key", "game", "level"),
    [("best-five", RUSSIAN, 1), ("order-hands", HOLDEM, 2), ("which-hand-wins", HOLDEM, 3)],
)
def test_other_kinds_have_many_choices(key, game, level):
    drill = find_drill(key)
    found = measured(drill, rules(game), level)
    assert {among for among, _ in found.guesses} == {4}
    assert not found.places


def test_cards_are_guessed_by_where_they_lie():
    drill = find_drill("best-five")
    for deal in deals(drill, RUSSIAN, 1, 5):
        ask, expected = drill.question(deal, rules(RUSSIAN)), drill.expected(deal, rules(RUSSIAN))
        _, *places = _guess(ask, expected).split()
        assert {ask.cards[int(at) - 1] for at in places} == expected.cards
