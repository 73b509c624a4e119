"""One sitting an attempt; the last answer before the deadline counts; nothing is lost."""

from datetime import timedelta

import pytest

from tests.trainer.school.conftest import NOW, enrol, person
from tests.trainer.school.exams.conftest import (
    DEVICE,
    OTHER_DEVICE,
    PLAN,
    after,
    item_at,
    right,
    stored,
    wrong,
)
from trainer.models import (
    Allowance,
    Enrolment,
    Exam,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
    Navigation,
    Pause,
)
from trainer.school.courses.services import archive_course
from trainer.school.exams import managing
from trainer.school.exams import sitting as sittings
from trainer.school.exams.chances import Bar, find_chance
from trainer.school.exams.clock import deadline
from trainer.school.papers.making import make_paper

pytestmark = pytest.mark.django_db


def save(sitting, position, given=None, now=None, **more):
    item = item_at(sitting, position)
    answer = given or right(item)
    more = {"device": DEVICE} | more
    return sittings.save(sitting, item, answer, now=now or after(minutes=1), **more)


def events(sitting):
    return list(sitting.events.order_by("pk").values_list("kind", "device"))


# --- begin -----------------------------------------------------------------------------------


def test_an_attempt_begins_once(exam, enrolment, sitting):
    again = sittings.begin(exam, enrolment, now=after(minutes=2), device=DEVICE)
    assert again == sitting
    assert again.started_at == NOW
    assert events(sitting) == [("begun", DEVICE)]
    assert sitting.paper == exam.paper


def test_another_browser_goes_on_with_the_same_sitting_and_is_noted_once(exam, enrolment, sitting):
    for minutes in (1, 2):
        sittings.begin(exam, enrolment, now=after(minutes=minutes), device=OTHER_DEVICE)
    assert events(sitting) == [("begun", DEVICE), ("resumed", OTHER_DEVICE)]


def test_what_staff_changed_since_the_page_was_read_holds(exam, enrolment, course):
    other = make_paper(
        course, PLAN, title={"en": "Other"}, seed=b"\6" * 32, by=course.owner, now=NOW
    )
    read = Exam.objects.get(pk=exam.pk)
    Exam.objects.filter(pk=exam.pk).update(paper=other)
    assert sittings.begin(read, enrolment, now=NOW, device=DEVICE).paper == other


def test_a_review_opened_since_the_page_was_read_gives_a_fresh_paper(exam, enrolment, sitting):
    """Somebody begins in the last moment, and the review is open before they have the paper."""
    late, read = enrol(exam.course, person("late")), Exam.objects.get(pk=exam.pk)
    Enrolment.objects.filter(pk=late.pk).update(joined_at=after(days=-1))
    managing.open_review(exam, now=after(hours=1))
    begun = sittings.begin(read, late, now=after(minutes=59), device=DEVICE)
    assert begun.paper != exam.paper
    assert begun.paper.blueprint == exam.blueprint


@pytest.mark.parametrize(
    ("now", "bar"), [(after(seconds=-1), Bar.NOT_YET), (after(hours=1), Bar.CLOSED)]
)
def test_outside_of_its_time_none_begins(exam, enrolment, now, bar):
    with pytest.raises(sittings.CannotBeginError) as caught:
        sittings.begin(exam, enrolment, now=now, device=DEVICE)
    assert caught.value.bar is bar
    assert not ExamSitting.objects.exists()


def test_in_a_course_that_is_over_none_begins_and_who_has_begun_goes_on(
    exam, enrolment, course, sitting
):
    archive_course(course, now=after(minutes=1))
    exam = Exam.objects.get(pk=exam.pk)
    allow(exam, enrolment, attempts=1)
    assert find_chance(exam, enrolment, after(minutes=2)).under_way == sitting
    save(sitting, 1, now=after(minutes=2))
    sittings.hand_in(sitting, now=after(minutes=3))
    with pytest.raises(sittings.CannotBeginError) as caught:
        sittings.begin(exam, enrolment, now=after(minutes=4), device=DEVICE)
    assert caught.value.bar is Bar.CLOSED


def test_in_a_pause_none_begins(exam, enrolment):
    Pause.objects.create(exam=exam, began_at=NOW)
    with pytest.raises(sittings.PausedError):
        sittings.begin(exam, enrolment, now=after(minutes=1), device=DEVICE)


def test_who_joined_after_the_opening_begins_the_one_paper_only_when_allowed(exam, course):
    late = enrol(course, person("late"), joined_at=after(seconds=1))
    with pytest.raises(sittings.CannotBeginError) as caught:
        sittings.begin(exam, late, now=after(minutes=1), device=DEVICE)
    assert caught.value.bar is Bar.JOINED_LATE
    allow(exam, late, attempts=1)
    assert find_chance(exam, late, after(minutes=1)).bar is Bar.JOINED_LATE
    allow(exam, late, may_begin=True)
    assert sittings.begin(exam, late, now=after(minutes=1), device=DEVICE).paper == exam.paper
    assert find_chance(exam, late, after(minutes=2)).allowed == 2


def test_papers_of_their_own_and_fresh_ones_are_begun_also_by_newcomers(exam, course):
    late = enrol(course, person("late"), joined_at=after(seconds=1))
    allow(exam, late, attempts=1, at=after(hours=2))
    chance = find_chance(exam, late, after(hours=3))
    assert (chance.bar, chance.fresh) == (None, True)
    exam.one_paper, exam.paper = False, None
    exam.save()
    assert find_chance(exam, late, after(minutes=1)).bar is None


def test_a_pause_over_the_closing_time_costs_nobody_the_chance(exam, enrolment, course):
    """Ten minutes before the closing to twenty after it: ten minutes are left after it."""
    managing.pause(exam, reason="fire", by=exam.by, now=after(minutes=50))
    assert find_chance(exam, enrolment, after(minutes=75)).bar is Bar.PAUSED
    with pytest.raises(managing.StillSatError):
        managing.open_review(exam, now=after(minutes=75))
    managing.resume(exam, now=after(minutes=80))
    begun = sittings.begin(exam, enrolment, now=after(minutes=89), device=DEVICE)
    assert begun.paper == exam.paper
    assert deadline(begun) == after(minutes=99)
    other = enrol(course, person("too late"))
    chance = find_chance(exam, other, after(minutes=90))
    assert (chance.bar, chance.window.closes_at) == (Bar.CLOSED, after(minutes=90))
    with pytest.raises(managing.StillSatError):
        managing.open_review(exam, now=after(minutes=91))
    managing.open_review(exam, now=after(minutes=100))


def test_there_are_as_many_attempts_as_set_and_each_further_one_has_a_fresh_paper(
    exam, enrolment, sitting
):
    sittings.hand_in(sitting, now=after(minutes=3))
    with pytest.raises(sittings.CannotBeginError) as caught:
        sittings.begin(exam, enrolment, now=after(minutes=4), device=DEVICE)
    assert caught.value.bar is Bar.NO_ATTEMPT_LEFT
    allow(exam, enrolment, attempts=1)
    second = sittings.begin(exam, enrolment, now=after(minutes=4), device=DEVICE)
    assert (second.number, second.paper.blueprint) == (2, sitting.paper.blueprint)
    assert second.paper != sitting.paper
    assert not set(deals(second.paper)) & set(deals(sitting.paper))


def test_an_attempt_given_after_the_end_may_be_begun_after_the_end(exam, enrolment):
    allow(exam, enrolment, attempts=1, at=after(hours=2))
    chance = find_chance(exam, enrolment, after(hours=3))
    assert (chance.bar, chance.fresh) == (None, True)
    late = sittings.begin(exam, enrolment, now=after(hours=3), device=DEVICE)
    sittings.hand_in(late, now=after(hours=3, minutes=1))
    assert find_chance(exam, enrolment, after(hours=4)).bar is Bar.CLOSED


def test_papers_of_their_own_are_of_equal_blueprint(exam, enrolment, course):
    exam.one_paper, exam.paper = False, None
    exam.save()
    other = enrol(course, person("another"))
    papers = [
        sittings.begin(exam, each, now=NOW, device=DEVICE).paper for each in (enrolment, other)
    ]
    assert [paper.blueprint for paper in papers] == [exam.blueprint] * 2
    assert [paper.items.count() for paper in papers] == [5, 5]
    assert not set(deals(papers[0])) & set(deals(papers[1]))
    assert papers[0].seed != papers[1].seed


def deals(paper):
    return paper.items.values_list("deal__spec", flat=True)


def allow(exam, enrolment, at=NOW, **what):
    Allowance.objects.create(exam=exam, enrolment=enrolment, reason="ill", at=at, **what)


# --- save ------------------------------------------------------------------------------------


def test_an_answer_is_stored_with_its_time_and_browser(sitting):
    item = item_at(sitting, 2)
    sittings.show(sitting, item, now=after(seconds=30))
    sittings.show(sitting, item, now=after(seconds=50))
    answer = save(sitting, 2)
    assert (answer.number, answer.elapsed_ms, answer.device) == (1, 30_000, DEVICE)
    assert answer.given == right(item).to_data()
    assert answer.received_at == after(minutes=1)


def test_the_same_once_more_is_one_answer_and_another_is_a_new_one(sitting):
    """O-SESS-01, O-SESS-02."""
    item = item_at(sitting, 1)
    for _ in range(3):
        save(sitting, 1, wrong(item))
    save(sitting, 1, right(item))
    save(sitting, 1, right(item))
    save(sitting, 1, wrong(item))
    given = ExamAnswer.objects.order_by("number").values_list("number", "given")
    assert list(given) == [
        (1, wrong(item).to_data()),
        (2, right(item).to_data()),
        (3, wrong(item).to_data()),
    ]


@pytest.mark.parametrize(("seconds", "taken"), [(600, True), (610, True), (611, False)])
def test_what_comes_within_the_grace_counts_and_later_nothing(sitting, seconds, taken):
    """O-SESS-04."""
    if taken:
        assert save(sitting, 1, now=after(seconds=seconds)).number == 1
        return
    for _ in range(2):
        with pytest.raises(sittings.LateError):
            save(sitting, 1, now=after(seconds=seconds))
    assert not ExamAnswer.objects.exists()
    late = sitting.events.get(kind=ExamEvent.Kind.LATE)
    assert (late.item.position, late.device, late.at) == (1, DEVICE, after(seconds=611))


def test_more_time_counts_before_during_and_after(exam, enrolment, sitting):
    allow(exam, enrolment, minutes=5, at=after(hours=-1))
    assert save(sitting, 1, now=after(minutes=14)).number == 1
    with pytest.raises(sittings.LateError):
        save(sitting, 2, now=after(minutes=16))
    allow(exam, enrolment, minutes=5, at=after(minutes=16))
    assert save(sitting, 2, now=after(minutes=16)).number == 1


def test_after_the_hand_in_nothing_is_taken(sitting):
    save(sitting, 1)
    handed = sittings.hand_in(sitting, now=after(minutes=2), device=DEVICE)
    assert handed.handed_in_at == after(minutes=2)
    assert sittings.hand_in(sitting, now=after(minutes=3)).handed_in_at == after(minutes=2)
    with pytest.raises(sittings.HandedInError):
        save(sitting, 1, wrong(item_at(sitting, 1)))
    assert ExamAnswer.objects.count() == 1
    assert [kind for kind, _ in events(sitting)] == ["begun", "handed-in", "late"]


def test_too_late_to_hand_in_keeps_what_was_saved(sitting):
    save(sitting, 1)
    with pytest.raises(sittings.LateError):
        sittings.hand_in(sitting, now=after(minutes=11))
    assert stored(sitting).handed_in_at is None
    assert ExamAnswer.objects.count() == 1


def test_in_a_pause_only_what_was_on_its_way_is_taken(exam, sitting):
    pause = Pause.objects.create(exam=exam, began_at=after(minutes=9))
    assert save(sitting, 1, now=after(minutes=9, seconds=10)).number == 1
    with pytest.raises(sittings.PausedError):
        save(sitting, 2, now=after(minutes=9, seconds=11))
    pause.ended_at = after(minutes=29)
    pause.save()
    assert save(sitting, 2, now=after(minutes=30, seconds=10)).number == 1
    with pytest.raises(sittings.LateError):
        save(sitting, 3, now=after(minutes=30, seconds=11))


def test_an_item_of_another_paper_takes_no_answer(sitting, exam, course):
    other = sittings.begin(exam, enrol(course, person("another")), now=NOW, device=DEVICE)
    allow(exam, other.enrolment, attempts=1)
    sittings.hand_in(other, now=NOW)
    second = sittings.begin(exam, other.enrolment, now=NOW + timedelta(1e-4), device=DEVICE)
    item = item_at(second, 1)
    with pytest.raises(sittings.NotReachableError):
        sittings.save(sitting, item, right(item), now=after(minutes=1), device=DEVICE)
    assert not ExamAnswer.objects.exists()


# --- navigation ------------------------------------------------------------------------------


def test_back_and_forth_every_item_can_be_answered_and_the_place_is_kept(sitting):
    """O-SESS-05."""
    for position in (3, 1, 4):
        sittings.show(sitting, item_at(sitting, position), now=after(seconds=position))
        save(sitting, position)
    assert stored(sitting).place == 4
    assert ExamAnswer.objects.count() == 3


def test_forward_only_what_is_shown_can_be_answered(exam, sitting):
    exam.navigation = Navigation.FORWARD
    exam.save()
    sitting.exam.refresh_from_db()
    save(sitting, 1)
    save(sitting, 1, wrong(item_at(sitting, 1)), go_on=True)
    assert stored(sitting).place == 2
    for position in (1, 3):
        with pytest.raises(sittings.NotReachableError):
            save(stored(sitting), position)
        with pytest.raises(sittings.NotReachableError):
            sittings.show(stored(sitting), item_at(sitting, position), now=after(minutes=1))
    sittings.skip(stored(sitting), item_at(sitting, 2), now=after(minutes=1))
    save(stored(sitting), 3)
    answers = ExamAnswer.objects.values_list("item__position", "number")
    assert sorted(answers) == [(1, 1), (1, 2), (3, 1)]


def test_a_saved_answer_costs_two_statements(sitting, django_assert_num_queries):
    item, given = item_at(sitting, 1), right(item_at(sitting, 1))
    sittings.show(sitting, item, now=NOW)
    # The other two open and close the transaction.
    with django_assert_num_queries(4):
        sittings.save(sitting, item, given, now=after(minutes=1), device=DEVICE)
