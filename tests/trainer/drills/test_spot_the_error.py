"""Spot the error: one bet of a settled box is wrong, or none, whatever the house."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import cycle

import pytest

from rules.games import find_game
from rules.games.base import Outcome
from tests.rules.games.houses import house
from tests.trainer.drills.cast import (
    CASINO,
    RUSSIAN,
    ULTIMATE,
    deals,
    find_drill,
    rules,
    some,
    stream,
)
from tests.trainer.drills.dealing import random_houses
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    MoneyAnswer,
    NothingChosenError,
    UnknownChoiceError,
)
from trainer.drills.boxes import Box
from trainer.drills.colleagues import NONE, plants, told_by_colleague
from trainer.drills.payouts import wagers_of

pytestmark = pytest.mark.soak

DRILL = find_drill("spot-the-error")
every_shape = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in DRILL.games for level in LEVELS]
)
COUNT = some(160)


def right(deal, ruleset):
    """What `settle` gives every bet, as it would be answered."""
    return Box(replace(deal, wagers=wagers_of(deal), facts=()), ruleset).answers


def given(deal):
    """What stands beside the bets, read from the facts."""
    found = {}
    for key, text in deal.facts:
        if key.startswith("paid:"):
            outcome, _, amount = text.partition(" ")
            found[key.removeprefix("paid:")] = (outcome, amount)
    return found


def as_text(answer):
    amount = f"{answer.amount:f}" if answer.outcome is Outcome.PAY else ""
    return answer.outcome.value, amount


@pytest.mark.parametrize("game", DRILL.games)
def test_at_most_one_bet_is_wrong_in_any_house(game):
    for ruleset in (rules(game), *random_houses(game, some(10))):
        for level in LEVELS:
            for deal in deals(DRILL, game, level, 5, "houses", ruleset):
                told = given(deal)
                answers = right(deal, ruleset)
                wrong = [bet for bet, found in answers.items() if as_text(found) != told[bet]]
                assert len(wrong) <= 1
                assert set(told) == set(answers)
                expected = DRILL.expected(deal, ruleset)
                assert expected == ChoiceAnswer(wrong[0] if wrong else NONE)
                assert DRILL.check(deal, expected, ruleset).right


@every_shape
def test_each_bet_is_wrong_as_often_as_none(game, level):
    wrong, fair = Counter(), Counter()
    for deal in deals(DRILL, game, level, COUNT, "shares"):
        options = [option.key for option in DRILL.question(deal, rules(game)).options]
        assert options[-1] == NONE
        assert len(options) >= 3
        fair.update({key: Fraction(1, len(options)) for key in options})
        wrong[DRILL.expected(deal, rules(game)).choice] += 1
    for key, times in fair.items():
        assert abs(wrong[key] - times) <= 4 * float(times) ** 0.5
    assert max(wrong.values()) <= 0.45 * COUNT


@every_shape
def test_tags_name_the_mistake(game, level):
    dealt = Counter()
    for deal in deals(DRILL, game, level, COUNT, "tags"):
        [tag] = deal.tags
        assert tag in DRILL.skills
        assert (tag == "error:none") is (DRILL.expected(deal, rules(game)).choice == NONE)
        dealt[tag] += 1
        assert Deal.from_spec(deal.to_spec()) == deal
        if level == 1:
            for bet, (outcome, amount) in given(deal).items():
                if outcome == right(deal, rules(game))[bet].outcome == "pay":
                    assert as_text(right(deal, rules(game))[bet]) == (outcome, amount)
    assert dealt["error:qualification"] + dealt["error:misread-hand"] >= 0.2 * COUNT
    assert len(dealt) >= (6 if level == 1 else 9)
    # Outcomes alone can hardly be wrong at level 1 but by a hand that was misread.
    assert max(dealt.values()) <= (0.55 if level == 1 else 0.45) * COUNT


CODES = {
    *(ErrorCode.QUALIFICATION, ErrorCode.MISREAD_HAND, ErrorCode.MISSED_TIE, ErrorCode.KICKER),
    *(ErrorCode.PUSH_AS_WIN, ErrorCode.TOOK_PUSH, ErrorCode.PUSHED_WINNER),
    *(ErrorCode.TOOK_WINNER, ErrorCode.PUSHED_LOSER, ErrorCode.PAID_LOSER),
    *(ErrorCode.TOTAL_RETURNED, ErrorCode.WRONG_BASE, ErrorCode.WRONG_ROW),
    *(ErrorCode.WRONG_TABLE, ErrorCode.SECOND_COMBINATION),
}


def test_every_kind_of_plant_can_be_made_often_and_changes_one_bet():
    made = Counter()
    for game in DRILL.games:
        for deal in deals(DRILL, game, 3, 200 if game == RUSSIAN else 60, "plants"):
            box = told_by_colleague(deal, rules(game)).box
            for bet in box.bets:
                ways = plants(box, bet, amounts=True)
                made.update({plant.code for plant in ways})
                assert all(plant.bet == bet for plant in ways)
                assert all(plant.answer != box.answers[bet] for plant in ways)
                assert len({plant.answer for plant in ways}) == len(ways)
                for answer in (plant.answer for plant in ways):
                    assert (answer.outcome is Outcome.PAY) is (answer.amount > 0)
    assert {code for code in CODES if made[code] < 20} == set()


@pytest.mark.parametrize(
    ("game", "tag"),
    [
        (RUSSIAN, "error:second-combination"),
        (RUSSIAN, "error:wrong-table"),
        (ULTIMATE, "error:inverted-odds"),
        (CASINO, "error:qualification"),
        (CASINO, "error:none"),
        (ULTIMATE, "error:missed-tie"),
    ],
)
def test_wanted_mistakes_are_dealt(game, tag):
    deal = DRILL.deal(stream(2, tag), rules(game), 3, frozenset({tag}))
    assert deal.tags == {tag}


@every_shape
def test_a_variant_changes_one_card_and_what_is_wrong(game, level):
    """The colleague has settled what lay there before; not every box has such a card."""
    found = 0
    for number, deal in enumerate(deals(DRILL, game, level, 6, "variant")):
        try:
            variant = DRILL.deal(stream(number), rules(game), level, variant_of=deal)
        except CannotDealError:
            assert DRILL.expected(deal, rules(game)).choice == NONE
            continue
        assert len(set(deal.cards) - set(variant.cards)) == 1
        assert told_by_colleague(variant, rules(game)).given == right(deal, rules(game))
        assert DRILL.expected(variant, rules(game)) != DRILL.expected(deal, rules(game))
        found += 1
    assert found >= 3


# --- question and verdict --------------------------------------------------------------------


def test_the_question_depends_on_the_bets_alone():
    one, other = deals(DRILL, RUSSIAN, 1, 2, "asked")
    asked = DRILL.question(one, rules(RUSSIAN))
    assert asked.kind is AnswerKind.CHOICE
    assert DRILL.question(replace(other, facts=one.facts), rules(RUSSIAN)) == asked
    assert DRILL.parse_answer(one, {"choice": ["ante"]}) == ChoiceAnswer("ante")
    with pytest.raises(NothingChosenError):
        DRILL.parse_answer(one, {})
    with pytest.raises(UnknownChoiceError):
        DRILL.parse_answer(one, {"choice": ["insurance"]})
    with pytest.raises(TypeError):
        DRILL.check(one, MoneyAnswer(Outcome.PUSH), rules(RUSSIAN))


@every_shape
def test_an_error_that_passes_has_its_price(game, level):
    codes = Counter()
    for deal in deals(DRILL, game, level, some(30), "price"):
        ruleset = rules(game)
        expected = DRILL.expected(deal, ruleset).choice
        told = told_by_colleague(deal, ruleset)
        price = Fraction(0)
        if expected != NONE:
            stake, settled = told.box.bets[expected], told.box.settled(expected)
            net = told.given[expected].amount
            if told.given[expected].outcome is Outcome.TAKE:
                net = -stake
            price = Fraction(net) - settled.profit
            assert price
        for option in DRILL.question(deal, ruleset).options:
            [part] = DRILL.check(deal, ChoiceAnswer(option.key), ruleset).parts
            assert part.right is (option.key == expected)
            assert part.delta == (0 if part.right else price)
            codes[part.code] += 1
            if not part.right:
                missed = option.key == NONE
                assert part.code == ("missed-error" if missed else "false-alarm")
    assert codes[ErrorCode.MISSED_ERROR] >= some(15)
    assert codes[ErrorCode.FALSE_ALARM] >= some(20)


@every_shape
def test_explanations_are_whole_and_say_what_is_right(game, level):
    languages = cycle(LANGUAGES)
    names = {bet.key: bet.name for bet in find_game(game).bets}
    for number, deal in enumerate(deals(DRILL, game, level, some(24), "told")):
        ruleset = rules(game)
        options = DRILL.question(deal, ruleset).options
        chosen = options[number % len(options)].key
        verdict = DRILL.check(deal, ChoiceAnswer(chosen), ruleset)
        assert 2 <= len(verdict.reasons) <= 4
        assert verdict.reasons[-1].kind == "colleague"
        for text in sentences(verdict, deal, next(languages)):
            assert not re.search(r"[{}%]|None|\(\)|  |\.\.", text), text
        last = sentences(verdict, deal)[-1]
        expected = DRILL.expected(deal, ruleset).choice
        if expected == NONE:
            assert last.startswith("Every bet is settled right.")
        else:
            assert last.startswith(f"{names[expected]}: the colleague says “")


def test_how_a_trainer_would_say_it():
    ruleset = house(CASINO)
    for deal in deals(DRILL, CASINO, 1, 200, "said"):
        told = told_by_colleague(deal, ruleset)
        if told.choice == "call" and told.given["call"] == MoneyAnswer(Outcome.TAKE):
            verdict = DRILL.check(deal, ChoiceAnswer(NONE), ruleset)
            last = sentences(verdict, deal)[-1]
            assert last.startswith("Call: the colleague says “Take”, right is “P")
            [part] = verdict.parts
            assert part.delta < 0
            return
    pytest.fail("no call was taken wrongly")
