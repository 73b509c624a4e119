"""Appeals and corrected rules: previewed, written once, and never over what was there."""

from datetime import timedelta

import pytest
from django.db.models import F

from rules.models import Draft, DraftPayRow
from rules.versions import publish
from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper, people_on, sit
from trainer.models import AppealDecision, ExamVerdict, PaperItem, Regrade
from trainer.school.grading.deciding import (
    AlreadyDoneError,
    OutdatedPlanError,
    SittingsWaitError,
    accept,
    raise_appeal,
    regrade,
    reject,
)
from trainer.school.grading.regrading import plan_appeal, plan_rules
from trainer.school.grading.scores import score

pytestmark = pytest.mark.django_db


@pytest.fixture
def sittings(exam, course, made):
    """Persons 0 and 1 miss the first question with the same answer, 2 has all right."""
    return sit(exam, people_on(course, 3), made, lambda person, at: person == 2 or at > 0)


@pytest.fixture
def appeal(sittings, item):
    return raise_appeal(sittings[0], item, "It is a straight, too.", now=NOW)


def answered_otherwise(sitting, item, given):
    """The sitting’s wrong answer to *item* becomes another wrong one."""
    verdict = ExamVerdict.objects.get(answer__sitting=sitting, answer__item=item)
    parts = [part | {"given": given} for part in verdict.parts]
    answer = verdict.answer
    # As if it had been stored so; rows that are written once have no update.
    type(answer).objects.filter(pk=answer.pk)._raw_delete("default")
    ExamVerdict.objects.filter(pk=verdict.pk)._raw_delete("default")
    answer.pk = verdict.pk = None
    answer._state.adding = verdict._state.adding = True
    answer.given = given
    answer.save()
    verdict.answer, verdict.parts = answer, parts
    verdict.save()


def accepting(appeal, teacher, everybody=False, token=None):
    if token is None:
        token = plan_appeal(appeal, everybody=everybody).token
    return accept(appeal, "Both fit.", everybody=everybody, token=token, by=teacher, now=NOW)


# --- appeals ---------------------------------------------------------------------------------


def test_a_second_appeal_is_the_first(appeal, sittings, item):
    assert raise_appeal(sittings[0], item, "Again", now=NOW) == appeal


def test_who_gave_the_same_answer_is_right_too(appeal, sittings, teacher):
    before = ExamVerdict.objects.count()
    plan = plan_appeal(appeal, everybody=False)
    assert [outcome.sitting for outcome in plan.outcomes] == sittings[:2]
    assert all(outcome.turns for outcome in plan.outcomes)
    assert ExamVerdict.objects.count() == before
    decision = accepting(appeal, teacher)
    assert [score(sitting).passed for sitting in sittings] == [True, True, True]
    assert (decision.accepted, decision.by, decision.reason) == (True, teacher, "Both fit.")
    assert (decision.regrade.changed, decision.regrade.cause) == (2, "appeal")
    assert decision.regrade.deal == appeal.item.deal


def test_nothing_is_overwritten(appeal, sittings, item, teacher):
    [first] = ExamVerdict.objects.filter(answer__sitting=sittings[0], answer__item=item)
    accepting(appeal, teacher)
    old, new = ExamVerdict.objects.filter(answer=first.answer).order_by("pk")
    assert (old.right, old.parts, old.regrade) == (False, first.parts, None)
    assert (new.right, new.regrade.by) == (True, teacher)
    assert new.parts[0]["given"] == old.parts[0]["given"]
    assert (new.parts[0]["code"], new.parts[0]["delta"]) == (None, "0")


def test_another_wrong_answer_stays_wrong(appeal, sittings, item, teacher):
    answered_otherwise(sittings[1], item, {"kind": "hand", "hand": "royal-flush"})
    accepting(appeal, teacher)
    assert [score(sitting).passed for sitting in sittings] == [True, False, True]


def test_a_question_at_fault_is_right_for_everybody(appeal, sittings, item, teacher):
    answered_otherwise(sittings[1], item, {"kind": "hand", "hand": "royal-flush"})
    accepting(appeal, teacher, everybody=True)
    assert [score(sitting).passed for sitting in sittings] == [True, True, True]


def test_of_several_bets_only_the_disputed_ones_become_right(exam, course, made, teacher):
    """Person 0 disputes; person 1 has given the same in one bet and something else in another."""
    at = next(at for at, each in enumerate(made) if each.deal.drill == "settle-the-box")
    item = PaperItem.objects.get(paper=exam.paper, position=at + 1)
    sittings = sit(exam, people_on(course, 2), made, lambda person, other: other != at)
    verdict = ExamVerdict.objects.get(answer__sitting=sittings[1], answer__item=item)
    wrong = [part["name"] for part in verdict.parts if not part["right"]]
    assert len(wrong) == 2
    other = [
        part | ({"given": {"kind": "amount", "amount": "1"}} if part["name"] == wrong[1] else {})
        for part in verdict.parts
    ]
    ExamVerdict.objects.filter(pk=verdict.pk)._raw_delete("default")
    verdict.pk, verdict.parts, verdict._state.adding = None, other, True
    verdict.save()
    accepting(raise_appeal(sittings[0], item, "?", now=NOW), teacher)
    after = ExamVerdict.objects.filter(answer=verdict.answer).latest("pk")
    assert not after.right
    assert [part["name"] for part in after.parts if not part["right"]] == wrong[1:]


def test_every_exam_with_the_deal_is_regraded(appeal, course, exam, made, teacher):
    again = make_exam(course, exam.paper)
    [later] = sit(again, [appeal.sitting.enrolment], made, lambda person, at: at > 0)
    accepting(appeal, teacher)
    assert score(later).passed is True
    assert set(Regrade.objects.values_list("exam", "changed")) == {(exam.pk, 2), (again.pk, 1)}


def test_confirming_twice_writes_once(appeal, teacher):
    token = plan_appeal(appeal, everybody=False).token
    accepting(appeal, teacher, token=token)
    count = ExamVerdict.objects.count()
    with pytest.raises(AlreadyDoneError):
        accepting(appeal, teacher, token=token)
    with pytest.raises(AlreadyDoneError):
        reject(appeal, "No.", by=teacher, now=NOW)
    assert ExamVerdict.objects.count() == count
    assert Regrade.objects.count() == AppealDecision.objects.count() == 1


def test_what_was_not_previewed_is_not_written(appeal, exam, course, made, teacher):
    token = plan_appeal(appeal, everybody=False).token
    [enrolment] = people_on_again(course)
    sit(exam, [enrolment], made, lambda person, at: at > 0)
    with pytest.raises(OutdatedPlanError):
        accepting(appeal, teacher, token=token)
    assert not AppealDecision.objects.exists()
    assert not Regrade.objects.exists()


def people_on_again(course):
    from tests.trainer.school.conftest import enrol, person

    return [enrol(course, person("late"))]


def test_while_somebody_still_sits_nothing_is_regraded(appeal, exam, course, made, teacher):
    sit(exam, people_on_again(course), made, lambda person, at: at > 0, judged=False)
    assert plan_appeal(appeal, everybody=False).waiting == 1
    with pytest.raises(SittingsWaitError):
        accepting(appeal, teacher)


def test_rejecting_changes_no_verdict(appeal, sittings, teacher):
    decision = reject(appeal, "Look at the kicker.", by=teacher, now=NOW)
    assert (decision.accepted, decision.regrade) == (False, None)
    assert score(sittings[0]).passed is False


def test_of_two_appeals_the_second_finds_it_right_already(appeal, sittings, item, teacher):
    second = raise_appeal(sittings[1], item, "So do I.", now=NOW)
    accepting(appeal, teacher)
    assert plan_appeal(second, everybody=False).changes == ()
    decision = accepting(second, teacher)
    assert (decision.accepted, decision.regrade) == (True, None)


# --- corrected rules -------------------------------------------------------------------------


@pytest.fixture
def pay_exam(course, reference):
    """Eight bets of Russian poker."""
    made = deals_of(reference, (("what-it-pays", "russian-poker"),), each=8)
    exam = make_exam(course, make_paper(course, made, number=2))
    exam.made = made
    return exam


def corrected(version):
    """The next version, in which the bet pays twice as much."""
    draft = Draft.objects.get(house=version.house, game=version.game)
    rows = DraftPayRow.objects.filter(draft=draft, table="bet")
    rows.update(pays_numerator=2 * F("pays_numerator"))
    return publish(draft, None, now=NOW + timedelta(days=1))


@pytest.fixture
def all_right(pay_exam, course):
    return sit(pay_exam, people_on(course, 2), pay_exam.made, lambda person, at: True)


def regrading(course, old, new, teacher, token=None):
    token = token or plan_rules(course, old, new).token
    return regrade(course, old, new, "The plate was wrong.", token=token, by=teacher, now=NOW)


def test_corrected_rules_judge_every_answer_anew(all_right, course, pay_exam, teacher):
    old = pay_exam.made[0].deal.version
    new = corrected(old)
    plan = plan_rules(course, old, new)
    assert len(plan.changes) == 16
    assert 0 < plan.changed < 16, "some bets are not paid by the table"
    assert [outcome.after.passed for outcome in plan.turning] == [False, False]
    [made] = regrading(course, old, new, teacher)
    assert (made.cause, made.old, made.new, made.changed) == ("rules", old, new, plan.changed)
    assert made.verdicts.count() == 16
    assert set(made.verdicts.values_list("version", flat=True)) == {new.pk}
    assert [score(sitting).passed for sitting in all_right] == [False, False]


def test_regrading_twice_writes_once(all_right, course, pay_exam, teacher):
    old = pay_exam.made[0].deal.version
    new = corrected(old)
    token = plan_rules(course, old, new).token
    regrading(course, old, new, teacher, token)
    with pytest.raises(AlreadyDoneError):
        regrading(course, old, new, teacher, token)
    assert Regrade.objects.count() == 1
    assert ExamVerdict.objects.count() == 32


def test_what_an_appeal_has_granted_stays_granted(course, pay_exam, teacher):
    """The bet whose answer was accepted is wrong under either version."""
    [sitting] = sit(pay_exam, people_on(course, 1), pay_exam.made, lambda person, at: False)
    item = PaperItem.objects.get(paper=pay_exam.paper, position=1)
    accepting(raise_appeal(sitting, item, "?", now=NOW), teacher)
    old = pay_exam.made[0].deal.version
    regrading(course, old, corrected(old), teacher)
    assert score(sitting).items.right == 1
    latest = ExamVerdict.objects.filter(answer__item=item).latest("pk")
    assert latest.right
    assert latest.regrade.cause == "rules"


def test_rules_without_such_a_drill_judge_nothing(all_right, course, pay_exam, monkeypatch):
    from trainer.drills import find_drill

    old = pay_exam.made[0].deal.version
    new = corrected(old)
    monkeypatch.setattr(type(find_drill("what-it-pays")), "offers", lambda self, rules: False)
    plan = plan_rules(course, old, new)
    assert (plan.changes, plan.unjudged) == ((), 16)


def test_other_courses_are_left_alone(all_right, course, pay_exam, teacher):
    old = pay_exam.made[0].deal.version
    new = corrected(old)
    course.pk, course.join_code = None, "OTHERONE"
    course.save()
    assert plan_rules(course, old, new).changes == ()
