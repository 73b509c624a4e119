"""Does the dealer qualify: by the rules written a second time, at houses of every kind."""

from collections import Counter
from itertools import product

import pytest

from rules.engine.cards import parse_cards
from rules.engine.ranking import Category, rank_hand
from rules.games import find_game
from tests.trainer.drills.cast import (
    CASINO,
    RUSSIAN,
    ULTIMATE,
    deals,
    find_drill,
    rules,
    some,
    stream,
)
from tests.trainer.drills.dealing import check_told, check_variants, random_houses
from tests.trainer.drills.houses import house
from tests.trainer.drills.test_reasons import sentences
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    NothingChosenError,
    SidesAnswer,
    UnknownChoiceError,
)
from trainer.drills.strata.qualifying import STRATA

pytestmark = pytest.mark.soak

DRILL = find_drill("dealer-qualifies")
YES, NO = ChoiceAnswer("yes"), ChoiceAnswer("no")
SHAPES = list(product(DRILL.games, LEVELS))
DEALT = some(800)
every_shape = pytest.mark.parametrize(("game", "level"), SHAPES)
PAIR_NEEDED = house(RUSSIAN, qualifier="pair")
HOUSES = [
    house(game, qualifier=value)
    for game in DRILL.games
    for value in find_game(game).switch("qualifier").values
    if value != "none"
]
every_house = pytest.mark.parametrize(
    "ruleset", HOUSES, ids=lambda r: f"{r.game} {r.switches['qualifier']}"
)


def hand(cards, board="", game=RUSSIAN):
    groups = (Group(GroupRole.DEALER, parse_cards(cards)),)
    if board:
        groups = (Group(GroupRole.BOARD, parse_cards(board)), *groups)
    return Deal(DRILL.key, game, 3, groups)


def qualifies(deal, ruleset):
    """The rules once more, from the ranks that lie there."""
    cards = deal.dealer + deal.board
    count = Counter(card.rank for card in cards)
    pairs = [rank for rank, times in count.items() if times > 1]
    made = rank_hand(cards).category > Category.PAIR
    needed = ruleset.switches["qualifier"]
    if deal.game == RUSSIAN:
        ace_king = {14, 13} <= set(count) and needed == "ace-king"
        return made or bool(pairs) or ace_king
    if deal.game == ULTIMATE:
        return made or bool(pairs)
    return made or any(rank >= "23456789TJQKA".index(needed) + 2 for rank in pairs)


@every_house
def test_right_is_what_the_ranks_say(ruleset):
    answers = Counter()
    for level in LEVELS:
        for deal in deals(DRILL, ruleset.game, level, some(40), "rules", ruleset):
            expected = DRILL.expected(deal, ruleset)
            assert expected == (YES if qualifies(deal, ruleset) else NO)
            answers[expected] += 1
    assert min(answers[YES], answers[NO]) >= some(40)


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer"),
    [
        (hand("As Kd 4h 3c 2s"), rules(RUSSIAN), YES),
        (hand("As Kd 4h 3c 2s"), PAIR_NEEDED, NO),
        (hand("As Qd Jh 9c 2s"), rules(RUSSIAN), NO),
        (hand("Ks Qd Jh 9c 2s"), rules(RUSSIAN), NO),
        (hand("2s 2d Jh 9c 4s"), PAIR_NEEDED, YES),
        (hand("9s 8d 7h 6c 5s"), PAIR_NEEDED, YES),
        (hand("9s 7s 5s 3s 2s"), rules(RUSSIAN), YES),
        (hand("As Kd", "Qh 9c 7s 5d 3h", ULTIMATE), rules(ULTIMATE), NO),
        (hand("As Kd", "2h 2c 7s 5d 9h", ULTIMATE), rules(ULTIMATE), YES),
        (hand("8s 6d", "7h 5c 9s Kd 2h", ULTIMATE), rules(ULTIMATE), YES),
        (hand("As Kd", "3h 3c 7s 9d 8h", CASINO), rules(CASINO), NO),
        (hand("As Kd", "4h 4c 7s 9d 8h", CASINO), rules(CASINO), YES),
        (hand("2s 3d", "3h 2c 7s 9d Th", CASINO), rules(CASINO), YES),
        (hand("2s 2d", "2h Kc 7s 9d Th", CASINO), rules(CASINO), YES),
        (hand("Ks Kd", "2h 5c 7s 9d Th", CASINO), house(CASINO, qualifier="A"), NO),
    ],
)
def test_worked_examples(deal, ruleset, answer):
    assert DRILL.expected(deal, ruleset) == answer
    assert DRILL.check(deal, answer, ruleset).right
    assert not DRILL.check(deal, NO if answer == YES else YES, ruleset).right


@every_shape
def test_neither_answer_is_given_away(game, level):
    dealt = list(deals(DRILL, game, level, DEALT, "share"))
    yes = sum(DRILL.expected(deal, rules(game)) == YES for deal in dealt) / len(dealt)
    assert 0.4 <= yes <= 0.6
    strata = Counter(deal.stratum for deal in dealt)
    for stratum in STRATA:
        assert abs(strata[stratum.key] / len(dealt) - stratum.share(level) / 100) < 0.06
    for deal in dealt[:100]:
        assert DRILL.question(deal, rules(game)) == DRILL.question(dealt[0], rules(game))


def test_strata_are_percentages():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in STRATA) == 100
    assert all(len(stratum.text) > 30 for stratum in STRATA)


EDGES = {
    RUSSIAN: {"ace-alone": 0.1, "king-alone": 0.08, "just-enough": 0.06, "without-pair": 0.1},
    ULTIMATE: {"ace-king": 0.15, "board-pair": 0.08, "just-enough": 0.2, "without-pair": 0.1},
    CASINO: {"low-pair": 0.2, "board-pair": 0.15, "just-enough": 0.04, "low-two-pair": 0.04},
}


@pytest.mark.parametrize(("game", "level"), [(g, lv) for g, lv in SHAPES if lv > 1])
def test_edges_are_common(game, level):
    count = Counter(tag for d in deals(DRILL, game, level, DEALT, "share") for tag in d.tags)
    for tag, share in EDGES[game].items():
        assert count[tag] >= share * DEALT, tag
    assert count["near-miss:four-straight"] >= 0.05 * DEALT
    assert count["near-miss:four-flush"] >= 0.05 * DEALT
    assert game == RUSSIAN or count["near-miss:wrap"] >= 0.03 * DEALT


@every_house
def test_verdicts_are_told_whole_in_every_language(ruleset):
    for level in LEVELS:
        for deal, answer, verdict in check_told(
            DRILL, ruleset, level, some(12), lambda _: (YES, NO)
        ):
            assert verdict.right is (answer == DRILL.expected(deal, ruleset))
            kinds = [reason.kind for reason in verdict.reasons]
            assert kinds[0] == "dealers-five"
            assert kinds[-2:] == ["qualifier", "game-means"]
            told = verdict.reasons[-2].data["qualifies"]
            assert told is verdict.reasons[-1].data["qualifies"] is qualifies(deal, ruleset)
            assert set(verdict.marks) == set(deal.dealer + deal.board)
            playing = [card for card, mark in verdict.marks.items() if mark is not Mark.IDLE]
            assert rank_hand(playing) == rank_hand(deal.dealer + deal.board)
            assert len(playing) == 5


@pytest.mark.parametrize("game", DRILL.games)
def test_no_house_makes_it_wrong(game):
    for ruleset in random_houses(game, some(25)):
        if ruleset.switches["qualifier"] == "none":
            assert not DRILL.offers(ruleset)
            continue
        for deal, answer, verdict in check_told(DRILL, ruleset, 3, 4, lambda _: (YES, NO)):
            assert verdict.right is (answer == (YES if qualifies(deal, ruleset) else NO))


def test_every_switch_that_a_verdict_names_would_change_it():
    for game in DRILL.games:
        for ruleset in random_houses(game, some(10)):
            if not DRILL.offers(ruleset):
                continue
            for deal in deals(DRILL, game, 3, 6, "switch", ruleset):
                named = DRILL.switches(deal, ruleset)
                values = find_game(game).switch("qualifier").values
                others = [house(game, **{**ruleset.switches, "qualifier": v}) for v in values]
                right = DRILL.expected(deal, ruleset)
                changes = any(
                    (YES if o.switches["qualifier"] == "none" else DRILL.expected(deal, o))
                    != right
                    for o in others
                )
                assert ("qualifier" in named) is changes
                if right == YES:
                    assert named in ((), ("qualifier",))


def test_where_every_hand_qualifies_nothing_is_asked():
    ruleset = house(ULTIMATE, qualifier="none")
    assert not DRILL.offers(ruleset)
    for level in LEVELS:
        with pytest.raises(CannotDealError):
            DRILL.deal(stream(1), ruleset, level)


@every_shape
def test_one_card_turns_the_answer(game, level):
    check_variants(DRILL, rules(game), level, 20, 10)


@pytest.mark.parametrize("game", DRILL.games)
def test_every_skill_can_be_dealt_somewhere(game):
    dealt = set()
    for skill in DRILL.skills:
        try:
            deal = DRILL.deal(stream(1, skill), rules(game), 3, frozenset({skill}))
        except CannotDealError:
            continue
        assert skill in deal.tags
        dealt.add(skill)
    absent = {
        RUSSIAN: {"low-two-pair", "board-pair", "low-pair", "ace-king", "near-miss:wrap"},
        ULTIMATE: {"low-two-pair", "low-pair", "ace-alone", "king-alone"},
        CASINO: {"ace-alone", "king-alone"},
    }
    assert set(DRILL.skills) - dealt == absent[game]


@pytest.mark.parametrize(
    ("deal", "answer", "code"),
    [
        (hand("9s 8d 7h 6c 5s"), NO, ErrorCode.MISSED_STRAIGHT),
        (hand("9s 7s 5s 3s 2s"), NO, ErrorCode.MISSED_FLUSH),
        (hand("9s 8s 5s 3s 2d"), YES, ErrorCode.MISREAD_HAND),
        (hand("As Qd 9h 7c 2s"), YES, ErrorCode.QUALIFICATION),
        (hand("As Kd 9h 7c 2s"), NO, ErrorCode.QUALIFICATION),
        # What falls short is the mistake, whatever draw lies beside it.
        (hand("As Qs 9s 7s 2d"), YES, ErrorCode.QUALIFICATION),
        (hand("8s 7d", "2h 2c 9s Td 4h", CASINO), YES, ErrorCode.QUALIFICATION),
        (hand("3s 3d", "Kh 8h 7h 5h Ts", CASINO), YES, ErrorCode.QUALIFICATION),
        (hand("As Kd", "Kc 8h 7h 5h Th", CASINO), NO, ErrorCode.QUALIFICATION),
        (hand("Jh Td", "9h 8c 2s 3d 5c", CASINO), YES, ErrorCode.MISREAD_HAND),
        (hand("Ah Kh", "9h 8h 2s 3d 5c", ULTIMATE), YES, ErrorCode.QUALIFICATION),
    ],
)
def test_mistakes_are_told_apart(deal, answer, code):
    [part] = DRILL.check(deal, answer, rules(deal.game)).parts
    assert part.code is code


@pytest.mark.parametrize(
    "code",
    [
        ErrorCode.QUALIFICATION,
        ErrorCode.MISREAD_HAND,
        ErrorCode.MISSED_STRAIGHT,
        ErrorCode.MISSED_FLUSH,
    ],
)
def test_every_mistake_is_dealt_twenty_times(code):
    found = sum(
        DRILL.check(deal, answer, rules(game)).parts[0].code is code
        for game in DRILL.games
        for deal in deals(DRILL, game, 3, 150, "codes")
        for answer in (YES, NO)
    )
    assert found >= 20


@pytest.mark.parametrize(
    ("deal", "ruleset", "texts"),
    [
        (
            hand("As Qd 9h 7c 2s"),
            rules(RUSSIAN),
            [
                "The dealer’s five, A Q 9 7 2: ace-high.",
                "The ace is there, the king is missing.",
                "The dealer needs: ace-king or better. "
                "That is not there: the dealer does not qualify.",
                "Whatever the guest holds: the ante is paid 1:1, the bet is returned.",
            ],
        ),
        (
            hand("As Kd 9h 7c 2s"),
            house(RUSSIAN, qualifier="pair", ante_on_no_game="push"),
            [
                "The dealer’s five, A K 9 7 2: ace-king.",
                "Ace-king is not enough: here it takes a pair.",
                "The dealer needs: pair or better. "
                "That is not there: the dealer does not qualify.",
                "Whatever the guest holds: ante and bet are returned.",
            ],
        ),
        (
            hand("As Kd", "2h 2c 7s 5d 9h", ULTIMATE),
            rules(ULTIMATE),
            [
                "The dealer’s best five of seven, 2 2 A K 9: pair of twos.",
                "The pair lies on the board: it is the dealer’s as well.",
                "The dealer needs: pair or better. That is there: the dealer qualifies.",
                "The hands are compared; ante, blind and Play are settled by who is higher.",
            ],
        ),
        (
            # Low is what it is, wherever it lies.
            hand("As Kd", "2h 2c 7s 5d 9h", CASINO),
            house(CASINO, ante_on_no_qualify="flat"),
            [
                "The dealer’s best five of seven, 2 2 A K 9: pair of twos.",
                "There is a pair, but it is too low.",
                "The dealer needs: pair of fours or better. "
                "That is not there: the dealer does not qualify.",
                "Whoever is higher: the ante is paid 1:1, the call is returned.",
            ],
        ),
        (
            hand("2s 3d", "3h 2c 7s 9d Th", CASINO),
            rules(CASINO),
            [
                "The dealer’s best five of seven, 3 3 2 2 10: two pair, threes and twos.",
                "Each of the two pairs alone would be too low, but two pair beat any single pair.",
                "The dealer needs: pair of fours or better. That is there: the dealer qualifies.",
                "The hands are compared; ante and call are settled by who is higher.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, ruleset, texts):
    assert sentences(DRILL.check(deal, YES, ruleset), deal) == texts


def test_answers_are_read_and_others_refused():
    [deal] = deals(DRILL, RUSSIAN, 1, 1)
    assert DRILL.question(deal, rules(RUSSIAN)).kind is AnswerKind.CHOICE
    assert DRILL.parse_answer(deal, {"choice": ["yes"]}) == YES
    with pytest.raises(NothingChosenError):
        DRILL.parse_answer(deal, {})
    with pytest.raises(UnknownChoiceError):
        DRILL.parse_answer(deal, {"choice": ["perhaps"]})
    with pytest.raises(TypeError):
        DRILL.check(deal, SidesAnswer("left"), rules(RUSSIAN))
