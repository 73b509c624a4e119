"""Stored deals and verdicts derived again: they agree, and every kind of change is found."""

import hashlib
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from rules.engine.ranking import parse_hand_rank
from rules.models import Version
from tests.trainer.drills.cast import EVERYTHING, WINS
from tests.trainer.practice.visitors import NOW, stored_question
from trainer.drills import drills
from trainer.management.commands import self_check as command
from trainer.models import Answer, Deal, Question, Verdict
from trainer.practice import self_check, sittings
from trainer.practice.self_check import check_stored

HOLDEM = "texas-holdem"


def answer_rightly(question):
    deal, ruleset = question.deal.value, question.deal.version.ruleset
    given = drills()[question.deal.drill].expected(deal, ruleset)
    return sittings.record_answer(question, given, now=NOW)


@pytest.fixture
def verdict(begin):
    """On a right answer at a table of hold’em where one hand wins."""
    return answer_rightly(begin(game=HOLDEM, seed=b"\1" * 32))


def change(row, **values):
    """What the models themselves refuse."""
    assert QuerySet(type(row)).filter(pk=row.pk).update(**values) == 1


def run(*args):
    """What the command prints, line by line, and its exit status."""
    out, status = StringIO(), 0
    try:
        call_command("self_check", *args, stdout=out)
    except SystemExit as left:
        status = left.code
    return out.getvalue().splitlines(), status


def faults():
    [checked] = check_stored()
    return [
        *checked.faults,
        *(fault for each in checked.verdict_faults.values() for fault in each),
    ]


def test_an_empty_database_agrees(db):
    assert run() == (["0 verdicts agree, 0 differ"], 0)


@pytest.mark.parametrize(
    ("drill", "game", "level"), EVERYTHING, ids=lambda value: getattr(value, "key", str(value))
)
def test_deals_of_every_drill_agree(begin, monkeypatch, drill, game, level):
    question = begin(drill.key, game, level=level, seed=bytes([level]) * 32)
    for position in range(2, 6):
        answer_rightly(question)
        uuid = question.sitting.uuid
        sittings.deal_next({}, uuid, position, now=NOW, shown_at=NOW)
        question = stored_question(uuid, position)
    answer_rightly(question)
    checked = []

    def kept(limit):
        checked.extend(check_stored(limit))
        return checked

    monkeypatch.setattr(command, "check_stored", kept)
    assert run() == (["5 verdicts agree, 0 differ"], 0)
    assert len(checked) == 5
    assert all(each.dealt_again for each in checked)


def test_a_wrong_answer_agrees_too(begin):
    question = begin()
    expected = answer_of(question)["choice"]
    other = next(choice for choice in ("left", "tie", "right") if choice != expected)
    given = type(WINS.expected(question.deal.value, question.deal.version.ruleset))(other)
    assert not sittings.record_answer(question, given, now=NOW).right
    assert run() == (["1 verdicts agree, 0 differ"], 0)


def answer_of(question):
    return WINS.expected(question.deal.value, question.deal.version.ruleset).to_data()


def test_a_deal_without_an_answer_is_looked_at(begin):
    question = begin()
    assert run() == (["0 verdicts agree, 0 differ"], 0)
    change(question.deal, spec=question.deal.spec.replace('"level":1', '"level":2'))
    lines, status = run()
    assert (len(lines), lines[-1], status) == (2, "0 verdicts agree, 0 differ", 1)


def test_a_changed_spec_does_not_match_its_hash(verdict):
    deal = verdict.answer.question.deal
    change(deal, spec=deal.spec.replace('"level":1', '"level":2'))
    lines, status = run()
    assert (lines[-1], status) == ("0 verdicts agree, 1 differ", 1)
    assert lines[0].startswith(f"deal {deal.pk} (which-hand-wins): cannot be read: DamagedDeal")
    assert len(lines) == 2


def with_other_tags(spec):
    value = json.loads(spec)
    value["hidden"]["tags"] = ["tie"]
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_a_changed_spec_with_its_hash_is_not_what_the_seed_deals(verdict):
    deal = verdict.answer.question.deal
    spec = with_other_tags(deal.spec)
    assert spec != deal.spec
    change(deal, spec=spec, sha256=hashlib.sha256(spec.encode()).hexdigest())
    assert faults() == ["its seed deals other cards, bets or tags"]


def test_another_seed_deals_other_cards(verdict):
    change(verdict.answer.question.deal, seed=b"\1" * 32)
    assert faults() == ["its seed deals other cards, bets or tags"]
    lines, status = run()
    assert (lines[-1], status) == ("0 verdicts agree, 1 differ", 1)


def test_a_level_that_was_changed_is_found(verdict):
    change(verdict.answer.question.deal, level=3)
    assert faults() == ["its seed deals other cards, bets or tags"]


def test_a_deal_of_an_earlier_generator_is_not_dealt_again(verdict):
    change(verdict.answer.question.deal, generator=0, seed=b"\1" * 32)
    assert run() == (
        ["1 deals of an earlier generator were not dealt again", "1 verdicts agree, 0 differ"],
        0,
    )


def test_changed_parts_are_found(verdict):
    [part] = verdict.parts
    change(verdict, parts=[part | {"right": not part["right"]}])
    answer = verdict.answer
    lines, status = run()
    assert lines == [
        f"deal {answer.question.deal_id} (which-hand-wins), answer {answer.pk}: "
        "its parts are others today",
        "0 verdicts agree, 1 differ",
    ]
    assert status == 1


def test_a_changed_result_is_found(verdict):
    change(verdict, right=False)
    assert faults() == ["it was wrong, today it is right"]


def test_another_engine_is_named_where_it_judged_otherwise(verdict):
    change(verdict, engine=0)
    assert faults() == []
    change(verdict, right=False)
    assert faults()[-1].startswith("engine 0 judged, this is ")


def test_the_latest_verdict_counts(verdict):
    parts = [part | {"right": False} for part in verdict.parts]
    row = {"engine": 1, "created_at": NOW}
    Verdict.objects.create(answer=verdict.answer, right=False, parts=parts, **row)
    assert run()[0][-1] == "0 verdicts agree, 1 differ"
    Verdict.objects.create(answer=verdict.answer, right=True, parts=verdict.parts, **row)
    assert run() == (["1 verdicts agree, 0 differ"], 0)


@pytest.mark.parametrize("given", [{}, {"kind": "sides"}, {"kind": "money", "outcome": "pay"}])
def test_an_answer_that_cannot_be_read_is_a_difference(verdict, given):
    change(verdict.answer, given=given)
    [fault] = faults()
    assert fault.startswith("cannot be read: ")


def test_an_amount_that_is_none_is_a_difference(begin):
    verdict = answer_rightly(begin("what-the-bonus-pays"))
    change(verdict.answer, given={"kind": "money", "outcome": "pay", "amount": "much"})
    assert faults() == ["cannot be read: InvalidOperation: [<class 'decimal.ConversionSyntax'>]"]


def test_an_unknown_drill_is_a_difference(verdict):
    change(verdict.answer.question.deal, drill="shuffle")
    assert faults() == ["cannot be read: UnknownDrillError: no drill 'shuffle'"]


def test_a_changed_version_is_a_difference(verdict):
    version = verdict.answer.question.deal.version
    change(Version.objects.get(pk=version.pk), document=version.document.replace("2", "3"))
    [fault] = faults()
    assert fault.startswith("cannot be read: TamperedVersionError")


# --- the second way --------------------------------------------------------------------------


@pytest.fixture
def pairs_are_quads(monkeypatch):
    """Tables that take every hand for four sixes."""
    quads = parse_hand_rank("four of a kind 62")
    monkeypatch.setattr(self_check, "rank_of", lambda strength: quads)


def test_a_hand_that_the_tables_rank_otherwise_is_found(verdict, pairs_are_quads):
    found = faults()
    assert any(" is " in fault and "by the tables four of a kind 62" in fault for fault in found)
    assert any(" is called " in fault for fault in found)


def test_another_order_by_the_tables_is_found(verdict, monkeypatch):
    right = self_check.strength
    monkeypatch.setattr(self_check, "strength", lambda ids: 7463 - right(ids))
    monkeypatch.setattr(self_check, "rank_of", lambda number: None)
    found = faults()
    assert any("are in another order" in fault for fault in found)
    assert any(" win, by the tables " in fault for fault in found)


# --- how much is read ------------------------------------------------------------------------


def test_the_newest_deals_come_first(begin):
    first, second = begin(), begin()
    assert [one.deal.pk for one in check_stored(1)] == [second.deal_id]
    assert [one.deal.pk for one in check_stored()] == [second.deal_id, first.deal_id]


def test_a_limit(begin):
    change(begin().deal, seed=b"\1" * 32)
    begin()
    assert run("--limit", "1") == (["0 verdicts agree, 0 differ"], 0)
    assert run("--limit", "2")[1] == 1


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_no_limit_is_refused(limit):
    with pytest.raises(CommandError, match="is not a number from 1 on"):
        call_command("self_check", "--limit", limit)


def test_rows_are_read_in_chunks(begin, monkeypatch, django_assert_num_queries):
    """A query for the deals, and for each chunk one for questions, answers and verdicts."""
    monkeypatch.setattr(self_check, "CHUNK", 2)
    for _ in range(5):
        answer_rightly(begin())
    with django_assert_num_queries(1 + 3 * 3):
        assert sum(one.agree for one in check_stored()) == 5


def test_nothing_is_written(verdict):
    tables = (Answer, Deal, Question, Verdict)
    before = [list(table.objects.order_by("pk").values()) for table in tables]
    run()
    assert before == [list(table.objects.order_by("pk").values()) for table in tables]
