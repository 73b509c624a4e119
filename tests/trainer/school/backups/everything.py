"""At least one row of every table that a backup holds, with what is easily lost in one."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from rules import models as rules
from trainer import models
from trainer.drills import find_drill
from trainer.practice.progress import find_question
from trainer.practice.sittings import Run, end_sitting, mark_shown, record_answer, start_run

# Microseconds, which a text of milliseconds would lose.
NOW = datetime(2100, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)
# Bytes that are no text.
SEED = bytes(range(224, 256))
TEXTS = {
    "uk": "Дилер покеру",
    "en": "Dealing “poker”\n\N{NO-BREAK SPACE}\N{PLAYING CARD BLACK JOKER}",
    "ru": "'; --",
}


def make_everything(reference):
    user = _accounts()
    learner = models.Learner.objects.create(user=user, created_at=NOW, house=reference)
    question = _practice(learner, reference)
    course, enrolment = _course(user, reference, question.sitting)
    _exam(course, enrolment, user, question.deal)
    rules.EdgeResult.objects.create(
        key="key", value={"a": [None, 0.1]}, computed_at=NOW, took_ms=1
    )
    rules.EdgeWork.objects.create(key="working", started_at=NOW)
    rules.ProofRun.objects.create(ran_at=NOW, took_ms=1, engine=1, schema=1, results={"b": "3/8"})
    Session.objects.create(session_key="key", session_data="signed in", expire_date=NOW)
    models.SignInTries.objects.create(key="k" * 64, forget_at=NOW)


def _accounts():
    user = models.User.objects.create_user("Олена", password="kept", display_name="Straße")
    user.last_login = NOW
    user.save()
    group = Group.objects.create(name="Teachers")
    group.permissions.add(Permission.objects.get(codename="issue_reset_link"))
    user.groups.add(group)
    user.user_permissions.add(Permission.objects.get(codename="view_user"))
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(models.User),
        object_id=str(user.pk),
        object_repr="Олена",
        action_flag=CHANGE,
        action_time=NOW,
    )
    models.Staff.objects.create(user=user, role=models.Role.OWNER)
    return user


def _practice(learner, house):
    run = Run("which-hand-wins", "russian-poker", length=5)
    first = start_run(learner, run, house=house, seed=SEED, now=NOW)
    question = find_question({}, first.sitting.uuid, 1)
    mark_shown(question, now=NOW)
    deal, version = question.deal, question.deal.version
    given = find_drill(deal.drill).expected(deal.value, version.ruleset)
    record_answer(question, given, now=NOW + timedelta(microseconds=1))
    end_sitting(question.sitting, now=NOW)
    of = {"learner": learner, "drill": deal.drill, "game": "russian-poker"}
    models.Notebook.objects.create(**of, data={"b": 1, "a": {"c": []}}, updated_at=NOW)
    models.Day.objects.create(**of, date=date(2099, 12, 31), to_guest="1/3")
    models.Holiday.objects.create(learner=learner, first=NOW.date(), last=NOW.date())
    models.Target.objects.create(drill=deal.drill, seconds=Decimal("7.5"))
    return question


def _course(user, house, sitting):
    course = models.Course.objects.create(
        title=TEXTS, house=house, owner=user, join_code="ABCDEFGH", created_at=NOW
    )
    course.instructors.add(user)
    enrolment = models.Enrolment.objects.create(
        course=course, user=user, name="Олена", joined_at=NOW, changed_at=NOW
    )
    item = {"drill": "which-hand-wins", "game": "russian-poker", "level": 1}
    lessons = [
        models.Lesson.objects.create(course=course, position=at, title=TEXTS, items=[item])
        for at in (1, 2)
    ]
    lessons[1].requires.add(lessons[0])
    lessons[1].only_for.add(enrolment)
    models.LessonRun.objects.create(
        enrolment=enrolment, lesson=lessons[0], number=1, sitting=sitting, started_at=NOW
    )
    return course, enrolment


def _exam(course, enrolment, user, deal):
    by = {"by": user, "at": NOW}
    paper = models.Paper.objects.create(
        course=course,
        number=1,
        title=TEXTS,
        blueprint={"rows": []},
        seed=SEED,
        generators={deal.drill: 1},
        sha256="0" * 64,
        made_at=NOW,
    )
    item = models.PaperItem.objects.create(paper=paper, position=1, deal=deal)
    exam = models.Exam.objects.create(
        course=course,
        title=TEXTS,
        blueprint={},
        paper=paper,
        opens_at=NOW,
        closes_at=NOW + timedelta(hours=1),
        created_at=NOW,
    )
    allowed = {"exam": exam, "enrolment": enrolment, "minutes": 5, "reason": "x", "once": uuid4()}
    allowance = models.Allowance.objects.create(**allowed, **by)
    models.AllowanceTakenBack.objects.create(allowance=allowance, reason="y", **by)
    rules = {"old": {"percents": {"hands": 95}}, "new": {}, "own": False, "kept": True}
    models.PassChange.objects.create(course=course, exam=exam, **rules, **by)
    models.Pause.objects.create(exam=exam, began_at=NOW, reason="fire", by=user)
    sitting = models.ExamSitting.objects.create(
        exam=exam, enrolment=enrolment, number=1, paper=paper, started_at=NOW
    )
    models.Serving.objects.create(sitting=sitting, item=item, shown_at=NOW)
    answer = models.ExamAnswer.objects.create(
        sitting=sitting, item=item, number=1, given={"z": "ї"}, received_at=NOW, elapsed_ms=2**33
    )
    regrade = models.Regrade.objects.create(
        exam=exam, cause="appeal", deal=deal, reason="so", changed=1, **by
    )
    verdict = {"answer": answer, "version": deal.version, "engine": 1, "parts": []}
    models.ExamVerdict.objects.create(**verdict, right=False, created_at=NOW)
    models.ExamVerdict.objects.create(**verdict, right=True, created_at=NOW, regrade=regrade)
    appeal = models.Appeal.objects.create(sitting=sitting, item=item, text="why?", raised_at=NOW)
    models.AppealDecision.objects.create(
        appeal=appeal, accepted=True, reason="so", regrade=regrade, **by
    )
    models.ExamEvent.objects.create(sitting=sitting, kind="begun", at=NOW)
    certificate = {"code": "c" * 32, "name": "Олена", "title": "T", "language": "uk"}
    models.Certificate.objects.create(sitting=sitting, issued_at=NOW, **certificate)
