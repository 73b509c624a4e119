"""Scores of sittings, on real deals and on marks written by hand."""

from fractions import Fraction

import pytest

from tests.trainer.school.grading.cast import deals_of, make_exam, make_paper, people_on, sit
from trainer.models import ExamAnswer, ExamSitting, ExamVerdict, Target
from trainer.school.grading.marks import Mark
from trainer.school.grading.scores import (
    Critical,
    Reason,
    Why,
    boxes_of,
    score,
    score_of,
    scores,
)
from trainer.school.passing import Ability, PassRules


def part(name="answer", kind="choice", right=True, code=None, delta="0", **expected):
    data = {"kind": kind, **expected}
    return {
        "name": name,
        "right": right,
        "given": data,
        "expected": data,
        "code": code,
        "delta": delta,
    }


RIGHT = part()


def mark(position=1, drill="recall", parts=(RIGHT,), *, elapsed_ms=5000, given=True):
    right = all(each["right"] for each in parts)
    given = {"kind": "choice", "choice": "x"} if given else None
    elapsed_ms = elapsed_ms if given else None
    return Mark(position, position, 1, drill, "g", 1, right, tuple(parts), given, elapsed_ms)


def scored(*marks, rules=None, judged=True, timed=True, target=10_000):
    return score_of(
        marks, rules or PassRules(), judged=judged, timed=timed, target=lambda drill: target
    )


# --- marks written by hand -------------------------------------------------------------------


def test_nothing_asked_passes_nobody_and_has_no_share():
    found = scored()
    assert found.passed is False
    assert found.reasons == (Reason(Why.NOTHING_ASKED),)
    assert found.items.percent is None
    assert found.pace is None


def test_zero_answers_are_nought_percent():
    found = scored(*(mark(at, given=False, parts=(part(right=False),)) for at in (1, 2)))
    assert found.items.percent == 0
    assert found.abilities[Ability.HOUSE_RULES].unanswered == 2
    assert found.passed is False
    assert found.pace is None


def test_a_sitting_that_is_not_judged_has_neither_passed_nor_failed():
    assert scored(mark(), judged=False).passed is None


def test_each_ability_is_measured_against_its_own_share():
    right, wrong = part("ante", "money"), part("bet", "money", right=False, code="netted")
    enough = [mark(at, "what-it-pays", (right,)) for at in range(1, 97)]
    found = scored(*enough, *(mark(at, "what-it-pays", (wrong,)) for at in range(97, 101)))
    assert found.reasons == (Reason(Why.ACCURACY, 96, 97, 100, Ability.SETTLEMENT),)
    assert scored(*enough, *enough[:1]).passed is True


def test_all_of_the_hands_but_one_in_twenty():
    wrong = part("hand", "hand", right=False, hand="flush")
    marks = [mark(at, "name-the-hand", (part("hand", "hand", hand="pair"),)) for at in range(19)]
    assert scored(*marks, mark(20, "name-the-hand", (wrong,))).passed is True


def test_the_same_hand_misread_twice():
    wrong = part("hand", "hand", right=False, hand="flush")
    marks = [mark(at, "name-the-hand", (part("hand", "hand", hand="pair"),)) for at in range(98)]
    found = scored(*marks, *(mark(at, "name-the-hand", (wrong,)) for at in (99, 100)))
    assert found.reasons == (Reason(Why.SAME_HAND, 2, 1, hand="flush"),)
    lenient = PassRules(same_hand_missed=None)
    assert scored(*marks, *(mark(9, "name-the-hand", (wrong,)),) * 2, rules=lenient).passed


@pytest.mark.parametrize("code", ["paid-loser", "took-winner", "wrong-table"])
def test_a_critical_error_stands_apart_and_fails(code):
    wrong = part("1.bet", "money", right=False, code=code, delta="25")
    marks = [mark(at, "settle-the-table", (part("0.bet", "money"),) * 50) for at in (1, 2)]
    found = scored(*marks, mark(3, "settle-the-table", (wrong,)))
    assert found.critical == (Critical(3, "1.bet", code),)
    assert found.reasons == (Reason(Why.CRITICAL, 1, 0),)
    assert scored(*marks, mark(3, "x", (wrong,)), rules=PassRules(critical_allowed=1)).passed


def test_money_of_both_sides_is_not_set_off():
    parts = (
        part(right=False, delta="12.5"),
        part(right=False, delta="-10"),
        part(right=False, delta="1/3"),
    )
    found = scored(mark(parts=parts))
    assert (found.to_guest, found.to_house) == (Fraction(77, 6), Fraction(10))


def test_pace_stands_beside_accuracy():
    found = scored(*(mark(at, elapsed_ms=1000 * at) for at in range(1, 11)))
    assert (found.pace.median_ms, found.pace.ninth_ms) == (5000, 9000)
    assert found.pace.target_percent == 55
    assert found.passed is True


def test_pace_fails_only_where_the_rules_ask_for_it():
    slow = mark(elapsed_ms=12_100)
    assert scored(slow).passed is True
    found = scored(slow, rules=PassRules(pace_percent=120))
    assert found.reasons == (Reason(Why.PACE, 121, 120),)


def test_typed_in_answers_have_no_pace():
    found = scored(mark(elapsed_ms=0), timed=False, rules=PassRules(pace_percent=1))
    assert found.pace is None
    assert found.passed is True


def test_boxes_a_minute_by_number_of_boxes():
    total = part("pay-now", "amount")
    one = mark(1, "settle-the-box", (part("ante", "money"), total), elapsed_ms=30_000)
    table = (part("0.ante", "money"), part("2.ante", "money"), part("5.ante", "money"), total)
    three = mark(2, "settle-the-table", table, elapsed_ms=60_000)
    found = scored(one, three, mark(3, elapsed_ms=9))
    paces = [(pace.boxes, str(pace.boxes_per_minute)) for pace in found.pace.tables]
    assert paces == [(1, "2.0"), (3, "3.0")]


def test_a_single_bet_is_no_box():
    assert boxes_of([part("ante", "money")]) == 0


# --- sittings as they are stored -------------------------------------------------------------


def one(exam, enrolment, made, said, **fields):
    [sitting] = sit(exam, [enrolment], made, said, **fields)
    return ExamSitting.objects.select_related("exam__course").get(pk=sitting.pk)


def test_all_right(exam, enrolment, made):
    found = score(one(exam, enrolment, made, lambda person, item: True))
    assert found.passed is True
    assert found.items.percent == 100
    assert set(found.abilities) == {
        Ability.HANDS,
        Ability.QUALIFYING,
        Ability.SETTLEMENT,
        Ability.ARITHMETIC,
    }
    assert [pace.boxes for pace in found.pace.tables] == [1]


def test_nothing_answered(exam, enrolment, made):
    """As many parts are missed as would have been graded."""
    nothing = score(one(exam, enrolment, made, lambda person, item: None))
    everything = score(one(exam, enrolment, made, lambda person, item: True, number=2))
    assert nothing.items.percent == 0
    assert nothing.answered == 0
    assert nothing.passed is False
    for ability, share in everything.abilities.items():
        missed = nothing.abilities[ability]
        assert (missed.asked, missed.right, missed.unanswered) == (share.asked, 0, share.asked)


def test_only_the_last_answer_counts_and_only_its_latest_verdict(exam, enrolment, made):
    sitting = one(exam, enrolment, made, lambda person, item: False)
    first = ExamAnswer.objects.filter(sitting=sitting).order_by("item__position").first()
    given, parts = made[0].answers[True]
    again = ExamAnswer.objects.create(
        sitting=sitting,
        item=first.item,
        number=2,
        given=given,
        received_at=first.received_at,
        elapsed_ms=1,
    )
    fields = {"version": made[0].deal.version, "engine": 1, "created_at": first.received_at}
    ExamVerdict.objects.create(answer=again, right=True, parts=parts, **fields)
    assert score(sitting).items.right == 1


def test_a_sitting_under_way(exam, enrolment, made):
    found = score(one(exam, enrolment, made, lambda person, item: True, judged=False))
    assert found.passed is None


def test_the_exam_s_rules_come_before_the_course_s(exam, enrolment, made):
    sitting = one(exam, enrolment, made, lambda person, item: item > 0)
    assert score(sitting).passed is False
    sitting.exam.course.passing = PassRules(dict.fromkeys(Ability, 0)).to_data()
    assert score(sitting).passed is True
    sitting.exam.passing = PassRules().to_data()
    assert score(sitting).passed is False


def test_pace_uses_the_school_s_own_targets(exam, enrolment, made):
    sitting = one(exam, enrolment, made, lambda p, item: {"right": True, "elapsed_ms": 30_000})
    for drill in {each.deal.drill for each in made}:
        Target.objects.create(drill=drill, seconds=60)
    assert score(sitting).pace.target_percent == 50


def test_many_are_read_by_few_queries(
    course, exam, made, reference, django_assert_max_num_queries
):
    sit(exam, people_on(course, 30), made, lambda person, item: (person + item) % 3 != 0 or None)
    own = deals_of(reference, (("recall", "russian-poker"),), each=3)
    other = make_exam(course, make_paper(course, own, number=2))
    sit(other, exam.course.enrolments.all(), own, lambda person, item: True)
    whose = {"exam__course": course.pk}
    with django_assert_max_num_queries(6):
        sittings = ExamSitting.objects.select_related("exam__course").filter(**whose)
        found = scores(sittings, whose)
    assert len(found) == 60
    assert {each.items.asked for each in found.values()} == {3, 8}
