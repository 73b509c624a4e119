"""What decides beside the winner: by another library, under either name, and told without
contradiction."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import Rank
from tests.trainer.drills.cast import HOLDEM, RUSSIAN, WINS, deals, rules, some
from tests.trainer.drills.test_which_hand_wins import holdem, russian
from trainer.drills.base import ErrorCode, SeatsAnswer, SidesAnswer, answer_from_data
from trainer.drills.which_hand_wins import LEFT, PROVE, RIGHT, TIE

pytestmark = pytest.mark.soak

every_game = pytest.mark.parametrize("game", [HOLDEM, RUSSIAN])
# The weakest number of each category, from the royal flush down.
CLASSES = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def asking(deal):
    return replace(deal, facts=PROVE)


def check(deal, answer):
    return WINS.check(deal, answer, rules(deal.game))


def read(cards):
    """(strength, category, ranks by count and height) of the best five, by phevaluator."""
    best = min(combinations(cards, 5), key=lambda five: evaluate_cards(*map(str, five)))
    number = evaluate_cards(*map(str, best))
    count = Counter(card.rank for card in best)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    if len(ranks) == 5 and ranks[:2] == [Rank.ACE, Rank.FIVE]:
        ranks = [Rank.FIVE]
    return -number, sum(number > weakest for weakest in CLASSES), ranks


def what_decides(deal):
    hands = [read(deal.board + player.cards) for player in deal.players]
    hands += [read(deal.dealer)] if deal.dealer else []
    best = max(hands)
    losers = [hand for hand in hands if hand[0] < best[0]]
    if not losers:
        return "nothing"
    (_, category, mine), (_, other, theirs) = best, max(losers)
    if category != other:
        return "category"
    return next(a.letter for a, b in zip(mine, theirs, strict=True) if a is not b)


@every_game
def test_what_decides_is_that_of_another_library(game):
    for deal in deals(WINS, game, 3, some(240), "proof"):
        assert WINS.expected(deal, rules(game)).also == what_decides(deal)


@every_game
def test_one_thing_decides_and_it_is_told(game):
    missed = 0
    for deal in deals(WINS, game, 3, some(120), "proof"):
        expected = WINS.expected(deal, rules(game))
        offered = [option.key for option in WINS.question(deal, rules(game)).also]
        assert expected.also in offered
        shown = {card.rank.letter for group in deal.groups for card in group.cards}
        assert set(offered) == shown | {"category", "nothing"}
        for also in offered:
            verdict = check(deal, replace(expected, also=also))
            winner, proof = verdict.parts
            assert winner.right
            if also != expected.also and proof.right:
                # Ace-king against a lower high card, the rarest of hands here.
                assert (game, also) == (RUSSIAN, "category")
                continue
            assert proof.right is verdict.right is (also == expected.also)
            assert proof.code is (None if proof.right else ErrorCode.PROOF)
            missed += not proof.right
    assert missed >= 20


@every_game
def test_whoever_was_chosen_no_explanation_names_another_rank(game):
    kinds = {"category-decides": "category", "tie": "nothing"}
    for deal in deals(WINS, game, 3, some(90), "proof"):
        expected = WINS.expected(deal, rules(game))
        for option in WINS.question(deal, rules(game)).options:
            if isinstance(expected, SeatsAnswer):
                answer = replace(expected, seats=frozenset({option.seat}))
            else:
                answer = replace(expected, choice=option.key)
            verdict = check(deal, answer)
            assert verdict.parts[1].right
            decides = verdict.reasons[-2]
            told = kinds.get(decides.kind) or decides.data["high"].letter
            assert told == expected.also
            named = {hand["seat"] for hand in verdict.reasons[0].data["hands"]}
            chosen = answer.seats if isinstance(answer, SeatsAnswer) else set()
            assert chosen <= named or verdict.reasons[0].data["all_equal"]


@pytest.mark.parametrize(
    ("deal", "answer", "codes"),
    [
        # A kicker decides.
        (holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"), SidesAnswer(LEFT, "9"), [None, None]),
        (holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"), SidesAnswer(LEFT, "6"), [None, "proof"]),
        (holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"), SidesAnswer(LEFT, ""), [None, "proof"]),
        (holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"), SidesAnswer(RIGHT, "9"), ["kicker", None]),
        (
            holdem("Ah Kd Tc 5s 3h", "Ac 9d", "As 6d"),
            SidesAnswer(TIE, "nothing"),
            ["kicker", "kicker"],
        ),
        # Two share the pot, and what beats the third is asked.
        (
            holdem("Ah Kd Tc 5s 3h", "Ac Qd", "As Qh", "Ad 9c"),
            SeatsAnswer(frozenset({0, 1}), "Q"),
            [None, None],
        ),
        (
            holdem("Ah Kd Tc 5s 3h", "Ac Qd", "As Qh", "Ad 9c"),
            SeatsAnswer(frozenset({0, 1}), "nothing"),
            [None, "proof"],
        ),
        # The top card of a wheel is its five.
        (
            holdem("Ah 2d 3c 9s Kd", "4h 5d", "Kc 9h", "4s 5c"),
            SeatsAnswer(frozenset({0, 2}), "category"),
            [None, None],
        ),
        (holdem("2h 3d 4c 5s Kd", "Ah 9d", "6c Kc"), SidesAnswer(RIGHT, "6"), [None, None]),
        # Ace-king is a hand of its own: its name and its rank say the same.
        (russian("As Kd 9c 4h 2s", "Ah Qd Jc 9h 3s"), SidesAnswer(LEFT, "K"), [None, None]),
        (russian("As Kd 9c 4h 2s", "Ah Qd Jc 9h 3s"), SidesAnswer(LEFT, "category"), [None, None]),
        (
            russian("As Kd Qc 9h 2s", "Ac Kh Qd 8c 3d"),
            SidesAnswer(LEFT, "category"),
            [None, "proof"],
        ),
        (
            holdem("As Qd 9c 4h 2s", "Kh 3c", "Jc 3d"),
            SidesAnswer(LEFT, "category"),
            [None, "proof"],
        ),
    ],
)
def test_mistakes_are_recognised(deal, answer, codes):
    deal = asking(deal)
    assert [part.code for part in check(deal, answer).parts] == codes


def test_deals_from_before_ask_and_judge_as_they_did():
    for answer in (SeatsAnswer(frozenset({0, 3})), SeatsAnswer(frozenset({1}))):
        for deal in deals(WINS, HOLDEM, 3, 5, "before"):
            old = replace(deal, facts=())
            question = WINS.question(old, rules(HOLDEM))
            assert (question.also, question.legend) == ((), "")
            [part] = check(old, answer).parts
            assert part.given == answer.to_data() == {"kind": "seats", "seats": [*answer.seats]}
            assert answer_from_data(part.given) == answer
            assert WINS.expected(old, rules(HOLDEM)).also == ""


@every_game
def test_the_lower_levels_ask_for_the_winner_alone(game):
    for level in (1, 2):
        for deal in deals(WINS, game, level, 20, "proof"):
            assert deal.facts == ()
            assert WINS.question(deal, rules(game)).also == ()
            assert len(check(deal, WINS.expected(deal, rules(game))).parts) == 1
