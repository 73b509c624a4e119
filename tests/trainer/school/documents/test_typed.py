"""Answers of a printed paper are typed in: named if they cannot be read, judged like others."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.trainer.answering import fields_of
from tests.trainer.school.conftest import NOW, enrol, person
from tests.trainer.school.documents.conftest import KINDS
from tests.trainer.school.grading.test_regrading import accepting
from trainer.drills import find_drill
from trainer.models import EnrolmentState, Exam, ExamAnswer, ExamSitting, ExamVerdict
from trainer.school.documents.drafts import Draft
from trainer.school.documents.typed import (
    Bar,
    CannotTypeError,
    Entry,
    UnreadableError,
    exams_on,
    type_in,
)
from trainer.school.exams import sitting as sittings
from trainer.school.grading.deciding import raise_appeal
from trainer.school.grading.scores import score
from trainer.school.papers.blueprints import Blueprint
from trainer.school.papers.making import make_paper
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


def items_of(paper):
    items = paper.items.select_related("deal__version__house")
    return list(items.order_by("position"))


def right_fields(item):
    """As a form posts them for that question on a page of many."""
    deal, rules = item.deal.value, item.deal.version.ruleset
    drill = find_drill(item.deal.drill)
    fields = fields_of(drill.expected(deal, rules), drill.question(deal, rules))
    return {f"{item.position}.{name}": values for name, values in fields.items()}


def entries_of(paper, answered=lambda item: True):
    found = []
    for item in items_of(paper):
        fields = right_fields(item) if answered(item) else {}
        names = {name.partition(".")[2]: values for name, values in fields.items()}
        found.append(Entry(item, names))
    return found


def typed(exam, paper, enrolment, people, entries, now=NOW):
    by = people[Standing.INSTRUCTOR]
    return type_in(exam, paper, enrolment, entries, sat_at=now, by=by, now=now)


def test_what_was_right_on_paper_is_right_and_its_time_counts_nowhere(
    exam, paper, enrolment, people
):
    sitting = typed(exam, paper, enrolment, people, entries_of(paper))
    assert sitting.typed_by == people[Standing.INSTRUCTOR]
    assert (sitting.number, sitting.handed_in_at, sitting.judged_at) == (1, NOW, NOW)
    found = score(sitting)
    assert (found.items.asked, found.items.right) == (len(KINDS), len(KINDS))
    assert found.passed is True
    assert found.pace is None


def test_an_empty_question_is_not_answered(exam, paper, enrolment, people):
    sitting = typed(exam, paper, enrolment, people, entries_of(paper, lambda i: i.position > 2))
    assert score(sitting).items.unanswered == 2
    assert ExamVerdict.objects.count() == len(KINDS) - 2


def test_nothing_is_written_while_something_cannot_be_read(exam, paper, enrolment, people):
    entries = entries_of(paper)
    item = next(item for item in items_of(paper) if item.deal.drill == "mental-tables")
    entries[item.position - 1] = Entry(item, {"amount": ["many"]})
    assert "“many” is not an amount" in entries[item.position - 1].problem
    with pytest.raises(UnreadableError):
        typed(exam, paper, enrolment, people, entries)
    assert not ExamSitting.objects.exists()


def test_the_same_paper_or_one_attempt_too_many_or_one_under_way_is_refused(
    exam, paper, enrolment, people, course
):
    typed(exam, paper, enrolment, people, [])
    with pytest.raises(CannotTypeError) as refused:
        typed(exam, paper, enrolment, people, [])
    assert refused.value.bar is Bar.SAME_PAPER
    fresh = make_paper(course, _plan(exam), title={}, seed=b"\6" * 32, by=course.owner, now=NOW)
    with pytest.raises(CannotTypeError) as refused:
        typed(exam, fresh, enrolment, people, [])
    assert refused.value.bar is Bar.NO_ATTEMPT_LEFT
    other = enrol(course, person("at a screen"))
    sittings.begin(exam, other, now=NOW, device="a" * 64)
    with pytest.raises(CannotTypeError) as refused:
        typed(exam, paper, other, people, [])
    assert refused.value.bar is Bar.UNDER_WAY


def test_what_was_answered_after_a_review_had_told_the_answers_is_refused(
    exam, paper, enrolment, people, course
):
    typed(exam, paper, enrolment, people, entries_of(paper))
    Exam.objects.update(review_first_opened_at=NOW + timedelta(hours=1))
    other = enrol(course, person("on paper"))
    with pytest.raises(CannotTypeError) as refused:
        typed(exam, paper, other, people, [], now=NOW + timedelta(hours=1))
    assert refused.value.bar is Bar.TOLD
    assert typed(exam, paper, other, people, [], now=NOW + timedelta(minutes=59))


def test_what_an_appeal_has_made_right_is_right_also_when_it_is_typed_in_later(
    exam, paper, enrolment, people, course
):
    item = next(item for item in items_of(paper) if item.deal.drill == "mental-tables")
    entries = entries_of(paper)
    entries[item.position - 1] = Entry(item, {"amount": ["1"]})
    first = typed(exam, paper, enrolment, people, entries)
    assert score(first).items.right == len(KINDS) - 1
    accepting(raise_appeal(first, item, "?", now=NOW), course.owner)
    second = typed(exam, paper, enrol(course, person("on paper")), people, entries)
    assert score(first).items.right == score(second).items.right == len(KINDS)


def _plan(exam):
    return Blueprint.from_data(exam.blueprint)


def test_an_exam_is_offered_for_its_paper_and_for_one_of_equal_blueprint(exam, paper, course):
    assert exams_on(paper) == [exam]
    fresh = make_paper(course, _plan(exam), title={}, seed=b"\6" * 32, by=course.owner, now=NOW)
    assert exams_on(fresh) == [exam]
    later = Exam.objects.get(pk=exam.pk)
    later.pk, later.paper = None, fresh
    later.opens_at += timedelta(days=1)
    later.closes_at += timedelta(days=1)
    later.save()
    # The page offers the first one.
    assert exams_on(paper) == [exam, later]
    assert exams_on(fresh) == [later, exam]


class TestPages:
    @pytest.fixture
    def client(self, clients, exam, enrolment):
        return clients[Standing.INSTRUCTOR]

    @pytest.fixture
    def begun(self, client, course, exam, enrolment):
        """The address of the first part, of the second, and that of the end."""
        address = reverse("typed-begin", args=[course.pk, 1])
        wish = {"exam": exam.pk, "person": enrolment.pk, "sat_at": "2020-12-31T10:00"}
        first = client.post(address, wish)
        assert first.status_code == 303, first.content.decode()
        end = reverse("typed-finish", args=[course.pk, 1, exam.pk, enrolment.pk])
        return [f"{end}1/", f"{end}2/", end]

    def test_the_answers_are_typed_by_tens_checked_and_judged(self, client, begun, paper):
        items = items_of(paper)
        tens, rest = items[:10], items[10:]
        posted = {k: v for item in tens for k, v in right_fields(item).items()}
        assert client.post(begun[0], posted)["Location"] == begun[1]
        posted = {k: v for item in rest for k, v in right_fields(item).items()}
        assert client.post(begun[1], posted)["Location"] == begun[2]
        checked = client.get(begun[2]).content.decode()
        assert "left empty" not in checked
        assert not ExamSitting.objects.exists()
        assert client.post(begun[2]).status_code == 200
        sitting = ExamSitting.objects.get()
        assert score(sitting).items.right == len(KINDS)
        assert sitting.started_at.year == 2020
        # The draft is gone, so that nothing is typed in twice.
        assert client.post(begun[2]).status_code == 404

    def test_what_cannot_be_read_is_named_and_nothing_typed_is_lost(self, client, begun, paper):
        sums = next(item for item in items_of(paper) if item.deal.drill == "mental-tables")
        assert sums.position <= 10
        items = items_of(paper)[:10]
        posted = {k: v for item in items for k, v in right_fields(item).items()}
        posted[f"{sums.position}.amount"] = ["1,250"]
        page = client.post(begun[0], posted)
        html = page.content.decode()
        assert page.status_code == 422
        assert f'href="#question-{sums.position}"' in html
        assert "could be a thousand" in html
        assert 'value="1,250"' in html
        again = client.get(begun[0]).content.decode()
        for item in items:
            for name, values in posted.items():
                if name.startswith(f"{item.position}.choice"):
                    assert f'value="{values[0]}" selected' in again
        assert "cannot be read" in client.get(begun[2]).content.decode()
        assert client.post(begun[2]).status_code == 409
        assert not ExamAnswer.objects.exists()

    def test_what_was_typed_by_mistake_can_be_emptied(self, client, begun, paper):
        item = items_of(paper)[0]
        client.post(begun[0], right_fields(item))
        client.post(begun[0], {})
        client.post(begun[2])
        assert not ExamAnswer.objects.exists()
        assert ExamSitting.objects.count() == 1

    def test_the_pages_give_no_answer_away(self, client, begun, paper, monkeypatch):
        def never(*args):
            raise AssertionError("an answer was worked out")

        for key, _, _ in KINDS:
            for name in ("expected", "check"):
                monkeypatch.setattr(type(find_drill(key)), name, never)
        assert client.get(begun[0]).status_code == 200
        assert client.get(begun[2]).status_code == 200

    def test_nobody_of_another_course_or_removed_can_be_chosen(
        self, client, course, exam, enrolment, url
    ):
        enrolment.state = EnrolmentState.REMOVED
        enrolment.save()
        wish = {"exam": exam.pk, "person": enrolment.pk, "sat_at": "2020-12-31T10:00"}
        page = client.post(reverse("typed-begin", args=[course.pk, 1]), wish)
        assert page.status_code == 422

    def test_it_was_not_answered_in_the_future(self, client, course, exam, enrolment):
        wish = {"exam": exam.pk, "person": enrolment.pk, "sat_at": "2999-12-31T10:00"}
        page = client.post(reverse("typed-begin", args=[course.pk, 1]), wish)
        assert "in the future" in page.content.decode()


def test_a_field_is_cut_and_others_are_not_taken(rf):
    draft = Draft("2100-01-01T00:00:00+00:00", {})
    posted = rf.post("/", {"1.amount": "9" * 500, "11.amount": "5", "1.also": ""}).POST
    draft.take(1, posted)
    assert draft.fields == {"1": {"amount": ["9" * 100]}}
