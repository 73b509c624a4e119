"""One bet of a round: what is right, what is dealt, which mistakes are told apart."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest
from django.conf import settings
from django.template import engines

from rules.games import settle
from rules.games.base import Outcome
from rules.games.settlement import Round
from tests.trainer.drills.boxes import (
    PUSH,
    TAKE,
    WAGER,
    any_house,
    dealt,
    house,
    lay,
    pay,
    sentences,
)
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, rules, some, stream
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import LEVELS, CannotDealError, Deal, ErrorCode, GroupRole, SeatsAnswer
from trainer.drills.boxes import Box

pytestmark = pytest.mark.soak

SHAPES = [(game, level) for game in WAGER.games for level in LEVELS]
DEALT = some(500)
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def russian(player, dealer, **more):
    return lay(RUSSIAN, player, dealer, drill=WAGER, **more)


def holdem(game, player, dealer, board, **bet):
    return lay(game, player, dealer, board, drill=WAGER, **bet)


FLUSH = russian("Kh Qh Jh Ts 9h 7h", "As Ac 2d 3c 8d", bet=20)
ONE_PAIR = russian("Ks Kd 9c 5h 2s", "Ah Kh 8s 6d 3c", bet=50)
NO_GAME = russian("9s 9h 9d Kc 4s", "Qd Js 8h 6c 2s", bet=100)
BLIND = holdem(ULTIMATE, "Ah 7h", "Ks Kd", "Jh 9h 4h 8c 2d", blind=25)
LOW_WIN = holdem(ULTIMATE, "Ah 9c", "As 6d", "Ac Kd Th 5s 3c", blind=10)
TIED = holdem(ULTIMATE, "Ah 9c", "As 6d", "Ac Kd Th Ts 6h", play=40)
CALLED = holdem(CASINO, "Ks 9d", "Ad 8c", "Kh 9c 4s 8h 2d", call=20)
BY_TABLE = holdem(CASINO, "8s 8d", "Ad Ac", "8h 3c 3s Kh 2d", ante=10)


@pytest.mark.parametrize(
    ("deal", "right"),
    [
        (FLUSH, pay(180)),
        (ONE_PAIR, pay(50)),
        (NO_GAME, PUSH),
        (russian("9s 9h 9d Kc 4s", "Qd Js 8h 6c 2s", insurance=150), pay(150)),
        (russian("9s 9h 9d Kc 4s", "As Kh 8h 6c 2s", insurance=150), TAKE),
        (russian("9s 9h 9d Kc 4s", "5s 6d 7h 8c 9c", insurance=150), PUSH),
        (russian("Qh Qd Js 8c 4d", "Ah Kd 7s 5c 2s", ante=15), PUSH),
        (russian("8s 8h 8d Qc 4s", "Js 9h 6c 2s 9d", swapped="Kd", bet=40), pay(120)),
        (BLIND, pay("37.5")),
        (LOW_WIN, PUSH),
        (TIED, PUSH),
        (holdem(ULTIMATE, "8s 8d", "Qs Jd", "Kh 9h 4c 5c 2d", ante=10), PUSH),
        (CALLED, pay(20)),
        (BY_TABLE, pay(30)),
        (holdem(CASINO, "Kd Jc", "3s 3d", "Qh 9s 7c 5d 2h", ante=10), pay(10)),
    ],
)
def test_worked_examples(deal, right):
    assert WAGER.expected(deal, rules(deal.game)) == right
    assert WAGER.check(deal, right, rules(deal.game)).right


@pytest.mark.parametrize("game", WAGER.games)
@pytest.mark.parametrize("number", range(5))
def test_the_answer_is_what_the_game_settles_in_every_house(game, number):
    ruleset = any_house(game, number)
    for level in LEVELS:
        for deal in dealt(WAGER, game, level, 10, "house", ruleset):
            [player], [wager] = deal.players, deal.wagers
            [dealer] = [group for group in deal.groups if group.role is GroupRole.DEALER]
            round_ = Round(
                player.cards,
                dealer.before,
                deal.board,
                dealer_after=dealer.cards if dealer.gone else None,
                dealt=player.before if player.gone else None,
            )
            settled = settle(round_, {wager.bet: wager.stake}, ruleset).wager(wager.bet)
            right = WAGER.expected(deal, ruleset)
            assert right.amount == to_money(max(settled.profit, 0 * settled.profit))
            assert WAGER.check(deal, right, ruleset).right


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_no_outcome_is_right_too_often(game, level):
    count = Counter(
        WAGER.expected(d, rules(game)).outcome for d in dealt(WAGER, game, level, DEALT)
    )
    assert max(count.values()) <= 0.5 * DEALT
    assert min(count.values()) >= 0.1 * DEALT


def test_every_bet_is_asked():
    for game, bets in (
        (RUSSIAN, {"ante", "bet", "insurance"}),
        (ULTIMATE, {"ante", "blind", "play"}),
        (CASINO, {"ante", "call"}),
    ):
        asked = Counter(d.wagers[0].bet for d in dealt(WAGER, game, 3, 200))
        assert set(asked) == bets
        assert min(asked.values()) >= 10
        assert not any(deal.players[0].folded for deal in dealt(WAGER, game, 3, 50))


@pytest.mark.parametrize("game", WAGER.games)
def test_what_is_wanted_is_dealt(game):
    own = {RUSSIAN: ("bet", "insurance"), ULTIMATE: ("blind", "play"), CASINO: ("call",)}[game]
    for tag in [*(f"wager:{bet}" for bet in own), "ending:win", "no-game", "kicker", "edge"]:
        assert tag in WAGER.deal(stream(1), rules(game), 2, frozenset({tag})).tags
    with pytest.raises(CannotDealError):
        WAGER.deal(stream(1), rules(game), 2, frozenset({"cap"}))


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_one_other_card_changes_the_outcome(game, level):
    ruleset, found = rules(game), 0
    for number, deal in enumerate(dealt(WAGER, game, level, 8, "variant")):
        try:
            other = WAGER.deal(stream(number), ruleset, level, variant_of=deal)
        except CannotDealError:
            continue
        found += 1
        assert len(set(deal.cards) - set(other.cards)) == 1
        before, after = WAGER.expected(deal, ruleset), WAGER.expected(other, ruleset)
        assert before.outcome is not after.outcome
    assert found >= 4


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_a_deal_is_kept_and_asks_the_same(game, level):
    for deal in dealt(WAGER, game, level, some(15)):
        assert Deal.from_spec(deal.to_spec()) == deal
        question = WAGER.question(deal, rules(game))
        assert question.wager == deal.wagers[0]
        assert WAGER.parse_answer(deal, {"outcome": ["take"]}) == TAKE


# --- mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "given", "code", "delta"),
    [
        (FLUSH, pay(100), "second-combination", -80),
        (FLUSH, pay(80), "second-combination", -100),
        (FLUSH, pay(200), "total-returned", 20),
        (FLUSH, pay(90), "wrong-base", -90),
        (FLUSH, pay(270), "wrong-base", 90),
        (FLUSH, pay(220), "misread-hand", 40),
        (FLUSH, pay(81), "other", -99),
        (FLUSH, pay(810), "arithmetic", 630),
        (FLUSH, pay(175), "arithmetic", -5),
        (FLUSH, TAKE, "took-winner", -200),
        (FLUSH, PUSH, "qualification", -180),
        (ONE_PAIR, pay(100), "total-returned", 50),
        (ONE_PAIR, pay(25), "wrong-base", -25),
        (ONE_PAIR, TAKE, "took-winner", -100),
        (NO_GAME, pay(300), "qualification", 300),
        (NO_GAME, TAKE, "took-push", -100),
        (BLIND, pay("16.67"), "inverted-odds", Decimal("16.67") - Decimal("37.5")),
        (BLIND, pay(37), "rounding", Decimal("-0.5")),
        (BLIND, pay("62.5"), "total-returned", 25),
        (BLIND, pay(75), "misread-hand", Decimal("37.5")),
        (BLIND, TAKE, "took-winner", Decimal("-62.5")),
        (LOW_WIN, pay(10), "push-as-win", 10),
        (LOW_WIN, TAKE, "kicker", -10),
        (TIED, pay(40), "missed-tie", 40),
        (TIED, TAKE, "missed-tie", -40),
        (CALLED, pay(10), "wrong-base", -10),
        (CALLED, PUSH, "qualification", -20),
        (BY_TABLE, pay(20), "misread-hand", -10),
        (BY_TABLE, pay(60), "wrong-base", 30),
        (BY_TABLE, pay(1000), "wrong-row", 970),
        (BY_TABLE, PUSH, "pushed-winner", -30),
    ],
)
def test_mistakes_are_recognised_and_priced(deal, given, code, delta):
    [part] = WAGER.check(deal, given, rules(deal.game)).parts
    assert (part.code, part.delta) == (ErrorCode(code), delta)


@pytest.mark.parametrize(
    ("deal", "ruleset", "given", "code"),
    [
        (FLUSH, house(RUSSIAN, max_payout="150"), pay(180), "cap"),
        (FLUSH, house(RUSSIAN, max_payout="150"), pay(100), "second-combination"),
        (FLUSH, house(RUSSIAN, double_combination="off"), pay(180), "second-combination"),
        (BLIND, house(ULTIMATE, rounding="down"), pay("37.5"), "rounding"),
        (
            holdem(CASINO, "8s 8d", "Kc Qd", "8h 3c 3s 9h 2d", ante=10),
            house(CASINO, ante_on_no_qualify="flat"),
            pay(30),
            "house-rule",
        ),
    ],
)
def test_mistakes_with_the_rules_of_a_house(deal, ruleset, given, code):
    [part] = WAGER.check(deal, given, ruleset).parts
    assert part.code is ErrorCode(code)


def slips(settled):
    """Wrong amounts for a bet that is paid, each with the mistake that it comes from."""
    right, stake, first = settled.profit, Fraction(settled.stake), settled.arithmetic.terms[0]
    yield right + stake, "total-returned"
    yield right + 1, "arithmetic"
    if len(settled.arithmetic.terms) > 1:
        yield first.amount, "second-combination"
    elif settled.bet in ("bet", "call"):
        yield right / 2, "wrong-base"
    if first.odds.denominator > 1:
        yield stake / first.odds, "inverted-odds"
    if right.denominator > 1:
        yield Fraction(int(right)), "rounding"


def test_twenty_dealt_examples_of_every_mistake_with_an_amount():
    """Each mistake is made on purpose, deal after deal, and told as itself."""
    found = Counter()
    for game, count, want in (
        (RUSSIAN, 100, ()),
        (RUSSIAN, 30, ("wager:bet", "two-combinations")),
        (ULTIMATE, 40, ("wager:blind", "fraction")),
        (CASINO, 80, ()),
    ):
        for deal in dealt(WAGER, game, 3, count, "slips", want=frozenset(want)):
            [settled] = Box(deal, rules(game)).settlement.wagers
            for amount, code in slips(settled) if settled.outcome is Outcome.PAY else ():
                given = pay(to_money(amount))
                [part] = WAGER.check(deal, given, rules(game)).parts
                assert part.delta == Fraction(given.amount) - settled.profit
                assert part.code in (ErrorCode(code), ErrorCode.TOTAL_RETURNED)
                found[part.code] += 1
    for code in (
        *("total-returned", "arithmetic", "wrong-base", "second-combination"),
        *("inverted-odds", "rounding"),
    ):
        assert found[ErrorCode(code)] >= 20, found


# --- explanations ----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_explanations_are_whole_and_say_what_is_settled(game, level, monkeypatch):
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "%s None")
    for number in range(some(20)):
        ruleset = any_house(game, number) if number % 2 else rules(game)
        deal = WAGER.deal(stream(number, "explain"), ruleset, level)
        right = WAGER.expected(deal, ruleset)
        for given in (right, TAKE if right != TAKE else pay(1)):
            verdict = WAGER.check(deal, given, ruleset)
            assert verdict.right is (given == right)
            assert 2 <= len(verdict.reasons) <= 4
            language = LANGUAGES[number // 2 % len(LANGUAGES)]
            for text in sentences(verdict, deal, ruleset, language, whole=True):
                assert not any(sign in text for sign in ("{", "}", "%", "None", "..")), text
            *_, last = sentences(verdict, deal, ruleset)
            said = {Outcome.PAY: f"Pay {format_amount(right.amount)}", Outcome.PUSH: "Push"}
            assert said.get(right.outcome, "Take") in last or "Rounded to hundredths" in last
            assert "Pay out now" not in last


def test_how_a_trainer_would_say_it():
    verdict = WAGER.check(BLIND, PUSH, rules(ULTIMATE))
    assert sentences(verdict, BLIND, rules(ULTIMATE)) == [
        "Player: flush, ace-high, then J, 9, 7, 4. Dealer: pair of kings, kickers J, 9, 8.",
        "The category decides: flush beats pair.",
        "The dealer needs: pair or better. That is there: the dealer qualifies.",
        "Blind 25: Pay 37.5 Flush, ace-high: row “flush”, 3:2. 25 × 1.5 = 37.5.",
    ]
    assert verdict.winners == (0,)


def test_answers_of_another_kind_are_none():
    with pytest.raises(TypeError):
        WAGER.check(FLUSH, SeatsAnswer(frozenset()), rules(RUSSIAN))
