"""Explanations, rendered: four steps at most, whole sentences, no word against the verdict."""

import re
from collections import Counter
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import override

from rules.engine.best import best_five
from rules.engine.cards import Rank, parse_cards
from rules.engine.ranking import STRAIGHTS, Category, rank_hand
from rules.games.base import Outcome, PayHand, pay_hand
from rules.naming import hand_name, ranks_text
from tests.trainer.drills.cast import (
    CASINO,
    EVERYTHING,
    FIRST,
    HOLDEM,
    NAMES,
    PAYS,
    RUSSIAN,
    ULTIMATE,
    WINS,
    deals,
    name,
    rules,
    some,
)
from tests.trainer.drills.houses import HOUSES, TAKE, house
from tests.trainer.templatetags.test_drill_pages import answers_to
from trainer.drills import find_drill
from trainer.drills.amounts import NBSP, format_amount
from trainer.drills.base import (
    HANDS,
    Deal,
    Group,
    GroupRole,
    HandAnswer,
    MoneyAnswer,
    SeatsAnswer,
    SidesAnswer,
    Wager,
)
from trainer.drills.bonus_reasons import judge
from trainer.drills.bonuses import BONUSES
from trainer.drills.named_hand import NAMED_RANKS
from trainer.practice.wording import seat_name

DEALS = 120
RENDERED = some(DEALS)
LANGUAGES = [code for code, _ in settings.LANGUAGES]
TEMPLATES = Path(settings.BASE_DIR) / "templates" / "trainer" / "reasons"
DECIDING = {"category-decides", "rank-decides", "tie"}


def sentences(verdict, deal, language="en"):
    """The steps as they are read: markup and surplus space gone."""
    with override(language):
        return [text_of(reason, deal) for reason in verdict.reasons]


def text_of(reason, deal):
    context = {"reason": reason, "deal": deal, "ruleset": rules(deal.game), "version": None}
    html = render_to_string(f"trainer/reasons/{reason.kind}.html", context)
    assert not re.search(r"style=|<script|on\w+=", html)
    return re.sub(r"[ \n]+", " ", strip_tags(html)).replace(" :", ":").strip()


def wrong_answer(drill, deal, number):
    """One of the wrong answers, another for every *number*."""
    ruleset = rules(deal.game)
    expected = drill.expected(deal, ruleset)
    if isinstance(expected, MoneyAnswer):
        offered = [MoneyAnswer(outcome) for outcome in (Outcome.TAKE, Outcome.PUSH)]
        offered.append(MoneyAnswer(Outcome.PAY, deal.wagers[0].stake * 11 + 1))
    elif isinstance(expected, HandAnswer):
        offered = [*hand_answers(deal), HandAnswer(expected.hand, expected.ranks[::-1])]
    elif isinstance(expected, SidesAnswer):
        offered = [SidesAnswer(choice) for choice in ("left", "tie", "right")]
    else:
        offered = [SeatsAnswer(frozenset({group.seat})) for group in deal.players]
    wrong = [answer for answer in offered if answer != expected]
    return wrong[number % len(wrong)]


def hand_answers(deal):
    """Every hand, at level 3 with ranks that are never those of a hand: king and king."""
    for option in NAMES.question(deal, rules(deal.game)).options:
        hand = HANDS[option.key]
        yield HandAnswer(hand, (Rank.KING, Rank.KING)[: NAMED_RANKS[hand] * (deal.level == 3)])


@cache
def judged(drill, game, level, count=DEALS):
    """(number, deal, verdict) for right and wrong answers."""
    return list(judge_all(drill, game, level, count))


def judge_all(drill, game, level, count):
    for number, deal in enumerate(deals(drill, game, level, count, "explain")):
        expected = drill.expected(deal, rules(game))
        for answer in (expected, wrong_answer(drill, deal, number)):
            verdict = drill.check(deal, answer, rules(game))
            assert verdict.right is (answer == expected)
            yield number, deal, verdict


def rendered(drill, game, level):
    """(deal, verdict, its sentences in a rotating language)."""
    for number, deal, verdict in judged(drill, game, level, RENDERED):
        yield deal, verdict, sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)])


@pytest.mark.parametrize(("drill", "game", "level"), FIRST, ids=name)
def test_every_explanation_is_short_and_whole(drill, game, level):
    for deal, verdict, texts in rendered(drill, game, level):
        kinds = [reason.kind for reason in verdict.reasons]
        assert 2 <= len(kinds) <= 4
        if drill is WINS:
            assert kinds[0] == "hands"
            assert kinds[-1] == "five-play"
            assert [kind for kind in kinds if kind in DECIDING] == [kinds[-2]]
        elif drill is NAMES:
            assert kinds[0] == "five-play"
            assert kinds[1] in ("makes", "ranks")
            assert len(kinds) <= 3
        elif judge(deal, rules(game)).result.outcome is Outcome.PAY:
            assert kinds[-2:] == ["pay-row", "amount"]
        else:
            assert kinds[-1] in ("pay-row", "no-row")
        for text in texts:
            assert re.fullmatch(r"(?s)[^a-zа-яіїєґ].+[.]", text), text
            assert not re.search(r"[{}%]|None|\(\)|  |\.\.", text), text


@pytest.mark.parametrize(("game", "level"), [(g, lv) for g in WINS.games for lv in (1, 2, 3)])
def test_comparisons_name_the_winner_first_and_say_what_is_so(game, level):
    for number, deal in enumerate(deals(WINS, game, level, DEALS, "compare")):
        answer = wrong_answer(WINS, deal, number)
        verdict = WINS.check(deal, answer, rules(game))
        held = {group.seat: deal.board + group.cards for group in deal.groups if group.cards}
        best = {seat: best_five(cards).rank for seat, cards in held.items() if len(cards) <= 7}
        hands, *middle, decides, five = verdict.reasons

        listed = [(hand["seat"], hand["rank"]) for hand in hands.data["hands"]]
        assert tuple(sorted(seat for seat, _ in listed[: len(verdict.winners)])) == verdict.winners
        assert all(best[seat] == rank for seat, rank in listed)
        assert len(listed) + hands.data["others"] == len(deal.players) + bool(deal.dealer)
        shown, *_ = sentences(verdict, deal)
        for seat, rank in listed:
            who = seat_name(seat, deal)
            if hands.data["all_equal"]:
                assert len(verdict.winners) == len(listed)
                who = "Both hands" if len(listed) == 2 else "All hands"
            assert f"{who}: {hand_name(rank, game == RUSSIAN)}" in shown

        strongest = listed[0][1]
        weaker = [rank for _, rank in listed if rank != strongest]
        check_decision(decides, strongest, weaker, ace_king=not deal.board)
        assert five.data["best"] == strongest.five_ranks
        assert ranks_text(strongest.five_ranks) in text_of(five, deal)
        assert (five.data["next"] is None) is (not weaker)
        for reason in middle:
            check_middle(reason, deal, held, strongest)


def check_decision(reason, strongest, weaker, ace_king):
    """The deciding step against the hands shown beside the winner's."""
    if reason.kind == "tie":
        assert weaker == []
    elif reason.kind == "category-decides":
        named = pay_hand if ace_king else lambda rank: PayHand[rank.category.name]
        assert reason.data["high"] is named(strongest)
        assert reason.data["low"] in [named(rank) for rank in weaker]
        assert reason.data["high"] > reason.data["low"]
    else:
        assert reason.data["high"] > reason.data["low"]
        assert any(
            (reason.data["high"], reason.data["low"])
            in zip(strongest.ranks, rank.ranks, strict=True)
            for rank in weaker
            if rank.category is strongest.category
        )


def check_middle(reason, deal, held, strongest):
    """A step before the deciding one: what is equal, or a trap."""
    data = reason.data
    if reason.kind == "equal":
        equal = tuple(step["rank"] for step in data["steps"])
        assert equal == strongest.ranks[: len(equal)]
        return
    if reason.kind == "board-plays":
        assert rank_hand(deal.board) == strongest
        return
    if reason.kind == "idle-kicker":
        assert not set(data["ranks"]) & set(strongest.five_ranks)
        return
    cards = held[data["seat"]]
    count = Counter(card.rank for card in cards)
    if reason.kind == "four-flush":
        assert max(Counter(card.suit for card in cards).values()) == 4
    elif reason.kind == "four-straight":
        assert any(set(data["ranks"]) < set(run) for run in STRAIGHTS.values())
        assert rank_hand(cards).category < Category.STRAIGHT
    elif reason.kind == "wrap":
        assert set(data["ranks"]) <= set(count)
        assert rank_hand(cards).category < Category.STRAIGHT
    elif reason.kind == "counterfeit":
        *pairs, kicker = rank_hand(cards).ranks
        assert not set(data["ranks"]) & set(pairs)
        assert data["kicker"] is (kicker in data["ranks"])
    else:
        times = {"three-pairs": 2, "two-triples": 3}[reason.kind]
        assert all(count[rank] == times for rank in data["ranks"])


@pytest.mark.parametrize(("game", "level"), [(g, lv) for g in PAYS.games for lv in (1, 2, 3)])
def test_bonuses_print_the_sum_that_is_paid(game, level):
    for deal in deals(PAYS, game, level, DEALS, "sums"):
        judged = judge(deal, rules(game))
        result = judged.result
        verdict = PAYS.check(deal, PAYS.expected(deal, rules(game)), rules(game))
        texts = dict(zip([r.kind for r in verdict.reasons], sentences(verdict, deal), strict=True))
        assert hand_name(judged.hand.rank, game == RUSSIAN) in texts["cards-count"]
        if result.outcome is Outcome.TAKE:
            assert texts["no-row"] == "No row of the table pays that: the bet is taken."
            continue
        pays, sums = texts["pay-row"], texts["amount"]
        assert f"pays {judged.row.pays}:1." in pays
        factors = map(format_amount, (deal.wagers[0].stake, judged.row.pays, result.profit))
        assert sums.startswith("{} × {} = {}.".format(*factors))


def comparison(board, *hands):
    groups = [Group(GroupRole.PLAYER, parse_cards(h), seat) for seat, h in enumerate(hands)]
    return Deal(WINS.key, HOLDEM, 2, (Group(GroupRole.BOARD, parse_cards(board)), *groups))


def russian(player, dealer):
    mine = Group(GroupRole.PLAYER, parse_cards(player), 0)
    return Deal(WINS.key, RUSSIAN, 2, (mine, Group(GroupRole.DEALER, parse_cards(dealer))))


def money(game, stake, cards, board=""):
    own = parse_cards(cards)
    groups = (Group(GroupRole.PLAYER, own, 0, bought=len(own) == 6),)
    groups += (Group(GroupRole.BOARD, parse_cards(board)),) if board else ()
    return Deal(PAYS.key, game, 2, groups, (Wager(BONUSES[game].bet, Decimal(stake)),))


@pytest.mark.parametrize(
    ("deal", "texts"),
    [
        (
            comparison("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"),
            [
                "Player A: pair of aces, kickers K, 10, 9. "
                "Player B: pair of aces, kickers K, 10, 6.",
                "Equal in both hands: pair – ace; first kicker – king; second kicker – ten.",
                "Third kicker decides: nine beats six.",
                "Five cards play: A A K 10 9 against A A K 10 6. "
                "The rest does not count in the comparison.",
            ],
        ),
        (
            comparison("As Ks Qs Js Ts", "2c 3d", "4h 5h"),
            [
                "Both hands: royal flush.",
                "The board plays: nobody has anything better.",
                "All five ranks are equal: a tie. Suits never break it.",
                "Five cards play: A K Q J 10. The rest does not count in the comparison.",
            ],
        ),
        (
            comparison("Ah Kd Tc Ts 6h", "Ac 9d", "As 6d", "Qc 2c", "Jd 4c"),
            [
                "Player A: two pair, aces and tens, king kicker. "
                "Player B: two pair, aces and tens, king kicker. "
                "Player C: pair of tens, kickers A, K, Q. Nobody else holds more.",
                "The side cards 9 6 do not play: the five are complete without them.",
                "The category decides: two pair beats pair.",
                "Five cards play: A A 10 10 K for each winner, against 10 10 A K Q. "
                "The rest does not count in the comparison.",
            ],
        ),
        (
            russian("Qs Kd Ac 2h 3s", "4s 4h 8d 5c 3d"),
            [
                "Dealer: pair of fours, kickers 8, 5, 3. Player: ace-king, then Q, 3, 2.",
                "Player: Q K A 2 3 is no straight: the ace stands at one end of it, "
                "never in between.",
                "The category decides: pair beats ace-king.",
                "Five cards play: 4 4 8 5 3 against A K Q 3 2.",
            ],
        ),
        (
            money(RUSSIAN, 1250, "9s 8h 7d 6c 2s 5c"),
            [
                "The first five cards: nine-high. No row of their table pays that, "
                "so the bought card counts.",
                "With the bought card: straight, nine-high.",
                "Bonus with a bought sixth card: straight pays 8:1.",
                f"1{NBSP}250 × 8 = 10{NBSP}000. The stake goes back as well.",
            ],
        ),
        (
            money(RUSSIAN, 5, "9s 8s 7d 6s 5s 2s"),
            [
                "The first five cards count: straight, nine-high.",
                "The bonus is settled on the first five: the bought card comes too late.",
                "Bonus on the first five cards: straight pays 25:1.",
                "5 × 25 = 125. The stake goes back as well.",
            ],
        ),
        (
            money(CASINO, 5, "As Qd", "9h 7c 4s Ah 2d"),
            [
                "Hole cards and flop count: ace-high.",
                "Turn and river come too late for this bonus.",
                "No row of the table pays that: the bet is taken.",
            ],
        ),
        (
            money(ULTIMATE, 5, "Kh 9h", "7h 3h 2s Kc 9d"),
            [
                "The best five of seven count: two pair, kings and nines.",
                "Only four cards of one suit: a flush needs five.",
                "No row of the table pays that: the bet is taken.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, texts):
    drill = PAYS if deal.wagers else WINS
    verdict = drill.check(deal, drill.expected(deal, rules(deal.game)), rules(deal.game))
    assert sentences(verdict, deal) == texts


def test_a_wrong_answer_is_compared_with_the_hand_that_was_chosen():
    deal = comparison("Kh Qh 8c 7s 2d", "Ah 4h", "Kc 3s", "Qs Js")
    verdict = WINS.check(deal, SeatsAnswer(frozenset({0})), rules(HOLDEM))
    hands, trap, decides, five = sentences(verdict, deal)
    assert "Player A: ace-high" in hands
    assert trap.startswith("Player A: only four cards of one suit")
    assert decides == "The category decides: pair beats high card."
    assert five.startswith("Five cards play: K K Q 8 7 against A K Q 8 7.")


def later_kinds(drill, ruleset, level):
    """The steps that the drills with a file of their own give to right and wrong answers."""
    for number, deal in enumerate(deals(drill, ruleset.game, level, 6, "told", ruleset)):
        answers = answers_to(drill, deal, ruleset)
        some_of_them = answers[number % 3 :: max(1, len(answers) // 5)]
        for answer in (drill.expected(deal, ruleset), *some_of_them):
            yield from (reason.kind for reason in drill.check(deal, answer, ruleset).reasons)


def test_every_kind_of_reason_is_dealt_and_no_partial_is_left_over():
    kinds = {
        reason.kind
        for drill, game, level in FIRST
        for _, _, verdict in judged(drill, game, level, RENDERED)
        for reason in verdict.reasons
    }
    for drill, game, level in EVERYTHING:
        if (drill, game, level) not in FIRST:
            kinds.update(later_kinds(drill, rules(game), level))
    # Odd chips between halves, and chips of which the largest first are too many.
    eight = house(HOLDEM, hi_lo="on", low_qualifier="8")
    twenties = house(CASINO, chip_set="1, 5, 20, 25, 100", rounding="down")
    for level in (1, 2, 3):
        kinds.update(later_kinds(find_drill("split-the-pot"), eight, level))
        kinds.update(later_kinds(find_drill("cut-chips"), twenties, level))
    needed = HOUSES["win needed"]
    for deal in deals(PAYS, ULTIMATE, 2, 40, "explain", needed):
        kinds |= {reason.kind for reason in PAYS.check(deal, TAKE, needed).reasons}
    partials = {path.stem for path in TEMPLATES.glob("*.html") if not path.stem.startswith("_")}
    assert kinds == partials
