"""Whole tables: what is right, what is dealt, which mistakes are told apart, what is explained."""

import hashlib
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest
from django.conf import settings
from django.template import engines

from rules.engine.cards import parse_cards
from rules.games import settle
from rules.games.base import Outcome
from rules.games.settlement import Round
from tests.trainer.drills.boxes import PUSH, TAKE, any_house, dealt, house, pay, sentences
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, deals, rules, some, stream
from trainer.drills import find_drill
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import (
    BOXES_IN_ORDER,
    LEVELS,
    PAY_NOW,
    AnswerKind,
    BoxAnswer,
    CannotDealError,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    MoneyAnswer,
    Wager,
)
from trainer.drills.box_mistakes import ideas
from trainer.drills.box_moves import is_legal
from trainer.drills.stream import Stream
from trainer.drills.table_deals import BESIDE, BOXES
from trainer.drills.tables import Boxes

pytestmark = pytest.mark.soak

TABLE = find_drill("settle-the-table")
SHAPES = [(game, level) for game in TABLE.games for level in LEVELS]
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def lay(game, dealer, *boxes, board="", swapped=""):
    """A table written in cards; each box is its cards with its wagers, and `folded`."""
    gone = parse_cards(swapped) if swapped else ()
    groups = [Group(GroupRole.BOARD, parse_cards(board))] if board else []
    groups.append(Group(GroupRole.DEALER, parse_cards(dealer), gone=gone))
    wagers = []
    for seat, (cards, bets) in enumerate(boxes):
        own = parse_cards(cards)
        folded = bets.pop("folded", False)
        groups.append(Group(GroupRole.PLAYER, own, seat, len(own) == 6, folded))
        wagers += [Wager(f"{seat}.{bet}", Decimal(stake)) for bet, stake in bets.items()]
    return Deal(TABLE.key, game, 3, tuple(groups), tuple(wagers))


def answer(pay_now, places, **wagers):
    """Wagers as `a_ante=…`: the box by its letter."""
    named = tuple((f"{'abcdef'.index(n[0])}.{n[2:]}", each) for n, each in wagers.items())
    return BoxAnswer(named, Decimal(pay_now), places)


def three():
    """A flush with a straight beside it, a lower pair, a fold; the dealer has game."""
    return lay(
        RUSSIAN,
        "As Ac 2d 3c 8d",
        ("Kh Qh Jh Ts 9h 7h", {"ante": 10, "bet": 20}),
        ("5s 5c 9d Jd 2s", {"ante": 25, "bet": 50}),
        ("Qs 6c 9c 4d 3s", {"ante": 5, "folded": True}),
    )


THREE = three()
RIGHT = answer(180, (3, 2, 1), a_ante=PUSH, a_bet=pay(180), b_ante=TAKE, b_bet=TAKE, c_ante=TAKE)
# The game was bought by all who play; the insurance was paid before.
BOUGHT = lay(
    RUSSIAN,
    "Js 9h 6c 2s 9d",
    ("8s 8h 8d Qc 4s", {"insurance": 20, "ante": 20, "bet": 40}),
    ("7s 7h Ad 5c 3s", {"ante": 10, "bet": 20}),
    ("Qs 6d Tc 4d 3d", {"ante": 5, "folded": True}),
    swapped="Kd",
)
EXAMPLES = [
    (THREE, RIGHT),
    (
        BOUGHT,
        answer(
            *(120, (3, 2, 1)),
            a_insurance=pay(20),
            a_ante=PUSH,
            a_bet=pay(120),
            b_ante=TAKE,
            b_bet=TAKE,
            c_ante=TAKE,
        ),
    ),
    (
        lay(
            CASINO,
            "Ks 3d",
            ("Ah 7h", {"aa": 5, "ante": 10, "call": 20}),
            ("4s 4d", {"ante": 25, "folded": True}),
            board="Jh 9h 2h 8c 3c",
        ),
        answer(120, (2, 1), a_aa=pay(100), a_ante=pay(20), a_call=PUSH, b_ante=TAKE),
    ),
    (
        lay(
            ULTIMATE,
            "Ks Kd",
            ("Ah 7h", {"trips": 5, "ante": 25, "blind": 25, "play": 100}),
            ("3s 3d", {"ante": 10, "blind": 10, "play": 10}),
            board="Jh 9h 4h 8c 2d",
        ),
        answer(
            *("197.5", (2, 1)),
            a_trips=pay(35),
            a_ante=pay(25),
            a_blind=pay("37.5"),
            a_play=pay(100),
            b_ante=TAKE,
            b_blind=TAKE,
            b_play=TAKE,
        ),
    ),
]


@pytest.mark.parametrize(("deal", "right"), EXAMPLES)
def test_worked_examples(deal, right):
    ruleset = rules(deal.game)
    assert TABLE.expected(deal, ruleset) == right
    verdict = TABLE.check(deal, right, ruleset)
    assert verdict.right
    names = [*(w.bet for w in deal.wagers), BOXES_IN_ORDER, PAY_NOW]
    assert [part.name for part in verdict.parts] == names


def test_the_house_says_from_which_side():
    ruleset = house(RUSSIAN, box_order="left_to_right")
    assert TABLE.expected(THREE, ruleset).places == (1, 2, 3)
    order = TABLE.check(THREE, RIGHT, ruleset).parts[-2]
    assert (order.code, order.delta) == (ErrorCode.ORDER, 0)
    assert "box_order" in TABLE.switches(THREE, ruleset)
    assert "box_order" in TABLE.question(THREE, ruleset).switches


# --- what is dealt ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_every_bet_was_allowed_and_is_settled_as_the_game_settles(game, level):
    """Under any house, each box once more from the cards as they lie there."""
    for number in range(some(24)):
        ruleset = any_house(game, number) if number % 2 else rules(game)
        deal = TABLE.deal(stream(number, "legal"), ruleset, level)
        assert Deal.from_spec(deal.to_spec()) == deal
        assert len(deal.players) in BOXES[game][level]
        assert all(is_legal(box) for box in Boxes(deal, ruleset).boxes.values())
        right = TABLE.expected(deal, ruleset)
        assert TABLE.check(deal, right, ruleset).right
        assert [name for name, _ in right.wagers] == [wager.bet for wager in deal.wagers]
        [dealer] = [group for group in deal.groups if group.role is GroupRole.DEALER]
        for player in deal.players:
            again = settled_again(deal, dealer, player, ruleset)
            mine = {n.partition(".")[2]: a for n, a in right.wagers if int(n[0]) == player.seat}
            for bet, given in mine.items():
                taken = again.wager(bet).outcome is Outcome.TAKE
                assert (given.outcome is Outcome.TAKE) is taken
                assert given.amount == to_money(max(again.wager(bet).profit, Fraction(0)))


def settled_again(deal, dealer, player, ruleset):
    bought = bool(dealer.gone) and not player.folded
    round_ = Round(
        player.cards,
        dealer.before,
        deal.board,
        player.folded,
        dealer.cards if bought else None,
        player.before if player.gone else None,
    )
    bets = {w.bet[2:]: w.stake for w in deal.wagers if int(w.bet[0]) == player.seat}
    return settle(round_, bets, ruleset)


@cache
def many(game, level):
    return list(dealt(TABLE, game, level, 120, "shares"))


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_no_outcome_is_right_too_often(game, level):
    count = {}
    for deal in many(game, level):
        for name, given in TABLE.expected(deal, rules(game)).wagers:
            count.setdefault(name[2:], Counter())[given.outcome] += 1
    for bet, outcomes in count.items():
        limit = 0.76 if len(outcomes) == 2 else 0.58
        assert max(outcomes.values()) <= limit * outcomes.total(), (bet, outcomes)
        assert len(outcomes) == (2 if bet in ("bonus", "trips", "aa") else 3)


@pytest.mark.parametrize("game", TABLE.games)
def test_no_seat_wins_more_than_its_share(game):
    """The box that was dealt first may sit anywhere."""
    paid, bet = Counter(), {RUSSIAN: "bet", ULTIMATE: "play", CASINO: "call"}[game]
    for deal in many(game, 3):
        right = dict(TABLE.expected(deal, rules(game)).wagers)
        paid.update(n[0] for n in right if n[2:] == bet and right[n].outcome is Outcome.PAY)
    fair = paid.total() / BOXES[game][3][0]
    assert all(abs(found - fair) <= 4 * fair**0.5 for found in paid.values())


@pytest.mark.parametrize("game", TABLE.games)
def test_strata_are_published_percentages(game):
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in BESIDE[game]) == 100
    assert all(len(stratum.text) > 30 for stratum in BESIDE[game])


def test_what_every_level_promises_is_dealt():
    for game in TABLE.games:
        found = {level: Counter() for level in LEVELS}
        for level in LEVELS:
            for deal in many(game, level):
                found[level].update(deal.tags)
        assert not found[1].keys() & {"side-bet", "insured", "exchange", "bought-game"}
        for level in (2, 3):
            kinds = ("win", "tie", "loss", "fold")
            assert min(found[level][f"ending:{kind}"] for kind in kinds) >= 5
            assert found[level]["no-game"] >= 15
        if game == RUSSIAN:
            wanted = ("two-combinations", "sixth-card", "exchange", "bought-game", "insured")
            assert min(found[3][tag] for tag in wanted) >= 5


@pytest.mark.parametrize("game", TABLE.games)
def test_what_is_wanted_is_dealt(game):
    for tag in ("ending:tie", "no-game", "edge", "ending:fold"):
        assert tag in TABLE.deal(stream(1), rules(game), 2, frozenset({tag})).tags
    with pytest.raises(CannotDealError):
        TABLE.deal(stream(1), rules("texas-holdem"), 1)


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_one_other_card_changes_an_outcome(game, level):
    """Unless every other card would make one of the boxes impossible, such as its insurance."""
    ruleset, found = rules(game), 0
    for number, deal in enumerate(dealt(TABLE, game, level, 3, "variant")):
        try:
            other = TABLE.deal(stream(number), ruleset, level, variant_of=deal)
        except CannotDealError:
            continue
        assert len(set(deal.cards) - set(other.cards)) == 1
        assert TABLE.expected(other, ruleset).wagers != TABLE.expected(deal, ruleset).wagers
        assert all(is_legal(box) for box in Boxes(other, ruleset).boxes.values())
        found += 1
    assert found >= 2


def test_a_form_is_read_in_the_order_of_the_boxes():
    question = TABLE.question(THREE, rules(RUSSIAN))
    assert (question.kind, question.asks_pay_now) == (AnswerKind.BOX, True)
    assert [option.seat for option in question.options] == [0, 1, 2]
    form = {f"outcome-{wager.bet}": ["take"] for wager in THREE.wagers}
    form |= {f"place-{seat}": [str(seat + 1)] for seat in range(3)} | {"pay-now": ["0"]}
    found = TABLE.parse_answer(THREE, form)
    assert found.places == (1, 2, 3)
    assert {each for _, each in found.wagers} == {TAKE}


# --- mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "codes", "deltas"),
    [
        ({"places": (1, 2, 3)}, {"order": "order"}, {"order": 0}),
        (
            {"a_bet": pay(100), "pay_now": 100},
            {"0.bet": "second-combination", "pay-now": "follows"},
            {"0.bet": -80, "pay-now": 0},
        ),
        # Two boxes, two mistakes: each box has its own.
        (
            {"a_bet": pay(200), "b_bet": PUSH, "pay_now": 200},
            {"0.bet": "total-returned", "1.bet": "pushed-loser", "pay-now": "follows"},
            {"0.bet": 20, "1.bet": 50, "pay-now": 0},
        ),
        (
            {"b_ante": pay(25), "b_bet": PUSH, "pay_now": 205},
            {"1.ante": "qualification", "1.bet": "qualification", "pay-now": "follows"},
            {"1.ante": 50, "1.bet": 50, "pay-now": 0},
        ),
        ({"pay_now": 0}, {"pay-now": "left-out"}, {"pay-now": -180}),
        ({"pay_now": 200}, {"pay-now": "total-returned"}, {"pay-now": 20}),
        ({"pay_now": 100}, {"pay-now": "netted"}, {"pay-now": -80}),
        ({"pay_now": 181}, {"pay-now": "arithmetic"}, {"pay-now": 1}),
    ],
)
def test_mistakes_are_recognised(changed, codes, deltas):
    parts = TABLE.check(THREE, changed_by(changed), rules(RUSSIAN)).parts
    assert {part.name: part.code for part in parts if not part.right} == codes
    assert {part.name: part.delta for part in parts if not part.right} == deltas


def changed_by(changed):
    """The right answer with some of it otherwise."""
    changed = dict(changed)
    due = Decimal(changed.pop("pay_now", RIGHT.pay_now))
    places = changed.pop("places", RIGHT.places)
    other = dict(answer(0, places, **changed).wagers)
    wagers = tuple((name, other.get(name, each)) for name, each in RIGHT.wagers)
    return BoxAnswer(wagers, due, places)


def test_what_was_paid_before_is_not_paid_again():
    given = replace(EXAMPLES[1][1], pay_now=Decimal(140))
    [wrong] = [p for p in TABLE.check(BOUGHT, given, rules(RUSSIAN)).parts if not p.right]
    assert (wrong.code, wrong.delta) == (ErrorCode.PAID_TWICE, 20)


@pytest.mark.parametrize("game", TABLE.games)
def test_an_idea_behind_one_box_is_told_of_that_box_alone(game):
    found = Counter()
    for deal in dealt(TABLE, game, 2, some(30), "ideas"):
        right = dict(TABLE.expected(deal, rules(game)).wagers)
        for seat, box in Boxes(deal, rules(game)).boxes.items():
            for idea in ideas(box):
                wagers = right | {f"{seat}.{bet}": each for bet, each in idea.answers.items()}
                given = replace(TABLE.expected(deal, rules(game)), wagers=tuple(wagers.items()))
                parts = TABLE.check(deal, given, rules(game)).parts
                wrong = {part.name: part.code for part in parts if not part.right}
                assert all(name[0] == str(seat) for name in wrong if name != PAY_NOW)
                assert all(part.code for part in parts if not part.right)
                found[idea.code] += idea.code in wrong.values()
    assert min(found[ErrorCode(c)] for c in ("qualification", "misread-hand")) >= 5


# --- explanations ----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_explanations_are_whole_and_say_what_is_settled(game, level, monkeypatch):
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "%s None")
    for number in range(some(12)):
        ruleset = any_house(game, number) if number % 2 else rules(game)
        deal = TABLE.deal(stream(number, "explain"), ruleset, level)
        right = TABLE.expected(deal, ruleset)
        verdict = TABLE.check(deal, right, ruleset)
        assert len(verdict.reasons) == 4
        assert set(verdict.marks) == {card for group in deal.groups for card in group.cards}
        language = LANGUAGES[number // 2 % len(LANGUAGES)]
        for text in sentences(verdict, deal, ruleset, language, whole=True):
            assert not any(sign in text for sign in ("{", "}", "%", "None", "..")), text
        said = " ".join(sentences(verdict, deal, ruleset, whole=True))
        for seat, box in Boxes(deal, ruleset).boxes.items():
            own = said.partition(f"Player {'ABCDEF'[seat]}: ")[2]
            for bet in box.bets:
                settled = box.settled(bet)
                if settled.outcome is Outcome.PAY:
                    assert f"Pay {format_amount(settled.profit)}" in own
        assert f"Pay out now: {format_amount(right.pay_now)}." in said


def test_how_a_trainer_would_say_it():
    verdict = TABLE.check(THREE, RIGHT, rules(RUSSIAN))
    dealer, c, b, last = sentences(verdict, THREE, rules(RUSSIAN))
    assert dealer == (
        "Dealer: pair of aces, kickers 8, 3, 2. The dealer needs: ace-king or better. "
        "That is there: the dealer qualifies."
    )
    # In the order of the house, the boxes that were settled right.
    assert c == "Player C: queen-high, then 9, 6, 4, 3. Ante 5: Take The player has folded."
    assert b.startswith("Player B: pair of fives, kickers J, 9, 2. Pair decides: ace")
    assert last == "Pay out now: 180. Order of the boxes: From right to left."
    assert (verdict.winners, verdict.call) == ((), None)
    whole = sentences(verdict, THREE, rules(RUSSIAN), whole=True)[-1]
    assert "The other boxes Player A: flush, king-high, then Q, J, 9, 7." in whole


def test_boxes_that_were_settled_wrong_come_first():
    given = changed_by({"a_bet": pay(100), "pay_now": 100})
    _, first, second, _ = sentences(
        TABLE.check(THREE, given, rules(RUSSIAN)), THREE, rules(RUSSIAN)
    )
    assert first.startswith("Player A: ")
    assert second.startswith("Player C: ")


def test_what_was_paid_earlier_and_whose_the_sum_is():
    deal = lay(
        CASINO,
        "Ks 3d",
        ("Ah 7h", {"ante": 10, "call": 20}),
        ("As 7d", {"ante": 25, "call": 50}),
        board="Jh 9h 2h 8c 4c",
    )
    *_, last = sentences(
        TABLE.check(deal, TABLE.expected(deal, rules(CASINO)), rules(CASINO)), deal, rules(CASINO)
    )
    assert last.startswith("Pay out now: 45. Player B 25 + Player A 20 = 45. Order")
    *_, last = sentences(
        TABLE.check(BOUGHT, EXAMPLES[1][1], rules(RUSSIAN)), BOUGHT, rules(RUSSIAN)
    )
    assert "What was paid earlier in the round is no part of it." in last


def test_answers_of_another_kind_are_none():
    for given in (MoneyAnswer(Outcome.PUSH), replace(RIGHT, places=None)):
        with pytest.raises(TypeError):
            TABLE.check(THREE, given, rules(RUSSIAN))


@pytest.mark.parametrize("game", TABLE.games)
def test_a_sum_that_is_right_or_follows_has_no_price(game):
    ruleset, tried = rules(game), 0
    for deal in deals(TABLE, game, 3, some(15), "priced"):
        right = TABLE.expected(deal, ruleset)
        for name, answer in right.wagers:
            due = right.pay_now - answer.amount
            if answer.outcome is not Outcome.PAY or due < 0:
                continue
            wagers = tuple((n, TAKE if n == name else each) for n, each in right.wagers)
            for paid in (right.pay_now, due):
                given = replace(right, wagers=wagers, pay_now=paid)
                parts = {part.name: part for part in TABLE.check(deal, given, ruleset).parts}
                # What was paid earlier in the round is in no sum.
                if parts[PAY_NOW].right or parts[PAY_NOW].code is ErrorCode.FOLLOWS:
                    assert parts[PAY_NOW].delta == 0
                    tried += 1
    assert tried >= 10


def test_a_table_that_needs_more_cards_than_there_are_is_dealt_anew():
    """The first seed with which everybody exchanged too much."""
    seed = hashlib.sha256(b"f482").digest()
    deal = find_drill("settle-the-table").deal(Stream(seed, "report"), rules(RUSSIAN), 3)
    assert len(deal.players) == 4
    assert len(set(deal.cards)) == len(deal.cards)
