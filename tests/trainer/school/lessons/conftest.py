"""Lessons on the course, and people who take them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from rules.engine import ENGINE_VERSION
from rules.versions import live_version
from tests.trainer.school.conftest import NOW
from trainer.drills import find_drill
from trainer.drills.base import spec_hash, spec_json
from trainer.drills.stream import Stream
from trainer.models import Answer, Deal, Lesson, LessonRun, Mode, Question, Sitting, Verdict
from trainer.school.permissions import Standing

ITEM = {"drill": "dealer-qualifies", "game": "russian-poker", "level": 1}
TARGET_MS, QUICK_MS = 6000, 3000


@pytest.fixture
def owner(clients):
    return clients[Standing.OWNER]


@pytest.fixture
def new(course):
    """Where a lesson is added."""
    return f"/school/{course.pk}/lessons/new/"


@pytest.fixture
def add_lesson(course):
    """Adds a lesson behind those that there are."""

    def add(title="Reading hands", **fields):
        title = title if isinstance(title, dict) else {"en": title}
        requires, only_for = fields.pop("requires", ()), fields.pop("only_for", ())
        usual = {"items": [ITEM], "questions": 4, "title": title}
        position = course.lessons.count() + 1
        lesson = Lesson.objects.create(course=course, position=position, **usual | fields)
        lesson.requires.set(requires)
        lesson.only_for.set(only_for)
        return lesson

    return add


@pytest.fixture
def lesson(add_lesson):
    return add_lesson()


@pytest.fixture
def deal(reference):
    """One stored deal with its right and its wrong answer."""
    version = live_version(reference, ITEM["game"], timezone.now())
    drill = find_drill(ITEM["drill"])
    made = drill.deal(Stream(b"\1" * 32, "deal"), version.ruleset, 1)
    stored = Deal.objects.create(
        drill=drill.key,
        version=version,
        level=1,
        seed=b"\1" * 32,
        generator=drill.generator,
        spec=spec_json(made.to_spec()),
        sha256=spec_hash(made.to_spec()),
    )
    right = drill.expected(made, version.ruleset)
    options = drill.question(made, version.ruleset).options
    wrong = type(right)(next(o.key for o in options if o.key != right.choice))
    answers = {
        True: (right, drill.check(made, right, version.ruleset)),
        False: (wrong, drill.check(made, wrong, version.ruleset)),
    }
    return stored, answers


@pytest.fixture
def sit(reference, deal):
    """`sit(enrolment, lesson, "++-")`: a run with these answers, quick unless `busy_ms` says
    otherwise; ended unless `ended` is false."""

    def sit(enrolment, lesson, answers, *, ended=True, at=NOW, busy_ms=QUICK_MS):
        ended_at = at + timedelta(minutes=5) if ended else None
        sitting = Sitting.objects.create(
            learner=enrolment.user.learner,
            house=reference,
            mode=Mode.LESSON,
            level=1,
            length=lesson.questions,
            seed=b"\1" * 32,
            started_at=at,
            ended_at=ended_at,
        )
        for position, sign in enumerate(answers, 1):
            give(sitting, position, deal, sign == "+", at, busy_ms)
        number = lesson.runs.filter(enrolment=enrolment).count() + 1
        return LessonRun.objects.create(
            enrolment=enrolment, lesson=lesson, number=number, sitting=sitting, started_at=at
        )

    return sit


def give(sitting, position, deal, right, at, busy_ms):
    stored, answers = deal
    given, verdict = answers[right]
    question = Question.objects.create(
        sitting=sitting, position=position, deal=stored, shown_at=at, target_ms=TARGET_MS
    )
    answer = Answer.objects.create(
        question=question, given=given.to_data(), received_at=at, elapsed_ms=busy_ms
    )
    return Verdict.objects.create(
        answer=answer,
        engine=ENGINE_VERSION,
        right=right,
        parts=[part.to_data() for part in verdict.parts],
        created_at=at,
    )
