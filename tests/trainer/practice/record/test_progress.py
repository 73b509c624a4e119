"""The page of progress: honest with no, few and many answers, and of nobody else."""

import re

import pytest

from tests.trainer.practice.record.conftest import NOW
from trainer.models import Answer, Sitting, Verdict
from trainer.practice.record import confused
from trainer.practice.record.confused import picture
from trainer.practice.schedule import Confusion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts")]
MORE_THAN_ALL = r"(?<![\d.,])(?:10[1-9]|1[1-9][0-9]|[2-9][0-9]{2}|[0-9]{4,})\s%"
UNTRUE = re.compile(rf"\bnan\b|\binf\b|\bNone\b|0/0|{MORE_THAN_ALL}")


@pytest.fixture(autouse=True)
def at_that_time(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def progress(client, query=""):
    response = client.get(f"/progress/?{query}")
    assert response.status_code == 200
    response.text_shown = re.sub(r"<[^>]+>", " ", response.content.decode())
    assert not UNTRUE.search(response.text_shown)
    return response


def test_before_the_first_answer_nothing_is_claimed(person, visitor):
    for client in (person("anna"), visitor.client):
        assert "No answers yet." in progress(client).text_shown
        assert "%" not in progress(client).text_shown


def test_with_few_answers_it_says_how_many_are_missing(person):
    page = progress(person("anna", 3))
    assert "2 more answers until a rating" in page.text_shown
    assert "A skill is rated from its fifth answer on." in page.text_shown
    assert "%" not in re.sub(r"in percent|percentage", "", page.text_shown)


def test_with_many_answers_everything_is_told(person):
    anna = person("anna", 140)
    page = progress(anna)
    standing = page.context["standing"]
    assert standing.all.share.answers == len(standing.given) == 140
    assert standing.all.share.right == 120
    assert "85 %" in page.text_shown
    assert set(standing.games) == {
        "russian-poker", "texas-holdem", "casino-holdem", "ultimate-texas-holdem"
    }  # fmt: skip
    assert standing.weakest
    assert standing.risk.to_guest or standing.risk.to_house
    assert page.content.decode().count('<svg class="bars"') == 2
    assert page.context["coming"].due


def test_all_right_is_100_and_one_miss_is_not(person):
    anna = person("anna", 7)
    for verdict in Verdict.objects.filter(right=False):
        Verdict.objects.create(
            answer=verdict.answer, engine=1, right=True, parts=[], created_at=NOW
        )
    assert progress(anna).context["standing"].all.share.right_percent == 100
    Verdict.objects.create(
        answer=Answer.objects.first(), engine=1, right=False, parts=[], created_at=NOW
    )
    assert progress(anna).context["standing"].all.share.right_percent == 85


def test_a_confused_pair_can_be_practised_from_the_picture(person):
    anna = person("anna", 60)
    page = progress(anna, "drill=name-the-hand")
    mixed = page.context["mixed"]
    assert mixed.drill == "name-the-hand"
    assert {"name-the-hand", "what-it-pays"} <= set(mixed.drills)
    pair = mixed.pairs[0]
    fields = {
        "drill": "name-the-hand",
        "game": "russian-poker",
        "expected": pair.confusions[0].expected,
        "given": pair.confusions[0].given,
    }
    text = page.content.decode()
    for name, value in fields.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in text
    # In the picture, and in the table, which has them all.
    assert text.count('action="/practice/pair/"') > len(mixed.pairs)
    begun = anna.post("/practice/pair/", fields)
    assert begun.status_code == 303
    assert begun["Location"].startswith("/sittings/")
    # What is no drill with confusions is no address of its own.
    assert progress(anna, "drill=nonsense").context["mixed"].drill == mixed.drills[0]


def test_what_has_no_name_is_told_as_a_mistake(person):
    anna = person("anna", 60)
    for drill, heading in (("name-the-hand", "Your answer"), ("settle-the-box", "Mistake")):
        page = progress(anna, f"drill={drill}")
        assert page.context["mixed"].named is (heading == "Your answer")
        assert f"<h3>{heading}</h3>" in page.content.decode()


def test_missed_and_slow_are_done_once_more_from_here(person):
    # The last of them is wrong.
    anna = person("anna", 8, days=5)
    assert 'action="/practice/redo/"' in progress(anna).content.decode()
    assert anna.post("/practice/redo/").status_code == 303
    assert Sitting.objects.filter(mode="redo").count() == 1


def test_the_picture_has_the_most_frequent_and_no_more_than_fit():
    def pair(expected, given, count):
        confusion = Confusion("d", expected, given, "", count, 1.0, NOW, ("1",))
        return confused.Pair((confusion,), "g", expected, given)

    found = [pair(f"e{at}", f"g{at}", 10 - at) for at in range(9)] + [pair("e0", "g1", 1)]
    drawn = picture(found)
    assert drawn.rows == ("e0", "e1", "e2", "e3", "e4")
    assert drawn.columns == ("g0", "g1", "g2", "g3", "g4")
    assert [cell.step for cell in drawn.cells[0]] == [4, 1, 0, 0, 0]
    assert all(1 <= c.step <= 4 for line in drawn.cells for c in line if c.pair)
    assert picture([]).rows == ()


def test_what_is_done_once_more_is_time_and_nothing_else(person):
    anna = person("anna", 30)
    before = progress(anna).context["standing"]
    Sitting.objects.filter(drill="name-the-hand").update(mode="redo", length=10)
    after = progress(anna).context["standing"]
    assert (before.all.share.answers, after.all.share.answers) == (30, 20)
    assert before.all.busy_ms == after.all.busy_ms
    assert {each.drill for each in after.given} == {"which-hand-wins", "what-it-pays"}


def test_with_everything_open_nobody_is_ready(person):
    anna = person("anna", 30)
    Sitting.objects.update(help="learn")
    page = progress(anna)
    share = page.context["standing"].all.share
    assert share.answers == 30
    # Right, but nobody knows whether in time.
    assert (share.right, share.quick) == (share.slow, 0)
    assert not page.context["standing"].games
    assert "Not rated yet." in page.text_shown


def test_nobody_else_is_counted(person):
    anna, boris = person("anna", 30), person("boris", 10)
    assert progress(boris).context["standing"].all.share.answers == 10
    assert progress(anna).context["standing"].all.share.answers == 30


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_other_languages(person, language):
    anna = person("anna", 30)
    anna.learner.language = language
    anna.learner.save()
    page = progress(anna)
    assert f'lang="{language}"' in page.content.decode()


def test_it_does_not_ask_more_with_more_answers(person, django_assert_max_num_queries):
    anna = person("anna", 300)
    progress(anna)
    with django_assert_max_num_queries(11):
        progress(anna)
