"""What the database itself refuses."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from rules.models import House, Version
from rules.versions import live_version
from trainer.models import Answer, Deal, Learner, Question, Sitting, User, Verdict
from trainer.models.practice import FixedRowError

pytestmark = pytest.mark.django_db
NOW = datetime(2100, 1, 1, tzinfo=UTC)
SEED = bytes(32)


@pytest.fixture
def make(reference):
    """Makes a row of each kind with everything it needs; `given` replaces fields."""

    def sitting(**given):
        fields = {
            "learner": Learner.objects.create(),
            "house": reference,
            "drill": "which-hand-wins",
            "game": "russian-poker",
            "level": 1,
            "length": 10,
            "seed": SEED,
            "started_at": NOW,
        }
        return Sitting.objects.create(**fields | given)

    def deal(**given):
        fields = {
            "drill": "which-hand-wins",
            "version": live_version(reference, "russian-poker", NOW),
            "level": 1,
            "seed": SEED,
            "generator": 1,
            "spec": "{}",
            "sha256": "0" * 64,
        }
        return Deal.objects.create(**fields | given)

    def question(**given):
        fields = {"position": 1, "shown_at": NOW}
        fields |= {} if "sitting" in given else {"sitting": sitting()}
        return Question.objects.create(deal=deal(), **fields | given)

    def answer(**given):
        fields = {"given": {}, "received_at": NOW, "elapsed_ms": 0}
        fields |= {} if "question" in given else {"question": question()}
        return Answer.objects.create(**fields | given)

    def verdict(**given):
        fields = {"engine": 1, "right": True, "parts": [], "created_at": NOW}
        return Verdict.objects.create(answer=answer(), **fields | given)

    makers = (sitting, deal, question, answer, verdict)
    return {maker.__name__: maker for maker in makers}


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("sitting", {"level": 0}),
        ("sitting", {"level": 4}),
        ("sitting", {"length": 7}),
        ("sitting", {"seed": b"short"}),
        ("sitting", {"ended_at": NOW - timedelta(seconds=1)}),
        ("deal", {"level": 4}),
        ("deal", {"seed": bytes(33)}),
        ("deal", {"sha256": "0" * 63}),
        ("question", {"position": 0}),
        ("answer", {"number": 0}),
        ("answer", {"elapsed_ms": -1}),
        ("verdict", {"by": "nobody"}),
    ],
)
def test_what_cannot_be_is_refused(make, kind, wrong):
    make[kind]()
    with pytest.raises(IntegrityError), transaction.atomic():
        make[kind](**wrong)


def test_a_position_stands_once_in_a_sitting(make):
    sitting = make["sitting"]()
    make["question"](sitting=sitting)
    make["question"](sitting=sitting, position=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        make["question"](sitting=sitting)


def test_a_question_has_one_first_answer(make):
    question = make["question"]()
    make["answer"](question=question)
    make["answer"](question=question, number=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        make["answer"](question=question)


def test_a_user_has_one_learner(db):
    user = User.objects.create(username="anna")
    Learner.objects.create(user=user)
    with pytest.raises(IntegrityError), transaction.atomic():
        Learner.objects.create(user=user)


@pytest.mark.parametrize("kind", ["deal", "answer", "verdict"])
def test_rows_that_are_written_once_stay(make, kind):
    row = make[kind]()
    rows = type(row).objects.filter(pk=row.pk)
    field = {"deal": "spec", "answer": "elapsed_ms", "verdict": "right"}[kind]
    for change in (
        row.save,
        row.delete,
        rows.delete,
        lambda: rows.update(**{field: 0}),
        lambda: type(row).objects.bulk_update([row], [field]),
    ):
        with pytest.raises(FixedRowError):
            change()
    assert rows.count() == 1


def test_a_new_row_overwrites_none(make):
    verdict = make["verdict"]()
    copy = Verdict(
        pk=verdict.pk, answer=verdict.answer, engine=1, right=False, parts=[], created_at=NOW
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()
    assert Verdict.objects.get().right


def test_a_verdict_may_follow_another(make):
    verdict = make["verdict"]()
    Verdict.objects.create(answer=verdict.answer, engine=2, right=False, parts=[], created_at=NOW)
    assert verdict.answer.verdicts.count() == 2


def test_what_a_deal_was_made_of_stays(make):
    deal = make["deal"]()
    with pytest.raises(ProtectedError):
        models.QuerySet(Version).filter(pk=deal.version_id).delete()


def test_a_house_with_sittings_stays(make):
    sitting = make["sitting"]()
    with pytest.raises(ProtectedError):
        House.objects.filter(pk=sitting.house_id).delete()


def test_with_a_learner_everything_of_theirs_goes(make):
    verdict = make["verdict"]()
    verdict.answer.question.sitting.learner.delete()
    assert not any(kind.objects.exists() for kind in (Sitting, Question, Answer, Verdict))
    assert Deal.objects.exists()


def test_a_learner_says_who_it_is(db):
    guest = Learner.objects.create()
    assert str(guest) == f"guest {guest.pk}"
    assert str(Learner(user=User(username="anna"))) == "anna"
    assert guest.created_at <= timezone.now()
