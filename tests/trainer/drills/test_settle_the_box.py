"""Whole boxes: what is right, what is dealt, which mistakes are told apart, what is explained."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest
from django.conf import settings
from django.template import engines

from rules.games import settle
from rules.games.base import Outcome
from rules.games.settlement import Round
from tests.trainer.drills.boxes import (
    BOX,
    PUSH,
    TAKE,
    answer,
    any_house,
    dealt,
    house,
    lay,
    pay,
    sentences,
)
from tests.trainer.drills.cast import CASINO, RUSSIAN, SOAK, ULTIMATE, rules, some, stream
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import (
    LEVELS,
    PAY_NOW,
    AnswerKind,
    BoxAnswer,
    CannotDealError,
    Deal,
    ErrorCode,
    GroupRole,
    MoneyAnswer,
)
from trainer.drills.box_deals import STRATA
from trainer.drills.box_mistakes import ideas
from trainer.drills.box_moves import is_legal
from trainer.drills.boxes import Box

pytestmark = pytest.mark.soak

SHAPES = [(game, level) for game in BOX.games for level in LEVELS]
LANGUAGES = [code for code, _ in settings.LANGUAGES]
HOUSES = [(game, number) for game in BOX.games for number in range(6)]

# Worked rounds: a second combination, purchases, insurance, ties, dealers without game, folds.
EXAMPLES = [
    (
        lay(RUSSIAN, "Kh Qh Jh Ts 9h 7h", "As Ac 2d 3c 8d", ante=10, bet=20),
        answer(180, ante=PUSH, bet=pay(180)),
    ),
    (
        lay(RUSSIAN, "9s 9h 9d Kc 4s", "Qd Js 8h 6c 2s", insurance=150, ante=50, bet=100),
        answer(200, insurance=pay(150), ante=pay(50), bet=PUSH),
    ),
    (
        lay(RUSSIAN, "9s 9h 9d Kc 4s", "As Kh 8h 6c 2s", insurance=150, ante=50, bet=100),
        answer(300, insurance=TAKE, ante=PUSH, bet=pay(300)),
    ),
    (
        lay(RUSSIAN, "Ts Th Ac 8d 5s 3c", "Td Tc Ad 8h 5h", ante=20, bet=40),
        answer(0, ante=PUSH, bet=PUSH),
    ),
    (
        lay(RUSSIAN, "8s 8h 8d Qc 4s", "Js 9h 6c 2s 9d", swapped="Kd", ante=20, bet=40),
        answer(120, ante=PUSH, bet=pay(120)),
    ),
    (
        lay(RUSSIAN, "8s 8h 8d Qc 4s", "Js 9h 6c 2s Td", swapped="Kd", ante=20, bet=40),
        answer(0, ante=PUSH, bet=PUSH),
    ),
    # The bonus of the first five is paid at once, insurance before a bought game too.
    (
        lay(RUSSIAN, "9s 8h 7d 6c 5s", "As Kh 8d 6h 2s", bonus=5, ante=10, bet=20),
        answer(80, bonus=pay(125), ante=PUSH, bet=pay(80)),
    ),
    (
        lay(
            RUSSIAN,
            "8s 8h 8d Qc 4s",
            "Js 9h 6c 2s 9d",
            swapped="Kd",
            insurance=20,
            ante=20,
            bet=40,
        ),
        answer(120, insurance=pay(20), ante=PUSH, bet=pay(120)),
    ),
    # Exchanged cards come too late for the bonus.
    (
        lay(RUSSIAN, "9s 8h 7d 6c 5s", "As Kh 8d 6h 2s", gone="2c 3d", bonus=5, ante=10, bet=20),
        answer(80, bonus=TAKE, ante=PUSH, bet=pay(80)),
    ),
    (
        lay(RUSSIAN, "Qs Jh 9d 5c 3s", "Kd Js 9h 6c 2s", folded=True, bonus=5, ante=20),
        answer(0, bonus=TAKE, ante=TAKE),
    ),
    (
        lay(ULTIMATE, "Ah 7h", "Ks Kd", "Jh 9h 4h 8c 2d", trips=5, ante=25, blind=25, play=100),
        answer("197.5", trips=pay(35), ante=pay(25), blind=pay("37.5"), play=pay(100)),
    ),
    (
        lay(ULTIMATE, "Qh 7d", "Ac 6s", "Kh Js 9c 4d 2s", ante=10, blind=10, play=10),
        answer(0, ante=PUSH, blind=TAKE, play=TAKE),
    ),
    (
        lay(ULTIMATE, "Qs 3d", "Ks 9h", "8h 8d 8c 5s 2d", folded=True, trips=5, ante=10, blind=10),
        answer(15, trips=pay(15), ante=TAKE, blind=TAKE),
    ),
    (
        lay(CASINO, "Ah 7h", "Ks 3d", "Jh 9h 2h 8c 3c", aa=5, ante=10, call=20),
        answer(120, aa=pay(100), ante=pay(20), call=PUSH),
    ),
    (
        lay(CASINO, "Qs Jd", "Kd 4c", "Ah Ac 7s 8h 2d", aa=5, ante=10, call=20),
        answer(35, aa=pay(35), ante=TAKE, call=TAKE),
    ),
    (
        lay(CASINO, "7d 2c", "Kd Kc", "Ah As 9c", folded=True, aa=5, ante=10),
        answer(35, aa=pay(35), ante=TAKE),
    ),
]


@pytest.mark.parametrize(("deal", "right"), EXAMPLES)
def test_worked_examples(deal, right):
    ruleset = rules(deal.game)
    assert BOX.expected(deal, ruleset) == right
    verdict = BOX.check(deal, right, ruleset)
    assert verdict.right
    assert [part.name for part in verdict.parts] == [*(w.bet for w in deal.wagers), PAY_NOW]


# --- what is dealt ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_every_bet_and_purchase_was_allowed(game, level):
    for deal in dealt(BOX, game, level, some(40)):
        assert is_legal(Box(deal, rules(game)))


@pytest.mark.parametrize(("game", "number"), HOUSES)
def test_every_house_settles_what_it_deals(game, number):
    ruleset = any_house(game, number)
    for level in LEVELS:
        for deal in dealt(BOX, game, level, some(12), "house", ruleset):
            box = Box(deal, ruleset)
            assert is_legal(box)
            right = BOX.expected(deal, ruleset)
            assert BOX.check(deal, right, ruleset).right
            assert [bet for bet, _ in right.wagers] == [w.bet for w in deal.wagers]
            assert [w.bet for w in box.settlement.wagers] == [w.bet for w in deal.wagers]


@pytest.mark.parametrize(("game", "number"), HOUSES)
def test_the_answer_is_what_the_game_settles(game, number):
    """Settled once more from the cards as they lie there, not through `Box`."""
    ruleset = any_house(game, number)
    for deal in dealt(BOX, game, 3, some(12), "again", ruleset):
        [player] = deal.players
        [dealer] = [group for group in deal.groups if group.role is GroupRole.DEALER]
        round_ = Round(
            player.cards,
            dealer.before,
            deal.board,
            player.folded,
            dealer.cards if dealer.gone else None,
            player.before if player.gone else None,
        )
        found = settle(round_, {w.bet: w.stake for w in deal.wagers}, ruleset)
        due = Decimal(0)
        for bet, given in BOX.expected(deal, ruleset).wagers:
            wager = found.wager(bet)
            paid = to_money(max(wager.profit, Fraction(0)))
            assert given.amount == paid
            assert (given.outcome is Outcome.TAKE) is (wager.outcome is Outcome.TAKE)
            due += 0 if wager.paid_early else paid
        assert BOX.expected(deal, ruleset).pay_now == due


@cache
def many(game, level):
    return list(dealt(BOX, game, level, 300, "shares"))


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_no_outcome_is_right_too_often(game, level):
    count = {}
    for deal in many(game, level):
        for bet, given in BOX.expected(deal, rules(game)).wagers:
            count.setdefault(bet, Counter())[given.outcome] += 1
    for bet, outcomes in count.items():
        limit = 0.70 if len(outcomes) == 2 else 0.54
        assert max(outcomes.values()) <= limit * outcomes.total(), (bet, outcomes)
        assert len(outcomes) == (2 if bet in ("bonus", "trips", "aa") else 3)


@pytest.mark.parametrize("game", BOX.games)
def test_strata_are_published_percentages(game):
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in STRATA[game]) == 100
    assert all(len(stratum.text) > 30 for stratum in STRATA[game])
    aims = frozenset().union(*(stratum.aims for stratum in STRATA[game]))
    assert aims <= BOX.skills.keys()


def test_what_every_level_promises_is_dealt():
    tags = {}
    for game, level in SHAPES:
        found = Counter()
        for deal in many(game, level):
            found.update(deal.tags)
        tags[game, level] = found
    for game in BOX.games:
        assert not tags[game, 1].keys() & {"side-bet", "insured", "exchange", "bought-game"}
        for level in (2, 3):
            found = tags[game, level]
            assert 0.38 * 300 <= found["side-bet"] <= 0.62 * 300
            assert min(found[f"ending:{end}"] for end in ("win", "tie", "loss")) >= 9
            assert min(found["ending:fold"], found["no-game"], found["ahead"]) >= 1
            assert found["kicker"] + found["edge"] >= 18
    russian = tags[RUSSIAN, 3]
    for tag in ("two-combinations", "sixth-card", "exchange", "bought-game", "insured"):
        assert russian[tag] >= 9
    assert tags[ULTIMATE, 3]["fraction"] >= 8


@pytest.mark.parametrize("game", BOX.games)
def test_what_is_wanted_is_dealt(game):
    for tag in sorted(BOX.skills):
        russian_only = {"two-combinations", "sixth-card", "exchange", "bought-game", "insured"}
        impossible = tag == "cap" or (game != RUSSIAN and tag in russian_only | {"paid-early"})
        if impossible or (tag == "fraction" and game != ULTIMATE):
            if not SOAK and tag not in ("cap", "insured"):
                continue  # every try is made before a deal is given up
            with pytest.raises(CannotDealError):
                BOX.deal(stream(1), rules(game), 2, frozenset({tag}))
        else:
            assert tag in BOX.deal(stream(1), rules(game), 2, frozenset({tag})).tags


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_one_other_card_changes_an_outcome(game, level):
    ruleset = rules(game)
    found = 0
    for number, deal in enumerate(dealt(BOX, game, level, 8, "variant")):
        try:
            other = BOX.deal(stream(number), ruleset, level, variant_of=deal)
        except CannotDealError:
            # A fold stays a fold, and no one card beats a straight flush.
            continue
        found += 1
        assert len(set(deal.cards) - set(other.cards)) == 1
        assert BOX.expected(other, ruleset) != BOX.expected(deal, ruleset)
        assert is_legal(Box(other, ruleset))
    assert found >= 5


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_a_deal_is_kept_and_asks_the_same(game, level):
    for deal in dealt(BOX, game, level, some(20)):
        assert Deal.from_spec(deal.to_spec()) == deal
        question = BOX.question(deal, rules(game))
        assert question.kind is AnswerKind.BOX
        assert question.wagers == deal.wagers
        form = {f"outcome-{w.bet}": ["take"] for w in deal.wagers} | {"pay-now": ["0"]}
        taken = BOX.parse_answer(deal, form)
        assert taken == answer(0, **{w.bet: TAKE for w in deal.wagers})


# --- mistakes --------------------------------------------------------------------------------

FLUSH = lay(RUSSIAN, "Kh Qh Jh Ts 9h 7h", "As Ac 2d 3c 8d", ante=10, bet=20)
NO_GAME = lay(RUSSIAN, "9s 9h 9d Kc 4s", "Qd Js 8h 6c 2s", ante=50, bet=100)
TIED = lay(ULTIMATE, "Ah 9c", "As 6d", "Ac Kd Th Ts 6h", ante=10, blind=10, play=40)
KICKED = lay(ULTIMATE, "Ah 9c", "As 6d", "Ac Kd Th 5s 3c", ante=10, blind=10, play=40)
THREE_TWO = lay(ULTIMATE, "Ah 7h", "Ks Kd", "Jh 9h 4h 8c 2d", ante=25, blind=25, play=100)
THREES = lay(CASINO, "Ah 7h", "Ks 3d", "Jh 9h 2h 8c 3c", aa=5, ante=10, call=20)
EARLY = lay(RUSSIAN, "9s 8h 7d 6c 5s", "As Kh 8d 6h 2s", bonus=5, ante=10, bet=20)
CAPPED = house(RUSSIAN, max_payout="150")


@pytest.mark.parametrize(
    ("deal", "given", "codes"),
    [
        # One idea behind two wrong bets, told as what it is.
        (NO_GAME, answer(300, ante=PUSH, bet=pay(300)), "qualification qualification follows"),
        (FLUSH, answer(10, ante=pay(10), bet=PUSH), "qualification qualification follows"),
        (
            THREES,
            answer(140, aa=pay(100), ante=pay(20), call=pay(20)),
            "qualification follows",
        ),
        (
            TIED,
            answer(50, ante=pay(10), blind=PUSH, play=pay(40)),
            "missed-tie missed-tie follows",
        ),
        (TIED, answer(0, ante=TAKE, blind=TAKE, play=TAKE), "missed-tie missed-tie missed-tie"),
        (KICKED, answer(0, ante=PUSH, blind=PUSH, play=PUSH), "kicker kicker follows"),
        (FLUSH, answer(0, ante=TAKE, bet=TAKE), "misread-hand misread-hand follows"),
        # One bet alone.
        (FLUSH, answer(190, ante=pay(10), bet=pay(180)), "push-as-win follows"),
        (
            KICKED,
            answer(60, ante=pay(10), blind=pay(10), play=pay(40)),
            "push-as-win follows",
        ),
        (FLUSH, answer(100, ante=PUSH, bet=pay(100)), "second-combination follows"),
        (FLUSH, answer(200, ante=PUSH, bet=pay(200)), "total-returned follows"),
        (FLUSH, answer(90, ante=PUSH, bet=pay(90)), "wrong-base follows"),
        (FLUSH, answer(1800, ante=PUSH, bet=pay(1800)), "arithmetic follows"),
        (
            THREE_TWO,
            answer("141.67", ante=pay(25), blind=pay("16.67"), play=pay(100)),
            "inverted-odds follows",
        ),
        (
            THREE_TWO,
            answer(162, ante=pay(25), blind=pay(37), play=pay(100)),
            "rounding follows",
        ),
        (THREES, answer(140, aa=pay(100), ante=pay(40), call=PUSH), "wrong-base follows"),
        # All bets right, the sum is not.
        (EARLY, answer(205, bonus=pay(125), ante=PUSH, bet=pay(80)), "paid-twice"),
        (FLUSH, answer(200, ante=PUSH, bet=pay(180)), "total-returned"),
        (FLUSH, answer(210, ante=PUSH, bet=pay(180)), "total-returned"),
        (FLUSH, answer(18, ante=PUSH, bet=pay(180)), "arithmetic"),
    ],
)
def test_mistakes_are_recognised(deal, given, codes):
    parts = BOX.check(deal, given, rules(deal.game)).parts
    assert [part.code for part in parts if not part.right] == codes.split()
    assert all((part.code is None) is part.right for part in parts)


def test_a_lost_bet_does_not_come_off_the_sum():
    deal = lay(CASINO, "Qs Jd", "Kd 4c", "Ah Ac 7s 8h 2d", aa=5, ante=10, call=20)
    given = answer(5, aa=pay(35), ante=TAKE, call=TAKE)
    assert BOX.check(deal, given, rules(CASINO)).parts[-1].code is ErrorCode.NETTED


def test_a_maximum_forgotten():
    parts = BOX.check(FLUSH, answer(180, ante=PUSH, bet=pay(180)), CAPPED).parts
    assert [part.code for part in parts] == [None, ErrorCode.CAP, ErrorCode.FOLLOWS]
    assert [part.delta for part in parts] == [0, 30, 0]


def test_money_goes_to_the_guest_or_to_the_house():
    paid = BOX.check(FLUSH, answer(190, ante=pay(10), bet=pay(180)), rules(RUSSIAN))
    assert [part.delta for part in paid.parts] == [10, 0, 0]
    taken = BOX.check(FLUSH, answer(0, ante=TAKE, bet=TAKE), rules(RUSSIAN))
    assert [part.delta for part in taken.parts] == [-10, -200, 0]
    short = BOX.check(FLUSH, answer(18, ante=PUSH, bet=pay(180)), rules(RUSSIAN))
    assert [part.delta for part in short.parts] == [0, 0, -162]


def wrong_answers(deal, ruleset):
    """What wrong ideas and slips would answer, each with its name."""
    box = Box(deal, ruleset)
    right = BOX.expected(deal, ruleset)
    for idea in ideas(box):
        wagers = tuple((bet, idea.answers[bet]) for bet, _ in right.wagers)
        due = sum(a.amount for bet, a in wagers if not box.settled(bet).paid_early)
        yield BoxAnswer(wagers, Decimal(due))
    for at, (bet, found) in enumerate(right.wagers):
        stake = dict(box.bets)[bet]
        for other in (TAKE, PUSH, pay(stake), pay(found.amount + stake), pay(2 * stake)):
            wagers = (*right.wagers[:at], (bet, other), *right.wagers[at + 1 :])
            yield BoxAnswer(wagers, right.pay_now)
    yield BoxAnswer(right.wagers, right.pay_now + 5)


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_every_other_answer_is_wrong_and_diagnosed(game, level):
    for number, deal in enumerate(dealt(BOX, game, level, some(15), "wrong")):
        ruleset = any_house(game, number) if number % 2 and level == 1 else rules(game)
        right = BOX.expected(deal, ruleset)
        for given in wrong_answers(deal, ruleset):
            if given == right:
                continue
            verdict = BOX.check(deal, given, ruleset)
            assert not verdict.right
            for part, (_, mine), (_, found) in zip(
                verdict.parts, given.wagers, right.wagers, strict=False
            ):
                assert part.right is (mine == found)
                assert (part.code is None) is part.right
                net = {bet: settled.profit for bet, settled in settled_of(deal, ruleset)}
                moved = mine.amount if mine.outcome is not Outcome.TAKE else -stake_of(deal, part)
                assert part.delta == (0 if part.right else Fraction(moved) - net[part.name])


def settled_of(deal, ruleset):
    return [(settled.bet, settled) for settled in Box(deal, ruleset).settlement.wagers]


def stake_of(deal, part):
    return next(w.stake for w in deal.wagers if w.bet == part.name)


def test_twenty_dealt_examples_of_every_idea():
    """The whole box settled under a wrong idea is told as that idea, deal after deal."""
    found = Counter()
    for game in BOX.games:
        for deal in dealt(BOX, game, 2, 120, "ideas"):
            box = Box(deal, rules(game))
            for idea in ideas(box):
                wrong = [
                    bet
                    for bet, given in idea.answers.items()
                    if given.outcome is not box.answers[bet].outcome
                ]
                if len(wrong) < 2:
                    continue
                wagers = tuple((w.bet, idea.answers[w.bet]) for w in deal.wagers)
                parts = BOX.check(deal, BoxAnswer(wagers, Decimal(0)), rules(game)).parts
                codes = {part.code for part in parts if part.name in wrong}
                assert len(codes) == 1
                found[idea.code] += codes == {idea.code}
    for code in ("qualification", "missed-tie", "kicker", "misread-hand"):
        assert found[ErrorCode(code)] >= 20, found


# --- explanations ----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_explanations_are_whole_and_say_what_is_settled(game, level, monkeypatch):
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "%s None")
    for number, deal in enumerate(dealt(BOX, game, level, some(24), "explain")):
        ruleset = any_house(game, number) if number % 2 else rules(game)
        if number % 2:
            deal = BOX.deal(stream(number, "explain"), ruleset, level)
        box = Box(deal, ruleset)
        right = BOX.expected(deal, ruleset)
        verdict = BOX.check(deal, right, ruleset)
        assert verdict.right
        assert 2 <= len(verdict.reasons) <= 4
        language = LANGUAGES[number // 2 % len(LANGUAGES)]
        for text in sentences(verdict, deal, ruleset, language, whole=True):
            assert not any(sign in text for sign in ("{", "}", "%", "None", "..")), text
        *_, last = sentences(verdict, deal, ruleset)
        for bet, given in right.wagers:
            settled = box.settled(bet)
            name = last.split(f" {format_amount(settled.stake)}: ")
            assert len(name) > 1
            if given.outcome is Outcome.PAY:
                assert f"Pay {format_amount(settled.profit)}" in last
        assert f"Pay out now: {format_amount(right.pay_now)}." in last


def test_how_a_trainer_would_say_it():
    verdict = BOX.check(FLUSH, answer(0, ante=TAKE, bet=TAKE), rules(RUSSIAN))
    assert sentences(verdict, FLUSH, rules(RUSSIAN)) == [
        "Player: flush, king-high, then Q, J, 9, 7. Dealer: pair of aces, kickers 8, 3, 2.",
        "The category decides: flush beats pair.",
        "The dealer needs: ace-king or better. That is there: the dealer qualifies.",
        "Ante 10: Push Ante when the player wins: Returned. "
        "Bet 20: Pay 180 Flush, king-high: row “flush”, 5:1. "
        "Straight, king-high: row “straight”, 4:1. 20 × 5 + 20 × 4 = 180. Pay out now: 180.",
    ]
    assert verdict.winners == (0,)
    assert verdict.call is None


def test_a_bought_game_and_what_was_paid_before_it_are_told():
    deal = EXAMPLES[7][0]
    verdict = BOX.check(deal, EXAMPLES[7][1], rules(RUSSIAN))
    _, _, needs, last = sentences(verdict, deal, rules(RUSSIAN))
    assert needs.startswith("Before the new card the dealer had king-high: no game,")
    assert last.endswith("Pay out now: 120. Insurance: paid earlier in the round.")


def test_the_rules_that_a_result_turns_on():
    assert "double_combination" in BOX.switches(FLUSH, rules(RUSSIAN))
    assert "max_payout" in BOX.switches(FLUSH, CAPPED)
    assert "ante_on_win" in BOX.switches(FLUSH, rules(RUSSIAN))
    assert BOX.switches(TIED, rules(ULTIMATE)) == ()
    assert set(BOX.switches(THREES, rules(CASINO))) == {"qualifier", "ante_on_no_qualify"}


def test_answers_of_another_kind_are_none():
    with pytest.raises(TypeError):
        BOX.check(FLUSH, MoneyAnswer(Outcome.PUSH), rules(RUSSIAN))
    with pytest.raises(CannotDealError):
        BOX.deal(stream(1), rules("texas-holdem"), 1)
