"""Practice is deleted at once and wholly; the account stays, and what is somebody else's."""

import pytest
from django.apps import apps
from django.db import models

from tests.trainer.practice.record.bulk import give_answers
from tests.trainer.practice.record.conftest import NOW
from tests.trainer.practice.visitors import right_form
from tests.trainer.races import at_once
from trainer.models import (
    Answer,
    Day,
    Deal,
    Learner,
    LessonRun,
    Notebook,
    Question,
    Sitting,
    User,
    Verdict,
)
from trainer.practice.record.erasing import PART, Erased, erase_practice

pytestmark = pytest.mark.django_db
PRACTICE = (Verdict, Answer, Question, Sitting, Day, Notebook)


def test_everything_goes_and_the_account_stays(person):
    anna = person("anna", 30)
    learner = anna.learner
    Day.objects.create(learner=learner, date="2100-06-02", drill="recall", game="russian-poker")
    Notebook.objects.create(
        learner=learner, drill="recall", game="russian-poker", data={}, updated_at=NOW
    )
    last = Sitting.objects.last()
    last.source = Sitting.objects.first()
    last.save()
    assert "30 answers go at once" in anna.get("/history/delete/").content.decode()
    assert Answer.objects.count() == 30
    page = anna.post("/history/delete/", follow=True)
    assert "Deleted, with 30 answers." in page.content.decode()
    assert {model.__name__: model.objects.count() for model in PRACTICE} == {
        model.__name__: 0 for model in PRACTICE
    }
    assert User.objects.get().username == "anna"
    assert Learner.objects.get().time_zone == "Europe/Kyiv"
    assert "There is nothing to delete." in anna.get("/history/delete/").content.decode()
    assert anna.post("/history/delete/", follow=True).status_code == 200


def test_deals_go_unless_somebody_else_was_put_them(person, reference, deals):
    anna = person("anna", 10)
    boris = person("boris", 0)
    shared = [made for made in deals if made.deal.drill == "name-the-hand"]
    give_answers(boris.learner, reference, 1, NOW, deals=shared)
    assert Question.objects.filter(sitting__learner=anna.learner).count() == 10
    kept = Question.objects.get(sitting__learner=boris.learner).deal
    assert erase_practice(anna.learner) == Erased(1, 10)
    assert not Deal.objects.exclude(pk=kept.pk).filter(drill="name-the-hand").exists()
    assert Answer.objects.get().question.deal == kept
    # Never put to anybody, and so none of anna's.
    assert Deal.objects.filter(drill="recall").count() == 2


def test_more_sittings_than_one_statement_names_go_in_one_transaction(
    person, django_assert_max_num_queries
):
    anna = person("anna", PART + 2, each=1)
    with django_assert_max_num_queries(30):
        assert erase_practice(anna.learner) == Erased(PART + 2, PART + 2)
    assert not Sitting.objects.exists()


def test_a_second_verdict_on_an_answer_goes_too(person):
    anna = person("anna", 1)
    Verdict.objects.create(
        answer=Answer.objects.get(), engine=1, right=True, parts=[], created_at=NOW
    )
    erase_practice(anna.learner)
    assert not Verdict.objects.exists()


def test_all_that_points_to_practice_is_known_here():
    """Whoever adds a table that does has to say what becomes of its rows."""
    known = {Sitting, Question, Answer, Verdict}
    # Told before, and lets go: see `before_erasing`.
    keepers = {LessonRun}
    pointing = {
        model
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model in known
    }
    assert pointing <= known | keepers


def test_the_page_tells_what_stays_with_a_school(visitor):
    page = visitor.client.get("/history/delete/").content.decode()
    assert "It stays with the school for the time that the school has stated" in page


def test_a_guest_deletes_too(visitor):
    visitor.start()
    visitor.open("/history/delete/")
    assert visitor.submit("/history/delete/").status_code == 200
    assert not Sitting.objects.exists()
    assert Learner.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_answer_and_the_deletion_that_arrive_at_once_leave_nothing_or_refuse(
    transactional_db, shared_database, visitor
):
    question = visitor.start()
    url, form = visitor.url, right_form(question)
    calls = [lambda: visitor.post(url, **form), lambda: visitor.post("/history/delete/")] * 2
    responses = at_once(calls)
    assert {response.status_code for response in responses} <= {303, 404}
    assert [model.objects.count() for model in PRACTICE] == [0] * len(PRACTICE)
    assert not Deal.objects.exists()
