import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.base import PayHand
from tests.trainer.practice.notebooks import (
    DAY,
    FLUSH_AS_STRAIGHT,
    NOW,
    OFFER,
    QUICK,
    SLOW,
    answered,
    book,
    known,
    right,
    told,
)
from trainer.drills import drills
from trainer.drills.base import ErrorCode, HandAnswer, Part
from trainer.practice.schedule import (
    TARGETS_MS,
    Confusion,
    Grade,
    Mistake,
    Notebook,
    Offer,
    Rating,
    Skill,
    SkillState,
    Why,
    confused_pairs,
    confusion_table,
    mistakes_of,
    next_wanted,
    parse_skill,
    rating,
    target_ms,
)

# --- skills and targets ----------------------------------------------------------------------


def test_a_skill_is_read_back_from_its_text():
    skill = Skill("recall", "russian-poker", "row:flush")
    assert parse_skill(str(skill)) == skill


@pytest.mark.parametrize("text", ["", "a/b", "a//c", "a/b/c/d"])
def test_what_is_no_skill_is_refused(text):
    with pytest.raises(ValueError, match="is not drill/game/tag"):
        parse_skill(text)


def test_every_drill_has_a_target():
    assert TARGETS_MS.keys() == drills().keys()


def test_targets_of_a_payout_and_a_recall():
    assert target_ms("what-the-bonus-pays") == target_ms("what-it-pays") == 9_000
    assert target_ms("recall") == 6_000
    assert target_ms("a drill to come") > 0


@pytest.mark.parametrize(
    ("is_right", "ms", "own", "grade"),
    [
        (True, 9_000, 0, Grade.RIGHT),
        (True, 9_001, 0, Grade.SLOW),
        (True, 9_001, 18_000, Grade.RIGHT),
        (False, 1, 0, Grade.WRONG),
    ],
)
def test_grades(is_right, ms, own, grade):
    given = answered("x", right=is_right, ms=ms, target_ms=own)
    assert given.grade("what-it-pays") is grade


# --- what an answer changes ------------------------------------------------------------------


def test_a_wrong_answer_makes_a_miss_likelier_a_right_one_less_likely():
    new = book().skill("pair").miss(NOW)
    assert known("pair", count=1).skill("pair").miss(NOW) < new
    wrong = book().record(answered("pair", right=False))
    assert wrong.skill("pair").miss(NOW) > new


def test_right_but_slow_counts_as_weak():
    wrong = book().record(answered("pair", right=False)).skill("pair")
    slow = book().record(answered("pair", ms=SLOW)).skill("pair")
    assert slow.miss(NOW) == wrong.miss(NOW)
    assert (slow.recent, wrong.recent) == ("s", "w")
    # It is remembered rather longer than what was wrong.
    assert slow.stability > wrong.stability


def test_an_explanation_helps_and_reading_none_helps_less():
    with_one = book().record(answered("pair")).skill("pair")
    without = book().record(answered("pair", explained=False)).skill("pair")
    assert with_one.practice == 2 * without.practice == 1


def test_practice_is_forgotten_with_the_days():
    skill = known("pair").skill("pair")
    misses = [skill.miss(NOW + days * DAY) for days in (1, 10, 100)]
    assert misses == sorted(misses)
    assert misses[0] < misses[-1] < book().skill("pair").miss(NOW)


def test_a_skill_falls_due_days_later_the_surer_the_later():
    once = known("pair", count=1).skill("pair")
    wrong = book().record(answered("pair", right=False)).skill("pair")
    days = told(book(), *right("pair", 4, every=2 * DAY)).skill("pair")
    assert wrong.due_at == NOW + DAY
    assert NOW + DAY < once.due_at < days.due_at - days.at + NOW


def test_a_miss_is_put_down_to_the_likeliest_skill():
    notebook = told(
        book(),
        *right("pair", 8),
        *(answered("flush", right=False, at=NOW + n * DAY / 48) for n in range(3)),
    )
    both = notebook.record(answered("pair", "flush", right=False, at=NOW + DAY / 2))
    assert both.skill("flush").recent == "wwww"
    assert both.skill("pair").recent == "r" * 8
    before, after = (sum(each.skill("pair").misses) for each in (notebook, both))
    assert before < after < 1.5 * before


def test_a_right_answer_counts_for_every_skill_of_the_deal():
    notebook = book().record(answered("pair", "flush"))
    assert [notebook.skill(tag).recent for tag in ("pair", "flush", "wheel")] == ["r", "r", ""]


def test_a_deal_without_skills_only_moves_the_level():
    notebook = book().record(answered(right=False, mistakes=(FLUSH_AS_STRAIGHT,)))
    assert notebook.skills == {}
    assert notebook.at_level == "0"


def test_an_answer_that_arrives_late_counts_as_after_the_last():
    notebook = told(book(), answered("pair", at=NOW), answered("pair", at=NOW - DAY))
    assert notebook.skill("pair").at == NOW
    assert notebook.skill("pair").recent == "rr"


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="has no time zone"):
        book().record(answered("pair", at=datetime(2026, 3, 2)))


def test_the_level_rises_with_eight_of_ten_and_falls_below_four():
    up = told(book(), *right("pair", 8), *([answered("pair", right=False)] * 2))
    assert (up.level, up.at_level) == (2, "")
    down = told(up, *([answered("pair", right=False, level=2)] * 10))
    assert down.level == 1
    assert told(book(level=3), *([answered("pair", level=3)] * 30)).level == 3
    assert told(book(), *([answered("pair", right=False)] * 30)).level == 1


def test_slow_answers_and_those_at_another_level_do_not_lift_the_level():
    assert told(book(), *([answered("pair", ms=SLOW)] * 10)).level == 1
    assert told(book(), *([answered("pair", level=2)] * 10)).level == 1


ANSWERS = st.builds(
    answered,
    st.sampled_from(["pair", "flush", "wheel"]),
    st.sampled_from(["pair", "kicker"]),
    right=st.booleans(),
    ms=st.sampled_from([QUICK, SLOW]),
    at=st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),
    level=st.integers(1, 3),
    deal=st.sampled_from(["", "1", "2", "3", "4"]),
    mistakes=st.sampled_from([(), (FLUSH_AS_STRAIGHT,)]),
    explained=st.booleans(),
)


@given(st.lists(ANSWERS, max_size=30))
def test_notebooks_are_stored_as_json_and_stay_sane(answers):
    notebook = told(book(), *answers)
    assert Notebook.from_data(json.loads(json.dumps(notebook.to_data()))) == notebook
    for state in notebook.skills.values():
        assert 0 < state.miss(datetime(2031, 1, 1, tzinfo=UTC)) < 1
        assert sum(state.weights) == pytest.approx(1, abs=1e-3)
        assert state.answers >= len(state.recent)


def test_a_state_that_was_stored_with_other_cases_keeps_all_but_its_doubt():
    state = told(book(), *right("pair", 3), answered("pair", right=False)).skill("pair")
    read = SkillState.from_data({**state.to_data(), "weights": [0.5, 0.5]})
    assert (read.recent, read.due_at, read.practice) == ("rrrw", state.due_at, 4)
    assert read.misses == SkillState().misses


def test_what_no_explanation_mends_stays_weak():
    stuck = told(book(), *([answered("pair", right=False)] * 40)).skill("pair")
    assert stuck.miss(NOW) > 0.2


def test_the_notebook_of_a_large_drill_stays_small():
    tags = [f"category:number-{number}" for number in range(28)]
    notebook = told(book(), *(each for tag in tags for each in right(tag, 20)))
    assert len(json.dumps(notebook.to_data())) < 10_000


# --- confusions ------------------------------------------------------------------------------


def part(expected, given, right=False, code=ErrorCode.OTHER, name="hand"):
    return Part(name, right, given.to_data(), expected.to_data(), code).to_data()


def test_mistakes_are_named_by_what_was_expected_and_given():
    flush, straight = HandAnswer(PayHand.FLUSH), HandAnswer(PayHand.STRAIGHT)
    assert mistakes_of([part(flush, straight), part(flush, flush, right=True)]) == (
        FLUSH_AS_STRAIGHT,
    )


@pytest.mark.parametrize(
    ("expected", "given", "mistake"),
    [
        (
            {"kind": "money", "outcome": "pay", "amount": "10"},
            {"kind": "money", "outcome": "push", "amount": "0"},
            Mistake("pay", "push"),
        ),
        (
            {"kind": "money", "outcome": "pay", "amount": "10"},
            {"kind": "money", "outcome": "pay", "amount": "15"},
            Mistake("pay", "wrong-row"),
        ),
        (
            {"kind": "amount", "amount": "10"},
            {"kind": "amount", "amount": "15"},
            Mistake("bonus", "wrong-row"),
        ),
        # Cards are others in every deal, and so are the sides of the table.
        (
            {"kind": "choice", "choice": "Ks"},
            {"kind": "choice", "choice": "Qd"},
            Mistake("bonus", "wrong-row"),
        ),
        (
            {"kind": "sides", "choice": "left"},
            {"kind": "sides", "choice": "tie"},
            Mistake("bonus", "wrong-row"),
        ),
        (
            {"kind": "choice", "choice": "left"},
            {"kind": "choice", "choice": "right"},
            Mistake("bonus", "wrong-row"),
        ),
        (
            {"kind": "choice", "choice": "tie"},
            {"kind": "choice", "choice": "left"},
            Mistake("tie", "wrong-row"),
        ),
    ],
)
def test_mistakes_without_a_name_go_by_part_and_error(expected, given, mistake):
    wrong = {"name": "bonus", "right": False, "code": "wrong-row"}
    assert mistakes_of([{**wrong, "expected": expected, "given": given}]) == (mistake,)


def confused(times=1, **more):
    return told(
        book(),
        *(
            answered("flush", right=False, deal=str(n), mistakes=(FLUSH_AS_STRAIGHT,), **more)
            for n in range(times)
        ),
    )


def test_a_confusion_counts_all_and_keeps_its_latest_deals():
    (confusion,) = confused(5).confusions
    assert (confusion.count, confusion.weight) == (5, 5)
    assert confusion.deals == ("4", "3", "2")


def test_a_confusion_fades_as_it_is_got_right_but_stays_counted():
    (confusion,) = told(confused(2), answered("flush"), answered("flush")).confusions
    assert (confusion.count, confusion.is_open) == (2, False)
    (other,) = told(confused(2), answered("pair"), answered("pair")).confusions
    assert other.is_open


def test_the_table_of_a_drill_adds_up_its_games():
    early = confused(2)
    late = Notebook("name-the-hand", "russian-poker").record(
        answered("flush", right=False, at=NOW + DAY, deal="r", mistakes=(FLUSH_AS_STRAIGHT,))
    )
    other = Notebook("best-five", "russian-poker")
    (confusion,) = confusion_table([early, late, other], "name-the-hand")
    assert confusion == Confusion(
        "name-the-hand", "flush", "straight", "flush", 3, 3.0, NOW + DAY, ("r", "1", "0")
    )
    assert confusion_table([early], "best-five") == ()


def test_confused_pairs_are_asked_as_variants_the_heaviest_first():
    notebook = told(
        confused(2),
        answered("pair", right=False, deal="p", mistakes=(Mistake("pair", "high-card"),)),
    )
    first, second = confused_pairs([notebook], [OFFER])
    assert (first.variant_of, first.skill.tag, first.want) == ("1", "flush", frozenset())
    assert (second.variant_of, second.why) == ("p", Why.CONFUSED)
    assert confused_pairs([notebook], []) == ()


# --- what comes next -------------------------------------------------------------------------


def next_tag(*notebooks, offers=(OFFER,), now=NOW + DAY / 24, **more):
    return next_wanted(notebooks, offers, now, **more).skill.tag


def test_a_first_visit_gets_the_first_skill_on_offer():
    wanted = next_wanted([], [OFFER], NOW)
    assert (wanted.drill, wanted.game) == (OFFER.drill, OFFER.game)
    assert (wanted.want, wanted.level, wanted.why) == (frozenset(["pair"]), 1, Why.NEW)


def test_nothing_on_offer_is_an_error():
    with pytest.raises(ValueError, match="nothing is offered"):
        next_wanted([book()], [Offer("recall", "texas-holdem", (1,), ())], NOW)


def test_the_weak_skill_comes_before_new_and_known_ones():
    notebook = told(known("pair"), answered("flush", right=False))
    wanted = next_wanted([notebook], [OFFER], NOW + DAY / 24)
    assert (wanted.skill.tag, wanted.why) == ("flush", Why.WEAK)
    assert wanted.variant_of == ""


def test_the_slow_skill_comes_as_the_weak_one():
    assert next_tag(told(known("pair", "wheel"), answered("flush", ms=SLOW))) == "flush"


def test_new_skills_come_before_what_is_known():
    assert next_tag(known("pair", "flush")) == "wheel"


def test_what_is_due_comes_before_what_is_new():
    notebook = known("pair")
    wanted = next_wanted([notebook], [OFFER], notebook.skill("pair").due_at)
    assert (wanted.skill.tag, wanted.why) == ("pair", Why.DUE)


def test_new_skills_wait_while_many_are_under_way():
    many = Offer("name-the-hand", "texas-holdem", (1,), tuple(f"tag-{n}" for n in range(100)))
    notebook = book()
    now = NOW
    for _ in range(48):
        now += timedelta(minutes=1)
        tag = next_tag(notebook, offers=[many], now=now)
        notebook = notebook.record(answered(tag, at=now))
    assert len(notebook.skills) == 24
    assert {state.answers for state in notebook.skills.values()} == {2}


def test_a_skill_is_not_asked_again_at_once():
    notebook = told(known("pair", "wheel"), answered("flush", right=False))
    flush, wheel = (Skill(OFFER.drill, OFFER.game, tag) for tag in ("flush", "wheel"))
    assert next_tag(notebook, recent=[flush, wheel]) == "pair"
    assert next_tag(notebook, recent=[flush, wheel, wheel]) == "flush"
    elsewhere = Skill(OFFER.drill, "russian-poker", "flush")
    assert next_tag(notebook, recent=[elsewhere]) == "flush"
    alone = Offer(OFFER.drill, OFFER.game, (1,), ("flush",))
    assert next_tag(notebook, offers=[alone], recent=[flush]) == "flush"


def test_only_what_is_offered_is_asked():
    weak = told(book(), answered("flush", right=False))
    other = Offer("recall", "russian-poker", (1,), ("row:flush",))
    assert next_tag(weak, offers=[other]) == "row:flush"


def test_after_a_confusion_its_pair_is_asked_then_the_skill_in_turn():
    notebook = confused(2)
    later = NOW + DAY / 24
    first = next_wanted([notebook], [OFFER], later)
    assert (first.variant_of, first.want, first.why) == ("1", frozenset(), Why.CONFUSED)
    notebook = notebook.record(answered("flush", at=later))
    second = next_wanted([notebook], [OFFER], later)
    assert (second.variant_of, second.want) == ("", frozenset(["flush"]))


def test_the_level_is_the_notebooks_as_far_as_it_is_offered():
    flush = [OFFER]
    assert next_wanted([book(level=2)], flush, NOW).level == 2
    assert next_wanted([book(level=2)], flush, NOW, level=3).level == 3
    upper = Offer(OFFER.drill, OFFER.game, (2,), OFFER.tags)
    assert next_wanted([book(level=1)], [upper], NOW).level == 2
    assert next_wanted([book(level=3)], [upper], NOW).level == 2


def test_what_older_versions_stored_beside_it_is_left():
    notebook = told(book(), *right("pair", 3))
    stored = {**notebook.to_data(), "aside": {"wheel": NOW.isoformat()}}
    assert Notebook.from_data(stored) == notebook


# --- ratings ---------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", range(5))
def test_there_is_no_rating_before_five_answers(answers):
    early = rating(known("pair", count=answers), "pair")
    assert (early.percent, early.missing) == (None, 5 - answers)


def test_a_rating_counts_right_answers_in_time_and_says_how_sure_it_is():
    notebook = told(
        book(), *right("pair", 3), answered("pair", ms=SLOW), answered("pair", right=False)
    )
    now = rating(notebook, "pair")
    assert (now.answers, now.right, now.slow, now.percent, now.missing) == (5, 3, 1, 60, 0)
    # Wilson's interval at 90 %, worked out by hand.
    assert (now.low, now.high) == (27, 86)


def test_a_rating_goes_by_the_latest_twenty():
    notebook = told(book(), *([answered("pair", right=False)] * 30), *right("pair", 20))
    assert rating(notebook, "pair").percent == 100
    assert notebook.skill("pair").answers == 50


@given(st.integers(0, 500), st.data())
def test_ratings_are_never_above_all_nor_rounded_up_to_it(answers, data):
    count = data.draw(st.integers(0, answers))
    now = Rating(answers, count, 0)
    assert 0 <= now.low <= now.high <= 100
    if now.percent is not None:
        assert now.low <= now.percent <= now.high
        assert (now.percent == 100) == (count == answers)
