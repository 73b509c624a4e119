"""The bench of an exam has to notice what it is there for."""

import pytest
from django.utils import timezone

from tests.bench.exam import check, make
from trainer.drills import base
from trainer.models import Enrolment, Exam, ExamAnswer
from trainer.school.exams import sitting as sittings

pytestmark = pytest.mark.django_db


def test_what_is_lost_doubled_or_changed_is_counted(reference):
    made = make(1, 6)
    exam, enrolment, now = Exam.objects.get(), Enrolment.objects.get(), timezone.now()
    assert made["path"].endswith(f"/sit/{exam.pk}/")
    sitting = sittings.begin(exam, enrolment, now=now, device="")
    sent = {}
    for item in sitting.paper.items.order_by("position"):
        right, wrong = made["answers"][item.position - 1]
        assert right["given"] != wrong["given"]
        sittings.save(sitting, item, base.answer_from_data(wrong["given"]), now=now, device="")
        sent[str(item.position)] = wrong["given"]
    sound = {"people": 1, "sittings": 1, "answers": 6, "verdicts": 0}
    none = {"lost": 0, "doubled": 0, "changed": 0, "never acknowledged": 0}
    assert check({"person-0": sent}) == sound | none
    changed = sent | {"1": made["answers"][0][0]["given"], "7": {}}
    del changed["2"]
    faults = {"lost": 1, "changed": 1, "never acknowledged": 1}
    assert check({"person-0": changed}) == sound | none | faults
    answer = ExamAnswer.objects.first()
    answer.pk, answer.number, answer._state.adding = None, 2, True
    answer.save()
    assert check({"person-0": sent})["doubled"] == 1
