"""The demo school: made, told apart, and removed without a trace."""

from dataclasses import replace
from io import StringIO
from itertools import count
from random import Random

import pytest
from django.core.management import CommandError, call_command

from rules.games import find_game, games
from tests.trainer.school.backups.test_backups import contents
from tests.trainer.school.conftest import NOW, enrol, person, signed_in
from trainer.drills import drills
from trainer.drills.stream import Stream
from trainer.management.commands import demo
from trainer.models import (
    Allowance,
    Answer,
    Appeal,
    AppealDecision,
    Certificate,
    Course,
    Enrolment,
    Exam,
    ExamAnswer,
    ExamSitting,
    ExamVerdict,
    LessonRun,
    Role,
    Sitting,
    Staff,
    User,
)
from trainer.school.demo.appealing import ACCEPTED, ASKS
from trainer.school.demo.examining import MORE_TIME, TITLE
from trainer.school.demo.making import NameTakenError, NotEmptyError, Size, make_demo
from trainer.school.demo.people import TEACHERS, TRAINEES
from trainer.school.demo.practising import Manner, take_lesson
from trainer.school.demo.removing import StillUsedError, remove_demo
from trainer.school.demo.slips import slip
from trainer.school.grading.scores import score
from trainer.school.papers.blueprints import Blueprint, Row

EXAM = Blueprint((Row("dealer-qualifies", "russian-poker", 1, 2),))
SMALL = Size(trainees=TRAINEES[:3], lessons=1, questions=2, exam=EXAM)
# One of them hardly misses anything, one misses a lot.
EXAMINED = Size(
    trainees=(TRAINEES[2], replace(TRAINEES[3], right=0.2)),
    lessons=1,
    questions=2,
    exam=Blueprint((Row("what-it-pays", "russian-poker", 2, 6),)),
)


def make(house, *, seed=1, beside=False, size=SMALL, language="en"):
    passwords = (f"password {number}" for number in count())
    return make_demo(
        house,
        seed=seed,
        passwords=passwords,
        now=NOW,
        beside=beside,
        size=size,
        language=language,
    )


def what_was_said():
    """Every answer of the school, with its deal and time, but without keys."""
    practice = Answer.objects.order_by("pk").values_list(
        "question__sitting__learner__user__username",
        "question__deal__sha256",
        "given",
        "received_at",
    )
    exams = ExamAnswer.objects.order_by("pk").values_list(
        "sitting__enrolment__name", "item__deal__sha256", "given", "received_at"
    )
    return [*practice, *exams]


@pytest.fixture
def made(reference):
    return make(reference)


@pytest.mark.django_db
def test_there_are_staff_a_course_for_every_game_practice_and_an_exam(made):
    assert set(Staff.objects.values_list("role", flat=True)) == set(Role.values)
    courses = Course.objects.filter(demo=True)
    assert made.courses == courses.count() == len(games())
    assert made.answers == Answer.objects.count() > 0
    assert not LessonRun.objects.filter(finished_at=None).exists()
    assert not Sitting.objects.filter(started_at__gt=NOW).exists()
    exam = Exam.objects.get(opens_at__lt=NOW)
    assert exam.review_opened_at
    for each in Exam.objects.all():
        # Else its form could not send them back.
        assert each.opens_at.second == each.opens_at.microsecond == 0
    assert ExamSitting.objects.filter(exam=exam).count() == 3
    assert ExamVerdict.objects.count() == ExamAnswer.objects.count() == 6
    assert Exam.objects.filter(opens_at__gt=NOW).count() == 1
    assert list(made.passwords) == [each.username for each in (*TEACHERS, *TRAINEES[:3])]
    user = User.objects.get(username="demo-olena")
    assert user.check_password(made.passwords["demo-olena"])
    assert user.learner.notebooks.exists()


def test_equal_seeds_say_the_same_and_others_do_not(made, reference):
    said = what_was_said()
    remove_demo()
    make(reference)
    assert what_was_said() == said
    remove_demo()
    make(reference, seed=2)
    assert what_was_said() != said


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_an_exam_has_an_appeal_that_waits_one_accepted_and_a_certificate(reference, language):
    make(reference, size=EXAMINED, language=language)
    appeals = Appeal.objects.order_by("raised_at")
    assert [appeal.text for appeal in appeals] == [ASKS[language]] * 2
    decision = AppealDecision.objects.get()
    assert (decision.appeal, decision.accepted) == (appeals[0], True)
    assert decision.reason == ACCEPTED[language]
    assert decision.regrade.changed >= 1
    mine = {"answer__sitting": decision.appeal.sitting, "answer__item": decision.appeal.item}
    judged = ExamVerdict.objects.filter(**mine).order_by("pk")
    assert [verdict.right for verdict in judged] == [False, True]
    certificate = Certificate.objects.get()
    assert score(certificate.sitting).passed
    assert (certificate.language, certificate.revoked_at) == (language, None)
    assert certificate.title.endswith(TITLE[language])
    assert Allowance.objects.get().reason == MORE_TIME[language]
    dates = [each.raised_at for each in appeals] + [decision.at, certificate.issued_at]
    assert all(Exam.objects.earliest("opens_at").review_opened_at < each < NOW for each in dates)


@pytest.mark.django_db
def test_it_is_removed_without_a_trace(reference):
    """Beside a school with people, a course and practice of their own."""
    owner = person("real-owner", Role.OWNER)
    course = Course.objects.create(
        title={"en": "Real"}, house=reference, owner=owner, join_code="REALCODE", created_at=NOW
    )
    enrol(course, person("real-trainee"))
    before = contents()
    make(reference, beside=True, size=EXAMINED)
    assert AppealDecision.objects.exists()
    assert Certificate.objects.exists()
    assert not Staff.objects.filter(role=Role.ADMINISTRATOR).exists()
    removed = remove_demo()
    assert (removed.courses, removed.accounts) == (len(games()), 2 + 2)
    assert contents() == before


@pytest.mark.django_db
def test_who_has_looked_at_it_keeps_account_and_practice(made):
    user = person("visitor")
    course = Course.objects.order_by("pk").first()
    enrolment = enrol(course, user)
    lesson, seed = course.lessons.get(position=1), b"\1" * 32
    take_lesson(enrolment, lesson, 1, Manner(1, 1), at=NOW, now=NOW, seed=seed)
    remove_demo()
    assert list(User.objects.all()) == [user]
    assert Answer.objects.filter(question__sitting__learner__user=user).count() == 2
    assert not Enrolment.objects.exists()


@pytest.mark.django_db
def test_what_a_demo_account_has_outside_is_not_removed(made, reference):
    owner = User.objects.get(username="demo-owner")
    Course.objects.create(
        title={"en": "Real"}, house=reference, owner=owner, join_code="REALCODE", created_at=NOW
    )
    before = contents()
    with pytest.raises(StillUsedError, match="demo-owner: course REALCODE"):
        remove_demo()
    assert contents() == before


@pytest.mark.django_db
def test_a_school_that_is_there_refuses_it_unless_told(reference):
    person("real-owner", Role.OWNER)
    with pytest.raises(NotEmptyError):
        make(reference)
    assert not Course.objects.exists()
    person("demo-anna")
    with pytest.raises(NameTakenError, match="demo-anna"):
        make(reference, beside=True, size=Size(trainees=TRAINEES[5:6]))
    assert not Course.objects.exists()


@pytest.mark.django_db
def test_its_pages_say_so(made):
    exam = Exam.objects.get(opens_at__lt=NOW)
    course = f"/school/{exam.course_id}/"
    urls = {"demo-owner": f"{course}exams/", "demo-olena": f"{course}sit/{exam.pk}/"}
    clients = {name: signed_in(User.objects.get(username=name)) for name in urls}
    for marked in (True, False):
        for name, url in urls.items():
            page = clients[name].get(url).content.decode()
            assert ('class="demo"' in page) is marked
        assert 'class="demo"' not in clients[name].get("/school/").content.decode()
        Course.objects.update(demo=False)


@pytest.mark.django_db
def test_the_command_prints_passwords_that_work_once(reference, monkeypatch):
    monkeypatch.setattr(demo, "Size", lambda: SMALL)
    out = StringIO()
    call_command("demo", stdout=out)
    lines = [line.split() for line in out.getvalue().splitlines() if line.startswith("  demo-")]
    assert len(lines) == len({password for _, password in lines}) == 6
    for name, password in lines:
        assert User.objects.get(username=name).check_password(password)
    with pytest.raises(CommandError, match="is there already"):
        call_command("demo")
    call_command("demo", remove=True, stdout=out)
    assert "Removed the demo school: 4 courses, 6 accounts." in out.getvalue()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_without_a_house_the_command_says_what_is_missing():
    with pytest.raises(CommandError, match="“seed” makes it"):
        call_command("demo")


@pytest.mark.parametrize("drill", drills().values(), ids=lambda drill: drill.key)
def test_slips_are_wrong_answers(drill):
    game = next(g for g in drill.games if drill.offers(find_game(g).default_ruleset()))
    ruleset = find_game(game).default_ruleset()
    wrong = 0
    for number in range(6):
        deal = drill.deal(Stream(bytes([number]) * 32, "slip"), ruleset, 1)
        answer = slip(drill, deal, ruleset, Random(number))
        wrong += not drill.check(deal, answer, ruleset).right
    assert wrong >= 5
