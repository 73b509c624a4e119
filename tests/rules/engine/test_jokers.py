"""Jokers and wild cards: proof by counting, and against every substitution."""

import os
import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.best import best_five
from rules.engine.cards import (
    DECK,
    JOKER,
    Card,
    Joker,
    Rank,
    Suit,
    format_cards,
    parse_with_jokers,
)
from rules.engine.compare import compare_best
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.jokers import (
    Joking,
    NoJokerRuleError,
    TooManyJokersError,
    Why,
    WildRules,
    best_low_with_wild,
    best_with_wild,
)
from rules.engine.lowball import Low, best_low, rank_five_low
from rules.engine.ranking import STRAIGHT_CATEGORIES, SUITED_CATEGORIES, Category
from tests.second_opinion.ranking import rank_five

SOAK = os.environ.get("SOAK") == "1"
BUG, WILD = WildRules(Joking.BUG), WildRules(Joking.WILD)
DEUCES = WildRules(ranks=frozenset({Rank.TWO}))
RULES = [
    WildRules(joker, ranks)
    for joker in (Joking.BUG, Joking.WILD)
    for ranks in (frozenset(), DEUCES.ranks)
]
LETTERS = {rank.letter: rank for rank in Rank}


def wild_rules(text):
    """`bug`, `wild`, and letters of wild ranks."""
    joker, _, letters = text.partition(" ")
    return WildRules(Joking(joker), frozenset(LETTERS[letter] for letter in letters))


# --- counting --------------------------------------------------------------------------------


def natural_classes(size, ranks):
    """Every hand of so many cards of *ranks* up to suits, with how often it is dealt.

    With wild cards beside them suits matter only where all the natural cards have one suit.
    """
    for chosen in combinations_with_replacement(ranks, size):
        count = Counter(chosen)
        if max(count.values(), default=0) > 4:
            continue
        ways = prod(comb(4, times) for times in count.values())
        suits = {rank: iter(Suit) for rank in count}
        mixed = [Card(rank, next(suits[rank])) for rank in chosen]
        if len(count) == size > 1:
            yield [Card(rank, Suit.CLUBS) for rank in chosen], 4
            mixed[0], ways = Card(chosen[0], Suit.SPADES), ways - 4
        yield mixed, ways


def by_category(rules, jokers=0):
    """All five-card hands of a pack with so many jokers."""
    wild = [Card(rank, suit) for rank in sorted(rules.ranks) for suit in Suit]
    natural = [rank for rank in Rank if rank not in rules.ranks]
    found = Counter()
    for held in range(min(jokers, 5) + 1):
        for spare in range(min(len(wild), 5 - held) + 1):
            ways = comb(jokers, held) * comb(len(wild), spare)
            for cards, times in natural_classes(5 - held - spare, natural):
                hand = [*cards, *wild[:spare], *[JOKER] * held]
                found[best_with_wild(hand, rules).rank.category] += times * ways
    return found


FIVES = Category.FIVE_OF_A_KIND
FROM_THE_TOP = list(Category)[::-1]


@pytest.mark.parametrize(
    ("rules", "jokers", "total", "numbers"),
    [
        (WILD, 0, 2_598_960,
         [0, 4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]),
        (BUG, 1, 2_869_685,
         [1, 24, 180, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964]),
        (WILD, 1, 2_869_685,
         [13, 24, 180, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540]),
        (DEUCES, 0, 2_598_960,
         [672, 484, 2_068, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680]),
    ],
)  # fmt: skip
def test_every_hand_by_category(rules, jokers, total, numbers):
    found = by_category(rules, jokers)
    assert found.total() == total
    assert [found[category] for category in FROM_THE_TOP] == numbers


# Five of a kind with the cards of 1 and 2 ranks wild: Alspach, "Wild Cards in Profusion", 2.
@pytest.mark.parametrize(
    ("ranks", "fives"), [("2", 672), ("K", 672), ("23", 8_152), ("9A", 8_152)]
)
def test_five_of_a_kind_with_wild_ranks(ranks, fives):
    assert by_category(wild_rules(f"none {ranks}"))[FIVES] == fives


def test_a_pack_with_two_jokers():
    found = by_category(WILD, 2)
    assert found.total() == comb(54, 5)
    # Two jokers and trips, or one and quads.
    assert found[FIVES] == 13 * comb(4, 3) + 2 * 13
    # With a joker there is at least a pair, and a pair beside it is three of a kind.
    assert found[Category.HIGH_CARD] == 1_302_540
    assert found[Category.TWO_PAIR] == 123_552


# --- every substitution ----------------------------------------------------------------------


def strength(cards):
    """`rank_five`, with five of a kind above the royal flush."""
    if len({card.rank for card in cards}) == 1:
        return (10, cards[0].rank)
    return rank_five(cards)


def by_substitution(cards, rules):
    """The best of all selections and all cards that their wild cards may be."""
    return max(
        worth for five in combinations(cards, 5) for worth in substitutions(five, cards, rules)
    )


def substitutions(five, cards, rules):
    """What each is worth."""
    natural = [card for card in five if not is_wild(card, rules)]
    wild = [card for card in five if is_wild(card, rules)]
    for stands in product(*[options(card, cards) for card in wild]):
        whole = [*natural, *stands]
        kind = len({card.rank for card in whole}) == 1
        if not kind and len(set(whole)) < 5:
            continue
        worth = strength(whole)
        completes = worth[0] in (4, 5, 8, 9)
        bugs = [s for card, s in zip(wild, stands, strict=True) if is_bug(card, rules)]
        if completes or all(stand.rank is Rank.ACE for stand in bugs):
            yield worth


def is_wild(card, rules):
    return isinstance(card, Joker) or card.rank in rules.ranks


def is_bug(card, rules):
    return isinstance(card, Joker) and rules.joker is Joking.BUG


def options(wild, cards):
    """Any card that is not held, itself, and for five of a kind any rank again."""
    of_rank = [Card(rank, Suit.SPADES) for rank in Rank]
    return {card for card in DECK if card not in cards} | {wild} - {JOKER} | set(of_rank)


# So many wild cards take so many substitutions; deals with more are left to the counts.
@pytest.mark.soak
@pytest.mark.parametrize(("wild", "deals"), [(1, 40 if SOAK else 16), (2, 4 if SOAK else 2)])
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("joker", [Joking.BUG, Joking.WILD])
@pytest.mark.parametrize("ranks", ["", "2", "A"])
def test_against_every_substitution(joker, ranks, size, wild, deals):
    rng = random.Random(f"{joker} {ranks} {size} {wild}")
    rules = wild_rules(f"{joker.value} {ranks}")
    natural = [card for card in DECK if card.rank not in rules.ranks]
    wilds = [card for card in DECK if card.rank in rules.ranks] + [JOKER, JOKER]
    for at in range(deals):
        # Half of the deals from few suits and ranks: near straights, flushes and full houses.
        narrow = [card for card in natural if card.suit < 2 and card.rank > 7]
        cards = rng.sample(narrow if at % 2 else natural, size - wild)
        cards += rng.sample(wilds, wild) if ranks else [JOKER] * wild
        rng.shuffle(cards)
        best = best_with_wild(cards, rules)
        assert strength(best.five) == by_substitution(cards, rules), format_cards(cards)


# --- single hands ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rules", "rank", "stands"),
    [
        ("Kc Kd Jk 5h 2s", "bug", "pair KA52", "A ace"),
        ("Kc Kd Jk 5h 2s", "wild", "three of a kind K52", "K best"),
        ("Ah Jh 8h 3h Jk", "bug", "flush AKJ83", "K completes"),
        ("Kh Jh 8h 3h Jk", "bug", "flush AKJ83", "A completes"),
        ("Kh Jh 8h 3h Jk", "wild", "flush AKJ83", "A best"),
        ("7c 6d 5h 4s Jk", "bug", "straight 8", "8 completes"),
        ("7c 6d 4h 3s Jk", "bug", "straight 7", "5 completes"),
        ("5c 4d 3h 2s Jk", "bug", "straight 6", "6 completes"),
        ("Ac 4d 3h 2s Jk", "bug", "straight 5", "5 completes"),
        ("Kc Qd Jh Ts Jk", "bug", "straight A", "A completes"),
        ("Kc Qc Jc Tc Jk", "wild", "royal flush A", "A best"),
        ("5c 6h 7d 9c 4d Jk Tc", "wild", "straight T", "8 best"),
        ("Ad As Jc Th 2d Jk Jk", "wild", "four of a kind AJ", "A best, A best"),
        ("Ac Ad Ah As Jk", "bug", "five of a kind A", "A ace"),
        ("Ac Ad Ah As Jk", "wild", "five of a kind A", "A best"),
        ("Kc Kd Kh Ks Jk", "bug", "four of a kind KA", "A ace"),
        ("Kc Kd Kh Ks Jk", "wild", "five of a kind K", "K best"),
        ("Ad 3s 5c 5h Jk", "bug", "two pair A53", "A ace"),
        ("5d 5s 3c 3h Jk", "bug", "two pair 53A", "A ace"),
        ("5d 5s 3c 3h Jk", "wild", "full house 53", "5 best"),
        ("Ad As 3c 3h Jk", "bug", "full house A3", "A ace"),
        ("As Ah Ad Jk Jk", "bug", "five of a kind A", "A ace, A ace"),
        ("As Jk Jk 8h 7c", "bug", "three of a kind A87", "A ace, A ace"),
        ("Jk Jk 8h 7c 5c", "bug", "straight 9", "9 completes, 6 completes"),
        ("2c 2d 2h 2s 9c", "none 2", "five of a kind 9", "9 best, 9 best, 9 best, 9 best"),
        ("2c 2d 2h 2s Jk", "wild 2", "five of a kind A", ", ".join(["A best"] * 5)),
        ("2c 3c 4c 5c 6c", "none 2", "straight flush 7", "7 best"),
        ("2c Ac 3c 4c 5c", "none 2", "straight flush 5", "2 best"),
        ("2h 2d Ah Kh Jk", "bug 2", "royal flush A", "Q best, J best, T completes"),
        # The joker is an ace, the deuce what the bug may not be.
        ("Jk 2h Kd Kc 5h", "bug 2", "three of a kind KA5", "K best, A ace"),
        # Not one card more than is needed.
        ("Ac Kc Qc Jc Tc Jk 2d", "wild", "royal flush A", ""),
        ("Ac Ad Ah As Kd Jk 2d", "bug", "five of a kind A", "A ace"),
        ("Kc Kd Kh 5d 5c Jk 2d", "bug", "full house K5", ""),
        ("9h 8h 7h 6h 5h Jk 2d", "bug", "straight flush T", "T completes"),
        ("Ah Kh 9h 6h 5h 3h Jk", "bug", "flush AKQ96", "Q completes"),
    ],
)
def test_what_a_wild_card_stands_for_and_why(cards, rules, rank, stands):
    best = best_with_wild(parse_with_jokers(cards), wild_rules(rules))
    assert str(best.rank) == rank
    found = sorted(f"{one.card.rank.letter} {one.why}" for one in best.stand_ins)
    assert found == sorted(filter(None, stands.split(", ")))


@pytest.mark.parametrize(
    ("cards", "rules", "held", "stands"),
    [
        ("Kc Kd Jk 5h 2s", "bug", "Kc Kd Jk 5h 2s", "Kc Kd As 5h 2s"),
        ("As Jk 5h 2s Kc", "bug", "As Jk Kc 5h 2s", "As Ah Kc 5h 2s"),
        ("As Ah Jk Ad Ac", "bug", "As Ah Ad Ac Jk", "As Ah Ad Ac As"),
        ("Kc 8c 6c Jk 2c", "bug", "Jk Kc 8c 6c 2c", "Ac Kc 8c 6c 2c"),
        ("9h 8s Jk 2d 6c 5c 7h", "wild", "Jk 9h 8s 7h 6c", "Ts 9h 8s 7h 6c"),
        # What is held in any place is not stood for; a wild card may be itself.
        ("3s 2c 4s 5d Ah", "none 2", "5d 4s 3s 2c Ah", "5d 4s 3s 2c Ah"),
        ("Qs Qh 2s 2h 7d", "none 2", "Qs Qh 2s 2h 7d", "Qs Qh Qd Qc 7d"),
    ],
)
def test_the_five_as_they_lie_and_as_they_play(cards, rules, held, stands):
    best = best_with_wild(parse_with_jokers(cards), wild_rules(rules))
    assert format_cards(best.laid) == held
    assert format_cards(best.five) == stands


def test_idle_wild_cards_and_spare_cards_lie_apart():
    best = best_with_wild(parse_with_jokers("Ac Kc Qc Jc Tc Jk 2d"), WildRules(Joking.WILD))
    assert (best.idle, format_cards(best.spare), best.stand_ins) == ((JOKER,), "2d", ())


@pytest.mark.parametrize(
    ("cards", "system", "rank", "stands"),
    [
        ("8c 6d 4h 3s Jk", Low.ACE_TO_FIVE, "8643A", "A"),
        ("Ac 6d 4h 3s Jk", Low.ACE_TO_FIVE, "6432A", "2"),
        ("Ac Ad 4h 3s Jk", Low.ACE_TO_FIVE, "pair A432", "2"),
        ("Ac 2d 3h 4s Jk Jk Kd", Low.ACE_TO_FIVE, "5432A", "5"),
        ("Ac 3h Kd Kh Qs Jk Jk", Low.ACE_TO_FIVE, "Q432A", "2 4"),
        ("7c 5d 4h 3s Jk", Low.DEUCE_TO_SEVEN, "75432", "2"),
        ("7h 5h 4h 3h Jk", Low.DEUCE_TO_SEVEN, "75432", "2"),
        ("Ac 5d 4h 3s Jk", Low.DEUCE_TO_SEVEN, "A5432", "2"),
        # The lowest rank that is not held is not always the best one.
        ("6c 5d 4h 3s Jk", Low.DEUCE_TO_SEVEN, "straight 6", "2"),
        ("5c 4d 3h 2s Jk", Low.ACE_TO_SIX, "straight 5", "A"),
        ("6c 4d 3h 2s Jk", Low.ACE_TO_SIX, "6432A", "A"),
        ("5c 4d 3h 2s Jk 9d", Low.ACE_TO_SIX, "9432A", "A"),
    ],
)
@pytest.mark.parametrize("rules", [BUG, WILD])
def test_in_lowball_the_lowest_rank_not_held(cards, system, rank, stands, rules):
    best = best_low_with_wild(parse_with_jokers(cards), system, rules)
    rank = rank if " " in rank else f"high card {rank}"
    assert str(best.rank) == f"{system.value} {rank}"
    assert sorted(one.card.rank.letter for one in best.stand_ins) == sorted(stands.split())
    assert {one.why for one in best.stand_ins} == {Why.LOWEST}
    assert rank_five_low(best.five, system) == best.rank


def test_wild_deuces_in_lowball():
    best = best_low_with_wild(parse_with_jokers("2c 2d 8h 4s 3c"), Low.ACE_TO_FIVE, DEUCES)
    assert str(best.rank) == "A-5 high card 8432A"
    assert sorted(map(str, best.stand_ins)) == ["2c = As (lowest)", "2d = 2d (lowest)"]


@pytest.mark.parametrize(
    ("one", "other", "rules"),
    [
        ("Qs Qh Qd Qc Jk", "6s 6h 6d 6c Jk", WILD),
        ("6s 6h 6d 6c Jk", "As Ks Qs Js Ts", WILD),
        ("Ks Kh Kd Kc Jk", "Ks Kh Kd Kc Qs", BUG),
    ],
)
def test_who_wins(one, other, rules):
    hands = [best_with_wild(parse_with_jokers(hand), rules) for hand in (other, one)]
    assert compare_best(hands).winners == (1,)


def test_five_of_a_kind_is_compared_by_its_rank():
    hands = ("Qs Qh Qd Qc Jk", "6s 6h 6d 6c Jk")
    result = compare_best([best_with_wild(parse_with_jokers(hand), WILD) for hand in hands])
    assert result.decision.step.label == "fives 1"
    assert result.decision.ranks == (Rank.QUEEN, Rank.SIX)
    assert len(result.best.core) == 5


def test_a_joker_on_the_board_is_nobodys_own():
    board, hole = parse_with_jokers("Jk Kd 9c 5h 2s"), parse_with_jokers("Ks 3d")
    hands = [best_with_wild([*board, *own], WILD) for own in (hole, parse_with_jokers("9d 3c"))]
    result = compare_best(hands, board)
    assert format_cards(result.from_hand(0)) == "Ks"
    assert format_cards(result.from_board(0)) == "Kd Kh 9c 5h"
    assert format_cards(result.board) == "Kd 9c 5h 2s"


# --- properties ------------------------------------------------------------------------------

held = st.lists(st.sampled_from(DECK), unique=True, min_size=3, max_size=7)
wild_hands = (
    st.builds(lambda cards, jokers: [*cards, *[JOKER] * jokers][:7], held, st.integers(0, 2))
    .filter(lambda cards: len(cards) >= 5)
    .flatmap(st.permutations)
)


@settings(deadline=None)
@given(wild_hands, st.sampled_from(RULES), st.sampled_from([None, *Low]))
def test_a_hand_is_laid_out_whole(cards, rules, system):
    best = (
        best_with_wild(cards, rules)
        if system is None
        else best_low_with_wild(cards, system, rules)
    )
    assert Counter([*best.laid, *best.idle, *best.spare]) == Counter(cards)
    assert tuple(card.rank for card in best.five) == best.rank.five_ranks
    stands = [one.card for one in best.stand_ins]
    assert [one.wild for one in best.stand_ins] == [c for c in best.laid if is_wild(c, rules)]
    # Nothing is there twice but in five of a kind.
    if best.rank.category is not FIVES:
        assert len(set(best.five)) == 5
        assert not {one.card for one in best.stand_ins if one.card != one.wild} & set(best.spare)
    assert all(one.card.rank is Rank.ACE for one in best.stand_ins if one.why is Why.ACE)
    suited = best.rank.category in SUITED_CATEGORIES
    assert (len({card.suit for card in best.five}) == 1) >= suited
    assert len(stands) == len(set(stands)) or best.rank.category is FIVES


@settings(deadline=None)
@given(wild_hands.filter(lambda cards: JOKER not in cards))
def test_without_wild_cards_all_is_as_ever(cards):
    best = best_with_wild(cards, BUG)
    assert (best.rank, best.five, best.spare) == (
        best_five(cards).rank, best_five(cards).five, best_five(cards).spare,
    )  # fmt: skip
    assert best.laid == best.five
    for system in Low:
        assert best_low_with_wild(cards, system, BUG).rank == best_low(cards, system).rank


@settings(deadline=None)
@given(wild_hands)
def test_a_wild_joker_is_worth_no_less_than_a_bug(cards):
    assert best_with_wild(cards, WILD).rank >= best_with_wild(cards, BUG).rank


@given(wild_hands)
def test_a_bug_completes_only_straights_and_flushes(cards):
    best = best_with_wild(cards, BUG)
    completed = best.rank.category in STRAIGHT_CATEGORIES | SUITED_CATEGORIES
    assert {one.why for one in best.stand_ins} <= {Why.COMPLETES if completed else Why.ACE}


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rules", "error"),
    [
        ("Jk Kd 9c 5h 2s", WildRules(), NoJokerRuleError),
        ("Jk Kd 9c 5h 2s", DEUCES, NoJokerRuleError),
        ("Jk Jk Jk 5h 2s", WILD, TooManyJokersError),
        ("Jk Kd 9c 5h", WILD, CardCountError),
        ("Jk Kd 9c 5h 2s 3s 4s 5s", WILD, CardCountError),
    ],
)
def test_what_is_refused(cards, rules, error):
    cards = parse_with_jokers(cards)
    with pytest.raises(error, match="Jk"):
        best_with_wild(cards, rules)
    with pytest.raises(error, match="Jk"):
        best_low_with_wild(cards, Low.ACE_TO_FIVE, rules)


def test_a_card_may_not_stand_twice():
    with pytest.raises(DuplicateCardError, match="2c"):
        best_with_wild([*DECK[:4], DECK[0], JOKER], WILD)
