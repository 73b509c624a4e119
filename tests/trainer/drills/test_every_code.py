"""Every kind of mistake that is told apart, on deals as they are dealt: none is written by hand.

Each drill deals under Reference and under other houses, gets wrong answers (its options, its own
tables of mistakes, slips) and says which mistake each comes from. That an answer came too late
is no code: it belongs to the clock of a sitting.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest

from rules.games.base import Outcome
from tests.trainer.answering import wrong_verdicts
from tests.trainer.drills.boxes import any_house
from tests.trainer.drills.cast import CASINO, HOLDEM, RUSSIAN, SOAK, ULTIMATE, rules, stream
from trainer.drills import drills, find_drill
from trainer.drills.answers import AmountAnswer, ChipsAnswer, MoneyAnswer, answer_from_data
from trainer.drills.base import LEVELS, PAY_NOW, CannotDealError, Deal, ErrorCode, Part

ENOUGH = 200 if SOAK else 20
# Every drill deals so often in every game at every level before only those go on that make a
# mistake of which there is not enough.
ROUNDS = 1
MOST_DEALS = 20 * ENOUGH
ANSWERS = 5
TIGHT = {"max_payout": "100", "bonus_max_payout": "100"}
# Mistakes that few deals allow: drill, game, level, a skill that gives the occasion, switches,
# and how many wrong answers are given.
OCCASIONS = {
    ErrorCode.CAP: ("what-it-pays", RUSSIAN, 2, "cap", TIGHT, 8),
    ErrorCode.ROUNDING: ("what-it-pays", ULTIMATE, 3, "fraction", {}, 8),
    ErrorCode.HALVES: ("split-the-pot", HOLDEM, 1, "high-low", {"hi_lo": "on"}, 5),
    ErrorCode.UNCALLED: ("split-the-pot", HOLDEM, 3, "uncalled", {}, 5),
    ErrorCode.PAID_TWICE: ("settle-the-box", RUSSIAN, 2, "paid-early", {}, 8),
    ErrorCode.NETTED: ("settle-the-box", RUSSIAN, 2, "ending:win", {}, 8),
    ErrorCode.ORDER: ("settle-the-table", CASINO, 1, "ending:loss", {}, 8),
    ErrorCode.INSURANCE_RULE: ("insurance", RUSSIAN, 1, "refused:too-late", {}, 8),
    ErrorCode.OTHER_LIMIT: ("insurance", RUSSIAN, 2, "limit:least", {}, 8),
    ErrorCode.PAID_ELSEWHERE: ("recall", ULTIMATE, 3, "row:flush", {}, 8),
    ErrorCode.LEFT_OUT: ("cut-chips", CASINO, 2, "several-bets", {}, 8),
}


@dataclass(frozen=True)
class Example:
    deal: Deal
    part: Part

    @property
    def given(self):
        return answer_from_data(self.part.given)

    @property
    def expected(self):
        return answer_from_data(self.part.expected)


def house(drill, game, number):
    """Reference, a house with any switches, one with low maximums; in turn."""
    ruleset = rules(game) if number % 3 == 0 else any_house(game, number)
    if number % 3 == 2:
        ruleset = with_switches(ruleset, TIGHT)
    return ruleset if drill.offers(ruleset) else rules(game)


def with_switches(ruleset, switches):
    some = {key: value for key, value in switches.items() if key in ruleset.switches}
    return replace(ruleset, switches={**ruleset.switches, **some})


class Collection:
    """`found` has the examples of each code, one a deal; `makers` the drills that gave some."""

    def __init__(self):
        self.found, self.makers = defaultdict(list), defaultdict(set)
        self.dealt = set()
        for code, (key, game, level, skill, switches, answers) in OCCASIONS.items():
            ruleset = with_switches(rules(game), switches)
            for number in range(MOST_DEALS):
                if len(self.found[code]) >= ENOUGH:
                    break
                self.deal(find_drill(key), ruleset, level, number, answers, skill)
        for number in range(MOST_DEALS):
            for drill in drills().values():
                shapes = [(game, level) for level in LEVELS for game in drill.games]
                if number < ROUNDS * len(shapes) or self.lacks(drill):
                    turn, at = divmod(number, len(shapes))
                    game, level = shapes[at]
                    self.deal(drill, house(drill, game, turn + at), level, number)

    def lacks(self, drill):
        """Whether *drill* makes a mistake of which there is not enough, or nobody has made yet."""
        rare = (code for code in ErrorCode if len(self.found[code]) < ENOUGH)
        return any(drill.key in self.makers[code] or not self.makers[code] for code in rare)

    def deal(self, drill, ruleset, level, number, answers=ANSWERS, skill=""):
        want = frozenset({skill} if skill else ())
        try:
            deal = drill.deal(stream(number, f"codes {skill}"), ruleset, level, want)
        except CannotDealError:
            # A house with low maximums may leave no room for insurance.
            return
        if deal in self.dealt:
            return
        self.dealt.add(deal)
        seen = set()
        for _, verdict in wrong_verdicts(drill, deal, ruleset, answers):
            assert any(part.code for part in verdict.parts)
            for part in verdict.parts:
                assert (part.code is None) is part.right
                if part.code and part.code not in seen:
                    seen.add(part.code)
                    self.found[part.code].append(Example(deal, part))
                    self.makers[part.code].add(drill.key)


@cache
def examples():
    return Collection().found


@pytest.mark.soak
@pytest.mark.parametrize("code", ErrorCode)
def test_every_code_is_made_by_deals(code):
    assert len(examples()[code]) >= ENOUGH


# --- what a code says of what was given and what is right --------------------------------------


def outcomes(given, expected):
    def fits(example):
        pair = example.given.outcome, example.expected.outcome
        return pair == (given, expected)

    return fits


def amount(answer):
    return answer.total if isinstance(answer, ChipsAnswer) else answer.amount


def times(*factors):
    def fits(example):
        given, expected = amount(example.given), amount(example.expected)
        return any(abs(given - expected * Decimal(factor)) < 1 for factor in factors)

    return fits


def upside_down(example):
    given, expected = example.given.ranks, example.expected.ranks
    return given == tuple(max(expected) + 1 - place for place in expected)


def more_chips(example):
    given, expected = example.given, example.expected
    count = [sum(count for _, count in answer.counts) for answer in (given, expected)]
    return given.total == expected.total and count[0] > count[1]


def carried(example):
    return abs(amount(example.given) - amount(example.expected)) in (10, 100, 1000)


SAYS = {
    ErrorCode.PAID_LOSER: outcomes(Outcome.PAY, Outcome.TAKE),
    ErrorCode.TOOK_WINNER: outcomes(Outcome.TAKE, Outcome.PAY),
    ErrorCode.PUSH_AS_WIN: outcomes(Outcome.PAY, Outcome.PUSH),
    ErrorCode.PUSHED_WINNER: outcomes(Outcome.PUSH, Outcome.PAY),
    ErrorCode.PUSHED_LOSER: outcomes(Outcome.PUSH, Outcome.TAKE),
    ErrorCode.TOOK_PUSH: outcomes(Outcome.TAKE, Outcome.PUSH),
    ErrorCode.PLACE_VALUE: times("10", "0.1", "100", "0.01"),
    ErrorCode.DOUBLED: times("2", "0.5"),
    ErrorCode.CARRY: carried,
    ErrorCode.UPSIDE_DOWN: upside_down,
    ErrorCode.MORE_CHIPS: more_chips,
    ErrorCode.MISSED_ERROR: lambda example: example.given.choice == "none",
    ErrorCode.FALSE_ALARM: lambda example: example.given.choice != "none",
    ErrorCode.JOKER_PLAYS: lambda example: (
        "idle" in (example.given.choice, example.expected.choice)
    ),
}


@pytest.mark.parametrize("code", SAYS)
def test_a_code_says_what_was_done(code):
    for example in examples()[code]:
        assert SAYS[code](example), example


ORDER = (Outcome.TAKE, Outcome.PUSH, Outcome.PAY)


def test_a_money_error_has_a_value_and_a_side():
    """Positive for the guest, negative for the house; what follows from other parts moves none."""
    for code, some in examples().items():
        for example in some:
            given, expected, delta = example.given, example.expected, example.part.delta
            if example.part.name == PAY_NOW:
                assert (delta == 0) is (code is ErrorCode.FOLLOWS), example
            elif isinstance(given, MoneyAnswer) and given.outcome is expected.outcome:
                assert abs(delta - Fraction(given.amount - expected.amount)) < 1, example
            elif isinstance(given, MoneyAnswer):
                up = ORDER.index(given.outcome) > ORDER.index(expected.outcome)
                assert delta > 0 if up else delta < 0, example
            elif isinstance(given, AmountAnswer) and example.deal.drill != "insurance":
                assert delta == given.amount - expected.amount, example
            elif isinstance(given, ChipsAnswer):
                assert delta == given.total - expected.total, example
