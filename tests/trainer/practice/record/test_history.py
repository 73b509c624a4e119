"""Runs and answers as lists: what a filter leaves, pages, times, and nothing of others."""

import re

import pytest

from tests.trainer.practice.record.bulk import SLOW, WRONG, give_answers
from tests.trainer.practice.record.conftest import NOW
from trainer.models import Answer, Deal, Mode, Question, Sitting, Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts")]
PAGES = ("/history/", "/history/answers/", "/history/export/", "/history/delete/")


def found(client, query="", path="/history/answers/"):
    """How many the page says there are."""
    return client.get(f"{path}?{query}").context["page"].paginator.count


def test_answers_are_narrowed_by_verdict_and_time(person):
    anna = person("anna", 70)
    wrong = 70 // WRONG
    slow = sum(at % SLOW == 0 and at % WRONG != 0 for at in range(70))
    assert found(anna) == 70
    assert found(anna, "answers=right") == 70 - wrong
    assert found(anna, "answers=wrong") == wrong
    assert found(anna, "answers=slow") == slow
    assert found(anna, "answers=weak") == wrong + slow


def test_answers_and_runs_are_narrowed_by_drill_game_and_kind_of_run(person):
    anna = person("anna", 60)
    runs = "/history/"
    assert (found(anna), found(anna, path=runs)) == (60, 6)
    assert found(anna, "drill=recall") == 10
    assert found(anna, "drill=recall", runs) == 1
    assert found(anna, "game=russian-poker") == 30
    assert found(anna, "game=russian-poker&drill=recall", runs) == 1
    assert found(anna, "mode=sprint") == found(anna, "mode=sprint", runs) == 0
    assert found(anna, "mode=endless") == 60


def test_a_mixed_run_is_found_by_every_drill_that_was_dealt_in_it(person):
    anna = person("anna", 20)
    Sitting.objects.update(mode=Mode.SHIFT, drill="", game="", limit_ms=600_000)
    assert found(anna, "drill=name-the-hand", "/history/") == 1
    assert "Shift" in anna.get("/history/").content.decode()


def test_days_are_those_of_the_person(person, reference, deals):
    """In Kyiv it is three hours later in June: 21:30 in UTC is the next day already."""
    anna = person("anna")
    give_answers(anna.learner, reference, 1, NOW.replace(hour=21, minute=30), deals=deals, days=0)
    assert found(anna, "since=2100-06-03&until=2100-06-03") == 1
    assert found(anna, "since=2100-06-03", "/history/") == 1
    assert found(anna, "until=2100-06-02") == found(anna, "until=2100-06-02", "/history/") == 0


@pytest.mark.parametrize(
    "query",
    [
        "since=soon",
        "drill=nothing",
        "since=2100-06-02&until=2100-06-01",
        "since=0001-01-01",
        "until=9999-12-31",
    ],
)
def test_a_filter_that_cannot_be_read_says_so_and_hides_nothing(person, query):
    anna = person("anna", 2)
    page = anna.get(f"/history/answers/?{query}")
    assert page.status_code == 200
    assert 'class="problem"' in page.content.decode()
    assert page.context["page"].paginator.count in (0, 2)


def test_pages_follow_each_other_and_keep_the_filter(person):
    anna = person("anna", 50)
    first = anna.get("/history/answers/?answers=right").content.decode()
    assert "?answers=right&amp;page=2" in first
    keys = [
        entry.verdict.pk
        for number in (1, 2, 3, 99)
        for entry in anna.get(f"/history/answers/?page={number}").context["entries"]
    ]
    # The last page comes for a number beyond it.
    assert len(keys[:50]) == len(set(keys[:50])) == 50
    assert keys[50:] == keys[40:50]
    assert anna.get("/history/?page=nonsense").status_code == 200


def test_an_answer_stands_with_its_cards_time_and_why(person):
    anna = person("anna", 1)
    question = Question.objects.get()
    page = anna.get("/history/answers/").content.decode()
    assert "Wrong · 12.0 s" in page
    assert f'href="{question.get_absolute_url()}"' in page
    assert "<dt>Right answer</dt>" in page
    assert len(re.findall(r'<span class="card ', page)) == len(question.deal.value.cards)
    assert anna.get(question.get_absolute_url()).status_code == 200


def test_only_the_latest_verdict_counts(person):
    anna = person("anna", 1)
    answer = Answer.objects.get()
    Verdict.objects.create(answer=answer, engine=1, right=True, parts=[], created_at=NOW)
    assert found(anna, "answers=wrong") == 0
    assert found(anna, "answers=right") == found(anna) == 1


def test_a_deal_that_was_damaged_is_one_line_and_no_failure(person):
    anna = person("anna", 2)
    spec = Deal.objects.filter(question=Question.objects.first())
    super(type(spec), spec).update(spec=spec.get().spec.replace("name", "game"))
    page = anna.get("/history/answers/")
    assert page.status_code == 200
    assert page.content.decode().count("This deal cannot be read any more.") == 1


def test_nobody_sees_what_another_has(person, visitor):
    person("anna", 3)
    boris = person("boris", 0)
    for client in (boris, visitor.client):
        for path in PAGES:
            assert "sittings/" not in client.get(path).content.decode()
        assert found(client) == found(client, path="/history/") == 0
        assert client.get("/history/export/").context["count"] == 0
        exported = client.get("/history/export/history.json")
        assert b"".join(exported.streaming_content).count(b'"sitting": ') == 0
        client.post("/history/delete/")
    assert Answer.objects.count() == 3


def test_a_guest_has_a_history_too(visitor):
    visitor.start()
    assert "Continue" in visitor.client.get("/history/").content.decode()


@pytest.mark.parametrize("path", PAGES[:3])
def test_no_page_asks_more_with_more_answers(person, django_assert_max_num_queries, path):
    anna = person("anna", 300)
    anna.get(path)
    for page in (f"{path}?page=1", f"{path}?page=2&answers=weak&game=russian-poker"):
        with django_assert_max_num_queries(8):
            assert anna.get(page).status_code == 200
