"""Exams that have been sat: papers of real deals, with sittings, answers and verdicts in bulk."""

from datetime import timedelta

from rules.engine import ENGINE_VERSION
from tests.trainer.practice.record.bulk import make_deals
from tests.trainer.school.conftest import NOW
from trainer.models import (
    Enrolment,
    Exam,
    ExamAnswer,
    ExamSitting,
    ExamVerdict,
    Paper,
    PaperItem,
    User,
)

STARTED = NOW - timedelta(hours=1)
MS = timedelta(milliseconds=1)


def people_on(course, count):
    users = User.objects.bulk_create([User(username=f"person{at}") for at in range(count)])
    return Enrolment.objects.bulk_create(
        Enrolment(
            course=course,
            user=user,
            name=f"Person {at:03}",
            number=f"{at:05}",
            joined_at=NOW,
            changed_at=NOW,
        )
        for at, user in enumerate(users)
    )


def make_paper(course, made, number=1):
    """*made* are `Made` of `make_deals`, one an item."""
    paper = Paper.objects.create(
        course=course,
        number=number,
        title={"en": f"Paper {number}"},
        blueprint={},
        seed=bytes([number]) * 32,
        generators={},
        sha256="0" * 64,
        made_at=STARTED,
    )
    for at, each in enumerate(made, 1):
        PaperItem.objects.create(paper=paper, position=at, deal=each.deal)
    return paper


def make_exam(course, paper, **fields):
    fields = {
        "title": {"en": "Table test", "uk": "Іспит", "ru": "Экзамен"},
        "blueprint": {},
        "opens_at": STARTED,
        "closes_at": NOW,
        "created_at": STARTED,
        "review_opened_at": NOW,
    } | fields
    return Exam.objects.create(course=course, paper=paper, **fields)


def sit(exam, enrolments, made, said, *, number=1, judged=True, paper=None, **fields):
    """One sitting each. `said(person, item)`, both from 0, is whether the answer is right, None
    for no answer, or a dict with `right`, `elapsed_ms`, `at` (milliseconds after the start),
    `device`. Gives the sittings."""
    sittings = ExamSitting.objects.bulk_create(
        ExamSitting(
            exam=exam,
            enrolment=enrolment,
            number=number,
            paper=paper or exam.paper,
            started_at=STARTED,
            handed_in_at=NOW if judged else None,
            judged_at=NOW if judged else None,
            **fields,
        )
        for enrolment in enrolments
    )
    items = list(PaperItem.objects.filter(paper=paper or exam.paper).order_by("position"))
    answers, verdicts = [], []
    for person, sitting in enumerate(sittings):
        for at, item in enumerate(items):
            told = said(person, at)
            if told is None:
                continue
            told = told if isinstance(told, dict) else {"right": told}
            given, parts = made[at].answers[told["right"]]
            elapsed = told.get("elapsed_ms", 4000 + 10 * at + person)
            after = told.get("at", 10_000 * (at + 1) + 5_000 * person)
            answers.append(
                ExamAnswer(
                    sitting=sitting,
                    item=item,
                    number=1,
                    given=given,
                    received_at=STARTED + after * MS,
                    elapsed_ms=elapsed,
                    device=told.get("device", f"device{person}"),
                )
            )
            verdicts.append(
                ExamVerdict(
                    answer=answers[-1],
                    version=made[at].deal.version,
                    engine=ENGINE_VERSION,
                    right=told["right"],
                    parts=parts,
                    created_at=NOW,
                )
            )
    ExamAnswer.objects.bulk_create(answers, batch_size=2000)
    if judged:
        ExamVerdict.objects.bulk_create(verdicts, batch_size=2000)
    return sittings


def deals_of(house, drills, each=4):
    return make_deals(house, NOW, each=each, drills=drills)
