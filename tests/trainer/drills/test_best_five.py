"""Which five play: every five of the cards is judged, and each wrong one told apart."""

import re
from collections import Counter
from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from rules.engine.cards import parse_cards
from tests.trainer.drills.cast import HOLDEM, RUSSIAN, deals, find_drill, rules, some, stream
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills import drills
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    CardsAnswer,
    CardsCountError,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    SidesAnswer,
)
from trainer.drills.named_hand import naming_tags
from trainer.drills.strata import fives

pytestmark = pytest.mark.soak

FIVES = find_drill("best-five")
SHAPES = [(game, level) for game in FIVES.games for level in LEVELS]
every_shape = pytest.mark.parametrize(("game", "level"), SHAPES)
# The games with a board are dealt alike.
with_and_without_board = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in (RUSSIAN, HOLDEM) for level in LEVELS]
)


def russian(cards, level=2):
    return Deal(
        "best-five", RUSSIAN, level, (Group(GroupRole.PLAYER, parse_cards(cards), 0, True),)
    )


def holdem(board, hole, level=2):
    groups = (
        Group(GroupRole.BOARD, parse_cards(board)),
        Group(GroupRole.PLAYER, parse_cards(hole), 0),
    )
    return Deal("best-five", HOLDEM, level, groups)


def answer(cards):
    return CardsAnswer(frozenset(parse_cards(cards)))


def check(deal, given):
    return FIVES.check(deal, given, rules(deal.game))


def all_answers(deal):
    cards = [card for group in deal.groups for card in group.cards]
    return [CardsAnswer(frozenset(five)) for five in combinations(cards, 5)]


def worth(cards):
    """By another library, the less the better."""
    return evaluate_cards(*map(str, cards))


# --- what is right ---------------------------------------------------------------------------


@with_and_without_board
def test_right_are_the_fives_that_another_library_calls_best(game, level):
    for deal in deals(FIVES, game, level, some(40)):
        answers = all_answers(deal)
        best = worth([card for group in deal.groups for card in group.cards])
        assert FIVES.expected(deal, rules(game)) in answers
        for given in answers:
            [part] = check(deal, given).parts
            assert part.right is (worth(given.cards) == best)
            assert (part.code is None) is part.right
            assert (part.name, part.delta) == ("five", 0)


@with_and_without_board
def test_the_right_five_that_are_shown_are_as_near_as_can_be(game, level):
    for deal in deals(FIVES, game, level, 15, "near"):
        answers = all_answers(deal)
        right = [one for one in answers if check(deal, one).right]
        for given in answers:
            [part] = check(deal, given).parts
            shown = frozenset(parse_cards(part.expected["cards"]))
            assert CardsAnswer(shown) in right
            assert len(shown & given.cards) == max(len(r.cards & given.cards) for r in right)
            marks = check(deal, given).marks
            assert {card for card, mark in marks.items() if mark is not Mark.IDLE} == shown
            assert len(marks) == len({card for group in deal.groups for card in group.cards})


@pytest.mark.parametrize(
    ("deal", "right"),
    [
        (russian("9s 8h 7d 6c 5s 8c"), ["9s 8h 7d 6c 5s", "9s 8c 7d 6c 5s"]),
        (russian("Qh 9h 7h 4h 2h Qs"), ["Qh 9h 7h 4h 2h"]),
        (russian("Ks Kh 8d 8h 2s 2c"), ["Ks Kh 8d 8h 2s", "Ks Kh 8d 8h 2c"]),
        (holdem("As Kd Qh Jc Ts", "2c 3d"), ["As Kd Qh Jc Ts"]),
        (holdem("As Kd Qh Jc Ts", "Ah 3d"), ["As Kd Qh Jc Ts", "Ah Kd Qh Jc Ts"]),
        (
            holdem("9h 9d 9c Ks Kd", "Kh 2c"),
            ["Ks Kd Kh 9h 9d", "Ks Kd Kh 9h 9c", "Ks Kd Kh 9d 9c"],
        ),
        (holdem("Jh Jc 8h 8c 2s", "5d 5c"), ["Jh Jc 8h 8c 5d", "Jh Jc 8h 8c 5c"]),
    ],
)
def test_suits_count_where_they_matter(deal, right):
    found = {given for given in all_answers(deal) if check(deal, given).right}
    assert found == {answer(cards) for cards in right}
    assert FIVES.expected(deal, rules(deal.game)) in found


def test_the_question_offers_all_cards_in_the_order_in_which_they_lie():
    deal = holdem("As Kd Qh Jc Ts", "2c 3d")
    question = FIVES.question(deal, rules(HOLDEM))
    assert question.kind is AnswerKind.CARDS
    assert question.cards == parse_cards("As Kd Qh Jc Ts 2c 3d")
    assert (question.count, question.asks_second) == (5, False)


def test_answers_are_read():
    deal = russian("9s 8h 7d 6c 5s 8c")
    five = ["9s", "8h", "7d", "6c", "5s"]
    assert FIVES.parse_answer(deal, {"cards": five}) == answer(" ".join(five))
    with pytest.raises(CardsCountError):
        FIVES.parse_answer(deal, {"cards": five[:4]})


def test_an_answer_of_another_kind_is_no_answer():
    with pytest.raises(TypeError):
        check(russian("9s 8h 7d 6c 5s 8c"), SidesAnswer("left"))


# --- what is dealt ---------------------------------------------------------------------------


@every_shape
def test_hands_are_dealt_as_the_game_deals_them(game, level):
    for deal in deals(FIVES, game, level, some(20)):
        [player] = deal.players
        shape = (0, 6, True) if game == RUSSIAN else (5, 2, False)
        assert (len(deal.board), len(player.cards), player.bought) == shape
        assert deal.tags - {"serve-alike"} == naming_tags(deal)
        assert deal.tags <= FIVES.skills.keys()
        right = sum(check(deal, given).right for given in all_answers(deal))
        assert ("serve-alike" in deal.tags) is (right > 1)


@pytest.mark.parametrize("strata", [fives.WITH_BOARD, fives.ALONE])
def test_shares_are_percentages_of_described_constructions(strata):
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in strata) == 100
    assert len({stratum.key for stratum in strata}) == len(strata)
    assert all(len(stratum.text) > 30 for stratum in strata)


@with_and_without_board
def test_no_answer_is_frequent_and_near_misses_are(game, level):
    ruleset = rules(game)
    places, dealt = Counter(), some(600)
    tags = Counter()
    for deal in deals(FIVES, game, level, dealt, "shares"):
        places[FIVES._result(deal, ruleset)] += 1
        tags.update(deal.tags)
    assert len(places) == (6 if game == RUSSIAN else 21)
    assert max(places.values()) < 0.3 * dealt
    if level == 3:
        surplus = ("three-pairs", "two-triples", "long-run", "lower-hand", "higher-outside")
        assert all(tags[tag] >= 0.03 * dealt for tag in surplus)
        assert tags["serve-alike"] >= 0.1 * dealt
    if level == 3 and game != RUSSIAN:
        assert tags["board-plays"] >= 0.08 * dealt


@pytest.mark.parametrize("game", FIVES.games)
def test_what_is_wanted_is_dealt(game):
    absent = (
        {"near-miss:counterfeit", "spare-pair", "board-plays"}
        if game == RUSSIAN
        else {
            "ace-king",
            "near-miss:ace-king",
            "sixth-card",
            "idle-sixth-card",
        }
    )
    for number, tag in enumerate(sorted(FIVES.skills)):
        want = frozenset({tag})
        if tag in absent:
            continue
        assert tag in FIVES.deal(stream(number, "want"), rules(game), 2, want).tags
    with pytest.raises(CannotDealError):
        FIVES.deal(stream(1), rules(game), 2, frozenset({min(absent)}))
    with pytest.raises(CannotDealError, match="no skill luck"):
        FIVES.deal(stream(1), rules(game), 2, frozenset({"luck"}))


@pytest.mark.parametrize("game", [RUSSIAN, HOLDEM])
def test_in_a_variant_one_card_changes_and_its_five_no_longer_play(game):
    for number, deal in enumerate(deals(FIVES, game, 2, 20, "variant")):
        other = FIVES.deal(stream(number, "flip"), rules(game), 2, variant_of=deal)
        before = [card for group in deal.groups for card in group.cards]
        after = [card for group in other.groups for card in group.cards]
        changed = [old != new for old, new in zip(before, after, strict=True)]
        assert sum(changed) == 1
        for given in all_answers(deal):
            if given == FIVES.expected(deal, rules(game)):
                same = [new for old, new in zip(before, after, strict=True) if old in given.cards]
                assert not check(other, CardsAnswer(frozenset(same))).right


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "given", "code"),
    [
        (russian("9s 8h 7d 6c 5s 9h"), "9s 9h 8h 7d 6c", ErrorCode.MISSED_STRAIGHT),
        (russian("Qh 9h 7h 4h 2h Qs"), "Qh Qs 9h 7h 4h", ErrorCode.MISSED_FLUSH),
        (russian("9s 8h 7d 6c 5s 4h"), "8h 7d 6c 5s 4h", ErrorCode.WRONG_FIVE),
        (russian("Ks Kh 8d 8h 3s 2c"), "Ks Kh 8d 8h 2c", ErrorCode.KICKER),
        (russian("Ks Kh 8d 8h 9s 2c"), "Ks Kh 8d 9s 2c", ErrorCode.MISREAD_HAND),
        (holdem("Jh Jc 8h 8c 2s", "5d 5c"), "Jh Jc 5d 5c 8h", ErrorCode.WRONG_FIVE),
        (holdem("Jh Jc 8h 8c 2s", "5d 5c"), "Jh Jc 8h 8c 2s", ErrorCode.KICKER),
        (holdem("7h 7d 7c 7s Kd", "Ah 2c"), "7h 7d 7c 7s Kd", ErrorCode.KICKER),
        (holdem("7h 7d 7c 7s Kd", "Kh 2c"), "7h 7d 7c Kd Kh", ErrorCode.MISREAD_HAND),
        (russian("Ah Kd Qs 9c 5h 3d"), "Ah Kd Qs 9c 3d", ErrorCode.KICKER),
        (russian("Ah Kd Qs 9c 5h 3d"), "Kd Qs 9c 5h 3d", ErrorCode.WRONG_FIVE),
    ],
)
def test_mistakes_are_recognised(deal, given, code):
    assert [part.code for part in check(deal, answer(given)).parts] == [code]


def test_every_mistake_is_dealt_often():
    codes = Counter()
    for game, level in SHAPES:
        for deal in deals(FIVES, game, level, 6, "codes"):
            codes.update(check(deal, given).parts[0].code for given in all_answers(deal))
    assert set(codes) == {
        None,
        ErrorCode.MISREAD_HAND,
        ErrorCode.MISSED_STRAIGHT,
        ErrorCode.MISSED_FLUSH,
        ErrorCode.WRONG_FIVE,
        ErrorCode.KICKER,
    }
    assert min(codes.values()) >= 20


# --- why -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "given", "texts"),
    [
        (
            russian("Ks Kh 8d 8h 2s 2c"),
            "Ks Kh 8d 8h 2s",
            [
                "Five cards play: K K 8 8 2.",
                "Two pair: two cards of one rank and two of another.",
                "Three pairs, K 8 2: only the two highest play as pairs.",
                "It makes no difference which card of the same rank plays: 2.",
            ],
        ),
        (
            russian("Ks Kh 8d 8h 2s 2c"),
            "Ks Kh 8d 2s 2c",
            [
                "Five cards play: K K 8 8 2.",
                "Two pair: two cards of one rank and two of another.",
                "Your five cards: two pair, kings and twos, eight kicker.",
                "Three pairs, K 8 2: only the two highest play as pairs.",
            ],
        ),
        (
            russian("As Kd Qh 9c 4s 2s"),
            "As Kd Qh 9c 2s",
            [
                "Five cards play: A K Q 9 4.",
                "Ace-king: ace and king, and nothing higher.",
                "Your five cards: ace-king, then Q, 9, 2.",
            ],
        ),
        (
            russian("9s 8h 7d 6c 5s 9h"),
            "9s 9h 8h 7d 6c",
            [
                "Five cards play: 9 8 7 6 5.",
                "Straight: five ranks in a row.",
                "Your five cards: pair of nines, kickers 8, 7, 6.",
                "Also there: pair. The higher hand counts: straight.",
            ],
        ),
        (
            holdem("As Kd Qh Jc Ts", "2c 3d"),
            "As Kd Qh Jc Ts",
            ["Five cards play: A K Q J 10.", "Straight: five ranks in a row."],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, given, texts):
    assert sentences(check(deal, answer(given)), deal) == texts


@every_shape
def test_every_explanation_is_short_whole_and_on_the_side_of_the_verdict(game, level):
    for number, deal in enumerate(deals(FIVES, game, level, some(25), "explain")):
        answers = all_answers(deal)
        for given in (FIVES.expected(deal, rules(game)), answers[number % len(answers)]):
            verdict = check(deal, given)
            kinds = [reason.kind for reason in verdict.reasons]
            assert 2 <= len(kinds) <= 4
            assert kinds[:2] == ["five-play", "makes"]
            assert ("five-chosen" in kinds) is not verdict.right
            assert "not-made" not in kinds
            for text in sentences(verdict, deal, LANGUAGES[number % len(LANGUAGES)]):
                assert not re.search(r"%\(|\{\{|None", text)
                assert text[0].isupper() or text[0].isdigit()
                assert text.endswith(".")


def test_the_dealer_calls_the_hand():
    verdict = check(holdem("7h 7d 7c 7s Kd", "Ah 2c"), answer("7h 7d 7c 7s Ah"))
    [said] = verdict.call.hands
    assert str(said.rank) == "four of a kind 7A"


def test_it_stands_in_the_menu():
    assert list(drills()).index("best-five") < list(drills()).index("which-hand-wins")
