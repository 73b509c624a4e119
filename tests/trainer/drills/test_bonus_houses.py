"""What the bonus pays at houses with rules of their own: the answer and how it is explained."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.template import engines

from rules.engine.cards import parse_cards
from rules.games.base import Outcome, PayTable, make_rows
from tests.trainer.drills.cast import CASINO, PAYS, RUSSIAN, ULTIMATE, deals, rules
from tests.trainer.drills.houses import (
    AWARDS,
    BONUS_CAP,
    BOTH,
    BY_FIVES,
    DEALS,
    DOWN,
    EVERY_HOUSE,
    HOUSES,
    PUSH,
    TAKE,
    TENTHS,
    answer_for,
    beats_the_dealer,
    chip,
    dealt,
    fixed,
    house,
    sum_of,
)
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from tests.trainer.drills.test_what_the_bonus_pays import bonus, pay
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import Group, GroupRole
from trainer.drills.bonuses import BONUSES, stakes


@EVERY_HOUSE
def test_the_right_answer_follows_the_house(ruleset):
    answers = set()
    for deal in dealt(ruleset, 2 * DEALS):
        expected = PAYS.expected(deal, ruleset)
        assert expected == answer_for(deal, ruleset)
        assert PAYS.check(deal, expected, ruleset).right
        answers.add(expected.outcome)
    assert {Outcome.PAY, Outcome.TAKE} <= answers


def numbers(verdict):
    [data] = [reason.data for reason in verdict.reasons if reason.kind == "amount"]
    return data


@EVERY_HOUSE
def test_the_whole_sum_is_explained(ruleset):
    for deal in dealt(ruleset):
        verdict = PAYS.check(deal, TAKE, ruleset)
        total, capped, paid = sum_of(deal, ruleset)
        kinds = [reason.kind for reason in verdict.reasons]
        needs_win = ruleset.switches.get("trips_needs_win") == "yes"
        if not total or (needs_win and not beats_the_dealer(deal)):
            assert "amount" not in kinds
            assert ("needs-win" in kinds) is bool(needs_win and total)
            continue
        assert kinds[-1] == "amount"
        assert ("needs-win" in kinds) is needs_win
        data = numbers(verdict)
        assert data["total"] == sum(term["amount"] for term in data["terms"]) == total
        assert [cap["limit"] for cap in data["caps"]][-1:] == ([capped] if capped < total else [])
        limits = [total, *(cap["limit"] for cap in data["caps"])]
        assert limits == sorted(limits, reverse=True)
        assert data["unit"] == (chip(ruleset) if paid < capped - Fraction(1, 10**6) else None)
        assert data["profit"] == to_money(paid)


@EVERY_HOUSE
def test_explanations_are_whole_in_every_language(ruleset, monkeypatch):
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "%s None")
    for deal in dealt(ruleset):
        verdict = PAYS.check(deal, PAYS.expected(deal, ruleset), ruleset)
        assert 2 <= len(verdict.reasons) <= 4
        for language in LANGUAGES:
            for text in sentences(verdict, deal, language):
                assert text.endswith(".")
                assert not any(sign in text for sign in ("{", "}", "%", "None", "  ", "..")), text
        *_, last = sentences(verdict, deal)
        if verdict.reasons[-1].kind == "amount":
            expected = PAYS.expected(deal, ruleset)
            assert f" {format_amount(expected.amount)}." in f" {last}" or expected == PUSH
            for cap in numbers(verdict)["caps"]:
                assert f"{cap['name']}: no more than {format_amount(cap['limit'])}." in last


@pytest.mark.parametrize(
    ("deal", "ruleset", "texts"),
    [
        (
            bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"),
            BONUS_CAP,
            [
                "5 × 25 = 125. Maximum payout of the bonus: no more than 100. "
                "The stake goes back as well."
            ],
        ),
        (
            bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"),
            house(RUSSIAN, bonus_max_payout="110", max_payout="103", **BOTH, **BY_FIVES),
            [
                "5 × 25 = 125. Maximum payout of the bonus: no more than 110. "
                "Maximum payout: no more than 103. Rounded down to the smallest chip, 5: 100. "
                "The stake goes back as well."
            ],
        ),
        (
            bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s"),
            house(RUSSIAN, AWARDS),
            [
                "Bonus on the first five cards: straight pays 100, whatever the stake.",
                "100. The stake goes back as well.",
            ],
        ),
        (
            bonus(RUSSIAN, 5, "9s 9h 9d 6c 5s 6h"),
            house(RUSSIAN, AWARDS),
            [
                "Bonus with a bought sixth card: full house pays 7:3.",
                "5 × 2\xa01/3 = 11\xa02/3. Rounded to hundredths: 11.67. "
                "The stake goes back as well.",
            ],
        ),
        (
            bonus(ULTIMATE, 5, "9s 8h", "7d 6c 5s Ah Ad"),
            house(ULTIMATE, TENTHS, **DOWN),
            [
                "Straight pays 1:10.",
                "5 × 0.1 = 0.5. Rounded down to the smallest chip, 1: 0. "
                "Only the stake goes back.",
            ],
        ),
        (
            bonus(ULTIMATE, 5, "9s 8h", "7d 6c 5s Ah Ad"),
            house(ULTIMATE, {"trips": PayTable(make_rows("straight 0, pair 0"))}),
            ["Straight returns the bet."],
        ),
        (
            bonus(CASINO, 5, "Ks 9d", "Kh 9c 4s 9h 2d"),
            house(CASINO, aa_cards="7"),
            [
                "The best five of seven count: full house, nines over kings.",
                "Full house pays 30:1.",
                "5 × 30 = 150. The stake goes back as well.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, ruleset, texts):
    verdict = PAYS.check(deal, PAYS.expected(deal, ruleset), ruleset)
    assert sentences(verdict, deal)[-len(texts) :] == texts


def against_dealer(own, dealer, board="8h 8d 8c 5s 2d"):
    deal = bonus(ULTIMATE, 5, own, board)
    return replace(deal, groups=(*deal.groups, Group(GroupRole.DEALER, parse_cards(dealer))))


@pytest.mark.parametrize(
    ("dealer", "answer", "text"),
    [
        (
            "Js 3c",
            pay(15),
            "The hand also beats the dealer’s: three of a kind, eights, kickers J, 5.",
        ),
        (
            "Qh 4d",
            PUSH,
            "This house pays only a hand that wins. The dealer’s is equal: "
            "three of a kind, eights, kickers Q, 5. The bet is returned.",
        ),
        (
            "Ks 3c",
            PUSH,
            "This house pays only a hand that wins. The dealer’s is higher: "
            "three of a kind, eights, kickers K, 5. The bet is returned.",
        ),
    ],
)
def test_a_house_that_pays_trips_only_to_a_winner(dealer, answer, text):
    deal, ruleset = against_dealer("Qs 3d", dealer), house(ULTIMATE, trips_needs_win="yes")
    verdict = PAYS.check(deal, answer, ruleset)
    assert verdict.right
    # A hand that wins would be paid elsewhere too.
    assert verdict.switches == (("trips_needs_win",) if answer == PUSH else ())
    assert text in sentences(verdict, deal)
    shown = {card for group in deal.groups for card in group.cards}
    assert verdict.marks.keys() == shown


def test_the_dealer_lies_open_only_where_a_win_is_needed():
    needed, plain = HOUSES["win needed"], rules(ULTIMATE)
    count = [len(deal.dealer) for deal in deals(PAYS, ULTIMATE, 2, 20, ruleset=needed)]
    assert set(count) == {2}
    assert not any(deal.dealer for deal in deals(PAYS, ULTIMATE, 2, 20, ruleset=plain))
    outcomes = [
        PAYS.expected(deal, needed).outcome
        for deal in deals(PAYS, ULTIMATE, 2, 200, "push", needed)
    ]
    assert outcomes.count(Outcome.PUSH) >= 20
    assert outcomes.count(Outcome.PAY) >= 40


@pytest.mark.parametrize(
    ("level", "offered"),
    [(1, range(10, 110, 10)), (3, [Decimal(stake) for stake in range(5, 250, 10)])],
)
def test_fixed_awards_leave_the_stakes_alone(level, offered):
    ruleset = house(RUSSIAN, {key: fixed("straight 1:3") for key in ("bonus_first5", "bonus6")})
    assert list(stakes(BONUSES[RUSSIAN], ruleset, level)) == list(offered)
