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
from trainer.models import Notebook as NotebookRow
from trainer.practice import schedule
from trainer.practice.planning import Known, pair_orders, shift_orders, weakest
from trainer.practice.schedule import Mistake, Offer

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


# --- the daily cap ---------------------------------------------------------------------------

TAGS = tuple(f"tag{number}" for number in range(20))
LATER = NOW + 20 * DAY
ALL_OF_IT = Offer("name-the-hand", "texas-holdem", (1,), TAGS)
OTHER = Offer("recall", "texas-holdem", (1,), ("row:flush", "row:straight"))


def all_due(*offers):
    """Every tag of a drill is due at LATER; the rows say that each can be asked for."""
    notebook = told(book(), *(answered(tag, right=False) for tag in TAGS))
    row = NotebookRow(drill=notebook.drill, game=notebook.game)
    row.counts = {tag: [1, 0, 0, 0, 1 << 1] for tag in TAGS}
    return Known((row,), (notebook,), (ALL_OF_IT, *offers))


def asked(cap, *offers, answered_today=0, holidays=()):
    """The due skills that a shift asks for by name, and how many orders it has."""
    plan = schedule.Plan(cap=cap, holidays=holidays)
    orders = shift_orders(all_due(*offers), plan, LATER, answered_today=answered_today)
    return {tag for order in orders for tag in order.want}, len(orders)


def test_a_shift_asks_no_more_of_what_is_due_than_the_day_takes():
    for cap, answered_today, room in ((40, 0, 20), (16, 0, 16), (5, 0, 5), (16, 9, 7)):
        tags, count = asked(cap, OTHER, answered_today=answered_today)
        assert len(tags) == room
        # The rest of the time is filled with something else.
        assert count > room


def test_after_the_cap_and_on_a_holiday_a_shift_is_of_other_things():
    today = LATER.date()
    for wish in ({"answered_today": 9}, {"holidays": ((today, today),)}):
        tags, count = asked(9, OTHER, **wish)
        assert not tags
        assert count > 0


def test_a_pair_whose_skill_is_due_counts_as_well():
    late = schedule.Plan(cap=1)
    notebook = told(mixed_up(), answered("wheel", right=False))
    orders = shift_orders(known(notebook), late, LATER, answered_today=1)
    assert not any(order.variant_of for order in orders)
    orders = shift_orders(known(mixed_up()), schedule.Plan(cap=2), LATER)
    assert any(order.variant_of for order in orders)


def test_where_all_that_is_left_is_due_it_is_enough_for_today():
    assert asked(9, answered_today=9) == (set(), 0)
    table = Offer("settle-the-table", "texas-holdem", (1,), ("box",))
    assert asked(9, table, answered_today=9) == (set(), 0)
