from collections import Counter
from dataclasses import replace
from decimal import Decimal

from rules.games import find_game
from rules.games.base import Limits, PayTable, make_rows
from rules.games.changes import Change, ChangeKind, changes

GAME = find_game("casino-holdem")
BEFORE = GAME.default_ruleset()


def with_aa(rows):
    return replace(BEFORE, tables={**BEFORE.tables, "aa": PayTable(make_rows(rows))})


def test_nothing_differs():
    assert changes(GAME, BEFORE, BEFORE) == []


def test_rows_are_found_by_what_they_name():
    after = with_aa("royal flush 100, straight flush 50, quads 40, full house 25, pair 3")
    found = [
        (change.kind.value, (change.after or change.before).key)
        for change in changes(GAME, BEFORE, after)
    ]
    assert found == [
        ("row-pays", "full-house"),
        ("row-removed", "flush"),
        ("row-removed", "pair-A-or-better"),
        ("row-added", "pair"),
    ]


def test_a_changed_row_has_both_odds():
    [change] = changes(GAME, with_aa("flush 20"), with_aa("flush 5:2"))
    assert (change.before.ratio, change.after.ratio) == ("20:1", "5:2")
    assert change.place == "AA bonus"


def test_the_order_of_rows_is_no_change():
    assert changes(GAME, with_aa("flush 20, straight 7"), with_aa("straight 7, flush 20")) == []


def test_switches_come_with_their_labels():
    after = replace(BEFORE, switches={**BEFORE.switches, "aa_cards": "7"})
    assert changes(GAME, BEFORE, after) == [
        Change(
            ChangeKind.SWITCH,
            "Cards of the AA bonus",
            ("Five: hole cards and flop",),
            ("Seven: hole cards and the whole board",),
        )
    ]


def test_limits():
    limits = Limits(Decimal(10), Decimal(100), Decimal(10))
    [change] = changes(GAME, BEFORE, replace(BEFORE, limits={**BEFORE.limits, "aa": limits}))
    assert (change.kind, change.place) == (ChangeKind.LIMITS, "AA bonus")
    assert (change.before, change.after) == (BEFORE.limits["aa"], limits)


def test_what_an_older_document_does_not_know_has_no_value_before():
    older = replace(BEFORE, switches={}, limits={}, tables={"ante": BEFORE.tables["ante"]})
    found = changes(GAME, older, BEFORE)
    assert all(change.before is None for change in found)
    counts = Counter(change.kind.value for change in found)
    assert counts == {
        "switch": len(GAME.switches), "limits": len(GAME.limits), "row-added": 6,
    }  # fmt: skip


def test_an_order_is_named_item_by_item_and_an_amount_as_it_is():
    game = find_game("russian-poker")
    before = game.default_ruleset()
    switches = {"order_in_box": "bet, bonus, insurance, ante", "max_payout": "3000"}
    after = replace(before, switches=before.switches | switches)
    cap, order = changes(game, before, after)
    assert (cap.before, cap.after) == (("none",), ("3000",))
    assert order.after == ("Bet", "Bonus", "Insurance", "Ante")


def test_odds_that_become_an_amount_are_a_change():
    odds, amount = with_aa("flush 20"), with_aa("flush 20")
    [row] = amount.tables["aa"].rows
    amount = replace(amount, tables={**amount.tables, "aa": PayTable((replace(row, fixed=True),))})
    [change] = changes(GAME, odds, amount)
    assert (change.before.ratio, change.after.ratio) == ("20:1", "20")
