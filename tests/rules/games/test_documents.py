import json
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import Rank
from rules.games import find_game, games
from rules.games.base import Bound, Limits, Outcome, PayHand, PayRow, PayTable
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


rows = st.builds(
    PayRow,
    st.sampled_from(PayHand),
    st.fractions(0, 100_000, max_denominator=9_999),
    st.sampled_from(Bound),
    st.none() | st.sampled_from(Rank),
)


@given(st.lists(rows), st.sampled_from(Outcome))
def test_any_table_survives_the_document(rows, otherwise):
    ruleset = replace(
        find_game(TRIPS).default_ruleset(), tables={"trips": PayTable(tuple(rows), otherwise)}
    )
    document = json.loads(canonical_json(to_document(ruleset)))
    assert from_document(document, "reference", 0) == ruleset


def test_equal_limits_give_equal_documents():
    ruleset = find_game(TRIPS).default_ruleset()
    written = replace(
        ruleset, limits={"trips": Limits(Decimal("5.00"), Decimal("5E+2"), Decimal(5))}
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
