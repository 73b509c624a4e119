"""Hands and comparisons from teaching texts, as data."""

from itertools import pairwise
from pathlib import Path

import pytest

from rules.engine.cards import parse_cards
from rules.engine.compare import Basis, compare, decide
from rules.engine.ranking import NATURAL_CATEGORIES, parse_hand_rank, rank_hand

DATA = Path(__file__).resolve().parents[2] / "data"


def lines(name):
    text = (DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", lines("hands.txt"))
def test_hand_is_worth(line):
    cards, _, rank = line.partition(" | ")
    assert rank_hand(parse_cards(cards)) == parse_hand_rank(rank)


@pytest.mark.parametrize("line", lines("chains.txt"))
def test_chain(line):
    chain, _, deciding = line.partition(" | ")
    links = [part.split(" = ") for part in chain.split(" > ")]
    ranks = [{rank_hand(parse_cards(hand)) for hand in ties} for ties in links]
    assert all(len(equal) == 1 for equal in ranks)
    assert all(min(stronger) > max(weaker) for stronger, weaker in pairwise(ranks))
    if deciding:
        first, second = (parse_cards(hand) for hand in chain.replace(" = ", " > ").split(" > "))
        decision = compare([first, second]).decision
        assert deciding == (decision.step.label if decision.step else decision.basis.value)


def test_every_category_is_among_the_hands():
    ranks = [parse_hand_rank(line.partition(" | ")[2]) for line in lines("hands.txt")]
    assert {rank.category for rank in ranks} == set(NATURAL_CATEGORIES)


def test_the_first_chain_has_the_ends_of_every_category():
    hands = [parse_cards(hand) for hand in lines("chains.txt")[0].split(" > ")]
    ranks = [rank_hand(hand) for hand in hands]
    borders = [
        (stronger, weaker)
        for stronger, weaker in pairwise(ranks)
        if decide(stronger, weaker).basis is Basis.CATEGORY
    ]
    assert [weaker.category for _, weaker in borders] == list(NATURAL_CATEGORIES)[-2::-1]
