"""A paper is exactly its blueprint, or is refused before anything is stored."""

import pytest

from rules.messages import error_text
from tests.trainer.school.conftest import NOW
from trainer.models import Deal, Paper, PaperItem
from trainer.school.papers.blueprints import Blueprint, Row
from trainer.school.papers.making import CannotMakeError, deal_questions, make_paper

pytestmark = pytest.mark.django_db
SEED = b"\3" * 32


def blueprint(*rows):
    return Blueprint(tuple(rows))


WINS = Row("which-hand-wins", "texas-holdem", 2, 20, {"tie": 30, "kicker": 20})
QUALIFIES = Row("dealer-qualifies", "russian-poker", 1, 8, {"qualifies:no": 50})
SECOND = Row("two-combinations", "russian-poker", 2, 6, {"combinations:two": 50})


def make(course, plan, seed=SEED):
    title = {"en": "Paper"}
    return make_paper(course, plan, title=title, seed=seed, by=course.owner, now=NOW)


def dealt(course, plan, seed=SEED):
    return deal_questions(course.house, plan, seed, NOW)


def test_every_share_is_met_exactly(course):
    deals = [each.value for each in dealt(course, blueprint(WINS, QUALIFIES, SECOND))]
    assert len(deals) == 34
    for row in (WINS, QUALIFIES, SECOND):
        mine = [deal for deal in deals if deal.drill == row.drill]
        assert {deal.level for deal in mine} == {row.level}
        for tag, count in row.quotas().items():
            assert not tag or sum(tag in deal.tags for deal in mine) == count


def test_a_tag_that_comes_along_with_another_counts(course):
    """Every tie is between hands of one category."""
    row = Row("which-hand-wins", "texas-holdem", 2, 20, {"tie": 20, "same-category": 50})
    deals = [each.value for each in dealt(course, blueprint(row))]
    assert sum("tie" in deal.tags for deal in deals) == 4
    assert sum("same-category" in deal.tags for deal in deals) == 10


def test_equal_seeds_deal_equal_papers_and_others_other_ones(course):
    plan = blueprint(WINS, QUALIFIES)
    first, again, other = (
        [each.row().spec for each in dealt(course, plan, seed)]
        for seed in (SEED, SEED, b"\4" * 32)
    )
    assert first == again
    assert not set(first) & set(other)


def test_the_order_is_shuffled(course):
    drills = [each.value.drill for each in dealt(course, blueprint(WINS, QUALIFIES))]
    assert drills != sorted(drills)
    assert drills != sorted(drills, reverse=True)


def test_no_question_comes_twice(course):
    deals = dealt(course, blueprint(Row("recall", "russian-poker", 1, 8)))
    assert len({str(each.value.groups) + str(each.value.facts) for each in deals}) == 8


def test_a_paper_is_stored_with_all_that_made_it(course):
    paper = make(course, blueprint(WINS, QUALIFIES))
    assert (paper.number, len(paper.sha256), bytes(paper.seed)) == (1, 64, SEED)
    assert paper.generators == {"which-hand-wins": 2, "dealer-qualifies": 1}
    assert Blueprint.from_data(paper.blueprint) == blueprint(WINS, QUALIFIES)
    items = list(paper.items.order_by("position").select_related("deal"))
    assert [item.position for item in items] == list(range(1, 29))
    assert len({bytes(item.deal.seed) for item in items} | {SEED}) == 29
    assert make(course, blueprint(QUALIFIES)).number == 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            Row("which-hand-wins", "russian-poker", 1, 2, {"board-plays": 50}),
            "“The board plays” cannot be dealt in “Which hand wins” at level 1.",
        ),
        (
            Row("which-hand-wins", "russian-poker", 1, 2, {"no-such-tag": 50}),
            "“no-such-tag” cannot be dealt in “Which hand wins” at level 1.",
        ),
        (
            # Who is just short does not qualify.
            Row("dealer-qualifies", "russian-poker", 1, 9, {"just-short": 50, "qualifies:no": 10}),
            "The shares in “Does the dealer qualify” at level 1 cannot be met exactly: “Just too "
            "little to qualify” is dealt too rarely, too often or only together with another.",
        ),
        (
            Row("no-such-drill", "russian-poker", 1, 2),
            "There is no “no-such-drill” for “russian-poker” at level 1.",
        ),
        (
            Row("insurance", "texas-holdem", 1, 2),
            "There is no “Insurance” for “Texas Hold’em” at level 1.",
        ),
    ],
)
def test_what_cannot_be_dealt_is_named_and_nothing_is_stored(course, row, said):
    with pytest.raises(CannotMakeError) as caught:
        make(course, blueprint(QUALIFIES, row))
    assert error_text(caught.value) == said
    assert not Paper.objects.exists()
    assert not PaperItem.objects.exists()
    assert not Deal.objects.exists()


def test_a_house_without_rules_is_named(course):
    plan = blueprint(QUALIFIES)
    with pytest.raises(CannotMakeError, match="has no rules in force for Russian poker"):
        deal_questions(course.house, plan, SEED, NOW.replace(year=2000))
