"""Two clicks that really arrive at once."""

import pytest

from tests.trainer.races import at_once
from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper, people_on, sit
from trainer.models import AppealDecision, ExamVerdict, PaperItem, Regrade
from trainer.school.grading.deciding import AlreadyDoneError, accept, raise_appeal
from trainer.school.grading.regrading import plan_appeal


@pytest.mark.django_db(transaction=True)
def test_an_appeal_is_accepted_once(course, reference, shared_database):
    made = deals_of(reference, (("recall", "russian-poker"),), each=2)
    exam = make_exam(course, make_paper(course, made))
    sittings = sit(exam, people_on(course, 3), made, lambda person, at: at > 0)
    item = PaperItem.objects.get(paper=exam.paper, position=1)
    appeal = raise_appeal(sittings[0], item, "?", now=NOW)
    token = plan_appeal(appeal, everybody=True).token
    before = ExamVerdict.objects.count()

    def click():
        try:
            accept(appeal, "?", everybody=True, token=token, by=course.owner, now=NOW)
        except AlreadyDoneError:
            return "already"
        return "done"

    assert sorted(at_once([click] * 4)) == ["already"] * 3 + ["done"]
    assert Regrade.objects.count() == AppealDecision.objects.count() == 1
    assert ExamVerdict.objects.count() == before + 3
