"""Whatever is altered in the database is said, and so is a drill that deals otherwise now."""

import json

import pytest
from django.db import connection

from tests.trainer.school.conftest import NOW
from trainer import drills
from trainer.drills import find_drill
from trainer.models import Deal, Paper, PaperItem
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.checking import ProblemKind, check_paper
from trainer.school.papers.making import make_paper

pytestmark = pytest.mark.django_db
PLAN = Blueprint(
    (
        Row("which-hand-wins", "texas-holdem", 1, 3, {"tie": 34}),
        Row("what-it-pays", "russian-poker", 2, 2),
    )
)


@pytest.fixture
def paper(course):
    title = {"en": "Paper"}
    return make_paper(course, PLAN, title=title, seed=b"\5" * 32, by=None, now=NOW)


def alter(model, key, **fields):
    """What no part of the program does."""
    sets = ", ".join(f"{name} = %s" for name in fields)
    with connection.cursor() as cursor:
        sql = f"UPDATE {model._meta.db_table} SET {sets} WHERE id = %s"
        cursor.execute(sql, [*fields.values(), key])


def found(paper):
    return {(each.kind, each.position) for each in check_paper(Paper.objects.get(pk=paper.pk))}


def item(paper, position):
    return paper.items.select_related("deal").get(position=position)


def test_a_paper_as_it_was_made_has_no_problems(paper, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert check_paper(Paper.objects.get(pk=paper.pk)) == []


def test_a_card_that_was_changed_is_told_at_its_question(paper):
    deal = item(paper, 2).deal
    spec = json.loads(deal.spec)
    spec["level"] = 3
    text = json.dumps(spec, sort_keys=True, separators=(",", ":"))
    alter(Deal, deal.pk, spec=text)
    assert found(paper) == {(ProblemKind.HASH, 0), (ProblemKind.DAMAGED, 2)}


def test_a_deal_that_was_exchanged_with_its_hash_is_told_by_the_paper(paper):
    """And by its seed, which gives another."""
    one, other = item(paper, 1).deal, item(paper, 2).deal
    alter(Deal, one.pk, spec=other.spec, sha256=other.sha256)
    assert {kind for kind, _ in found(paper)} >= {ProblemKind.HASH, ProblemKind.OTHER_DEAL}


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"blueprint": json.dumps({"rows": []})}, {ProblemKind.HASH}),
        ({"sha256": "0" * 64}, {ProblemKind.HASH}),
        ({"seed": b"\6" * 32}, {ProblemKind.HASH}),
        ({"number": 7}, {ProblemKind.HASH}),
    ],
)
def test_a_paper_that_was_changed_is_told(paper, fields, kinds):
    alter(Paper, paper.pk, **fields)
    assert {kind for kind, _ in found(paper)} == kinds


def test_questions_that_changed_places_are_told(paper):
    alter(PaperItem, item(paper, 5).pk, position=9)
    assert (ProblemKind.POSITIONS, 0) in found(paper)


def test_a_generator_that_deals_otherwise_is_told_and_alters_nothing(paper, monkeypatch):
    drill = find_drill("what-it-pays")
    monkeypatch.setattr(drill, "generator", drill.generator + 1)
    problems = check_paper(paper)
    assert {each.kind for each in problems} == {ProblemKind.OTHER_GENERATOR}
    assert len(problems) == 2
    assert not any(each.altered for each in problems)
    assert "deals otherwise today" in problems[0].text


def test_a_drill_that_is_gone_is_told(paper, monkeypatch):
    left = {key: each for key, each in drills.drills().items() if key != "what-it-pays"}
    monkeypatch.setattr(drills, "drills", lambda: left)
    assert {each.kind for each in check_paper(paper)} == {ProblemKind.NO_GENERATOR}


def test_the_same_generator_that_gives_other_bytes_is_told(paper, monkeypatch):
    drill = find_drill("what-it-pays")
    deal = drill.deal

    def otherwise(rng, *rest):
        rng.sample(range(52), 52)
        return deal(rng, *rest)

    monkeypatch.setattr(drill, "deal", otherwise)
    assert {each.kind for each in check_paper(paper)} == {ProblemKind.OTHER_DEAL}


def test_every_problem_has_its_text():
    from trainer.school.papers.checking import Problem

    texts = {Problem(kind, 3).text for kind in ProblemKind}
    assert len(texts) == len(ProblemKind)
