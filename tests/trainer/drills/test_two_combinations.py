"""Two combinations: what is paid by a second definition; every wrong choice has its reason."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from rules.engine.cards import parse_cards
from rules.engine.combinations import Objection, combination_of, held_combinations
from rules.games import settle
from rules.games.base import PayTable, make_rows
from rules.games.settlement import Round
from tests.trainer.drills.cast import RUSSIAN, deals, find_drill, rules, some, stream
from tests.trainer.drills.dealing import check_sentences, check_told, check_variants, random_houses
from tests.trainer.drills.houses import house
from tests.trainer.drills.test_reasons import LANGUAGES, sentences
from trainer.drills.amounts import format_amount, to_money
from trainer.drills.base import (
    LEVELS,
    AnswerKind,
    CannotDealError,
    CardsAnswer,
    Deal,
    ErrorCode,
    Group,
    GroupRole,
    Mark,
    SecondMissingError,
    SidesAnswer,
    Wager,
)
from trainer.drills.combos import judge, look_at
from trainer.drills.strata.combos import STRATA

pytestmark = pytest.mark.soak

DRILL = find_drill("two-combinations")
ONE_ONLY = house(RUSSIAN, double_combination="off")
STRAIGHT_AND_PAIR = house(RUSSIAN, dup_straight="straight_plus_pair")
NO_ACE_KING = house(RUSSIAN, {"bet": PayTable(make_rows("pair 1, two pair 2, trips 3"))})


def hand(cards, stake=20):
    own = parse_cards(cards)
    groups = (Group(GroupRole.PLAYER, own, 0, bought=len(own) == 6),)
    return Deal(DRILL.key, RUSSIAN, 3, groups, (Wager("bet", Decimal(stake)),))


def choose(first, second=""):
    return CardsAnswer(
        frozenset(parse_cards(first)), frozenset(parse_cards(second)) if second else None
    )


def odds_of(cards, ruleset):
    """The most that two combinations pay of which each has a card that the other lacks."""
    table = ruleset.tables["bet"]
    held = [(set(one.core), table.row_for(one.rank)) for one in held_combinations(cards)]
    paid = [(core, row.pays) for core, row in held if row]
    pairs = [
        one + other
        for (mine, one), (theirs, other) in combinations(paid, 2)
        if mine - theirs and theirs - mine
    ]
    return max(*(pays for _, pays in paid), *pairs, 0)


def odds_chosen(answer, ruleset):
    """What the chosen cards pay to one, if they are combinations."""
    cores = [answer.cards, *([answer.second] if answer.second else [])]
    named = [combination_of(tuple(core)) for core in cores]
    return sum(ruleset.tables["bet"].row_for(one.rank).pays for one in named)


@pytest.mark.parametrize("level", LEVELS)
def test_right_is_what_pays_most_by_a_second_definition(level):
    ruleset = rules(RUSSIAN)
    for deal in deals(DRILL, RUSSIAN, level, some(150), "most"):
        expected = DRILL.expected(deal, ruleset)
        assert odds_chosen(expected, ruleset) == odds_of(deal.players[0].cards, ruleset)


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer"),
    [
        (hand("8s 8h Ac Kd 5c"), rules(RUSSIAN), choose("8s 8h", "Ac Kd")),
        (hand("As Ac Kd Ks 8d"), rules(RUSSIAN), choose("As Ac Kd Ks")),
        (hand("As Ac Ad Ks Kd"), rules(RUSSIAN), choose("As Ac Ad Ks Kd")),
        (hand("As Ac Ad 8s 8d 8c"), rules(RUSSIAN), choose("As Ac Ad 8s 8d", "8s 8d 8c As Ac")),
        (hand("Ks Qd Jh Tc 9s 9d"), rules(RUSSIAN), choose("Ks Qd Jh Tc 9s", "Ks Qd Jh Tc 9d")),
        (hand("Ks Qd Jh Tc 9s 9d"), STRAIGHT_AND_PAIR, choose("Ks Qd Jh Tc 9s", "9s 9d")),
        (hand("8s 8h Ac Kd 5c"), ONE_ONLY, choose("8s 8h")),
        (hand("8s 8h Ac Kd 5c"), NO_ACE_KING, choose("8s 8h")),
        (hand("Kh Qh Jh 8h 7h 7s"), rules(RUSSIAN), choose("Kh Qh Jh 8h 7h", "7h 7s")),
        (hand("5s 4d 3c 2h As Kd"), rules(RUSSIAN), choose("5s 4d 3c 2h As", "As Kd")),
        (hand("As Kd 9c 5h 2d"), rules(RUSSIAN), choose("As Kd")),
    ],
)
def test_worked_examples(deal, ruleset, answer):
    expected = DRILL.expected(deal, ruleset)
    assert judge(deal, ruleset).sum.profit == 20 * odds_chosen(answer, ruleset)
    assert odds_chosen(expected, ruleset) == odds_chosen(answer, ruleset)
    assert bool(expected.second) is bool(answer.second)
    assert DRILL.check(deal, answer, ruleset).right
    assert DRILL.check(deal, expected, ruleset).right


def test_other_cards_of_the_same_combination_and_the_other_order_are_as_good():
    deal = hand("As Ac Ad 8s 8d 8c")
    for answer in (
        choose("As Ac Ad 8s 8d", "8s 8d 8c As Ac"),
        choose("As Ac Ad 8s 8c", "8s 8d 8c As Ad"),
        choose("8s 8d 8c As Ad", "As Ac Ad 8s 8c"),
    ):
        assert DRILL.check(deal, answer, rules(RUSSIAN)).right
    swapped = choose("Ac Kd", "8s 8h")
    assert DRILL.check(hand("8s 8h Ac Kd 5c"), swapped, rules(RUSSIAN)).right


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer", "objection", "code", "delta"),
    [
        (
            *(hand("As Ac Kd Ks 8d"), rules(RUSSIAN), choose("As Ac Kd Ks", "As Kd")),
            *(Objection.NO_NEW_CARD, ErrorCode.SECOND_COMBINATION, 20),
        ),
        (
            *(hand("8s 8h Ac Kd 5c"), rules(RUSSIAN), choose("8s 8h")),
            *(Objection.MISSED, ErrorCode.SECOND_COMBINATION, -20),
        ),
        (
            *(hand("8s 8h Ac Kd 5c"), rules(RUSSIAN), choose("8s 8h Ac", "Ac Kd")),
            *(Objection.KICKERS_MARKED, ErrorCode.WRONG_FIVE, 0),
        ),
        (
            *(hand("8s 8h Ac Kd 5c"), rules(RUSSIAN), choose("Ac Kd")),
            *(Objection.NOT_HIGHEST, ErrorCode.MISREAD_HAND, -20),
        ),
        (
            *(hand("8s 8h Ac Kd 5c"), rules(RUSSIAN), choose("8s Ac", "Ac Kd")),
            *(Objection.NOT_A_COMBINATION, ErrorCode.MISREAD_HAND, -20),
        ),
        (
            *(hand("8s 8h Ac Kd 5c"), ONE_ONLY, choose("8s 8h", "Ac Kd")),
            *(Objection.DOUBLES_NOT_PAID, ErrorCode.SECOND_COMBINATION, 20),
        ),
        (
            *(hand("8s 8h Ac Kd 5c"), NO_ACE_KING, choose("8s 8h", "Ac Kd")),
            *(Objection.NOT_PAID, ErrorCode.SECOND_COMBINATION, 0),
        ),
        (
            *(hand("9s 9h 9d Ac 5d"), rules(RUSSIAN), choose("9s 9h 9d", "9s 9h 9d")),
            *(Objection.SAME_AGAIN, ErrorCode.SECOND_COMBINATION, 60),
        ),
        (
            *(hand("9s 9h 9d Ac 5d"), rules(RUSSIAN), choose("9s 9h 9d", "9s 9h Ac")),
            *(Objection.ONLY_KICKERS_NEW, ErrorCode.SECOND_COMBINATION, 20),
        ),
        (
            hand("Ks Qd Jh Tc 9s 9d"),
            STRAIGHT_AND_PAIR,
            choose("Ks Qd Jh Tc 9s", "Ks Qd Jh Tc 9d"),
            *(Objection.STRAIGHT_COUNTS_ONCE, ErrorCode.SECOND_COMBINATION, 60),
        ),
        (
            *(hand("Ks Qd Jh Tc 9s 9d"), rules(RUSSIAN), choose("Ks Qd Jh Tc 9s", "9s 9d")),
            *(Objection.ANOTHER_PAYS_MORE, ErrorCode.SECOND_COMBINATION, -60),
        ),
        (
            hand("Ah Qh Jh 7h 7s 2h"),
            rules(RUSSIAN),
            choose("Ah Qh Jh 7h 2h"),
            *(Objection.MISSED, ErrorCode.SECOND_COMBINATION, -20),
        ),
    ],
)
def test_each_wrong_choice_has_its_reason(deal, ruleset, answer, objection, code, delta):
    chosen = look_at(judge(deal, ruleset), answer)
    assert chosen.judgement.objection is objection
    verdict = DRILL.check(deal, answer, ruleset)
    assert not verdict.right
    codes = [part.code for part in verdict.parts if part.code]
    assert codes[0] is code
    assert sum(part.delta for part in verdict.parts) == delta
    told = [r.data["objection"] for r in verdict.reasons if r.kind == "combination-objection"]
    assert told == ([] if objection is Objection.MISSED else [objection.value])


def wrong_answers(deal, number):
    """Sets of cards of every kind: held combinations, held ones with a kicker, any cards."""
    rng = Random(f"{number} {deal.players[0].cards}")
    cards = deal.players[0].cards
    held = [frozenset(one.core) for one in held_combinations(cards)]
    for _ in range(6):
        first = rng.choice(held)
        kicker = frozenset(rng.sample(cards, 1))
        anything = frozenset(rng.sample(cards, rng.randint(1, 5)))
        for second in (None, rng.choice(held), first | kicker, anything):
            yield CardsAnswer(first, second)
        yield CardsAnswer(first | kicker, rng.choice(held))
        yield CardsAnswer(anything, rng.choice(held))


def legal(deal, answer, ruleset):
    """Two combinations that the house pays, and whose odds are the most there is."""
    chosen = [answer.cards, *([answer.second] if answer.second else [])]
    named = [combination_of(tuple(core)) for core in chosen]
    rows = [ruleset.tables["bet"].row_for(one.rank) if one else None for one in named]
    if None in rows:
        return False
    if len(chosen) == 2 and not (chosen[0] - chosen[1] and chosen[1] - chosen[0]):
        return False
    best = odds_of(deal.players[0].cards, ruleset)
    highest = max(one.rank.category for one in held_combinations(deal.players[0].cards))
    return sum(row.pays for row in rows) == best and highest in [o.rank.category for o in named]


@pytest.mark.parametrize("level", LEVELS)
def test_every_other_choice_is_judged_by_its_cards_and_told_whole(level):
    ruleset, objections = rules(RUSSIAN), set()
    rounds = check_told(DRILL, ruleset, level, some(20), lambda deal: wrong_answers(deal, level))
    for deal, answer, verdict in rounds:
        if verdict.right or answer.second is None:
            assert verdict.right is legal(deal, answer, ruleset)
        elif legal(deal, answer, ruleset):
            # The money is right and only the name is not.
            chosen = look_at(judge(deal, ruleset), answer)
            assert chosen.judgement.objection is Objection.ANOTHER_RANKS_HIGHER
        kinds = [reason.kind for reason in verdict.reasons]
        assert kinds[0] == "first-combination"
        assert kinds[-1] == "amount"
        assert ("second-combination" in kinds) is bool(DRILL.expected(deal, ruleset).second)
        objections |= {r.data.get("objection") for r in verdict.reasons}
        assert [part.name for part in verdict.parts] == ["first", "second"]
    assert {"kickers-marked", "not-highest", "same-again", "no-new-card"} <= objections


def test_the_sum_is_that_of_the_settlement():
    """Against a dealer with a worse hand that has game, wherever one can be laid."""
    dealer = parse_cards("Ac Kc 4d 3h 2s")
    for ruleset in random_houses(RUSSIAN, some(15), qualifier="ace-king"):
        for deal in deals_of(ruleset, 10):
            cards, [wager] = deal.players[0].cards, deal.wagers
            verdict = DRILL.check(deal, DRILL.expected(deal, ruleset), ruleset)
            told = verdict.reasons[-1].data
            assert told["profit"] == to_money(judge(deal, ruleset).sum.profit)
            text = sentences(verdict, deal)[-1]
            assert format_amount(told["profit"]) in text or not told["profit"]
            if set(cards) & set(dealer):
                continue
            settled = settle(Round(cards, dealer), {"bet": wager.stake}, ruleset)
            if settled.ending == "win":
                assert settled.wager("bet").profit == judge(deal, ruleset).sum.profit
                assert [one.rank for one in settled.combinations] == [
                    one.rank for one in judge(deal, ruleset).paid
                ]


def deals_of(ruleset, count):
    for number in range(count):
        try:
            yield DRILL.deal(stream(number, "houses"), ruleset, 3)
        except CannotDealError:
            assert ruleset.tables["bet"].row_for(combination_of(parse_cards("As Kd")).rank) is None


def test_no_house_makes_it_wrong():
    dealt = 0
    for number, ruleset in enumerate(random_houses(RUSSIAN, some(40))):
        for deal in deals_of(ruleset, 5):
            expected = DRILL.expected(deal, ruleset)
            for answer in (expected, *list(wrong_answers(deal, number))[:6]):
                verdict = DRILL.check(deal, answer, ruleset)
                if answer == expected:
                    assert verdict.right
                check_sentences(verdict, deal, LANGUAGES[dealt % 3])
                dealt += 1
            if ruleset.switches["double_combination"] == "off":
                assert expected.second is None
    assert dealt >= some(1000)


@pytest.mark.parametrize("level", LEVELS)
def test_neither_one_nor_two_is_given_away(level):
    dealt = list(deals(DRILL, RUSSIAN, level, some(600), "share"))
    two = sum(DRILL.expected(deal, rules(RUSSIAN)).second is not None for deal in dealt)
    assert 0.42 <= two / len(dealt) <= 0.58
    for bought in {deal.players[0].bought for deal in dealt}:
        alike = [deal for deal in dealt if deal.players[0].bought is bought]
        two = sum(DRILL.expected(deal, rules(RUSSIAN)).second is not None for deal in alike)
        assert 0.38 <= two / len(alike) <= 0.62
    count = Counter(tag for deal in dealt for tag in deal.tags)
    assert count["inside"] >= 0.1 * len(dealt)
    assert count["half"] >= 0.15 * len(dealt)
    places = Counter(deal.players[0].cards.index(card) for deal in dealt for card in core(deal))
    assert max(places.values()) <= 1.3 * min(places[at] for at in range(5))


def core(deal):
    return DRILL.expected(deal, rules(RUSSIAN)).cards


def test_all_kinds_of_pairs_are_dealt():
    found = set()
    for deal in deals(DRILL, RUSSIAN, 3, 1500, "kinds"):
        combos = judge(deal, rules(RUSSIAN))
        if combos.second:
            found.add((combos.first.label, combos.second.label))
    assert len(found) == 21


def test_strata_are_percentages():
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in STRATA) == 100
    assert all(len(stratum.text) > 30 for stratum in STRATA)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_have_their_cards(level):
    shapes = {
        (len(d.players[0].cards), d.players[0].bought)
        for d in deals(DRILL, RUSSIAN, level, some(80))
    }
    assert shapes == ({(5, False)} if level == 1 else {(5, False), (6, True)})


@pytest.mark.parametrize("level", LEVELS)
def test_one_card_brings_or_takes_the_second(level):
    check_variants(DRILL, rules(RUSSIAN), level, 15, 12)


@pytest.mark.parametrize("skill", DRILL.skills)
def test_every_skill_can_be_asked_for(skill):
    deal = DRILL.deal(stream(3, skill), rules(RUSSIAN), 3, frozenset({skill}))
    assert skill in deal.tags


def test_switches_are_named_where_they_matter():
    two = hand("8s 8h Ac Kd 5c")
    assert DRILL.switches(two, rules(RUSSIAN)) == ("double_combination",)
    assert DRILL.switches(hand("8s 8h Ac Qd 5c"), rules(RUSSIAN)) == ()
    twice = hand("Ks Qd Jh Tc 9s 9d")
    assert DRILL.switches(twice, rules(RUSSIAN)) == ("double_combination", "dup_straight")
    assert DRILL.switches(two, ONE_ONLY) == ("double_combination",)
    capped = house(RUSSIAN, max_payout="30")
    assert "max_payout" in DRILL.switches(two, capped)


def test_every_mistake_is_dealt_twenty_times():
    found = Counter()
    for deal in deals(DRILL, RUSSIAN, 3, 30, "codes"):
        for answer in wrong_answers(deal, 0):
            parts = DRILL.check(deal, answer, rules(RUSSIAN)).parts
            found.update({part.code for part in parts})
    for code in (ErrorCode.SECOND_COMBINATION, ErrorCode.MISREAD_HAND, ErrorCode.WRONG_FIVE):
        assert found[code] >= 20, code


def test_marks_show_what_the_second_adds():
    deal = hand("8s 8h Ac Kd 5c")
    verdict = DRILL.check(deal, choose("8s 8h"), rules(RUSSIAN))
    assert [verdict.marks[card] for card in deal.players[0].cards] == [
        *(Mark.PLAYS, Mark.PLAYS, Mark.DECIDES, Mark.DECIDES, Mark.IDLE)
    ]


@pytest.mark.parametrize(
    ("deal", "ruleset", "answer", "texts"),
    [
        (
            hand("8s 8h Ac Kd 5c"),
            rules(RUSSIAN),
            choose("8s 8h"),
            [
                "First combination: pair of eights, 8♠\xa08♥.",
                "Second combination: ace-king, A♣\xa0K♦. Not in the first: A♣\xa0K♦.",
                "20 × 1 + 20 × 1 = 40. The stake goes back as well.",
            ],
        ),
        (
            hand("As Ac Kd Ks 8d"),
            rules(RUSSIAN),
            choose("As Ac Kd Ks", "As Kd"),
            [
                "First combination: two pair, aces and kings, A♠\xa0A♣\xa0K♦\xa0K♠.",
                "A♠\xa0K♦: every card of it is in the first combination already.",
                "No second combination.",
                "20 × 2 = 40. The stake goes back as well.",
            ],
        ),
        (
            hand("8s 8h Ac Kd 5c"),
            ONE_ONLY,
            choose("8s 8h"),
            [
                "First combination: pair of eights, 8♠\xa08♥.",
                "No second combination. Ace-king: this house pays one combination only.",
                "20 × 1 = 20. The stake goes back as well.",
            ],
        ),
        (
            hand("8s 8h Ac Kd 5c"),
            rules(RUSSIAN),
            choose("8s 8h Ac", "Ac Kd"),
            [
                "First combination: pair of eights, 8♠\xa08♥.",
                "A♣\xa08♠\xa08♥: a kicker belongs to no combination: A♣.",
                "Second combination: ace-king, A♣\xa0K♦. Not in the first: A♣\xa0K♦.",
                "20 × 1 + 20 × 1 = 40. The stake goes back as well.",
            ],
        ),
    ],
)
def test_how_a_trainer_would_say_it(deal, ruleset, answer, texts):
    assert sentences(DRILL.check(deal, answer, ruleset), deal) == texts


def test_answers_are_read_and_others_refused():
    [deal] = deals(DRILL, RUSSIAN, 1, 1)
    question = DRILL.question(deal, rules(RUSSIAN))
    assert question.kind is AnswerKind.CARDS
    assert question.asks_second
    assert question.cards == deal.players[0].cards
    two = [str(card) for card in question.cards[:2]]
    assert DRILL.parse_answer(deal, {"cards": two, "nosecond": ["1"]}) == CardsAnswer(
        frozenset(question.cards[:2])
    )
    with pytest.raises(SecondMissingError):
        DRILL.parse_answer(deal, {"cards": two})
    with pytest.raises(TypeError):
        DRILL.check(deal, SidesAnswer("left"), rules(RUSSIAN))


def test_a_capped_bet_pays_the_same_for_a_wrong_second():
    """What a mistake costs is counted after the maximum of the house."""
    capped = house(RUSSIAN, max_payout="30")
    verdict = DRILL.check(hand("As Ac Kd Ks 8d"), choose("As Ac Kd Ks", "As Kd"), capped)
    assert not verdict.right
    assert [part.delta for part in verdict.parts] == [0, Fraction(0)]
