"""Numbers that say no more than is known: bounds, roundings, too few answers."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trainer.practice.record.bulk import SLOW, WRONG, give_answers
from trainer.models import Answer, Learner, Sitting
from trainer.practice.record import charts, weeks
from trainer.practice.record.judged import LEARNER
from trainer.practice.record.shares import Share, percent, steady_percent

KYIV = ZoneInfo("Europe/Kyiv")


@st.composite
def shares(draw):
    answers = draw(st.integers(0, 400))
    quick = draw(st.integers(0, answers))
    slow = draw(st.integers(0, answers - quick))
    return Share(answers, quick, slow, (1000,) * answers)


@given(shares())
def test_a_share_is_a_percentage_and_100_only_if_all_were(share):
    if share.answers < 5:
        assert share.quick_percent is share.right_percent is share.median_ms is None
        assert share.missing == 5 - share.answers
        return
    assert 0 <= share.low <= share.quick_percent <= share.high <= 100
    assert share.quick_percent <= share.right_percent
    assert (share.quick_percent == 100) == (share.high == 100) == (share.quick == share.answers)
    assert (share.right_percent == 100) == (share.right == share.answers)
    assert (share.quick_percent == 0) == (share.quick == 0)


def test_the_bounds_come_closer_with_more_answers():
    few, many = Share(10, 8, 0), Share(200, 160, 0)
    assert few.quick_percent == many.quick_percent == 80
    assert few.low < many.low < 80 < many.high < few.high


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(1, 1000, 1), (0, 7, 0), (995, 1000, 99), (7, 7, 100)]
)
def test_percent(part, whole, shown):
    assert percent(part, whole) == shown


def test_an_even_pace_is_within_half_as_much_again_of_the_own_median():
    assert steady_percent([[1000, 1000, 1000, 1500, 1501]]) == 80
    assert steady_percent([[1000] * 5, [9000] * 5]) == 100
    assert steady_percent([[1000] * 4, []]) is steady_percent([]) is None


def test_bars_are_as_high_as_their_share_of_the_drawing():
    chart = charts.bars([100, 50, 1, 0, None], 100, ["a", "b", "c", "d", "e"])
    assert [bar.height for bar in chart.bars] == [96, 48, 2, 0, 0]
    assert [bar.text for bar in chart.bars] == ["100", "50", "1", "0", ""]
    assert [bar.label for bar in chart.bars] == ["", "b", "", "", "e"]
    assert all(
        bar.y + bar.height == chart.floor and bar.x + 16 <= chart.width for bar in chart.bars
    )
    assert [bar.height for bar in charts.bars([0, None], 0).bars] == [0, 0]


@pytest.mark.django_db
def test_weeks_are_those_of_the_person_also_where_the_clocks_change(reference, deals):
    """In Kyiv the clocks go back on Sunday, 31 October 2100, whose last minute is 21:59 UTC."""
    learner = Learner.objects.create()
    for hour in (21, 22):
        at = datetime(2100, 10, 31, hour, 59, tzinfo=UTC)
        give_answers(learner, reference, 1, at, deals=deals, days=0)
    spells = weeks.days({LEARNER: learner.pk}, KYIV)
    assert {day: spell.share.answers for day, spell in spells.items()} == {
        date(2100, 10, 31): 1,
        date(2100, 11, 1): 1,
    }
    found = weeks.weeks(spells, date(2100, 11, 3))
    assert len(found) == weeks.WEEKS
    assert [week.share.answers for week in found[-3:]] == [0, 1, 1]
    assert found[-1].first == date(2100, 11, 1)
    assert found[-1].last == date(2100, 11, 7)
    assert weeks.days_of(spells, date(2100, 11, 1), 28) == 2
    assert weeks.days_of(spells, date(2100, 11, 28), 28) == 1


@pytest.mark.django_db
def test_a_day_counts_answers_and_time_without_idle_time(reference, deals):
    learner = Learner.objects.create()
    now = datetime(2100, 6, 2, 12, tzinfo=UTC)
    give_answers(learner, reference, 35, now, deals=deals, days=0)
    assert Sitting.objects.count() == 4
    super(type(Answer.objects.all()), Answer.objects.all()).update(idle_ms=1000)
    (spell,) = weeks.days({LEARNER: learner.pk}, KYIV).values()
    assert spell.share.answers == 35
    assert spell.share.right == 35 - 35 // WRONG
    # Who was away was over the time all the same.
    assert spell.share.slow == 6
    assert spell.busy_ms == 28 * 3000 + 35 // SLOW * 11_000
    assert spell.minutes == (28 * 3000 + 35 // SLOW * 11_000) // 60_000
