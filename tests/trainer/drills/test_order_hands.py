"""Hands in order: places, ties, and what was confused."""

import re
from collections import Counter
from itertools import permutations, product

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import parse_cards
from rules.engine.compare import Basis
from tests.trainer.drills.cast import HOLDEM, RUSSIAN, deals, find_drill, rules, some, stream
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    OrderAnswer,
    PlaceError,
    PlaceMissingError,
    SidesAnswer,
    dense_places,
)
from trainer.drills.ordered import ordered
from trainer.drills.strata import orders

pytestmark = pytest.mark.soak

ORDER = find_drill("order-hands")
SHAPES = [(game, level) for game in ORDER.games for level in LEVELS]
every_shape = pytest.mark.parametrize(("game", "level"), SHAPES)
BOARD = "Ac Kd Tc 5s 3h"


def players(*hands):
    return tuple(
        Group(GroupRole.PLAYER, parse_cards(cards), seat) for seat, cards in enumerate(hands)
    )


def russian(*hands):
    return Deal("order-hands", RUSSIAN, 2, players(*hands))


def holdem(board, *holes):
    groups = (Group(GroupRole.BOARD, parse_cards(board)), *players(*holes))
    return Deal("order-hands", HOLDEM, 2, groups)


def check(deal, places):
    return ORDER.check(deal, OrderAnswer(tuple(places)), rules(deal.game))


def all_places(count):
    """Every way of placing so many hands, ties among them."""
    return sorted({dense_places(places) for places in product(range(count), repeat=count)})


# --- what is right ---------------------------------------------------------------------------


@every_shape
def test_the_order_is_that_of_another_library(game, level):
    for deal in deals(ORDER, game, level, some(80)):
        values = [evaluate_cards(*map(str, deal.board + group.cards)) for group in deal.players]
        assert ORDER.expected(deal, rules(game)) == OrderAnswer(dense_places(values))


@every_shape
def test_exactly_one_order_is_right(game, level):
    for deal in deals(ORDER, game, level, 6):
        right = ORDER.expected(deal, rules(game))
        for places in all_places(len(deal.players)):
            [part] = check(deal, places).parts
            assert part.right is (places == right.ranks)
            assert (part.code is None) is part.right
            assert (part.name, part.delta, part.expected) == ("order", 0, right.to_data())


@pytest.mark.parametrize(
    ("deal", "places"),
    [
        (holdem(BOARD, "As 9d", "Ah 6d", "Qs Js"), (2, 3, 1)),
        (holdem("Ac Kd Tc Ts 6h", "As 9d", "Ah 6d", "Ks Qd"), (1, 1, 2)),
        (holdem("As Ks Qs Js Ts", "2c 3d", "4c 5d", "Ah Ad"), (1, 1, 1)),
        (russian("As Kd 9h 4c 2s", "Ah Kc 9d 4s 3c", "2d 2h 5c 6d 7s"), (3, 2, 1)),
        (russian("As 2d 3h 4c 5s", "6c 2h 3s 4d 5h", "Ks Kh Kd 9c 8d"), (2, 1, 3)),
    ],
)
def test_the_places(deal, places):
    assert ORDER.expected(deal, rules(deal.game)) == OrderAnswer(places)
    assert check(deal, places).right


def test_answers_are_read():
    deal = holdem(BOARD, "As 9d", "Ah 6d", "Qs Js")
    question = ORDER.question(deal, rules(HOLDEM))
    assert question.kind is AnswerKind.ORDER
    assert [(option.role, option.seat) for option in question.options] == [
        ("player", 0),
        ("player", 1),
        ("player", 2),
    ]
    form = {f"place-{option.key}": ["123"[at]] for at, option in enumerate(question.options)}
    assert ORDER.parse_answer(deal, form) == OrderAnswer((1, 2, 3))
    shared = form | {"place-1": ["1"], "place-2": ["3"]}
    assert ORDER.parse_answer(deal, shared) == OrderAnswer((1, 1, 2))
    with pytest.raises(PlaceMissingError):
        ORDER.parse_answer(deal, form | {"place-1": [""]})
    with pytest.raises(PlaceError):
        ORDER.parse_answer(deal, form | {"place-1": ["4"]})


@pytest.mark.parametrize("given", [SidesAnswer("left"), OrderAnswer((1, 2))])
def test_an_answer_to_another_question_is_no_answer(given):
    with pytest.raises(TypeError):
        ORDER.check(holdem(BOARD, "As 9d", "Ah 6d", "Qs Js"), given, rules(HOLDEM))


# --- what is dealt ---------------------------------------------------------------------------


def test_shares_are_percentages_of_described_constructions():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in orders.STRATA) == 100
    assert len({stratum.key for stratum in orders.STRATA}) == len(orders.STRATA)
    assert all(len(stratum.text) > 30 for stratum in orders.STRATA)


@every_shape
def test_three_to_five_hands_are_dealt(game, level):
    counts = Counter(len(deal.players) for deal in deals(ORDER, game, level, some(60)))
    assert set(counts) == {1: {3}, 2: {3, 4}, 3: {4, 5}}[level]
    for deal in deals(ORDER, game, level, some(20)):
        assert len(deal.board) == (0 if game == RUSSIAN else 5)
        assert {len(group.cards) for group in deal.players} == {5 if game == RUSSIAN else 2}
        assert not deal.dealer
        assert deal.tags <= ORDER.skills.keys()


@every_shape
def test_no_order_is_frequent_and_close_hands_are(game, level):
    answers, tags, dealt = Counter(), Counter(), some(800)
    for deal in deals(ORDER, game, level, dealt, "shares"):
        answers[ORDER.expected(deal, rules(game))] += 1
        tags.update(deal.tags)
    assert max(answers.values()) < 0.25 * dealt
    if level == 1:
        assert tags["same-category"] < 0.35 * dealt
        assert 0 < tags["tie"] < 0.2 * dealt
    else:
        assert tags["same-category"] > 0.7 * dealt
        assert tags["kicker"] > 0.25 * dealt
        assert 0.09 * dealt < tags["tie"] < 0.24 * dealt
        assert tags["near-miss:four-flush"] > 0.06 * dealt
        assert tags["near-miss:four-straight"] > 0.1 * dealt
        assert tags["near-miss:wrap"] > 0.01 * dealt
        assert tags["wheel"] > 0.01 * dealt


@pytest.mark.parametrize("game", ORDER.games)
def test_what_is_wanted_is_dealt(game):
    boardless = {"near-miss:counterfeit", "near-miss:idle-kicker", "board-plays"}
    absent = boardless | {"three-pairs", "two-triples"} if game == RUSSIAN else {"ace-king"}
    for number, tag in enumerate(sorted(ORDER.skills)):
        if tag not in absent:
            deal = ORDER.deal(stream(number, "want"), rules(game), 2, frozenset({tag}))
            assert tag in deal.tags
    with pytest.raises(CannotDealError):
        ORDER.deal(stream(1), rules(game), 2, frozenset({min(absent)}))


@every_shape
def test_in_a_variant_one_card_changes_and_the_order_with_it(game, level):
    for number, deal in enumerate(deals(ORDER, game, level, 15, "variant")):
        other = ORDER.deal(stream(number, "flip"), rules(game), level, variant_of=deal)
        before, after = (
            [card for group in one.groups for card in group.cards] for one in (deal, other)
        )
        assert sum(old != new for old, new in zip(before, after, strict=True)) == 1
        assert ORDER.expected(deal, rules(game)) != ORDER.expected(other, rules(game))


# --- what goes wrong -------------------------------------------------------------------------

TIED = holdem("Ac Kd Tc Ts 6h", "As 9d", "Ah 6d", "Ks Qd")
KICKED = holdem(BOARD, "As 9d", "Ah 6d", "Qs Js")


@pytest.mark.parametrize(
    ("deal", "places", "code"),
    [
        (TIED, (1, 2, 3), ErrorCode.MISSED_TIE),
        (TIED, (2, 1, 3), ErrorCode.MISSED_TIE),
        (TIED, (2, 2, 1), ErrorCode.UPSIDE_DOWN),
        (TIED, (1, 2, 2), ErrorCode.MISREAD_HAND),
        (KICKED, (3, 2, 1), ErrorCode.KICKER),
        (KICKED, (2, 2, 1), ErrorCode.KICKER),
        (KICKED, (2, 1, 3), ErrorCode.UPSIDE_DOWN),
        (KICKED, (1, 3, 2), ErrorCode.MISREAD_HAND),
        (KICKED, (1, 1, 1), ErrorCode.MISREAD_HAND),
        (russian("As 2d 3h 4c 5s", "6c 2h 3s 4d 5h", "Ks Kh Kd 9c 8d"), (1, 2, 3), "misread-hand"),
    ],
)
def test_mistakes_are_recognised(deal, places, code):
    assert [part.code for part in check(deal, places).parts] == [code]


def test_a_tie_of_all_is_never_upside_down():
    deal = holdem("As Ks Qs Js Ts", "2c 3d", "4c 5d", "Ah Ad")
    for places in all_places(3):
        [part] = check(deal, places).parts
        assert part.code in (None, ErrorCode.MISSED_TIE)


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for game, level in SHAPES:
        for deal in deals(ORDER, game, level, 25, "codes"):
            for places in permutations(range(1, len(deal.players) + 1)):
                codes[check(deal, places).parts[0].code] += 1
    assert set(codes) == {
        None,
        ErrorCode.MISSED_TIE,
        ErrorCode.UPSIDE_DOWN,
        ErrorCode.KICKER,
        ErrorCode.MISREAD_HAND,
    }
    assert min(codes.values()) >= 20


# --- why -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "places", "texts"),
    [
        (
            KICKED,
            (3, 2, 1),
            [
                "From the strongest down: Player C: straight, ace-high (Broadway). "
                "Player A: pair of aces, kickers K, 10, 9. "
                "Player B: pair of aces, kickers K, 10, 6.",
                "Player A – Player B. Third kicker decides: nine beats six.",
                "Five cards play: A A K 10 9 against A A K 10 6. "
                "The rest does not count in the comparison.",
            ],
        ),
        (
            TIED,
            (1, 2, 3),
            [
                "From the strongest down: "
                "Player A, Player B: two pair, aces and tens, king kicker. "
                "Player C: two pair, kings and tens, ace kicker.",
                "The side cards 9 6 do not play: the five are complete without them.",
                "Player A – Player B. All five ranks are equal: a tie. Suits never break it.",
                "Five cards play: A A 10 10 K. The rest does not count in the comparison.",
            ],
        ),
        (
            russian("Qs Kd Ac 2h 3s", "4s 4d Ah Kc 5c", "9s 8h 7d 6c 5s"),
            (2, 3, 1),
            [
                "From the strongest down: Player C: straight, nine-high. "
                "Player B: pair of fours, kickers A, K, 5. "
                "Player A: ace-king, then Q, 3, 2.",
                "Player A: Q K A 2 3 is no straight: the ace stands at one end of it, "
                "never in between.",
                "Player B – Player A. The category decides: pair beats ace-king.",
                "Five cards play: 4 4 A K 5 against A K Q 3 2.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, places, texts):
    assert sentences(check(deal, places), deal) == texts


@every_shape
def test_the_pair_that_is_told_was_confused(game, level):
    for number, deal in enumerate(deals(ORDER, game, level, some(40), "explain")):
        every = all_places(len(deal.players))
        right = ORDER.expected(deal, rules(game)).ranks
        for places in (right, every[number * 7 % len(every)]):
            verdict = check(deal, places)
            found = ordered(deal)
            kinds = [reason.kind for reason in verdict.reasons]
            assert 3 <= len(kinds) <= 4
            assert (kinds[0], *kinds[-2:]) == ("in-order", "against", "five-play")
            told = verdict.reasons[-2].data
            one, other = told["one"], told["other"]
            assert found.ranks[one] >= found.ranks[other]
            if not verdict.right:
                relations = {(p[one] > p[other]) - (p[one] < p[other]) for p in (right, places)}
                assert len(relations) == 2
            tie = found.between(one, other).basis is Basis.TIE
            assert tie is (told["decides"].kind == "tie") is (right[one] == right[other])
            listed = [seat for p in verdict.reasons[0].data["places"] for seat in p["seats"]]
            assert sorted(listed) == list(range(len(right)))
            for text in sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)]):
                assert not re.search(r"%\(|\{\{|None|  ", text)
                assert text.endswith(".")


@every_shape
def test_marks_show_what_plays_and_what_decides(game, level):
    for deal in deals(ORDER, game, level, some(30), "marks"):
        right = ORDER.expected(deal, rules(game)).ranks
        verdict = check(deal, right)
        cards = {card for group in deal.groups for card in group.cards}
        assert set(verdict.marks) == cards
        assert verdict.winners == tuple(seat for seat, place in enumerate(right) if place == 1)
        if verdict.reasons[-2].data["decides"].kind == "tie":
            assert Mark.DECIDES not in verdict.marks.values()
