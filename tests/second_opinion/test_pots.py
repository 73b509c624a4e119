"""Odd chips, halves and side pots of the rules reference, section 9.4 (seats from 0)."""

from random import Random

import pytest

from rules.engine.cards import parse_cards
from tests.second_opinion.pots import settle, side_pots, split, split_high_low
from tests.second_opinion.random_pots import random_pot


@pytest.mark.parametrize(
    ("pot", "winners", "unit", "shares"),
    [
        (101, {1, 4}, 1, {4: 51, 1: 50}),
        (200, {0, 3, 5}, 1, {3: 67, 5: 67, 0: 66}),
        (175, {0, 3}, 25, {3: 100, 0: 75}),
    ],
)
def test_odd_chips_go_left_of_the_button(pot, winners, unit, shares):
    assert split(pot, winners, button=1, players=6, unit=unit) == shares


def test_odd_chip_by_suit():
    cards = {0: parse_cards("Kd 2c"), 1: parse_cards("Ks 3c"), 2: parse_cards("Kh 4c")}
    shares = split(101, cards, 0, 3, odd_chip="high_card_by_suit", cards=cards)
    assert shares == {0: 33, 1: 34, 2: 34}


def test_a_pot_is_whole_chips():
    with pytest.raises(ValueError, match="cannot split 110 by 25"):
        split(110, {0}, 0, 2, unit=25)


def test_high_half_has_the_odd_chip():
    assert split_high_low(101, {2}, {0}, button=1, players=3) == {2: 51, 0: 50}
    assert split_high_low(101, {0}, {1, 2}, button=0, players=3) == {0: 51, 1: 25, 2: 25}
    assert split_high_low(20, {0}, {0, 1}, button=1, players=2) == {0: 15, 1: 5}
    assert split_high_low(1, {0}, {1}, button=0, players=2) == {0: 1}
    assert split_high_low(7, {0}, set(), button=0, players=2) == {0: 7}


def test_side_pots_with_dead_money():
    layers = side_pots({0: 50, 1: 120, 2: 200, 3: 200}, folded={3})
    assert layers["returned"] == {}
    assert layers["pots"] == [
        {"amount": 200, "eligible": {0, 1, 2}},
        {"amount": 210, "eligible": {1, 2}},
        {"amount": 160, "eligible": {2}},
    ]


def test_small_folded_money_makes_no_layer():
    layers = side_pots({0: 100, 1: 100, 2: 30}, folded={2})
    assert layers["pots"] == [{"amount": 230, "eligible": {0, 1}}]


def test_uncalled_money_returns():
    layers = side_pots({0: 50, 1: 80, 2: 60}, folded={2})
    assert layers["returned"] == {1: 20}
    assert layers["pots"] == [
        {"amount": 150, "eligible": {0, 1}},
        {"amount": 20, "eligible": {1}},
    ]


def test_no_money_without_an_heir():
    with pytest.raises(ValueError, match="folded money"):
        side_pots({0: 50, 1: 80, 2: 80}, folded={1, 2})


def test_pots_are_split_apart():
    # Seats 1 and 2 tie for both pots, 75 and 10: each pot has its own odd chip.
    hole = {0: parse_cards("2c 3d"), 1: parse_cards("Ah Qc"), 2: parse_cards("Ad Qs")}
    board = parse_cards("Ks Kh 9d 8c 4s")
    settled = settle({0: 25, 1: 30, 2: 30}, set(), hole, board, 0, 3)
    assert [pot["shares"] for pot in settled["pots"]] == [{1: 38, 2: 37}, {1: 5, 2: 5}]
    assert settled["amounts"] == {1: 43, 2: 42}


def test_random_pots_lose_no_chip():
    rng = Random("pots")
    seen = set()
    for _ in range(500):
        pot = random_pot(rng)
        settled = settle(**pot)
        assert sum(settled["amounts"].values()) == sum(pot["totals"].values())
        assert all(share % pot["unit"] == 0 for share in settled["amounts"].values())
        seen |= {pot["odd_chip"], f"{len(settled['pots'])} pots"}
        seen |= {"returned"} & ({"returned"} if settled["returned"] else set())
        seen |= {f"{len(part['winners'])} winners" for part in settled["pots"]}
        seen |= {"odd" for part in settled["pots"] if len(set(part["shares"].values())) > 1}
        seen |= {"folded" for _ in pot["folded"]}
    assert seen >= {
        *("left_of_button", "high_card_by_suit", "high_hand", "1 pots", "2 pots", "3 pots"),
        *("1 winners", "2 winners", "3 winners", "odd", "returned", "folded"),
    }
