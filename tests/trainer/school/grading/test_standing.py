"""Answers that come after a decision on the same deal get what equal ones got."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.trainer.school.conftest import NOW, enrol, person
from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper, people_on, sit
from tests.trainer.school.grading.test_regrading import accepting, corrected, regrading
from trainer.models import ExamVerdict, PaperItem, Regrade
from trainer.school.exams.judging import judge_over
from trainer.school.grading.deciding import raise_appeal, reject
from trainer.school.grading.evidence import verdicts_on
from trainer.school.grading.regrading import plan_rules
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=3)


@pytest.fixture
def early(exam, course, made):
    """Person 0 misses the first question, person 1 nothing."""
    return sit(exam, people_on(course, 2), made, lambda person, at: person == 1 or at > 0)


@pytest.fixture
def late(early, exam, course, made):
    """Makes sittings of the same paper in another exam, judged after what was decided."""

    def come(said, count=1, exam=exam, made=made):
        again = make_exam(course, exam.paper, title={"en": "Resit"})
        people = [enrol(course, person(f"late {at}")) for at in range(count)]
        sittings = sit(again, people, made, said, judged=False)
        assert judge_over(again, LATER) == count
        return sittings

    return come


def missed(person, at):
    return at > 0


def chain(sitting, item):
    found = ExamVerdict.objects.filter(answer__sitting=sitting, answer__item=item)
    return list(found.order_by("pk"))


def test_an_answer_that_was_accepted_is_right_also_when_it_comes_later(
    early, late, item, teacher, clients, course
):
    accepting(raise_appeal(early[0], item, "?", now=NOW), teacher)
    accepted = chain(early[0], item)[-1]
    sittings = late(missed, 2)
    for sitting in sittings:
        machine, verdict = chain(sitting, item)
        assert (machine.right, machine.regrade) == (False, None)
        assert (verdict.right, verdict.parts) == (True, accepted.parts)
    # One regrade for all of them, which says whose decision it was and when.
    made = Regrade.objects.get(exam=sittings[0].exam)
    assert made.verdicts.count() == 2
    assert (made.by, made.reason, made.decided_at) == (teacher, "Both fit.", NOW)
    assert (made.at, made.changed, made.deal, made.cause) == (LATER, 0, item.deal, "appeal")
    given = verdicts_on(sittings[0], item.pk)
    assert [(each.reason, each.decided_at) for each in given] == [("", None), ("Both fit.", NOW)]
    staff = clients[Standing.INSTRUCTOR]
    pages = (
        reverse("graded-sitting", args=[course.pk, sittings[0].uuid]),
        reverse("regrade", args=[course.pk, made.pk]),
    )
    said = (
        ", before this answer came, and applied to it.",
        "These answers came after the decision of",
    )
    for page, text in zip(pages, said, strict=True):
        assert text in staff.get(page).content.decode()


def test_without_a_decision_the_machine_alone_judges(late, item):
    [sitting] = late(missed)
    assert len(chain(sitting, item)) == 1
    assert not Regrade.objects.exists()


def test_another_wrong_answer_or_another_question_stays_wrong(early, late, item, made, teacher):
    accepting(raise_appeal(early[0], item, "?", now=NOW), teacher)
    [sitting] = late(lambda person, at: at > 1)
    other = PaperItem.objects.get(paper=item.paper, position=2)
    assert [each.right for each in chain(sitting, item)] == [False, True]
    assert [each.right for each in chain(sitting, other)] == [False]


def test_at_a_question_at_fault_whatever_comes_is_right(early, late, item, made, teacher):
    decision = accepting(raise_appeal(early[0], item, "?", now=NOW), teacher, everybody=True)
    assert decision.everybody
    royal = {"kind": "hand", "hand": "royal-flush"}
    made[0].answers[False] = (royal, [])
    [sitting] = late(missed)
    machine, verdict = chain(sitting, item)
    assert machine.answer.given == royal
    assert (machine.right, verdict.right) == (False, True)


def test_a_rejected_appeal_stands_for_nothing(early, late, item, teacher):
    reject(raise_appeal(early[0], item, "?", now=NOW), "No.", by=teacher, now=NOW)
    [sitting] = late(missed)
    assert [each.right for each in chain(sitting, item)] == [False]


def test_of_several_bets_only_what_was_disputed_is_right(exam, early, late, course, made, teacher):
    """The late answer is the whole wrong box; of it one part was accepted."""
    at = next(at for at, each in enumerate(made) if each.deal.drill == "settle-the-box")
    item = PaperItem.objects.get(paper=exam.paper, position=at + 1)
    [other] = sit(exam, [enrol(course, person("third"))], made, lambda person, each: each != at)
    verdict = chain(other, item)[0]
    wrong = [part["name"] for part in verdict.parts if not part["right"]]
    # Only one part of the disputed answer is wrong; the rest of it is as expected.
    parts = [
        part | {"given": part["expected"], "right": True, "code": None, "delta": "0"}
        if part["name"] == wrong[1]
        else part
        for part in verdict.parts
    ]
    ExamVerdict.objects.filter(pk=verdict.pk)._raw_delete("default")
    verdict.pk, verdict.parts, verdict._state.adding = None, parts, True
    verdict.save()
    accepting(raise_appeal(other, item, "?", now=NOW), teacher)
    [sitting] = late(lambda person, each: each != at)
    last = chain(sitting, item)[-1]
    assert not last.right
    assert [part["name"] for part in last.parts if not part["right"]] == wrong[1:]


def test_corrected_rules_judge_what_comes_later_too(course, reference, teacher, late):
    """What is right by the old rules and wrong by the new ones, as of those who were regraded."""
    made = deals_of(reference, (("what-it-pays", "russian-poker"),), each=8)
    exam = make_exam(course, make_paper(course, made, number=2))
    [first] = sit(exam, [enrol(course, person("first"))], made, lambda person, at: True)
    old = made[0].deal.version
    new = corrected(old)
    regrading(course, old, new, teacher)
    [sitting] = late(lambda person, at: True, exam=exam, made=made)
    latest = [
        [chain(each, item)[-1] for item in exam.paper.items.order_by("position")]
        for each in (first, sitting)
    ]
    said = [[(v.version_id, v.right, v.parts) for v in each] for each in latest]
    assert said[0] == said[1]
    assert {version for version, _, _ in said[1]} == {new.pk}
    applied = Regrade.objects.get(exam=sitting.exam)
    assert (applied.old, applied.new, applied.decided_at) == (old, new, NOW)
    assert plan_rules(course, old, new).changes == ()


def test_at_a_question_at_fault_nothing_becomes_wrong_by_corrected_rules(
    course, reference, teacher
):
    made = deals_of(reference, (("what-it-pays", "russian-poker"),), each=8)
    exam = make_exam(course, make_paper(course, made, number=2))
    sittings = sit(exam, people_on(course, 2), made, lambda person, at: person == 1)
    old = made[0].deal.version
    new = corrected(old)

    def of_the_right():
        found = plan_rules(course, old, new).changes
        return {c.current.item: c.right for c in found if c.current.sitting == sittings[1].pk}

    before = of_the_right()
    key = next(item for item, right in before.items() if not right)
    appeal = raise_appeal(sittings[0], PaperItem.objects.get(pk=key), "?", now=NOW)
    accepting(appeal, teacher, everybody=True)
    assert of_the_right() == before | {key: True}
