"""Split the pot: amounts by a second division written here, mistakes as they are dealt."""

import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import cycle, product
from math import sqrt

import pytest
from django.conf import settings

from rules.engine.cards import parse_cards
from rules.engine.lowball import Low
from rules.engine.variants import HandRules, best_hand
from rules.games import find_game
from rules.games.texas_holdem import hand_rules, low_half_rules
from tests.rules.games.houses import house
from tests.trainer.drills.cast import HOLDEM, deals, find_drill, rules, some, stream
from tests.trainer.drills.test_reasons import sentences
from trainer.drills import pot_mistakes
from trainer.drills.amounts import format_amount
from trainer.drills.base import (
    LEVELS,
    AmountAnswer,
    AmountMissingError,
    AnswerKind,
    CannotDealError,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
)
from trainer.drills.pot_tables import PotTable, facts, splits
from trainer.drills.strata import pots

pytestmark = pytest.mark.soak

DRILL = find_drill("split-the-pot")
GAME = find_game(HOLDEM)
LANGUAGES = [code for code, _ in settings.LANGUAGES]
SWITCHES = ("odd_chip", "hi_lo", "low_qualifier", "lowball")
HOUSES = [
    house(HOLDEM, **dict(zip(SWITCHES, values, strict=True)))
    for values in product(*(GAME.switch(key).values for key in SWITCHES))
]
UNITS = ("1", "25", "0.5")
SAMPLE = [
    rules(HOLDEM),
    house(HOLDEM, odd_chip="high_card_by_suit", chip_unit="25"),
    house(HOLDEM, hi_lo="on", low_qualifier="8"),
    house(HOLDEM, hi_lo="on", odd_chip="high_hand", chip_unit="0.5"),
    house(HOLDEM, lowball="27", joker="bug"),
]
every_house = pytest.mark.parametrize(
    "ruleset", SAMPLE, ids=lambda r: " ".join(r.switches[k] for k in SWITCHES)
)


def amount(text):
    return AmountAnswer(Decimal(str(text)))


def table(board, holes, put, button=0, asked=0, folded=()):
    """Holes and amounts by seat; a folded seat has no hole cards."""
    groups = (Group(GroupRole.BOARD, parse_cards(board)),)
    for seat, hole in holes.items():
        groups += (Group(GroupRole.PLAYER, parse_cards(hole), seat),)
    put = {seat: Decimal(each) for seat, each in put.items()}
    return Deal(DRILL.key, HOLDEM, 3, groups, facts=facts(put, folded, button, asked))


# --- a second division -----------------------------------------------------------------------


def takes(deal, ruleset):
    """What every seat takes, chip by chip: each chip lies in the layer of its height, a layer
    is won by the best of those who have filled it and not folded."""
    pot = PotTable(deal, ruleset)
    unit = Decimal(ruleset.switches["chip_unit"])
    chips = {seat: int(put / unit) for seat, put in pot.contributions.items()}
    found = Counter()
    heights = sorted(chips.values())
    called = heights[-2]
    for seat, count in chips.items():
        found[seat] += max(0, count - called)
    layers, last = Counter(), ()
    for height in range(1, called + 1):
        inside = [seat for seat, count in chips.items() if count >= height]
        alive = tuple(seat for seat in inside if seat not in pot.folded)
        layers[alive or last] += len(inside)
        last = alive or last
    for alive, count in layers.items():
        share(found, deal, ruleset, alive, count)
    return {seat: count * unit for seat, count in found.items() if count}


def share(found, deal, ruleset, alive, count):
    low_rules = low_half_rules(ruleset)
    low = best_of(deal, alive, low_rules) if low_rules and len(alive) > 1 else []
    high_half = count - count // 2 if low else count
    high = best_of(deal, alive, hand_rules(ruleset)) if len(alive) > 1 else list(alive)
    for half, winners in ((high_half, high), (count - high_half, low)):
        line = in_line(deal, ruleset, winners)
        for place, seat in enumerate(line):
            found[seat] += half // len(line) + (place < half % len(line))


def best_of(deal, alive, by):
    holes = {group.seat: group.cards for group in deal.players}
    hands = {seat: best_hand(holes[seat], by, deal.board) for seat in alive}
    ranks = {seat: hand.rank for seat, hand in hands.items() if hand is not None}
    return [seat for seat, rank in ranks.items() if rank == max(ranks.values())]


def in_line(deal, ruleset, winners):
    """First who gets an odd chip."""
    holes = {group.seat: group.cards for group in deal.players}
    if ruleset.switches["odd_chip"] == "high_card_by_suit":
        return sorted(winners, key=lambda s: max((c.rank, c.suit) for c in holes[s]), reverse=True)
    button = int(deal.fact("button"))
    return sorted(winners, key=lambda seat: (seat - button - 1) % 10)


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_right_is_what_a_second_division_gives(number):
    ruleset = HOUSES[number]
    unit = UNITS[number % len(UNITS)]
    ruleset = replace(ruleset, switches={**ruleset.switches, "chip_unit": unit})
    for level in LEVELS:
        for deal in deals(DRILL, HOLDEM, level, some(6), f"second {number}", ruleset):
            pot = PotTable(deal, ruleset)
            expected = takes(deal, ruleset)
            assert pot.settlement.amounts == expected
            assert DRILL.expected(deal, ruleset) == AmountAnswer(
                expected.get(pot.asked, Decimal(0))
            )
            assert sum(expected.values()) == sum(pot.contributions.values())


# --- worked examples -------------------------------------------------------------------------

BOARD = "Ah Kd Tc Ts 6h"
EQUAL = {0: "Ac 9d", 1: "As 9s"}


ALL_IN = {0: "Ac Ad", 1: "Kc Kh", 2: "2c 3d"}
LAYERS = {0: 50, 1: 120, 2: 200, 3: 190}
# The best high hand and the low one, with a third player between.
LOW_BOARD, HIGH_AND_LOW = "8h 7d 2c Ks Kh", {0: "Kc Qd", 1: "3s 4d", 2: "3c 4h"}
EIGHT = house(HOLDEM, hi_lo="on", low_qualifier="8")
BY_SUIT = house(HOLDEM, odd_chip="high_card_by_suit")


@pytest.mark.parametrize(
    ("deal", "ruleset", "expected"),
    [
        # 101 between seats 0 and 1: the first left of the button gets the odd chip.
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 0, 1, (2,)), rules(HOLDEM), 51),
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 0, 0, (2,)), rules(HOLDEM), 50),
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 2, 0, (2,)), rules(HOLDEM), 51),
        # The ace of spades is the higher card.
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 2, 0, (2,)), BY_SUIT, 50),
        # 200 for seat 0, 210 for seat 1, 140 for seat 2, which gets 10 back besides.
        (table(BOARD, ALL_IN, LAYERS, 0, 0, (3,)), rules(HOLDEM), 200),
        (table(BOARD, ALL_IN, LAYERS, 0, 1, (3,)), rules(HOLDEM), 210),
        (table(BOARD, ALL_IN, LAYERS, 0, 2, (3,)), rules(HOLDEM), 150),
        # 101: the high half is 51, the low one is divided into 25 and 25.
        (table(LOW_BOARD, HIGH_AND_LOW, {0: 33, 1: 33, 2: 33, 3: 2}, 0, 0, (3,)), EIGHT, 51),
        (table(LOW_BOARD, HIGH_AND_LOW, {0: 33, 1: 33, 2: 33, 3: 2}, 0, 1, (3,)), EIGHT, 25),
        (
            table(LOW_BOARD, HIGH_AND_LOW, {0: 33, 1: 33, 2: 33, 3: 2}, 0, 0, (3,)),
            rules(HOLDEM),
            101,
        ),
    ],
)
def test_worked_examples(deal, ruleset, expected):
    assert DRILL.expected(deal, ruleset) == amount(expected)
    assert DRILL.check(deal, amount(expected), ruleset).right


@pytest.mark.parametrize(
    ("deal", "ruleset", "given", "code"),
    [
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 0, 0, (2,)), rules(HOLDEM), 51, "odd-chip"),
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 0, 0, (2,)), rules(HOLDEM), "50.5", "rounding"),
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 3}, 0, 0, (2,)), rules(HOLDEM), 50, "dead-money"),
        (table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 0, 0, (2,)), rules(HOLDEM), 101, "missed-tie"),
        (table(BOARD, ALL_IN, LAYERS, 0, 0, (3,)), rules(HOLDEM), 550, "side-pot"),
        (table(BOARD, ALL_IN, LAYERS, 0, 2, (3,)), rules(HOLDEM), 140, "uncalled"),
        (table(BOARD, ALL_IN, LAYERS, 0, 1, (3,)), rules(HOLDEM), 410, "misread-hand"),
        (table(BOARD, ALL_IN, LAYERS, 0, 1, (3,)), rules(HOLDEM), 215, "arithmetic"),
        (table(BOARD, ALL_IN, LAYERS, 0, 1, (3,)), rules(HOLDEM), 37, "other"),
        (
            table(LOW_BOARD, HIGH_AND_LOW, {0: 33, 1: 33, 2: 33, 3: 2}, 0, 0, (3,)),
            EIGHT,
            101,
            "halves",
        ),
    ],
)
def test_mistakes_are_recognised_and_priced(deal, ruleset, given, code):
    [part] = DRILL.check(deal, amount(given), ruleset).parts
    right = DRILL.expected(deal, ruleset).amount
    assert (part.code, part.delta) == (code, Fraction(Decimal(given) - right))


CODES = {
    *(ErrorCode.ODD_CHIP, ErrorCode.ROUNDING, ErrorCode.UNCALLED, ErrorCode.DEAD_MONEY),
    *(ErrorCode.SIDE_POT, ErrorCode.HALVES, ErrorCode.MISSED_TIE, ErrorCode.MISREAD_HAND),
}


def test_every_mistake_is_dealt_often_and_never_right():
    dealt = Counter()
    for ruleset, level in product((rules(HOLDEM), EIGHT), LEVELS):
        for number, deal in enumerate(deals(DRILL, HOLDEM, level, 20 * level, "miss", ruleset)):
            pot = PotTable(deal, ruleset)
            wrong = pot_mistakes.wrong_amounts(pot)
            dealt.update(list(wrong))
            assert all(pot.amount not in amounts for amounts in wrong.values())
            code, amounts = list(wrong.items())[number % len(wrong)]
            [part] = DRILL.check(deal, AmountAnswer(amounts[-1]), ruleset).parts
            assert (part.right, part.code) == (False, code)
            assert part.delta == Fraction(amounts[-1] - pot.amount)
    assert set(dealt) == CODES
    assert min(dealt.values()) >= 20


# --- what is dealt ---------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_no_answer_is_given_away(level):
    count = some(500)
    answers, seats, asked = Counter(), Counter(), Counter()
    tags = Counter()
    for deal in deals(DRILL, HOLDEM, level, count, "shares"):
        pot = PotTable(deal, rules(HOLDEM))
        answers[pot.amount] += 1
        asked[pot.asked, len(pot.contributions)] += 1
        seats[len(pot.contributions)] += 1
        tags.update(deal.tags)
        assert len(pot.live) == len(deal.players)
    assert max(answers.values()) <= 0.15 * count
    assert 0.01 * count <= tags["takes-nothing"] <= 0.2 * count
    assert tags["split-pot"] >= (0.5 if level == 1 else 0.3) * count
    assert tags["odd-chip"] >= (0.4 if level == 1 else 0.15) * count
    sides = {1: 0, 2: tags["side-pot"], 3: tags["side-pots"]}[level]
    assert sides == (0 if level == 1 else count)
    assert (tags["uncalled"] >= 0.2 * count) is (level == 3)
    for (_, size), times in asked.items():
        fair = seats[size] / size
        assert abs(times - fair) <= 5 * sqrt(fair)


def test_houses_with_a_low_half_deal_both_halves():
    for level in LEVELS:
        dealt = list(deals(DRILL, HOLDEM, level, some(100), "low", EIGHT))
        halved = sum("high-low" in deal.tags for deal in dealt)
        assert 0.5 * len(dealt) <= halved <= 0.95 * len(dealt)


@pytest.mark.parametrize("strata", [pots.HIGH, pots.HIGH_LOW])
def test_constructions_are_published_with_their_shares(strata):
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in strata) == 100
    assert all(len(stratum.text) > 15 for stratum in strata)


def test_twins_hold_the_same_ranks_and_are_seldom_beaten():
    contest, unbeaten = pots.Contest(HandRules()), 0
    for number in range(100):
        layout = pots.twins(pots.Deck(stream(number)), 4, contest)
        one, other = (sorted(card.rank for card in hole) for hole in layout.holes[:2])
        assert one == other
        hands = [best_hand(hole, HandRules(), layout.board).rank for hole in layout.holes]
        unbeaten += max(hands) in hands[:2]
    assert unbeaten >= 80


def test_low_twins_share_a_low_half():
    contest, shared = pots.Contest(HandRules(), HandRules(Low.ACE_TO_FIVE)), 0
    for number in range(60):
        layout = pots.low_twins(pots.Deck(stream(number)), 3, contest)
        lows = [best_hand(hole, contest.low, layout.board).rank for hole in layout.holes]
        shared += lows[0] == lows[1] == max(lows)
    assert shared >= 48


@pytest.mark.parametrize("tag", sorted(set(DRILL.skills) - {"high-low"}))
def test_wanted_tags_are_dealt(tag):
    levels = {"uncalled": 3, "side-pots": 3, "side-pot": 2}
    deal = DRILL.deal(stream(5, tag), rules(HOLDEM), levels.get(tag, 1), frozenset({tag}))
    assert tag in deal.tags


def test_what_a_house_does_not_have_is_not_dealt():
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(1), rules(HOLDEM), 1, frozenset({"high-low"}))
    assert "high-low" in DRILL.deal(stream(1), EIGHT, 1, frozenset({"high-low"})).tags


@every_house
def test_a_variant_changes_one_card_and_the_amount(ruleset):
    for number, deal in enumerate(deals(DRILL, HOLDEM, 2, 3, "variant", ruleset)):
        variant = DRILL.deal(stream(number), ruleset, 2, variant_of=deal)
        assert variant.facts == deal.facts
        assert len(set(deal.cards) - set(variant.cards)) == 1
        assert DRILL.expected(variant, ruleset) != DRILL.expected(deal, ruleset)


@every_house
def test_switches_are_those_that_change_the_amount(ruleset):
    for deal in deals(DRILL, HOLDEM, 1, some(15), "switches", ruleset):
        named = DRILL.switches(deal, ruleset)
        right = DRILL.expected(deal, ruleset)
        for key in SWITCHES:
            others = [
                replace(ruleset, switches={**ruleset.switches, key: value})
                for value in GAME.switch(key).values
            ]
            changes = any(DRILL.expected(deal, other) != right for other in others)
            assert (key in named) is changes
        finer = replace(ruleset, switches={**ruleset.switches, "chip_unit": "0.0001"})
        assert ("chip_unit" in named) is (DRILL.expected(deal, finer) != right)


def test_a_deal_can_be_stored_and_read_again():
    for deal in deals(DRILL, HOLDEM, 3, 5):
        assert Deal.from_spec(deal.to_spec()) == deal


# --- question and verdict --------------------------------------------------------------------


def test_the_question_depends_on_the_table_and_not_on_the_cards():
    one, other = deals(DRILL, HOLDEM, 2, 2)
    asked = DRILL.question(one, rules(HOLDEM))
    assert asked.kind is AnswerKind.AMOUNT
    assert DRILL.question(replace(other, facts=one.facts), rules(HOLDEM)) == asked


def test_an_amount_is_read_from_the_form():
    [deal] = deals(DRILL, HOLDEM, 1, 1)
    assert DRILL.parse_answer(deal, {"amount": ["12,5"]}) == amount("12.5")
    assert DRILL.parse_answer(deal, {"amount": ["0"]}) == amount(0)
    with pytest.raises(AmountMissingError):
        DRILL.parse_answer(deal, {})
    with pytest.raises(TypeError):
        DRILL.check(deal, ChoiceAnswer("left"), rules(HOLDEM))


@every_house
@pytest.mark.parametrize("level", LEVELS)
def test_explanations_are_whole_and_end_with_the_amount(ruleset, level):
    languages = cycle(LANGUAGES)
    for deal in deals(DRILL, HOLDEM, level, some(25), "told", ruleset):
        pot = PotTable(deal, ruleset)
        verdict = DRILL.check(deal, amount(pot.amount), ruleset)
        kinds = [reason.kind for reason in verdict.reasons]
        assert kinds[:2] == ["pots-made", "pots-won"]
        assert kinds[-1] == "seat-takes"
        assert kinds[2:-1] in ([], ["pots-divided"])
        texts = sentences(verdict, deal, next(languages))
        for text in texts:
            assert text.endswith("."), text
            assert not re.search(r"[{}%]|None|\(\)|  |\.\.| [,.:;]", text), text
        last = verdict.reasons[-1].data
        divided = verdict.reasons[2].data["divisions"] if kinds[2:-1] else []
        shares = {each["base"] for each in divided if not each["halves"]}
        chip = pot.chip
        for part in last["parts"]:
            # A share is told where it comes from, the whole of a pot or half stands above.
            whole = any(part == split.amount for _, award in pot.awards for split in splits(award))
            assert whole or part in shares or part - chip in shares
        assert sum(last["parts"]) + last["returned"] == last["amount"] == pot.amount
        said = sentences(verdict, deal)
        if pot.amount:
            assert said[-1].endswith(f" {format_amount(pot.amount)}.")
        else:
            assert said[-1] == f"Player {pot.letter} takes nothing."
        for number, award in pot.awards:
            assert format_amount(number.amount) in said[0]
            assert award.amount == number.amount
        plays = {card for card, mark in verdict.marks.items() if mark is Mark.PLAYS}
        assert plays


def test_every_division_that_touches_the_player_is_told():
    deal = table(BOARD, {**EQUAL, 2: "8h 8d"}, {0: 60, 1: 60, 2: 31, 3: 4}, 0, 1, (3,))
    said = sentences(DRILL.check(deal, amount(0), rules(HOLDEM)), deal)
    assert said[2:] == [
        "Main pot: 97 = 2 × 48 + 1. The odd chip goes to the first left of the button: Player B. "
        "Side pot: 58 = 2 × 29.",
        "Player B: 49 + 29 = 78.",
    ]


def test_how_a_trainer_would_say_it():
    deal = table(BOARD, EQUAL, {0: 50, 1: 50, 2: 1}, 0, 1, (2,))
    assert sentences(DRILL.check(deal, amount(51), rules(HOLDEM)), deal) == [
        "The pot: 101, 1 of it from folded hands.",
        "Player A and Player B – two pair, aces and tens, king kicker.",
        "101 = 2 × 50 + 1. The odd chip goes to the first left of the button: Player B.",
        "Player B: 51.",
    ]
    deal = table(BOARD, ALL_IN, LAYERS, 0, 2, (3,))
    assert sentences(DRILL.check(deal, amount(0), rules(HOLDEM)), deal) == [
        "Main pot: 200 (Player A, Player B and Player C), 50 of it from folded hands. "
        "Side pot 1: 210 (Player B and Player C), 70 of it from folded hands. "
        "Side pot 2: 140 (Player C), 70 of it from folded hands. "
        "Player C gets 10 back: nobody called it.",
        "Main pot: Player A – full house, aces over tens. "
        "Side pot 1: Player B – full house, kings over tens. "
        "Side pot 2: Player C, alone in it.",
        "Player C: 140 + 10 = 150.",
    ]
