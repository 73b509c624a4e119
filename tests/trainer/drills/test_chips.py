"""The fewest chips, by trying every number of chips for small amounts."""

from decimal import Decimal
from random import Random

import pytest

from trainer.drills.chips import NoSuchSumError, count_of, fewest_chips, greedy_chips

MOST = 60


def fewest_by_trying(values, most):
    """By amount up to *most* the fewest chips: all sums of one chip, of two, of three …"""
    found, sums, number = {0: 0}, {0}, 0
    while sums:
        number += 1
        sums = {total + value for total in sums for value in values if total + value <= most}
        sums -= found.keys()
        found |= dict.fromkeys(sums, number)
    return found


def test_no_way_has_fewer_chips():
    rng = Random(7)
    for _ in range(60):
        values = sorted(rng.sample(range(1, 30), rng.randint(1, 5)))
        known = fewest_by_trying(values, MOST)
        for amount in range(MOST + 1):
            if amount not in known:
                with pytest.raises(NoSuchSumError):
                    fewest_chips(Decimal(amount), values)
                continue
            counts = fewest_chips(Decimal(amount), values)
            assert sum(value * number for value, number in counts) == amount
            assert count_of(counts) == known[amount]
            assert {value for value, _ in counts} <= set(values)
            assert list(counts) == sorted(counts, reverse=True)


def test_large_amounts_are_not_counted_up():
    counts = fewest_chips(Decimal("999999999.5"), [Decimal("0.5"), 1, 5, 20, 25, 100])
    assert dict(counts) == {100: 9999999, 25: 3, 20: 1, 1: 4, Decimal("0.5"): 1}


@pytest.mark.parametrize(
    ("amount", "values", "fewest", "greedy"),
    [
        (40, (1, 5, 20, 25), {20: 2}, {25: 1, 5: 3}),
        (6, (1, 3, 4), {3: 2}, {4: 1, 1: 2}),
        (10, (4, 5, 9), {5: 2}, None),
        ("7.5", ("2.5", 5), {5: 1, Decimal("2.5"): 1}, {5: 1, Decimal("2.5"): 1}),
        (0, (1, 5), {}, {}),
    ],
)
def test_the_largest_chip_first_is_not_always_best(amount, values, fewest, greedy):
    amount, values = Decimal(amount), [Decimal(value) for value in values]
    assert dict(fewest_chips(amount, values)) == fewest
    found = greedy_chips(amount, values)
    assert (None if found is None else dict(found)) == greedy


@pytest.mark.parametrize("amount", ["0.5", "3", "-5", "3.3333"])
def test_what_no_chips_make(amount):
    with pytest.raises(NoSuchSumError):
        fewest_chips(Decimal(amount), (5, 25))
