"""Why a hand has its name: as a trainer would say it, and true of the cards."""

from collections import Counter

import pytest

from rules.engine.cards import Rank
from rules.engine.ranking import STRAIGHTS, straight_top
from rules.games.base import PayHand
from rules.naming import ranks_text
from tests.trainer.drills.cast import NAMES, deals, rules
from tests.trainer.drills.test_name_the_hand import SHAPES, answer, check, holdem, russian
from tests.trainer.drills.test_reasons import hand_answers, sentences
from trainer.drills.named_hand import named_hand

RIGHT = None


@pytest.mark.parametrize(
    ("deal", "given", "texts"),
    [
        (
            russian("Ks Kh 8d 8h 2s 2c"),
            RIGHT,
            [
                "Five cards play: K K 8 8 2.",
                "Two pair: two cards of one rank and two of another.",
                "Three pairs, K 8 2: only the two highest play as pairs.",
            ],
        ),
        (
            russian("Ks Kh 8d 8h 2s 2c", 3),
            answer("two_pair", "K2"),
            [
                "Five cards play: K K 8 8 2.",
                "Two pair: higher pair – king; lower pair – eight.",
                "Three pairs, K 8 2: only the two highest play as pairs.",
            ],
        ),
        (
            russian("As Kd 9h 4c 2s"),
            answer("high_card"),
            ["Five cards play: A K 9 4 2.", "Ace-king: ace and king, and nothing higher."],
        ),
        (
            russian("8s 8d Ah Kc 5c"),
            answer("ace_king"),
            [
                "Five cards play: 8 8 A K 5.",
                "Pair: two cards of one rank.",
                "Also there: ace-king. The higher hand counts: pair.",
            ],
        ),
        (
            russian("8s 8d Ah Qc 5c"),
            answer("ace_king"),
            [
                "Five cards play: 8 8 A Q 5.",
                "Pair: two cards of one rank.",
                "No ace-king: that takes ace and king, and nothing higher.",
            ],
        ),
        (
            russian("9s 8s 7s 6s 5d 2s"),
            answer("straight_flush"),
            [
                "Five cards play: 9 8 7 6 2.",
                "Flush: five cards of one suit.",
                "Straight and flush are made of different cards, so it is no straight flush.",
            ],
        ),
        (
            russian("Qh 9h 7h 4h 2s"),
            answer("flush"),
            [
                "Five cards play: Q 9 7 4 2.",
                "High card: no pair, no straight, no flush.",
                "Only four cards of one suit: a flush needs five.",
            ],
        ),
        (
            russian("Qs Kd Ac 2h 3s"),
            answer("straight"),
            [
                "Five cards play: A K Q 3 2.",
                "Ace-king: ace and king, and nothing higher.",
                "Q K A 2 3 is no straight: the ace stands at one end of it, never in between.",
            ],
        ),
        (
            russian("As 2d 3h 4c 5s", 3),
            answer("straight", "A"),
            [
                "Five cards play: 5 4 3 2 A.",
                "Straight: top card – five. The ace stands below the two here.",
            ],
        ),
        (
            russian("Qh 9h 7h 4h 2h As", 3),
            answer("flush", "A"),
            [
                "Five cards play: Q 9 7 4 2.",
                "Flush: highest card – queen.",
                "Ace is higher, but not among the five: the top card is the queen.",
            ],
        ),
        (
            russian("As 2d 3h 4c 5s 6h", 3),
            answer("straight", "5"),
            [
                "Five cards play: 6 5 4 3 2.",
                "Straight: top card – six.",
                "More than five in a row, 6 5 4 3 2 A: the five highest play.",
            ],
        ),
        (
            holdem("Jh Jc Js 8c 8s", "5d 5c", 3),
            answer("full_house", "J5"),
            [
                "Five cards play: J J J 8 8.",
                "Full house: three of a kind – jack; pair beside the three – eight.",
                "Two pairs beside the three, 8 5: the higher one plays.",
            ],
        ),
        (
            holdem("Jh Jc 8h 8c 2s", "5d 5c"),
            RIGHT,
            [
                "Five cards play: J J 8 8 5.",
                "Two pair: two cards of one rank and two of another.",
                "Of the pair 5 5 only one card plays, as the kicker: "
                "both pairs on the board are higher.",
            ],
        ),
        (
            holdem("7h 7d 7c 7s Kd", "Ah 2c", 3),
            answer("four_of_a_kind", "7K"),
            [
                "Five cards play: 7 7 7 7 A.",
                "Four of a kind: seven; kicker – ace.",
            ],
        ),
        (
            holdem("9h 8d 7c 6s 5h", "9c 9d"),
            answer("three_of_a_kind"),
            [
                "Five cards play: 9 8 7 6 5.",
                "Straight: five ranks in a row.",
                "Also there: three of a kind. The higher hand counts: straight.",
            ],
        ),
        (
            russian("As Ks Qs Js Ts", 3),
            answer("straight_flush", "A"),
            [
                "Five cards play: A K Q J 10.",
                "Royal flush: from ten to ace, all of one suit.",
                "Not just straight flush but royal flush.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, given, texts):
    given = given or NAMES.expected(deal, rules(deal.game))
    assert sentences(check(deal, given), deal) == texts


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_every_step_is_true_of_the_cards(game, level):
    for deal in deals(NAMES, game, level, 60, "named"):
        named = named_hand(deal)
        for given in [NAMES.expected(deal, rules(game)), *hand_answers(deal)]:
            five, hand, *aside = check(deal, given).reasons
            assert five.data["best"] == named.rank.five_ranks
            assert hand.data["hand"] is named.hand
            assert (hand.kind == "ranks") is (
                level == 3 and given.hand is named.hand and bool(named.ranks)
            )
            if hand.kind == "ranks":
                assert tuple(step["rank"] for step in hand.data["steps"]) == named.ranks
            for reason in aside:
                check_aside(reason, named, given)


def check_aside(reason, named, given):
    count = Counter(card.rank for card in named.cards)
    suits = Counter(card.suit for card in named.cards)
    ranks = reason.data.get("ranks", ())
    assert set(ranks) <= set(count)
    match reason.kind:
        case "lower-hand":
            assert reason.data["lower"] < reason.data["hand"] is named.hand
            assert reason.data["lower"] in named.held
            assert given.hand in (reason.data["lower"], named.hand)
            # Three of a kind that are a part of the four are not another hand beside it.
            inside = reason.data["inside"]
            pairs = (PayHand.FULL_HOUSE, PayHand.FOUR_OF_A_KIND, PayHand.TWO_PAIR)
            if reason.data["lower"] is PayHand.PAIR:
                assert inside is (named.hand in (*pairs, PayHand.THREE_OF_A_KIND))
            if reason.data["lower"] is PayHand.THREE_OF_A_KIND:
                assert inside is (named.hand in pairs[:2])
            if reason.data["lower"] in (PayHand.ACE_KING, PayHand.FULL_HOUSE):
                assert not inside
        case "not-made":
            assert reason.data["hand"] is given.hand not in named.held
        case "four-flush":
            assert max(suits.values()) == 4
        case "four-straight":
            assert straight_top(count) is None
            assert any(set(ranks) < set(run) for run in STRAIGHTS.values())
        case "wrap":
            assert {Rank.KING, Rank.ACE, Rank.TWO} <= set(ranks)
        case "three-pairs" | "counterfeit":
            assert named.hand is PayHand.TWO_PAIR
            assert all(count[rank] == 2 for rank in ranks)
        case "two-triples":
            assert [count[rank] for rank in ranks] == [3, 3]
        case "spare-pair":
            assert [count[rank] for rank in ranks] == [2, 2]
            assert named.ranks[1] is ranks[0] > ranks[1]
        case "straight-flush":
            assert named.held >= {PayHand.STRAIGHT, PayHand.FLUSH}
            assert PayHand.STRAIGHT_FLUSH not in named.held
        case "long-run":
            assert len(ranks) > 5
            assert ranks[:5] == named.rank.five_ranks
        case "higher-outside":
            assert ranks[0] > ranks[1] is named.rank.ranks[0]
            assert ranks[0] not in named.rank.five_ranks
        case kind:
            pytest.fail(f"unknown {kind} {ranks_text(ranks)}")


@pytest.mark.parametrize(("game", "level"), SHAPES)
def test_a_wrong_hand_is_answered(game, level):
    """With what misleads, what is there as well, or what is missing; but for a high card."""
    for deal in deals(NAMES, game, level, 40, "wrong"):
        named = named_hand(deal)
        for given in hand_answers(deal):
            if given.hand is not named.hand:
                told = len(check(deal, given).reasons) == 3
                assert told is (given.hand is not PayHand.HIGH_CARD)
