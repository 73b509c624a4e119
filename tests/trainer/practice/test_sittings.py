"""The services: what is stored, once, and when the clock runs."""

from datetime import timedelta

import pytest

from rules.engine import ENGINE_VERSION
from tests.trainer.practice.visitors import (
    NOW,
    SEED,
    expected_answer,
    stored_question,
    wrong_form,
)
from trainer.drills import find_drill
from trainer.drills.base import SidesAnswer, answer_from_data
from trainer.models import Answer, Deal, Question, Sitting, Verdict
from trainer.models.practice import DamagedDealError
from trainer.practice import sittings
from trainer.practice.dealing import deal_seed, make_deal

pytestmark = pytest.mark.django_db


def later(seconds):
    return NOW + timedelta(seconds=seconds)


def sitting_of(question):
    return Sitting.objects.filter(pk=question.sitting_id)


def deal_next(question, position, **given):
    return sittings.deal_next({}, question.sitting.uuid, position, **given)


def answer_and_deal_next(question, **given):
    sittings.record_answer(question, expected_answer(question), now=later(5))
    position = question.position + 1
    return deal_next(question, position, now=later(9), **given)


def test_the_first_question_is_dealt_with_the_sitting(begin):
    question = begin()
    assert question.position == 1
    assert list(question.sitting.questions.all()) == [question]


def test_a_deal_is_stored_with_what_makes_it_again(begin):
    deal = begin(level=2).deal
    assert deal.seed == deal_seed(SEED, 1)
    assert deal.generator == find_drill(deal.drill).generator
    assert make_deal(deal.drill, deal.version, deal.level, deal.seed) == deal.value


def test_every_position_has_a_seed_of_its_own():
    seeds = {deal_seed(seed * 32, position) for seed in (b"a", b"b") for position in range(1, 21)}
    assert len(seeds) == 40
    assert {len(seed) for seed in seeds} == {32}


def test_a_changed_deal_is_refused(begin):
    deal = begin().deal
    text = deal.spec.replace('"level":1', '"level":2')
    assert text != deal.spec
    with pytest.raises(DamagedDealError, match=deal.sha256):
        Deal(spec=text, sha256=deal.sha256).value  # noqa: B018


def test_the_deal_is_of_the_version_that_is_live(begin, reference):
    version = begin().deal.version
    assert (version.house, version.game, version.number) == (reference, "russian-poker", 1)


def test_an_answer_is_stored_with_its_verdict(begin):
    question = begin()
    verdict = sittings.record_answer(question, expected_answer(question), now=later(2.345))
    stored = Answer.objects.get()
    assert answer_from_data(stored.given) == expected_answer(question)
    assert (stored.question, stored.number, stored.elapsed_ms) == (question, 1, 2345)
    assert (verdict.answer, verdict.right, verdict.by) == (stored, True, "machine")
    assert (verdict.engine, verdict.created_at) == (ENGINE_VERSION, stored.received_at)
    assert [part["right"] for part in verdict.parts] == [True]


def test_a_wrong_answer_is_stored_as_wrong(begin):
    question = begin()
    wrong = SidesAnswer(wrong_form(question)["choice"])
    verdict = sittings.record_answer(question, wrong, now=later(2))
    assert not verdict.right
    assert verdict.parts[0]["given"]["choice"] == wrong.choice
    assert verdict.parts[0]["expected"] == expected_answer(question).to_data()


def test_only_the_first_answer_counts(begin):
    question = begin()
    first = sittings.record_answer(
        question, SidesAnswer(wrong_form(question)["choice"]), now=later(2)
    )
    again = stored_question(question.sitting.uuid, 1)
    assert sittings.record_answer(again, expected_answer(again), now=later(4)) == first
    assert again.right is False
    assert (Answer.objects.count(), Verdict.objects.count()) == (1, 1)


def test_the_same_answer_to_the_last_question_arrives_twice(begin):
    question = begin(length=5)
    for _ in range(4):
        question = answer_and_deal_next(question, shown_at=later(9))
    verdict = sittings.record_answer(question, expected_answer(question), now=later(20))
    again = stored_question(question.sitting.uuid, 5)
    assert sittings.record_answer(again, expected_answer(again), now=later(21)) == verdict
    assert again.sitting.ended_at == later(20)


def test_the_clock_starts_at_the_first_serving(begin):
    question = begin()
    sittings.mark_shown(question, now=later(60))
    sittings.mark_shown(stored_question(question.sitting.uuid, 1), now=later(60))
    verdict = sittings.record_answer(question, expected_answer(question), now=later(61))
    assert verdict.answer.elapsed_ms == 61_000


def test_a_clock_that_was_set_back_counts_nothing(begin):
    question = begin()
    verdict = sittings.record_answer(question, expected_answer(question), now=later(-5))
    assert verdict.answer.elapsed_ms == 0


def test_the_next_question_waits_for_the_answer(begin):
    question = begin()
    with pytest.raises(sittings.NotAnsweredError):
        deal_next(question, 2, now=NOW)
    assert Question.objects.count() == 1


def test_a_position_is_dealt_once(begin):
    question = begin()
    second = answer_and_deal_next(question)
    assert deal_next(question, 2, now=later(30)) == second
    assert deal_next(question, 1, now=later(30)) == question
    assert (Question.objects.count(), Deal.objects.count()) == (2, 2)


def test_the_next_question_is_not_shown_yet_unless_it_is_served_at_once(begin):
    second = answer_and_deal_next(begin())
    assert second.shown_at is None
    assert second.right is None
    sittings.mark_shown(second, now=later(20))
    third = answer_and_deal_next(stored_question(second.sitting.uuid, 2), shown_at=later(9))
    assert third.shown_at == later(9)


def test_no_position_is_left_out(begin):
    question = begin()
    sittings.record_answer(question, expected_answer(question), now=later(5))
    for position in (0, -1, 3, 10**30):
        with pytest.raises(Question.DoesNotExist):
            deal_next(question, position, now=NOW)


def test_the_deals_of_a_sitting_differ(begin):
    question = begin(length=20)
    specs = {question.deal.sha256}
    for _ in range(19):
        question = answer_and_deal_next(question, shown_at=later(9))
        specs.add(question.deal.sha256)
    assert len(specs) == 20


def test_the_last_answer_ends_the_sitting(begin):
    question = begin(length=5)
    for _ in range(4):
        assert sitting_of(question).get().ended_at is None
        question = answer_and_deal_next(question, shown_at=later(9))
    sittings.record_answer(question, expected_answer(question), now=later(20))
    assert sitting_of(question).get().ended_at == later(20)
    with pytest.raises(sittings.SittingEndedError):
        deal_next(question, 6, now=later(21))


def test_an_ended_sitting_takes_no_answer(begin):
    question = begin()
    sittings.end_sitting(question.sitting, now=later(3))
    with pytest.raises(sittings.SittingEndedError):
        sittings.record_answer(question, expected_answer(question), now=later(4))
    assert not Answer.objects.exists()


def test_an_ended_sitting_deals_no_more(begin):
    question = begin()
    sittings.record_answer(question, expected_answer(question), now=later(2))
    sittings.end_sitting(question.sitting, now=later(3))
    with pytest.raises(sittings.SittingEndedError):
        deal_next(question, 2, now=later(4))


def test_a_sitting_ends_once(begin):
    question = begin()
    sittings.end_sitting(question.sitting, now=later(3))
    sittings.end_sitting(question.sitting, now=later(30))
    assert sitting_of(question).get().ended_at == later(3)
