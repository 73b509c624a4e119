"""Pages of grading: what they tell, to whom, and at the price of how many queries."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils.html import escape

from tests.trainer.school.conftest import NOW, signed_in
from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper, people_on, sit
from tests.trainer.school.grading.test_regrading import corrected
from trainer.models import (
    Allowance,
    Appeal,
    AppealDecision,
    Course,
    Enrolment,
    Exam,
    ExamEvent,
    ExamSitting,
    ExamVerdict,
    Lesson,
    LessonRun,
    PaperItem,
    Pause,
    Regrade,
)
from trainer.school.grading import marks
from trainer.school.grading.deciding import raise_appeal
from trainer.school.grading.scores import score
from trainer.school.passing import Ability, PassRules
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
QUERIES = 15


@pytest.fixture(autouse=True)
def _past(monkeypatch, course):
    """Everything of the cast lies before now."""
    from django.utils import timezone

    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=1))


@pytest.fixture
def teacher(clients):
    return clients[Standing.INSTRUCTOR]


@pytest.fixture
def owner(clients):
    return clients[Standing.OWNER]


@pytest.fixture
def member(clients):
    return clients[Standing.MEMBER]


@pytest.fixture
def sitting(exam, enrolment, made):
    """Of the member: the first question is wrong, the second unanswered."""
    said = {0: False, 1: None}
    [sitting] = sit(exam, [enrolment], made, lambda person, at: said.get(at, True))
    return sitting


def page(client, name, *args, status=200, **query):
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == status
    return response.getvalue().decode()


# --- reading ---------------------------------------------------------------------------------


def test_a_cell_leads_to_the_sitting_item_by_item(teacher, course, exam, sitting):
    book = page(teacher, "gradebook", course.pk)
    url = reverse("graded-sitting", args=[course.pk, sitting.uuid])
    assert f'href="{url}"' in book
    text = page(teacher, "graded-sitting", course.pk, sitting.uuid)
    assert text.count("<h3>") == 8
    assert "not answered" in text
    assert "6 of 8" in text


def test_a_lesson_cell_leads_to_its_run(teacher, course, enrolment):
    lesson = Lesson.objects.create(course=course, position=1, title={"en": "Reading"})
    run = LessonRun.objects.create(
        enrolment=enrolment, lesson=lesson, number=1, started_at=NOW, passed=True
    )
    assert reverse("graded-run", args=[course.pk, run.pk]) in page(teacher, "gradebook", course.pk)
    assert "deleted the practice" in page(teacher, "graded-run", course.pk, run.pk)


def test_nothing_is_told_of_a_sitting_under_way(teacher, course, exam, enrolment, made):
    exam.closes_at = NOW + timedelta(days=1)
    exam.minutes = 600
    exam.save()
    [sitting] = sit(exam, [enrolment], made, lambda person, at: True, judged=False)
    text = page(teacher, "graded-sitting", course.pk, sitting.uuid)
    assert "not over or not judged" in text
    assert "<h3>" not in text
    assert "Not judged yet" in page(teacher, "exam-results", course.pk, exam.pk)


def test_results_say_why_somebody_does_not_pass(teacher, course, exam, sitting):
    text = page(teacher, "graded-sitting", course.pk, sitting.uuid)
    assert "Hand reading: 0 of 2 right, needed are 95 %." in text
    results = page(teacher, "exam-results", course.pk, exam.pk)
    assert "1 unanswered" in results
    assert "Not passed" in results


def test_a_question_leads_to_its_cards(teacher, course, exam, enrolment, made):
    sit(exam, [enrolment, *people_on(course, 1)], made, lambda person, at: person > 0)
    url = reverse("paper-item", args=[course.pk, exam.paper.number, 8])
    assert f'href="{url}"' in page(teacher, "exam-questions", course.pk, exam.pk)


def test_an_exam_without_a_sitting(teacher, course, exam, enrolment):
    for name in ("exam-results", "exam-questions", "exam-facts"):
        text = page(teacher, name, course.pk, exam.pk)
        assert "NaN" not in text
        assert "100 %" not in text.replace("100 % or", "")
    assert "absent" in page(teacher, "exam-results", course.pk, exam.pk)


def test_over_sittings_are_judged_when_results_are_asked_for(
    teacher, course, exam, enrolment, made
):
    [sitting] = sit(exam, [enrolment], made, lambda person, at: True, judged=False)
    ExamSitting.objects.update(handed_in_at=NOW)
    assert "8 of 8" in page(teacher, "exam-results", course.pk, exam.pk)
    sitting.refresh_from_db()
    assert sitting.judged_at is not None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gradebook", "100"),
        ("gradebook-csv", ",100,1,0"),
        ("exam-csv", ",1,8,8,0,"),
        ("exam-json", '"right": 8'),
        ("exam-questions", "100 %"),
        ("exam-facts", ""),
        ("graded-sitting", "<h3>"),
    ],
)
def test_whose_time_ran_out_is_judged_whatever_is_asked_first(
    teacher, course, exam, enrolment, made, name, told
):
    """They never came back to their own page."""
    [sitting] = sit(exam, [enrolment], made, lambda person, at: True, judged=False)
    where = {"graded-sitting": [sitting.uuid]}
    args = where.get(name, [] if name.startswith("gradebook") else [exam.pk])
    assert told in page(teacher, name, course.pk, *args)
    sitting.refresh_from_db()
    assert sitting.judged_at is not None


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_a_name_is_text_everywhere(teacher, course, exam, enrolment, sitting, language):
    name = "<img src=x onerror=alert(1)>"
    Enrolment.objects.update(name=name)
    teacher.cookies["django_language"] = language
    appeal = raise_appeal(
        sitting, PaperItem.objects.get(paper=exam.paper, position=1), name, now=NOW
    )
    for url in (
        reverse("gradebook", args=[course.pk]),
        reverse("exam-results", args=[course.pk, exam.pk]),
        reverse("graded-sitting", args=[course.pk, sitting.uuid]),
        reverse("appeals", args=[course.pk]),
        reverse("appeal", args=[course.pk, appeal.pk]),
        reverse("appeal-accept", args=[course.pk, appeal.pk]),
    ):
        text = teacher.get(url).content.decode()
        assert name not in text
        assert escape(name) in text


def test_things_of_another_course_are_not_there(owner, course, exam, sitting, reference):
    other = Course.objects.create(
        title={"en": "Other"},
        house=reference,
        owner=course.owner,
        join_code="OTHERONE",
        created_at=NOW,
    )
    item = PaperItem.objects.get(paper=exam.paper, position=1)
    appeal = raise_appeal(sitting, item, "?", now=NOW)
    regrade = Regrade.objects.create(exam=exam, cause="appeal", reason="", changed=0, at=NOW)
    lesson = Lesson.objects.create(course=course, position=1)
    run = LessonRun.objects.create(
        enrolment=sitting.enrolment, lesson=lesson, number=1, started_at=NOW
    )
    for name, key in (
        ("exam-results", exam.pk),
        ("exam-questions", exam.pk),
        ("exam-facts", exam.pk),
        ("exam-csv", exam.pk),
        ("exam-json", exam.pk),
        ("exam-passing", exam.pk),
        ("graded-sitting", sitting.uuid),
        ("graded-run", run.pk),
        ("appeal", appeal.pk),
        ("appeal-accept", appeal.pk),
        ("regrade", regrade.pk),
    ):
        page(owner, name, course.pk, key)
        page(owner, name, other.pk, key, status=404)


def test_files_are_named_and_marked(teacher, course, exam, sitting):
    Enrolment.objects.update(name="=cmd")
    for name, args in (("gradebook-csv", [course.pk]), ("exam-csv", [course.pk, exam.pk])):
        response = teacher.get(reverse(name, args=args), {"separator": "semicolon"})
        text = b"".join(response.streaming_content).decode()
        assert text.startswith("\ufeffnumber;name;state;")
        assert ";'=cmd;" in text
        assert re.fullmatch(r'attachment; filename="[\w-]+\.csv"', response["Content-Disposition"])
    data = teacher.get(reverse("exam-json", args=[course.pk, exam.pk])).json()
    assert data["people"][0]["attempts"][0]["items"][0]["right"] is False


# --- appeals ---------------------------------------------------------------------------------


def appeal_url(course, exam, position=1, number=1):
    return reverse("exam-appeal", args=[course.pk, exam.pk, number, position])


def test_a_member_appeals_once(member, course, exam, sitting):
    url = appeal_url(course, exam)
    assert "Send the appeal" in member.get(url).content.decode()
    assert member.post(url, {"text": " "}).status_code == 422
    for _ in range(2):
        assert member.post(url, {"text": "It is a flush."}).status_code in (200, 303)
    [appeal] = Appeal.objects.all()
    assert (appeal.sitting, appeal.text) == (sitting, "It is a flush.")
    text = member.get(url).content.decode()
    assert "It is a flush." in text
    assert "Send the appeal" not in text


def review(client, course, exam, position):
    return page(client, "sit-review", course.pk, exam.pk, 1, position)


def test_the_opened_review_leads_to_the_appeal(member, course, exam, sitting):
    """From a wrong answer; not from one that is right or missing."""
    assert "Dispute this verdict" in review(member, course, exam, 1)
    for position in (2, 3):
        text = review(member, course, exam, position)
        assert "Dispute this verdict" not in text
        assert "/appeal/" not in text
    member.post(appeal_url(course, exam), {"text": "It is a flush."})
    assert "Your appeal" in review(member, course, exam, 1)


@pytest.mark.parametrize("position", [2, 3, 99])
def test_only_a_wrong_answer_can_be_disputed(member, course, exam, sitting, position):
    """The second question was not answered, the third is right, the last does not exist."""
    assert member.get(appeal_url(course, exam, position)).status_code == 404
    assert member.post(appeal_url(course, exam, position), {"text": "?"}).status_code == 404
    assert not Appeal.objects.exists()


def test_before_the_review_nothing_can_be_disputed(member, course, exam, sitting):
    for opened in (None, NOW + timedelta(days=1)):
        Exam.objects.update(review_opened_at=opened)
        assert member.get(appeal_url(course, exam)).status_code == 404
        assert member.post(appeal_url(course, exam), {"text": "?"}).status_code == 404


def test_nobody_disputes_for_somebody_else(course, exam, sitting):
    [other] = people_on(course, 1)
    client = signed_in(other.user)
    assert client.get(appeal_url(course, exam)).status_code == 404


@pytest.fixture
def appeal(sitting, exam):
    item = PaperItem.objects.get(paper=exam.paper, position=1)
    return raise_appeal(sitting, item, "It is a flush.", now=NOW)


def test_staff_see_the_evidence_and_reject_with_a_reason(teacher, member, course, exam, appeal):
    url = reverse("appeal", args=[course.pk, appeal.pk])
    text = teacher.get(url).content.decode()
    assert "It is a flush." in text
    assert appeal.item.deal.sha256 in text
    assert "Verdicts so far" in text
    assert teacher.post(url, {"reason": ""}).status_code == 422
    assert teacher.post(url, {"reason": "Four hearts only."}).status_code == 303
    assert teacher.post(url, {"reason": "Once more"}).status_code == 303
    assert AppealDecision.objects.get().reason == "Four hearts only."
    assert "Four hearts only." in member.get(appeal_url(course, exam)).content.decode()


def token_in(text):
    return re.search(r'name="token" value="(\w+)"', text)[1]


def test_staff_accept_what_was_previewed(teacher, member, course, exam, appeal, sitting):
    url = reverse("appeal-accept", args=[course.pk, appeal.pk]) + "?scope=same"
    text = teacher.get(url).content.decode()
    assert "1 answer gets another verdict." in text
    assert not AppealDecision.objects.exists()
    assert not Regrade.objects.exists()
    assert teacher.post(url, {"token": token_in(text), "reason": ""}).status_code == 422
    given = {"token": token_in(text), "reason": "Both fit."}
    for _ in range(2):
        response = teacher.post(url, given)
        assert response.status_code == 303
    assert Regrade.objects.count() == AppealDecision.objects.count() == 1
    assert score(sitting).items.right == 7
    assert "Both fit." in member.get(appeal_url(course, exam)).content.decode()
    assert "judged anew" in page(teacher, "graded-sitting", course.pk, sitting.uuid)
    regrade = Regrade.objects.get()
    assert "Both fit." in page(teacher, "regrades", course.pk)
    assert "Person" not in page(teacher, "regrade", course.pk, regrade.pk)
    assert sitting.enrolment.name in page(teacher, "regrade", course.pk, regrade.pk)


def test_another_token_writes_nothing(teacher, course, appeal):
    url = reverse("appeal-accept", args=[course.pk, appeal.pk])
    response = teacher.post(url, {"token": "0" * 64, "reason": "Both fit."}, follow=True)
    assert "Something has changed since you looked." in response.content.decode()
    assert not Regrade.objects.exists()


# --- corrected rules -------------------------------------------------------------------------


def test_corrected_rules_are_previewed_and_confirmed_once(teacher, course, reference):
    made = deals_of(reference, (("what-it-pays", "russian-poker"),), each=6)
    exam = make_exam(course, make_paper(course, made, number=2))
    sittings = sit(exam, people_on(course, 2), made, lambda person, at: True)
    old = made[0].deal.version
    new = corrected(old)
    assert "see what changes" in page(teacher, "regrade-rules", course.pk).lower()
    url = reverse("regrade-rules", args=[course.pk]) + f"?old={old.pk}&new={new.pk}"
    text = teacher.get(url).content.decode()
    assert "Person 000" in text
    assert "<b>Not passed</b>" in text
    assert not Regrade.objects.exists()
    given = {"token": token_in(text), "reason": "The plate was wrong."}
    for _ in range(2):
        assert teacher.post(url, given).status_code == 303
    assert Regrade.objects.count() == 1
    assert ExamVerdict.objects.count() == 24
    assert score(sittings[0]).passed is False
    assert "No answer is judged by these rules now." in teacher.get(url).content.decode()


def test_versions_of_two_games_are_no_correction(teacher, course, exam, sitting, made):
    versions = {each.deal.version.game: each.deal.version for each in made}
    old, new = versions["russian-poker"], versions["casino-holdem"]
    url = reverse("regrade-rules", args=[course.pk])
    response = teacher.get(url, {"old": old.pk, "new": new.pk})
    assert response.status_code == 422
    assert "same house and game" in response.content.decode()
    assert teacher.get(url, {"old": old.pk, "new": old.pk}).status_code == 422
    assert teacher.get(url, {"old": "x", "new": 0}).status_code == 422


# --- pass rules ------------------------------------------------------------------------------


def rules_posted(percent=50, **fields):
    return dict.fromkeys(Ability, percent) | {"critical_allowed": 0} | fields


def test_a_course_has_its_own_rules(owner, course, exam, enrolment):
    url = reverse("course-passing", args=[course.pk])
    assert "proposal" in owner.get(url).content.decode()
    assert owner.post(url, rules_posted(101)).status_code == 422
    assert owner.post(url, rules_posted(50, same_hand_missed=2)).status_code == 303
    course.refresh_from_db()
    rules = PassRules.from_data(course.passing)
    assert set(rules.percents.values()) == {50}
    assert (rules.same_hand_missed, rules.pace_percent) == (2, None)
    owner.post(url, {"usual": "1"})
    course.refresh_from_db()
    assert course.passing == {}


def test_an_exam_that_was_begun_keeps_its_rules(owner, course, exam, sitting):
    before = score(sitting).passed
    owner.post(reverse("course-passing", args=[course.pk]), rules_posted(0))
    assert score(sitting).passed is before is False


def test_who_passes_otherwise_is_shown_before_the_rules_of_an_exam_change(
    owner, course, exam, sitting
):
    url = reverse("exam-passing", args=[course.pk, exam.pk])
    text = owner.post(url, rules_posted(0)).content.decode()
    assert sitting.enrolment.name in text
    exam.refresh_from_db()
    assert exam.passing == {}
    assert owner.post(url, rules_posted(0, confirmed=1)).status_code == 303
    assert score(sitting).passed is True


# --- five hundred people ---------------------------------------------------------------------


@pytest.fixture
def crowd(course, exam, made, reference):
    """500 people with lessons, two exams and all that is noted beside them."""
    people = people_on(course, 500)
    sit(exam, people, made, lambda p, at: None if (p + at) % 11 == 0 else (p * at) % 3 > 0)
    own = deals_of(reference, (("recall", "russian-poker"),), each=2)
    other = make_exam(course, make_paper(course, own, number=2))
    sit(other, people[:400], own, lambda person, at: True)
    title = {"en": "Reading"}
    lessons = [Lesson.objects.create(course=course, position=at, title=title) for at in (1, 2)]
    LessonRun.objects.bulk_create(
        LessonRun(
            enrolment=each,
            lesson=lesson,
            number=1,
            started_at=NOW,
            finished_at=NOW,
            passed=at % 2 == 0,
        )
        for at, each in enumerate(people)
        for lesson in lessons
    )
    sittings = list(ExamSitting.objects.filter(exam=exam))
    wrong = ExamVerdict.objects.filter(answer__sitting__exam=exam, right=False).order_by("pk")
    Appeal.objects.bulk_create(
        Appeal(sitting_id=sitting, item_id=item, text="?", raised_at=NOW)
        for sitting, item in wrong.values_list("answer__sitting", "answer__item")[:60]
    )
    ExamEvent.objects.bulk_create(
        ExamEvent(sitting=sitting, kind="late", at=NOW) for sitting in sittings
    )
    Allowance.objects.bulk_create(
        Allowance(exam=exam, enrolment=each, minutes=5, reason="?", at=NOW, by=course.owner)
        for each in people
    )
    Pause.objects.create(exam=exam, began_at=NOW, ended_at=NOW, by=course.owner)
    return people


def test_no_page_costs_more_than_a_few_queries(
    crowd, teacher, owner, course, exam, django_assert_max_num_queries
):
    # Of a game whose bet is paid by a table.
    appeals = Appeal.objects.filter(item__deal__version__game="russian-poker")
    appeal = appeals.earliest("pk")
    version, sitting = appeal.item.deal.version, appeal.sitting
    addresses = [
        (name, reverse(name, args=args))
        for name, args in (
            ("gradebook", [course.pk]),
            ("gradebook-csv", [course.pk]),
            ("exam-results", [course.pk, exam.pk]),
            ("exam-csv", [course.pk, exam.pk]),
            ("exam-json", [course.pk, exam.pk]),
            ("exam-questions", [course.pk, exam.pk]),
            ("exam-facts", [course.pk, exam.pk]),
            ("graded-sitting", [course.pk, sitting.uuid]),
            ("appeals", [course.pk]),
            ("appeal", [course.pk, appeal.pk]),
            ("appeal-accept", [course.pk, appeal.pk]),
            ("regrades", [course.pk]),
        )
    ]
    new = corrected(version)
    rules = reverse("regrade-rules", args=[course.pk])
    addresses.append(("regrade-rules", f"{rules}?old={version.pk}&new={new.pk}"))
    # Asked of SQLite once a process.
    assert connection.features.supports_json_field
    # The first page of a day notes that somebody was there.
    for client in (teacher, owner):
        page(client, "regrades", course.pk)
    for name, address in addresses:
        marks._KNOWN.clear()
        with django_assert_max_num_queries(QUERIES, info=name):
            response = teacher.get(address)
            assert response.status_code == 200, name
            b"".join(response) if response.streaming else response.content
    text = teacher.get(addresses[-1][1]).content.decode()
    teacher.post(addresses[-1][1], {"token": token_in(text), "reason": "?"})
    regrade = Regrade.objects.latest("pk")
    with django_assert_max_num_queries(QUERIES, info="regrade"):
        page(teacher, "regrade", course.pk, regrade.pk)
    with django_assert_max_num_queries(QUERIES, info="exam-passing"):
        url = reverse("exam-passing", args=[course.pk, exam.pk])
        assert owner.post(url, rules_posted(0)).status_code == 200
