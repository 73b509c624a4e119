"""The demo school, from names and a seed."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.contrib.auth.models import Group
from django.db import transaction

from rules.models import House
from trainer.models import Course, Enrolment, Learner, Role, Staff, User
from trainer.practice.absorbing import absorb
from trainer.school.demo import GROUP
from trainer.school.demo.appealing import follow_up
from trainer.school.demo.examining import BLUEPRINT, hold_exam, plan_exam
from trainer.school.demo.people import TEACHERS, TRAINEES, Teacher, Trainee
from trainer.school.demo.practising import Manner, take_lesson
from trainer.school.lessons.settling import settle
from trainer.school.papers.blueprints import Blueprint
from trainer.school.starters import starters
from trainer.school.starters.making import fit, start_course

# Nobody has practised later than this before now.
A_WHILE: Final = timedelta(hours=3)
# So often somebody takes a lesson that is not passed.
TRIES: Final = 3


class NotEmptyError(Exception):
    """There is a school already."""


class NameTakenError(Exception):
    """Somebody else has the name of a demo account."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is made: who is there, and how many lessons of a course each takes at most."""

    trainees: Sequence[Trainee] = TRAINEES
    lessons: int = 10
    questions: int | None = None
    exam: Blueprint = field(default=BLUEPRINT)


@dataclass(frozen=True, slots=True)
class Made:
    courses: int
    answers: int
    passwords: dict[str, str]


@transaction.atomic
def make_demo(
    house: House,
    *,
    seed: int,
    passwords: Iterator[str],
    now: datetime,
    beside: bool,
    size: Size,
    language: str = "en",
) -> Made:
    """Equal seeds give equal people, deals, answers and times before *now*. With *beside* it is
    put beside a real school and gets no administrator, who would see that one too. What people
    write once, such as reasons, is in *language*.

    Raises: NotEmptyError, NameTakenError, NothingOfferedError, CannotMakeError.
    """
    if not beside and (Course.objects.exists() or Staff.objects.exists()):
        raise NotEmptyError
    group, _ = Group.objects.get_or_create(name=GROUP)
    teachers = [t for t in TEACHERS if not (beside and t.role == Role.ADMINISTRATOR)]
    known: dict[str, str] = {}
    users = {each: _account(each, group, known, passwords) for each in (*teachers, *size.trainees)}
    for each in teachers:
        Staff.objects.create(user=users[each], role=each.role)
    owner, instructor = users[TEACHERS[0]], users[TEACHERS[1]]
    answers = 0
    for number, starter in enumerate(starters().values()):
        course = start_course(starter, fit(starter, house, now), house, owner, now=now, demo=True)
        Course.objects.filter(pk=course.pk).update(created_at=now - timedelta(days=30))
        course.instructors.add(instructor)
        if size.questions is not None:
            course.lessons.update(questions=size.questions)
        # Everybody is on the first course, a few on each of the others.
        on_it = size.trainees if number == 0 else size.trainees[number::4]
        enrolled = {each: _enrol(course, users[each], now) for each in on_it}
        for each, enrolment in enrolled.items():
            most = size.lessons if number == 0 else min(2, size.lessons)
            answers += _practise(enrolment, each, most, seed, now)
        if number == 0:
            sat = {e: _manner(t, 3 * t.lessons) for t, e in enrolled.items() if t.lessons > 2}
            _examine(course, sat, size.exam, seed, now, language)
    for each in size.trainees:
        while absorb(users[each].learner):
            pass
    return Made(len(starters()), answers, known)


def _account(
    person: Teacher | Trainee, group: Group, known: dict[str, str], passwords: Iterator[str]
) -> User:
    if User.objects.filter(username=person.username).exists():
        raise NameTakenError(person.username)
    known[person.username] = next(passwords)
    user = User.objects.create_user(
        person.username, password=known[person.username], display_name=person.name
    )
    user.groups.add(group)
    Learner.objects.create(user=user)
    return user


def _enrol(course: Course, user: User, now: datetime) -> Enrolment:
    joined = now - timedelta(days=28)
    return Enrolment.objects.create(
        course=course, user=user, name=user.shown_name, joined_at=joined, changed_at=joined
    )


def _manner(person: Trainee, lessons: int) -> Manner:
    """After so many lessons."""
    return Manner(min(0.995, person.right + person.gain * lessons), person.pace)


def _practise(enrolment: Enrolment, person: Trainee, most: int, seed: int, now: datetime) -> int:
    """Lesson by lesson, each until it is passed; who fails too often is stuck there.

    Gives the answers.
    """
    course = enrolment.course
    random = Random(_seed(seed, "times", course.title, person.username))
    at = now - timedelta(days=25, hours=random.randint(0, 5))
    # Spread so that who is not stuck has practised these days.
    step = 25 * 24 / (1 + 1.4 * person.lessons)
    done, answers = 0, 0
    for lesson in course.lessons.order_by("position")[: min(person.lessons, most)]:
        for number in range(1, TRIES + 1):
            own = _seed(seed, course.title, lesson.position, person.username, number)
            manner = _manner(person, done)
            take_lesson(enrolment, lesson, number, manner, at=at, now=now, seed=own)
            done, answers = done + 1, answers + lesson.questions
            at = min(at + timedelta(hours=step * random.uniform(0.7, 1.2)), now - A_WHILE)
            settle(enrolment.runs.all(), now=now)
            if enrolment.runs.filter(lesson=lesson, passed=True).exists():
                break
        else:
            break
    return answers


def _examine(
    course: Course,
    sat: dict[Enrolment, Manner],
    blueprint: Blueprint,
    seed: int,
    now: datetime,
    language: str,
) -> None:
    """One two days ago, one in a week, at times without seconds, as from the form."""
    today = now.replace(second=0, microsecond=0)
    if sat:
        at, own = today - timedelta(days=2), _seed(seed, "exam")
        exam = hold_exam(
            course, sat, blueprint=blueprint, at=at, now=now, seed=own, language=language
        )
        follow_up(exam, language)
    at, own = today + timedelta(days=7), _seed(seed, "next exam")
    plan_exam(course, blueprint=blueprint, at=at, seed=own, now=now)


def _seed(seed: int, *names: object) -> bytes:
    return hashlib.sha256(repr((seed, *names)).encode()).digest()
