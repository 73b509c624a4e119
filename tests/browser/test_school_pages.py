"""Every page of a school, with the people and answers of a small demo school."""

from itertools import count, cycle

import pytest
from django.urls import get_resolver, reverse
from django.utils import timezone

from tests.browser.looking import (
    axe,
    contrast,
    cut_off,
    open_drawers,
    small_targets,
    structure,
)
from tests.browser.tables import DESKTOP, NARROWEST, PHONE, sideways
from trainer.models import Course, ExamVerdict, LessonRun
from trainer.school.demo.making import Size, make_demo
from trainer.school.demo.people import TRAINEES
from trainer.school.grading.deciding import raise_appeal
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.permissions import ALLOWED, MEMBERS

# They show no page of their own.
NO_PAGE = {
    *("certificate-state", "exam-pause", "exam-resume", "exam-review", "lesson-of-sitting"),
    *("move-lesson", "people-enrol", "people-joining", "remedial", "sit-clock", "start-lesson"),
    *("exam-csv", "exam-json", "gradebook-csv"),
}
# Documents are looked at where they are printed. Of a question of an exam under way, handing in,
# typed answers, certificates and a regrade the tests beside this one show more than a demo has.
ELSEWHERE = {
    *("paper-print", "paper-key", "worksheet", "worksheet-key", "transcript"),
    *("typed-finish", "typed-part", "certificate", "certificate-check"),
    *("sit-question", "sit-hand-in", "regrade"),
}
PAGES = sorted(set(ALLOWED) - NO_PAGE - ELSEWHERE)
EXAM = Blueprint((Row("what-it-pays", "russian-poker", 3, 8),))
SIZE = Size(trainees=TRAINEES[:8], lessons=2, questions=2, exam=EXAM)


@pytest.fixture
def addresses(reference):
    """Of every page by its name, on a course with lessons taken, an exam that was sat and
    opened, and an appeal; and who looks at it."""
    passwords = (f"password {number}" for number in count())
    now = timezone.now()
    make_demo(reference, seed=1, passwords=passwords, now=now, beside=False, size=SIZE)
    course = Course.objects.filter(exams__isnull=False).first()
    missed = ExamVerdict.objects.filter(right=False).order_by("pk")
    first, second = (each.answer for each in missed[:2])
    appeal = raise_appeal(first.sitting, first.item, "The dealer has the pair.", now=now)
    values = {
        "course": course.pk,
        "exam": first.sitting.exam_id,
        "number": 1,
        "position": second.item.position,
        "uuid": first.sitting.uuid,
        "enrolment": first.sitting.enrolment_id,
        "lesson": course.lessons.first().pk,
        "run": LessonRun.objects.filter(enrolment__course=course).first().pk,
        "code": course.join_code,
        "state": "removed",
        "appeal": appeal.pk,
    }
    member, owner = second.sitting.enrolment.user, course.owner
    converters = dict(_names(get_resolver(), ()))
    return [
        (
            name,
            reverse(name, kwargs={each: values[each] for each in converters[name]}),
            member if ALLOWED[name] == MEMBERS else owner,
        )
        for name in PAGES
    ]


def _names(resolver, values):
    for each in resolver.url_patterns:
        inner = (*values, *each.pattern.converters)
        if hasattr(each, "url_patterns"):
            yield from _names(each, inner)
        else:
            yield each.name, inner


def test_every_page_of_a_school(open_page, addresses):
    """Each in one language after another; in both themes and at every width."""
    languages = cycle(("uk", "ru", "en"))
    pages = {}
    for name, path, user in addresses:
        if user not in pages:
            # Each a context of its own, of several people at once.
            pages[user] = open_page("/", user=user, fresh=True, reduced_motion="reduce")
        page, language = pages[user], next(languages)
        page.context.add_cookies(
            [{"name": "django_language", "value": language, "url": page.url[:-1]}]
        )
        if page.goto(path).status != 200:
            raise AssertionError(name)
        assert faults(page, language) == [], name
        page.goto("/")


def faults(page, language):
    open_drawers(page)
    page.emulate_media(color_scheme="dark")
    found = contrast(page)[0]
    page.emulate_media(color_scheme="light")
    found += axe(page)[0] + small_targets(page)
    looked = structure(page)
    if (looked["headings"], looked["ids"], looked["lang"]) != (1, [], language):
        found.append(repr(looked))
    for viewport in (NARROWEST, DESKTOP, PHONE):
        page.set_viewport_size(viewport)
        found += cut_off(page) + [f"{sideways(page)} wider"] * bool(sideways(page))
    return found
