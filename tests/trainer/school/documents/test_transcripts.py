"""Transcripts: what they say, before and after a review is opened, and in which language."""

from datetime import timedelta

import pytest

from tests.trainer.practice.record.bulk import give_answers
from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import (
    deals_of,
    make_exam,
    make_paper,
    people_on,
    sit,
)
from trainer.models import (
    Allowance,
    AllowanceTakenBack,
    Answer,
    Appeal,
    AppealDecision,
    Exam,
    ExamVerdict,
    Learner,
    Lesson,
    LessonRun,
    Mode,
    Regrade,
    Sitting,
)
from trainer.practice.record.erasing import erase_practice
from trainer.school.documents.transcripts import transcript_of
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
DRILLS = (("what-it-pays", "russian-poker"), ("dealer-qualifies", "casino-holdem"))


@pytest.fixture
def made(reference):
    return deals_of(reference, DRILLS, each=2)


@pytest.fixture
def exam(course, made):
    return make_exam(course, make_paper(course, made))


@pytest.fixture
def sat(exam, enrolment, made):
    """The second question wrong, the last one not answered."""
    said = [True, False, True, None]
    [sitting] = sit(exam, [enrolment], made, lambda person, item: said[item])
    return sitting


@pytest.fixture
def read(clients, url, enrolment):
    def read(language="en"):
        address = url("transcript", enrolment=enrolment.pk, language=language)
        page = clients[Standing.INSTRUCTOR].get(address)
        assert page.status_code == 200
        return page.content.decode()

    return read


def test_it_names_person_course_house_rules_and_every_sitting(read, sat, enrolment, exam):
    html = read()
    for text in (enrolment.name, "Dealing poker", "Reference", "Table test, attempt 1"):
        assert text in html
    assert {each.version.game for each in transcript_of(enrolment).rules} == {
        "russian-poker",
        "casino-holdem",
    }
    assert "2 of 4" in html
    assert html.count('class="to-fill broad"') == 8
    assert html.count(">Signature <") == 2


def test_items_with_given_and_right_answer_and_time(enrolment, sat, made):
    [one] = transcript_of(enrolment).sat
    first, second, third, fourth = one.lines
    assert (first.mark.right, first.right_is) == (True, "")
    assert first.given
    assert second.right_is
    assert second.given != second.right_is
    assert (fourth.given, fourth.mark.elapsed_ms) == ("", None)
    assert third.mark.elapsed_ms == 4020


def test_before_the_review_nothing_right_is_told(read, sat, enrolment):
    Exam.objects.update(review_opened_at=None)
    [one] = transcript_of(enrolment).sat
    assert all((line.given, line.right_is) == ("", "") for line in one.lines)
    html = read()
    assert "The review of this exam is not open." in html
    assert "paper-card" not in html


def test_what_was_allowed_appealed_and_regraded(read, sat, enrolment, exam, course):
    by = course.owner
    allowance = Allowance.objects.create(
        exam=exam, enrolment=enrolment, minutes=5, reason="Fire alarm", by=by, at=NOW
    )
    AllowanceTakenBack.objects.create(allowance=allowance, reason="No fire", by=by, at=NOW)
    item = sat.paper.items.get(position=2)
    regrade = Regrade.objects.create(
        exam=exam, cause="appeal", deal=item.deal, reason="Unclear", changed=1, by=by, at=NOW
    )
    answer = sat.answers.get(item=item)
    ExamVerdict.objects.create(
        answer=answer,
        version=item.deal.version,
        regrade=regrade,
        engine=1,
        right=True,
        parts=[part | {"right": True} for part in answer.verdicts.get().parts],
        created_at=NOW,
    )
    appeal = Appeal.objects.create(sitting=sat, item=item, text="It was right", raised_at=NOW)
    AppealDecision.objects.create(
        appeal=appeal, accepted=True, reason="So it was", regrade=regrade, by=by, at=NOW
    )
    html = read()
    for text in (
        "5 minutes more allowed",
        "Fire alarm",
        "): No fire",
        "appeal on question 2 accepted",
    ):
        assert text in html
    assert "judged anew, Appeal" in html
    assert "3 of 4" in html


def test_the_language_of_the_address_and_no_other(read, sat, clients):
    clients[Standing.INSTRUCTOR].cookies["django_language"] = "ru"
    html = read("uk")
    assert '<html lang="uk"' in html
    assert "Дилер покеру" in html
    assert "Дилер покера" not in html


def practise(enrolment, house, count):
    """A run of a lesson of *count* answers; each took 4 s or 12 s."""
    learner = Learner.objects.get(user=enrolment.user)
    [sitting] = give_answers(learner, house, count, NOW, each=count)
    Sitting.objects.filter(pk=sitting.pk).update(mode=Mode.LESSON, length=count)
    lesson = Lesson.objects.create(
        course=enrolment.course, position=1, title={"en": "Qualifying"}, items=[]
    )
    return LessonRun.objects.create(
        enrolment=enrolment, lesson=lesson, number=1, sitting=sitting, started_at=NOW
    )


def test_hours_practised_without_idle_time(read, enrolment, reference):
    practise(enrolment, reference, 10)
    [lesson] = transcript_of(enrolment).lessons
    assert lesson.ms == 2 * 12_000 + 8 * 4_000
    assert "0:56" in read()


def test_idle_time_is_left_out(enrolment, reference):
    run = practise(enrolment, reference, 3)
    question = run.sitting.questions.last()
    second = question.sitting.questions.create(position=99, deal=question.deal)
    Answer.objects.create(
        question=second,
        given={},
        received_at=NOW + timedelta(minutes=9),
        elapsed_ms=500_000,
        idle_ms=499_000,
    )
    [lesson] = transcript_of(enrolment).lessons
    assert lesson.ms == 12_000 + 2 * 4_000 + 1_000


def test_runs_whose_practice_was_deleted_are_said(read, enrolment, reference):
    run = practise(enrolment, reference, 3)
    # As it was before results said how long a run took.
    LessonRun.objects.filter(pk=run.pk).update(sitting=None, finished_at=NOW)
    html = read()
    assert "deleted by the trainee" in html


def test_hours_stay_when_practice_is_deleted(read, enrolment, reference):
    practise(enrolment, reference, 10)
    erase_practice(Learner.objects.get(user=enrolment.user))
    [lesson] = transcript_of(enrolment).lessons
    assert lesson.ms == 2 * 12_000 + 8 * 4_000
    assert "deleted by the trainee" not in read()


def test_nobody_of_another_course(clients, url, course, enrolment):
    address = url("transcript", enrolment=enrolment.pk + 1, language="en")
    assert clients[Standing.OWNER].get(address).status_code == 404


def test_few_queries_for_one_and_for_the_list_of_five_hundred(
    clients, url, course, sat, exam, made, enrolment, django_assert_max_num_queries
):
    sit(exam, [enrolment], made, lambda person, item: True, number=2)
    people_on(course, 500)
    client = clients[Standing.INSTRUCTOR]
    client.get(url("transcripts"))
    with django_assert_max_num_queries(15):
        client.get(url("transcript", enrolment=enrolment.pk, language="en"))
    with django_assert_max_num_queries(15):
        page = client.get(url("transcripts")).content.decode()
    assert "Page 1 of 11" in page
    assert "Person 499" in client.get(url("transcripts"), {"name": "00499"}).content.decode()
