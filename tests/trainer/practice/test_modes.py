"""Every way to practise, through its pages: begin, answer, end, come back."""

import re
import secrets
from datetime import timedelta

import pytest
from django.db.models import F
from django.template.loader import get_template
from django.utils import timezone

from tests.trainer.practice.visitors import right_form, stored_question, wrong_form
from trainer.drills import drills, find_drill
from trainer.models import Answer, Deal, Mode, Notebook, Question, Sitting
from trainer.practice import clocks, planning, runs, schedule
from trainer.practice.orders import Order

pytestmark = pytest.mark.django_db
DRILL = "which-hand-wins"
THEME = f"russian-poker/{DRILL}"


def begin(visitor, action, **fields):
    visitor.open(action)
    visitor.submit(action, **fields)
    return visitor.question()


def answer(visitor, question, *, right=True, seconds=None):
    """Answer as after so many seconds, and read the verdict."""
    if seconds is not None:
        shown = timezone.now() - timedelta(seconds=seconds)
        Question.objects.filter(pk=question.pk).update(shown_at=shown)
    form = right_form(question) if right else wrong_form(question)
    visitor.open(question.get_absolute_url())
    visitor.submit(question.get_absolute_url(), **form)
    return visitor.page


def go_on(visitor, question):
    visitor.submit(f"{question.get_absolute_url()}next/")
    return visitor.question()


# --- endless, and help -----------------------------------------------------------------------


def test_endless_practice_goes_on_until_it_is_ended(visitor):
    question = begin(visitor, f"/practice/{DRILL}/russian-poker/", level=1, length=0)
    for _ in range(12):
        answer(visitor, question)
        question = go_on(visitor, question)
    assert question.position == 13
    assert 'aria-label="Question 13; 12 of 12 right"' in visitor.page
    assert visitor.page.count('class="dot ') == 10
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    assert "12 of 12 right" in visitor.page
    sitting = visitor.sitting()
    assert (sitting.mode, sitting.length, sitting.finished_on) == (Mode.ENDLESS, None, None)


@pytest.mark.parametrize(
    ("help_", "hint", "rules", "target"),
    [
        ("learn", "open", "open", False),
        ("guided", "closed", "closed", False),
        ("practice", "", "closed", False),
        ("table-ready", "", "", True),
    ],
)
def test_help_is_what_lies_beside_a_question(visitor, help_, hint, rules, target):
    begin(visitor, f"/practice/{DRILL}/russian-poker/", length=0, help=help_)
    opened = {"open": " open", "closed": ""}
    drawers = re.findall(
        r'<details class="drawer( hint)?"( data-key="KeyR")?( open)?>', visitor.page
    )
    hints = [each[2] for each in drawers if each[0]]
    tables = [each[2] for each in drawers if each[1]]
    assert hints == ([opened[hint]] if hint else [])
    assert tables == ([opened[rules]] if rules else [])
    assert ("target 8 s" in visitor.page) is target


def test_right_but_slow_is_told_except_to_learners(visitor):
    start = f"/practice/{DRILL}/russian-poker/"
    question = begin(visitor, start)
    assert "Right, but slow: 12 s, the target is 8 s." in re.sub(
        r"12\.\d s", "12 s", answer(visitor, question, seconds=12)
    )
    assert "Right, but slow" not in answer(visitor, go_on(visitor, question), seconds=5)
    question = begin(visitor, start, help="learn")
    assert "Right, but slow" not in answer(visitor, question, seconds=12)


def test_idle_time_is_kept_apart_and_told(visitor):
    question = begin(visitor, f"/practice/{DRILL}/russian-poker/", length=0)
    page = answer(visitor, question, seconds=3600)
    assert "You were away; that time does not count." in page
    stored = Answer.objects.get()
    assert stored.elapsed_ms - stored.idle_ms == clocks.IDLE_LEAST_MS
    assert visitor.sitting().spent_ms == clocks.IDLE_LEAST_MS


def test_who_was_away_was_not_in_time(visitor):
    question = begin(visitor, f"/practice/{DRILL}/russian-poker/", length=0)
    answer(visitor, question, seconds=95)
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    assert "Right, but slow" in visitor.page
    assert "90 s, the target is 8 s" in visitor.page
    visitor.open("/history/answers/?answers=slow")
    assert "1 answer<" in visitor.page


# --- sprint ----------------------------------------------------------------------------------


def test_a_sprint_counts_misses_as_time(visitor):
    question = begin(visitor, "/practice/sprint/", minutes=2, theme=THEME)
    assert 'data-left-ms="1' in visitor.page
    assert question.sitting.limit_ms == 120_000
    page = answer(visitor, question, right=False, seconds=5)
    assert "A miss costs 10 s." in page
    assert 15_000 <= visitor.sitting().spent_ms < 20_000


def test_what_comes_after_a_sprint_is_told_and_not_counted(visitor):
    question = begin(visitor, "/practice/sprint/", minutes=3, theme=THEME)
    answer(visitor, question, seconds=5)
    question = go_on(visitor, question)
    page = answer(visitor, question, seconds=200)
    assert "Time was up: this answer does not count in the result." in page
    assert "Right: " in page
    visitor.open(f"/sittings/{question.sitting.uuid}/result/")
    assert "1 of 1 right" in visitor.page
    assert "1 answer came after the end and does not count here." in visitor.page
    assert visitor.sitting().finished_on is not None
    assert Answer.objects.filter(late=True).count() == 1


def test_a_sprint_left_open_is_no_practice_time(visitor):
    question = begin(visitor, "/practice/sprint/", minutes=2, theme=THEME)
    page = answer(visitor, question, seconds=3 * 3600)
    assert "You were away" not in page
    assert visitor.sitting().spent_ms >= 3 * 3600_000
    stored = Answer.objects.get()
    assert stored.late
    assert stored.elapsed_ms - stored.idle_ms == clocks.IDLE_LEAST_MS


def test_a_sprint_of_everything_mixes_drills(visitor):
    begin(visitor, "/practice/sprint/", theme="texas-holdem")
    plan = visitor.sitting().plan
    assert len({order["drill"] for order in plan}) == 8
    assert {order["game"] for order in plan} == {"texas-holdem"}


def test_only_who_chooses_whole_tables_gets_them_in_a_sprint(visitor):
    begin(visitor, "/practice/sprint/", theme="russian-poker")
    assert "settle-the-table" not in {order["drill"] for order in visitor.sitting().plan}
    question = begin(visitor, "/practice/sprint/", theme="russian-poker/settle-the-table")
    assert question.deal.drill == "settle-the-table"


@pytest.mark.parametrize("mode", ["sprint", "streak"])
def test_a_game_of_one_drill_is_a_theme(visitor, monkeypatch, mode):
    for drill in drills().values():
        if drill.key != DRILL:
            monkeypatch.setattr(type(drill), "offers", lambda self, ruleset: False)
    question = begin(visitor, f"/practice/{mode}/", theme="russian-poker")
    assert question.deal.drill == DRILL


def test_a_sprint_whose_clock_ran_out_is_not_offered_again(visitor):
    question = begin(visitor, "/practice/sprint/", theme=THEME)
    visitor.open("/")
    assert str(question.sitting.uuid) not in visitor.page
    answer(visitor, question)
    visitor.open("/")
    assert str(question.sitting.uuid) in visitor.page


@pytest.mark.parametrize("mode", ["sprint", "streak"])
def test_a_theme_that_is_not_there_begins_nothing(visitor, mode):
    visitor.open(f"/practice/{mode}/")
    response = visitor.submit(f"/practice/{mode}/", theme="bridge")
    assert response.status_code == 422
    assert "This house does not offer the theme." in visitor.page
    assert not Sitting.objects.exists()


# --- streak ----------------------------------------------------------------------------------


def test_a_streak_rises_and_ends_with_the_first_miss(visitor):
    question = begin(visitor, "/practice/streak/", theme=THEME)
    for _ in range(5):
        answer(visitor, question)
        question = go_on(visitor, question)
    assert question.deal.level == 2
    answer(visitor, question, right=False)
    visitor.open(f"/sittings/{question.sitting.uuid}/")
    assert "5 in a row" in visitor.page
    assert visitor.sitting().finished_on is not None


def test_a_record_is_the_best_before(visitor):
    for length, said in (
        (1, None),
        (2, "Your best so far; it was 1 before."),
        (0, "Your best is 2."),
    ):
        question = begin(visitor, "/practice/streak/", theme=THEME)
        for _ in range(length):
            answer(visitor, question)
            question = go_on(visitor, question)
        answer(visitor, question, right=False)
        visitor.open(f"/sittings/{question.sitting.uuid}/result/")
        assert said is None or said in visitor.page


def test_a_record_is_of_the_level_it_began_at(visitor):
    for level, right in ((1, 2), (2, 1), (1, 0)):
        Notebook.objects.update(data=schedule.Notebook(DRILL, "russian-poker", level).to_data())
        visitor.open("/practice/streak/")
        assert f">Which hand wins · {level}</option>" in visitor.page
        question = begin(visitor, "/practice/streak/", theme=THEME)
        assert question.deal.level == level
        for _ in range(right):
            answer(visitor, question)
            question = go_on(visitor, question)
        answer(visitor, question, right=False)
        visitor.open(f"/sittings/{question.sitting.uuid}/result/")
        assert ("Your best is 2." in visitor.page) is (right == 0)
        assert f"<dt>From level</dt><dd>{level}</dd>" in visitor.page
        assert "Your best so far" not in visitor.page
    visitor.open("/practice/streak/")
    said = " ".join(re.sub("<[^>]+>", " ", visitor.page).split())
    assert "Which hand wins · from level 1 2 in a row" in said
    assert "Which hand wins · from level 2 1 in a row" in said


def test_records_of_sprints_stand_with_their_time_and_level(visitor):
    question = begin(visitor, "/practice/sprint/", minutes=3, theme=THEME)
    answer(visitor, question, seconds=5)
    question = go_on(visitor, question)
    answer(visitor, question, seconds=200)
    visitor.open("/practice/sprint/")
    said = " ".join(re.sub("<[^>]+>", " ", visitor.page).split())
    assert "Which hand wins · 3:00 · level 1 1" in said


# --- once more -------------------------------------------------------------------------------


def missed_and_slow(visitor):
    """A sitting with a right, a missed, a slow and a right answer; gives its missed deals."""
    question, deals = begin(visitor, f"/practice/{DRILL}/russian-poker/", length=5), []
    for right, seconds in ((True, 2), (False, 2), (True, 20), (True, 2), (True, 2)):
        answer(visitor, question, right=right, seconds=seconds)
        if not right or seconds == 20:
            deals.append(question.deal_id)
        if question.position < 5:
            question = go_on(visitor, question)
    visitor.open(f"/sittings/{question.sitting.uuid}/result/")
    return deals


def test_what_was_missed_or_slow_comes_once_more_in_one_run(visitor):
    deals = missed_and_slow(visitor)
    source = visitor.sitting()
    assert "Repeat 2 missed or slow" in visitor.page
    made = Deal.objects.count()
    visitor.submit(f"/sittings/{source.uuid}/redo/")
    question = visitor.question()
    answer(visitor, question)
    again = go_on(visitor, question)
    answer(visitor, again)
    assert [question.deal_id, again.deal_id] == deals
    assert Deal.objects.count() == made
    sitting = visitor.sitting()
    assert (sitting.mode, sitting.source, sitting.length) == (Mode.REDO, source, 2)
    visitor.open(f"/sittings/{sitting.uuid}/result/")
    assert "your record and your ratings stay as they were" in visitor.page
    visitor.open("/")
    # Four of five right, as before.
    assert "4 of 5 right" in visitor.page


def test_the_latest_once_more_are_those_that_were_not_put_right_since(visitor):
    deals = missed_and_slow(visitor)
    visitor.open("/")
    visitor.submit("/practice/redo/")
    question = visitor.question()
    assert question.deal_id == deals[1]
    answer(visitor, question)
    visitor.open("/")
    visitor.submit("/practice/redo/")
    assert [order["again"] for order in visitor.sitting().plan] == deals[:1]


def test_nothing_to_repeat_is_said(visitor):
    question = begin(visitor, f"/practice/{DRILL}/russian-poker/")
    answer(visitor, question)
    uuid = question.sitting.uuid
    visitor.submit(f"/sittings/{uuid}/end/")
    assert f"/sittings/{uuid}/redo/" not in visitor.forms()
    visitor.post(f"/sittings/{uuid}/redo/")
    visitor.open("/")
    assert "there is nothing to repeat" in visitor.page
    assert Sitting.objects.count() == 1


def test_nobody_repeats_the_sitting_of_another(visitor, stranger):
    missed_and_slow(visitor)
    uuid = visitor.sitting().uuid
    stranger.start()
    assert stranger.post(f"/sittings/{uuid}/redo/").status_code == 404


# --- shift, pair, home -----------------------------------------------------------------------


def missed(visitor):
    """Misses one question and ends; gives its deal."""
    question = begin(visitor, f"/practice/{DRILL}/russian-poker/", length=5)
    answer(visitor, question, right=False)
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    visitor.open("/")
    return question.deal_id


def test_a_shift_is_put_together_and_ends_with_its_time(visitor):
    missed(visitor)
    visitor.submit("/practice/shift/")
    question = visitor.question()
    sitting = visitor.sitting()
    plan = sitting.plan
    assert (sitting.mode, sitting.limit_ms) == (Mode.SHIFT, 600_000)
    assert {order["game"] for order in plan} == {"russian-poker"}
    assert [o["drill"] for o in plan].count("settle-the-table") == 1
    assert any("variant_of" in order for order in plan)
    Sitting.objects.filter(pk=sitting.pk).update(spent_ms=599_000)
    question = stored_question(sitting.uuid, 1)
    answer(visitor, question, seconds=3)
    sitting.refresh_from_db()
    assert sitting.finished_on is not None
    visitor.open("/")
    assert "1 shift of 4" in visitor.page
    assert "Done for today." in visitor.page
    Sitting.objects.update(ended_at=F("ended_at") + timedelta(days=1))
    visitor.open("/")
    assert "Done for today." not in visitor.page


@pytest.mark.parametrize(
    ("due", "told"), [(False, "That is all that is due today."), (True, "was planned for")]
)
def test_a_shift_whose_plan_is_used_up_ends_there_and_counts(visitor, monkeypatch, due, told):
    plan = [Order(DRILL, "russian-poker", 1), Order("recall", "russian-poker", 1)]
    monkeypatch.setattr(planning, "shift_orders", lambda *_, **__: plan)
    monkeypatch.setattr(runs, "is_anything_due", lambda *_: due)
    visitor.open("/")
    visitor.submit("/practice/shift/")
    uuid = visitor.sitting().uuid
    # The first is missed, and comes again before the end.
    for position, right in ((1, False), (2, True), (3, True)):
        assert visitor.sitting().ended_at is None
        if position > 1:
            visitor.submit(f"/sittings/{uuid}/{position - 1}/next/")
        answer(visitor, stored_question(uuid, position), right=right)
    assert visitor.sitting().finished_on is not None
    visitor.open(f"/sittings/{uuid}/result/")
    assert told in visitor.page
    visitor.open("/")
    assert "1 shift of 4" in visitor.page


def test_a_shift_that_was_ended_early_says_that_it_does_not_count(visitor):
    visitor.open("/")
    visitor.submit("/practice/shift/")
    question = stored_question(visitor.sitting().uuid, 1)
    answer(visitor, question)
    visitor.submit(f"/sittings/{question.sitting.uuid}/end/")
    assert "this shift does not count." in visitor.page
    visitor.open("/")
    assert "0 shifts of 4" in visitor.page


def test_a_first_shift_needs_no_answers_before(visitor):
    visitor.open("/")
    visitor.submit("/practice/shift/")
    assert visitor.question().position == 1
    assert len({order["drill"] for order in visitor.sitting().plan}) > 4


def test_the_weakest_pair_is_practised_as_variants(visitor, monkeypatch):
    # Of one deal in twenty there is no variant with another answer; then another deal comes.
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    missed_deal = missed(visitor)
    assert "Weakest pair" in visitor.page
    visitor.submit("/practice/pair/")
    question = visitor.question()
    assert question.deal.variant_of_id == missed_deal
    assert question.sitting.length == 10
    assert expected(question.deal) != expected(Deal.objects.get(pk=missed_deal))


def expected(deal):
    return repr(find_drill(deal.drill).expected(deal.value, deal.version.ruleset))


@pytest.mark.parametrize("path", ["shift", "pair", "redo"])
def test_an_address_that_only_a_button_opens_leads_home(visitor, path):
    visitor.open(f"/practice/{path}/")
    assert visitor.url == "/"
    assert not Sitting.objects.exists()


def test_leaving_in_the_middle_keeps_every_answer(visitor):
    question = begin(visitor, "/practice/streak/", theme=THEME)
    answer(visitor, question)
    visitor.open("/")
    visitor.submit(f"{question.get_absolute_url()}next/")
    second = visitor.question()
    assert second.position == 2
    visitor.open("/")
    assert second.get_absolute_url() in visitor.page
    assert Answer.objects.count() == 1


def test_more_time_is_given_to_who_asked_for_it(visitor):
    visitor.start()
    learner = visitor.sitting().learner
    learner.time_percent = 200
    learner.save()
    question = begin(visitor, "/practice/sprint/", theme=THEME)
    assert (question.sitting.limit_ms, question.target_ms) == (240_000, 16_000)
    visitor.open("/")
    visitor.submit("/practice/shift/")
    assert visitor.sitting().limit_ms == clocks.SHIFT_MS


@pytest.mark.parametrize("drill", drills())
def test_every_drill_says_how_to_go_about_it(drill):
    hint = get_template(f"trainer/hints/{drill}.html").render({})
    assert 2 <= hint.count("<li>") <= 3
