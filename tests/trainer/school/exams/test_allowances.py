"""What is given once, however often it is sent, and what is taken back."""

import pytest

from tests.trainer.school.conftest import NOW, enrol, person
from tests.trainer.school.exams.conftest import DEVICE, after, url
from trainer.models import Allowance, AllowanceTakenBack, Enrolment, ExamSitting
from trainer.school.exams import managing
from trainer.school.exams import sitting as sittings
from trainer.school.exams.chances import Bar, find_chance
from trainer.school.exams.clock import clock_of
from trainer.school.exams.given import Used, find_given

pytestmark = pytest.mark.django_db


def give(exam, enrolment, *, given_at=NOW, **what):
    fields = {"exam": exam, "enrolment": enrolment, "reason": "?", "at": given_at, "by": exam.by}
    return Allowance.objects.create(**fields, **what)


def take(exam, *allowances, now=NOW):
    keys = [each.pk for each in allowances]
    return managing.take_back(exam, given=keys, reason="Wrong person", by=exam.by, now=now)


def used(exam, *allowances, now):
    keys = {each.pk for each in allowances}
    ledger = find_given(exam, now)
    return list(ledger.used(each for each in ledger.given if each.pk in keys).values())


def test_a_form_that_is_sent_twice_gives_once(staff, course, exam, enrolment):
    address = url(course, exam.pk, "allow")
    staff.open(address)
    sent = staff.forms()[address].fields | {"people": [enrolment.pk], "reason": "ill"}
    for minutes, said in ((5, "Given to 1 person."), (5, "Nothing was given a second time.")):
        staff.client.post(address, sent | {"minutes": minutes})
        staff.open(url(course, exam.pk))
        assert said in staff.page
    # Other minutes are meant, and so is a form that was opened anew.
    staff.client.post(address, sent | {"minutes": 6})
    staff.open(address)
    staff.submit(address, people=[enrolment.pk], reason="ill", minutes=5)
    given = Allowance.objects.order_by("pk").values_list("minutes", flat=True)
    assert list(given) == [5, 6, 5]


def test_what_was_given_by_mistake_is_taken_back_and_stays_in_the_log(
    staff, course, exam, sitting, at
):
    others = [enrol(course, person(f"person {n}")) for n in range(2)]
    people = [sitting.enrolment, *others]
    fields = {"minutes": 60, "attempts": 0, "reason": "Wrong button", "by": exam.by}
    managing.allow(exam, people, **fields, now=after(minutes=1))
    at(minutes=5)
    address = url(course, exam.pk, "allowances")
    staff.open(address)
    assert "+60 min: Wrong button" in staff.page
    staff.submit(address, reason="Meant for nobody")
    assert "Choose what is taken back." in staff.page
    keys = [str(each.pk) for each in Allowance.objects.order_by("pk")]
    staff.submit(address, acts=keys[0], given=keys[1], reason="")
    assert "This field is required." in staff.page
    assert (staff.page.count("checked"), AllowanceTakenBack.objects.count()) == (2, 0)
    staff.submit(address, reason="Meant for nobody")
    assert "Taken back from 3 people." in staff.page
    assert staff.page.count("Meant for nobody") == 3
    assert 'name="given"' not in staff.page
    assert 'name="reason"' not in staff.page
    assert Allowance.objects.filter(minutes=60).count() == 3
    assert {each.at for each in AllowanceTakenBack.objects.all()} == {after(minutes=5)}
    assert clock_of(sitting, after(minutes=5)).deadline == after(minutes=10)
    staff.open(url(course, exam.pk))
    assert "+60 min (Wrong button), taken back" in staff.page
    staff.open(f"/school/{course.pk}/exams/{exam.pk}/facts/")
    assert "taken back: Meant for nobody" in staff.page


def test_a_second_press_takes_nothing_more_back(exam, enrolment):
    given = give(exam, enrolment, attempts=1)
    assert [take(exam, given), take(exam, given)] == [1, 0]
    assert find_chance(exam, enrolment, NOW).allowed == exam.attempts


def test_an_attempt_is_used_once_it_has_begun(exam, sitting):
    who = sitting.enrolment
    first, second = give(exam, who, attempts=1), give(exam, who, attempts=1)
    sittings.hand_in(sitting, now=after(minutes=1))
    sittings.begin(exam, who, now=after(minutes=2), device=DEVICE)
    # One of the two is left for somebody else’s sake, both are not.
    now = after(minutes=3)
    assert used(exam, first, now=now) == used(exam, second, now=now) == []
    with pytest.raises(managing.UsedError, match="member"):
        take(exam, first, second, now=now)
    assert take(exam, first, now=now) == 1
    assert used(exam, second, now=now) == [Used.ATTEMPT]
    assert find_chance(exam, who, now).allowed == 2


def test_an_attempt_after_the_end_lives_on_what_was_given_after_it(exam, enrolment):
    exam.attempts = 3
    exam.save()
    given = give(exam, enrolment, given_at=after(hours=2), attempts=1)
    sittings.begin(exam, enrolment, now=after(hours=3), device=DEVICE)
    assert used(exam, given, now=after(hours=3)) == [Used.ATTEMPT]


def test_who_has_begun_with_leave_keeps_it(exam, course):
    late = enrol(course, person("newcomer"), joined_at=after(minutes=5))
    given = give(exam, late, may_begin=True)
    assert used(exam, given, now=after(minutes=6)) == []
    sittings.begin(exam, late, now=after(minutes=6), device=DEVICE)
    assert used(exam, given, now=after(minutes=7)) == [Used.BEGUN]
    other = enrol(course, person("another"), joined_at=after(minutes=5))
    take(exam, give(exam, other, may_begin=True))
    assert find_chance(exam, other, after(minutes=6)).bar is Bar.JOINED_LATE


@pytest.mark.parametrize(
    ("given_at", "handed_in", "now", "expected"),
    [
        (1, None, 9, []),
        (1, None, 11, [Used.MINUTES]),  # Would be over a minute ago.
        (1, None, 60, [Used.MINUTES]),  # Was open until then.
        (1, 9, 60, []),
        (1, 12, 60, [Used.MINUTES]),
        (30, None, 60, []),  # Came too late to open anything.
    ],
)
def test_minutes_are_used_once_a_clock_has_run_into_them(
    exam, sitting, given_at, handed_in, now, expected
):
    """Ten minutes of the exam, five that were given."""
    given = give(exam, sitting.enrolment, given_at=after(minutes=given_at), minutes=5)
    if handed_in:
        moment = after(minutes=handed_in)
        ExamSitting.objects.filter(pk=sitting.pk).update(handed_in_at=moment)
    assert used(exam, given, now=after(minutes=now)) == expected


def test_what_500_people_were_given_takes_few_queries(
    staff, course, exam, paper, django_assert_max_num_queries
):
    Enrolment.objects.bulk_create(
        Enrolment(course=course, name=f"Person {n}", joined_at=NOW, changed_at=NOW)
        for n in range(500)
    )
    people = list(Enrolment.objects.order_by("pk"))
    ExamSitting.objects.bulk_create(
        ExamSitting(exam=exam, enrolment=each, number=1, paper=paper, started_at=NOW)
        for each in people
    )
    fields = {"minutes": 5, "attempts": 1, "reason": "Alarm", "by": exam.by, "now": NOW}
    managing.allow(exam, people, **fields)
    address = url(course, exam.pk, "allowances")
    with django_assert_max_num_queries(15):
        staff.open(address)
    [act] = find_given(exam, NOW).acts
    sent = staff.forms()[address].fields | {"acts": str(act.key), "reason": "No alarm"}
    with django_assert_max_num_queries(15):
        staff.client.post(address, sent)
    assert AllowanceTakenBack.objects.count() == 500
