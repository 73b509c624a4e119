"""The plan of a learner: daily cap, more time, days off; and targets in the admin."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from trainer.models import Holiday, Learner, Target
from trainer.practice.holidays import save_wishes
from trainer.practice.planning import wishes

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 10)
PLAN = "/practice/plan/"


def day(offset):
    return TODAY + timedelta(days=offset)


def save(learner, first=None, last=None, today=TODAY):
    save_wishes(learner, daily_cap=20, time_percent=150, first=first, last=last, today=today)
    return list(learner.holidays.order_by("first").values_list("first", "last"))


def test_days_off_are_kept_and_replaced():
    learner = Learner.objects.create()
    assert save(learner, day(1), day(5)) == [(day(1), day(5))]
    assert save(learner, day(2), day(9)) == [(day(2), day(9))]
    # In the middle of them one comes back.
    assert save(learner, today=day(4)) == [(day(2), day(3))]
    assert save(learner, day(4), day(8), today=day(6)) == [(day(2), day(3)), (day(6), day(8))]
    assert save(learner, today=day(30)) == [(day(2), day(3)), (day(6), day(8))]
    learner.refresh_from_db()
    plan = wishes(learner)
    assert (plan.cap, learner.time_percent) == (20, 150)
    assert plan.is_holiday(day(7))


def test_the_page_saves_and_shows_the_plan(visitor):
    visitor.open(PLAN)
    assert visitor.forms()[PLAN].fields["daily_cap"] == ["40"]
    soon = timezone.now().date() + timedelta(days=3)
    visitor.submit(PLAN, daily_cap="15", time_percent="200", first=str(soon), last=str(soon))
    assert "Saved." in visitor.page
    fields = visitor.forms()[PLAN].fields
    shown = [fields[name][-1] for name in ("daily_cap", "time_percent", "last")]
    assert shown == ["15", "200", str(soon)]
    visitor.submit(PLAN, first="", last="")
    assert not Holiday.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"daily_cap": "3"}, "5"),
        ({"first": "2026-03-10"}, "Give the first and the last day, or neither."),
        ({"first": "2026-03-10", "last": "2026-03-09"}, "The last day lies before the first."),
        ({"first": "2026-03-10", "last": "2026-03-11"}, "These days have passed already."),
        ({"first": "2026-03-10", "last": "9999-12-31"}, "for the next twelve months at most."),
        ({"first": "soon"}, "Enter a valid date."),
        ({"time_percent": "300"}, "300"),
    ],
)
def test_what_cannot_be_is_told(visitor, chosen, said):
    visitor.open(PLAN)
    assert visitor.submit(PLAN, **chosen).status_code == 422
    assert said in visitor.page
    assert not Learner.objects.exists()


def test_an_edited_target_holds_for_the_next_question(visitor):
    Target.objects.create(drill="which-hand-wins", seconds="12.5")
    question = visitor.start()
    assert question.target_ms == 12_500
    assert visitor.start("recall").target_ms == 6_000


def test_targets_stand_in_the_admin_beside_what_was_measured(visitor, admin_client):
    Target.objects.create(drill="recall", seconds=7)
    page = admin_client.get("/admin/trainer/target/").content.decode()
    assert 'value="7.0"' in page
    assert '<td class="field-usual">6</td>' in page
    assert '<td class="field-measured">–</td>' in page
    added = admin_client.get("/admin/trainer/target/add/").content.decode()
    assert '<option value="settle-the-box">' in added
