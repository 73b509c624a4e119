"""What is dealt next, by theme, level, plan and what was missed."""

import pytest

from trainer.models import Help, Mode, Sitting
from trainer.practice.orders import Order, Said, is_through, order_at

PLAIN = Order("recall", "russian-poker", 2)
PLANNED = Order("best-five", "texas-holdem", 1, want=("wheel",))


def sitting(mode=Mode.PRACTICE, plan=(), **given):
    fields = {"drill": "recall", "game": "russian-poker", "level": 2, "help": Help.PRACTICE}
    return Sitting(mode=mode, plan=[order.to_data() for order in plan], **fields | given)


@pytest.mark.parametrize(
    "order", [PLAIN, PLANNED, Order("a", "b", 1, variant_of=5), Order("a", "b", 3, again=7)]
)
def test_an_order_is_stored_and_read(order):
    assert Order.from_data(order.to_data()) == order


def test_without_a_plan_theme_and_level_say():
    assert order_at(sitting(), 3, {}) == PLAIN


def test_the_plan_says_and_begins_anew_without_its_wishes():
    planned = sitting(Mode.SPRINT, [PLANNED, PLAIN])
    orders = [order_at(planned, at, {}) for at in range(1, 5)]
    assert orders == [PLANNED, PLAIN, PLANNED.plain, PLAIN]


def test_a_streak_rises_after_every_five():
    levels = [
        order_at(sitting(Mode.STREAK, level=1), at, {}).level for at in (1, 5, 6, 10, 11, 99)
    ]
    assert levels == [1, 1, 2, 2, 3, 3]
    mixed = sitting(Mode.STREAK, [PLANNED, PLAIN], level=2)
    assert [order_at(mixed, at, {}).level for at in (1, 2, 6)] == [2, 2, 3]


@pytest.mark.parametrize(
    ("mode", "help_", "again"),
    [
        (Mode.SHIFT, Help.PRACTICE, True),
        (Mode.ENDLESS, Help.LEARN, True),
        (Mode.ENDLESS, Help.GUIDED, True),
        (Mode.ENDLESS, Help.PRACTICE, False),
        (Mode.PRACTICE, Help.LEARN, False),
        (Mode.SPRINT, Help.PRACTICE, False),
        (Mode.STREAK, Help.PRACTICE, False),
        (Mode.REDO, Help.PRACTICE, False),
    ],
)
def test_what_is_missed_comes_again_as_a_variant_where_it_teaches(mode, help_, again):
    said = {1: Said(False, 31), 2: Said(True, 32)}
    order = order_at(sitting(mode, help=help_), 3, said)
    assert order.variant_of == (31 if again else None)
    assert order_at(sitting(mode, help=help_), 4, said).variant_of is None


def test_what_comes_again_takes_nothing_from_the_plan():
    """Of a plan with a letter for each game, missed where it says so."""
    plan = [Order("recall", game, 1, want=("wheel",)) for game in "abcdef"]
    shift, said, dealt = sitting(Mode.SHIFT, plan), {}, []
    for position in range(1, 10):
        order = order_at(shift, position, said)
        dealt.append(order.game + str(order.variant_of or ""))
        # The first is missed twice: at 1, and as its variant at 3.
        said[position] = Said(position not in (1, 3, 6), 30 + position)
    assert dealt == ["a", "b", "a31", "c", "a33", "d", "e", "d36", "f"]
    assert [position for position in range(1, 10) if is_through(shift, position, said)] == [9]


def test_who_misses_the_last_but_one_gets_it_again_before_the_end():
    shift = sitting(Mode.SHIFT, [PLANNED, PLAIN])
    assert is_through(shift, 2, {1: Said(True, 31), 2: Said(False, 32)})
    said = {1: Said(False, 31), 2: Said(True, 32)}
    assert not is_through(shift, 2, said)
    assert is_through(shift, 3, said | {3: Said(True, 33)})


def test_a_whole_table_comes_once_in_a_shift_however_it_went():
    shift = sitting(Mode.SHIFT, [Order("settle-the-table", "a", 1), PLANNED, PLAIN])
    missed = {1: Said(False, 31)}
    assert order_at(shift, 3, missed) == PLAIN
    endless = sitting(Mode.ENDLESS, help=Help.LEARN, drill="settle-the-table")
    assert order_at(endless, 3, missed).variant_of == 31
