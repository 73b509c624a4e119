import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import Rank, parse_cards
from rules.games import documents, find_game, games, russian_poker
from rules.games.base import SCHEMA, Bound, Limits, Outcome, PayHand, PayRow, PayTable
from rules.games.documents import (
    DocumentError,
    canonical_json,
    document_hash,
    from_document,
    to_document,
)

TRIPS = "ultimate-texas-holdem"


@pytest.mark.parametrize("key", games())
def test_a_document_gives_the_same_ruleset(key):
    ruleset = find_game(key).default_ruleset("house")
    document = json.loads(canonical_json(to_document(ruleset)))
    assert from_document(document, "house", 0) == ruleset


amounts = st.decimals(0, 100_000, places=4).map(Fraction)
rows = st.builds(
    PayRow,
    st.sampled_from(PayHand),
    st.fractions(0, 100_000, max_denominator=9_999),
    st.sampled_from(Bound),
    st.none() | st.sampled_from(Rank),
) | st.builds(
    PayRow,
    st.sampled_from(PayHand),
    amounts,
    st.sampled_from(Bound),
    st.none() | st.sampled_from(Rank),
    st.just(True),
)


@given(st.lists(rows), st.sampled_from([Outcome.PUSH, Outcome.TAKE]))
def test_any_table_survives_the_document(rows, otherwise):
    ruleset = replace(
        find_game(TRIPS).default_ruleset(), tables={"trips": PayTable(tuple(rows), otherwise)}
    )
    document = json.loads(canonical_json(to_document(ruleset)))
    assert from_document(document, "reference", 0) == ruleset


def test_equal_limits_give_equal_documents():
    ruleset = find_game(TRIPS).default_ruleset()
    written = replace(
        ruleset,
        limits={**ruleset.limits, "trips": Limits(Decimal("5.00"), Decimal("5E+2"), Decimal(5))},
    )
    assert canonical_json(to_document(written)) == canonical_json(to_document(ruleset))


def test_the_canonical_text_is_fixed():
    document = {"b": ["–", 1], "a": None}
    assert canonical_json(document) == '{"a":null,"b":["–",1]}'
    # From sha256sum.
    assert (
        document_hash('{"a":null,"b":["–",1]}')
        == "f46711007fd6398f96e0daa1252d2f54b02690497129642c7b4854943ef8c5ac"
    )


@pytest.mark.parametrize("document", [[], None, "schema", 1])
def test_what_is_no_document_at_all(document):
    with pytest.raises(DocumentError):
        from_document(document, "house", 1)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("schema", 99, "schema"),
        ("schema", 0, "schema"),
        ("schema", True, "schema"),
        ("schema", "1", "schema"),
        ("switches.qualifier", "queens", "switches.qualifier"),
        ("switches.qualifier", 1, "switches.qualifier"),
        ("switches.chip_set", "25, 5", "switches.chip_set"),
        ("switches.tea", "free", "switches.tea"),
        ("tables.trips.rows.0", {"hand": "flush", "amount": "-1"}, "tables.trips.rows[0].amount"),
        ("tables.trips.rows.0", {"hand": "flush", "amount": 5}, "tables.trips.rows[0].amount"),
        ("game", None, "game"),
        ("switches", [], "switches"),
        ("limits", None, "limits"),
        ("limits.trips", {"minimum": "5"}, "limits.trips.maximum"),
        ("limits.trips.step", "x", "limits.trips.step"),
        ("limits.trips.step", "NaN", "limits.trips.step"),
        ("limits.trips.step", "1e999999", "limits.trips.step"),
        ("tables", "none", "tables"),
        ("tables.trips", "none", "tables.trips.rows"),
        ("tables.trips.otherwise", "keep", "tables.trips.otherwise"),
        ("tables.trips.otherwise", "pay", "tables.trips.otherwise"),
        ("tables.trips.rows", {}, "tables.trips.rows"),
        ("tables.trips.rows.0.hand", "five-of-a-kind", "tables.trips.rows[0].hand"),
        ("tables.trips.rows.1.pays", "-1", "tables.trips.rows[1].pays"),
        ("tables.trips.rows.1.pays", 1, "tables.trips.rows[1].pays"),
        ("tables.trips.rows.1.rank", "1", "tables.trips.rows[1].rank"),
        ("tables.trips.rows.1.rank", [], "tables.trips.rows[1].rank"),
        ("tables.trips.rows.1.bound", "about", "tables.trips.rows[1].bound"),
        ("tables.trips.rows.1", "flush", "tables.trips.rows[1].hand"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(path, value, where):
    document = to_document(find_game(TRIPS).default_ruleset())
    *parents, last = path.split(".")
    place = document
    for parent in parents:
        place = place[int(parent) if parent.isdigit() else parent]
    place[int(last) if last.isdigit() else last] = value
    with pytest.raises(DocumentError) as refused:
        from_document(document, "house", 1)
    assert refused.value.params["where"] == where


# --- documents written before a switch was there ---------------------------------------------

# Version 1 of Reference as schema 1 wrote it, but for a rule of its own in each game.
FIRST = {
    "russian-poker": {"qualifier": "pair"},
    "ultimate-texas-holdem": {},
    "casino-holdem": {"aa_cards": "7"},
    "texas-holdem": {},
}


def first_document(key):
    """As schema 1 wrote it: with the switches of then, side bets alone limited."""
    document = to_document(find_game(key).default_ruleset())
    document |= {"schema": 1, "switches": dict(FIRST[key])}
    document["limits"].pop("ante", None)
    return document


@pytest.mark.parametrize("key", FIRST)
def test_an_old_document_keeps_its_own_switches_and_gets_the_old_behaviour_for_the_rest(key):
    game = find_game(key)
    ruleset = from_document(first_document(key), "house", 1)
    assert ruleset.switches == {
        switch.key: FIRST[key].get(switch.key, switch.legacy) for switch in game.switches
    }
    assert "ante" not in ruleset.limits
    assert ruleset.schema == SCHEMA
    # It reads back as a document of today.
    assert from_document(to_document(ruleset), "house", 1) == ruleset


def second_document():
    """Hold'em as schema 2 wrote it, with a rule of its own."""
    document = to_document(find_game("texas-holdem").default_ruleset())
    for key in ("low_qualifier", "lowball", "joker"):
        del document["switches"][key]
    document["switches"]["hi_lo"] = "on"
    return document | {"schema": 2}


def test_a_document_of_schema_2_has_no_joker_and_ranks_no_low():
    ruleset = from_document(second_document(), "house", 1)
    assert ruleset.switches == find_game("texas-holdem").default_ruleset().switches | {
        "hi_lo": "on"
    }
    assert from_document(to_document(ruleset), "house", 1) == ruleset
    # Under the schema of today they must be said.
    with pytest.raises(DocumentError) as refused:
        from_document(second_document() | {"schema": SCHEMA}, "house", 1)
    assert refused.value.params["where"] == "switches.low_qualifier"


def test_a_switch_that_the_schema_knows_must_stand_in_the_document():
    document = first_document("casino-holdem")
    del document["switches"]["aa_cards"]
    with pytest.raises(DocumentError) as refused:
        from_document(document, "house", 1)
    assert refused.value.params["where"] == "switches.aa_cards"


def test_what_is_settled_by_an_old_document_is_settled_as_before():
    """A bonus beyond every limit that came later, with a profit that is no whole chip."""
    ruleset = from_document(first_document("russian-poker"), "house", 1)
    five = parse_cards("4s 5h 6d 7c 8s")
    assert russian_poker.settle_bonus(five, None, Decimal("2.1"), ruleset).profit == Fraction(
        "52.5"
    )


def test_todays_default_is_not_taken_for_an_old_document(monkeypatch):
    game = find_game("casino-holdem")
    later = replace(
        game,
        switches=tuple(
            replace(switch, default="lose") if switch.key == "aa_on_fold" else switch
            for switch in game.switches
        ),
    )
    monkeypatch.setattr(documents, "find_game", lambda key: later)
    ruleset = from_document(first_document("casino-holdem"), "house", 1)
    assert ruleset.switches["aa_on_fold"] == "live"
    assert later.default_ruleset().switches["aa_on_fold"] == "lose"


def test_a_game_that_is_not_here_is_kept_as_it_stands():
    document = {"schema": 1, "game": "whist", "switches": {"a": "b"}, "limits": {}, "tables": {}}
    assert from_document(document, "house", 1).switches == {"a": "b"}
