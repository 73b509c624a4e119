"""What runs are put together of, from notebooks alone."""

from tests.trainer.practice.notebooks import (
    DAY,
    FLUSH_AS_STRAIGHT,
    NOW,
    OFFER,
    answered,
    book,
    told,
)
from trainer.practice import schedule
from trainer.practice.planning import Known, pair_orders, shift_orders, weakest
from trainer.practice.schedule import Mistake

PAIR_AS_FLUSH = Mistake("pair", "flush")


def mixed_up():
    """One deal with two mistakes, and the second of them once more before it."""
    return told(
        book(),
        answered("flush", right=False, deal="4", mistakes=(FLUSH_AS_STRAIGHT,)),
        answered("flush", right=True),
        answered("pair", right=False, deal="5", mistakes=(PAIR_AS_FLUSH,)),
        answered("pair", right=False, deal="7", mistakes=(FLUSH_AS_STRAIGHT, PAIR_AS_FLUSH)),
    )


def known(*books):
    table = schedule.Offer("settle-the-table", "texas-holdem", (1, 2, 3), ("box", "row:flush"))
    return Known((), books, (OFFER, table))


def test_the_weakest_pair_weighs_most_of_those_with_the_same_deal():
    notebook = mixed_up()
    deals = {c.given: (c.deals, c.is_open) for c in notebook.confusions}
    assert deals == {"straight": (("7", "4"), True), "flush": (("7", "5"), True)}
    confusion, game = weakest(known(notebook))
    assert (confusion.expected, confusion.given, game) == ("pair", "flush", "texas-holdem")
    assert [order.variant_of for order in pair_orders(known(notebook))] == [7, 5]


def test_nothing_is_weakest_where_nothing_was_mixed_up():
    assert weakest(known(told(book(), answered("pair")))) == (None, "")
    assert pair_orders(known()) == []


def test_a_shift_has_one_full_table_beside_what_is_due_and_mixed_up():
    late = NOW + 20 * DAY
    whole = book(drill="settle-the-table")
    table = told(whole, *(answered(tag, right=False) for tag in ("box", "row:flush")))
    for notebooks in ([mixed_up()], [mixed_up(), table]):
        orders = shift_orders(known(*notebooks), schedule.Plan(), late)
        drills = [order.drill for order in orders]
        assert drills.count("settle-the-table") == 1
        assert drills[5] == "settle-the-table"
        assert {order.variant_of for order in orders} >= {7}


def test_where_only_whole_tables_are_offered_a_shift_has_them():
    only = Known((), (), (known().offers[1],))
    orders = shift_orders(only, schedule.Plan(), NOW)
    assert [order.drill for order in orders] == ["settle-the-table"]
