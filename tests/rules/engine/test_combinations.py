"""The two paid combinations of single hands, and what is wrong with a proposal."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.best import best_five
from rules.engine.cards import DECK, Card, Rank, format_cards, parse_cards
from rules.engine.combinations import (
    DupStraight,
    Judgement,
    Objection,
    combination_of,
    held_combinations,
    judge_second,
    paid_combinations,
)
from rules.engine.errors import CardCountError, DuplicateCardError
from rules.engine.ranking import NATURAL_CATEGORIES, Category, HandRank

DATA = Path(__file__).parents[2] / "data"
PLUS_PAIR = DupStraight.STRAIGHT_PLUS_PAIR

# Weakest first.
KINDS = ["ace-king", *(category.label for category in NATURAL_CATEGORIES if category)]
LADDER = dict(zip(KINDS, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True))


def label(rank: HandRank) -> str:
    return "ace-king" if rank.is_ace_king else rank.category.label


def pays(rank: HandRank) -> int:
    return LADDER[label(rank)]


def labels(cards: tuple[Card, ...], **switches) -> tuple[str, ...]:
    return tuple(found.label for found in paid_combinations(cards, pays, **switches))


def shown(text: str, **switches) -> list[str]:
    return [str(found) for found in paid_combinations(parse_cards(text), pays, **switches)]


def judged(cards: str, first: str, second: str, odds=pays, **switches) -> Judgement:
    return judge_second(*map(parse_cards, (cards, first, second)), odds, **switches)


@pytest.mark.parametrize(
    "row",
    [json.loads(line) for line in (DATA / "combinations.jsonl").read_text().splitlines()],
    ids=lambda row: row["id"],
)
def test_rows(row):
    found = labels(parse_cards(row["player"]), dup_straight=DupStraight(row["dup_straight"]))
    assert list(found) == row["player_combinations"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        # The first like `best_five`; of straights, two pairs and flushes the next lower one.
        ("As Kd Qc Jh Ts 9d", ["straight A: As Kd Qc Jh Ts", "straight K: Kd Qc Jh Ts 9d"]),
        ("Ks Kh 8d 8h 2s 2c", ["two pair K8: Ks Kh 8d 8h", "two pair K2: Ks Kh 2s 2c"]),
        ("Kh 2h Qh 8h Jh 7h", ["flush KQJ87: Kh Qh Jh 8h 7h", "flush KQJ82: Kh Qh Jh 8h 2h"]),
        ("Kd Qc Jh Ts 9d 9s", ["straight K: Kd Qc Jh Ts 9d", "straight K: Kd Qc Jh Ts 9s"]),
        ("8c 8h As Ah Ad 8s", ["full house A8: As Ah Ad 8c 8h", "full house A8: As Ah Ad 8c 8s"]),
        # The ace of a wheel stands last, the triple of a full house first.
        ("5c 4d 3s 2h As Kd", ["straight 5: 5c 4d 3s 2h As", "ace-king: As Kd"]),
        ("Ah As 8s 8h 8d Kd", ["full house 8A: 8s 8h 8d Ah As", "ace-king: Ah Kd"]),
        ("As 2h 3s 4s 5s 6s", ["flush A6543: As 6s 5s 4s 3s", "straight 6: 6s 5s 4s 3s 2h"]),
        # Pair of aces before ace-king of the same odds.
        ("As Ks 9s 5s 3s Ah", ["flush AK953: As Ks 9s 5s 3s", "pair A: As Ah"]),
        ("Qs Jh 9d 5c 3s", []),
    ],
)  # fmt: skip
def test_which_cards(cards, expected):
    assert shown(cards) == expected


@pytest.mark.parametrize(
    "cards",
    [
        "As Ac Kd Ks 8d",  # both in the two pair
        "As Ah Ad Ks Kh",  # both in the full house
        "As Ks 9s 5s 3s 2h",  # both in the flush
        "As Ks 9s 5s 3s 9h",
        "As Kd Qc Jh Ts 2d",
        "9s 9h 9d Kc 4s 2d",
        "7s 7h 7d 7c Ks Qs",
    ],
)
def test_no_ace_king_beside_it(cards):
    assert "ace-king" not in labels(parse_cards(cards))[1:]


def test_one_combination_where_doubles_are_not_paid():
    assert shown("7s 7h 7d 7c As Kh", double=False) == ["four of a kind 7: 7s 7h 7d 7c"]


def test_a_straight_with_a_pair_beside_it():
    straight = "straight K: Kd Qc Jh Ts 9d"
    assert shown("Kd Qc Jh Ts 9d 9s", dup_straight=PLUS_PAIR) == [straight, "pair 9: 9d 9s"]
    assert shown("Kd Qc Jh Ts 9d 8s", dup_straight=PLUS_PAIR)[1] == "straight Q: Qc Jh Ts 9d 8s"
    # Nothing else that stands twice is meant.
    assert shown("8c 8h As Ah Ad 8s", dup_straight=PLUS_PAIR) == shown("8c 8h As Ah Ad 8s")


def test_ace_king_or_the_pair_of_aces_beside_a_straight():
    # The second ace makes a new ace-king too: the pair is named unless ace-king pays more.
    assert shown("As Kd Qc Jh Ts Ad", dup_straight=PLUS_PAIR)[1] == "pair A: As Ad"
    found = paid_combinations(
        parse_cards("As Kd Qc Jh Ts Ad"),
        lambda rank: 9 if rank.is_ace_king else 1,
        dup_straight=PLUS_PAIR,
    )
    assert [combination.label for combination in found] == ["straight", "ace-king"]


def test_what_a_house_does_not_pay_is_no_second_but_stays_the_first():
    def no_ace_king(rank: HandRank) -> int:
        return 0 if rank.is_ace_king else pays(rank)

    ace_king, pair = parse_cards("As Kd 9h 6c 3d"), parse_cards("As Ah Kd 7c 4d")
    assert [str(c) for c in paid_combinations(ace_king, no_ace_king)] == ["ace-king: As Kd"]
    assert [str(c) for c in paid_combinations(pair, no_ace_king)] == ["pair A: As Ah"]


def test_the_second_is_what_pays_most_however_the_odds_stand():
    def likes_twos(rank: HandRank) -> int:
        return 9 if rank.ranks[0] is Rank.TWO else 1

    found = paid_combinations(parse_cards("Ks Kh 8d 8h 2s 2c"), likes_twos)
    assert str(found[1]) == "pair 2: 2s 2c"


@pytest.mark.parametrize("cards", ["As Kd Qc Jh", "As Kd Qc Jh Ts 9d 8c"])
def test_refuses_other_numbers_of_cards(cards):
    with pytest.raises(CardCountError):
        paid_combinations(parse_cards(cards), pays)


def test_refuses_a_card_twice():
    ace = parse_cards("As")
    with pytest.raises(DuplicateCardError):
        held_combinations((*ace, *ace, *parse_cards("2c 3c 4c")))
    with pytest.raises(DuplicateCardError):
        judge_second(parse_cards("As Kd 9h 6c 3d"), ace * 2, (), pays)


def test_combination_of_exactly_these_cards():
    assert str(combination_of(parse_cards("Kd As"))) == "ace-king: As Kd"
    assert combination_of(parse_cards("As Kd Qc")) is None
    assert combination_of(()) is None


# Proposals.


@pytest.mark.parametrize(
    ("cards", "first", "second", "objection", "about", "instead"),
    [
        ("Kd Ks 8h 8d Ac", "Ks Kd 8h 8d", "Ac Ks", None, "Ac", None),
        ("Kd Ks 8h 8d 2c 2h", "2c 2h 8h 8d", "Ks 8h Kd 8d", None, "Ks Kd", None),
        ("Kd Qc Jh Ts 9d 8s", "Qc Jh Ts 9d 8s", "Kd Qc Jh Ts 9d", None, "Kd", None),
        ("Qs Jh 9d 5c 3s", "", "", None, "", None),
        ("Kd Ks 8h 4d Ac", "Kd Ks", "", "missed", "", "ace-king"),
        ("Kd Ks 8h 4d Ac", "", "Ac Kd", "missed", "", "pair"),
        ("Kd Ks 8h 4d Ac", "Kd Ks", "Ah Kd", "not-held", "Ah", None),
        ("Kd Ks 8h 4d Ac", "Kd Ks", "8h 4d", "not-a-combination", "8h 4d", "ace-king"),
        ("Kd Ks 8h 4d Ac", "8h 4d Kd", "", "not-a-combination", "8h 4d Kd", "pair"),
        ("Qs Jh 9d 5c 3s", "Qs Jh", "", "not-a-combination", "Qs Jh", None),
        ("Qs Jh 9d 5c 3s", "", "Qs Jh", "not-a-combination", "Qs Jh", None),
        ("Kd Ks 8h 4d Ac", "Kd Ks 8h", "Ac Kd", "kickers-marked", "8h", "pair"),
        ("Kd Ks 8h 4d Ac", "Kd Ks", "Ac Kd Ks 4d", "kickers-marked", "Ks 4d", "ace-king"),
        ("Kd Ks 8h 4d Ac", "Ac Kd", "Kd Ks", "not-highest", "Ac Kd", "pair"),
        ("Kh Qh Jh Th 9h 9s", "Kh Qh Jh Th 9s", "9h 9s", "not-highest", "Kh Qh Jh Th 9s",
         "straight flush"),
        ("Kd Ks 8h 8d 4c", "Kd Ks 8h 8d", "8d Ks 8h Kd", "same-again", "Ks Kd 8d 8h", None),
        ("As Ac Kd Ks 8d", "As Ac Kd Ks", "As Kd", "no-new-card", "As Kd", None),
        ("As Ac Kd Ks 8d", "As Ac Kd Ks", "As Ac Kd", "no-new-card", "As Ac Kd", None),
        ("As Ac Kd Ks 8d", "As Ac Kd Ks", "As Kd 8d", "only-kickers-new", "8d", None),
        ("Ks Kh 8d 8h 2s 2c", "Ks Kh 8d 8h", "2s 2c", "another-pays-more", "2s 2c", "two pair"),
        ("As Ks 9s 5s 3s Ah", "As Ks 9s 5s 3s", "Ah Ks", "another-ranks-higher", "Ah Ks", "pair"),
    ],
)  # fmt: skip
def test_judges_a_proposal(cards, first, second, objection, about, instead):
    result = judged(cards, first, second)
    assert result.objection == objection
    assert result.legal is (objection is None)
    assert format_cards(result.cards) == about
    assert (result.instead and result.instead.label) == instead


def test_judges_by_the_switches_of_the_house():
    cards, first, second = "Kd Qc Jh Ts 9d 9s", "Kd Qc Jh Ts 9d", "Kd Qc Jh Ts 9s"
    assert judged(cards, first, second).legal
    result = judged(cards, first, second, dup_straight=PLUS_PAIR)
    assert result.objection is Objection.STRAIGHT_COUNTS_ONCE
    assert result.instead == combination_of(parse_cards("9d 9s"))
    assert judged(cards, first, "9d 9s", dup_straight=PLUS_PAIR).legal
    assert judged(cards, first, "9d 9s").objection is Objection.ANOTHER_PAYS_MORE
    assert judged(cards, first, second, double=False).objection is Objection.DOUBLES_NOT_PAID
    assert judged(cards, first, "", double=False).legal


def test_judges_by_the_paytable_of_the_house():
    def no_ace_king(rank: HandRank) -> int:
        return 0 if rank.is_ace_king else pays(rank)

    pair = ("Kd Ks 8h 4d Ac", "Kd Ks")
    assert judged(*pair, "Ac Kd", no_ace_king).objection is Objection.NOT_PAID
    assert judged(*pair, "", no_ace_king).legal


hands = st.sampled_from([5, 6]).flatmap(
    lambda size: st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True)
)
# Few ranks and two suits: pairs, full houses, straights and flushes in most hands.
rich_hands = st.lists(
    st.sampled_from([card for card in DECK if card.rank >= Rank.NINE]),
    min_size=6,
    max_size=6,
    unique=True,
)
switches = st.fixed_dictionaries(
    {"double": st.booleans(), "dup_straight": st.sampled_from(DupStraight)}
)


@given(hands | rich_hands, switches)
def test_what_is_paid_is_judged_legal(cards, switches):
    found = paid_combinations(cards, pays, **switches)
    cores = [combination.core for combination in found] + [()] * (2 - len(found))
    assert judge_second(cards, *cores, pays, **switches).legal


@given(hands | rich_hands, switches, st.data())
def test_legal_means_the_right_money_from_a_new_card(cards, switches, data):
    paid = paid_combinations(cards, pays, **switches)
    held = st.sampled_from([*held_combinations(cards), None])
    chosen = [one for one in (data.draw(held), data.draw(held)) if one is not None]
    cores = [one.core for one in chosen] + [()] * (2 - len(chosen))
    result = judge_second(cards, *cores, pays, **switches)
    assert (result.legal or result.objection is Objection.ANOTHER_RANKS_HIGHER) == (
        [one.rank.category for one in chosen[:1]] == [one.rank.category for one in paid[:1]]
        and [pays(one.rank) for one in chosen] == [pays(one.rank) for one in paid]
        and (len(chosen) < 2 or not set(cores[1]) <= set(cores[0]))
    )
    if result.instead is not None:
        assert result.instead.label in [one.label for one in paid]


@given(hands | rich_hands)
def test_the_first_is_what_plays(cards):
    best = best_five(cards)
    found = paid_combinations(cards, pays)
    if not found:
        assert best.rank < HandRank(Category.HIGH_CARD, (Rank.ACE, Rank.KING))
        return
    assert found[0].core == best.core
    assert found[0].label == label(best.rank)


@given(hands | rich_hands, st.randoms())
def test_the_order_of_the_cards_does_not_matter(cards, rng):
    shuffled = rng.sample(cards, len(cards))
    one, other = (paid_combinations(hand, pays) for hand in (cards, shuffled))
    assert [c.rank for c in one] == [c.rank for c in other]
