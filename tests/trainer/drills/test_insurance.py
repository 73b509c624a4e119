"""Insurance: whether, how much and how it ends, by the rules written a second time."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest

from rules.engine.best import best_five
from rules.engine.cards import parse_cards
from rules.engine.ranking import Category
from rules.games.base import Outcome, PayHand, pay_hand
from rules.games.russian_poker import bet_combinations
from rules.games.switches import smallest_chip
from tests.trainer.drills.cast import RUSSIAN, deals, find_drill, rules, some, stream
from tests.trainer.drills.dealing import check_sentences, check_variants, random_houses
from tests.trainer.drills.houses import house
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import (
    LEVELS,
    AmountAnswer,
    AmountBelowZeroError,
    AnswerKind,
    CannotDealError,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    MoneyAnswer,
    Wager,
)
from trainer.drills.insuring import ASKED, LEAST, MOST, Insured
from trainer.drills.strata.insuring import STRATA

pytestmark = pytest.mark.soak

DRILL = find_drill("insurance")
DEALT = some(500)
YES, NO = ChoiceAnswer("yes"), ChoiceAnswer("no")
TAKE, PUSH = MoneyAnswer(Outcome.TAKE), MoneyAnswer(Outcome.PUSH)
ON = {"insurance": "on"}
FULL = house(RUSSIAN, insurance_max="full")
LOSES = house(RUSSIAN, insurance_on_loss="lose", insurance_on_tie="lose")


def pay(amount):
    return MoneyAnswer(Outcome.PAY, Decimal(amount))


def amount(number):
    return AmountAnswer(Decimal(number))


def box(cards, dealer="", asked="", ante=10, **bets):
    own = parse_cards(cards)
    groups = (Group(GroupRole.PLAYER, own, 0, bought=len(own) == 6),)
    if dealer:
        groups += (Group(GroupRole.DEALER, parse_cards(dealer)),)
    wagers = tuple(Wager(bet, Decimal(stake)) for bet, stake in {"ante": ante, **bets}.items())
    level = 3 if dealer else 2 if asked else 1
    facts = ((ASKED, asked),) if asked else ()
    return Deal(DRILL.key, RUSSIAN, level, groups, wagers, facts=facts)


# --- the rules once more ---------------------------------------------------------------------


def strong(deal, ruleset):
    names = {hand.key: hand for hand in PayHand}
    needed = names[ruleset.switches["insurance_min_category"]]
    return pay_hand(best_five(deal.players[0].cards).rank) >= needed


def most(deal, ruleset):
    """Part of the payout of all combinations on rows, capped, rounded to chips."""
    [ante] = [wager.stake for wager in deal.wagers if wager.bet == "ante"]
    bet = ante * 2
    table = ruleset.tables["bet"]
    rows = [
        table.row_for(one.rank) for one in bet_combinations(deal.players[0].cards, ruleset, bet)
    ]
    total = sum(
        (row.pays if row.fixed else row.pays * Fraction(bet) for row in rows if row), Fraction()
    )
    if ruleset.switches["max_payout"] != "none":
        total = min(total, Fraction(ruleset.switches["max_payout"]))
    if ruleset.switches["rounding"] == "down":
        chip = Fraction(smallest_chip(ruleset))
        total = total // chip * chip
    return total / 2 if ruleset.switches["insurance_max"] == "half" else total


def stake_of(deal, bet):
    return next((wager.stake for wager in deal.wagers if wager.bet == bet), None)


def ends(deal, ruleset):
    """Outcome and profit of the insurance."""
    mine, dealer = (best_five(cards).rank for cards in (deal.players[0].cards, deal.dealer))
    stake = Fraction(stake_of(deal, "insurance"))
    if not strong(deal, ruleset):
        return Outcome.PUSH, Fraction(0)
    game = dealer.category > Category.HIGH_CARD or (
        dealer.is_ace_king and ruleset.switches["qualifier"] == "ace-king"
    )
    if not game:
        chip = Fraction(smallest_chip(ruleset))
        down = ruleset.switches["rounding"] == "down"
        profit = stake // chip * chip if down else stake
        return (Outcome.PAY if profit else Outcome.PUSH), profit
    if mine > dealer:
        return Outcome.TAKE, -stake
    key = "insurance_on_tie" if mine == dealer else "insurance_on_loss"
    returned = ruleset.switches[key] == "return"
    return (Outcome.PUSH, Fraction(0)) if returned else (Outcome.TAKE, -stake)


def right_answer(deal, ruleset):
    ante = stake_of(deal, "ante")
    if deal.level == 1:
        room = most(deal, ruleset) >= ante
        return YES if strong(deal, ruleset) and room and not stake_of(deal, "bet") else NO
    if deal.level == 2:
        limit = Fraction(ante) if deal.fact(ASKED) == LEAST else most(deal, ruleset)
        return AmountAnswer(to_money(limit))
    outcome, profit = ends(deal, ruleset)
    return pay(to_money(profit)) if outcome is Outcome.PAY else MoneyAnswer(outcome)


def wrong_answers(deal, ruleset):
    """Typical mistakes, and some of no meaning."""
    if deal.level == 1:
        offered = [YES, NO]
    elif deal.level == 2:
        ante, top = stake_of(deal, "ante"), to_money(most(deal, ruleset))
        offered = [
            amount(n) for n in (ante, ante * 2, top, top * 2, top / 2, top * 10, top + 1, 0)
        ]
    else:
        stake = stake_of(deal, "insurance")
        offered = [
            TAKE,
            PUSH,
            pay(stake),
            pay(stake * 2),
            pay(stake * 10),
            pay(stake_of(deal, "bet")),
        ]
    return [answer for answer in offered if answer != right_answer(deal, ruleset)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "ruleset",
    [
        rules(RUSSIAN),
        FULL,
        LOSES,
        house(RUSSIAN, max_payout="100", insurance_min_category="two-pair"),
        house(RUSSIAN, double_combination="off", dup_straight="straight_plus_pair"),
        house(RUSSIAN, qualifier="pair", insurance_min_category="high-card"),
        house(RUSSIAN, rounding="down", chip_set="25, 100", insurance_min_category="full-house"),
    ],
    ids=["reference", "full", "loses", "capped", "one", "any hand", "chips"],
)
def test_right_is_what_the_rules_say(ruleset, level):
    for number, deal in enumerate(deals(DRILL, RUSSIAN, level, some(12), "rules", ruleset)):
        expected = DRILL.expected(deal, ruleset)
        assert expected == right_answer(deal, ruleset)
        assert DRILL.check(deal, expected, ruleset).right
        for answer in wrong_answers(deal, ruleset):
            verdict = DRILL.check(deal, answer, ruleset)
            assert not verdict.right
            [part] = verdict.parts
            assert part.code is not None
            assert level == 3 or not part.delta
            check_sentences(verdict, deal, LANGUAGES[number % 3])
            assert 2 <= len(verdict.reasons) <= 4


def test_no_house_makes_it_wrong():
    dealt = 0
    for number, ruleset in enumerate(random_houses(RUSSIAN, some(30), **ON)):
        for level in LEVELS:
            for seed in range(2):
                try:
                    deal = DRILL.deal(stream(seed, f"house {number}"), ruleset, level)
                except CannotDealError:
                    continue
                dealt += 1
                expected = DRILL.expected(deal, ruleset)
                assert expected == right_answer(deal, ruleset)
                verdict = DRILL.check(deal, expected, ruleset)
                assert verdict.right
                check_sentences(verdict, deal, LANGUAGES[dealt % 3])
                assert deal.from_spec(deal.to_spec()) == deal
    assert dealt >= some(140)


def test_a_house_without_insurance_asks_nothing():
    off = house(RUSSIAN, insurance="off")
    assert not DRILL.offers(off)
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(1), off, 1)


TRIPS, TWO_PAIR = "9s 9h 9d Kc 2s", "9s 9h 4d 4c Ks"
AK, ACE_HIGH = "As Kd 7h 6c 3s", "As Qd 7h 6c 3s"


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer"),
    [
        (box(TRIPS), rules(RUSSIAN), YES),
        (box(TRIPS, bet=20), rules(RUSSIAN), NO),
        (box(TWO_PAIR), rules(RUSSIAN), NO),
        (box(TWO_PAIR), house(RUSSIAN, insurance_min_category="two-pair"), YES),
        (box(TRIPS), house(RUSSIAN, max_payout="19"), NO),
        (box(TRIPS), house(RUSSIAN, max_payout="20"), YES),
        (box(TRIPS, asked=MOST), rules(RUSSIAN), amount(30)),
        (box(TRIPS, asked=LEAST), rules(RUSSIAN), amount(10)),
        (box(TRIPS, asked=MOST), FULL, amount(60)),
        (box("9s 9h 9d Kc As", asked=MOST), rules(RUSSIAN), amount(40)),
        (box(TRIPS, asked=MOST), house(RUSSIAN, max_payout="50"), amount(25)),
        (box(TRIPS, ACE_HIGH, bet=20, insurance=30), rules(RUSSIAN), pay(30)),
        (box(TRIPS, AK, bet=20, insurance=30), rules(RUSSIAN), TAKE),
        (box(TRIPS, AK, bet=20, insurance=30), house(RUSSIAN, qualifier="pair"), pay(30)),
        (box(TRIPS, "Ts Th Td 4c 2d", bet=20, insurance=30), rules(RUSSIAN), PUSH),
        (box(TRIPS, "Ts Th Td 4c 2d", bet=20, insurance=30), LOSES, TAKE),
        (box("9s 8h 7d 6c 5s", "9d 8d 7s 6s 5c", bet=20, insurance=30), rules(RUSSIAN), PUSH),
        (box("9s 8h 7d 6c 5s", "9d 8d 7s 6s 5c", bet=20, insurance=30), LOSES, TAKE),
        (box(TWO_PAIR, ACE_HIGH, bet=20, insurance=30), rules(RUSSIAN), PUSH),
        (box(TWO_PAIR, AK, bet=20, insurance=30), LOSES, PUSH),
    ],
)
def test_worked_examples(deal, ruleset, answer):
    assert DRILL.expected(deal, ruleset) == answer == right_answer(deal, ruleset)
    assert DRILL.check(deal, answer, ruleset).right


SECOND_9 = box("9s 9h 9d Kc As", asked=MOST)


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer", "code"),
    [
        (box(TWO_PAIR), rules(RUSSIAN), YES, ErrorCode.INSURABLE),
        (box(TRIPS), rules(RUSSIAN), NO, ErrorCode.INSURABLE),
        (box(TRIPS, bet=20), rules(RUSSIAN), YES, ErrorCode.INSURANCE_RULE),
        (box(TRIPS, asked=MOST), rules(RUSSIAN), amount(60), ErrorCode.HOUSE_RULE),
        (box(TRIPS, asked=MOST), FULL, amount(30), ErrorCode.HOUSE_RULE),
        (box(TRIPS, asked=MOST), house(RUSSIAN, max_payout="50"), amount(30), ErrorCode.CAP),
        (SECOND_9, rules(RUSSIAN), amount(30), ErrorCode.SECOND_COMBINATION),
        (box(TRIPS, asked=MOST), rules(RUSSIAN), amount(15), ErrorCode.WRONG_BASE),
        (box(TRIPS, asked=MOST), rules(RUSSIAN), amount(40), ErrorCode.MISREAD_HAND),
        (box("Ks Kh Kd 2c 2s", asked=MOST), rules(RUSSIAN), amount(10), ErrorCode.OTHER_LIMIT),
        (box(TRIPS, asked=MOST), rules(RUSSIAN), amount(300), ErrorCode.ARITHMETIC),
        (box(TRIPS, asked=MOST), rules(RUSSIAN), amount(7), ErrorCode.OTHER),
        (box(TRIPS, asked=LEAST), rules(RUSSIAN), amount(20), ErrorCode.WRONG_BASE),
        (box(TRIPS, asked=LEAST), rules(RUSSIAN), amount(30), ErrorCode.OTHER_LIMIT),
        (
            box(TRIPS, ACE_HIGH, bet=20, insurance=30),
            rules(RUSSIAN),
            TAKE,
            ErrorCode.QUALIFICATION,
        ),
        (box(TRIPS, AK, bet=20, insurance=30), rules(RUSSIAN), pay(30), ErrorCode.QUALIFICATION),
        (box(TRIPS, AK, bet=20, insurance=30), rules(RUSSIAN), PUSH, ErrorCode.MISREAD_HAND),
        (box(TRIPS, "Ts Th Td 4c 2d", bet=20, insurance=30), LOSES, PUSH, ErrorCode.HOUSE_RULE),
        (
            *(box(TRIPS, ACE_HIGH, bet=20, insurance=30), rules(RUSSIAN)),
            *(pay(60), ErrorCode.TOTAL_RETURNED),
        ),
        (
            *(box(TRIPS, ACE_HIGH, bet=20, insurance=30), rules(RUSSIAN)),
            *(pay(20), ErrorCode.WRONG_BASE),
        ),
        (
            *(box(TRIPS, ACE_HIGH, bet=20, insurance=30), rules(RUSSIAN)),
            *(PUSH, ErrorCode.PUSHED_WINNER),
        ),
        (
            *(box(TWO_PAIR, ACE_HIGH, bet=20, insurance=30), rules(RUSSIAN)),
            *(pay(30), ErrorCode.PUSH_AS_WIN),
        ),
        (box(TWO_PAIR, AK, bet=20, insurance=30), rules(RUSSIAN), TAKE, ErrorCode.TOOK_PUSH),
    ],
)
def test_mistakes_are_told_apart(deal, ruleset, answer, code):
    [part] = DRILL.check(deal, answer, ruleset).parts
    assert part.code is code


def test_money_that_a_mistake_moves_has_a_side():
    deal = box(TRIPS, AK, bet=20, insurance=30)
    deltas = [DRILL.check(deal, a, rules(RUSSIAN)).parts[0].delta for a in (pay(30), PUSH)]
    assert deltas == [60, 30]
    deal = box(TRIPS, ACE_HIGH, bet=20, insurance=30)
    deltas = [DRILL.check(deal, a, rules(RUSSIAN)).parts[0].delta for a in (TAKE, PUSH, pay(60))]
    assert deltas == [-60, -30, 30]


def test_shares_of_answers():
    yes = Counter(DRILL.expected(d, rules(RUSSIAN)) for d in deals(DRILL, RUSSIAN, 1, DEALT, "s"))
    assert 0.4 * DEALT <= yes[YES] <= 0.6 * DEALT
    limits = list(deals(DRILL, RUSSIAN, 2, DEALT, "s"))
    amounts = Counter(DRILL.expected(deal, rules(RUSSIAN)).amount for deal in limits)
    assert max(amounts.values()) <= 0.15 * DEALT
    asked = Counter(deal.fact(ASKED) for deal in limits)
    assert 0.13 * DEALT <= asked[LEAST] <= 0.27 * DEALT
    two = sum("limit:two" in deal.tags for deal in limits)
    assert 0.4 * DEALT <= two <= 0.6 * DEALT
    ended = Counter(
        DRILL.expected(d, rules(RUSSIAN)).outcome for d in deals(DRILL, RUSSIAN, 3, DEALT, "s")
    )
    assert max(ended.values()) <= 0.47 * DEALT
    assert min(ended.values()) >= 0.15 * DEALT


def test_strata_are_percentages():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in STRATA) == 100
    assert all(len(stratum.text) > 30 for stratum in STRATA)


def test_insurance_on_the_table_was_allowed_or_the_hand_is_too_weak():
    for deal in deals(DRILL, RUSSIAN, 3, some(200), "placed"):
        stake = stake_of(deal, "insurance")
        assert stake % stake_of(deal, "ante") == 0
        if strong(deal, rules(RUSSIAN)):
            assert stake_of(deal, "ante") <= stake <= most(deal, rules(RUSSIAN))


@pytest.mark.parametrize("level", LEVELS)
def test_explanations_say_the_numbers_of_the_rules(level):
    for ruleset in (rules(RUSSIAN), FULL, house(RUSSIAN, max_payout="333")):
        for deal in deals(DRILL, RUSSIAN, level, some(20), "numbers", ruleset):
            verdict = DRILL.check(deal, DRILL.expected(deal, ruleset), ruleset)
            last = sentences(verdict, deal)[-1]
            top = format_amount(most(deal, ruleset))
            if level == 1 and right_answer(deal, ruleset) == YES:
                assert last == (
                    f"It may be insured, from {format_amount(stake_of(deal, 'ante'))} to {top}."
                )
            if level == 2:
                assert f"At least one ante: {format_amount(stake_of(deal, 'ante'))}." in last
                assert last.endswith(f"bet can win: {top}.")
            if level == 3:
                outcome, profit = ends(deal, ruleset)
                assert ("returns" in last or "goes back" in last) is (outcome is Outcome.PUSH)
                assert ("is taken" in last or "takes ins" in last) is (outcome is Outcome.TAKE)
                assert (f"1:1: {format_amount(profit)}." in last) is (outcome is Outcome.PAY)


@pytest.mark.parametrize("level", LEVELS)
def test_one_card_turns_the_answer(level):
    check_variants(DRILL, rules(RUSSIAN), level, 15, 10)


@pytest.mark.parametrize("skill", DRILL.skills)
def test_every_skill_can_be_asked_for_at_its_level(skill):
    level = {"may": 1, "jus": 1, "ref": 1, "lim": 2, "end": 3}[skill[:3]]
    deal = DRILL.deal(stream(3, skill), rules(RUSSIAN), level, frozenset({skill}))
    assert skill in deal.tags


def test_switches_are_named_where_they_matter():
    assert DRILL.switches(box(TRIPS, asked=MOST), rules(RUSSIAN)) == ("insurance_max",)
    assert DRILL.switches(SECOND_9, rules(RUSSIAN)) == ("insurance_max", "double_combination")
    tie = box("9s 8h 7d 6c 5s", "9d 8d 7s 6s 5c", bet=20, insurance=30)
    assert "insurance_on_tie" in DRILL.switches(tie, rules(RUSSIAN))
    assert "insurance_on_loss" not in DRILL.switches(tie, rules(RUSSIAN))
    win = box(TRIPS, AK, bet=20, insurance=30)
    assert DRILL.switches(win, rules(RUSSIAN)) == ("qualifier", "insurance_min_category")
    assert DRILL.switches(box(TWO_PAIR), rules(RUSSIAN)) == ("insurance_min_category",)


CODES = {
    1: {ErrorCode.INSURABLE, ErrorCode.INSURANCE_RULE},
    2: {
        ErrorCode.HOUSE_RULE,
        ErrorCode.SECOND_COMBINATION,
        ErrorCode.WRONG_BASE,
        ErrorCode.OTHER_LIMIT,
        ErrorCode.ARITHMETIC,
    },
    3: {
        ErrorCode.QUALIFICATION,
        ErrorCode.MISREAD_HAND,
        ErrorCode.PUSHED_WINNER,
        ErrorCode.TOTAL_RETURNED,
        ErrorCode.WRONG_BASE,
        ErrorCode.PAID_LOSER,
        ErrorCode.PUSH_AS_WIN,
    },
}


@pytest.mark.parametrize("level", LEVELS)
def test_every_mistake_is_dealt_twenty_times(level):
    ruleset, count = rules(RUSSIAN), Counter()
    for deal in deals(DRILL, RUSSIAN, level, {1: 250, 2: 80, 3: 150}[level], "codes"):
        answers = wrong_answers(deal, ruleset)
        if level == 2:
            alone = [
                Insured(deal, ruleset).payout_of([one]) for one in Insured(deal, ruleset).paid
            ]
            answers += [amount(to_money(sum_.profit / 2)) for sum_ in alone]
            answers += [amount(to_money(most(deal, ruleset) / 2))]
        for answer in answers:
            [part] = DRILL.check(deal, answer, ruleset).parts
            count[part.code] += 1
    assert {code for code in CODES[level] if count[code] < 20} == set()


@pytest.mark.parametrize(
    ("deal", "ruleset", "texts"),
    [
        (
            box(TWO_PAIR),
            rules(RUSSIAN),
            [
                "The five cards: two pair, nines and fours.",
                "Insurance needs: three of a kind or better. That is not there.",
                "The hand is too weak: insurance is refused.",
            ],
        ),
        (
            box(TRIPS, bet=20),
            rules(RUSSIAN),
            [
                "The five cards: three of a kind, nines.",
                "Insurance needs: three of a kind or better. That is there.",
                "The bet is down: insurance would have come before it.",
            ],
        ),
        (
            SECOND_9,
            house(RUSSIAN, max_payout="70"),
            [
                "First combination: three of a kind, nines, 9♠\xa09♥\xa09♦.",
                "Second combination: ace-king, A♠\xa0K♣. Not in the first: A♠\xa0K♣.",
                "The bet can win: 20 × 3 + 20 × 1 = 80. Maximum payout: no more than 70.",
                "At least one ante: 10. At most half of what the bet can win: 35.",
            ],
        ),
        (
            box(TRIPS, "Ts Th Td 4c 2d", bet=20, insurance=30),
            rules(RUSSIAN),
            [
                "Player: three of a kind, nines, kickers K, 2. "
                "Dealer: three of a kind, tens, kickers 4, 2.",
                "The dealer needs: ace-king or better. That is there: the dealer qualifies.",
                "Three of a kind decides: ten beats nine.",
                "The dealer wins: this house returns insurance.",
            ],
        ),
        (
            box(TRIPS, ACE_HIGH, bet=20, insurance=30),
            rules(RUSSIAN),
            [
                "Player: three of a kind, nines, kickers K, 2. Dealer: ace-high, then Q, 7, 6, 3.",
                "The dealer needs: ace-king or better. "
                "That is not there: the dealer does not qualify.",
                "Without game insurance is paid 1:1: 30.",
            ],
        ),
        (
            box(TWO_PAIR, ACE_HIGH, bet=20, insurance=30),
            rules(RUSSIAN),
            [
                "Player: two pair, nines and fours, king kicker. "
                "Dealer: ace-high, then Q, 7, 6, 3.",
                "Insurance needs: three of a kind or better. "
                "This hand is below that: its insurance is no bet and goes back.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, ruleset, texts):
    verdict = DRILL.check(deal, DRILL.expected(deal, ruleset), ruleset)
    assert sentences(verdict, deal) == texts


def test_answers_are_read_and_others_refused():
    shapes = {1: AnswerKind.CHOICE, 2: AnswerKind.AMOUNT, 3: AnswerKind.MONEY}
    for level, kind in shapes.items():
        [deal] = deals(DRILL, RUSSIAN, level, 1)
        assert DRILL.question(deal, rules(RUSSIAN)).kind is kind
        with pytest.raises(TypeError):
            DRILL.check(deal, [PUSH, YES, amount(1)][level - 1], rules(RUSSIAN))
    assert DRILL.parse_answer(box(TRIPS), {"choice": ["no"]}) == NO
    assert DRILL.parse_answer(box(TRIPS, asked=MOST), {"amount": ["12,5"]}) == amount("12.5")
    with pytest.raises(AmountBelowZeroError):
        DRILL.parse_answer(box(TRIPS, asked=MOST), {"amount": ["-1"]})
    ended = box(TRIPS, AK, bet=20, insurance=30)
    assert DRILL.parse_answer(ended, {"outcome": ["take"]}) == TAKE
