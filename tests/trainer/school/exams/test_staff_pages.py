"""Exams as staff make, watch and end them."""

from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.apps import apps

from tests.trainer.school.conftest import NOW, enrol, person
from tests.trainer.school.exams.conftest import DEVICE, after, item_at, right, stored, url
from trainer.models import (
    Allowance,
    Appeal,
    Enrolment,
    EnrolmentState,
    Exam,
    ExamSitting,
    ExamVerdict,
    Learner,
    Navigation,
    Pause,
)
from trainer.school.exams import managing
from trainer.school.exams import sitting as sittings
from trainer.school.exams.chances import find_chance
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


def fields(chosen, /, **changed):
    return {
        "title_en": "Final",
        "paper": chosen.pk,
        "one_paper": "one",
        "opens_at": "2100-03-28T01:30",
        "closes_at": "2100-03-28T05:30",
        "minutes": 40,
        "grace_seconds": 10,
        "attempts": 2,
        "navigation": "forward",
    } | changed


def test_an_exam_is_made_with_dates_of_the_editors_zone(staff, course, paper, people):
    Learner.objects.filter(user=people[Standing.INSTRUCTOR]).update(time_zone="Europe/Kyiv")
    staff.open(url(course, "new"))
    assert "Europe/Kyiv" in staff.page
    staff.submit(url(course, "new"), **fields(paper))
    exam = Exam.objects.get()
    assert staff.url == url(course, exam.pk)
    # The clocks go forward between the two.
    assert exam.opens_at == datetime(2100, 3, 27, 23, 30, tzinfo=UTC)
    assert exam.closes_at == datetime(2100, 3, 28, 2, 30, tzinfo=UTC)
    assert (exam.paper, exam.blueprint, exam.by) == (
        paper,
        paper.blueprint,
        people[Standing.INSTRUCTOR],
    )
    assert exam.navigation == Navigation.FORWARD
    staff.open(url(course, exam.pk, "edit"))
    assert 'value="2100-03-28T01:30"' in staff.page
    staff.submit(url(course, exam.pk, "edit"), **fields(paper, one_paper="own", minutes=50))
    exam.refresh_from_db()
    assert (exam.paper, exam.minutes, exam.one_paper) == (None, 50, False)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"opens_at": "2100-03-28T03:30"}, "2100-03-28 03:30:00 couldn’t be interpreted"),
        ({"closes_at": "2100-03-28T01:00"}, "An exam closes after it opens."),
        ({"paper": ""}, "Choose a paper."),
        ({"minutes": "0"}, "Ensure this value is greater than or equal to 1."),
        ({"title_en": ""}, "Write the text in at least one language."),
    ],
)
def test_what_is_no_exam_is_refused(staff, course, paper, people, changed, said):
    """One of the times is skipped by the clocks of the editor’s zone."""
    Learner.objects.filter(user=people[Standing.INSTRUCTOR]).update(time_zone="Europe/Kyiv")
    staff.open(url(course, "new"))
    staff.submit(url(course, "new"), **fields(paper, **changed))
    assert said in staff.page
    assert not Exam.objects.exists()


def test_what_a_sitting_counts_on_is_changed_no_more(staff, course, exam, paper, sitting):
    staff.open(url(course, exam.pk, "edit"))
    posted = fields(paper, minutes=5, one_paper="own", opens_at="2100-01-01T10:00")
    staff.submit(url(course, exam.pk, "edit"), **posted | {"closes_at": "2100-01-02T10:00"})
    exam.refresh_from_db()
    assert (exam.minutes, exam.one_paper, exam.opens_at, exam.navigation) == (
        10,
        True,
        NOW,
        "free",
    )
    assert (exam.attempts, exam.title) == (2, exam.title | {"en": "Final"})


def test_an_exam_that_has_ended_is_not_opened_again(staff, course, exam, paper, sitting, at):
    at(hours=2)
    staff.open(url(course, exam.pk, "edit"))
    staff.submit(url(course, exam.pk, "edit"), **fields(paper))
    assert "An exam that has ended is not opened again" in staff.page


def test_a_review_that_told_nothing_is_shut_again_where_the_exam_is_moved(
    staff, course, exam, enrolment, paper, at
):
    at(hours=2)
    staff.open(url(course, exam.pk))
    staff.submit(url(course, exam.pk, "review"), open="yes")
    staff.open(url(course, exam.pk, "edit"))
    staff.submit(url(course, exam.pk, "edit"), **fields(paper))
    exam.refresh_from_db()
    assert (exam.review_opened_at, exam.review_first_opened_at) == (None, None)
    assert not find_chance(exam, enrolment, exam.opens_at).fresh


def test_who_sits_and_who_has_handed_in(staff, course, exam, sitting, at):
    item = item_at(sitting, 1)
    sittings.save(sitting, item, right(item), now=after(minutes=1), device=DEVICE)
    enrol(course, person("absent"))
    at(minutes=4)
    staff.open(url(course, exam.pk))
    for text in ("member", "under way", "1/5", "6:00", "absent", "not begun"):
        assert text in staff.page
    sittings.hand_in(sitting, now=after(minutes=4))
    staff.open(url(course, exam.pk))
    assert "handed in" in staff.page


def test_time_and_attempts_are_given_with_a_reason(staff, course, exam, enrolment, people):
    address = url(course, exam.pk, "allow")
    staff.open(address)
    staff.submit(address, people=[enrolment.pk], minutes="10", attempts="1", reason="Dyslexia")
    found = Allowance.objects.get()
    assert (found.minutes, found.attempts, found.reason) == (10, 1, "Dyslexia")
    assert (found.enrolment, found.by, found.at) == (enrolment, people[Standing.INSTRUCTOR], NOW)
    assert "Given to 1 person." in staff.page
    assert "10 min, +1 attempt (Dyslexia)" in staff.page


def test_a_whole_class_is_given_time_with_one_tick(staff, course, exam, enrolment):
    others = [enrol(course, person(f"person {n}")) for n in range(3)]
    for number, state in enumerate((EnrolmentState.PAUSED, EnrolmentState.REMOVED)):
        enrol(course, person(f"gone {number}"), state=state)
    address = url(course, exam.pk, "allow")
    staff.open(address)
    assert "Everybody who is on the course now" in staff.page
    # Who is ticked besides gets it once.
    chosen = {"everybody": "on", "people": [others[0].pk], "minutes": "10", "reason": "Alarm"}
    staff.submit(address, **chosen)
    assert "Given to 4 people." in staff.page
    given = Allowance.objects.order_by("enrolment").values_list("enrolment", "minutes")
    assert list(given) == [(each.pk, 10) for each in (enrolment, *others)]


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"minutes": "", "attempts": "0"}, "Give minutes or attempts, or let them begin."),
        ({"reason": ""}, "This field is required."),
        ({"people": []}, "Choose at least one person."),
    ],
)
def test_nothing_is_given_to_nobody(staff, course, exam, enrolment, posted, said):
    address = url(course, exam.pk, "allow")
    staff.open(address)
    whole = {"people": [enrolment.pk], "minutes": "5", "attempts": "", "reason": "ill"} | posted
    staff.submit(address, **whole)
    assert said in staff.page
    assert not Allowance.objects.exists()


def test_who_joined_after_the_opening_is_listed_and_let_in(staff, course, exam, enrolment, at):
    late = enrol(course, person("newcomer"), joined_at=after(minutes=5))
    at(minutes=6)
    staff.open(url(course, exam.pk))
    listed = staff.page.split("Joined after the opening")[1].split("</section>")[0]
    assert "newcomer, joined" in listed
    assert "member" not in listed
    address = f"{url(course, exam.pk, 'allow')}?person={late.pk}&begin=1"
    assert address.replace("&", "&amp;") in listed
    staff.open(address)
    assert 'name="may_begin" id="id_may_begin" checked' in staff.page
    posted = {"may_begin": "on", "reason": "Moved here from the evening course"}
    staff.submit(url(course, exam.pk, "allow"), **posted)
    found = Allowance.objects.get()
    assert (found.enrolment, found.may_begin, found.minutes, found.attempts) == (late, True, 0, 0)
    assert "Joined after the opening" not in staff.page
    assert "may begin (Moved here" in staff.page


def test_people_of_another_course_get_nothing(staff, course, exam, enrolment, reference, people):
    other = course.__class__.objects.create(
        title={"en": "Other"},
        house=reference,
        owner=people[Standing.OWNER],
        join_code="OTHERCOD",
        created_at=NOW,
    )
    stranger = enrol(other, person("stranger"))
    address = url(course, exam.pk, "allow")
    staff.open(address)
    staff.submit(address, people=[stranger.pk], minutes="5", reason="ill")
    assert not Allowance.objects.exists()
    assert staff.client.get(url(other, exam.pk)).status_code == 404


def test_an_incident_pauses_the_exam_once(staff, course, exam, sitting, at):
    address = url(course, exam.pk)
    staff.open(address)
    staff.submit(address + "pause/", reason="Fire alarm")
    staff.post(address + "pause/", reason="Fire alarm")
    assert Pause.objects.count() == 1
    at(minutes=9)
    staff.open(address)
    assert "Fire alarm" in staff.page
    staff.submit(address + "resume/")
    assert Pause.objects.get().ended_at == after(minutes=9)
    for address in (url(course), url(course, exam.pk)):
        staff.open(address)
        assert "13:09" in staff.page
        assert "planned for 13:00, moved by a pause" in staff.page


def test_the_review_opens_when_nobody_sits_any_more_and_judges_everybody(
    staff, course, exam, sitting, at
):
    item = item_at(sitting, 1)
    sittings.save(sitting, item, right(item), now=after(minutes=1), device=DEVICE)
    address = url(course, exam.pk)
    staff.post(address + "review/", open="yes")
    assert Exam.objects.get().review_opened_at is None
    at(hours=1)
    staff.open(address)
    staff.submit(address + "review/", open="yes")
    assert Exam.objects.get().review_opened_at == after(hours=1)
    assert ExamVerdict.objects.get().right
    staff.open(url(course, exam.pk, "allow"))
    staff.submit(
        url(course, exam.pk, "allow"), people=[sitting.enrolment_id], minutes="5", reason="ill"
    )
    assert "The review is open, so the answers are known" in staff.page
    staff.open(address)
    staff.submit(address + "review/", open="no")
    assert Exam.objects.get().review_opened_at is None
    assert Exam.objects.get().review_first_opened_at == after(hours=1)
    assert "so the answers are known. No more time can be given" in staff.page


def test_a_page_of_500_people_asks_few_queries(
    staff, course, exam, paper, django_assert_max_num_queries
):
    Enrolment.objects.bulk_create(
        Enrolment(course=course, name=f"Person {n}", joined_at=NOW, changed_at=NOW)
        for n in range(500)
    )
    people = list(Enrolment.objects.all())
    ExamSitting.objects.bulk_create(
        ExamSitting(exam=exam, enrolment=each, number=1, paper=paper, started_at=NOW)
        for each in people
    )
    Allowance.objects.bulk_create(
        Allowance(exam=exam, enrolment=each, minutes=1, reason="ill", at=NOW) for each in people
    )
    for address in (url(course), url(course, exam.pk), url(course, exam.pk, "allow")):
        with django_assert_max_num_queries(15):
            staff.open(address)
    assert "Person 499" in staff.page


def another(exam, **changed):
    """A second exam on the same paper."""
    fields = {"opens_at": exam.opens_at, "closes_at": after(hours=5), "minutes": 30} | changed
    return managing.make_exam(
        exam.course, exam.paper, by=exam.by, now=NOW, title=exam.title, one_paper=True, **fields
    )


def test_the_review_waits_for_who_sits_the_same_paper_in_another_exam(
    exam, sitting, course, people
):
    other = another(exam)
    second = enrol(course, people[Standing.TRAINEE])
    sittings.begin(other, second, now=after(minutes=50), device=DEVICE)
    with pytest.raises(managing.SatElsewhereError):
        managing.open_review(exam, now=after(minutes=61))
    managing.open_review(exam, now=after(minutes=81))
    exam.refresh_from_db()
    assert exam.review_opened_at == after(minutes=81)


def test_no_time_is_given_once_another_exam_tells_the_answers(exam, sitting, course, people):
    other = another(exam, closes_at=after(minutes=40))
    second = enrol(course, people[Standing.TRAINEE])
    sittings.begin(other, second, now=after(minutes=5), device=DEVICE)
    managing.open_review(other, now=after(minutes=45))
    given = {"minutes": 90, "attempts": 0, "reason": "?", "by": exam.by, "now": after(minutes=46)}
    with pytest.raises(managing.AnswersKnownError):
        managing.allow(exam, [sitting.enrolment], **given)
    assert not Allowance.objects.exists()
    managing.allow(exam, [sitting.enrolment], **given | {"minutes": 0, "attempts": 1})
    assert Allowance.objects.get().attempts == 1


def test_what_a_review_has_told_stays_told_when_it_is_closed(exam, sitting, course):
    """No more minutes, no sitting that opens again; a further attempt on a fresh paper."""
    managing.open_review(exam, now=after(hours=2))
    managing.close_review(exam)
    managing.open_review(exam, now=after(hours=3))
    managing.close_review(exam)
    exam.refresh_from_db()
    assert exam.review_first_opened_at == after(hours=2)
    judged_at = stored(sitting).judged_at
    given = {"minutes": 300, "attempts": 0, "reason": "?", "by": exam.by, "now": after(hours=4)}
    with pytest.raises(managing.AnswersKnownError):
        managing.allow(exam, [sitting.enrolment], **given)
    assert stored(sitting).judged_at == judged_at
    assert not Allowance.objects.exists()
    managing.allow(exam, [sitting.enrolment], **given | {"minutes": 0, "attempts": 1})
    chance = find_chance(exam, sitting.enrolment, after(hours=4))
    assert (chance.bar, chance.fresh) == (None, True)


def test_grace_opens_no_sitting_again_once_the_answers_are_told(staff, course, exam, sitting, at):
    managing.open_review(exam, now=after(hours=1))
    managing.close_review(exam)
    exam.refresh_from_db()
    fields = {name: getattr(exam, name) for name in managing.FIXED if name != "paper"}
    fields |= {"closes_at": exam.closes_at, "grace_seconds": 120}
    with pytest.raises(managing.GraceKnownError):
        managing.change_exam(exam, exam.paper, fields, now=after(hours=1))
    at(hours=1)
    staff.open(url(course, exam.pk, "edit"))
    staff.submit(url(course, exam.pk, "edit"), grace_seconds="120", title_en="Renamed")
    exam.refresh_from_db()
    assert (exam.grace_seconds, exam.title["en"]) == (10, "Renamed")


def test_the_migration_finds_reviews_that_were_open(exam, sitting, paper):
    migration = import_module("trainer.migrations.0006_decisions_that_stand")
    opened, never = another(exam), another(exam)
    Exam.objects.filter(pk=opened.pk).update(review_opened_at=after(hours=6))
    for position, hours in ((1, 9), (2, 8)):
        item = item_at(sitting, position)
        Appeal.objects.create(sitting=sitting, item=item, text="?", raised_at=after(hours=hours))
    migration.reviews_that_were_open(apps, None)
    first = dict(Exam.objects.values_list("pk", "review_first_opened_at"))
    assert first == {exam.pk: after(hours=8), opened.pk: after(hours=6), never.pk: None}


def test_a_paper_that_another_exam_is_over_on_is_not_sat_again(exam, sitting, course, people):
    other = another(exam)
    second = enrol(course, people[Standing.TRAINEE])
    assert not find_chance(other, second, after(minutes=59)).fresh
    begun = sittings.begin(other, second, now=after(minutes=61), device=DEVICE)
    assert begun.paper != sitting.paper
    assert begun.paper.blueprint == sitting.paper.blueprint


def test_an_exam_of_own_papers_is_changed_also_when_its_pattern_was_sat_elsewhere(
    staff, course, exam, paper, enrolment, at
):
    own = managing.make_exam(
        course,
        paper,
        by=exam.by,
        now=NOW,
        title=exam.title,
        one_paper=False,
        opens_at=NOW,
        closes_at=after(hours=5),
    )
    sittings.begin(own, enrolment, now=NOW, device=DEVICE)
    sittings.begin(exam, enrolment, now=NOW, device=DEVICE)
    address = url(course, own.pk, "edit")
    staff.open(address)
    staff.submit(address, title_en="Renamed")
    own.refresh_from_db()
    assert own.title["en"] == "Renamed"
