"""Cut it in chips: sums of real boxes, the fewest chips, and what is wrong with other cuts."""

import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import cycle

import pytest

from rules.games import find_game, settle
from rules.games.base import Outcome
from rules.games.settlement import Round
from tests.rules.games.houses import house
from tests.trainer.drills.cast import (
    CASINO,
    RUSSIAN,
    SOAK,
    ULTIMATE,
    deals,
    find_drill,
    rules,
    some,
    stream,
)
from tests.trainer.drills.dealing import random_houses
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    ChipCountError,
    ChipsAnswer,
    Deal,
    ErrorCode,
    NothingChosenError,
)
from trainer.drills.chips import count_of, fewest_chips, greedy_chips
from trainer.drills.payouts import BET, Payout, box_of

pytestmark = pytest.mark.soak

DRILL = find_drill("cut-chips")
DEALT = 25 if SOAK else 10
every_shape = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in DRILL.games for level in LEVELS]
)
ODD_SET = {"chip_set": "1, 5, 20, 25, 100", "rounding": "down"}
HALVES = {"chip_set": "0.5, 1, 5, 25, 100, 500"}


def cut(text):
    """`2x100 1x25`."""
    pairs = (part.split("x") for part in text.split())
    counts = ((Decimal(value), int(count)) for count, value in pairs)
    return ChipsAnswer(tuple(sorted(counts, reverse=True)))


def paid(deal, ruleset):
    """What the house pays out at the end, bet by bet, worked out from the hidden cards."""
    dealer = next((g for g in deal.hidden if g.role == "dealer"), None)
    board = next((g.cards for g in deal.hidden if g.role == "board"), ())
    player = next(g for g in deal.hidden if g.role == "player")
    stakes = {
        key.removeprefix(BET): Decimal(stake) for key, stake in deal.facts if key.startswith(BET)
    }
    round_ = Round(
        player=player.cards,
        dealer=dealer.before if dealer else (),
        board=board,
        folded=player.folded,
        dealer_after=dealer.cards if dealer and dealer.gone else None,
        dealt=player.before if player.gone else None,
    )
    wagers = settle(round_, stakes, ruleset).wagers
    due = [w for w in wagers if w.outcome is Outcome.PAY and not w.paid_early]
    return {w.bet: to_money(w.profit) for w in due if to_money(w.profit)}


def houses():
    yield from (rules(game) for game in DRILL.games)
    yield from (house(game, **ODD_SET) for game in DRILL.games)
    yield from (house(game, **HALVES) for game in DRILL.games)


@pytest.mark.parametrize(
    "ruleset", [*houses()], ids=lambda r: f"{r.game} {r.switches['chip_set']}"
)
def test_right_is_the_sum_of_the_box_in_the_fewest_chips(ruleset):
    values = [chip.value for chip in DRILL.question(*one(ruleset)).chips]
    for level in LEVELS:
        for deal in deals(DRILL, ruleset.game, level, some(25), "sums", ruleset):
            expected = DRILL.expected(deal, ruleset)
            due = paid(deal, ruleset)
            assert expected.total == sum(due.values())
            assert count_of(expected.counts) == count_of(fewest_chips(expected.total, values))
            assert DRILL.check(deal, expected, ruleset).right
            assert ("several-bets" in deal.tags) is (len(due) > 1)


def one(ruleset):
    [deal] = deals(DRILL, ruleset.game, 1, 1, ruleset=ruleset)
    return deal, ruleset


def test_any_way_with_the_fewest_is_right():
    ruleset, found = house(CASINO, chip_set="5, 10, 15, 20"), 0
    for deal in deals(DRILL, CASINO, 1, 100, "ways", ruleset):
        if DRILL.expected(deal, ruleset).total == 30:
            right = [
                DRILL.check(deal, cut(text), ruleset).right
                for text in ("1x20 1x10", "2x15", "3x10", "1x15 1x10 1x5")
            ]
            assert right == [True, True, False, False]
            found += 1
    assert found


@every_shape
def test_the_sum_is_given_away_by_nothing(game, level):
    count = some(250)
    sums = Counter(
        DRILL.expected(d, rules(game)).total for d in deals(DRILL, game, level, count, "shares")
    )
    assert max(sums.values()) <= 0.2 * count
    assert len(sums) >= count / 10


@every_shape
def test_deals_are_of_their_level(game, level):
    tags, dealt = Counter(), some(150)
    for deal in deals(DRILL, game, level, dealt, "level"):
        expected = DRILL.expected(deal, rules(game))
        assert 2 <= count_of(expected.counts) <= {1: 10, 2: 14, 3: 18}[level]
        assert deal.groups == deal.wagers == ()
        assert Deal.from_spec(deal.to_spec()) == deal
        tags.update(deal.tags)
    assert tags["several-bets"] >= (0 if level == 1 else dealt * 4 / 15)
    if level == 3:
        assert tags["many-chips"] >= dealt / 6


def test_houses_whose_chips_do_not_come_out_even_are_not_offered():
    assert DRILL.offers(rules(RUSSIAN))
    unpayable = house(RUSSIAN, chip_set="25, 100")
    assert not DRILL.offers(unpayable)
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(1), unpayable, 1)
    assert not DRILL.offers(house(RUSSIAN, chip_set="25, 100", rounding="down"))
    assert DRILL.offers(house(RUSSIAN, chip_set="2.5, 5", rounding="down"))


@pytest.mark.parametrize("game", DRILL.games)
def test_every_house_that_is_offered_can_be_dealt(game):
    offered = 0
    for ruleset in random_houses(game, some(25)):
        if not DRILL.offers(ruleset):
            continue
        offered += 1
        for level in LEVELS:
            for deal in deals(DRILL, game, level, 2, "random", ruleset):
                expected = DRILL.expected(deal, ruleset)
                assert expected.total == sum(paid(deal, ruleset).values())
                assert DRILL.check(deal, expected, ruleset).right
    assert offered >= some(8)


def test_a_sum_has_no_variant_and_unknown_tags_are_refused():
    deal, ruleset = one(rules(ULTIMATE))
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(2), ruleset, 1, variant_of=deal)
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(2), ruleset, 1, frozenset({"no-such-tag"}))


@pytest.mark.parametrize("tag", sorted(DRILL.skills))
def test_wanted_tags_are_dealt(tag):
    rule = HALVES if tag == "fraction" else ODD_SET
    ruleset = house(ULTIMATE, **rule)
    assert tag in DRILL.deal(stream(3, tag), ruleset, 3, frozenset({tag})).tags


# --- mistakes --------------------------------------------------------------------------------


def in_chips(total, values):
    """A cut of *total* in the chips of the house, which need not be the best."""
    return ChipsAnswer(greedy_chips(total, values))


def test_every_mistake_is_dealt_often_and_priced():
    dealt = Counter()
    for game in DRILL.games:
        ruleset = house(game, **ODD_SET)
        for level in (2, 3):
            for deal in deals(DRILL, game, level, DEALT, "mistakes", ruleset):
                payout = Payout(box_of(deal, ruleset))
                stakes = sum(settled.stake for settled in payout.paid)
                wrong = {
                    ErrorCode.TOTAL_RETURNED: in_chips(payout.total + stakes, payout.values),
                    ErrorCode.ARITHMETIC: in_chips(payout.total * 10, payout.values),
                    ErrorCode.NO_SUCH_CHIP: ChipsAnswer(((payout.total + 1000, 1),)),
                    ErrorCode.MORE_CHIPS: more(payout),
                }
                if len(payout.paid) > 1:
                    wrong[ErrorCode.LEFT_OUT] = in_chips(payout.amounts[0], payout.values)
                for code, answer in wrong.items():
                    [part] = DRILL.check(deal, answer, ruleset).parts
                    assert not part.right
                    assert part.delta == Fraction(answer.total - payout.total)
                    dealt[code] += part.code is code
    assert min(dealt.values()) >= 20
    assert dealt[ErrorCode.MORE_CHIPS] == dealt[ErrorCode.NO_SUCH_CHIP] == 6 * DEALT


def more(payout):
    """The right amount in ones."""
    return ChipsAnswer(((Decimal(1), int(payout.total)),))


def test_odds_from_another_bet_are_recognised():
    codes = Counter()
    for deal in deals(DRILL, CASINO, 3, 60, "base"):
        payout = Payout(box_of(deal, rules(CASINO)))
        for settled in payout.paid:
            if settled.bet == "call":
                half = payout.total - settled.stake / 2
                if half > 0 and half == int(half):
                    [part] = DRILL.check(deal, in_chips(half, payout.values), rules(CASINO)).parts
                    codes[part.code] += 1
    assert codes[ErrorCode.WRONG_BASE] + codes[ErrorCode.LEFT_OUT] >= 10


# --- question and verdict --------------------------------------------------------------------


def test_chips_are_read_from_the_form():
    deal, ruleset = one(rules(RUSSIAN))
    asked = DRILL.question(deal, ruleset)
    assert asked.kind is AnswerKind.CHIPS
    assert [str(chip.value) for chip in asked.chips] == ["1", "5", "25", "100", "500", "1000"]
    form = {"chip-100": ["2"], "chip-5": ["1"], "chip-1": [""]}
    assert DRILL.parse_answer(deal, form) == cut("2x100 1x5")
    with pytest.raises(NothingChosenError):
        DRILL.parse_answer(deal, {"chip-100": ["0"]})
    with pytest.raises(ChipCountError):
        DRILL.parse_answer(deal, {"chip-100": ["many"]})


@every_shape
def test_explanations_are_whole_and_come_to_the_sum(game, level):
    languages, ruleset = cycle(LANGUAGES), house(game, **ODD_SET)
    for deal in deals(DRILL, game, level, some(20), "told", ruleset):
        expected = DRILL.expected(deal, ruleset)
        verdict = DRILL.check(deal, expected, ruleset)
        kinds = [reason.kind for reason in verdict.reasons]
        assert kinds[:2] == ["paid-together", "cut"]
        assert kinds[2:] == (["cut-greedy"] if "not-greedy" in deal.tags else [])
        for text in sentences(verdict, deal, next(languages)):
            assert text.endswith(".")
            assert not re.search(r"[{}%]|None|\(\)|  |\.\.| [,.:;]", text), text
        first, second, *_ = sentences(verdict, deal)
        for bet, amount in paid(deal, ruleset).items():
            name = find_game(game).bet(bet).name
            assert re.search(f"{name}: [^:]*= {re.escape(format_amount(amount))}[.]", first)
        total = format_amount(expected.total)
        assert second.startswith(f"{total} = ")
        assert f" {count_of(expected.counts)} chip" in second


def test_how_a_trainer_would_say_it():
    ruleset = house(ULTIMATE, **ODD_SET)
    found = (
        deal
        for deal in deals(DRILL, ULTIMATE, 3, 200, "said", ruleset)
        if "not-greedy" in deal.tags and "several-bets" in deal.tags
    )
    deal = next(found)
    verdict = DRILL.check(deal, DRILL.expected(deal, ruleset), ruleset)
    first, second, third = sentences(verdict, deal)
    assert re.fullmatch(r"(\w+: .+ = [\d\xa0]+\. )+Together [\d\xa0]+\.", first)
    assert re.fullmatch(r"[\d\xa0]+ = (\d+\xa0×\xa0\d+( \+ )?)+: \d+ chips\.", second)
    assert re.fullmatch(
        r"With the largest chip first it takes \d+ chips: (\d+\xa0×\xa0\d+( \+ )?)+\.", third
    )


def test_the_chips_of_the_house_always_matter():
    for deal in deals(DRILL, CASINO, 2, 10):
        assert "chip_set" in DRILL.switches(deal, rules(CASINO))
    exact, down = rules(ULTIMATE), house(ULTIMATE, rounding="down", chip_set="5, 25, 100")
    for deal in deals(DRILL, ULTIMATE, 3, some(40), "rounding", down):
        under = Payout(replace(box_of(deal, down), ruleset=exact)).total
        assert ("rounding" in DRILL.switches(deal, down)) is (
            under != Payout(box_of(deal, down)).total
        )
