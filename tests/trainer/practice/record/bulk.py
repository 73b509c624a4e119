"""As many answers of a learner as wanted, to deals of real drills, stored at once.

The deals are few and come again, as in a redo; each is answered rightly and wrongly by turns.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from rules.engine import ENGINE_VERSION
from rules.games.base import Outcome
from rules.versions import live_version
from trainer.drills import base, find_drill
from trainer.drills.base import (
    AmountAnswer,
    BoxAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    SidesAnswer,
    spec_hash,
    spec_json,
)
from trainer.drills.stream import Stream
from trainer.models import Answer, Deal, Mode, Question, Sitting, Verdict

DRILLS = (
    ("name-the-hand", "russian-poker"),
    ("which-hand-wins", "texas-holdem"),
    ("what-it-pays", "russian-poker"),
    ("settle-the-box", "ultimate-texas-holdem"),
    ("dealer-qualifies", "casino-holdem"),
    ("recall", "russian-poker"),
)
TARGET_MS, QUICK_MS, SLOW_MS = 9000, 4000, 12_000
# Every so many answers one is wrong, and one slow.
WRONG, SLOW = 7, 5


@dataclass
class Made:
    """A stored deal with what is said of a right and of a wrong answer to it."""

    deal: Deal
    answers: dict[bool, tuple[dict, list]]


def wrong_answer(right, ask):
    match right:
        case SidesAnswer(choice) | ChoiceAnswer(choice):
            return type(right)(next(o.key for o in ask.options if o.key != choice))
        case HandAnswer(hand):
            return HandAnswer(next(h for h in base.HANDS.values() if h is not hand))
        case MoneyAnswer(outcome):
            return MoneyAnswer(Outcome.TAKE if outcome is not Outcome.TAKE else Outcome.PUSH)
        case AmountAnswer(amount):
            return AmountAnswer(amount + 5)
        case BoxAnswer(wagers, pay_now):
            (name, first), *others = wagers
            paid = None if pay_now is None else pay_now + Decimal(5)
            return BoxAnswer(((name, wrong_answer(first, ask)), *others), paid)
    raise TypeError(right)


def make_deals(house, now, *, each=4, drills=DRILLS):
    return [
        made
        for drill_key, game in drills
        for made in _deals(find_drill(drill_key), live_version(house, game, now), each)
    ]


def _deals(drill, version, each):
    for at in range(each):
        seed = bytes([at]) * 32
        deal = drill.deal(Stream(seed, "deal"), version.ruleset, 1 + at % 2)
        ask = drill.question(deal, version.ruleset)
        right = drill.expected(deal, version.ruleset)
        answers = {}
        for is_right, given in ((True, right), (False, wrong_answer(right, ask))):
            verdict = drill.check(deal, given, version.ruleset)
            assert verdict.right is is_right
            answers[is_right] = given.to_data(), [part.to_data() for part in verdict.parts]
        stored = Deal.objects.create(
            drill=drill.key,
            version=version,
            level=deal.level,
            seed=seed,
            generator=drill.generator,
            spec=spec_json(deal.to_spec()),
            sha256=spec_hash(deal.to_spec()),
        )
        yield Made(stored, answers)


def give_answers(learner, house, count, now, *, deals=None, each=10, days=60):
    """*count* answers, *each* a sitting, over the *days* before *now*; every sitting is a run of
    one drill. Gives the sittings."""
    deals = deals or make_deals(house, now)
    by_drill = {}
    for made in deals:
        by_drill.setdefault((made.deal.drill, made.deal.version.game), []).append(made)
    themes = list(by_drill)
    step = timedelta(days=days) / max(1, count)
    sittings, questions, answers, verdicts = [], [], [], []
    for at in range(count):
        started = now - timedelta(days=days) + at * step
        if at % each == 0:
            theme = themes[len(sittings) % len(themes)]
            sittings.append(
                Sitting(
                    learner=learner,
                    house=house,
                    drill=theme[0],
                    game=theme[1],
                    mode=Mode.ENDLESS,
                    level=1,
                    seed=b"\1" * 32,
                    started_at=started,
                    ended_at=started + timedelta(hours=1),
                )
            )
        made = by_drill[theme][at % len(by_drill[theme])]
        question = Question(
            sitting=sittings[-1],
            position=at % each + 1,
            deal=made.deal,
            shown_at=started,
            target_ms=TARGET_MS,
        )
        right = at % WRONG != 0
        given, parts = made.answers[right]
        elapsed = SLOW_MS if at % SLOW == 0 else QUICK_MS
        answer = Answer(
            question=question,
            given=given,
            received_at=started + timedelta(milliseconds=elapsed),
            elapsed_ms=elapsed,
        )
        questions.append(question)
        answers.append(answer)
        verdicts.append(
            Verdict(
                answer=answer,
                engine=ENGINE_VERSION,
                right=right,
                parts=parts,
                created_at=answer.received_at,
            )
        )
    Sitting.objects.bulk_create(sittings, batch_size=500)
    for model, rows in ((Question, questions), (Answer, answers), (Verdict, verdicts)):
        model.objects.bulk_create(rows, batch_size=500)
    return sittings
