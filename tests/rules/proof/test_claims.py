"""The claims: all of them agree, and one that is wrong would not."""

import json
import re
import string
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from rules.engine.cards import require_distinct
from rules.games import settle
from rules.proof import GROUPS, claims
from rules.proof.base import Claim, Unit, prove
from rules.proof.five_against_five import outcomes
from rules.proof.paid import hand_classes
from rules.proof.sources import REFERENCE

DATA = Path(__file__).parents[2] / "data" / "outcome_counts.jsonl"
SOURCES = Path(__file__).parents[3] / "rules" / "proof"


def claim(expected, found, unit=Unit.COUNT):
    return Claim("claim", expected, REFERENCE, lambda: found, unit, title="Claim")


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.key)
def test_what_others_found_is_found_here(group):
    assert [one.claim.key for one in prove(group.claims) if not one.agrees] == []


@pytest.mark.parametrize("one", claims(), ids=lambda one: one.key)
def test_another_last_digit_would_not_agree(one):
    """By trying the same figure for a claim that is one unit of its last digit off."""
    step = Fraction(1, 10**one.digits)
    off = float(Fraction(one.expected) + step)
    wrong = replace(one, expected=f"{off:.{one.digits}f}" if one.digits else f"{off:.0f}")
    right = Fraction(one.expected) / (100 if one.unit is Unit.PERCENT else 1)
    assert one.agrees(right)
    assert not wrong.agrees(right)


@pytest.mark.parametrize(
    ("expected", "found", "unit", "agrees"),
    [
        ("624", 624, Unit.COUNT, True),
        ("624", 625, Unit.COUNT, False),
        ("624", Fraction(6241, 10), Unit.COUNT, False),
        ("-1206516", -1_206_516, Unit.COUNT, True),
        ("-1206516", 1_206_516, Unit.COUNT, False),
        ("3.50", Fraction(34979, 1_000_000), Unit.PERCENT, True),
        ("3.50", Fraction(34949, 1_000_000), Unit.PERCENT, False),
        ("3.5", Fraction(34501, 1_000_000), Unit.PERCENT, True),
        ("82", Fraction(819906, 1_000_000), Unit.PERCENT, True),
        ("-0.6921", Fraction(-692_062, 10**8), Unit.PERCENT, True),
        ("2.639812", Fraction(2_639_811_7, 10**7), Unit.ANTES, True),
        ("2.639812", Fraction(2_639_811_4, 10**7), Unit.ANTES, False),
    ],
)
def test_agreement_is_to_every_digit_that_is_given(expected, found, unit, agrees):
    [finding] = prove([claim(expected, found, unit)])
    assert (finding.found, finding.agrees) == (found, agrees)


def test_keys_name_one_claim_and_one_table():
    keys = [one.key for one in claims()]
    assert len(set(keys)) == len(keys)
    assert len({group.key for group in GROUPS}) == len(GROUPS)
    for key in [*keys, *(group.key for group in GROUPS)]:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)


def test_what_is_expected_is_a_plain_decimal():
    for one in claims():
        assert re.fullmatch(r"-?\d+(\.\d+)?", one.expected)
        assert one.unit is not Unit.COUNT or one.digits == 0


def test_every_claim_has_a_title_with_words_for_its_placeholders():
    for one in claims():
        assert bool(one.title) is not bool(one.hands)
        placeholders = set(re.findall(r"%\((\w+)\)s", one.title))
        assert placeholders == set(one.words)
        assert "%" not in re.sub(r"%\(\w+\)s", "", one.title)


def test_no_title_stands_twice_in_a_table_from_one_source():
    for group in GROUPS:
        seen = [(c.title, c.hands, c.source, tuple(c.words.values())) for c in group.claims]
        assert len(set(seen)) == len(seen)


def test_titles_are_marked_for_translation():
    marked = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    marked = re.sub(r'"\s+"', "", marked)
    texts = {one.title for one in claims()} - {""}
    texts |= {text for group in GROUPS for text in (group.title, group.about)}
    texts |= {one.source.text for one in claims() if not one.source.address}
    for text in texts:
        assert re.search(rf'gettext_noop\(\s*"{re.escape(text)}"\s*\)', marked), text


def test_numbers_of_russian_poker_are_those_of_the_slow_count():
    """`tests.rules.games.outcome_counts` counts in plain Python, class against class."""
    rows = map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
    slow = {
        (row["ending"], row["combinations"]): row["rounds"]
        for row in rows
        if row["game"] == "russian-poker"
    }
    found = {
        (one.ending.value, " + ".join(label(hand) for hand in one.combinations)): one.rounds
        for one in outcomes()
    }
    assert found == slow


def label(hand):
    text = hand.key.replace("-", " ")
    return "ace-king" if text == "ace king" else text


def test_an_example_ends_as_it_says():
    from decimal import Decimal

    from rules.games import find_game

    rules = find_game("russian-poker").default_ruleset()
    bets = {"ante": Decimal(1), "bet": Decimal(2)}
    for one in outcomes():
        require_distinct([*one.example.player, *one.example.dealer])
        settlement = settle(one.example, bets, rules)
        assert settlement.ending is one.ending
        assert [c.label for c in settlement.combinations] == list(map(label, one.combinations))


@pytest.mark.parametrize("size", [5, 6])
def test_classes_are_all_hands(size):
    total = 0
    for cards, ways in hand_classes(size):
        require_distinct(cards)
        assert len(cards) == size
        assert ways > 0
        total += ways
    assert total == comb(52, size)


def test_odds_in_titles_are_in_order():
    """Titles name tables by odds alone, from the royal flush down."""
    for one in claims():
        for word in one.words.values():
            if isinstance(word, str):
                odds = [int(each) for each in word.split()]
                assert set(word) <= {*string.digits, " "}
                assert odds == sorted(odds, reverse=True)
