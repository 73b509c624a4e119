"""The bought game: which card goes and what the new one does, by the rules a second time."""

from collections import Counter

import pytest

from rules.engine.cards import parse_cards
from rules.engine.ranking import Category, rank_hand
from rules.games import settle
from rules.games.base import Outcome
from rules.games.settlement import Round
from tests.rules.games.houses import money
from tests.trainer.drills.cast import (
    RUSSIAN,
    assert_uniform,
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
    SidesAnswer,
    UnknownChoiceError,
)
from trainer.drills.strata.buying import STRATA

pytestmark = pytest.mark.soak

DRILL = find_drill("bought-game")
AGAIN, GAME, NO_GAME = (ChoiceAnswer(key) for key in ("again", "game", "no-game"))
LOWEST, FIRST = house(RUSSIAN, buy_game_card="lowest"), house(RUSSIAN, buy_game_card="first")
ONE_CARD = house(RUSSIAN, redraw_same_rank="no")
HOUSES = {
    f"{card} {redraw} {qualifier}": house(
        RUSSIAN, buy_game_card=card, redraw_same_rank=redraw, qualifier=qualifier
    )
    for card in ("highest", "lowest", "first")
    for redraw in ("yes", "no")
    for qualifier in ("ace-king", "pair")
}
every_house = pytest.mark.parametrize("ruleset", HOUSES.values(), ids=HOUSES)


def bought(cards, new=""):
    groups = (Group(GroupRole.DEALER, parse_cards(cards)),)
    if new:
        groups += (Group(GroupRole.DRAWN, parse_cards(new)),)
    return Deal(DRILL.key, RUSSIAN, 3 if new else 1, groups)


def drawn(deal):
    return next((card for g in deal.groups if g.role is GroupRole.DRAWN for card in g.cards), None)


def right_answer(deal, ruleset):
    """The rules once more."""
    by_rank = sorted(deal.dealer, key=lambda card: card.rank)
    which = {"highest": by_rank[-1], "lowest": by_rank[0], "first": deal.dealer[0]}
    old, new = which[ruleset.switches["buy_game_card"]], drawn(deal)
    if new is None:
        return ChoiceAnswer(str(old))
    if old.rank == new.rank and ruleset.switches["redraw_same_rank"] == "yes":
        return AGAIN
    five = [card for card in deal.dealer if card != old] + [new]
    ranks = {card.rank for card in five}
    made = rank_hand(five).category > Category.HIGH_CARD
    ace_king = {14, 13} <= ranks and ruleset.switches["qualifier"] == "ace-king"
    return GAME if made or ace_king else NO_GAME


def all_answers(deal):
    if drawn(deal) is None:
        return [ChoiceAnswer(str(card)) for card in deal.dealer]
    return [AGAIN, GAME, NO_GAME]


@every_house
@pytest.mark.parametrize("level", LEVELS)
def test_right_is_what_the_rules_say_and_nothing_else(ruleset, level):
    for deal, answer, verdict in check_told(DRILL, ruleset, level, some(12), all_answers):
        assert verdict.right is (answer == right_answer(deal, ruleset))
        assert DRILL.expected(deal, ruleset) == right_answer(deal, ruleset)
        kinds = [reason.kind for reason in verdict.reasons]
        assert "swap-card" in kinds
        shown = {card for group in deal.groups for card in group.cards}
        assert set(verdict.marks) == shown
        for reason in verdict.reasons:
            if reason.kind == "qualifier":
                assert reason.data["qualifies"] is (right_answer(deal, ruleset) == GAME)
            if reason.kind == "bought-means":
                assert reason.data["game"] is (right_answer(deal, ruleset) == GAME)


def test_no_house_makes_it_wrong():
    for ruleset in random_houses(RUSSIAN, some(25), buy_game="on"):
        for level in LEVELS:
            for deal, answer, verdict in check_told(DRILL, ruleset, level, 2, all_answers):
                assert verdict.right is (answer == right_answer(deal, ruleset))
                assert deal.from_spec(deal.to_spec()) == deal


def test_what_follows_is_what_is_settled():
    """The player has nothing, so that a dealer with game takes everything."""
    for ruleset in random_houses(RUSSIAN, some(25), buy_game="on"):
        for deal in deals(DRILL, RUSSIAN, 3, 6, "settled", ruleset):
            answer = right_answer(deal, ruleset)
            verdict = DRILL.check(deal, answer, ruleset)
            told = verdict.reasons[-1].data
            if answer == AGAIN:
                assert verdict.reasons[-1].kind == "swap-drawn"
                continue
            old = parse_cards(DRILL.expected(bought_which(deal), ruleset).choice)[0]
            after = tuple(drawn(deal) if card == old else card for card in deal.dealer)
            player = parse_cards("2c 3d 4h 5s 7c")
            if set(player) & {*deal.dealer, drawn(deal)}:
                continue
            bets = money(ante=10, bet=20, bought_game=10)
            settled = settle(Round(player, deal.dealer, dealer_after=after), bets, ruleset)
            assert settled.dealer_qualifies is told["game"] is (answer == GAME)
            assert settled.wager("ante").paid_early is told["early"]
            if answer == NO_GAME:
                assert settled.wager("bet").outcome is Outcome.PUSH
                assert settled.wager("ante").outcome.value == told["ante"]


def bought_which(deal):
    """The same dealer, and the question which card goes."""
    return Deal(DRILL.key, RUSSIAN, 1, (Group(GroupRole.DEALER, deal.dealer),))


def test_a_house_that_sells_no_game_asks_nothing():
    off = house(RUSSIAN, buy_game="off")
    assert not DRILL.offers(off)
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(1), off, 1)


FIVE = "9h As 4d Jc 6s"


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer"),
    [
        (bought(FIVE), rules(RUSSIAN), ChoiceAnswer("As")),
        (bought(FIVE), LOWEST, ChoiceAnswer("4d")),
        (bought(FIVE), FIRST, ChoiceAnswer("9h")),
        (bought(FIVE, "Ad"), rules(RUSSIAN), AGAIN),
        (bought(FIVE, "Ad"), ONE_CARD, NO_GAME),
        (bought(FIVE, "Ad"), LOWEST, GAME),
        (bought(FIVE, "4c"), LOWEST, AGAIN),
        (bought(FIVE, "4c"), rules(RUSSIAN), GAME),
        # The ace goes, so that there is no ace-king.
        (bought(FIVE, "Kd"), rules(RUSSIAN), NO_GAME),
        (bought(FIVE, "Kd"), LOWEST, GAME),
        (bought(FIVE, "Kd"), house(RUSSIAN, buy_game_card="lowest", qualifier="pair"), NO_GAME),
        (bought("9h Ks 8d 7c 6s", "Td"), rules(RUSSIAN), GAME),
        (bought("9h Kh 8h 7h 5s", "Td"), rules(RUSSIAN), NO_GAME),
    ],
)
def test_worked_examples(deal, ruleset, answer):
    assert DRILL.expected(deal, ruleset) == answer == right_answer(deal, ruleset)
    assert [a for a in all_answers(deal) if DRILL.check(deal, a, ruleset).right] == [answer]


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer", "code"),
    [
        (bought(FIVE), rules(RUSSIAN), ChoiceAnswer("4d"), ErrorCode.HOUSE_RULE),
        (bought(FIVE), rules(RUSSIAN), ChoiceAnswer("9h"), ErrorCode.HOUSE_RULE),
        (bought(FIVE), rules(RUSSIAN), ChoiceAnswer("6s"), ErrorCode.WRONG_CARD),
        (bought(FIVE, "Ad"), rules(RUSSIAN), GAME, ErrorCode.HOUSE_RULE),
        (bought(FIVE, "Ad"), rules(RUSSIAN), NO_GAME, ErrorCode.HOUSE_RULE),
        (bought(FIVE, "Kd"), rules(RUSSIAN), GAME, ErrorCode.HOUSE_RULE),
        (bought(FIVE, "Kd"), rules(RUSSIAN), AGAIN, ErrorCode.SAME_RANK),
        (bought(FIVE, "6d"), rules(RUSSIAN), AGAIN, ErrorCode.SAME_RANK),
        (bought(FIVE, "6d"), rules(RUSSIAN), NO_GAME, ErrorCode.QUALIFICATION),
        (bought(FIVE, "2d"), rules(RUSSIAN), GAME, ErrorCode.QUALIFICATION),
        # The lowest card gone would leave no game either: but here a straight lies there.
        (bought("7s 6s 9h 8c Qs", "5c"), rules(RUSSIAN), NO_GAME, ErrorCode.MISSED_STRAIGHT),
        (bought("7s 6s 9s 2s Qd", "5s"), rules(RUSSIAN), NO_GAME, ErrorCode.MISSED_FLUSH),
        (bought("7s 6s 9h 8c Qs", "5c"), LOWEST, GAME, ErrorCode.HOUSE_RULE),
    ],
)
def test_mistakes_are_told_apart(deal, ruleset, answer, code):
    [part] = DRILL.check(deal, answer, ruleset).parts
    assert part.code is code


def test_every_mistake_is_dealt_twenty_times():
    found = Counter(
        DRILL.check(deal, answer, rules(RUSSIAN)).parts[0].code
        for level in LEVELS
        for deal in deals(DRILL, RUSSIAN, level, 220, "codes")
        for answer in all_answers(deal)
    )
    assert set(found) == {
        None,
        ErrorCode.HOUSE_RULE,
        ErrorCode.WRONG_CARD,
        ErrorCode.SAME_RANK,
        ErrorCode.QUALIFICATION,
        ErrorCode.MISSED_STRAIGHT,
        ErrorCode.MISSED_FLUSH,
    }
    assert min(found.values()) >= 20


def test_the_card_that_goes_may_lie_anywhere():
    places = Counter(
        deal.dealer.index(parse_cards(DRILL.expected(deal, rules(RUSSIAN)).choice)[0])
        for deal in deals(DRILL, RUSSIAN, 1, some(800), "place")
    )
    assert_uniform(places, range(5))


@pytest.mark.parametrize("level", [2, 3])
def test_of_three_answers_none_is_given_away(level):
    dealt = list(deals(DRILL, RUSSIAN, level, some(900), "share"))
    count = Counter(DRILL.expected(deal, rules(RUSSIAN)) for deal in dealt)
    assert max(count.values()) <= 0.43 * len(dealt)
    assert min(count.values()) >= 0.22 * len(dealt)
    assert sum("other-house" in deal.tags for deal in dealt) >= 0.4 * len(dealt)


def test_strata_are_percentages():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in STRATA) == 100
    assert all(len(stratum.text) > 30 for stratum in STRATA)


@pytest.mark.parametrize("level", LEVELS)
def test_every_dealer_has_no_game(level):
    for ruleset in (rules(RUSSIAN), FIRST, house(RUSSIAN, qualifier="pair")):
        for deal in deals(DRILL, RUSSIAN, level, some(60), "none", ruleset):
            rank = rank_hand(deal.dealer)
            assert rank.category is Category.HIGH_CARD
            assert not rank.is_ace_king or ruleset.switches["qualifier"] == "pair"
            assert (drawn(deal) is None) is (level == 1)


@pytest.mark.parametrize("level", LEVELS)
def test_one_card_turns_the_answer(level):
    check_variants(DRILL, rules(RUSSIAN), level, 20, 18)


@pytest.mark.parametrize("skill", DRILL.skills)
def test_every_skill_can_be_asked_for(skill):
    level = 1 if skill == "which-card" else 3
    deal = DRILL.deal(stream(3, skill), rules(RUSSIAN), level, frozenset({skill}))
    assert skill in deal.tags


def test_switches_are_named_where_they_matter():
    which = DRILL.switches(bought(FIVE), rules(RUSSIAN))
    price = ("forgo_ante", "failed_buy_ante", "ante_on_no_game")
    assert which == ("buy_game_card", *price)
    assert DRILL.switches(bought("As 9h 4d Jc 6s"), FIRST) == ("buy_game_card", *price)
    kept = house(RUSSIAN, forgo_ante="no")
    assert DRILL.switches(bought(FIVE), kept) == ("buy_game_card", "forgo_ante")
    assert "redraw_same_rank" in DRILL.switches(bought(FIVE, "Ad"), rules(RUSSIAN))
    assert "redraw_same_rank" not in DRILL.switches(bought(FIVE, "4c"), rules(RUSSIAN))
    assert "failed_buy_ante" in DRILL.switches(bought(FIVE, "2d"), rules(RUSSIAN))


def test_marks_show_what_the_new_card_does():
    deal = bought(FIVE, "4c")
    marks = DRILL.check(deal, GAME, rules(RUSSIAN)).marks
    old, new = parse_cards("As 4c")
    assert (marks[old], marks[new]) == (Mark.IDLE, Mark.DECIDES)


@pytest.mark.parametrize(
    ("deal", "ruleset", "texts"),
    [
        (
            bought(FIVE),
            rules(RUSSIAN),
            [
                "The dealer’s five, A J 9 6 4: ace-high.",
                "This house replaces the highest card: ace of spades.",
                "The new card costs one ante, which never comes back. "
                "The ante is not paid 1:1: the guest gives that up.",
            ],
        ),
        (
            bought(FIVE),
            house(RUSSIAN, buy_game_card="first", failed_buy_ante="pay"),
            [
                "The dealer’s five, A J 9 6 4: ace-high.",
                "This house replaces the first card that was dealt: nine of hearts.",
                "The new card costs one ante, which never comes back. "
                "The ante is not paid now, but 1:1 if the dealer has no game even then.",
            ],
        ),
        (
            # Where the ante is returned without game there is nothing to give up.
            bought(FIVE),
            house(RUSSIAN, buy_game_card="lowest", ante_on_no_game="push"),
            [
                "The dealer’s five, A J 9 6 4: ace-high.",
                "This house replaces the lowest card: four of diamonds.",
                "The new card costs one ante, which never comes back.",
            ],
        ),
        (
            bought(FIVE, "Ad"),
            rules(RUSSIAN),
            [
                "This house replaces the highest card: ace of spades.",
                "Ace of diamonds has the same rank: it is put aside, and another card is drawn, "
                "free.",
            ],
        ),
        (
            bought(FIVE, "Ad"),
            ONE_CARD,
            [
                "This house replaces the highest card: ace of spades.",
                "Ace of diamonds has the same rank, but this house draws one card only.",
                "The dealer needs: ace-king or better. "
                "That is not there: the dealer does not qualify.",
                "Ante and bet are returned, the price is lost.",
            ],
        ),
        (
            # On a win most houses return the ante: it does not win, it goes with the hands.
            bought(FIVE, "4c"),
            rules(RUSSIAN),
            [
                "This house replaces the highest card: ace of spades.",
                "The dealer’s five, 4 4 J 9 6: pair of fours.",
                "The dealer needs: ace-king or better. That is there: the dealer qualifies.",
                "The hands are compared; ante and bet are settled by who is higher.",
            ],
        ),
        (
            bought(FIVE, "4c"),
            house(RUSSIAN, forgo_ante="no"),
            [
                "This house replaces the highest card: ace of spades.",
                "The dealer’s five, 4 4 J 9 6: pair of fours.",
                "The dealer needs: ace-king or better. That is there: the dealer qualifies.",
                "The hands are compared, and the bet may win or lose; the ante was paid before.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, ruleset, texts):
    verdict = DRILL.check(deal, DRILL.expected(deal, ruleset), ruleset)
    assert sentences(verdict, deal) == texts


def test_answers_are_read_and_others_refused():
    question = DRILL.question(bought(FIVE), rules(RUSSIAN))
    assert question.kind is AnswerKind.CHOICE
    assert [option.value for option in question.options] == list(parse_cards(FIVE))
    assert DRILL.parse_answer(bought(FIVE), {"choice": ["4d"]}) == ChoiceAnswer("4d")
    assert DRILL.parse_answer(bought(FIVE, "4c"), {"choice": ["game"]}) == GAME
    with pytest.raises(UnknownChoiceError):
        DRILL.parse_answer(bought(FIVE), {"choice": ["4c"]})
    with pytest.raises(TypeError):
        DRILL.check(bought(FIVE), SidesAnswer("left"), rules(RUSSIAN))
