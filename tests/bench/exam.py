"""An exam for a crowd, made in the database of the bench, and what has become of it.

`python -m tests.bench.exam make PEOPLE QUESTIONS` prints what the crowd needs as JSON,
`… check` reads as JSON which answers were acknowledged and prints what is wrong.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

DRILLS: Final = (
    "name-the-hand",
    "best-five",
    "which-hand-wins",
    "dealer-qualifies",
    "what-it-pays",
    "settle-the-box",
)
GAME: Final = "russian-poker"
LEVEL: Final = 2
SEED: Final = b"\5" * 32


def make(people: int, questions: int) -> dict[str, Any]:
    """The address of the exam, a session a person, two answers a position: right and wrong."""
    from django.utils import timezone

    from rules.versions import find_house
    from tests.trainer.answering import fields_of, wrong_verdicts
    from trainer.drills import find_drill
    from trainer.models import Course, Enrolment, Exam, Learner, User
    from trainer.school.papers.blueprints import Blueprint, Row
    from trainer.school.papers.making import make_paper

    now = timezone.now()
    owner = User.objects.create_user("owner")
    course = Course.objects.create(
        title={"en": "Load"}, house=find_house("reference"), owner=owner, created_at=now
    )
    share, rest = divmod(questions, len(DRILLS))
    counts = [share + (at < rest) for at in range(len(DRILLS))]
    plan = zip(DRILLS, counts, strict=True)
    rows = (Row(drill, GAME, LEVEL, count) for drill, count in plan if count)
    blueprint = Blueprint(tuple(rows))
    paper = make_paper(course, blueprint, title={"en": "Load"}, seed=SEED, by=owner, now=now)
    exam = Exam.objects.create(
        course=course,
        title={"en": "Load"},
        blueprint=blueprint.to_data(),
        paper=paper,
        opens_at=now - timedelta(minutes=1),
        closes_at=now + timedelta(hours=1),
        created_at=now,
    )
    answers = []
    for item in paper.items.select_related("deal__version__house").order_by("position"):
        deal, ruleset = item.deal.value, item.deal.version.ruleset
        drill = find_drill(item.deal.drill)
        ask, right = drill.question(deal, ruleset), drill.expected(deal, ruleset)
        wrong = next(
            answer
            for answer, _ in wrong_verdicts(drill, deal, ruleset, 5)
            if drill.parse_answer(deal, fields_of(answer, ask)) == answer
        )
        both = (right, wrong)
        answers.append([{"fields": fields_of(a, ask), "given": a.to_data()} for a in both])
    users = [User(username=f"person-{number}") for number in range(people)]
    for user in users:
        user.set_unusable_password()
    users = User.objects.bulk_create(users)
    Learner.objects.bulk_create(Learner(user=user) for user in users)
    of = {"course": course, "joined_at": exam.opens_at, "changed_at": now}
    Enrolment.objects.bulk_create(Enrolment(user=u, name=u.username, **of) for u in users)
    sessions = {user.username: _session(user, now) for user in users}
    return {
        "path": f"/school/{course.pk}/sit/{exam.pk}/",
        "sessions": sessions,
        "answers": answers,
    }


def _session(user: Any, now: datetime) -> str:
    """The key of a session that is signed in, and renewed today."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session["renewed"] = now.date().isoformat()
    session.create()
    key: str = session.session_key
    return key


def check(acknowledged: dict[str, dict[str, Any]]) -> dict[str, int]:
    """*acknowledged* is `{person: {position: what was given}}` of all that the site took."""
    from trainer.models import ExamAnswer, ExamSitting, ExamVerdict

    rows = ExamAnswer.objects.values_list("sitting__enrolment__name", "item__position", "given")
    stored = [(name, str(position), given) for name, position, given in rows]
    known = {(name, position): given for name, position, given in stored}
    times = Counter((name, position) for name, position, _ in stored)
    sent = {(name, at): given for name, of in acknowledged.items() for at, given in of.items()}
    sittings = Counter(ExamSitting.objects.values_list("enrolment__name", flat=True))
    return {
        "people": len(sittings),
        "sittings": sittings.total(),
        "answers": len(stored),
        "verdicts": ExamVerdict.objects.count(),
        "lost": sum(each not in known for each in sent),
        "doubled": sum(count - 1 for count in times.values()),
        "changed": sum(known.get(each, given) != given for each, given in sent.items()),
        "never acknowledged": sum(each not in sent for each in known),
    }


def _commands() -> Iterator[tuple[str, Callable[[list[str]], Any]]]:
    yield "make", lambda arguments: make(*map(int, arguments))
    yield "check", lambda arguments: check(json.load(sys.stdin))


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(dict(_commands())[sys.argv[1]](sys.argv[2:])))
