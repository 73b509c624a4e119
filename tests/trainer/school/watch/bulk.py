"""Answers in the lessons of a course, as many as wanted, stored at once."""

from datetime import timedelta
from itertools import cycle

from rules.engine import ENGINE_VERSION
from rules.versions import live_version
from trainer.drills import base, find_drill
from trainer.drills.base import spec_hash, spec_json
from trainer.drills.stream import Stream
from trainer.models import (
    Answer,
    Deal,
    Enrolment,
    Learner,
    LessonRun,
    Mode,
    Question,
    Sitting,
    User,
    Verdict,
)

RIGHT = {"name": "hand", "right": True, "given": {}, "expected": {}, "code": None, "delta": "0"}


def money_part(bet, expected, given, code, delta="0"):
    return {
        "name": bet,
        "right": False,
        "given": {"kind": "money", "outcome": given, "amount": "0"},
        "expected": {"kind": "money", "outcome": expected, "amount": "0"},
        "code": code,
        "delta": delta,
    }


def hand_part(expected, given):
    return {
        "name": "hand",
        "right": False,
        "given": {"kind": "hand", "hand": given},
        "expected": {"kind": "hand", "hand": expected},
        "code": "misread-hand",
        "delta": "0",
    }


PUSHING_BLIND = money_part("0.blind", "push", "pay", "push-as-win", "10")
PAID_LOSER = money_part("ante", "take", "pay", "paid-loser", "10")
KICKER = RIGHT | {"right": False, "code": "kicker"}


def make_deal(house, now, drill="settle-the-box", game="ultimate-texas-holdem", *, fits=None):
    """A stored deal; the first one for which `fits(deal, ruleset)` holds."""
    version, kind = live_version(house, game, now), find_drill(drill)
    for at in range(256):
        seed = bytes([at]) * 32
        deal = kind.deal(Stream(seed, "deal"), version.ruleset, 2)
        if fits is None or fits(deal, version.ruleset):
            return Deal.objects.create(
                drill=drill,
                version=version,
                level=2,
                seed=seed,
                generator=kind.generator,
                spec=spec_json(deal.to_spec()),
                sha256=spec_hash(deal.to_spec()),
            )
    raise AssertionError("no deal fits")


def expects(bet, outcome):
    """Whether the right answer to a box settles *bet* so."""

    def fits(deal, ruleset):
        expected = find_drill(deal.drill).expected(deal, ruleset)
        assert isinstance(expected, base.BoxAnswer)
        return any(name == bet and a.outcome == outcome for name, a in expected.wagers)

    return fits


def give(house, deal, lesson, given, now, *, passed=None, number=1):
    """`given` are an enrolment and the parts of each of its answers; a run of *lesson* each."""
    sittings, runs, rows = [], [], []
    learners = dict(Learner.objects.values_list("user", "pk"))
    for enrolment, answers in given:
        sitting = Sitting(
            learner_id=learners[enrolment.user_id],
            house=house,
            mode=Mode.LESSON,
            length=max(1, len(answers)),
            level=1,
            seed=bytes(32),
            started_at=now,
        )
        sittings.append(sitting)
        runs.append(
            LessonRun(
                enrolment=enrolment,
                lesson=lesson,
                number=number,
                sitting=sitting,
                started_at=now,
                finished_at=None if passed is None else now,
                passed=passed,
            )
        )
        rows += _rows(sitting, answers, deal, now)
    Sitting.objects.bulk_create(sittings, batch_size=500)
    LessonRun.objects.bulk_create(runs, batch_size=500)
    for model, each in zip((Question, Answer, Verdict), zip(*rows, strict=True), strict=False):
        model.objects.bulk_create(each, batch_size=500)
    return runs


def _rows(sitting, answers, deal, now):
    at = now + timedelta(minutes=1)
    for position, parts in enumerate(answers, 1):
        question = Question(sitting=sitting, position=position, deal=deal, shown_at=now)
        answer = Answer(question=question, given={}, received_at=at, elapsed_ms=1000)
        right = all(part["right"] for part in parts)
        verdict = Verdict(
            answer=answer, engine=ENGINE_VERSION, right=right, parts=parts, created_at=at
        )
        yield question, answer, verdict


def many(course, count, now):
    """Enrolments of so many new people."""
    users = User.objects.bulk_create(User(username=f"many{at}") for at in range(count))
    Learner.objects.bulk_create(Learner(user=user) for user in users)
    return Enrolment.objects.bulk_create(
        Enrolment(course=course, user=user, name=name, joined_at=now, changed_at=now)
        for user, name in zip(users, (f"Особа {at:03}" for at in range(count)), strict=True)
    )


def answered(people, kinds):
    """Each person with the answers of the next of *kinds*."""
    return list(zip(people, cycle(kinds), strict=False))
