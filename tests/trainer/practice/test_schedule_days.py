import json
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trainer.practice.notebooks import (
    DAY,
    NOW,
    OFFER,
    answered,
    book,
    told,
)
from trainer.practice.schedule import (
    Offer,
    Plan,
    due,
    local_day,
    streak,
)

# --- what is due -----------------------------------------------------------------------------

TAGS = tuple(f"tag-{number}" for number in range(60))
ALL = Offer("name-the-hand", "texas-holdem", (1,), TAGS)


def all_due(days=0, plan=None, **more):
    notebook = told(book(), *(answered(tag) for tag in TAGS))
    at = notebook.skill(TAGS[0]).due_at + days * DAY
    return due([notebook], [ALL], plan or Plan(cap=100), at, **more)


def test_what_is_due_is_capped_for_the_day():
    assert len(all_due()) == 60
    assert len(all_due(plan=Plan(cap=40))) == 40
    assert len(all_due(plan=Plan(cap=40), answered_today=35)) == 5
    assert all_due(plan=Plan(cap=40), answered_today=41) == ()


def test_something_is_due_from_the_morning_of_its_day():
    morning = timedelta(hours=-8)
    assert len(all_due(morning / DAY)) == 60
    assert all_due(-1) == ()


def test_the_most_needed_is_due_first():
    notebook = told(book(), answered("pair"), answered("flush", right=False), answered("wheel"))
    (first, *others) = due([notebook], [OFFER], Plan(), NOW + 4 * DAY)
    assert first.skill.tag == "flush"
    assert len(others) == 2
    assert first.miss > others[0].miss


def test_the_urgency_of_the_overdue_fades_and_after_four_weeks_it_is_forgiven():
    now, later = all_due()[0], all_due(14)[0]
    assert (now.overdue_days, later.overdue_days) == (0, 14)
    assert later.urgency == later.miss / 2
    assert len(all_due(27)) == 60
    assert all_due(28) == ()


def test_in_a_holiday_nothing_is_due_and_its_days_are_not_overdue():
    day = all_due()[0]
    first = (NOW + 3 * DAY).date()
    off = Plan(cap=100, holidays=((first, first + 20 * DAY),))
    assert day.overdue_days == 0
    assert all_due(5, plan=off) == ()
    assert all_due(25, plan=off)[0].overdue_days < 25 - 20


def test_a_plan_is_stored_as_json():
    plan = Plan("Europe/Kyiv", 25, ((date(2026, 7, 1), date(2026, 7, 14)),))
    assert Plan.from_data(json.loads(json.dumps(plan.to_data()))) == plan


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Europe/Atlantis"},
        {"zone": "../etc"},
        {"cap": -1},
        {"holidays": ((date(2026, 7, 2), date(2026, 7, 1)),)},
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError, match=r"zone|cap|holiday"):
        Plan(**wrong)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=4), st.integers(0, 40))
def test_working_days_are_the_days_that_are_no_holidays(spans, length):
    start = date(2026, 1, 1)
    off = tuple((start + a * DAY, start + (a + b) * DAY) for a, b in spans)
    plan, end = Plan(holidays=off), start + length * DAY
    days = [start + n * DAY for n in range(1, length + 1)]
    assert plan.working_days(start, end) == sum(not plan.is_holiday(day) for day in days)
    assert plan.working_days(end, start) == 0


def test_a_holiday_may_last_as_long_as_the_calendar():
    plan = Plan(holidays=((date(2026, 3, 3), date.max),))
    assert plan.working_days(date(2026, 3, 1), date(2026, 3, 9)) == 1


# --- the streak ------------------------------------------------------------------------------

KYIV = Plan("Europe/Kyiv")


def kyiv(*at):
    return datetime(2026, *at, tzinfo=ZoneInfo("Europe/Kyiv"))


def shifts(*days, month=3, hour=20):
    return [kyiv(month, day, hour) for day in days]


def test_no_shift_no_streak():
    nothing = streak([], KYIV, kyiv(3, 9, 12))
    assert (nothing.shifts, nothing.goal, nothing.days, nothing.until) == (0, 4, 0, None)
    assert not nothing.holds


def test_four_shifts_in_seven_days_hold():
    now = streak(shifts(2, 4, 6, 8), KYIV, kyiv(3, 8, 22))
    assert (now.shifts, now.days, now.until) == (4, 1, date(2026, 3, 8))
    assert streak(shifts(3, 4, 6, 8), KYIV, kyiv(3, 8, 22)).until == date(2026, 3, 9)
    assert streak(shifts(1, 4, 6, 8), KYIV, kyiv(3, 8, 22)).days == 0


def test_a_streak_grows_by_the_days_on_which_the_rule_held():
    """Monday, Tuesday, Thursday and Saturday of four weeks; on the first Saturday it begins."""
    every_week = shifts(*(day + week for week in (0, 7, 14, 21) for day in (2, 3, 5, 7)))
    assert streak(every_week, KYIV, kyiv(3, 28, 22)).days == 22


def test_until_the_day_is_over_yesterdays_streak_can_be_saved():
    today = streak(shifts(2, 4, 6, 8), KYIV, kyiv(3, 9, 12))
    assert (today.holds, today.days, today.until) == (False, 1, date(2026, 3, 8))
    assert streak(shifts(2, 4, 6, 8), KYIV, kyiv(3, 10, 12)).days == 0


def test_the_day_is_that_on_the_persons_wall():
    late = datetime(2026, 3, 8, 22, 30, tzinfo=UTC)
    assert local_day(late, "Europe/Kyiv") == date(2026, 3, 9)
    assert local_day(late, "America/Havana") == date(2026, 3, 8)
    with pytest.raises(ValueError, match="has no time zone"):
        local_day(datetime(2026, 3, 8), "UTC")


@pytest.mark.parametrize(
    ("month", "first", "last"),
    # The clock goes forward on 29 March and back on 25 October 2026.
    [(3, 24, 30), (10, 20, 26)],
)
def test_seven_days_across_a_change_of_the_clock_are_seven_dates(month, first, last):
    """By hours the first of these shifts would be in or out by one hour."""
    early = [kyiv(month, first, 0, 10), *shifts(first + 1, first + 2, first + 3, month=month)]
    assert streak(early, KYIV, kyiv(month, last, 23, 50)).shifts == 4
    assert streak(early, KYIV, kyiv(month, last, 23, 50) + timedelta(hours=1)).shifts == 3


def test_a_midnight_that_does_not_exist_loses_no_day():
    """In Havana the clock goes from 00:00 to 01:00 on 8 March 2026."""
    plan, zone = Plan("America/Havana"), ZoneInfo("America/Havana")
    ends = [datetime(2026, 3, day, 23, 59, tzinfo=zone) for day in (4, 5, 6, 7)]
    assert streak(ends, plan, datetime(2026, 3, 10, 1, tzinfo=zone)).shifts == 4
    assert streak(ends, plan, datetime(2026, 3, 11, 0, tzinfo=zone)).shifts == 3


def test_a_holiday_breaks_no_streak():
    plan = Plan("Europe/Kyiv", holidays=((date(2026, 3, 9), date(2026, 3, 29)),))
    before = shifts(3, 4, 6, 8)
    during = streak(before, plan, kyiv(3, 20, 12))
    assert (during.shifts, during.days, during.until) == (4, 1, date(2026, 3, 30))
    after = streak(before, plan, kyiv(3, 30, 12))
    assert (after.shifts, after.days) == (4, 2)
    assert streak(before, plan, kyiv(4, 2, 12)).days == 0


def test_whoever_works_in_a_holiday_gets_it_counted():
    plan = Plan("Europe/Kyiv", holidays=((date(2026, 3, 9), date(2026, 3, 15)),))
    assert streak(shifts(4, 6, 8, 12), plan, kyiv(3, 16, 12)).shifts == 4
