"""Other house: the same box settled twice, under this house's rules and under another's."""

import re
from collections import Counter
from dataclasses import replace
from itertools import cycle

import pytest

from rules.games import find_game
from rules.games.base import Outcome, PayTable, make_rows
from rules.houses import houses
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
from trainer.drills.neighbours import (
    NOTHING_CHANGES,
    SEVERAL,
    compared,
    find_neighbour,
    neighbours,
    points,
)
from trainer.drills.payouts import wagers_of

pytestmark = pytest.mark.soak

DRILL = find_drill("other-house")
SHAPES = [(game, level) for game in DRILL.games for level in LEVELS]
every_shape = pytest.mark.parametrize(("game", "level"), SHAPES)
COUNT = some(160)


def answers(deal, ruleset):
    return Box(replace(deal, wagers=wagers_of(deal), facts=()), ruleset).answers


def elsewhere(deal, ruleset):
    """The rules of the other house, read from the facts by hand."""
    kind, value = deal.facts[-1]
    if kind == "rule":
        key, _, wanted = value.partition("=")
        return replace(ruleset, switches={**ruleset.switches, key: wanted})
    told = houses()[value].games[ruleset.game]
    kept = ("rounding", "chip_set", "max_payout", "max_payout_scope", "bonus_max_payout")
    switches = {key: found for key, (found, _) in told.switches.items() if key not in kept}
    return replace(
        ruleset,
        switches={**ruleset.switches, **switches},
        tables={**ruleset.tables, **{key: found for key, (found, _) in told.tables.items()}},
    )


def changed(deal, ruleset):
    here, there = answers(deal, ruleset), answers(deal, elsewhere(deal, ruleset))
    return [bet for bet in here if here[bet] != there[bet]]


@pytest.mark.parametrize("game", DRILL.games)
def test_right_is_what_two_settlements_say_in_any_house(game):
    for ruleset in (rules(game), *random_houses(game, some(8))):
        for level in LEVELS:
            for deal in deals(DRILL, game, level, 4, "houses", ruleset):
                bets = changed(deal, ruleset)
                right = (bets or [NOTHING_CHANGES])[0] if len(bets) < 2 else SEVERAL
                assert DRILL.expected(deal, ruleset) == ChoiceAnswer(right)
                assert DRILL.check(deal, ChoiceAnswer(right), ruleset).right
                assert Deal.from_spec(deal.to_spec()) == deal


@every_shape
def test_no_answer_is_given_away(game, level):
    found, tags = Counter(), Counter()
    for deal in deals(DRILL, game, level, COUNT, "shares"):
        options = [option.key for option in DRILL.question(deal, rules(game)).options]
        assert options[-2:] == [SEVERAL, NOTHING_CHANGES]
        assert 4 <= len(options) <= 6
        found[DRILL.expected(deal, rules(game)).choice] += 1
        assert deal.tags <= DRILL.skills.keys()
        tags.update(deal.tags)
    assert max(found.values()) <= 0.46 * COUNT
    assert tags["changes:nothing"] >= 0.1 * COUNT
    assert len(found) >= 3


def test_answers_stay_below_two_in_five_over_many_deals():
    for game in (RUSSIAN, CASINO, ULTIMATE):
        found = Counter(
            DRILL.expected(d, rules(game)).choice for d in deals(DRILL, game, 2, 500, "many")
        )
        assert max(found.values()) <= 0.42 * 500


def test_houses_and_single_rules_are_both_compared():
    for game in DRILL.games:
        kinds = Counter(deal.facts[-1][0] for deal in deals(DRILL, game, 2, 60, "kinds"))
        assert set(kinds) == {"house", "rule"}
        first = Counter(deal.facts[-1][0] for deal in deals(DRILL, game, 1, 40, "kinds"))
        assert set(first) == {"rule"}


def test_what_is_not_documented_is_as_it_is_here():
    ruleset = house(ULTIMATE, trips_on_fold="lose", rounding="down")
    viejas = find_neighbour(("house", "viejas"), ruleset)
    assert viejas.ruleset.switches == ruleset.switches
    assert {point.table for point in viejas.points} == {"trips"}
    assert [(p.named.hand.key, p.here.ratio, p.there.ratio) for p in viejas.points] == [
        ("flush", "7:1", "6:1"),
        ("straight", "4:1", "5:1"),
    ]
    with pytest.raises(KeyError):
        find_neighbour(("house", "viejas"), rules(CASINO))
    with pytest.raises(KeyError):
        find_neighbour(("house", "nowhere"), rules(CASINO))


def test_a_house_is_not_compared_with_itself_or_with_one_that_says_the_same():
    for game in DRILL.games:
        for other in neighbours(rules(game)):
            assert other.fact != ("house", "reference")
            assert other.points == points(rules(game), other.ruleset)
            assert 1 <= len(other.points) <= 6


def test_a_row_that_is_missing_is_a_point():
    short = house(ULTIMATE, {"trips": PayTable(make_rows("royal flush 50, trips 3"))})
    found = points(rules(ULTIMATE), short)
    assert [(p.table, p.named.hand.key, p.there) for p in found][-1] == ("trips", "straight", None)
    assert len(found) == 5


@pytest.mark.parametrize(
    ("game", "tag"),
    [
        *((game, "changes:nothing") for game in DRILL.games),
        *((game, "changes:one") for game in DRILL.games),
        (RUSSIAN, "changes:several"),
        (CASINO, "changes:several"),
        (ULTIMATE, "by:table"),
        (RUSSIAN, "by:switch"),
    ],
)
def test_wanted_tags_are_dealt(game, tag):
    assert tag in DRILL.deal(stream(4, tag), rules(game), 2, frozenset({tag})).tags


def test_a_variant_changes_one_card_and_the_answer():
    found = 0
    for game, level in SHAPES:
        for number, deal in enumerate(deals(DRILL, game, level, some(2), "variant")):
            try:
                variant = DRILL.deal(stream(number), rules(game), level, variant_of=deal)
            except CannotDealError:
                continue
            assert variant.facts == deal.facts
            assert len(set(deal.cards) - set(variant.cards)) == 1
            assert DRILL.expected(variant, rules(game)) != DRILL.expected(deal, rules(game))
            found += 1
    assert found >= some(2) * len(SHAPES) // 2


# --- question and verdict --------------------------------------------------------------------


def test_the_question_depends_on_the_bets_alone():
    one, other = deals(DRILL, RUSSIAN, 1, 2, "asked")
    asked = DRILL.question(one, rules(RUSSIAN))
    assert asked.kind is AnswerKind.CHOICE
    assert DRILL.question(replace(other, facts=one.facts), rules(RUSSIAN)) == asked
    assert DRILL.parse_answer(one, {"choice": ["nothing"]}) == ChoiceAnswer(NOTHING_CHANGES)
    with pytest.raises(NothingChosenError):
        DRILL.parse_answer(one, {})
    with pytest.raises(UnknownChoiceError):
        DRILL.parse_answer(one, {"choice": ["blind"]})
    with pytest.raises(TypeError):
        DRILL.check(one, MoneyAnswer(Outcome.PUSH), rules(RUSSIAN))


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for game, level in SHAPES:
        for deal in deals(DRILL, game, level, some(24), "mistakes"):
            ruleset, expected = rules(game), DRILL.expected(deal, rules(game)).choice
            for option in DRILL.question(deal, ruleset).options:
                [part] = DRILL.check(deal, ChoiceAnswer(option.key), ruleset).parts
                assert part.right is (option.key == expected)
                codes[part.code] += 1
    wrong = {ErrorCode.OTHER_HOUSE, ErrorCode.MISSED_CHANGE, ErrorCode.NO_CHANGE}
    assert set(codes) == {None, *wrong}
    assert min(codes.values()) >= 20


@every_shape
def test_explanations_are_whole_and_name_what_changes(game, level):
    languages, names = cycle(LANGUAGES), {bet.key: bet.name for bet in find_game(game).bets}
    for number, deal in enumerate(deals(DRILL, game, level, some(18), "told")):
        ruleset = rules(game)
        options = DRILL.question(deal, ruleset).options
        chosen = options[number % len(options)].key
        verdict = DRILL.check(deal, ChoiceAnswer(chosen), ruleset)
        assert 2 <= len(verdict.reasons) <= 4
        assert verdict.reasons[-1].kind == "other-house"
        for text in sentences(verdict, deal, next(languages)):
            assert text.endswith(".")
            assert not re.search(r"[{}%]|None|\(\)|  |\.\.| [,.:;]", text), text
        last, bets = sentences(verdict, deal)[-1], changed(deal, ruleset)
        for bet in bets:
            assert f"{names[bet]}: here “" in last
        assert last.startswith("Nothing changes") is (not bets)
        if chosen in names and chosen not in bets:
            assert last.endswith("in both houses.")


@pytest.mark.parametrize(
    ("game", "fact", "text"),
    [
        (
            ULTIMATE,
            ("house", "pompano-park"),
            "Trips needs a win: here “No, the hand alone counts”, there “Yes; a listed "
            "hand that ties or loses is returned, a fold loses it”.",
        ),
        (
            CASINO,
            ("house", "netent"),
            "AA bonus after a fold: here “Settled by its table”, there “Taken”.",
        ),
        (
            RUSSIAN,
            ("house", "admiral-croatia"),
            "Dealer qualifies with: here “Ace-king or better”, there “A pair or better”.",
        ),
    ],
)
def test_the_switch_is_named(game, fact, text):
    for deal in deals(DRILL, game, 2, 300, "named"):
        if deal.facts[-1] == fact and compared(deal, rules(game)).changed:
            verdict = DRILL.check(deal, ChoiceAnswer(NOTHING_CHANGES), rules(game))
            assert text in sentences(verdict, deal)[-1]
            return
    pytest.fail("no such deal")


def test_the_row_is_named():
    for deal in deals(DRILL, ULTIMATE, 2, 300, "row"):
        found = compared(deal, rules(ULTIMATE))
        if deal.facts[-1] == ("house", "viejas") and found.changed:
            [row] = found.because("trips")
            verdict = DRILL.check(deal, ChoiceAnswer("trips"), rules(ULTIMATE))
            said = f"Trips, {row.named.hand.key}: here {row.here.ratio}, there {row.there.ratio}."
            assert said in sentences(verdict, deal)[-1]
            return
    pytest.fail("no such deal")
