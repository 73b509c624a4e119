"""Cases in the format that tests/data/README.md describes: every key of a row is checked."""

import json
import re
from pathlib import Path

import pytest
from django.utils import translation

from rules.engine.best import best_five
from rules.engine.cards import format_cards, parse_cards
from rules.engine.compare import compare, compare_with_board
from rules.engine.errors import EngineError
from rules.engine.ranking import Category
from rules.naming import hand_name

DATA = Path(__file__).resolve().parents[2] / "data"
# Keys that speak to the reader, not to the engine.
PROSE = {"or", "rule", "status", "text_must_mention", "never"}
CARD = re.compile(r"\b(?:10|[2-9TJQKA])[cdhs]\b")


KINDS = {"ranking": 19, "best-five": 9, "tie": 9, "naming": 4, "parsing": 7}


def rows(name):
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["kind"] not in KINDS:
            continue
        yield pytest.param(row["input"], row["expected"], id=row["id"])


def read(given):
    """Hand, or hands with a board, of any of the input shapes: as cards."""
    if "text" in given:
        return parse_cards(given["text"], given.get("expect_count")), None, None
    if "hands_text" in given:
        return (
            None,
            [parse_cards(text) for text in given["hands_text"]],
            parse_cards(given["board_text"]),
        )
    board = parse_cards(" ".join(given.get("board", [])))
    if "hand" in given:
        return parse_cards(" ".join([*given["hand"], *map(str, board)])), None, None
    return None, [parse_cards(" ".join(hand)) for hand in given["hands"]], board


def judge(given):
    """All that can be said of the input, under the names of the format."""
    assert given.get("rules", "high") == "high"
    hand, hands, board = read(given)
    if hands is not None:
        return judge_comparison(compare_with_board(board, hands) if board else compare(hands))
    said = {"accept": True, "cards": [str(card) for card in hand]}
    if "rules" in given:
        said |= judge_hand(best_five(hand), given.get("locale", "en"))
    return said


def judge_hand(best, locale):
    with translation.override(locale):
        text = hand_name(best.rank)
    return {
        "category": best.rank.category.label,
        "key": [rank.letter for rank in best.rank.ranks],
        "high": best.rank.ranks[0].letter,
        "best_ranks": sorted(rank.letter for rank in best.rank.five_ranks),
        "best": sorted(map(str, best.five)),
        "text": text,
    }


def judge_comparison(result):
    decision = result.decision
    at = decision.step.position if decision.step else None
    seats = range(len(result.hands))
    said = {
        "winner": list(result.winners),
        "categories": [
            "straight flush" if category is Category.ROYAL_FLUSH else category.label
            for category in (hand.rank.category for hand in result.hands)
        ],
        "best_ranks": [[rank.letter for rank in hand.rank.five_ranks] for hand in result.hands],
        "decided_by": decision.step.label if decision.step else decision.basis.value,
        "from_hand": [format_cards(result.from_hand(seat)) for seat in seats],
        "board_plays": result.board_plays,
    }
    if at is not None:
        said["deciding_card"] = {
            str(seat): result.hands[seat].rank.ranks[at].letter for seat in seats
        }
    return said


@pytest.mark.parametrize(("given", "expected"), [*rows("field.jsonl"), *rows("showdowns.jsonl")])
def test_case(given, expected):
    if expected.get("accept") is False:
        with pytest.raises(EngineError) as refusal:
            judge(given)
        assert all(card in str(refusal.value) for card in CARD.findall(expected["error"]))
        return
    said = judge(given)
    compared = set(expected) - PROSE
    if expected.get("accept") == "either":
        # A value or a clear refusal; reading it is the better of the two.
        compared.remove("accept")
        assert said["accept"] is True
    assert {key: as_compared(key, expected[key]) for key in compared} == {
        key: said[key] for key in compared
    }


def as_compared(key, value):
    """The five of one hand are a multiset; of several hands they stand in order."""
    return sorted(value) if key in ("best", "best_ranks") and isinstance(value[0], str) else value


def test_every_kind_is_there():
    kinds = [
        json.loads(line)["kind"]
        for line in (DATA / "field.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert {kind: kinds.count(kind) for kind in KINDS} == KINDS
