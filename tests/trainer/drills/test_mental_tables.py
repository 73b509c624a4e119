"""Mental tables: what is dealt, what is right, which mistake a wrong amount is."""

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import floor

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from rules.games.base import Limits
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, deals, name, rules, some, stream
from tests.trainer.drills.houses import house
from trainer.drills import find_drill
from trainer.drills.amounts import to_money
from trainer.drills.base import (
    LEVELS,
    AmountAnswer,
    CannotDealError,
    Deal,
    ErrorCode,
    MoneyAnswer,
    Option,
)
from trainer.drills.sums import BY_TAG, FACTORS, PART_CHIPS, Sum
from trainer.practice import wording

pytestmark = pytest.mark.soak

DRILL = find_drill("mental-tables")
GAMES = (RUSSIAN, ULTIMATE, CASINO)
COUNT = some(600)
LIMITS = {"ante": Limits(Decimal("2.5"), Decimal(100), Decimal("2.5"))}
HOUSES = {
    "reference": rules(RUSSIAN),
    "rounds": house(RUSSIAN, rounding="down"),
    "rounds to fives": house(ULTIMATE, rounding="down", chip_set="5, 25"),
    "rounds to twenties": house(RUSSIAN, rounding="down", chip_set="20, 100"),
    "small chips": house(CASINO, chip_set="0.5, 1, 5"),
}
EVERY_HOUSE = pytest.mark.parametrize("ruleset", HOUSES.values(), ids=HOUSES)


def dealt(ruleset, level, count=COUNT):
    return list(deals(DRILL, ruleset.game, level, count, "sums", ruleset))


def facts(deal):
    return Decimal(deal.fact("stake")), BY_TAG["odds:" + deal.fact("odds")].odds


def paid(deal, ruleset):
    """The answer worked out a second time."""
    stake, odds = facts(deal)
    product = Fraction(stake) * odds
    if ruleset.switches["rounding"] == "down":
        chip = Fraction(ruleset.switches["chip_set"].split(",")[0])
        product = floor(product / chip) * chip
    return to_money(product)


def check(deal, amount, ruleset):
    return DRILL.check(deal, AmountAnswer(Decimal(amount)), ruleset)


# --- deals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_deals_are_asked_and_kept(game, level):
    for deal in dealt(rules(game), level, some(40)):
        assert Deal.from_spec(deal.to_spec()) == deal
        assert deal.groups == deal.hidden == ()
        stake, _ = facts(deal)
        assert stake in rules(game).limits["ante"]
        assert deal.tags <= DRILL.skills.keys()


@pytest.mark.parametrize("level", LEVELS)
def test_odds_are_dealt_by_their_shares(level):
    count = Counter(deal.stratum for deal in dealt(rules(RUSSIAN), level, some(2000)))
    for factor in FACTORS:
        dealt_of = 100 * count[factor.tag] / count.total()
        assert abs(dealt_of - factor.shares[level - 1]) < 4


def test_shares_of_a_level_sum_to_100():
    assert [sum(factor.shares[at] for factor in FACTORS) for at in range(3)] == [100] * 3


@pytest.mark.parametrize("level", LEVELS)
def test_no_answer_is_frequent(level):
    count = Counter(paid(deal, rules(RUSSIAN)) for deal in dealt(rules(RUSSIAN), level))
    assert max(count.values()) < COUNT * 0.1


def test_stakes_of_a_level():
    assert {facts(deal)[0] % 10 for deal in dealt(rules(RUSSIAN), 1)} == {0}
    assert {facts(deal)[0] % 10 for deal in dealt(rules(RUSSIAN), 3)} == {5}


def test_parts_of_a_chip_are_for_level_3():
    shares = [
        sum(PART_CHIPS in deal.tags for deal in dealt(rules(RUSSIAN), level)) for level in LEVELS
    ]
    assert shares[:2] == [0, 0]
    assert COUNT * 0.03 < shares[2] < COUNT * 0.2


def test_stakes_are_within_limits_and_made_of_chips():
    ruleset = house(RUSSIAN, chip_set="5, 25")
    assert {facts(d)[0] % 5 for d in dealt(ruleset, 3, 100)} == {0}
    small = house(CASINO, chip_set="2.5, 5")
    small = type(small)(**{f: getattr(small, f) for f in small.__slots__} | {"limits": LIMITS})
    found = {facts(d)[0] for d in dealt(small, 3, 200)}
    assert found <= {Decimal("2.5") * n for n in range(1, 41)}
    assert Decimal("2.5") in found


@pytest.mark.parametrize("tag", DRILL.skills)
def test_wanted_skills_are_dealt(tag):
    deal = DRILL.deal(stream(3), rules(RUSSIAN), 3, frozenset({tag}))
    assert tag in deal.tags


def test_what_cannot_be_dealt_is_refused():
    for level, want in ((1, {PART_CHIPS}), (2, {"kicker"}), (2, {"odds:5-1", "odds:7-1"})):
        with pytest.raises(CannotDealError):
            DRILL.deal(stream(1), rules(RUSSIAN), level, frozenset(want))
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(1), rules("texas-holdem"), 1)


@EVERY_HOUSE
@pytest.mark.parametrize("level", LEVELS)
def test_a_variant_changes_one_thing_and_the_answer(ruleset, level):
    for number, deal in enumerate(dealt(ruleset, level, 10)):
        other = DRILL.deal(stream(number), ruleset, level, variant_of=deal)
        changed = [a != b for a, b in zip(facts(deal), facts(other), strict=True)]
        assert sum(changed) == 1
        assert DRILL.expected(other, ruleset) != DRILL.expected(deal, ruleset)


# --- answers ---------------------------------------------------------------------------------


@EVERY_HOUSE
@pytest.mark.parametrize("level", LEVELS)
def test_the_right_amount(ruleset, level):
    for deal in dealt(ruleset, level, some(60)):
        right = paid(deal, ruleset)
        assert DRILL.expected(deal, ruleset) == AmountAnswer(right)
        verdict = check(deal, right, ruleset)
        assert verdict.right
        assert verdict.parts[0].code is None
        wrong = check(deal, right + 1, ruleset)
        assert not wrong.right
        assert wrong.parts[0].delta == 1


@EVERY_HOUSE
def test_switches_are_those_that_change_the_answer(ruleset):
    for deal in dealt(ruleset, 3, 60):
        stake, odds = facts(deal)
        exact = to_money(Fraction(stake) * odds)
        turns = "rounding" in DRILL.switches(deal, ruleset)
        if ruleset.switches["rounding"] == "down":
            assert turns is (paid(deal, ruleset) != exact)
        else:
            assert turns is (PART_CHIPS in deal.tags)


@pytest.mark.parametrize("factor", FACTORS, ids=lambda factor: factor.key)
def test_easier_products_make_the_odds(factor):
    parts = factor.parts
    made = {"sum": sum(parts), "difference": parts[0] - sum(parts[1:]), "half": parts[0] / 2}
    assert made[factor.way] == factor.odds


# --- mistakes --------------------------------------------------------------------------------

ROUNDING = house(RUSSIAN, rounding="down")


def mistakes(deal, ruleset):
    """Amounts that one mistake gives, each with its code."""
    stake, odds = facts(deal)
    stake, right = Fraction(stake), Fraction(paid(deal, ruleset))
    yield ErrorCode.TOTAL_RETURNED, right + stake
    yield ErrorCode.PLACE_VALUE, right * 10
    yield ErrorCode.PLACE_VALUE, right / 10
    yield ErrorCode.DOUBLED, right * 2
    yield ErrorCode.CARRY, right + 10
    yield ErrorCode.CARRY, right - 100
    yield ErrorCode.OTHER_ODDS, stake * (odds - 1)
    yield ErrorCode.OTHER, right * 3 + 1
    if odds.denominator > 1:
        yield ErrorCode.INVERTED_ODDS, stake / odds
    if ruleset is ROUNDING:
        yield ErrorCode.ROUNDING, stake * odds
    digits = str(right)
    if right.denominator == 1 and len(set(digits)) > 2:
        yield ErrorCode.ARITHMETIC, Fraction(digits[0] + digits[:0:-1])


def test_every_mistake_is_recognised_in_dealt_sums():
    """One amount may come of two mistakes; then the first in the table is named."""
    recognised, other = Counter(), Counter()
    for ruleset in (rules(RUSSIAN), ROUNDING):
        for level in LEVELS:
            for deal in dealt(ruleset, level, 100 * level):
                for code, amount in mistakes(deal, ruleset):
                    given = to_money(amount)
                    if amount <= 0 or given == paid(deal, ruleset):
                        continue
                    found = check(deal, given, ruleset).parts[0].code
                    (recognised if found is code else other)[code] += 1
    for code in {code for code, _ in mistakes(dealt(ROUNDING, 3, 1)[0], ROUNDING)} | set(
        recognised
    ):
        assert recognised[code] >= 20, code
        assert recognised[code] > 3 * other[code], code
    assert len(recognised) == 9


def test_an_answer_of_another_kind_is_no_answer():
    [deal] = dealt(rules(RUSSIAN), 1, 1)
    with pytest.raises(TypeError):
        DRILL.check(deal, MoneyAnswer("push"), rules(RUSSIAN))


# --- words -----------------------------------------------------------------------------------


def explanation(deal, ruleset):
    texts = []
    for reason in check(deal, 1, ruleset).reasons:
        text = render_to_string(f"trainer/reasons/{reason.kind}.html", {"reason": reason})
        texts.append(re.sub(r"[ \n]+", " ", text).strip())
    return texts


@EVERY_HOUSE
def test_explanations_hold_the_numbers_of_the_settlement(ruleset):
    for number, deal in enumerate(dealt(ruleset, 3, 50)):
        language = ("en", "uk", "ru")[number % 3]
        with override(language):
            texts = explanation(deal, ruleset)
            stake, odds = facts(deal)
            assert len(texts) == 3
            assert wording.odds_text(odds) in texts[0]
            assert wording.money(Fraction(stake) * odds) in texts[1]
            assert wording.money(paid(deal, ruleset)) in texts[2]
            assert not any(sign in "".join(texts) for sign in ("%", "{", "None", "Decimal"))


@pytest.mark.parametrize(
    ("stake", "odds", "text"),
    [
        (35, "17-1", "<b>35 × 20 − 35 × 3</b> = 700 − 105 = 595."),
        (35, "7-1", "<b>35 × 5 + 35 × 2</b> = 175 + 70 = 245."),
        (35, "50-1", "<b>35 × 100 = 3\xa0500</b>, and half of it is 1\xa0750."),
        (35, "3-2", "<b>The stake and half of it:</b> 35 + 17.5 = 52.5."),
        (35, "6-5", "<b>The stake and a fifth of it:</b> 35 + 7 = 42."),
    ],
)
def test_how_a_product_is_taken_apart(stake, odds, text):
    facts_ = (("odds", odds), ("stake", str(stake)))
    deal = Deal(DRILL.key, RUSSIAN, 3, (), facts=facts_)
    assert explanation(deal, rules(RUSSIAN))[1] == text


def test_the_question_shows_stake_and_odds():
    facts_ = (("odds", "3-2"), ("stake", "1250"))
    deal = Deal(DRILL.key, RUSSIAN, 3, (), facts=facts_)
    ask = DRILL.question(deal, rules(RUSSIAN))
    assert [wording.option_name(plate, deal) for plate in ask.plates] == ["Stake 1\xa0250", "3:2"]
    assert Sum(Decimal(1250), BY_TAG["odds:3-2"], rules(RUSSIAN)).amount == 1875
    assert all(isinstance(plate, Option) for plate in ask.plates)
