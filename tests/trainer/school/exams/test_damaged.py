"""A deal whose stored row is damaged: what was answered to it is kept, and every page says so."""

from types import SimpleNamespace

import pytest
from django.db.models import TextField
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone

from rules.versions import live_version
from tests.forms import forms_of
from tests.trainer.school.exams.conftest import DEVICE, after, item_at, right, wrong
from tests.trainer.school.papers.test_checking import alter
from trainer.drills import find_drill
from trainer.drills.stream import Stream
from trainer.models import Deal, ExamAnswer, Navigation, Regrade
from trainer.practice.record.codes import answer_code
from trainer.practice.tables import part_texts
from trainer.school.exams import managing
from trainer.school.exams import sitting as sittings
from trainer.school.exams.attempts import find_attempt
from trainer.school.exams.reviewing import Told, told
from trainer.school.grading.exporting import ExamTable
from trainer.school.grading.facts import find_facts
from trainer.school.grading.questions import find_statistics
from trainer.school.grading.regrading import plan_rules
from trainer.school.grading.scores import Why, score
from trainer.school.grading.standing import find_standing
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
UNREADABLE = "This deal cannot be read any more."


@pytest.fixture
def later(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: after(hours=3))


@pytest.fixture
def meanwhile(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: after(minutes=1))


@pytest.fixture
def reviewed(exam, sitting, later):
    """The first question is damaged after its answer, the second and third after their verdicts
    as well; the fourth is whole and the fifth not answered."""
    for position, answer in ((1, right), (2, right), (3, wrong), (4, right)):
        item = item_at(sitting, position)
        sittings.save(sitting, item, answer(item), now=after(minutes=1), device=DEVICE)
    damage(sitting, 1)
    managing.open_review(exam, now=after(hours=2))
    damage(sitting, 2, 3)
    return sitting


def damage(sitting, *positions):
    for position in positions:
        alter(Deal, item_at(sitting, position).deal_id, spec="{}")


def read(client, name, *args):
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


def test_the_overview_tells_them_from_what_was_not_answered(reviewed, exam, enrolment):
    attempt = find_attempt(enrolment, exam.pk, 1, after(hours=3))
    assert [each for _, each in told(attempt)] == [
        Told.UNJUDGED,
        Told.RIGHT,
        Told.WRONG,
        Told.RIGHT,
        Told.UNANSWERED,
    ]


def test_its_member_reads_that_the_answer_is_kept(reviewed, exam, course, clients):
    member = clients[Standing.MEMBER]
    keys = (course.pk, exam.pk, 1)
    assert ", answered, but the deal cannot be read" in read(member, "sit-attempt", *keys)
    said = (
        (1, "Your answer is kept. It was not judged"),
        (2, "and so is its verdict: right."),
        (3, "and so is its verdict: wrong."),
    )
    for position, text in said:
        page = read(member, "sit-review", *keys, position)
        assert UNREADABLE in page
        assert text in page
        assert "Not answered" not in page
    assert "Not answered. Right is:" in read(member, "sit-review", *keys, 5)
    assert UNREADABLE in read(member, "exam-appeal", *keys, 3)


def test_staff_read_what_was_given(reviewed, course, clients):
    page = read(clients[Standing.INSTRUCTOR], "graded-sitting", course.pk, reviewed.uuid)
    first = page.split('id="q1"')[1].split('id="q2"')[0]
    answer = ExamAnswer.objects.get(item=item_at(reviewed, 1))
    assert UNREADABLE in first
    assert f"What was given is kept: <code>{answer_code(answer.given)}</code>" in first
    assert "This answer could not be judged." in first
    assert "not answered" not in first
    third = page.split('id="q3"')[1].split('id="q4"')[0]
    assert "What was given is kept:" in third
    assert "could not be judged" not in third


def test_the_transcript_says_so_too(reviewed, course, enrolment, clients):
    page = read(clients[Standing.INSTRUCTOR], "transcript", course.pk, enrolment.pk, "en")
    assert page.count("The deal cannot be read any more; what was given is kept.") == 3
    assert page.count("<td>not answered</td>") == 1
    assert page.count("<td>not judged</td>") == 1


def test_a_question_that_could_not_be_judged_is_left_out_of_the_result(
    reviewed, exam, enrolment, course, clients
):
    """Previewed with what it comes to, logged, and seen by everybody whom it concerns."""
    staff, member = clients[Standing.INSTRUCTOR], clients[Standing.MEMBER]
    address = reverse("leave-out", args=[course.pk, reviewed.uuid, 1])
    assert f'href="{address}"' in read(staff, "graded-sitting", course.pk, reviewed.uuid)
    assert score(reviewed).passed is None
    preview = staff.get(address).text
    for text in ("1 answer is left out. 1 sitting gets its result.", "2 of 5", "2 of 4"):
        assert text in preview
    [form] = [each for each in forms_of(preview) if each.action == address]
    assert staff.post(address, form.fields | {"reason": ""}).status_code == 422
    assert staff.post(address, form.fields | {"token": "?", "reason": "?"}).url == address
    assert score(reviewed).passed is None
    for _click in range(2):
        staff.post(address, form.fields | {"reason": "The disk was damaged"})
    made = Regrade.objects.get()
    assert (made.cause, made.changed, made.reason) == ("left-out", 1, "The disk was damaged")
    found = score(reviewed)
    assert (found.passed, found.items.right, found.items.asked) == (False, 2, 4)
    first = read(staff, "graded-sitting", course.pk, reviewed.uuid)
    first = first.split('id="q1"')[1].split('id="q2"')[0]
    for text in ("left out of the result", "Question left out", "The disk was damaged"):
        assert text in first
    assert address not in first
    assert "There is nothing to leave out." in staff.get(address).text
    assert "<td>left out</td>" in read(staff, "regrade", course.pk, made.pk)
    assert "<td>left out</td>" in read(staff, "transcript", course.pk, enrolment.pk, "en")
    *_, row = ExamTable(exam).rows()
    assert row[-5:] == ("NA", 1, 0, 1, "unanswered")
    attempt = find_attempt(enrolment, exam.pk, 1, after(hours=3))
    assert told(attempt)[0] == (1, Told.LEFT_OUT)
    keys = (course.pk, exam.pk, 1)
    assert "left out of your result" in read(member, "sit-review", *keys, 1)
    assert ", left out</span>" in read(member, "sit-attempt", *keys)
    assert member.get(reverse("exam-appeal", args=[*keys, 1])).status_code == 404
    assert sum(each.asked for each in find_statistics(exam).kinds) == 4
    find_facts(exam)
    # What is decided afterwards does not touch it.
    item = item_at(reviewed, 1)
    assert find_standing(course.pk, {item.deal_id}) == {}


def test_a_deal_that_is_whole_again_shows_its_answer_as_not_judged(
    exam, sitting, later, course, clients
):
    """Its row was put back after the sitting had been judged."""
    item = item_at(sitting, 1)
    sittings.save(sitting, item, right(item), now=after(minutes=1), device=DEVICE)
    spec = Deal.objects.annotate(text=Cast("spec", TextField())).get(pk=item.deal_id).text
    damage(sitting, 1)
    managing.open_review(exam, now=after(hours=2))
    alter(Deal, item.deal_id, spec=spec)
    page = read(clients[Standing.MEMBER], "sit-review", course.pk, exam.pk, 1, 1)
    assert "Your answer is kept and was not judged. Right is:" in page


def test_a_question_that_was_left_out_stays_so_when_its_deal_is_whole_again(
    exam, sitting, later, course, enrolment, clients
):
    item, staff = item_at(sitting, 1), clients[Standing.INSTRUCTOR]
    sittings.save(sitting, item, right(item), now=after(minutes=1), device=DEVICE)
    spec = Deal.objects.annotate(text=Cast("spec", TextField())).get(pk=item.deal_id).text
    damage(sitting, 1)
    managing.open_review(exam, now=after(hours=2))
    address = reverse("leave-out", args=[course.pk, sitting.uuid, 1])
    [form] = [each for each in forms_of(staff.get(address).text) if each.action == address]
    staff.post(address, form.fields | {"reason": "The disk was damaged"})
    alter(Deal, item.deal_id, spec=spec)
    assert score(sitting).items.asked == len(sitting.paper.items.all()) - 1
    page = read(clients[Standing.MEMBER], "sit-review", course.pk, exam.pk, 1, 1)
    assert "This question is left out of your result. Right is:" in page
    assert "left out of the result" in read(staff, "graded-sitting", course.pk, sitting.uuid)
    assert "<td>left out</td>" in read(staff, "transcript", course.pk, enrolment.pk, "en")
    # Nor do corrected rules judge it.
    plan = plan_rules(course, item.deal.version, item.deal.version)
    assert (plan.changes, plan.unjudged) == ((), 0)


def test_what_was_left_out_has_no_words_of_its_parts(reference):
    drill, rules = (
        find_drill("which-hand-wins"),
        live_version(reference, "russian-poker", after()).ruleset,
    )
    deal = drill.deal(Stream(bytes(32), "left out"), rules, 3)
    ask = drill.question(deal, rules)
    assert ask.also
    assert part_texts(SimpleNamespace(parts=[]), deal, ask) == []


@pytest.mark.parametrize("navigation", [Navigation.FREE, Navigation.FORWARD])
def test_while_it_is_sat_one_gets_past_it(exam, sitting, navigation, course, meanwhile, clients):
    exam.navigation = navigation
    exam.save()
    member, keys = clients[Standing.MEMBER], (course.pk, exam.pk, 1)
    damage(sitting, 1)
    page = read(member, "sit-question", *keys, 1)
    assert UNREADABLE in page
    assert "So this question cannot be answered." in page
    here, beyond = (reverse("sit-question", args=[*keys, at]) for at in (1, 2))
    asked = member.get(here, headers={"HX-Request": "true"})
    assert asked.headers["HX-Redirect"] == here
    given = member.post(here, {"choice": "left"})
    assert (given.status_code, given.url) == (303, here)
    on = member.post(here, {"skip": "1"})
    assert (on.status_code, on.url) == (303, beyond)
    assert UNREADABLE not in read(member, "sit-question", *keys, 2)
    assert not ExamAnswer.objects.exists()


def test_while_it_is_sat_what_was_saved_is_said_to_be_kept(
    exam, sitting, course, meanwhile, clients
):
    item = item_at(sitting, 1)
    sittings.save(sitting, item, right(item), now=after(seconds=9), device=DEVICE)
    damage(sitting, 1)
    page = read(clients[Standing.MEMBER], "sit-question", course.pk, exam.pk, 1, 1)
    assert "The answer that you saved is kept." in page


def test_what_nobody_could_answer_is_held_against_nobody(exam, sitting, course, later, clients):
    for position in (1, 2, 3, 4):
        item = item_at(sitting, position)
        sittings.save(sitting, item, right(item), now=after(minutes=1), device=DEVICE)
    damage(sitting, 5)
    managing.open_review(exam, now=after(hours=2))
    found = score(sitting)
    assert found.passed
    assert (found.items.right, found.items.asked) == (4, 5)
    assert sum(share.asked for share in found.abilities.values()) == 4
    page = read(clients[Standing.INSTRUCTOR], "graded-sitting", course.pk, sitting.uuid)
    assert "It was not answered, and counts in no ability." in page


def test_a_paper_that_cannot_be_read_at_all_is_not_passed(exam, sitting):
    damage(sitting, 1, 2, 3, 4, 5)
    managing.open_review(exam, now=after(hours=2))
    assert [reason.why for reason in score(sitting).reasons] == [Why.NOTHING_ASKED]
